"""How many drafts are kept in which the right option stands out, by what a guesser could count."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import prod
from typing import Final

from cocoa_core.families.selection.difficulty import Setting
from cocoa_core.families.selection.generation.option_masks import ALL_OPTIONS, OPTIONS, Panel

__all__ = [
    "ALONE_KEPT",
    "acceptance_by_first_wish",
    "acceptance_by_literal_counts",
    "acceptance_of_ties",
    "is_worst",
    "literal_counts",
    "poor_slots",
]

ALONE_KEPT: Final = 0.01
"""Share of drafts kept in which the right option satisfies more literals than every other."""
_OF_TWO_KEPT: Final = 0.4
_WITH_WISHES_KEPT: Final = 0.1
_WITH_A_WISH_KEPT: Final = 0.33
_OF_TWO_SLOTS_KEPT: Final = 0.55
"""Shares of drafts kept in which it does so with one other: in general; beside wishes, where it more often
does; beside a single one, and of tables of two slots, which leave little choice."""
_FIRST_KEPT: Final = (
    (1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    (1.0, 1.0, 1.0, 1.0, 1.0, 1.0),
    (1.0, 1.0, 1.0, 0.5, 0.08, 0.0),
    (1.0, 1.0, 1.0, 0.2, 0.02, 0.0),
)
"""Shares of drafts kept, by the number of sum terms and by how many options break a wish."""

_SHIFTS: Final = tuple(16 * option for option in range(OPTIONS))
_MANY: Final = (1 << 16) - 1
_SPREAD: Final = tuple(
    sum(1 << shift for option, shift in enumerate(_SHIFTS) if mask >> option & 1)
    for mask in range(ALL_OPTIONS + 1)
)
"""For each mask of options a counter for each of them, all in one number: their sum counts all at once."""


def literal_counts(holds: Iterable[int]) -> list[int]:
    """How many literals each option satisfies. holds: of each literal the options on which it holds."""
    total = sum([_SPREAD[mask] for mask in holds])
    return [total >> shift & _MANY for shift in _SHIFTS]


def acceptance_by_literal_counts(counts: Sequence[int], target: int, setting: Setting, terms: int) -> float:
    """The share of drafts that is kept of those like this: the right option may satisfy the most literals.

    counts: of each option its literals. target: the mask of right options. terms: how many sum terms.
    """
    most = max(counts)
    if target >> counts.index(most) & 1 and counts.count(most) == 1:
        return ALONE_KEPT
    if counts.count(most) == 2 and any(
        count == most and target >> option & 1 for option, count in enumerate(counts)
    ):
        return acceptance_of_ties(setting, terms)
    return 1.0


def acceptance_of_ties(setting: Setting, terms: int) -> float:
    """The share of drafts that is kept of those in which it satisfies the most with one other."""
    if setting.wishes:
        return _WITH_WISHES_KEPT if terms > 2 else _WITH_A_WISH_KEPT
    return _OF_TWO_SLOTS_KEPT if setting.slots == 2 else _OF_TWO_KEPT


def acceptance_by_first_wish(wishes: Sequence[int], terms: int) -> float:
    """The share of drafts that is kept of those like this: few others may meet the wish that is said first.

    wishes: of each plain wish the mask of options that break it. Which one will be said first is not known
    yet: the geometric mean of all. Of two sum terms one has to break more.
    """
    shares = _FIRST_KEPT[min(terms, len(_FIRST_KEPT) - 1)]
    kept = [shares[broken.bit_count()] for broken in wishes]
    return prod(kept) ** (1 / len(kept)) if kept else 1.0


def poor_slots(panel: Panel, slots: Sequence[str], target: int) -> list[str]:
    """Those of the slots on which the option of the mask is not among the better ones, in their order: with
    these, and with those that have no better, it can be the worst."""
    row = target.bit_length() - 1
    standings = ((slot, panel.standing(slot)) for slot in slots)
    return [slot for slot, standing in standings if not standing or standing[row] <= 0]


def is_worst(panel: Panel, slots: Sequence[str], target: int) -> bool:
    """Whether the option of the mask is worse than every other on the slots taken together: by its ranks on
    those of which people want less, or more."""
    row = target.bit_length() - 1
    standings = [standing for slot in slots if (standing := panel.standing(slot))]
    points = [sum(ranks) for ranks in zip(*standings, strict=True)]
    return bool(points) and all(points[row] < other for option, other in enumerate(points) if option != row)
