"""Proposes the bundle.yaml of a draft: only what its columns say by themselves."""

from __future__ import annotations

from decimal import Decimal

from cocoa_core.scaffolding.drafts import DomainDraft, DraftSlot

_FEWEST = 2
"""The fewest slots of a proposal: a number, and one slot more."""


def proposed_bundle(draft: DomainDraft) -> dict[str, object]:
    """Returns the keys of the file, in writing order; empty where there is no number to add up or to average.

    Amounts of money and durations may be added up, and of ratings the mean is taken, if it is known whether
    people want less or more of them. Every other slot with rules and with words may be counted by its words.
    What no two options should have alike is not guessed.
    """
    wanted = {rule.slot for rule in draft.rules if rule.settings.get("wanted") in ("less", "more")}
    ruled = {rule.slot for rule in draft.rules} - {*draft.group_by}
    slots_by_key = {
        "total": [slot.name for slot in draft.slots if slot.name in wanted and _adds_up(slot)],
        "average": [slot.name for slot in draft.slots if slot.name in wanted and _is_rating(slot)],
        "with": [slot.name for slot in draft.slots if slot.name in ruled and _has_words(slot)],
    }
    keys = {key: names[:20] for key, names in slots_by_key.items() if names}
    enough = sum(map(len, keys.values())) >= _FEWEST and set(keys) != {"with"}
    return {"called": "a set of {number}", **keys} if enough else {}


def _adds_up(slot: DraftSlot) -> bool:
    kind, unit = slot.settings.get("kind"), slot.settings.get("unit")
    return (kind == "duration" or (kind == "quantity" and unit == "money")) and _is_never_negative(slot)


def _is_rating(slot: DraftSlot) -> bool:
    return slot.settings.get("kind") == "quantity" and slot.settings.get("unit") == "rating"


def _has_words(slot: DraftSlot) -> bool:
    return slot.settings.get("kind") in ("boolean", "category", "set")


def _is_never_negative(slot: DraftSlot) -> bool:
    least = slot.settings.get("min")
    return not slot.settings.get("signed") and (not isinstance(least, int | float | Decimal) or least >= 0)
