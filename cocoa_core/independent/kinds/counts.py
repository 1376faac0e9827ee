"""Reads whole numbers as requests say them: in words up to twelve, then in digits."""

from __future__ import annotations

from typing import Final

from cocoa_core.lexicon import NUMBER_WORDS

__all__ = ["COUNT", "read_count"]

_COUNTS: Final = {word: number for number, word in enumerate(NUMBER_WORDS)}
COUNT: Final = rf"(\d{{1,9}}|{'|'.join(NUMBER_WORDS)})"
"""The pattern of a count without commas, as a group."""


def read_count(text: str) -> int:
    """Returns a whole number, in digits or in words up to twelve.

    Raises:
        ValueError: the text is no such number.
    """
    word_value = _COUNTS.get(text)
    if word_value is not None:
        return word_value
    digits = text.replace(",", "")
    if digits.isascii() and digits.isdigit() and text == f"{int(digits):,}":
        return int(digits)
    raise ValueError(f"{text!r} is not a count")
