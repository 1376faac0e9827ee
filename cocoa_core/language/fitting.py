"""Which sentence patterns suit a sum term: the fewer denials and stacked "or"s, the sooner one is used."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import permutations
from typing import Final

from attrs import frozen

from cocoa_core.language.forms import Role, form_parts
from cocoa_core.language.phrases import FORMS, Form

__all__ = ["Fit", "Shape", "fits", "is_choice", "moods_of"]

_SPREAD: Final = 1.6
"""How much chance weighs against the costs below: a form that costs this much more is never used before."""
_DENIED: Final = 0.6
"""A condition that denies: "if it doesn't stop in Rome"."""
_DENIED_TWICE: Final = 1.7
"""A sentence with two denials or more."""
_STACKED: Final = 1.4
"""A literal that holds an "or" beside the "or" of the sentence."""
_AGAIN: Final = 1.7
"""The family of the sentence before."""
_BASE: Final = {
    "if either or both": 0.6,
    "either or both": 0.6,
    "either verb or both": 0.6,
    "interest": 0.8,
    "works": 0.8,
}
"""What "or both" costs, which the shorter form needs not; and a form that would soon be too frequent."""

_MOODS: Final = ("has", "want", "must", "need", "should", "like", "has", "want", "should")
_FIRM: Final = ("should", "must")
_WISHED: Final = ("want", "should", "like")
_LAST: Final = {
    "must": ("should", "has", "want"),
    "should": ("has", "want"),
    "need": ("want",),
    "like": ("want",),
}
"""What stands in for a mood in which a clause has no demand."""


@frozen(cache_hash=True)
class Shape:
    """What words a literal needs. denied, opposed: it, or its negation, can only be said as a denial.

    listed, unlisted: it, or its negation, cannot be said without an "or".
    """

    denied: bool
    opposed: bool
    listed: bool
    unlisted: bool


@frozen(cache_hash=True)
class Fit:
    """A form, and which literal takes which of its places (from 0)."""

    form: Form
    order: tuple[int, ...]


def is_choice(form: Form) -> bool:
    """Whether the sentence joins clauses by an "or" of its own."""
    return " or " in form.pattern


def fits(shapes: Sequence[Shape], before: str, rng: random.Random) -> Iterator[Fit]:
    """Every form with every order of its literals, in a seeded order in which apt ones come early.

    before: the family of the sentence before, or "".
    """
    known = _ranked(tuple(shapes))
    draw = rng.random
    keys = [
        (one.cost + _SPREAD * draw() + (_AGAIN if one.family == before != "plain" else 0), place)
        for place, one in enumerate(known)
    ]
    keys.sort()
    for _, place in keys:
        apt = known[place].apt
        start = int(draw() * len(apt))
        yield from apt[start:]
        yield from apt[:start]
    for _, place in keys:
        yield from known[place].others


def moods_of(form: Form, before: str, rng: random.Random) -> tuple[tuple[str, ...], ...]:
    """The moods of the first demand of a sentence and of the second, each with what may stand in for it.

    Two demands beside "either" have one mood. What has an alternative ("otherwise") is wished for.
    before: the mood of the sentence before, which another one follows.
    """
    if form.family == "either":
        mood = rng.choice(_FIRM)
        return (mood, *_LAST[mood]), (mood, *_LAST[mood])
    if form.family == "otherwise":
        first, second = rng.choice(_WISHED), rng.choice(_FIRM)
        return (first, "want"), (second, *_LAST[second])
    mood = rng.choice([one for one in _MOODS if one != before])
    return ((mood, *_LAST.get(mood, ())),)


@frozen
class _Ranked:
    """A form with what it costs in its best orders, these, and the other ones."""

    cost: float
    family: str
    apt: tuple[Fit, ...]
    others: tuple[Fit, ...]


@lru_cache(maxsize=4096)
def _ranked(shapes: tuple[Shape, ...]) -> tuple[_Ranked, ...]:
    found = []
    for form in FORMS[len(shapes)]:
        costs = {}
        for order in permutations(range(len(shapes))):
            cost = _cost(form, [shapes[place] for place in order])
            if cost is not None:
                costs[Fit(form, order)] = cost
        if costs:
            best = min(costs.values())
            apt = tuple(fit for fit, cost in costs.items() if cost == best)
            others = tuple(fit for fit, cost in costs.items() if cost != best)
            found.append(_Ranked(best, form.family, apt, others))
    return tuple(found)


def _cost(form: Form, shapes: Sequence[Shape]) -> float | None:
    """How stiff the sentence will be; None where a literal that must not be denied has to be."""
    cost, denials = _BASE.get(form.name, 0.0), 0
    for part in form_parts(form):
        if isinstance(part, str) or part.role == "has to":
            continue
        shape = shapes[part.place - 1]
        denied, listed = _needs(part, shape)
        if denied and part.place in form.affirmative:
            return None
        denials += denied
        cost += _DENIED * (denied and part.role == "cond")
        cost += _STACKED * (listed and is_choice(form))
    return cost + _DENIED_TWICE * (denials > 1 or (denials > 0 and form.name == "if not"))


def _needs(part: Role, shape: Shape) -> tuple[bool, bool]:
    return (shape.denied, shape.listed) if part.positive else (shape.opposed, shape.unlisted)
