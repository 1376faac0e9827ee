"""Reads the words of vocabularies, in options and in tests."""

from __future__ import annotations

from cocoa_core.independent.kinds.base import LONGEST_WORD, NOT_GIVEN
from cocoa_core.independent.slots import Slot

__all__ = ["legal_word", "read_word_argument", "unnamed_word"]


def legal_word(slot: Slot, text: str) -> str:
    """Returns a text that is a value of a category or an element of a set.

    Raises:
        ValueError: it cannot be one.
    """
    if slot.words is not None and text not in slot.words:
        raise ValueError(f"{text!r} is not in the vocabulary")
    if len(text) > LONGEST_WORD:
        raise ValueError(f"{text!r} has more than {LONGEST_WORD} characters")
    odd = not text or text != " ".join(text.split()) or ";" in text or not text.isprintable()
    if odd or text.casefold() == NOT_GIVEN:
        raise ValueError(f"{text!r} cannot be a value")
    return text


def read_word_argument(slot: Slot, text: str) -> str:
    """Returns a word of the vocabulary that a test names.

    Raises:
        ValueError: the text cannot be a word of the slot.
    """
    if slot.words is not None and text not in slot.words:
        raise ValueError(f"{text!r} is not in the vocabulary")
    if not text or text != text.strip():
        raise ValueError(f"{text!r} cannot be a value")
    return text


def unnamed_word(number: int) -> str:
    """Returns a word of an open vocabulary that no literal names."""
    return f"\0{number}"
