"""Names that nobody has listed: a vocabulary that takes any text which could be a name.

And full stops within names, taken out of the way so that they end no sentence.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

__all__ = ["OpenWords", "masked", "masked_names", "unmasked"]

_MOST_WORDS: Final = 8
_LONGEST: Final = 80
_MASK: Final = "\x1f"
"""Stands for an inner full stop; no text that can be printed holds it."""


class OpenWords(frozenset[str]):
    """Known names, and beside them every short text without a semicolon.

    A data set's folder does not hold the catalogue, so a request may name what no option shows. Readings that
    rest on such a name are for the caller to compare: the one that leaves the least text to unknown names.
    """

    def __contains__(self, text: object) -> bool:
        if frozenset.__contains__(self, text):
            return True
        return isinstance(text, str) and self._could_be_a_name(text)

    @staticmethod
    def _could_be_a_name(text: str) -> bool:
        return (
            0 < len(text) <= _LONGEST
            and text == text.strip(" ,;:")
            and ";" not in text
            and text.count(" ") < _MOST_WORDS
        )

    def unknown(self, text: str) -> bool:
        """Whether the text is none of the known names."""
        return not frozenset.__contains__(self, text)


def masked(text: str) -> str:
    """The text with inner full stops taken out of the way, so that it reads as one sentence."""
    return text.replace(". ", f"{_MASK} ")


def masked_names(names: Iterable[str]) -> frozenset[str]:
    """The names as they may stand in such a text: a full stop at the end is inner, or the last of all."""
    return frozenset(one for name in names for one in (masked(name), masked(f"{name} ").removesuffix(" ")))


def unmasked(text: str) -> str:
    """The text before `masked`."""
    return text.replace(_MASK, ".")
