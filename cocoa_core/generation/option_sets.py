"""Further option sets for the requirements of a ring: other five rows, each again right for one member."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import islice
from itertools import product as cartesian
from typing import Final

from cocoa_core.generation.five import OPTIONS
from cocoa_core.generation.grounding import Draft

__all__ = ["OptionSet", "further_sets"]

_COMBINED: Final = 400
"""Combinations of rows tried for one further set."""

OptionSet = tuple[int, int, int, int, int]
"""Five rows, by their places in the group; the i-th is right for the i-th member."""


def further_sets(
    drafts: Sequence[Draft],
    first: OptionSet,
    rows: int,
    most: int,
    look: Callable[[int], tuple[str, ...]],
    rng: random.Random,
) -> list[OptionSet]:
    """Up to `most` sets beside the first, each a ring of its own; no row is right twice for one member.

    rows: how many the group has. look: what a person sees of a row; no two of a set look alike. In every set
    each member has a near miss; of the sets that could come next, that one comes whose wrong options break
    the most sum terms.
    """
    right = [_right_only_for(drafts, member, rows) for member in range(OPTIONS)]
    for member, choices in enumerate(right):
        choices.remove(first[member])
        rng.shuffle(choices)
    found: list[OptionSet] = []
    while len(found) < most and all(right):
        tried = islice(cartesian(*right), _COMBINED)
        possible = [chosen for chosen in tried if _makes_a_set(drafts, chosen, look)]
        if not possible:
            break
        best = max(possible, key=lambda chosen: _terms_broken(drafts, chosen))
        found.append((best[0], best[1], best[2], best[3], best[4]))
        for member, choices in enumerate(right):
            choices.remove(best[member])
    return found


def _right_only_for(drafts: Sequence[Draft], member: int, rows: int) -> list[int]:
    """Rows that satisfy the member's requirement and break every other one."""
    mask = drafts[member].satisfied
    for place, other in enumerate(drafts):
        if place != member:
            mask &= other.broken
    return [row for row in range(rows) if mask >> row & 1]


def _makes_a_set(
    drafts: Sequence[Draft], chosen: Sequence[int], look: Callable[[int], tuple[str, ...]]
) -> bool:
    return len({look(row) for row in chosen}) == OPTIONS and all(
        any(_nearly_right(draft, row) for place, row in enumerate(chosen) if place != member)
        for member, draft in enumerate(drafts)
    )


def _nearly_right(draft: Draft, row: int) -> bool:
    """Whether the row breaks one sum term only and makes all others true."""
    holding = sum(holds >> row & 1 for holds in draft.holds)
    failing = sum(fails >> row & 1 for fails in draft.fails)
    return failing == 1 and holding == len(draft.holds) - 1


def _terms_broken(drafts: Sequence[Draft], chosen: Sequence[int]) -> int:
    """Sum terms, over all members, that some wrong option breaks."""
    return sum(
        any(fails >> row & 1 for place, row in enumerate(chosen) if place != member)
        for member, draft in enumerate(drafts)
        for fails in draft.fails
    )
