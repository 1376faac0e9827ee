"""The verifier's own reading of what an option shows, as typed values."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cocoa_core.independent.number_display import read_displayed
from cocoa_core.independent.slots import Slot, Value, numbers_of

__all__ = ["LONGEST_WORD", "NOT_GIVEN", "NO_ITEMS", "read_shown", "read_yes_or_no"]

NOT_GIVEN: Final = "not given"
NO_ITEMS: Final = "none"
LONGEST_WORD: Final = 200
"""The most characters of a category's value or a set's item."""
_MOST_KEPT: Final = 1 << 15
"""The number of short texts whose values are cached. Options repeat: five times where they are of a balanced
set.
"""


def read_shown(slot: Slot, text: str) -> Value:
    """Returns the value that a text shows.

    Raises:
        ValueError: the text is not exactly how a value of the slot is shown.
    """
    return _kept(slot, text) if len(text) <= LONGEST_WORD else _read(slot, text)


@lru_cache(_MOST_KEPT)
def _kept(slot: Slot, text: str) -> Value:
    return _read(slot, text)


def _read(slot: Slot, text: str) -> Value:
    if text == NOT_GIVEN:
        if not slot.missing:
            raise ValueError("a value that cannot be missing is not given")
        return None
    if slot.kind == "category":
        return _word(slot, text)
    if slot.kind == "boolean":
        return read_yes_or_no(text)
    if slot.plural:
        return _items(slot, [] if text == NO_ITEMS else text.split("; "))
    return read_displayed(numbers_of(slot), text)


def _items(slot: Slot, items: list[str]) -> Value:
    if not slot.least <= len(items) <= slot.most:
        raise ValueError(f"{len(items)} items are not {slot.least} to {slot.most}")
    if slot.kind == "list":
        numbers = numbers_of(slot)
        return tuple([read_displayed(numbers, item) for item in items])
    words = [_word(slot, item) for item in items]
    if len(set(words)) < len(words):
        raise ValueError("an item of a set stands twice")
    return frozenset(words)


def _word(slot: Slot, text: str) -> str:
    if slot.words is not None and text not in slot.words:
        raise ValueError(f"{text!r} is not in the vocabulary")
    if len(text) > LONGEST_WORD:
        raise ValueError(f"{text!r} has more than {LONGEST_WORD} characters")
    odd = not text or text != " ".join(text.split()) or ";" in text or not text.isprintable()
    if odd or (slot.kind == "set" and text.casefold() == NO_ITEMS) or text.casefold() == NOT_GIVEN:
        raise ValueError(f"{text!r} cannot be a value")
    return text


def read_yes_or_no(text: str) -> bool:
    """Returns the truth value of "yes" or "no".

    Raises:
        ValueError: the text is neither.
    """
    if text not in ("yes", "no"):
        raise ValueError(f"{text!r} is neither yes nor no")
    return text == "yes"
