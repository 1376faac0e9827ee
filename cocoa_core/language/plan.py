"""Which sentences say a requirement: sum terms joined to wishes, conditions and exceptions, in their order.

A plan is data: forms of the lexicon with the literals in their places. The realizer puts it into words.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, TypeAlias, TypeVar

from attrs import frozen

from cocoa_core.domain import GroundedLiteral, Requirement
from cocoa_core.lexicon import FORMS, Form

__all__ = ["Allowed", "Statement", "alone", "draw_plan", "joined_wishes"]

_Said = TypeVar("_Said")

SumTerm: TypeAlias = tuple[GroundedLiteral, ...]

Allowed: TypeAlias = Callable[[SumTerm, Form], bool]
"""Whether a form may be used with these literals in its places: no label hangs on how it is taken."""

_NAMED: Final[Mapping[str, Form]] = {form.name: form for form in FORMS}
_SINGLE: Final = {
    "if": 5.0,
    "demand if": 0.8,
    "exception": 1.4,
    "unless": 0.2,
    "demand unless": 0.2,
    "only if": 0.1,
    "either": 0.3,
}
"""How often a sum term of two literals is said so, where it can be; its demand takes the form's demand."""
_TWO_LITERALS: Final = 2
_JOINED: Final = 0.75
"""How often what can be joined is."""


@frozen
class Statement:
    """A form, the literal in each of its places, and the sum terms (by their number) that it says."""

    form: Form
    literals: SumTerm
    terms: tuple[int, ...]

    def apart(self) -> list[Statement]:
        """Each of its sum terms by the form that says any, its last literal demanded."""
        said = [tuple(self.literals[place - 1] for place in places) for places in self.form.terms]
        if self.form.family == "exception":
            said = [term[::-1] for term in said]
        return [alone(number, term) for number, term in zip(self.terms, said, strict=True)]

    def otherwise(self, allowed: Allowed) -> list[Statement]:
        """Other forms that say the same at once: two demands of one condition that share no head."""
        if self.form.name != "if, two wishes":
            return []
        condition, first, second = self.literals
        one, two = self.terms
        form = _NAMED["if, two demands"]
        orders = ((condition, first, second), (one, two)), ((condition, second, first), (two, one))
        return [Statement(form, literals, terms) for literals, terms in orders if allowed(literals, form)]


def alone(number: int, term: SumTerm) -> Statement:
    """A sum term by the form that says any, its last literal demanded."""
    return Statement(_if_form(len(term)), term, (number,))


def draw_plan(
    requirement: Requirement,
    demands: Sequence[int],
    allowed: Allowed,
    rng: random.Random,
    *,
    merge: bool = True,
) -> list[Statement]:
    """A seeded plan: every sum term is said once.

    demands: for each sum term the place of the literal that is demanded; of the others the negation is what
    is said as the condition. merge: whether a statement may say two sum terms.
    """
    left = dict(enumerate(requirement))
    statements = _shared(left, requirement, demands, allowed, rng) if merge else []
    wishes = [number for number, term in left.items() if len(term) == 1]
    rng.shuffle(wishes)
    for number in wishes:
        statements.append(Statement(_NAMED["plain"], left.pop(number), (number,)))
    for number, term in left.items():
        statements.append(_said_alone(number, _demand_last(term, demands[number]), allowed, rng))
    return statements


def _shared(
    left: dict[int, SumTerm],
    requirement: Requirement,
    demands: Sequence[int],
    allowed: Allowed,
    rng: random.Random,
) -> list[Statement]:
    """Statements that say two sum terms at once; these are taken out of what is left."""
    found = []
    pairs = [pair for pair in combinations(left, 2) if all(len(left[one]) == _TWO_LITERALS for one in pair)]
    rng.shuffle(pairs)
    for one, two in pairs:
        if one not in left or two not in left or rng.random() >= _JOINED:
            continue
        statement = _pair(one, two, requirement, demands, allowed, rng)
        if statement is not None:
            found.append(statement)
            del left[one], left[two]
    return found


def _pair(
    one: int,
    two: int,
    requirement: Requirement,
    demands: Sequence[int],
    allowed: Allowed,
    rng: random.Random,
) -> Statement | None:
    (first, a), (second, b) = (_demand_last(requirement[n], demands[n]) for n in (one, two))
    (demand, other), terms = (a, b), (min(one, two), max(one, two))
    if first == second and demand != other:
        wishes = sorted(((demand, terms[0]), (other, terms[1])), key=lambda wish: _has_list(wish[0]))
        (demand, one), (other, two) = wishes
        return Statement(_NAMED["if, two wishes"], (first, demand, other), (one, two))
    if demand == other and first != second:
        names = ["double exception", "if either"]
        rng.shuffle(names)
        for name in names:
            places = (demand, first, second) if name == "double exception" else (first, second, demand)
            if allowed(places, _NAMED[name]):
                return Statement(_NAMED[name], places, terms)
    return None


def _said_alone(number: int, term: SumTerm, allowed: Allowed, rng: random.Random) -> Statement:
    """A sum term, its demand last, by a form that is drawn."""
    if len(term) == _TWO_LITERALS:
        names, weights = list(_SINGLE), list(_SINGLE.values())
        while names:
            [name] = rng.choices(names, weights)
            form, places = _NAMED[name], _places(name, term)
            if allowed(places, form):
                return Statement(form, places, (number,))
            weights.pop(names.index(name))
            names.remove(name)
    elif len(term) == _TWO_LITERALS + 1 and rng.random() < _SINGLE["exception"] / 10:
        places = (term[-1], *term[:-1])
        if allowed(places, _NAMED["two exceptions"]):
            return Statement(_NAMED["two exceptions"], places, (number,))
    return alone(number, term)


def joined_wishes(
    wishes: Sequence[tuple[Statement, _Said]],
    rng: random.Random,
    say: Callable[[Statement], _Said | None],
    alike: Callable[[SumTerm], bool],
) -> list[tuple[Statement, _Said]]:
    """Plain wishes joined, three or two to a sentence, where that can be said; in their order, in words.

    alike: whether wishes are enough alike for one verb to have them all; others are two clauses.
    """
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
            said = say(joined) if name == "wish and wish" or alike(joined.literals) else None
            if said is not None:
                statement, words, count = joined, said, size
                break
        del left[: count - 1]
        found.append((statement, words))
    return found


def _wishes(name: str, wishes: Sequence[Statement]) -> Statement:
    return Statement(
        _NAMED[name],
        tuple(one.literals[0] for one in wishes),
        tuple(one.terms[0] for one in wishes),
    )


def _has_list(literal: GroundedLiteral) -> bool:
    return len(literal.primitive.test.args) > 1


def _last_with_list(wish: Statement) -> bool:
    return _has_list(wish.literals[0])


def _places(name: str, term: SumTerm) -> SumTerm:
    """The literals by the places of a form for one sum term of two: which is demanded depends on the form."""
    condition, demand = term
    return (demand, condition) if name == "exception" else (condition, demand)


@lru_cache(maxsize=64)
def _if_form(literals: int) -> Form:
    """The form that says any sum term of so many literals: its last one is the demand."""
    if literals == 1:
        return _NAMED["plain"]
    return _NAMED["if" if literals == _TWO_LITERALS else f"if {literals - 1}"]


def _demand_last(term: SumTerm, demand: int) -> SumTerm:
    return (*term[:demand], *term[demand + 1 :], term[demand])
