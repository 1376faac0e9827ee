"""Draws how a requirement came about in the course of a conversation, and puts the turns into words.

The options that fit after each turn are planned before any requirement is drawn (`revision_plans`), and
independently of the option that is right at the end, so they do not give it away. A requirement that has no
such history (`revision_search`) is refused while its balanced set is drawn, without the rest of the set.
"""

from __future__ import annotations

import random
from collections.abc import Sequence, Set
from functools import partial
from itertools import pairwise
from typing import Final, TypeVar

from attrs import evolve, frozen

from cocoa_core.domain import GroundedLiteral, Requirement
from cocoa_core.families.selection.generation.candidates import FAILING, CandidatePool
from cocoa_core.families.selection.generation.context import Sets
from cocoa_core.families.selection.generation.conversation_terms import (
    ConversationTerm,
    SlotNouns,
    State,
    Step,
    WishClass,
    fitting,
)
from cocoa_core.families.selection.generation.grounding import GroundedRequirement
from cocoa_core.families.selection.generation.option_masks import ALL_OPTIONS
from cocoa_core.families.selection.generation.revision_plans import RevisionPlan
from cocoa_core.families.selection.generation.revision_search import HistorySearch, LastSwaps, bound_of
from cocoa_core.families.selection.generation.wording import RequestWording
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.language import TextSpec, bounded_phrases, read_conversation, say, small, takers_of
from cocoa_core.lexicon import MARKERS, REVISIONS, STIFF
from cocoa_core.proof import equivalent

REVISE: Final = "revise"
"""The name of the delivery in records."""
REVISE_VERSION: Final = 1
"""Rises whenever records of conversations change their shape."""
_WORDINGS: Final = 3
"""The wordings tried for one history."""
_UNMARKED: Final = 0.5
"""The share of revisions without a marker such as "Actually". When five of six had one, customers seemed to
doubt everything they said.
"""
_DATING: Final = ("by ", "in ", "on ", "at {")
"""The beginnings of comparisons that say when something is done: "make it by 2:30 PM"."""
_WHOLLY: Final = ("everything", "before")
"""Words of those sentences that take back all of a message that did two things."""

_Any = TypeVar("_Any")


@frozen
class Revised:
    """The conversation of one question."""

    ops: tuple[str, ...]
    """The operation of each turn."""
    texts: tuple[str, ...]
    """The text of each turn."""
    terms: tuple[tuple[GroundedLiteral, ...], ...]
    """All terms that are ever in force."""
    states: tuple[tuple[int, ...], ...]
    """For each turn the indices in `terms` of those in force after it."""
    fits: tuple[tuple[int, ...], ...]
    """For each turn the options that fit after it, as indices in the question's rows."""


class BalancedSetHistories:
    """The histories of one balanced set: which requirements have one, and what its turns say."""

    def __init__(
        self, reviser: Reviser, plans: Sequence[RevisionPlan], without: Set[str] = frozenset()
    ) -> None:
        """Starts without histories; no turn uses the slots of `without`."""
        self._reviser, self._plans, self._without = reviser, plans, without
        self._wish_classes: tuple[WishClass, ...] | None = None
        self._drawn: dict[int, tuple[int, list[Step]]] = {}
        """For each member the index of the plan that its history follows, and its steps."""
        self._rows: Sequence[int] = ()

    def last_swaps(self, member: int, pool: CandidatePool, rows: Sequence[int]) -> LastSwaps:
        """Returns the last swaps that a member's conversation may have over some rows.

        The last turn may take a swap back: then that one has to be possible. Plans that members may exchange
        agree in what fits before the last turn.
        """
        return LastSwaps(
            self._plans[member], self._reviser.nouns, partial(self._wish_classes_over, pool, rows)
        )

    def _wish_classes_over(self, pool: CandidatePool, rows: Sequence[int]) -> tuple[WishClass, ...]:
        """Returns the wishes that turns may be drawn from; cached for the last rows."""
        if self._wish_classes is None or self._rows != rows:
            self._wish_classes, self._rows = self._reviser.wish_classes(pool, rows, self._without), rows
        return self._wish_classes

    def fits(
        self,
        member: int,
        pool: CandidatePool,
        draft: GroundedRequirement,
        rows: Sequence[int],
        rng: random.Random,
    ) -> bool:
        """Returns whether a requirement has a history as planned, and stores the history."""
        wish_classes = self._wish_classes_over(pool, rows)
        broken_twice = draft.broken_twice
        end = tuple(
            ConversationTerm(
                demand_last(term, demand),
                _over_options(holds, rows),
                _over_options(fails, rows),
                demand_last(
                    [(_over_options(true, rows), _over_options(false, rows)) for true, false in masks], demand
                ),
                (fails & ~broken_twice).bit_count(),
            )
            for term, demand, holds, fails, masks in zip(
                draft.requirement, draft.demands, draft.holds, draft.fails, draft.literals, strict=True
            )
        )
        fit = fitting(end)
        if fit is None:
            return False
        for index in self._open_plans(member):
            plan = self._plans[index]
            if plan.several or fit.bit_count() == 1:
                steps = self._reviser.search.history(end, fit, plan, wish_classes, rng)
                if steps is not None:
                    self._drawn[member] = index, steps
                    return True
        return False

    def _open_plans(self, member: int) -> Sequence[int]:
        """Returns the indices of the plans that a member may take, those with the most changes first.

        If one option fits at the end, members may exchange their plans, since the set as a whole keeps the
        same plans. For 200 conversations of diamonds this reduced the requirements drawn from 1,480 to 1,202.
        If several may fit, the options were chosen for the member's own plan.
        """
        if self._plans[member].several:
            return [member]
        taken = {index for other, (index, _) in self._drawn.items() if other != member}
        return sorted(set(range(len(self._plans))) - taken, key=lambda index: -self._plans[index].changes)

    def told(self, sets: Sets, rng: random.Random) -> Sets | None:
        """Returns the questions of the balanced set with their histories; None where one could not be put
        into words.
        """
        result = []
        for member, [drawn] in enumerate(sets):
            revised = self._reviser.told(self._drawn[member][1], drawn.request.sentences[0].text, rng)
            if revised is None:
                return None
            positions = [drawn.rows.index(row) for row in self._rows]
            fits = tuple(tuple(positions[option] for option in options) for options in revised.fits)
            result.append([evolve(drawn, revised=evolve(revised, fits=fits))])
        return result


class Reviser:
    """Draws and words conversations over one domain."""

    def __init__(self, wording: RequestWording) -> None:
        self._wording = wording
        self.schema = wording.domain.schema
        self.nouns = SlotNouns(self.schema)
        self.search = HistorySearch(self.nouns, wording.realizer, self.schema)

    def wish_classes(
        self, pool: CandidatePool, rows: Sequence[int], without: Set[str] = frozenset()
    ) -> tuple[WishClass, ...]:
        """Returns every literal that a customer may want and call by a noun, by the options on which it holds
        and fails.

        Args:
            without: slots to leave out.
        """
        literals_by_truth: dict[tuple[str, int, int], list[GroundedLiteral]] = {}
        for slot in self._slots(pool, without):
            for candidate, bits in zip(pool.candidates(slot), pool.truth_bits(slot, rows), strict=True):
                holds, fails = bits & (1 << FAILING) - 1, bits >> FAILING
                if candidate.direction >= 0:
                    literals_by_truth.setdefault((slot, holds, fails), []).append(candidate.literal)
                if candidate.direction <= 0:
                    literals_by_truth.setdefault((slot, fails, holds), []).append(candidate.literal.negated())
        return tuple(WishClass(*key, tuple(literals)) for key, literals in literals_by_truth.items())

    def can_single_out(
        self,
        pool: CandidatePool,
        rows: Sequence[int],
        plans: Sequence[RevisionPlan],
        without: Set[str] = frozenset(),
    ) -> bool:
        """Returns whether some wish holds on each option alone that fits before the last revision of a plan.

        Where any number of options may fit at the end, `HistorySearch` needs such a wish. Its absence, seen
        here before anything is drawn for the rows, was the reason for 361 of 583 requirements of flights and
        2,205 of 3,992 of diamonds that had no history (100 conversations each, `every`).

        Args:
            rows: the options, as many as a panel has.
            without: slots to leave out.
        """
        left = {plan.stale for plan in plans if plan.several}
        alone = {1 << option | (ALL_OPTIONS ^ 1 << option) << FAILING: option for option in left}
        denied = {(ALL_OPTIONS ^ 1 << option) | 1 << option << FAILING: option for option in left}
        for slot in self._slots(pool, without):
            if not left:
                break
            directed_bits = set(zip(pool.truth_bits(slot, rows), pool.direction_of_each(slot), strict=True))
            left -= {alone[bits] for bits, direction in directed_bits if direction >= 0 and bits in alone}
            left -= {denied[bits] for bits, direction in directed_bits if direction <= 0 and bits in denied}
        return not left

    def _slots(self, pool: CandidatePool, without: Set[str]) -> list[str]:
        """Returns the slots that turns may name."""
        excluded = {*self.schema.group_by, *without}
        return [slot for slot in pool.usable() if slot not in excluded and slot in self.nouns]

    def told(self, steps: Sequence[Step], opening: str, rng: random.Random) -> Revised | None:
        """Puts the steps into words of which every reading has the same states; None where no such words are
        found.
        """
        for _ in range(_WORDINGS):
            revised = self._worded(steps, opening, rng)
            if revised is not None:
                return revised
        return None

    def _worded(self, steps: Sequence[Step], opening: str, rng: random.Random) -> Revised | None:
        """Puts the turns into words and reads them again; None unless every reading has these states."""
        try:
            spoken: set[str] = set()
            begun = self._first_turn(opening, steps[0].state, rng)
            texts = [begun, *(self._text(step, before, spoken, rng) for before, step in pairwise(steps))]
        except LookupError:
            return None
        readings = read_conversation(self._wording.parser, texts[0], texts[1:])
        if not readings:
            return None
        wanted = [(step.op, tuple(term.literals for term in step.state)) for step in steps]
        for reading in readings:
            for heard, (op, terms) in zip(reading, wanted, strict=True):
                if heard.op != op or not equivalent(self.schema, heard.terms, terms):
                    return None
        all_terms = list(dict.fromkeys(term for step in steps for term in step.state))
        return Revised(
            tuple(step.op for step in steps),
            tuple(texts),
            tuple(term.literals for term in all_terms),
            tuple(tuple(all_terms.index(term) for term in step.state) for step in steps),
            tuple(_options_of(fitting(step.state) or 0) for step in steps),
        )

    def before_last(self, texts: Sequence[str], requirement: Requirement) -> Requirement | None:
        """Returns what is in force before the last of two turns or more; None unless every reading of them
        ends with the requirement.
        """
        readings = read_conversation(self._wording.parser, texts[0], texts[1:]) if texts[1:] else ()
        if not readings or not all(
            equivalent(self.schema, reading[-1].terms, requirement) for reading in readings
        ):
            return None
        return readings[0][-2].terms

    def _first_turn(self, opening: str, state: State, rng: random.Random) -> str:
        """Returns the opening and the terms of a state, in sentences as a request has them."""
        if not state:
            return opening
        [request, *_] = self._wording.realizer.realize(
            tuple(term.literals for term in state),
            rng,
            TextSpec(inert=False, opening=opening),
            allowed=lambda _literals, form: not form.others,
        )
        return request.text

    def _sentence(self, term: ConversationTerm, rng: random.Random) -> str:
        """Returns a term as a later turn says it: a noun was named last, or a turn of the assistant came
        between.
        """
        return self._wording.realizer.sentence(term.literals, rng, option_named=False)

    def _with_values(self, step: Step, pattern: str, rng: random.Random) -> str:
        """Fills in the new comparison, the difference, both names, or the condition."""
        old, new = step.drops[0].literals[0], step.adds[0].literals[0]
        if step.op in ("unless", "only if"):
            literal = new if step.op == "unless" else new.negated()
            return pattern.replace("{P}", self._wording.realizer.condition(literal, rng))
        kind = self.schema.slot(new.primitive.slot).kind
        if step.op == "shift":
            difference = abs(bound_of(new) - bound_of(old))
            return pattern.replace("{D}", say(kind, None, difference))
        if step.op == "bound":
            return pattern.replace("{C}", rng.choice(self._bounds(new)))
        names = [say(kind, None, named_literal.primitive.test.args[0]) for named_literal in (old, new)]
        return pattern.replace("{V}", names[0]).replace("{W}", names[1])

    def _bounds(self, literal: GroundedLiteral) -> list[str]:
        """Returns the comparisons that express a literal after "make it", where "by 2:30 PM" would be what is
        done by then.
        """
        kind = self.schema.slot(literal.primitive.slot).kind
        value = say(kind, None, literal.primitive.test.args[0])
        phrases = bounded_phrases(kind, literal.effective().op)
        sayable = [phrase for phrase in phrases if not phrase.startswith(_DATING)]
        plain = [phrase for phrase in sayable if not phrase.startswith(STIFF)]
        return [phrase.replace("{0}", value) for phrase in plain or sayable]

    def _patterns(self, step: Step, before: Step) -> Sequence[str]:
        """Returns the sentences of the step's operation that can express it after the step before."""
        patterns: Sequence[str] = REVISIONS[step.op]
        if step.op == "shift":
            old, new = step.drops[0].literals[0], step.adds[0].literals[0]
            return patterns[bound_of(new) < bound_of(old) :: 2]
        if step.op == "bound":
            last = () if before.op in ("", "undo") else before.adds  # the first turn is in any order
            if not self.nouns.singular(step.adds[0].slot):
                patterns = _without_subject(patterns)
            [comparison, *_] = self._bounds(step.adds[0].literals[0])
            if last != step.drops or len(takers_of(self._wording.parser, comparison)) > 1:
                return [pattern for pattern in patterns if "{N}" in pattern]  # "that" is what was said last
            return patterns
        if step.op == "undo" and before.op == "swap":  # which dropped something and added something
            return [pattern for pattern in patterns if any(word in pattern for word in _WHOLLY)]
        if step.op == "drop" and not self.nouns.singular(step.drops[0].slot):
            return _without_subject(patterns)
        return patterns

    def _text(self, step: Step, before: Step, spoken: set[str], rng: random.Random) -> str:
        """Puts a revision into words, and adds to `spoken` the phrases to avoid while others are left."""
        pattern = sentence = _unspoken(self._patterns(step, before), spoken, rng)
        if step.op in ("bound", "value", "shift", "unless", "only if"):
            pattern = self._with_values(step, pattern, rng)
        if step.op == "drop both":
            nouns = [self.nouns[literal.primitive.slot] for literal in step.drops[0].literals]
            rng.shuffle(nouns)
            pattern = pattern.replace("{N}", nouns[0]).replace("{M}", nouns[1])
        named = step.adds[0] if step.op in ("back", "bound") else step.drops[0] if step.drops else None
        statement = self._sentence(step.adds[0], rng) if "{S}" in pattern or "{s}" in pattern else ""
        text = (
            pattern.replace("{N}", self.nouns[named.slot] if named is not None and "{N}" in pattern else "")
            .replace("{S}", statement)
            .replace("{s}", small(statement))
        )
        if text.endswith(".."):  # the full stop of a value ends the sentence, too
            text = text[:-1]
        if "{s}" in sentence or rng.random() < _UNMARKED:
            return text
        return f"{_unspoken(MARKERS, spoken, rng)}{small(text)}"


def _without_subject(patterns: Sequence[str]) -> Sequence[str]:
    """Returns the sentences in which the noun is no subject, so that a plural one can stand in it."""
    return [pattern for pattern in patterns if not pattern.startswith("The {N}")]


def _unspoken(choices: Sequence[str], spoken: set[str], rng: random.Random) -> str:
    choice = rng.choice([choice for choice in choices if choice not in spoken] or choices)
    spoken.add(choice)
    return choice


def _options_of(mask: int) -> tuple[int, ...]:
    return tuple(option for option in range(PANEL) if mask >> option & 1)


def _over_options(mask: int, rows: Sequence[int]) -> int:
    """Converts a mask over the rows of a group into a mask over the options."""
    return sum((mask >> row & 1) << option for option, row in enumerate(rows))


def demand_last(term: Sequence[_Any], demand: int) -> tuple[_Any, ...]:
    """Returns the items of a sum term with that of the demand moved to the end."""
    return (*term[:demand], *term[demand + 1 :], term[demand])
