"""Which texts say that there is no value."""

from __future__ import annotations

from typing import Final

__all__ = ["is_missing"]

_WORDS: Final = frozenset(
    (
        *("", "-", "--", "---", "–", "—", ".", "?", "n/a", "n.a.", "na", "#n/a", "<na>", "nan", "nat"),
        *("null", "none", "nil", "not given", "not available", "not applicable", "missing"),
    )
)


def is_missing(text: str) -> bool:
    """Whether a text stands for a value that is not there: "", "-", "n/a", "NaN", "null", "not given" ...

    Capitals and blanks around it do not matter. "none" counts too: who reads a set asks for that before.
    """
    return text.strip().casefold() in _WORDS
