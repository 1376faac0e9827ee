"""The words from which simulated rows take categories and sets."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count, islice
from typing import Final

from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.schema import Schema, Slot
from cocoa_core.scaffolding.attributes.own_words import INVENTED, some_values

__all__ = ["vocabularies"]

_INVENTED: Final = 5


def vocabularies(
    schema: Schema, known: Mapping[str, tuple[str, ...]], groups: int = 1
) -> dict[str, tuple[str, ...]]:
    """The words of every category and set slot that a catalogue holds, in the order of their author.

    Closed: the schema's. Open: those that are known, else invented ones; for slots that group options as many
    as there are to be groups.
    """
    found: dict[str, tuple[str, ...]] = {}
    for slot in schema.closed.given:
        kind = slot.kind
        if isinstance(kind, Category | CategorySet):
            least = groups if slot.name in schema.group_by else _INVENTED
            words = kind.values if kind.closed else known.get(slot.name) or _invented(slot, least)
            found[slot.name] = words
    return found


def _invented(slot: Slot, least: int) -> tuple[str, ...]:
    """Neutral words; a set gets as many as its smallest one needs."""
    if isinstance(slot.kind, CategorySet):
        least = max(least, slot.kind.min_items + 2)
    if least <= _INVENTED:
        return some_values(slot.label)
    numbered = (f"{word} {number}" for number in count(2) for word in INVENTED)
    return tuple(sorted([*INVENTED[:least], *islice(numbered, max(0, least - len(INVENTED)))]))
