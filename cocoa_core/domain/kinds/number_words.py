"""Says whole numbers in words up to twelve, and reads them back."""

from __future__ import annotations

from typing import Final

from cocoa_core.lexicon import NUMBER_WORDS

_WORDS: Final = {word: number for number, word in enumerate(NUMBER_WORDS)}


def say_count(number: int) -> str:
    """Returns a whole number, in words up to twelve."""
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else f"{number:,}"


def heard_count(token: str) -> int | None:
    """Returns the whole number below 10**9 of a token in words or digits; None where it is none."""
    number = _WORDS.get(token)
    if number is not None:
        return number
    digits = token.replace(",", "")
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
