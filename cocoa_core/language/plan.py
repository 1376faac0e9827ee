"""Which sentences say a requirement: sum terms joined to wishes, conditions and exceptions, in their order.

A plan is data: forms of the lexicon with the literals in their places. The realizer puts it into words.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import Final, TypeAlias, TypeVar

from attrs import evolve, frozen

from cocoa_core.domain import GroundedLiteral, Primitive, Requirement
from cocoa_core.language.forms import Role, form_parts
from cocoa_core.lexicon import FORMS, Form

__all__ = [
    "LAST",
    "Allowed",
    "Planner",
    "Statement",
    "alone",
    "faults",
    "is_clumsy",
    "is_wish",
    "joined_wishes",
    "ordered",
]

_Said = TypeVar("_Said")

SumTerm: TypeAlias = tuple[GroundedLiteral, ...]

Allowed: TypeAlias = Callable[[SumTerm, Form], bool]
"""Whether a form may be used with these literals in its places: no label hangs on how it is taken."""

_NAMED: Final[Mapping[str, Form]] = {form.name: form for form in FORMS}
_SINGLE: Final = {
    "if": 3.0,
    "demand if": 1.6,
    "but then": 1.2,
    "but only if": 0.6,
    "only if": 0.15,
    "as long as": 0.9,
    "exception": 0.5,
    "exception, in one": 0.8,
    "exception, last": 0.3,
    "demand unless": 0.6,
    "unless": 0.1,
    "either or both": 0.3,
    "either": 0.1,
}
"""How often a sum term of two literals is said so, where it can be; its demand takes the form's demand."""
_DENIED: Final = {
    "if": 1.0,
    "unless": 0.3,
    "demand unless": 6.0,
    "either or both": 0.3,
    "exception": 0.5,
    "exception, in one": 0.8,
}
"""The same where the condition would be a denial: "if it isn't nonstop"."""
_TRIPLE: Final = {
    "if 2": 3.0,
    "demand if both": 1.2,
    "demand unless either": 0.7,
    "if, unless": 1.0,
    "two exceptions": 0.3,
}
"""How often a sum term of three literals is said so, where it can be."""
_ALLOWING: Final = frozenset(
    {
        "but then",
        "but then two wishes",
        "but only if",
        "only if",
        "as long as",
        "as long as both",
    }
)
"""Forms that allow what their condition says, which therefore is what nobody wants for its own sake: "I can
pay over $800", not "I can pay under $400"."""
_EXCEPTIONS: Final = ("exception", "exception, in one", "exception, last")
_MEASURED: Final = ("less", "at_most", "more", "at_least")
_THREE: Final = {"if, three wishes": 1.0}
_THREE_DEMANDS: Final = {"if, then three demands": 1.0}
_ONE_CONDITION: Final = {"if, two wishes": 2.0, "but then two wishes": 0.7, "as long as both": 0.5}
_TWO_DEMANDS: Final = {"if, then two demands": 1.0}
_ONE_DEMAND: Final = {"if either": 4.0, "demand if either": 2.0}
_ONE_LIMIT: Final = {"demand unless both": 2.0, "double exception": 1.0}
_COMPLEMENT: Final = {"if not": 1.0, "otherwise": 1.0}
"""How often sum terms that share a literal are said so."""
LAST: Final = tuple(_COMPLEMENT)
"""Forms whose last sentence holds in one case: a wish after one might be taken for more of that."""
_UNLIKED: Final = {
    id(_ONE_DEMAND): 1,
    id(_ONE_LIMIT): 2,
    id(_TWO_DEMANDS): 2,
    id(_THREE_DEMANDS): 2,
}
"""Which are taken only where the others cannot be said: two conditions of one demand, and two
demands that share no words."""
_TWO_LITERALS: Final = 2
_JOINED: Final = 0.9
"""How often wishes that can be joined are."""
_ASKED: Final = ("must", "also")
"""Roles of what is demanded."""


@frozen
class Statement:
    """A form, the literal in each of its places, and the sum terms (by their number) that it says.

    instead: statements that say the same, for where this one cannot be put into words; the best first.
    """

    form: Form
    literals: SumTerm
    terms: tuple[int, ...]
    instead: tuple[Statement, ...] = ()

    def apart(self) -> list[Statement]:
        """Each of its sum terms by the form that says any, its last literal demanded."""
        asked = {
            part.place for part in form_parts(self.form) if isinstance(part, Role) and part.role in _ASKED
        }
        return [
            alone(number, tuple(self._at(place) for place in sorted(places, key=lambda one: one in asked)))
            for number, places in zip(self.terms, self.form.terms, strict=True)
        ]

    def _at(self, place: int) -> GroundedLiteral:
        literal = self.literals[abs(place) - 1]
        return literal if place > 0 else literal.negated()


@frozen
class _Forms:
    """Ways to say the same literals: by name of a form its weight, and the statement if it can be used."""

    weights: Mapping[str, float]
    statements: Mapping[str, Statement | None]


def is_clumsy(statement: Statement) -> bool:
    """Whether it has demands that share no words."""
    return statement.form.name in (*_TWO_DEMANDS, *_THREE_DEMANDS)


def is_wish(statement: Statement) -> bool:
    """Whether it begins with a wish, not with a condition."""
    return statement.form.family in ("plain", "exception")


def faults(plan: Sequence[Statement]) -> int:
    """What makes a plan hard to follow, as a number; 0 where each condition stands by itself.

    Counted are statements whose demands share no words; conditions that deny, where two sum terms have them
    in common; of each two conditional statements that one demands what the other has as its condition (a
    loop), that both speak of the same slots (mirrored), or that a literal is in both (said twice); and each
    slot of which three of them speak.
    """
    implied = [
        [(one.literals[:-1], one.literals[-1]) for one in statement.apart() if len(one.literals) > 1]
        for statement in plan
    ]
    found = 0
    for statement, terms in zip(plan, implied, strict=True):
        if len(terms) > 1:
            shared = set.intersection(*({one.canonical() for one in conditions} for conditions, _ in terms))
            found += is_clumsy(statement) + any(map(_denies_as_condition, shared))
    several = [terms for terms in implied if terms]
    slots = [
        {one.primitive.slot for conditions, demand in terms for one in (*conditions, demand)}
        for terms in several
    ]
    for (one, its_slots), (other, other_slots) in combinations(zip(several, slots, strict=True), 2):
        found += its_slots == other_slots or bool(_tests(one) & _tests(other))
        found += bool(
            _asked_slots(one) & _condition_slots(other) | _asked_slots(other) & _condition_slots(one)
        )
    spoken = [slot for some in slots for slot in some]
    return found + sum(spoken.count(slot) > 2 for slot in set(spoken))


_Implications: TypeAlias = Sequence[tuple[SumTerm, GroundedLiteral]]
"""Conditions and demands of one statement."""


def _tests(implied: _Implications) -> set[Primitive]:
    return {one.canonical().primitive for conditions, demand in implied for one in (*conditions, demand)}


def _asked_slots(implied: _Implications) -> set[str]:
    return {demand.primitive.slot for _, demand in implied}


def _condition_slots(implied: _Implications) -> set[str]:
    return {one.primitive.slot for conditions, _ in implied for one in conditions}


def _denies_as_condition(literal: GroundedLiteral) -> bool:
    return _is_named(literal) == 1


def alone(number: int, term: SumTerm) -> Statement:
    """A sum term by the form that says any, its last literal demanded."""
    return Statement(_if_form(len(term)), term, (number,))


class Planner:
    """Draws plans of one requirement: in each, every sum term is said once. What no draw changes is kept.

    demands: for each sum term the place of the literal that is demanded; of the others the negation is what
    is said as the condition. merge: whether a statement may say several sum terms: those that have a literal
    in common, or one and its negation, so that neither is said twice. wanted: the direction of a literal, as
    `Rule.direction` gives it: another than the one of `demands` may be demanded where it is not against what
    people want, if less is denied then, or if it is the one that they want.
    """

    def __init__(
        self,
        requirement: Requirement,
        demands: Sequence[int],
        allowed: Allowed,
        *,
        merge: bool = True,
        wanted: Callable[[GroundedLiteral], int] = lambda _: 1,
    ) -> None:
        self._allowed, self._wanted = allowed, wanted
        self._terms = dict(enumerate(requirement))
        self._ways = {
            number: _ways(_demand_last(term, demands[number]), wanted) for number, term in self._terms.items()
        }
        pairs = [number for number, term in self._terms.items() if len(term) == _TWO_LITERALS]
        self._implied = pairs if merge else []
        self._together: dict[tuple[int, ...], Sequence[_Forms]] = {}
        self._alone: dict[int, tuple[SumTerm, Mapping[str, float]]] = {}

    def draw(self, rng: random.Random) -> list[Statement]:
        """A seeded plan."""
        left = dict(self._terms)
        statements = self._shared(left, rng)
        wishes = [number for number, term in left.items() if len(term) == 1]
        rng.shuffle(wishes)
        for number in wishes:
            statements.append(Statement(_NAMED["plain"], left.pop(number), (number,)))
        return statements + [self._said_alone(number, rng) for number in left]

    def _shared(self, left: dict[int, SumTerm], rng: random.Random) -> list[Statement]:
        """Statements that say several sum terms at once; these are taken out of what is left."""
        if len(self._implied) < 2:
            return []
        found = []
        pairs = list(combinations(self._implied, 2))
        for group in (*combinations(self._implied, 3), *rng.sample(pairs, len(pairs))):
            if all(number in left for number in group):
                drawn = [
                    forms.statements[name]
                    for forms in self._forms_together(group)
                    for name in _drawn_names(forms.weights, rng)
                ]
                statements = [statement for statement in drawn if statement is not None]
                if statements:
                    found.append(evolve(statements[0], instead=tuple(statements[1:])))
                    for number in group:
                        del left[number]
        return found

    def _said_alone(self, number: int, rng: random.Random) -> Statement:
        """A sum term by a form that is drawn, or by the one that says any where none of these can be used."""
        known = self._alone.get(number)
        if known is None:
            known = self._alone[number] = self._way_alone(number)
        term, weights = known
        left = dict(weights)
        while left:
            [name] = rng.choices(list(left), list(left.values()))
            statement = self._statement(name, _places(name, term), (number,))
            if statement is not None:
                return statement
            del left[name]
        return alone(number, term)

    def _forms_together(self, group: tuple[int, ...]) -> Sequence[_Forms]:
        """How the sum terms can be said at once, the ways that are easy to read first."""
        known = self._together.get(group)
        if known is None:
            ways: list[list[_Implied]] = [
                [(number, condition, demand) for condition, demand in self._ways[number]] for number in group
            ]
            meeting = [one for some in product(*ways) for one in _met(some)]
            meeting.sort(key=lambda one: (_met_denials(*one[:2]), _UNLIKED.get(id(one[0]), 0)))
            known = self._together[group] = [
                _Forms(weights, {name: self._statement(name, literals, terms) for name in weights})
                for weights, literals, terms in meeting
            ]
        return known

    def _way_alone(self, number: int) -> tuple[SumTerm, Mapping[str, float]]:
        """The sum term, its demand last, and the forms by which it can be said by itself."""
        term = min(self._ways[number], key=lambda way: (_denials(way), self._wanted(way[-1]) < 1))
        if len(term) == _TWO_LITERALS:
            condition = term[0]
            denied = condition.positive and condition.primitive.test.op not in _MEASURED
            return term, _DENIED if denied else _SINGLE
        return term, _TRIPLE if len(term) == _TWO_LITERALS + 1 else {}

    def _statement(self, name: str, literals: SumTerm, terms: tuple[int, ...]) -> Statement | None:
        """The statement by the form of this name; None where that could be taken otherwise."""
        form = _NAMED[name]
        if name in _EXCEPTIONS and (_is_none(literals[0]) or _is_named(literals[1]) == -1):
            return None  # not "I want no stops. If I don't change planes in Oslo, I can have more"
        if name in _ALLOWING and self._wanted(literals[0]) <= 0:
            return None
        return Statement(form, literals, terms) if self._allowed(literals, form) else None


def _ways(term: SumTerm, wanted: Callable[[GroundedLiteral], int]) -> list[SumTerm]:
    """The sum term, its demand last, and with its two literals the other way round where that can be."""
    turned = len(term) == _TWO_LITERALS and wanted(term[0]) >= 0
    return [term, term[::-1]] if turned else [term]


def _denials(term: SumTerm) -> int:
    """How hard "if ..., ..." is to read, the demand last in the term: a denied condition counts twice."""
    *conditions, demand = term
    return 2 * sum(_is_named(one) == 1 for one in conditions) + (_is_named(demand) == -1)


def _is_named(literal: GroundedLiteral) -> int:
    """1 where it names what holds ("business or first"), -1 where it denies that, 0 for a measure."""
    said = literal.canonical()
    if said.primitive.test.op in _MEASURED:
        return 0
    return 1 if said.positive else -1


_Implied: TypeAlias = tuple[int, GroundedLiteral, GroundedLiteral]
"""The number of a sum term of two literals, one whose negation is the condition, and one that is demanded."""


_Meeting: TypeAlias = tuple[Mapping[str, float], SumTerm, tuple[int, ...]]
"""Forms with their weights, and what stands in their places."""


def _met(some: Sequence[_Implied]) -> list[_Meeting]:
    """How implications are said in one statement: they share the condition, what is demanded, or the one has
    the other's condition denied."""
    (one, condition, demand), (two, second, other), *rest = some
    if rest:
        [(three, third, last)] = rest
        if condition == second == third:
            wishes = sorted(((one, demand), (two, other), (three, last)), key=lambda wish: _has_list(wish[1]))
            literals, numbers = (
                (condition, *(wish for _, wish in wishes)),
                tuple(number for number, _ in wishes),
            )
            return [(_THREE, literals, numbers), (_THREE_DEMANDS, literals, numbers)]
        return []
    if condition == second and demand != other:
        orders = ((one, demand), (two, other)), ((two, other), (one, demand))
        return [
            (names, (condition, first[1], last[1]), (first[0], last[0]))
            for names in (_ONE_CONDITION, _TWO_DEMANDS)
            for first, last in sorted(orders, key=lambda order: _has_list(order[0][1]))
        ]
    if demand == other and condition != second:
        if _has_list(condition) or _has_list(second):  # not "if a or b or c"
            return []
        said: list[_Meeting] = [(_ONE_DEMAND, (condition, second, demand), (one, two))]
        if -1 not in (_is_named(condition), _is_named(second)):
            said.append((_ONE_LIMIT, (demand, condition, second), (one, two)))
        return said
    if condition == second.negated():
        return [
            (_COMPLEMENT, (condition, demand, other), (one, two)),
            (_COMPLEMENT, (second, other, demand), (two, one)),
        ]
    return []


def _met_denials(names: Mapping[str, float], literals: SumTerm) -> int:
    """How hard implications that meet are to read; see `_denials`."""
    if names is _ONE_LIMIT:
        return sum(_is_named(one) == -1 for one in literals)
    conditions = 2 if names is _ONE_DEMAND else 1
    demands = literals[conditions:]
    return 2 * sum(_is_named(one) == 1 for one in literals[:conditions]) + sum(
        _is_named(one) == -1 for one in demands
    )


def _drawn_names(weights: Mapping[str, float], rng: random.Random) -> list[str]:
    """The names in a drawn order, those of more weight sooner."""
    return sorted(weights, key=lambda name: -(rng.random() ** (1 / weights[name])))


def joined_wishes(
    wishes: Sequence[tuple[Statement, _Said]],
    rng: random.Random,
    say: Callable[[Statement], _Said | None],
) -> list[tuple[Statement, _Said]]:
    """Plain wishes joined, three or two to a sentence, where that can be said; in their order, in words."""
    found, left = [], list(wishes)
    while left:
        statement, words = left.pop(0)
        first, count = statement, 1
        for name, size in (
            ("three wishes", 3),
            ("two wishes", 2),
            ("wish and wish", 2),
        ):
            if len(left) < size - 1 or rng.random() >= _JOINED:
                continue
            some = sorted([first, *(one for one, _ in left[: size - 1])], key=_last_with_list)
            joined = _wishes(name, some)
            said = say(joined)
            if said is not None:
                statement, words, count = joined, said, size
                break
        del left[: count - 1]
        found.append((statement, words))
    return found


def ordered(plan: Sequence[Statement], topics: Mapping[str, tuple[int, int]]) -> list[Statement]:
    """Plain wishes, exceptions, conditionals; each by the topic of what is demanded, then by slot."""

    def key(statement: Statement) -> tuple[object, ...]:
        rank = {"plain": 0, "exception": 1}.get(statement.form.family, 2)
        slots = [one.primitive.slot for one in statement.literals]
        demanded = slots[0] if rank < 2 else slots[-1]
        return rank, topics[demanded][0], topics[slots[0]], topics[demanded], statement.terms

    return sorted(plan, key=key)


def _wishes(name: str, wishes: Sequence[Statement]) -> Statement:
    return Statement(
        _NAMED[name],
        tuple(one.literals[0] for one in wishes),
        tuple(one.terms[0] for one in wishes),
    )


def _is_none(literal: GroundedLiteral) -> bool:
    """Whether it says that there is none: to lift that with "more stops" would allow some beside others."""
    return literal.effective().op == "less" and literal.primitive.test.args == (1,)


def _has_list(literal: GroundedLiteral) -> bool:
    return len(literal.primitive.test.args) > 1


def _last_with_list(wish: Statement) -> bool:
    return _has_list(wish.literals[0])


def _places(name: str, term: SumTerm) -> SumTerm:
    """The literals of a sum term, its demand last, in the places of a form: not all demand the last one."""
    return (term[-1], *term[:-1]) if name in (*_EXCEPTIONS, "two exceptions") else term


@lru_cache(maxsize=64)
def _if_form(literals: int) -> Form:
    """The form that says any sum term of so many literals: its last one is the demand."""
    if literals == 1:
        return _NAMED["plain"]
    return _NAMED["if" if literals == _TWO_LITERALS else f"if {literals - 1}"]


def _demand_last(term: SumTerm, demand: int) -> SumTerm:
    return (*term[:demand], *term[demand + 1 :], term[demand])
