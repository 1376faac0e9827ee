"""Realizes a requirement as requests in English: a seeded walk through the controlled grammar, the best
first.
"""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from attrs import evolve, field, frozen

from cocoa_core.domain import Domain, GroundedLiteral, Requirement, Rule, Value
from cocoa_core.domain.kinds import Kind
from cocoa_core.english import as_sentence
from cocoa_core.language.clauses import Clause, ClauseKind, Clauses, DemandGroup
from cocoa_core.language.costs import SpokenStatement, cost_of, repeated_words, spoken_statement
from cocoa_core.language.inert_text import drawn_reasons, openings
from cocoa_core.language.plan import (
    ASKED,
    LAST,
    Allowed,
    Planner,
    Statement,
    faults,
    is_wish,
    joined_wishes,
    lone_statement,
    ordered,
)
from cocoa_core.language.referents import (
    last_names_option,
    named_again,
    names_of_others,
    names_option,
    option_names,
    reference_costs,
    slips,
)
from cocoa_core.language.spoken_values import family_of
from cocoa_core.language.tries import Role, form_parts
from cocoa_core.language.wordings import Wordings
from cocoa_core.lexicon import CONNECTIVES, REASONED, SPEECHES, SentenceForm
from cocoa_core.seeds import plain_stream

_PLAIN: Final = SPEECHES["wishes"].registers["plain"]
_WORDINGS_PER_STATEMENT: Final = 4
"""The number of wordings drawn of each statement."""
_OPENINGS_PER_TEXT: Final = 3
"""The number of openings drawn."""
_COMBINATIONS: Final = 12
"""The number of combinations of these that are compared by how well they read. Only the best are written
out.
"""
_TEXTS: Final = 4
"""The most texts that are written out and returned."""
_NAMING_DRAWS: Final = 12
"""The most draws of a text in which no pronoun for the option should come before a noun for it: a rule may
have hardly any wording without one. Of 480 later turns of the shipped domains 72 had such a pronoun; of 2,400
with these draws none has.
"""
_PLANS: Final = 3
"""The number of plans drawn of a long requirement, for one that is easy to follow."""
_MOST_TERMS_OF_ONE_PLAN: Final = 3
"""The most sum terms of a requirement of which a single plan is drawn."""
_CLOSING_SHARE: Final = 0.1
"""The share of requests with a closing, where the domain has closings."""
_LAYOUTS: Final[Mapping[str, float]] = {"first": 0.66, "between": 0.2, "last": 0.14}
"""Where the conditions stand among the wishes, with its share of requests. Whoever checks only what is said
first is right less often where that is a condition.
"""
_CONNECTIVE_SHARE: Final = 0.05
"""The share of requests in which one wish has a connective."""
_AND_IF_SHARE: Final = 0.2
"""The share, of requests with two conditions in a row, in which the second begins with "and"."""
_STOP: Final = re.compile(r"(?<=\. )[a-z]")
"""The first letter of the second sentence of a form of two."""


@frozen
class Sentence:
    """A statement in words, one sentence or two, and the numbers of the sum terms that it says; none for an
    inert one.
    """

    text: str
    terms: tuple[int, ...] = ()
    statement: Statement | None = field(default=None, eq=False, repr=False)
    """The form with its literals; None for an inert sentence."""

    @property
    def connective(self) -> str:
        """The family of its form: `plain`, `if`, `unless` and so on; empty for an inert sentence."""
        return self.statement.form.family if self.statement else ""

    @property
    def said(self) -> Mapping[GroundedLiteral, bool]:
        """For each literal of its sum terms whether the sentence says it, or its negation."""
        if self.statement is None:
            return {}
        roles = [part for part in form_parts(self.statement.form) if isinstance(part, Role)]
        return {self.statement.literals[role.place - 1]: role.positive for role in roles}


@frozen(eq=False, kw_only=True)
class TextSpec:
    """What the text of a requirement may have, besides sentences that say it."""

    group: Mapping[str, Value] | None = None
    """The values that all options share, by slot. The opening names some of them; without values it names the
    slots in braces.
    """
    inert: bool = True
    """Whether closings, reasons, and openings other than the domain's first, may be used."""
    reasons: bool = True
    """Whether reasons may be given."""
    opening: str = ""
    """The opening; empty where it is drawn."""
    apart: bool = False
    """Whether each sum term is said by a statement of its own, and none are merged."""
    open_lists: bool = False
    """Whether no literal becomes a condition by its negation if that may be said by what is left of a closed
    list: "if I fly economy" is "unless I fly business or first" only while there is no fourth class.
    """


_ANY_TEXT: Final = TextSpec()


@frozen
class Request:
    """A request: its sentences, in order, and the texts that mean nothing."""

    sentences: tuple[Sentence, ...]
    inert: tuple[str, ...] = ()
    cost: float = 0.0

    @property
    def text(self) -> str:
        """The whole request."""
        return " ".join(sentence.text for sentence in self.sentences)


_Worded: TypeAlias = tuple[Statement, list[Clause]]
"""A statement, and words for it to choose from."""


@frozen(eq=False)
class _Asides:
    """What a text says beside its statements, which means nothing. Keys are indices of statements, from 0."""

    reasons: Mapping[int, str]
    connectives: Mapping[int, str]
    condition_too: bool
    """Whether the second of two conditions in a row begins with "and"."""
    closing: str


def _always(_literals: tuple[GroundedLiteral, ...], _form: SentenceForm) -> bool:
    return True


def _unmistakable(_literals: tuple[GroundedLiteral, ...], form: SentenceForm) -> bool:
    return not form.others


@frozen(eq=False)
class Realizer:
    """Puts requirements of one domain into words. It keeps no state between calls: texts = f(requirement,
    group, rng).
    """

    domain: Domain
    clauses: Clauses = field(init=False, repr=False)
    _rules: dict[str, Rule] = field(init=False, repr=False)
    _names: frozenset[str] = field(init=False, repr=False)
    _others: tuple[frozenset[str], ...] = field(init=False, repr=False)
    """The nouns of things that are no option; see `names_of_others`."""

    @clauses.default
    def _words(self) -> Clauses:
        return Clauses(self.domain)

    @_rules.default
    def _by_id(self) -> dict[str, Rule]:
        return {rule.id: rule for rule in self.domain.rules}

    @_names.default
    def _called(self) -> frozenset[str]:
        return option_names(self.domain)

    @_others.default
    def _of_others(self) -> tuple[frozenset[str], ...]:
        return names_of_others(self.domain)

    @property
    def wordings(self) -> Wordings:
        """Every wording of the domain's rules."""
        return self.clauses.wordings

    def sayable(self, literal: GroundedLiteral) -> bool:
        """Returns whether the literal and its negation can both be worded."""
        primitive = literal.primitive
        return self.wordings.sayable(primitive.rule, primitive.slot, primitive.test)

    def clause(self, literal: GroundedLiteral) -> str:
        """Returns the literal as a plain statement in its first wording: "it costs under $400"."""
        return self.clauses.plain(literal)

    def condition(self, literal: GroundedLiteral, rng: random.Random) -> str:
        """Returns the literal as it stands after "if" where no option was named before.

        Raises:
            LookupError: there are no words for it.
        """

        def draw() -> str:
            clause = self.clauses.stated(literal, rng, ClauseKind())
            if clause is None:
                raise LookupError(f"no wording for {literal}")
            return clause.text

        return self._naming(draw)

    def sentence(
        self,
        term: tuple[GroundedLiteral, ...],
        rng: random.Random,
        form: SentenceForm | None = None,
        *,
        option_named: bool = True,
    ) -> str:
        """Returns one sum term as a text of its own.

        Args:
            term: the literals, in the places of the form; the last one is demanded.
            rng: the random stream.
            form: the form; None for the one that can say any sum term.
            option_named: whether the option was named before. Otherwise a pronoun for it is avoided.

        Raises:
            LookupError: there are no words for it.
        """
        statement = Statement(form, term, (0,)) if form else lone_statement(0, term)

        def draw() -> str:
            clause = self._filled(statement, _PLAIN, rng)
            if clause is None:
                raise LookupError(f"no wording for {term}")
            return clause.pronoun if option_named and clause.pronoun else clause.text

        return as_sentence(draw() if option_named else self._naming(draw))

    def _naming(self, draw: Callable[[], str]) -> str:
        """Returns the first drawn text without a pronoun for an option that it has not named; the last one
        where `_NAMING_DRAWS` draws have none.
        """
        for _ in range(_NAMING_DRAWS):
            text = draw()
            if not slips(text, self._names, self.domain.schema.pronoun, before=False):
                break
        return text

    def realize(
        self,
        requirement: Requirement,
        rng: random.Random,
        spec: TextSpec = _ANY_TEXT,
        demands: Sequence[int] | None = None,
        allowed: Allowed = _always,
    ) -> list[Request]:
        """Returns requests that say the requirement, at least one, those that read best first.

        Args:
            requirement: the product of sums.
            rng: the random stream.
            spec: what the text may have.
            demands: for each sum term the index of the literal that is demanded; the last one where None.
            allowed: refuses forms that a careful reader could take in two ways where that would matter.

        Raises:
            LookupError: a literal has no wording.
        """
        if demands is None:
            demands = [len(term) - 1 for term in requirement]

        def sayable(literals: tuple[GroundedLiteral, ...], form: SentenceForm) -> bool:
            return form.family not in self.clauses.speech.unsaid and allowed(literals, form)

        planner = Planner(
            requirement,
            demands,
            sayable,
            merge=not spec.apart,
            wanted=self._direction,
            turnable=lambda literal: not spec.open_lists or self._is_denied_plainly(literal),
        )
        plan_count = _PLANS if len(requirement) > _MOST_TERMS_OF_ONE_PLAN else 1
        plan = min((planner.draw(rng) for _ in range(plan_count)), key=faults)
        slots = list(dict.fromkeys(literal.primitive.slot for term in requirement for literal in term))
        moods = self.clauses.speech.registers[rng.choice(list(self.clauses.speech.registers))]
        worded = [
            part
            for statement in ordered(plan, self._topics(slots, rng))
            for part in self._worded(statement, moods, rng)
        ]
        [layout] = rng.choices(list(_LAYOUTS), list(_LAYOUTS.values()))
        if not spec.apart:
            unjoined = 1 if layout == "between" else 0  # a wish before the conditions, the others after them
            worded = [*worded[:unjoined], *self._joined(worded[unjoined:], moods, rng)]
        worded = _laid_out(worded, layout)
        asides = self._asides([statement for statement, _ in worded], rng, spec)
        opening_texts = [
            spec.opening or self._opening(spec.group, rng, spec.inert)
            for _ in range(_OPENINGS_PER_TEXT if spec.inert else 1)
        ]
        spoken = [
            [spoken_statement(statement, clause) for clause in clauses] for statement, clauses in worded
        ]
        drawn = [
            (rng.choice(opening_texts), tuple([rng.choice(ways) for ways in spoken]))
            for _ in range(_COMBINATIONS)
        ]
        drawn = [(opening, self._with_pronouns(opening, ways, asides.reasons)) for opening, ways in drawn]
        costs = {way: self._cost(*way) for way in dict.fromkeys(drawn)}
        drawn.sort(key=costs.__getitem__)
        best = (_written(*way, asides, costs[way]) for way in dict.fromkeys(drawn[:_TEXTS]))
        return list({request.text: request for request in best}.values())

    def reads_well(self, requirement: Requirement, demands: Sequence[int], *, strictly: bool = True) -> bool:
        """Returns whether a text of the requirement has no fault, as `plan.faults` counts them.

        Two sum terms that share a literal and cannot be said in one sentence are a fault, too. Forms that
        could be taken in two ways, which only some options allow, are not used here.

        Args:
            requirement: the product of sums.
            demands: as in `realize`.
            strictly: otherwise as many faults are accepted as there are conditional statements.
        """
        rng = plain_stream(0)
        planner = Planner(requirement, demands, _unmistakable, wanted=self._direction)
        statements: list[Statement] = []
        for plan_drawn in planner.draw(rng):
            if len(plan_drawn.terms) == 1:
                statements.append(plan_drawn)
                continue
            ways = (plan_drawn, *plan_drawn.instead)
            first = next((way for way in ways if self._filled(way, _PLAIN, rng)), None)
            if first is None and strictly:
                return False  # said apart, they share a literal
            statements += [first] if first else plan_drawn.apart()
        conditional = sum(statement.form.family != "plain" for statement in statements)
        return faults(statements) <= (0 if strictly else conditional)

    def _topics(self, slots: Sequence[str], rng: random.Random) -> dict[str, tuple[int, int]]:
        """Returns for each slot when its turn comes: topics in random order, the slots of a topic as in the
        schema.
        """
        shuffled = list(slots)
        rng.shuffle(shuffled)
        topics: dict[str, int] = {}
        order = {}
        for slot in shuffled:
            topic = self.domain.schema.slot(slot).topic or slot
            order[slot] = topics.setdefault(topic, len(topics)), self.domain.schema.position(slot)
        return order

    def _with_pronouns(
        self, opening: str, statements: Sequence[SpokenStatement], reasons: Mapping[int, str]
    ) -> tuple[SpokenStatement, ...]:
        """Returns the statements with a pronoun for the option where the text before is about it; a reason
        comes between them.
        """
        result = []
        option = last_names_option(opening, self._names)
        for index, statement in enumerate(statements):
            spoken = statement.again if option and statement.again and index not in reasons else statement
            option = self._about_option(spoken.text, option)
            result.append(spoken)
        return tuple(result)

    def _about_option(self, text: str, before: bool) -> bool:
        return names_option(text, self._names, self.domain.schema.pronoun, before)

    def _cost(self, opening: str, statements: Sequence[SpokenStatement]) -> float:
        return cost_of(opening, statements) + reference_costs(
            opening, [spoken.text for spoken in statements], self._names, self.domain.schema.pronoun
        )

    def _opening(self, group: Mapping[str, Value] | None, rng: random.Random, inert: bool) -> str:
        known_openings = openings(self.domain)
        parts = rng.choice(known_openings) if inert else known_openings[0]
        opening = ""
        for part in parts:
            if isinstance(part, str):
                opening = _with_words(opening, part)
            elif group is None:
                opening += f"{{{part.slot}}}"
            else:
                opening += self.domain.schema.slot(part.slot).kind.show(group[part.slot])
        return opening

    def _worded(self, statement: Statement, moods: tuple[str, ...], rng: random.Random) -> list[_Worded]:
        """Returns the statement in words; where its form cannot be filled, each of its sum terms by
        itself.
        """
        for way in (statement, *statement.instead):
            clauses = self._clauses(way, moods, rng)
            if clauses:
                return [(way, clauses)]
        result = []
        for sentence in statement.apart():
            clauses = self._clauses(sentence, moods, rng)
            if not clauses:
                raise LookupError(f"no wording for {sentence.literals}")
            result.append((sentence, clauses))
        return result

    def _asides(self, statements: Sequence[Statement], rng: random.Random, spec: TextSpec) -> _Asides:
        closings = self.domain.inert.closings
        wishes = [
            index
            for index, statement in enumerate(statements)
            if index and statement.form.pattern.startswith("{must")
        ]
        linked = rng.choice(wishes) if wishes and rng.random() < _CONNECTIVE_SHARE else 0
        return _Asides(
            reasons=drawn_reasons(self._rules, statements, rng) if spec.inert and spec.reasons else {},
            connectives={linked: rng.choice(CONNECTIVES[:-1])} if linked else {},
            condition_too=rng.random() < _AND_IF_SHARE,
            closing=rng.choice(closings) if spec.inert and closings and rng.random() < _CLOSING_SHARE else "",
        )

    def _joined(self, worded: list[_Worded], moods: tuple[str, ...], rng: random.Random) -> list[_Worded]:
        """Joins plain wishes, which come first, three or two in a sentence where they can be said so.

        A wish against what people want stands alone, for its reason.
        """
        wishes = [
            spoken
            for spoken in worded
            if spoken[0].form.name == "plain" and self._direction(spoken[0].literals[0]) >= 0
        ]

        def say(statement: Statement) -> list[Clause] | None:
            clauses = self._clauses(statement, moods, rng)
            return [clause for clause in clauses if not self._slips(clause.text)] or None

        joined = joined_wishes(wishes, rng, say)
        joined_ids = {id(wish) for wish in wishes}
        return [*joined, *(spoken for spoken in worded if id(spoken) not in joined_ids)]

    def _is_denied_plainly(self, literal: GroundedLiteral) -> bool:
        """Returns whether the negation of a literal is never said by what is left of a closed list."""
        return not (
            literal.positive
            and getattr(self.domain.schema.slot(literal.primitive.slot).kind, "closed", False)
        )

    def _direction(self, literal: GroundedLiteral) -> int:
        rule = self._rules.get(literal.primitive.rule)
        return rule.direction(literal.effective()) if rule else 0

    def _clauses(self, statement: Statement, moods: tuple[str, ...], rng: random.Random) -> list[Clause]:
        """Returns words for the statement, in which no noun or verb is said twice and no pronoun means
        something else than the option, if that can be; may be empty.
        """
        drawn: dict[str, Clause] = {}
        for _ in range(_WORDINGS_PER_STATEMENT):
            clause = self._filled(statement, moods, rng)
            if clause is None and statement.form.refers:  # "if I pay over $200" names no "it", others do
                continue
            if clause is None:
                break
            drawn[clause.text] = clause
        if len(drawn) == 1:
            return list(drawn.values())
        flaws = {
            text: self._slips(text)
            + named_again(text, self._others)
            + (0 if statement.form.compares else repeated_words(text))
            for text in drawn
        }
        least = min(flaws.values(), default=0)
        return [clause for text, clause in drawn.items() if flaws[text] == least]

    def _slips(self, text: str) -> int:
        return slips(text, self._names, self.domain.schema.pronoun)

    def _filled(self, statement: Statement, moods: tuple[str, ...], rng: random.Random) -> Clause | None:
        """Returns the statement's form with its literals in words; None where some role cannot be filled."""
        form, cost, text, again = statement.form, 0.0, "", ""
        ready: dict[int, Clause] = {}
        cases: dict[str, Clause] = {}
        first: Clause | None = None
        rotated = rng.choice(_rotations(moods))
        for group in _demand_groups(form):
            if first is not None and first.text.startswith("I"):  # not "I need this, and I need that"
                rotated = tuple(mood for mood in rotated if mood != first.mood) or rotated
            literals = [statement.literals[place - 1] for place in group.places]
            demands = self.clauses.demanded(literals, rotated, group, rng)
            if demands is None:
                return None
            first = demands[0]
            ready.update(zip(group.places, demands, strict=True))
        parts = form_parts(form)
        if first is not None and len(parts) == 1:
            return first
        for part in parts:
            if isinstance(part, str):
                words = _spelled(part)
                text, again = _with_words(text, words), _with_words(again, words)
                continue
            slot = statement.literals[part.place - 1].primitive.slot
            recalls = (form.compares or form.steps) and part.role in ("cond", "same")
            like = cases.get(slot) if recalls else None
            clause = ready.get(part.place) if part.role in ASKED else self._clause(part, statement, rng, like)
            if clause is None:
                return None
            if part.role == "cond":
                cases[slot] = clause
            if like is not None and clause.around == like.around and clause.pronoun:
                clause = evolve(clause, text=clause.pronoun)  # "if the room costs over $75, ... if it costs"
            cost += clause.cost
            text, again = self._continued(text, clause, False), self._continued(again, clause, True)
        return Clause(text, cost, pronoun="" if again == text else again)

    def _continued(self, text: str, clause: Clause, option: bool) -> str:
        """Returns a text with a clause after it; `option`: whether the text before was about the option."""
        called = clause.pronoun and self._about_option(text, option)
        words = clause.pronoun if called else clause.text
        return f"{text}{words[0].upper()}{words[1:]}" if text.endswith(". ") else text + words

    def _of_it(
        self, statement: Statement, condition: GroundedLiteral, like: Clause, rng: random.Random
    ) -> Clause | None:
        """Returns a condition on what an earlier one is about, as "it"; None where "it" could be taken for
        what is demanded, whose numbers look alike.
        """
        kinds = self.domain.schema.slot
        demands = [other for other in statement.literals if other.measured != condition.measured]
        units = {_unit(kinds(literal.primitive.slot).kind, literal) for literal in (condition, *demands)}
        return self.clauses.stated_of_it(condition, like, rng) if len(units) > 1 else None

    def _clause(
        self, part: Role, statement: Statement, rng: random.Random, like: Clause | None
    ) -> Clause | None:
        literal, form = statement.literals[part.place - 1], statement.form
        if part.role == "lift":
            return self.clauses.lifted(literal, rng)
        if part.role == "same":
            return like and self._of_it(statement, literal.negated(), like, rng)
        stated = literal if part.positive else literal.negated()
        if part.role == "can":
            return self.clauses.allowed(stated, rng)
        if part.role == "thing":
            return self.clauses.named(stated, rng, begins=form.pattern.startswith("{thing"))
        return self.clauses.stated(
            stated,
            rng,
            ClauseKind(
                after_if=not form.affirmative and "if " in form.pattern,
                affirmative=part.place in form.affirmative,
                simple=part.place in form.simple,
                impersonal=part.place in form.impersonal,
            ),
            like,
        )


def _unit(kind: Kind, literal: GroundedLiteral) -> tuple[str, str]:
    """Returns what the numbers of a literal count. Numbers of the same unit look alike in a text."""
    return family_of(kind, literal.primitive.test.over), getattr(kind, "unit", "")


def _written(opening: str, statements: Sequence[SpokenStatement], asides: _Asides, cost: float) -> Request:
    sentences, spent = [Sentence(opening)], [opening]
    conditions = [spoken.text.startswith("if ") for spoken in statements]
    for index, spoken in enumerate(statements):
        text = spoken.text
        if index in asides.reasons:
            spent.append(asides.reasons[index])
            text = f"{asides.reasons[index]}{REASONED}{text}"
        elif index in asides.connectives:
            text = asides.connectives[index] + text
        elif (
            index and asides.condition_too and all(conditions[index - 1 : index + 1]) and sum(conditions) == 2
        ):
            text = CONNECTIVES[-1] + text
        sentences.append(Sentence(as_sentence(text), spoken.statement.terms, spoken.statement))
    if asides.closing:
        spent.append(asides.closing)
        sentences.append(Sentence(asides.closing))
    return Request(tuple(sentences), tuple(spent), cost)


def _laid_out(worded: list[_Worded], layout: str) -> list[_Worded]:
    """Orders statements, of which the wishes come first, with the conditions where the layout has them."""
    wishes = [spoken for spoken in worded if is_wish(spoken[0])]
    conditional = [spoken for spoken in worded if not is_wish(spoken[0])]
    if layout == "last" or any(statement.form.name in LAST for statement, _ in conditional):
        return [*wishes, *conditional]
    if layout == "first":
        return [*conditional, *wishes]
    if len(wishes) > 1:
        return [wishes[0], *conditional, *wishes[1:]]
    if any(map(_same_slots, conditional, conditional[1:])):  # not two rules on one thing with a wish between
        return [*conditional, *wishes]
    return [*conditional[:1], *wishes, *conditional[1:]]


def _same_slots(first: _Worded, second: _Worded) -> bool:
    slots, other_slots = [
        {literal.primitive.slot for literal in statement.literals} for statement, _ in (first, second)
    ]
    return slots == other_slots


@lru_cache(maxsize=64)
def _rotations(moods: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Returns the moods in their order, starting from each of them."""
    return tuple([(*moods[start:], *moods[:start]) for start in range(len(moods))])


@lru_cache(maxsize=4)  # indexing the frames of flights takes 45 ms, a question in words takes 2
def realizer_of(domain: Domain) -> Realizer:
    """Returns the realizer that domains of one digest share. A domain whose words were changed without its
    digest needs a `Realizer` of its own.
    """
    return Realizer(domain)


@lru_cache(maxsize=64)
def _demand_groups(form: SentenceForm) -> list[DemandGroup]:
    """Returns the demands of a form, grouped by the head that they share, in the order of the pattern."""
    groups: list[list[int]] = []
    for part in form_parts(form):
        if isinstance(part, Role) and part.role == "must":
            groups.append([part.place])
        elif isinstance(part, Role) and part.role in ("also", "limit"):
            groups[-1].append(part.place)
    return [
        DemandGroup(
            places,
            affirmative=not set(places).isdisjoint(form.affirmative),
            listed=places[-1] not in form.simple,
            things=form.family != "either",
            one_topic=form.family == "plain",
            compared=form.compares,
            conditional=form.pattern.startswith("if "),
        )
        for places in groups
    ]


def _with_words(text: str, words: str) -> str:
    """Returns a text with fixed words after it, whose full stop can be that of a value before it."""
    return text + words.removeprefix("." if text.endswith(".") else "")


@lru_cache(maxsize=128)
def _spelled(part: str) -> str:
    """Returns fixed words of a form with a capital letter after a full stop."""
    return _STOP.sub(lambda letter: letter[0].upper(), part)
