"""Draws the cases of a domain: requirements that a chosen number of rows satisfy, in proved words."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from math import log2
from typing import Any, Final

from attrs import define, evolve, field, frozen

from cocoa_core.domain import (
    Domain,
    GroundedLiteral,
    Primitive,
    Requirement,
    SlotRef,
    literal_texts,
    requirement_id,
)
from cocoa_core.errors import FindingsError, SettingsError
from cocoa_core.families.selection.asks.best import Objective, objectives_of
from cocoa_core.families.selection.difficulty import MOST_WISHES, DifficultyCell
from cocoa_core.families.selection.explanation import grounded
from cocoa_core.families.selection.generation.assembly import requirement_record
from cocoa_core.families.selection.generation.candidates import Candidate, CandidatePool
from cocoa_core.families.selection.generation.context import GenerationContext
from cocoa_core.families.selection.generation.conversation_terms import ConversationTerm
from cocoa_core.families.selection.generation.elimination import DistractorConstraints
from cocoa_core.families.selection.generation.grounding import EvaluatedRequirement
from cocoa_core.families.selection.generation.groups import Groups
from cocoa_core.families.selection.generation.option_masks import OPTIONS, OptionMasks
from cocoa_core.families.selection.generation.option_sets import draw_rows
from cocoa_core.families.selection.generation.rejections import BudgetExhaustedError, Rejections, in_words
from cocoa_core.families.selection.generation.requirement_search import draw_requirement
from cocoa_core.families.selection.generation.revising import Reviser
from cocoa_core.families.selection.generation.revision_search import provable
from cocoa_core.families.selection.generation.structure import RequirementSpec
from cocoa_core.families.selection.generation.wording import RequestSpec, RequestWording
from cocoa_core.families.selection.record import (
    DomainRef,
    SentenceRecord,
    TurnRecord,
)
from cocoa_core.families.selection.targeting.case import (
    BEST,
    EVERY,
    NONE,
    SOME,
    Case,
    CaseProvenance,
    PoolRows,
    TermWords,
)
from cocoa_core.families.selection.targeting.changing import changed_in_part, changed_later, terms_of, wished
from cocoa_core.language import Request, openings
from cocoa_core.lexicon import WAYS, request_message, superlative
from cocoa_core.seeds import digest_of, stream
from cocoa_core.version import __version__

_BOUNDS: Final = {"less": "at_most", "at_most": "less", "more": "at_least", "at_least": "more"}
"""For each comparison the one that differs from it only in whether the bound itself passes."""
_KINDS: Final = (SOME, EVERY, NONE, EVERY, BEST, SOME, EVERY, SOME, EVERY, BEST)
"""The kinds of ten consecutive cases: three `some`, four `every`, one `none` and two `best`."""
_TABLE_SIZES: Final = ((2, 1), (2, 3), (2, 3))
"""The slots and minterms besides wishes: two further wishes or, twice as often, one condition."""
_FURTHER_WISHES: Final = (-1, 0, 1)
"""How far the number of wishes is above the number of halvings after which few rows are left."""
_MOST_WISHES: Final = 8
_FEWEST_WISHES: Final = 2
_RARITY_POWER: Final = 1.5
_LEAST_SHARE: Final = 0.05
"""A test that fits a share p of the rows, 0.05 at least, is drawn p**-1.5 times as often as for a question.
In a catalogue of 300 rows without groups five conditions then leave a few in 0.1 s, where it took 0.5 s.
"""
_POOLS_CACHED: Final = 256
"""The number of pools that are cached, as `Groups` caches its own."""
_MOST_ATTEMPTS: Final = 80
"""The attempts at one case. In the four domains that are shipped 98 of 100 cases take one, none more than
nine.
"""
_NARROWED_AFTER: Final = 8
"""After this many failed attempts a requirement may be satisfied by too many rows, and is narrowed by further
wishes. Without that no case of the kind `every` was found among 5,000 flights without groups: of 80
requirements with ten conditions seven were satisfied by some rows at all, and none by five or fewer.
"""
_BOUND_ATTEMPTS: Final = 40
"""The attempts in which two of three cases take only requests with a row on a bound. After them a case for
every row or for none becomes one for some: 1,600 rows with four slots may have no request that leaves one.
"""
_SAME_BOUND_ATTEMPTS: Final = 8
"""The first of these attempts, in which the bound is that of the test whose turn it is: left to chance, of
fifty cases of hotels none, three or four had a row on the bound of "more than".
"""
_PERIOD: Final = 3
"""Of as many consecutive cases the first one is plain: no row has to lie on a bound, and nothing is said
first that is changed later.
"""
_FEW_SHARE: Final = 20
"""For `some` at most one in twenty rows of the pool fits, or as many as for `every` if that is more: with a
quarter of the rows, as requests with options have them, a row taken at random would be right that often.
"""


@frozen
class CaseSettings:
    """Which cases are drawn."""

    count: int = 50
    """The number of cases."""
    seed: int = 0
    """Another seed gives other cases."""
    most: int = 5
    """The most rows that fit a request for every row."""
    changed: bool = False
    """Whether in two of three cases something else is said first, which is then changed."""
    pool: tuple[str, ...] = ()
    """The queries that the rows of the domain meet, where they are not all rows of a catalogue."""

    def __attrs_post_init__(self) -> None:
        for name, number, least, top in (("count", self.count, 1, 100_000), ("most", self.most, 1, 1_000)):
            if not least <= number <= top:
                raise SettingsError(
                    f"--{name} is out of range",
                    got=str(number),
                    expected=f"a whole number from {least} to {top:,}",
                )

    def to_json(self) -> dict[str, Any]:
        """Returns the settings that records hold."""
        return {"most": self.most}


@frozen(eq=False)
class _Sought:
    """What a case asks of its requirement."""

    least: int
    """The fewest rows of the pool that satisfy it."""
    most: int
    """The most rows of the pool that satisfy it."""
    on_bound: Collection[str]
    """Tests such that for one of them some row must lie exactly on the bound and thereby fit or not, which
    tells "more than" from "at least". Empty if no such row is needed.
    """
    narrowed: bool
    """Whether more rows than that may satisfy it when it is drawn, and further wishes then narrow it."""
    objective: Objective | None
    """The objective by which one of the rows has to be strictly best; None where that is not asked for."""

    def met_by(self, draft: EvaluatedRequirement, pool: CandidatePool) -> bool:
        """Returns whether a drawn requirement is as sought in the pool."""
        everything = (1 << len(pool.group.rows)) - 1
        satisfied, broken = draft.satisfied & everything, draft.broken & everything
        if not self.least <= satisfied.bit_count() <= self.most:
            return False
        if self.on_bound and not _lies_on_bound(pool, draft, everything, self.on_bound):
            return False
        return (
            self.objective is None or _best_row(self.objective, satisfied, everything & ~broken) is not None
        )


@define(eq=False)
class _SelectivePool(CandidatePool):
    """A pool whose tests weigh more the fewer rows they fit."""

    _weighed: dict[str, tuple[Candidate, ...]] = field(factory=dict, init=False)

    def candidates(self, slot: str) -> tuple[Candidate, ...]:
        """Returns the candidates of a slot, in the order of its rules."""
        weighed = self._weighed.get(slot)
        if weighed is None:
            rows = len(self.group.rows)
            shares = [
                (candidate, max(candidate.holds.bit_count() / rows, _LEAST_SHARE))
                for candidate in CandidatePool.candidates(self, slot)
            ]
            weighed = self._weighed[slot] = tuple(
                evolve(candidate, weight=candidate.weight * share**-_RARITY_POWER)
                for candidate, share in shares
            )
        return weighed


@frozen(eq=False)
class CaseDrawing:
    """Draws cases of one domain, and renews those that were drawn before. It holds caches only."""

    domain: Domain
    settings: CaseSettings = field(factory=CaseSettings)
    _pools: dict[int, CandidatePool] = field(factory=dict, init=False, repr=False)
    _positions: dict[tuple[int, ...], dict[str, int]] = field(factory=dict, init=False, repr=False)
    _texts: dict[tuple[tuple[int, ...], str], tuple[str, ...]] = field(factory=dict, init=False, repr=False)

    @cached_property
    def _asked(self) -> Domain:
        """The domain without the rules that ask for knowledge of the world: a catalogue does not show the
        answer.
        """
        return self.domain.without_derived_rules()

    @cached_property
    def _wording(self) -> RequestWording:
        return RequestWording(self._asked, self.domain)

    @cached_property
    def _groups(self) -> Groups:
        return Groups(self._asked, self._wording.realizer.wordings)

    @cached_property
    def _names_group(self) -> bool:
        """Whether every opening names all that the rows of a group have in common."""
        return all(
            {part.slot for part in opening if isinstance(part, SlotRef)} >= set(self.domain.schema.group_by)
            for opening in openings(self.domain)
        )

    def cases(self) -> Iterator[Case]:
        """Yields the cases in order, no two of which have the same requirement.

        Raises:
            SettingsError: one was not found.
        """
        drawn: set[str] = set()
        for index in range(self.settings.count):
            case = self._new_case(index, drawn)
            drawn.add(case.requirement.id)
            yield self._changed(case) if self.settings.changed and index % _PERIOD else case

    @cached_property
    def _reviser(self) -> Reviser:
        return Reviser(self._wording)

    def _changed(self, case: Case) -> Case:
        """Returns the case with a history; its history is empty where none was found."""
        pool, part = self._pool_of(case), self._part_of(case)
        if pool is None:
            return case
        part = self._evaluated(pool, part.requirement, part.demands)
        rng = stream("changed", case.id)
        turns = changed_later(self._reviser, pool, part, case.sentences[0].text, rng)
        return self._with_history(case, pool, turns) or case

    def _with_history(self, case: Case, pool: CandidatePool, turns: tuple[TurnRecord, ...]) -> Case | None:
        """Returns the case with turns and the rows that fit before the last of them; None where the turns do
        not end with its requirement.
        """
        before = self._before(turns, self._part_of(case).requirement)
        if before is None:
            return None
        satisfied = self._evaluated(pool, before, ()).satisfied & (1 << len(pool.group.rows)) - 1
        return evolve(case, history=turns, stale=self._ids(pool, satisfied))

    def _before(self, turns: Sequence[TurnRecord], requirement: Requirement) -> Requirement | None:
        return self._reviser.before_last([turn.text for turn in turns], requirement)

    def renewed(self, case: Case) -> Case | None:
        """Returns the same request with the key that the catalogue gives it now.

        Returns:
            None where its group is gone, its words can now be read otherwise, or nothing is strictly best.

        Raises:
            FindingsError: it uses slots or rules that the domain does not have.
        """
        pool, part = self._pool_of(case), self._part_of(case)
        if pool is None or not self._wording.means(case.request, part.requirement):
            return None
        if case.history:
            told = self._with_history(case, pool, case.history)
            if told is None:
                return None
            case = told
        part = self._evaluated(pool, part.requirement, part.demands)
        key, unsettled = self._key(pool, part, case.asked)
        if not key and case.wanted == BEST:
            return None
        slots = dict.fromkeys(literal.slot for term in case.terms for literal in term)
        if case.asked:
            slots[case.asked["slot"]] = None
        schema = self.domain.schema
        return evolve(
            case,
            domain=DomainRef(schema.name, schema.version, self.domain.digest),
            key=key,
            unsettled=unsettled,
            rows=self._rows(pool, part, list(slots)),
            pool=" and ".join(self.settings.pool),
        )

    def reduced(self, case: Case, kept: Sequence[int]) -> Case | None:
        """Returns the case with some of its sum terms only, in words of its own, and with the change that its
        history has; None where there are no such words, its group is gone, or nothing is strictly best.

        What fewer terms ask for can be met where all of them can, and a term that matters among all of them
        matters among fewer.

        Args:
            kept: the indices of the terms, in rising order.
        """
        pool, full_part = self._pool_of(case), self._part_of(case)
        if pool is None:
            return None
        terms = tuple(full_part.requirement[number] for number in kept)
        part = self._evaluated(pool, terms, tuple(full_part.demands[number] for number in kept))
        key, _ = self._key(pool, part, case.asked)
        if not key and case.wanted == BEST:
            return None
        rng, rejections = stream("reduced", case.id, *kept), Rejections()
        request = self._words(pool, part, rng, rejections)
        if request is None:
            return None
        provenance = evolve(case.provenance, rejections=rejections.to_json())
        smaller = self._case(pool, part, request, case.wanted, case.asked, provenance)
        if not case.history:
            return smaller
        whole, opening = full_part.requirement, request.sentences[0].text
        before = self._before(case.history, whole)
        if before is None:
            return None
        turns = changed_in_part(self._reviser, pool, (before, whole), part, opening, rng)
        return self._with_history(smaller, pool, turns)

    def _pool_of(self, case: Case) -> CandidatePool | None:
        """Returns the pool of a case's group as it is now; None where there is no such group."""
        groups = self.domain.catalogue.groups
        for number, group in enumerate(groups):
            if all(self._groups.show(name, group.rows[0]) == text for name, text in case.group.items()):
                return self._pool(number)
        return None

    def _pool(self, number: int) -> CandidatePool:
        """Returns the pool of a group, in which tests that few rows fit are drawn more often."""
        pool = self._pools.get(number)
        if pool is None:
            if len(self._pools) == _POOLS_CACHED:
                self._pools.clear()
            plain = self._groups.pool(number)
            pool = _SelectivePool(plain.domain, plain.group, plain.wordings)
            self._pools[number] = pool
        return pool

    def _part_of(self, case: Case) -> EvaluatedRequirement:
        """Returns the requirement of a case, not evaluated; FindingsError where the domain lacks a part."""
        try:
            requirement = tuple(
                tuple(grounded(self.domain.schema, literal) for literal in term) for term in case.terms
            )
        except (LookupError, ValueError) as error:
            raise FindingsError(
                f"case {case.id} speaks of what the domain does not have",
                got=str(error) or type(error).__name__,
                expected=f"slots, rules and values of {self.domain.schema.name}",
                fix="draw new cases: leave out --keep-cases",
            ) from error
        return EvaluatedRequirement.of(requirement, (), case.requirement.demands)

    def _evaluated(
        self, pool: CandidatePool, requirement: Requirement, demands: tuple[int, ...]
    ) -> EvaluatedRequirement:
        literals = tuple(tuple(pool.masks(literal) for literal in term) for term in requirement)
        return EvaluatedRequirement.of(requirement, literals, demands)

    def _new_case(self, index: int, drawn: Collection[str]) -> Case:
        rng = stream("target", self.settings.seed, self.domain.digest, self.settings.most, index)
        kind, rejections = _KINDS[index % len(_KINDS)], Rejections()
        for attempt in range(_MOST_ATTEMPTS):
            pool = self._pool(rng.choice(self._groups.eligible))
            objective = None
            if kind == BEST:
                objectives = objectives_of(self._groups, pool)
                objective = rng.choice(objectives) if objectives else None
            if (kind == BEST and objective is None) or (kind in (EVERY, NONE) and attempt == _BOUND_ATTEMPTS):
                kind = SOME
            wanted = rng.choice((SOME, EVERY)) if kind == NONE else kind
            on_bound: Collection[str] = ()
            if index % _PERIOD and attempt < _BOUND_ATTEMPTS and kind != NONE:
                cases_on_bound = index - index // _PERIOD  # with this one; it is not the first of its period
                turn = [*_BOUNDS][cases_on_bound % len(_BOUNDS)]
                on_bound = (turn,) if attempt < _SAME_BOUND_ATTEMPTS else _BOUNDS
            least, most = self._span(kind, len(pool.group.rows))
            sought = _Sought(least, most, on_bound, attempt >= _NARROWED_AFTER, objective)
            part = self._requirement(pool, sought, rng, rejections)
            if part is not None and kind == NONE:
                part = self._narrowed(pool, part, 0, 0, usable=pool.usable(), rng=rng)
            if part is None or requirement_id(self.domain.schema, part.requirement) in drawn:
                continue
            request = self._words(pool, part, rng, rejections)
            if request is None:
                continue
            provenance = CaseProvenance(
                self.settings.seed, index, self.settings.to_json(), rejections.to_json(), __version__
            )
            asked = _asked(self.domain, objective, rng) if objective else {}
            return self._case(pool, part, request, wanted, asked, provenance)
        raise SettingsError(
            f"no request of {self.domain.schema.name} was found for a case of the kind {kind}",
            got=f"rejected draws: {in_words(rejections.to_json())}",
            expected=f"a request that {self._span(kind, 1_000)[1]} rows of a group or fewer satisfy",
            fix="pass a larger --most, or give the domain more rules and more varied rows",
        )

    def _span(self, kind: str, rows: int) -> tuple[int, int]:
        """Returns the fewest and the most of `rows` rows that satisfy a requirement of this kind; of the kind
        `none`, before the condition is added that no row meets with the others.
        """
        most = self.settings.most
        few = max(most, rows // _FEW_SHARE)
        return {SOME: (1, few), EVERY: (1, most), NONE: (1, most), BEST: (2, max(2, few))}[kind]

    def _requirement(
        self, pool: CandidatePool, sought: _Sought, rng: random.Random, rejections: Rejections
    ) -> EvaluatedRequirement | None:
        """Draws a proved requirement as it is sought in the pool; None where one draw gives none.

        It is drawn as for a question: five rows or fewer are the options, of which one is right.
        """
        rows = draw_rows(self._groups, pool, OPTIONS, rng)
        objective = sought.objective
        usable = [slot for slot in pool.usable() if objective is None or slot != objective.slot]
        halved = 0 if sought.narrowed else round(log2(len(pool.group.rows) / sought.most)) - 1
        wishes = max(_FEWEST_WISHES, min(halved, _MOST_WISHES)) + rng.choice(_FURTHER_WISHES)
        slots, minterms = rng.choice(_TABLE_SIZES)
        wishes = min(wishes, len(usable) - slots, MOST_WISHES)
        if len(rows) < 2 or wishes < 0:
            return None
        schema = self.domain.schema
        spec = RequirementSpec(
            DifficultyCell(slots, minterms, wishes),
            plain=True,
            turned=True,
            trades=frozenset(schema.trades),
            akin=schema.akin,
            together=self._wording.realizer.clauses.together,
        )
        context = GenerationContext(
            masks=OptionMasks(pool, rows),
            usable=usable,
            spec=spec,
            constraints=DistractorConstraints(),
            rng=rng,
            rejections=rejections,
            accepts=None if sought.narrowed else lambda draft: sought.met_by(draft, pool),
        )
        try:
            drawn = draw_requirement(context, [1 << rng.randrange(len(rows))])
        except BudgetExhaustedError:
            return None
        if drawn is None:
            return None
        _, draft = drawn
        if not sought.narrowed:
            return draft
        narrowed = self._narrowed(pool, draft, sought.least, sought.most, usable=usable, rng=rng)
        return narrowed if narrowed is not None and sought.met_by(narrowed, pool) else None

    def _narrowed(
        self,
        pool: CandidatePool,
        part: EvaluatedRequirement,
        least: int,
        most: int,
        *,
        usable: Sequence[str],
        rng: random.Random,
    ) -> EvaluatedRequirement | None:
        """Adds wishes of further slots to a requirement until at most so many rows satisfy it, and proves it;
        None where no wishes lead there.

        Args:
            least: the fewest rows that satisfy it afterwards.
            most: the most rows that satisfy it afterwards. With 0, every row must definitely break it: that
                it is undefined for a row is not enough.
            usable: the slots that it may speak of.
        """
        schema, everything = self.domain.schema, (1 << len(pool.group.rows)) - 1
        while True:
            satisfied, unbroken = part.satisfied & everything, everything & ~part.broken
            if satisfied.bit_count() <= most and (most or not unbroken):
                return part if provable(schema, [terms_of(part)]) else None
            mentioned = {literal.primitive.slot for term in part.requirement for literal in term}
            mentioned.update(*(pair for pair in schema.akin if pair & mentioned))
            slots = [slot for slot in usable if slot not in mentioned]
            ways = _narrowing_wishes(pool, slots, satisfied, unbroken, least, most)
            if not ways:
                return None
            slot = rng.choice(list(dict.fromkeys(candidate.slot for candidate, _ in ways)))
            ways = [(candidate, wish) for candidate, wish in ways if candidate.slot == slot]
            [(_, wish)] = rng.choices(ways, [candidate.weight for candidate, _ in ways])
            place = rng.randint(0, len(part.requirement))
            terms, demands = part.requirement, part.demands
            part = self._evaluated(
                pool, (*terms[:place], wish.literals, *terms[place:]), (*demands[:place], 0, *demands[place:])
            )

    def _words(
        self, pool: CandidatePool, part: EvaluatedRequirement, rng: random.Random, rejections: Rejections
    ) -> Request | None:
        """Returns the requirement in words that mean it for every row, without a closing; else None."""
        everything = (1 << len(pool.group.rows)) - 1
        for inert in (True, False):
            spec = RequestSpec(group=self._groups.values(pool.group.rows[0]), inert=inert)
            requests = self._wording.requests(part, everything, spec, rng, rejections)
            if requests and requests[0].sentences[-1].terms:
                return requests[0]
        return None

    def _case(
        self,
        pool: CandidatePool,
        part: EvaluatedRequirement,
        request: Request,
        wanted: str,
        asked: Mapping[str, str],
        provenance: CaseProvenance,
    ) -> Case:
        schema, groups = self.domain.schema, self._groups
        group = {name: groups.show(name, pool.group.rows[0]) for name in schema.group_by}
        named = {} if self._names_group else {schema.slot(name).label: group[name] for name in group}
        message = request_message(wanted, named, request.text, asked.get("words", ""))
        name = requirement_id(schema, part.requirement)
        case_id = digest_of("case", schema.name, provenance.seed, provenance.index, name, message).hex()[:16]
        key, unsettled = self._key(pool, part, asked)
        slots = dict.fromkeys(literal.primitive.slot for term in part.requirement for literal in term)
        if asked:
            slots[asked["slot"]] = None
        return Case(
            id=case_id,
            wanted=wanted,
            message=message,
            domain=DomainRef(schema.name, schema.version, self.domain.digest),
            request=request.text,
            sentences=tuple(
                SentenceRecord(sentence.text, tuple(sorted(sentence.terms))) for sentence in request.sentences
            ),
            inert=request.inert,
            group=group,
            key=key,
            unsettled=unsettled,
            requirement=requirement_record(schema, part, literal_texts(schema, part.requirement)),
            words=self._term_words(part, request),
            slots=tuple(schema.slot(slot).label for slot in slots),
            rows=self._rows(pool, part, list(slots)),
            asked=asked,
            pool=" and ".join(self.settings.pool),
            provenance=provenance,
        )

    def _key(
        self, pool: CandidatePool, part: EvaluatedRequirement, asked: Mapping[str, str]
    ) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Returns the ids of the right rows, and of those of which it is undefined whether they fit."""
        everything = (1 << len(pool.group.rows)) - 1
        satisfied = part.satisfied & everything
        unsettled = everything & ~satisfied & ~part.broken
        if asked and satisfied:
            best = _best_row(self._objective(pool, asked["slot"]), satisfied, satisfied | unsettled)
            satisfied = 0 if best is None else 1 << best
        return self._ids(pool, satisfied), self._ids(pool, unsettled)

    def _objective(self, pool: CandidatePool, slot: str) -> Objective:
        return next(objective for objective in objectives_of(self._groups, pool) if objective.slot == slot)

    def _ids(self, pool: CandidatePool, mask: int) -> tuple[str, ...]:
        ids = self.domain.catalogue.ids
        return tuple(ids[row] for index, row in enumerate(pool.group.rows) if mask >> index & 1)

    def _rows(self, pool: CandidatePool, part: EvaluatedRequirement, slots: Sequence[str]) -> PoolRows:
        """Returns what the requirement makes of each row of the pool."""
        rows = pool.group.rows
        if rows not in self._positions:
            ids = self.domain.catalogue.ids
            self._positions[rows] = {ids[row]: index for index, row in enumerate(rows)}
        for slot in slots:
            if (rows, slot) not in self._texts:
                self._texts[rows, slot] = tuple(self._groups.show(slot, row) for row in rows)
        return PoolRows(
            self._positions[rows],
            tuple(self._texts[rows, slot] for slot in slots),
            tuple(tuple(_signs(len(rows), masks) for masks in term) for term in part.literals),
        )

    def _term_words(self, part: EvaluatedRequirement, request: Request) -> tuple[TermWords, ...]:
        realizer = self._wording.realizer
        words = []
        for number, term in enumerate(part.requirement):
            sentence = next(said for said in request.sentences if number in said.terms)
            said = sentence.said
            text = ", or ".join(realizer.clause(literal) for literal in term)
            words.append(
                TermWords(text, sentence.connective, tuple(said.get(literal, True) for literal in term))
            )
        return tuple(words)


def _narrowing_wishes(
    pool: CandidatePool, slots: Sequence[str], satisfied: int, unbroken: int, least: int, most: int
) -> list[tuple[Candidate, ConversationTerm]]:
    """Returns wishes that leave as many rows as are sought; if there are none, those that leave fewer rows.

    Args:
        slots: the slots of the wishes.
        satisfied: the mask of the rows that satisfy the requirement so far.
        unbroken: the mask of the rows that do not definitely break it.
        least: as in `CaseDrawing._narrowed`, like `most`.
    """
    enough: list[tuple[Candidate, ConversationTerm]] = []
    narrower: list[tuple[Candidate, ConversationTerm]] = []
    for candidate in (candidate for slot in slots for candidate in pool.candidates(slot)):
        wish = wished(candidate)
        left = (satisfied & wish.holds).bit_count()
        if least <= left <= most and (most or not unbroken & ~wish.fails):
            enough.append((candidate, wish))
        elif max(least, 1) <= left < satisfied.bit_count():
            narrower.append((candidate, wish))
    return enough or narrower


def _lies_on_bound(
    pool: CandidatePool, draft: EvaluatedRequirement, everything: int, tests: Collection[str]
) -> bool:
    """Returns whether a row where all other terms hold lies on the bound of a term of one literal."""
    for number, term in enumerate(draft.requirement):
        test = term[0].primitive.test
        if len(term) > 1 or test.op not in _BOUNDS or term[0].effective().op not in tests:
            continue
        others = everything
        for other, holds in enumerate(draft.holds):
            if other != number:
                others &= holds
        if not others:
            continue
        swapped = Primitive(term[0].primitive.slot, evolve(test, op=_BOUNDS[test.op]), term[0].primitive.rule)
        holds, _ = pool.masks(GroundedLiteral(swapped))
        drawn_holds, _ = draft.literals[number][0] if term[0].positive else draft.literals[number][0][::-1]
        if (holds ^ drawn_holds) & others:
            return True
    return False


def _signs(rows: int, masks: tuple[int, int]) -> str:
    """Returns the sign of a literal at each row, as in `RowFacts`."""
    everything = (1 << rows) - 1
    holds, fails = (f"{mask & everything:0{rows}b}"[::-1] for mask in masks)
    return "".join(
        "t" if held == "1" else "f" if failed == "1" else "-"
        for held, failed in zip(holds, fails, strict=True)
    )


def _asked(domain: Domain, objective: Objective, rng: random.Random) -> dict[str, str]:
    """Returns the objective as a record has it; see the ask `best`."""
    slot = domain.schema.slot(objective.slot)
    phrase = domain.bundles.best.get(slot.name, "") if domain.bundles else ""
    words = superlative(slot.kind.name, objective.wanted, slot.label, rng.randrange(len(WAYS)), phrase)
    return {"slot": slot.name, "label": slot.label, "wanted": objective.wanted, "words": words}


def _best_row(objective: Objective, satisfied: int, possible: int) -> int | None:
    """Returns the one satisfying row better than all that may satisfy; None where another is as good."""
    rows = [row for row in range(possible.bit_length()) if possible >> row & 1]
    values = {row: value for row in rows if (value := objective.values[row]) is not None}
    if len(values) < len(rows) or not values:
        return None
    best, *others = sorted(rows, key=lambda row: values[row])
    strict = not others or values[best] < values[others[0]]
    return best if strict and satisfied >> best & 1 else None
