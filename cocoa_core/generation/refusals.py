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
    option while it does; unless it is the near miss, one must be able to hold on the near miss too.
    """
    wrong = [option for option in range(OPTIONS) if option != right]
    rng.shuffle(wrong)
    near = wrong[0]
    able_at = [_refusable(term, right, near) for term in terms]
    refusals = [0] * len(terms)
    for option in wrong:
        able: list[int] = []
        fewest = OPTIONS
        for place, mask in enumerate(able_at):
            if mask >> option & 1:
                refused = refusals[place].bit_count()
                if refused < fewest:
                    fewest, able = refused, [place]
                elif refused == fewest:
                    able.append(place)
        if not able:
            return None
        refusals[rng.choice(able)] |= 1 << option
    for place, refused in enumerate(refusals):
        if not refused:
            able = [option for option in wrong if option != near and able_at[place] >> option & 1]
            if not able:
                return None
            refusals[place] = 1 << rng.choice(able)
    return Plan(tuple(refusals), 1 << near)


def _refusable(term: Sequence[Seen], right: int, near: int) -> int:
    """Options on which every literal can fail while one of them holds on `right` and one on `near`.

    On `near` itself, where all of them fail, one has to hold on `right` only.
    """
    both = 1 << right | 1 << near
    all_fail, on_right, on_near, on_both = -1, 0, 0, 0
    for seen in term:
        right_here, near_here = seen.separates[right], seen.separates[near]
        all_fail &= seen.can_fail
        on_both |= right_here & on_near | near_here & on_right
        if right_here & near_here & ~on_both:  # else no pattern can add to it
            on_both |= seen.separates_both(both)
        on_right |= right_here
        on_near |= near_here
    return all_fail & (on_both | on_right & 1 << near)
