"""Which sum term refuses which wrong option: drawn before any primitive is."""

from __future__ import annotations

import random
from collections.abc import Sequence

from attrs import frozen

from cocoa_core.generation.five import OPTIONS, Seen

__all__ = ["Plan", "plan_refusals"]


@frozen
class Plan:
    """refusals: for each sum term a mask of the options it refuses. near: the option refused only once."""

    refusals: tuple[int, ...]
    near: int


def plan_refusals(terms: Sequence[Sequence[Seen]], right: int, rng: random.Random) -> Plan | None:
    """Every wrong option gets a sum term and every sum term a wrong option; None where that cannot be.

    A sum term can refuse an option if each of its literals can fail there, and one of them holds on the right
    option while it does.
    """
    feasible = [_refusable(term, right) for term in terms]
    wrong = [1 << option for option in range(OPTIONS) if option != right]
    rng.shuffle(wrong)
    near = wrong[0]
    refusals = [0] * len(terms)
    for option in wrong:
        able = [place for place, mask in enumerate(feasible) if mask & option]
        if not able:
            return None
        fewest = min(refusals[place].bit_count() for place in able)
        refusals[rng.choice([place for place in able if refusals[place].bit_count() == fewest])] |= option
    for place, refused in enumerate(refusals):
        if not refused:
            able = [option for option in wrong if option != near and feasible[place] & option]
            if not able:
                return None
            refusals[place] = rng.choice(able)
    return Plan(tuple(refusals), near)


def _refusable(term: Sequence[Seen], right: int) -> int:
    all_fail, one_separates = -1, 0
    for seen in term:
        all_fail &= seen.can_fail
        one_separates |= seen.separates[right]
    return all_fail & one_separates & ~(1 << right)
