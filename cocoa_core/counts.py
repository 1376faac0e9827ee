"""Numbers with their nouns, as messages and reports say them."""

from __future__ import annotations

__all__ = ["counted"]


def counted(number: int, noun: str) -> str:
    """A number and its noun, which takes an "s" where it is not one: "1 row", "2,300 free wordings"."""
    return f"{number:,} {noun}{'s' * (number != 1)}"
