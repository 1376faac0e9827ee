"""From a requirement to requests in English: a seeded walk through the controlled grammar, the best first."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from attrs import field, frozen

from cocoa_core.domain import Domain, GroundedLiteral, Requirement, Rule, Value, side_of
from cocoa_core.language.clauses import Clause, Clauses
from cocoa_core.language.costs import cost_of, repeated_words
from cocoa_core.language.forms import Role, form_parts
from cocoa_core.language.openings import openings
from cocoa_core.language.plan import (
    LAST,
    Allowed,
    Planner,
    Statement,
    alone,
    faults,
    is_wish,
    joined_wishes,
    ordered,
)
from cocoa_core.language.referents import option_names, reference_costs
from cocoa_core.language.wordings import Wordings
from cocoa_core.lexicon import CONNECTIVES, REASONED, REGISTERS, Form

__all__ = ["Realizer", "Request", "Sentence"]

_WORDED: Final = 4
"""Wordings that are drawn of each statement."""
_OPENED: Final = 3
"""Openings that are drawn."""
_DRAWN: Final = 12
"""Combinations of these that are compared by how well they read. They are drawn as numbers, and only those
that are offered are written out."""
_OFFERED: Final = 4
_PLANNED: Final = 3
_FEW: Final = 3
"""Plans that are drawn of a requirement of more sum terms than these, for one that is easy to follow."""
_CLOSED: Final = 0.1
"""Share of requests with a closing, where the domain has some."""
_LAYOUTS: Final[Mapping[str, float]] = {"first": 0.55, "between": 0.2, "last": 0.25}
"""Where the conditions stand among the wishes, with its share of requests. Who checks only what is said first
is right less often where that is a condition."""
_CONNECTED: Final = 0.05
"""Share of requests of which one wish has a connective."""
_AND_IF: Final = 0.2
"""Share of those with two conditions in a row of which the second begins with "and"."""
_REASONED: Final = 0.3
"""Share of requests that give a reason where none is owed and a wish stands alone: 15 to 18 % of all requests
then have one. At 0.12 readers missed them ("nobody gives a reason for a limit")."""
_STOP: Final = re.compile(r"(?<=\. )[a-z]")
"""The first letter of the second sentence of a form of two."""


@frozen
class Sentence:
    """A statement in words, one sentence or two, and the sum terms (by number) that it says; none: inert.

    statement: the form with its literals; None where it is inert.
    """

    text: str
    terms: tuple[int, ...] = ()
    statement: Statement | None = field(default=None, eq=False, repr=False)

    @property
    def connective(self) -> str:
        """The family of its form: `plain`, `if`, `unless` and so on; "" where it is inert."""
        return self.statement.form.family if self.statement else ""

    @property
    def said(self) -> Mapping[GroundedLiteral, bool]:
        """Each literal of its sum terms, and whether the sentence says it or its negation."""
        if self.statement is None:
            return {}
        roles = [part for part in form_parts(self.statement.form) if isinstance(part, Role)]
        return {self.statement.literals[role.place - 1]: role.positive for role in roles}


@frozen
class Request:
    """sentences: in the order of the text, joined by a space. inert: what says nothing, in that order."""

    sentences: tuple[Sentence, ...]
    inert: tuple[str, ...] = ()
    cost: float = 0.0

    @property
    def text(self) -> str:
        """The whole request."""
        return " ".join(sentence.text for sentence in self.sentences)


_Worded: TypeAlias = tuple[Statement, list[Clause]]
"""A statement and words for it, to choose from."""


@frozen(eq=False)
class _Asides:
    """What a text says beside its statements, which means nothing. By place of a statement, from 0.

    condition_too: whether the second of two conditions in a row begins with "and".
    """

    reasons: Mapping[int, str]
    connectives: Mapping[int, str]
    condition_too: bool
    closing: str


def _always(_literals: tuple[GroundedLiteral, ...], _form: Form) -> bool:
    return True


def _unmistakable(_literals: tuple[GroundedLiteral, ...], form: Form) -> bool:
    return not form.others


@frozen(eq=False)
class Realizer:
    """Words requirements of one domain. Holds no state between calls: texts = f(requirement, group, rng)."""

    domain: Domain
    clauses: Clauses = field(init=False, repr=False)
    _rules: dict[str, Rule] = field(init=False, repr=False)
    _names: frozenset[str] = field(init=False, repr=False)

    @clauses.default
    def _words(self) -> Clauses:
        return Clauses(self.domain)

    @_rules.default
    def _by_id(self) -> dict[str, Rule]:
        return {rule.id: rule for rule in self.domain.rules}

    @_names.default
    def _called(self) -> frozenset[str]:
        return option_names(self.domain)

    @property
    def wordings(self) -> Wordings:
        """Every wording of the domain's rules."""
        return self.clauses.wordings

    def sayable(self, literal: GroundedLiteral) -> bool:
        """Whether the literal and its negation can both be worded."""
        one = literal.primitive
        return self.wordings.sayable(one.rule, one.slot, one.test)

    def clause(self, literal: GroundedLiteral) -> str:
        """The literal as a plain statement in its first wording: "it costs under $400"."""
        return self.clauses.plain(literal)

    def condition(self, literal: GroundedLiteral, rng: random.Random) -> str:
        """The literal as it stands after "if". LookupError without words for it."""
        clause = self.clauses.stated(literal, rng, after_if=True, affirmative=False, simple=True)
        if clause is None:
            raise LookupError(f"no wording for {literal}")
        return clause.text

    def sentence(
        self, term: tuple[GroundedLiteral, ...], rng: random.Random, form: Form | None = None
    ) -> str:
        """One sum term as a text of its own, its last literal demanded.

        form: with the literals in its places; else the one that says any. LookupError without words for it.
        """
        statement = Statement(form, term, (0,)) if form else alone(0, term)
        clause = self._filled(statement, REGISTERS["plain"], rng)
        if clause is None:
            raise LookupError(f"no wording for {term}")
        return _sentences(clause.text)

    def realize(
        self,
        requirement: Requirement,
        rng: random.Random,
        group: Mapping[str, Value] | None = None,
        demands: Sequence[int] | None = None,
        allowed: Allowed = _always,
        *,
        inert: bool = True,
        reasons: bool = True,
        apart: bool = False,
    ) -> list[Request]:
        """Requests that say the requirement, those first that read best; at least one.

        demands: for each sum term the place of the literal that is demanded, the last ones without.
        allowed: refuses forms that a careful reader could take in two ways where that would matter.
        inert: whether openings beyond the domain's first, and closings, may be used. reasons: whether these.
        apart: each sum term in a statement of its own, none merged.
        LookupError where a literal has no wording.
        """
        if demands is None:
            demands = [len(term) - 1 for term in requirement]
        planner = Planner(requirement, demands, allowed, merge=not apart, wanted=self._direction)
        plan = min((planner.draw(rng) for _ in range(_PLANNED if len(requirement) > _FEW else 1)), key=faults)
        slots = list(dict.fromkeys(literal.primitive.slot for term in requirement for literal in term))
        moods = REGISTERS[rng.choice(list(REGISTERS))]
        worded = [
            part
            for statement in ordered(plan, self._topics(slots, rng))
            for part in self._worded(statement, moods, rng)
        ]
        [layout] = rng.choices(list(_LAYOUTS), list(_LAYOUTS.values()))
        if not apart:
            alone = 1 if layout == "between" else 0  # a wish before the conditions, the others after them
            worded = [*worded[:alone], *self._joined(worded[alone:], moods, rng)]
        worded = _laid_out(worded, layout)
        asides = self._asides([statement for statement, _ in worded], rng, inert=inert, reasons=reasons)
        openings = [self._opening(group, rng, inert) for _ in range(_OPENED if inert else 1)]
        drawn = []
        for _ in range(_DRAWN):
            opening = rng.choice(openings)
            said = [(statement, rng.choice(clauses)) for statement, clauses in worded]
            drawn.append((self._cost(opening, said), opening, said))
        drawn.sort(key=lambda pair: pair[0])
        best = (_written(opening, said, asides, cost) for cost, opening, said in drawn[:_OFFERED])
        return list({request.text: request for request in best}.values())

    def reads_well(self, requirement: Requirement, demands: Sequence[int], *, strictly: bool = True) -> bool:
        """Whether a text of the requirement has no fault, as `plan.faults` counts them; or, if not strictly,
        no more of them than conditional statements.

        Two sum terms that share a literal and cannot be said in one sentence are a fault, too. demands: as
        `realize` takes them. Forms that could be taken in two ways, which only some options allow, are not
        counted on.
        """
        rng = random.Random(0)
        planner = Planner(requirement, demands, _unmistakable, wanted=self._direction)
        statements: list[Statement] = []
        for plan_drawn in planner.draw(rng):
            ways = (plan_drawn, *plan_drawn.instead) if len(plan_drawn.terms) > 1 else ()
            first = next((way for way in ways if self._filled(way, REGISTERS["plain"], rng)), None)
            statements += [first] if first else plan_drawn.apart()
        conditional = sum(statement.form.family != "plain" for statement in statements)
        return faults(statements) <= (0 if strictly else conditional)

    def _topics(self, slots: Sequence[str], rng: random.Random) -> dict[str, tuple[int, int]]:
        """For each slot when its turn comes: topics in a seeded order, slots of one as in the schema ("leave
        before noon and get in by 8 PM")."""
        shuffled = list(slots)
        rng.shuffle(shuffled)
        topics: dict[str, int] = {}
        order = {}
        for slot in shuffled:
            topic = self.domain.schema.slot(slot).topic or slot
            order[slot] = topics.setdefault(topic, len(topics)), self.domain.schema.position(slot)
        return order

    def _cost(self, opening: str, said: Sequence[tuple[Statement, Clause]]) -> float:
        texts = (clause.text for _, clause in said)
        return cost_of(opening, said) + reference_costs(
            opening, texts, self._names, self.domain.schema.pronoun
        )

    def _opening(self, group: Mapping[str, Value] | None, rng: random.Random, inert: bool) -> str:
        known = openings(self.domain)
        parts = rng.choice(known) if inert else known[0]
        return "".join(
            part
            if isinstance(part, str)
            else self.domain.schema.slot(part.slot).kind.show(group[part.slot])
            if group is not None
            else f"{{{part.slot}}}"
            for part in parts
        )

    def _worded(self, statement: Statement, moods: Sequence[str], rng: random.Random) -> list[_Worded]:
        """The statement in words; where its form cannot be filled, each of its sum terms by itself."""
        for statement_tried in (statement, *statement.instead):
            clauses = self._clauses(statement_tried, moods, rng)
            if clauses:
                return [(statement_tried, clauses)]
        result = []
        for sentence in statement.apart():
            clauses = self._clauses(sentence, moods, rng)
            if not clauses:
                raise LookupError(f"no wording for {sentence.literals}")
            result.append((sentence, clauses))
        return result

    def _asides(
        self, statements: Sequence[Statement], rng: random.Random, *, inert: bool, reasons: bool
    ) -> _Asides:
        closings = self.domain.inert.closings
        wishes = [place for place, one in enumerate(statements) if place and one.form.family == "plain"]
        linked = rng.choice(wishes) if wishes and rng.random() < _CONNECTED else 0
        return _Asides(
            reasons=self._reasons(statements, rng) if inert and reasons else {},
            connectives={linked: rng.choice(CONNECTIVES[:-1])} if linked else {},
            condition_too=rng.random() < _AND_IF,
            closing=rng.choice(closings) if inert and closings and rng.random() < _CLOSED else "",
        )

    def _joined(self, said: list[_Worded], moods: Sequence[str], rng: random.Random) -> list[_Worded]:
        """Plain wishes, which come first, three or two in one sentence where they can be said so.

        One that goes against what people want stands alone, for its reason.
        """
        wishes = [
            spoken
            for spoken in said
            if spoken[0].form.name == "plain" and self._direction(spoken[0].literals[0]) >= 0
        ]
        joined = joined_wishes(wishes, rng, lambda statement: self._clauses(statement, moods, rng) or None)
        taken = {id(wish) for wish in wishes}
        return [*joined, *(spoken for spoken in said if id(spoken) not in taken)]

    def _alike(self, literals: Sequence[GroundedLiteral]) -> bool:
        """Whether their slots are of one topic, so that one subject can have verbs for them all."""
        topics = {self.domain.schema.slot(literal.primitive.slot).topic for literal in literals}
        return len(topics) == 1 and None not in topics and "" not in topics

    def _direction(self, literal: GroundedLiteral) -> int:
        rule = self._rules.get(literal.primitive.rule)
        return rule.direction(literal.effective()) if rule else 0

    def _reasons(self, statements: Sequence[Statement], rng: random.Random) -> dict[int, str]:
        """Reasons by the place of their statement: those owed, for a demand against the usual, or one."""
        owed: dict[int, str] = {}
        possible: dict[int, str] = {}
        for place, statement in enumerate(statements):
            if statement.form.name != "plain":
                continue
            literal = statement.literals[0]
            rule, what = self._rules.get(literal.primitive.rule), literal.effective()
            known = rule.reasons.get(side_of(what), ()) if rule else ()
            if rule and known:
                chosen = owed if rule.direction(what) < 0 else possible
                chosen[place] = rng.choice(known)
        if not owed and possible and rng.random() < _REASONED:
            place = rng.choice(list(possible))
            return {place: possible[place]}
        return owed

    def _clauses(self, statement: Statement, moods: Sequence[str], rng: random.Random) -> list[Clause]:
        """Words for the statement, in which no noun or verb is said twice if that can be; may be empty."""
        found: dict[str, Clause] = {}
        for _ in range(_WORDED):
            clause = self._filled(statement, moods, rng)
            if clause is None:
                break
            found[clause.text] = clause
        least = min(map(repeated_words, found), default=0)
        return [clause for text, clause in found.items() if repeated_words(text) == least]

    def _filled(self, statement: Statement, moods: Sequence[str], rng: random.Random) -> Clause | None:
        """The statement's form with its literals in words; None where some role cannot be filled."""
        form, cost, words = statement.form, 0.0, []
        ready: dict[int, Clause] = {}
        first: Clause | None = None
        ordered = rng.choice(_rotations(tuple(moods)))
        for places, affirmative, listed in _demand_groups(form):
            if first is not None and first.text.startswith("I"):  # not "I need this, and I need that"
                ordered = tuple(mood for mood in ordered if mood != first.mood) or ordered
            literals = [statement.literals[place - 1] for place in places]
            demands = self.clauses.demanded(
                literals,
                ordered,
                rng,
                affirmative=affirmative,
                listed=listed,
                things=form.family != "either",
                verbs=form.family != "plain" or len(literals) == 1 or self._alike(literals),
            )
            if demands is None:
                return None
            first = demands[0]
            ready.update(zip(places, demands, strict=True))
        for part in form_parts(form):
            if isinstance(part, str):
                words.append(_spelled(part))
                continue
            clause = (
                ready.get(part.place) if part.role in ("must", "also") else self._clause(part, statement, rng)
            )
            if clause is None:
                return None
            cost += clause.cost
            begins = bool(words) and words[-1].endswith(". ")
            words.append(f"{clause.text[0].upper()}{clause.text[1:]}" if begins else clause.text)
        return Clause("".join(words), cost)

    def _clause(self, part: Role, statement: Statement, rng: random.Random) -> Clause | None:
        literal, form = statement.literals[part.place - 1], statement.form
        if part.role == "lift":
            return self.clauses.lifted(literal, rng)
        said = literal if part.positive else literal.negated()
        if part.role == "can":
            return self.clauses.allowed(said, rng)
        return self.clauses.stated(
            said,
            rng,
            after_if=not form.affirmative,
            affirmative=part.place in form.affirmative,
            simple=part.place in form.simple,
        )


def _written(opening: str, said: Sequence[tuple[Statement, Clause]], asides: _Asides, cost: float) -> Request:
    sentences, spent = [Sentence(opening)], [opening]
    conditions = [clause.text.startswith("if ") for _, clause in said]
    for place, (statement, clause) in enumerate(said):
        text = clause.text
        if place in asides.reasons:
            spent.append(asides.reasons[place])
            text = f"{asides.reasons[place]}{REASONED}{text}"
        elif place in asides.connectives:
            text = asides.connectives[place] + text
        elif (
            place and asides.condition_too and all(conditions[place - 1 : place + 1]) and sum(conditions) == 2
        ):
            text = CONNECTIVES[-1] + text
        sentences.append(Sentence(_sentences(text), statement.terms, statement))
    if asides.closing:
        spent.append(asides.closing)
        sentences.append(Sentence(asides.closing))
    return Request(tuple(sentences), tuple(spent), cost)


def _laid_out(said: list[_Worded], layout: str) -> list[_Worded]:
    """The statements, of which the wishes come first, with the conditions where the layout has them."""
    wishes = [spoken for spoken in said if is_wish(spoken[0])]
    others = [spoken for spoken in said if not is_wish(spoken[0])]
    if layout == "last" or any(statement.form.name in LAST for statement, _ in others):
        return [*wishes, *others]
    if layout == "first":
        return [*others, *wishes]
    if len(wishes) > 1:
        return [wishes[0], *others, *wishes[1:]]
    return [*others[:1], *wishes, *others[1:]]


@lru_cache(maxsize=64)
def _rotations(moods: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The moods in their order, from each of them on."""
    return tuple((*moods[start:], *moods[:start]) for start in range(len(moods)))


@lru_cache(maxsize=64)
def _demand_groups(form: Form) -> list[tuple[list[int], bool, bool]]:
    """The places of demands, those that share a head together, in the order of the pattern.

    With each group whether none of it may be worded as a denial, and whether its last may have a list.
    """
    groups: list[list[int]] = []
    for part in form_parts(form):
        if isinstance(part, Role) and part.role == "must":
            groups.append([part.place])
        elif isinstance(part, Role) and part.role == "also":
            groups[-1].append(part.place)
    return [
        (places, not set(places).isdisjoint(form.affirmative), places[-1] not in form.simple)
        for places in groups
    ]


@lru_cache(maxsize=128)
def _spelled(part: str) -> str:
    """Fixed words of a form with a capital after a full stop."""
    return _STOP.sub(lambda letter: letter[0].upper(), part)


def _sentences(text: str) -> str:
    """One sentence or two with a capital at the beginning and a full stop at the end."""
    return f"{text[0].upper()}{text[1:]}."
