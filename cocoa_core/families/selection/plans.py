"""Which options shall be eliminated where, and which shall satisfy as many literals as the right one, before
any primitive is drawn: what would be refused in the end is not drawn."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Final

from cocoa_core.families.selection.elimination import Elimination, plan_elimination
from cocoa_core.families.selection.mixes import Setting
from cocoa_core.families.selection.owed import Owed
from cocoa_core.families.selection.panel import PLACES, Views
from cocoa_core.families.selection.prospects import can_eliminate, prospects, rivals
from cocoa_core.families.selection.standing_out import ALONE_KEPT, kept_by_the_first, kept_of_two

__all__ = ["ALIKE", "FIRST", "MOST_LITERALS", "hopeless", "plans", "to_be_level"]

ALIKE: Final = "the options are too much alike"
MOST_LITERALS: Final = "right option satisfies most literals"
FIRST: Final = "few options meet what is said first"
_LEVELS: Final = 4
"""Sets of other options tried that shall satisfy as many literals as the right one."""


def to_be_level(terms: int, target: int, owed: Owed, setting: Setting, kept: float) -> int:
    """How many wrong options have to satisfy as many literals as the one right one, unless one satisfies
    more: as `stands_out` will ask for."""
    if not owed.hidden or terms == 1 or target.bit_count() != 1 or kept < ALONE_KEPT:
        return 0
    return 2 if kept >= kept_of_two(setting, terms) else 1


def hopeless(
    terms: Sequence[Sequence[Views]], wrong: int, target: int, owed: Owed, hidden: int
) -> str | None:
    """Why no primitives that the literals can be of make a question of the options; None where some may."""
    if not can_eliminate(terms, wrong, target, owed.every_term):
        return ALIKE
    if hidden:
        level, ahead = rivals(terms, wrong, target)
        if not ahead and level.bit_count() < hidden:
            return MOST_LITERALS
    return None


def plans(
    terms: Sequence[Sequence[Views]],
    everything: int,
    target: int,
    owed: Owed,
    hidden: int,
    kept: float,
    rng: random.Random,
) -> Iterator[Elimination]:
    """Who eliminates whom, in a few ways where others shall satisfy as many literals as the right option."""
    levels = [(0, 0)]
    if hidden:
        levels = _levels(terms, everything & ~target, target, hidden, rng)
    for level, gains in levels:
        plan = plan_elimination(
            terms, everything, target, owed.near_miss, owed.every_term, rng, owed.near_misses, level, gains
        )
        if plan is not None and not (owed.hidden and kept >= _kept_as_planned(terms, plan)):
            yield plan


def _kept_as_planned(terms: Sequence[Sequence[Views]], plan: Elimination) -> float:
    """The share of drafts that is kept of those as planned: their wishes refuse as many, or more."""
    wishes = [mask for term, mask in zip(terms, plan.by_term, strict=True) if len(term) == 1]
    return kept_by_the_first(wishes, len(terms))


def _levels(
    terms: Sequence[Sequence[Views]], wrong: int, target: int, hidden: int, rng: random.Random
) -> list[tuple[int, int]]:
    """Masks of wrong options that shall be near misses: one that can be ahead of the right one, first, or as
    many as have to be level with it; and in how many sum terms they have to gain on it, since they lose one
    literal. A few of those that can.
    """
    level, ahead = rivals(terms, wrong, target)
    gaining = [prospects(term, target)[1] for term in terms]
    best = [(1 << option, 2) for option in PLACES[ahead]]
    others = [
        (sum([1 << option for option in some]), 1)
        for some in combinations(PLACES[level], hidden)
        if hidden > 1 or not ahead >> some[0] & 1
    ]
    rng.shuffle(best)
    rng.shuffle(others)
    able = [one for one in best + others if sum([not one[0] & ~mask for mask in gaining]) >= one[1]]
    return able[:_LEVELS]
