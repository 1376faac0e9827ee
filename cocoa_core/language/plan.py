"""Plans which sentences say a requirement: sum terms joined to wishes, conditions and exceptions, in their
order.

A plan is data: forms of the lexicon with the literals in their places. The realizer puts it into words.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Final, TypeAlias, TypeVar

from attrs import frozen

from cocoa_core.domain import GroundedLiteral, Primitive, Requirement, effective_test, side_of
from cocoa_core.language.tries import Role, form_parts
from cocoa_core.lexicon import FORMS, LIMITS, SentenceForm

_Said = TypeVar("_Said")

SumTerm: TypeAlias = tuple[GroundedLiteral, ...]

Allowed: TypeAlias = Callable[[SumTerm, SentenceForm], bool]
"""Whether a form may be used with these literals in its places, so that no label depends on how it is
taken.
"""

_NAMED: Final[Mapping[str, SentenceForm]] = {form.name: form for form in FORMS}
_MANNERS: Final[Mapping[str, str]] = {
    form.name: "if" if form.pattern.startswith("if ") else form.family for form in FORMS
}
"""What is noticed when a form comes again, by its name: that a sentence begins with "if", or the family."""
_SINGLE: Final = {"if": 3.0, "demand if": 0.15, "exception, in one": 1.0, "demand unless": 0.2}
"""The weight of each form for a sum term of two literals, where it can be used. The demanded literal takes
the form's demand.

Two blind readers rated `standard` requests for words and sense, of 5: with the condition first 3.5, with an
exception 3.3 to 4, with the condition last or "unless" 3.1, lowest with "as long as", "but then" and "or
both". The parser still reads the last three; the planner no longer writes them.
"""
_DENIED: Final = {"if": 1.0, "demand unless": 4.0, "exception, in one": 1.2}
"""The same where the condition would be a negation: "if it isn't nonstop"."""
_TRIPLE: Final = {
    "if 2": 3.0,
    "demand if both": 0.2,
    "demand unless either": 0.3,
    "if, unless": 0.5,
    "two exceptions": 0.3,
}
"""The weight of each form for a sum term of three literals, where it can be used."""
_EXCEPTIONS: Final = ("exception", "exception, in one", "exception, last")
_LIFTING: Final = (*_EXCEPTIONS, "double exception", "two exceptions")
"""Forms that allow what another sentence about the same slot might forbid."""
_MOST_OF_A_MANNER: Final = {"if": 2, "demand if": 2, "unless": 2}
"""How often a text has sentences of one manner, see `_MANNERS`; once, unless told here."""
_AGAIN: Final = 3.0
"""What the weight of a form is divided by where a sentence of its manner comes before: readers marked "If ...
If ..." in requests of `hard` more often than any one form.
"""
_MEASURED: Final = ("less", "at_most", "more", "at_least")
_THREE: Final = {"if, three wishes": 1.0}
_THREE_DEMANDS: Final = {"if, then three demands": 1.0}
_ONE_CONDITION: Final = {"if, two wishes": 1.0}
_TWO_DEMANDS: Final = {"if, then two demands": 1.0}
_ONE_DEMAND: Final = {"if either": 4.0, "demand if either": 0.3}
_ONE_LIMIT: Final = {"demand unless both": 2.0, "double exception": 1.0}
_COMPLEMENT: Final = {"if not": 1.0, "otherwise": 1.0}
_TWO_CASES: Final = {"if, and if it": 4.0, "if, and it": 4.0, "if, and if": 0.1, "if, and": 0.1}
_TWO_LIMITS: Final = {"if, and if": 2.0}
_STEPS: Final = {"steps, it": 4.0, "steps": 0.1}
"""The weights of forms for sum terms that share a literal, that limit one slot, or whose conditions are about
one slot. Two blind readers rated the latter at 3.3 of 5 in words and in clarity, two sentences at 3.2 and
3.0, and at 2.8 and 2.0 forms with "unless" or "or", as in "under $500 unless it's nonstop, and under $400 if
it's early". Two stricter readers marked a bare limit at the end: "and if it's over 23 hours, less than $400".
Beside these, a condition that is told again in full is the stiffest, so it is said only where there is no
"it" for it. "If, and" is for two cases of one slot, of which one lies within the other.
"""
LAST: Final = tuple(_COMPLEMENT)
"""Forms whose last sentence holds in one case only: a wish after it might be taken to hold in that case
only.
"""
_UNLIKED: Final = {
    id(_TWO_LIMITS): 1,
    id(_ONE_DEMAND): 1,
    id(_ONE_LIMIT): 2,
    id(_TWO_DEMANDS): 2,
    id(_THREE_DEMANDS): 2,
}
"""Forms that are used only where others cannot be: two limits of one thing on conditions of two kinds, two
conditions of one demand, and two demands that share no words.
"""
_TWO_LITERALS: Final = 2
_JOINED: Final = 0.9
"""The share of wishes that are joined, where they can be."""
_AT_MOST: Final = effective_test("at_most", None, True)
ASKED: Final = ("must", "also", "limit")
"""The roles of what is demanded."""


@frozen
class Statement:
    """A form, the literal in each of its places, and the numbers of the sum terms that it says."""

    form: SentenceForm
    literals: SumTerm
    terms: tuple[int, ...]
    instead: tuple[Statement, ...] = ()
    """Statements that say the same, for where this one cannot be put into words; the best first."""

    def apart(self) -> list[Statement]:
        """Returns each of its sum terms by the form that can say any, its last literal demanded."""
        return [
            lone_statement(number, tuple([self._at(place) for place in places]))
            for number, places in zip(self.terms, _demands_last(self.form), strict=True)
        ]

    def _at(self, place: int) -> GroundedLiteral:
        literal = self.literals[abs(place) - 1]
        return literal if place > 0 else literal.negated()


@frozen
class _Forms:
    """The forms that can say the same literals: the weight of each by name, and its statement, None where it
    cannot be used.
    """

    weights: Mapping[str, float]
    statements: Mapping[str, Statement | None]


@lru_cache(maxsize=64)
def _demands_last(form: SentenceForm) -> list[list[int]]:
    """Returns the places of each sum term of a form, those of what is demanded last."""
    demanded = {part.place for part in form_parts(form) if isinstance(part, Role) and part.role in ASKED}
    return [sorted(places, key=lambda place: place in demanded) for places in form.terms]


def is_clumsy(statement: Statement) -> bool:
    """Returns whether it has demands that share no words."""
    return statement.form.name in (*_TWO_DEMANDS, *_THREE_DEMANDS)


def is_wish(statement: Statement) -> bool:
    """Returns whether it begins with a wish and not with a condition."""
    return statement.form.family in ("plain", "exception")


def faults(plan: Sequence[Statement]) -> int:
    """Counts what makes a plan hard to follow; 0 where each condition stands by itself.

    A fault is a statement whose demands share no words; a negated condition that two sum terms have in
    common; two conditional statements of which one demands what the other has as its condition (a loop), that
    speak of the same slots (mirrored), or that share a literal (said twice); and a slot of which three
    statements speak.
    """
    implied = [_implications(statement) for statement in plan]
    count = 0
    for statement, terms in zip(plan, implied, strict=True):
        if len(terms) > 1:
            shared = set.intersection(
                *({first.canonical() for first in conditions} for conditions, _ in terms)
            )
            count += is_clumsy(statement) + any(map(_denies_as_condition, shared))
    conditional = [
        apart
        for statement, terms in zip(plan, implied, strict=True)
        for apart in ([[term] for term in terms] if statement.form.compares else [terms])
        if apart
    ]
    slots = [
        {first.primitive.slot for conditions, demand in terms for first in (*conditions, demand)}
        for terms in conditional
    ]
    for (first, its_slots), (second, other_slots) in combinations(zip(conditional, slots, strict=True), 2):
        count += its_slots == other_slots or bool(_tests(first) & _tests(second))
        count += bool(
            _asked_slots(first) & _condition_slots(second) | _asked_slots(second) & _condition_slots(first)
        )
    slots_spoken_of = [slot for statement_slots in slots for slot in statement_slots]
    return count + sum(slots_spoken_of.count(slot) > 2 for slot in set(slots_spoken_of))


_Implications: TypeAlias = Sequence[tuple[SumTerm, GroundedLiteral]]
"""The conditions and the demand of each implication of one statement."""


def _tests(implied: _Implications) -> set[Primitive]:
    return {
        literal.canonical().primitive for conditions, demand in implied for literal in (*conditions, demand)
    }


def _asked_slots(implied: _Implications) -> set[str]:
    return {demand.primitive.slot for _, demand in implied}


def _condition_slots(implied: _Implications) -> set[str]:
    return {literal.primitive.slot for conditions, _ in implied for literal in conditions}


def _denies_as_condition(literal: GroundedLiteral) -> bool:
    return _is_named(literal) == 1


def lone_statement(number: int, term: SumTerm) -> Statement:
    """Returns a sum term by the form that can say any, its last literal demanded."""
    return Statement(_if_form(len(term)), term, (number,))


class Planner:
    """Draws plans of one requirement. In each, every sum term is said once. What no draw changes is cached.

    Args:
        requirement: the product of sums.
        demands: for each sum term the index of the literal that is demanded; the negations of the others are
            its conditions.
        allowed: refuses forms.
        merge: whether a statement may say several sum terms: those that share a literal, or one and its
            negation, which is then said once.
        wanted: the direction of a literal, as `Rule.direction` gives it. Another literal than that of
            `demands` may be demanded where it is not against what people want, if fewer negations result, or
            if it is the one that they want.
        turnable: whether the literal of `demands` may become a condition by its negation then.
    """

    def __init__(
        self,
        requirement: Requirement,
        demands: Sequence[int],
        allowed: Allowed,
        *,
        merge: bool = True,
        wanted: Callable[[GroundedLiteral], int] = lambda _: 1,
        turnable: Callable[[GroundedLiteral], bool] = lambda _: True,
    ) -> None:
        self._allowed, self._wanted = allowed, wanted
        self._terms = dict(enumerate(requirement))
        self._ways = {
            number: _ways(_demand_last(term, demands[number]), wanted, turnable)
            for number, term in self._terms.items()
        }
        pairs = [number for number, term in self._terms.items() if len(term) == _TWO_LITERALS]
        self._implied = pairs if merge else []
        self._slots = [{literal.primitive.slot for literal in term} for term in requirement]
        self._together: dict[tuple[int, ...], Sequence[_Forms]] = {}

    def draw(self, rng: random.Random) -> list[Statement]:
        """Draws a plan."""
        left = dict(self._terms)
        statements = self._shared(left, rng)
        wishes = [number for number, term in left.items() if len(term) == 1]
        rng.shuffle(wishes)
        for number in wishes:
            statements.append(lone_statement(number, left.pop(number)))
        for number, way in zip(left, self._without_loops(list(left), statements), strict=True):
            statements.append(self._said_alone(number, way, statements, rng))
        return statements

    def _shared(self, left: dict[int, SumTerm], rng: random.Random) -> list[Statement]:
        """Draws statements that say several sum terms at once, and removes these from `left`."""
        if len(self._implied) < 2:
            return []
        drawn_statements = []
        pairs = list(combinations(self._implied, 2))
        for group in (*combinations(self._implied, 3), *rng.sample(pairs, len(pairs))):
            if all(number in left for number in group):
                drawn = [
                    forms.statements[name]
                    for forms in self._forms_together(group)
                    for name in _drawn_names(forms.weights, rng)
                ]
                statements = [statement for statement in drawn if statement is not None]
                statements.sort(key=is_clumsy)
                if statements:
                    first, *instead = statements
                    drawn_statements.append(
                        Statement(first.form, first.literals, first.terms, tuple(instead))
                    )
                    for number in group:
                        del left[number]
        return drawn_statements

    def _without_loops(self, numbers: Sequence[int], earlier: Sequence[Statement]) -> Sequence[SumTerm]:
        """Returns each sum term with its demand last, so that few slots are demanded here and a condition
        there, the conditions are easy to read, and what is demanded is wanted.
        """
        if not numbers:
            return ()
        demanded_before, supposed = set[str](), set[str]()
        for conditions, demand in (
            implication for statement in earlier for implication in _implications(statement)
        ):
            demanded_before.add(demand.primitive.slot)
            supposed |= {literal.primitive.slot for literal in conditions}

        def badness(terms: Sequence[SumTerm]) -> tuple[int, int, int]:
            demanded = demanded_before.union(term[-1].primitive.slot for term in terms)
            conditions = supposed.union(literal.primitive.slot for term in terms for literal in term[:-1])
            return (
                len(demanded & conditions),
                sum(map(_denials, terms)),
                sum(self._wanted(term[-1]) < 1 for term in terms),
            )

        return min(product(*(self._ways[number] for number in numbers)), key=badness)

    def _said_alone(
        self, number: int, term: SumTerm, earlier: Sequence[Statement], rng: random.Random
    ) -> Statement:
        """Draws a form for a sum term, its demand last; the form that can say any where no other can be used.

        A form is avoided once the text has `_MOST_OF_A_MANNER` sentences of its manner.
        """
        weights_left = dict(_weights_alone(term))
        used = Counter(_MANNERS[statement.form.name] for statement in earlier)
        used["exception"] += sum(
            any(way.form.family == "exception" for way in statement.instead) for statement in earlier
        )
        while weights_left:
            fresh = [
                name
                for name in weights_left
                if used[_MANNERS[name]] < _MOST_OF_A_MANNER.get(_MANNERS[name], 1)
            ]
            names = fresh or list(weights_left)
            weights = [weights_left[name] / (_AGAIN if used[_MANNERS[name]] else 1) for name in names]
            [name] = rng.choices(names, weights)
            statement = self._statement(name, _places(name, term), (number,))
            if statement is not None:
                return statement
            del weights_left[name]
        return lone_statement(number, term)

    def _forms_together(self, group: tuple[int, ...]) -> Sequence[_Forms]:
        """Returns the ways to say sum terms at once, those that are easy to read first."""
        forms = self._together.get(group)
        if forms is None and not set.intersection(*[self._slots[number] for number in group]):
            forms = self._together[group] = ()  # they share no literal
        if forms is None:
            ways: list[list[_Implied]] = [
                [(number, condition, demand) for condition, demand in self._ways[number]] for number in group
            ]
            joint = [forms for implications in product(*ways) for forms in _joint_forms(implications)]
            joint.sort(
                key=lambda forms: (
                    _joint_denials(*forms[:2]),
                    _UNLIKED.get(id(forms[0]), 0),
                    forms[0] in (_TWO_CASES, _TWO_LIMITS, _STEPS)
                    and sum(self._wanted(demand) < 1 for demand in forms[1][1::2]),
                )
            )
            forms = self._together[group] = [
                _Forms(weights, {name: self._statement(name, literals, terms) for name in weights})
                for weights, literals, terms in joint
            ]
        return forms

    def _statement(self, name: str, literals: SumTerm, terms: tuple[int, ...]) -> Statement | None:
        """Returns the statement by the form of this name; None where it could be taken in two ways."""
        form = _NAMED[name]
        if name in _LIFTING and any(
            literals[0].primitive.slot in slots
            for number, slots in enumerate(self._slots)
            if number not in terms
        ):
            return None  # not "I want two stars or more. I'm fine with fewer than three, but then ..."
        if name in _EXCEPTIONS and (_is_none(literals[0]) or _is_named(literals[1]) == -1):
            return None  # not "I want no stops. If I don't change planes in Oslo, I can have more"
        if form.family == "unless" and any(
            literals[place - 1].effective() == _AT_MOST for place in form.affirmative
        ):
            return None  # not "first class unless I have no more than one stop", which denies twice
        return Statement(form, literals, terms) if self._allowed(literals, form) else None


def _weights_alone(term: SumTerm) -> Mapping[str, float]:
    """Returns the forms that can say a sum term, its demand last, by itself."""
    if len(term) == _TWO_LITERALS:
        condition = term[0]
        denied = condition.positive and condition.primitive.test.op not in _MEASURED
        return _DENIED if denied else _SINGLE
    return _TRIPLE if len(term) == _TWO_LITERALS + 1 else {}


def _implications(statement: Statement) -> _Implications:
    if len(statement.literals) == 1:
        return ()
    return [
        (first.literals[:-1], first.literals[-1]) for first in statement.apart() if len(first.literals) > 1
    ]


def _ways(
    term: SumTerm, wanted: Callable[[GroundedLiteral], int], turnable: Callable[[GroundedLiteral], bool]
) -> list[SumTerm]:
    """Returns the sum term with its demand last, and with its two literals exchanged where that is
    possible.
    """
    turned = len(term) == _TWO_LITERALS and wanted(term[0]) >= 0 and turnable(term[1])
    return [term, term[::-1]] if turned else [term]


def _denials(term: SumTerm) -> int:
    """Returns how hard "if ..., ..." is to read, with the demand last: a negated condition counts twice."""
    *conditions, demand = term
    return 2 * sum(_is_named(literal) == 1 for literal in conditions) + (_is_named(demand) == -1)


def _is_named(literal: GroundedLiteral) -> int:
    """Returns 1 where a literal names what holds ("business or first"), -1 where it denies that, 0 for a
    measure.
    """
    canonical = literal.canonical()
    if canonical.primitive.test.op in _MEASURED:
        return 0
    return 1 if canonical.positive else -1


_Implied: TypeAlias = tuple[int, GroundedLiteral, GroundedLiteral]
"""The number of a sum term of two literals, the literal whose negation is the condition, and the demanded
one.
"""


_JointForms: TypeAlias = tuple[Mapping[str, float], SumTerm, tuple[int, ...]]
"""Forms with their weights, the literals in their places, and the numbers of the sum terms."""


def _joint_forms(implications: Sequence[_Implied]) -> list[_JointForms]:
    """Returns how implications can be said in one statement: they share the condition or the demand, or one
    has the other's condition negated.
    """
    by_list = sorted(implications, key=lambda implication: _has_list(implication[2]))
    if len(implications) > 2:
        if len({condition for _, condition, _ in implications}) > 1:
            return []
        literals = by_list[0][1], *(demand for *_, demand in by_list)
        numbers = tuple(number for number, *_ in by_list)
        return [(_THREE, literals, numbers), (_THREE_DEMANDS, literals, numbers)]
    (first, condition, demand), (second, second_condition, second_demand) = implications
    if condition == second_condition and demand != second_demand:
        return [
            (names, (condition, earlier[2], later[2]), (earlier[0], later[0]))
            for names in (_ONE_CONDITION, _TWO_DEMANDS)
            for earlier, later in (by_list, by_list[::-1])
        ]
    if demand == second_demand and condition != second_condition:
        if _has_list(condition) or _has_list(second_condition):  # not "if a or b or c"
            return []
        forms: list[_JointForms] = [(_ONE_DEMAND, (condition, second_condition, demand), (first, second))]
        if -1 not in (_is_named(condition), _is_named(second_condition)):
            forms.append((_ONE_LIMIT, (demand, condition, second_condition), (first, second)))
        return forms
    if condition == second_condition.negated():
        return [
            (_COMPLEMENT, (condition, demand, second_demand), (first, second)),
            (_COMPLEMENT, (second_condition, second_demand, demand), (second, first)),
        ]
    if 1 in (_is_named(condition), _is_named(second_condition)):  # not "if it isn't nonstop"
        return []
    same_condition = condition.measured == second_condition.measured
    compared = _limits(demand) and _limits(second_demand) and demand.measured == second_demand.measured
    if compared or (same_condition and _limits(condition.negated()) and _limits(second_condition.negated())):
        cases = _cases_in_order(implications)
        literals = tuple(literal for _, *pair in cases for literal in pair)
        alike = _TWO_CASES if same_condition else _TWO_LIMITS
        return [(alike if compared else _STEPS, literals, tuple(number for number, *_ in cases))]
    return []


def _limits(literal: GroundedLiteral) -> bool:
    """Returns whether a literal is said as a comparison, and not as the negation of one."""
    test = literal.effective()
    return test.op in LIMITS and not test.negated


def _cases_in_order(cases: Sequence[_Implied]) -> list[_Implied]:
    """Returns the cases in which a slot is limited: low ones first; of two that overlap the one that leaves
    more ("under $500 if it's nonstop").
    """
    ends = [_end_of(negated.negated()) for _, negated, _ in cases]

    def order(case: _Implied) -> tuple[_End, _End]:
        _, negated, demand = case
        return _NO_END if _NO_END in ends else _end_of(negated.negated()), _end_of(demand)

    return sorted(cases, key=order)


_End: TypeAlias = tuple[int, float]
_NO_END: Final[_End] = (0, 0)


def _end_of(literal: GroundedLiteral) -> _End:
    """Returns by what a comparison is sorted, so that the lower side comes first, then what leaves more."""
    side, bound = side_of(literal.effective()), literal.primitive.test.args[0]
    if side not in ("less", "more") or not isinstance(bound, int):
        return _NO_END
    return (1, bound) if side == "more" else (0, -bound)


def _joint_denials(names: Mapping[str, float], literals: SumTerm) -> int:
    """Returns how hard implications in one statement are to read; see `_denials`."""
    if names in (_TWO_CASES, _TWO_LIMITS):
        return 0
    if names is _STEPS:
        return sum(_is_named(demand) == -1 for demand in literals[1::2])
    if names is _ONE_LIMIT:
        return sum(_is_named(literal) == -1 for literal in literals)
    conditions = 2 if names is _ONE_DEMAND else 1
    demands = literals[conditions:]
    return 2 * sum(_is_named(condition) == 1 for condition in literals[:conditions]) + sum(
        _is_named(demand) == -1 for demand in demands
    )


def _drawn_names(weights: Mapping[str, float], rng: random.Random) -> list[str]:
    """Returns the names in a random order in which those of more weight tend to come first."""
    return sorted(weights, key=lambda name: -(rng.random() ** (1 / weights[name])))


def joined_wishes(
    wishes: Sequence[tuple[Statement, _Said]],
    rng: random.Random,
    say: Callable[[Statement], _Said | None],
) -> list[tuple[Statement, _Said]]:
    """Joins plain wishes, three or two in a sentence, where that can be said.

    Args:
        wishes: the wishes in their order, each with its words.
        rng: the random stream.
        say: puts a statement into words; None where it cannot be said.
    """
    joined_so_far, waiting = [], list(wishes)
    while waiting:
        statement, words = waiting.pop(0)
        first, count = statement, 1
        for name, size in (
            ("three wishes", 3),
            ("two wishes", 2),
            ("wish and wish", 2),
        ):
            if len(waiting) < size - 1 or rng.random() >= _JOINED:
                continue
            to_join = sorted([first, *(wish for wish, _ in waiting[: size - 1])], key=_last_with_list)
            joined = _wishes(name, to_join)
            joined_words = say(joined)
            if joined_words is not None:
                statement, words, count = joined, joined_words, size
                break
        del waiting[: count - 1]
        joined_so_far.append((statement, words))
    return joined_so_far


def ordered(plan: Sequence[Statement], topics: Mapping[str, tuple[int, int]]) -> list[Statement]:
    """Orders statements: wishes, exceptions, conditionals; each by the topic of what is demanded, then by
    slot; of two conditions on one slot the one that holds more often comes first ("over $300", "over $600").
    """

    def key(statement: Statement) -> tuple[object, ...]:
        rank = {"plain": 0, "exception": 1}.get(statement.form.family, 2)
        slots = [literal.primitive.slot for literal in statement.literals]
        demanded = slots[0] if rank < 2 else slots[-1]
        condition = _end_of(statement.literals[0].negated())
        return rank, topics[demanded][0], topics[slots[0]], topics[demanded], condition, statement.terms

    return sorted(plan, key=key)


def _wishes(name: str, wishes: Sequence[Statement]) -> Statement:
    return Statement(
        _NAMED[name],
        tuple(wish.literals[0] for wish in wishes),
        tuple(wish.terms[0] for wish in wishes),
    )


def _is_none(literal: GroundedLiteral) -> bool:
    """Returns whether the literal says that there are none: lifting that by "more stops" would allow some of
    each.
    """
    return literal.effective().op == "less" and literal.primitive.test.args == (1,)


def _has_list(literal: GroundedLiteral) -> bool:
    return len(literal.primitive.test.args) > 1


def _last_with_list(wish: Statement) -> bool:
    return _has_list(wish.literals[0])


def _places(name: str, term: SumTerm) -> SumTerm:
    """Returns the literals of a sum term, its demand last, in the order of a form's places."""
    return (term[-1], *term[:-1]) if name in (*_EXCEPTIONS, "two exceptions") else term


@lru_cache(maxsize=64)
def _if_form(literals: int) -> SentenceForm:
    """Returns the form that can say any sum term with this number of literals; its last literal is the
    demand.
    """
    if literals == 1:
        return _NAMED["plain"]
    return _NAMED["if" if literals == _TWO_LITERALS else f"if {literals - 1}"]


def _demand_last(term: SumTerm, demand: int) -> SumTerm:
    return (*term[:demand], *term[demand + 1 :], term[demand])
