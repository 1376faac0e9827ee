"""Suggestions for a word that is not one of those expected."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["closest", "listed", "quoted"]

_LISTED: Final = 24
_SHOWN: Final = 60


def closest(word: str, choices: Iterable[str]) -> str | None:
    """The choice most like the word, by difflib's ratio and whatever the case; None if none is like it."""
    from difflib import get_close_matches

    folded = {choice.casefold(): choice for choice in choices}
    found = get_close_matches(word[:200].casefold(), list(folded), n=1, cutoff=0.6)
    return folded[found[0]] if found else None


def listed(choices: Iterable[str]) -> str:
    """The choices in one line, the first two dozen of them, and how many more there are."""
    words = list(choices)
    rest = f" and {len(words) - _LISTED} more" if len(words) > _LISTED else ""
    return ", ".join(words[:_LISTED]) + rest if words else "none"


def quoted(text: str) -> str:
    """A text in quotation marks, control characters escaped, cut to 60 characters."""
    return repr(text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "...")
