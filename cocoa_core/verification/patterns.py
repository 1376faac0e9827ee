"""Fixed words with holes between them, and every way in which a text fills the holes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from attrs import frozen

__all__ = ["Pattern", "Span", "fold"]

Span = tuple[int, int]
"""Start and end of a part of a text."""

_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_SMALL: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def fold(text: str) -> str:
    """The text with A-Z made small; every character keeps its place."""
    return text.translate(_SMALL)


@frozen(cache_hash=True)
class Pattern:
    """words: fixed text around the holes, folded, one more than holes. holes: their names."""

    words: tuple[str, ...]
    holes: tuple[str, ...]

    @classmethod
    def of(cls, template: str) -> Pattern:
        """The pattern of a template whose holes stand in braces."""
        parts = _HOLE.split(template)
        return cls(tuple(fold(words) for words in parts[::2]), tuple(parts[1::2]))

    def may_fill(self, folded: str, start: int, end: int) -> bool:
        """Whether the part begins and ends as the pattern does: a cheap look before `fillings`."""
        return folded.startswith(self.words[0], start, end) and folded.endswith(self.words[-1], start, end)

    def fillings(self, folded: str, start: int, end: int) -> Iterator[tuple[Span, ...]]:
        """Every way to read the part of a folded text as this pattern, no hole empty."""
        first, last = self.words[0], self.words[-1]
        if not self.holes:
            if folded[start:end] == first:
                yield ()
            return
        inner, limit = start + len(first), end - len(last)
        if inner < limit and folded.startswith(first, start) and folded.endswith(last, inner, end):
            yield from self._rest(folded, 1, inner, limit)

    def _rest(self, folded: str, place: int, start: int, limit: int) -> Iterator[tuple[Span, ...]]:
        """Fillings of the holes from `place - 1` on, the last of which ends at `limit`."""
        if place == len(self.holes):
            if start < limit:
                yield ((start, limit),)
            return
        words = self.words[place]
        found = folded.find(words, start + 1, limit)
        while found >= 0:
            for rest in self._rest(folded, place + 1, found + len(words), limit):
                yield ((start, found), *rest)
            found = folded.find(words, found + 1, limit)
