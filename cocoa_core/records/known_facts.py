"""What a table knows of the words that an option shows, in words: "Layovers on: Europe for Paris"."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cocoa_core.domain.kinds.base import NOT_GIVEN
from cocoa_core.domain.kinds.items import NO_ITEMS
from cocoa_core.domain.schema import Schema, Slot
from cocoa_core.language.spoken import joined

__all__ = ["known_facts"]

_BETWEEN: Final = "; "


def known_facts(schema: Schema, slot: Slot, shown: Mapping[str, str]) -> str:
    """The value of the slot that options show and, step by step, what follows from its words.

    "Layovers in: Dubai; Paris. Layovers on: Asia for Dubai, Europe for Paris". The steps lead from the slot
    that options show to the derived one; the words of a step stand in the order of the value.
    KeyError where the option does not show the slot, or a table lacks a word.
    """
    steps = [slot]
    while steps[-1].derived is not None:
        steps.append(schema.slot(steps[-1].derived.source))
    base = steps.pop()
    text = shown[base.label]
    words = _words(base, text)
    facts = [f"{base.label}: {text}"]
    for step in reversed(steps):
        if step.derived is None or not words:
            break
        found: dict[str, list[str]] = {}
        for word in words:
            found.setdefault(step.derived.known[word], []).append(word)
        told = (f"{follows} for {joined(sources, 'and')}" for follows, sources in found.items())
        facts.append(f"{step.label}: {', '.join(told)}")
        words = list(found)
    return ". ".join(facts)


def _words(slot: Slot, text: str) -> list[str]:
    """The words of a shown value; none of an empty set or a missing value."""
    if text == NOT_GIVEN:
        return []
    if slot.kind.name != "set":
        return [text]
    return [] if text == NO_ITEMS else text.split(_BETWEEN)
