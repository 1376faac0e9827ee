"""The bundle.yaml of a draft: only what its columns say by themselves."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal

from cocoa_core.scaffolding.drafts import Draft, DraftSlot

__all__ = ["proposed_bundle"]

_FEWEST = 2
"""A number, and one slot more."""


def proposed_bundle(draft: Draft) -> dict[str, object]:
    """Returns the keys of the file, in writing order; none where there is no number to add up.

    Amounts of money and durations may be added up, of ratings the mean is taken, where people are known to
    want less of them, or more; every other slot with rules may be counted by its words. What no two options
    should have alike is not guessed.
    """
    wanted = {rule.slot for rule in draft.rules if rule.settings.get("wanted") in ("less", "more")}
    ruled = {rule.slot for rule in draft.rules} - {*draft.group_by}
    named = {
        "total": [slot.name for slot in draft.slots if slot.name in wanted and _adds_up(slot)],
        "average": [slot.name for slot in draft.slots if slot.name in wanted and _is_rating(slot)],
        "with": [slot.name for slot in draft.slots if slot.name in ruled and _has_words(slot)],
    }
    found = {key: some[:20] for key, some in named.items() if some}
    enough = sum(map(len, found.values())) >= _FEWEST and set(found) != {"with"}
    return {"called": "a set of {number}", **found} if enough else {}


def _adds_up(slot: DraftSlot) -> bool:
    kind, unit = slot.settings.get("kind"), slot.settings.get("unit")
    return (kind == "duration" or (kind == "quantity" and unit == "money")) and all(_bounds(slot))


def _is_rating(slot: DraftSlot) -> bool:
    return slot.settings.get("kind") == "quantity" and slot.settings.get("unit") == "rating"


def _has_words(slot: DraftSlot) -> bool:
    return slot.settings.get("kind") in ("boolean", "category", "set")


def _bounds(slot: DraftSlot) -> Iterator[bool]:
    """Yields whether its numbers are from 0."""
    least = slot.settings.get("min")
    yield not slot.settings.get("signed")
    yield not isinstance(least, int | float | Decimal) or least >= 0
