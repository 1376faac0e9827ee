"""Fixed words with holes between them, and every way in which a text fills the holes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from attrs import frozen

__all__ = ["Pattern", "Span", "fold"]

Span = tuple[int, int]
"""Start and end of a part of a text."""
Spans: TypeAlias = tuple[Span, ...]
Fits: TypeAlias = Callable[[int, Span], bool]

_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_SMALL: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def _anything(_hole: int, _part: Span) -> bool:
    return True


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

    def fillings(self, folded: str, start: int, end: int, fits: Fits = _anything) -> Iterator[Spans]:
        """Every way to read the part of a folded text as this pattern, no hole empty.

        fits: whether a hole, by its place, can be a part of the text; only what fits is gone on with, and no
        place is tried again from which nothing came out.
        """
        first, last = self.words[0], self.words[-1]
        if not self.holes:
            if folded[start:end] == first:
                yield ()
            return
        inner, limit = start + len(first), end - len(last)
        if inner < limit and folded.startswith(first, start) and folded.endswith(last, inner, end):
            place = inner
            for words in self.words[1:-1]:  # a cheap look for all of them in their order
                place = folded.find(words, place + 1, limit) + len(words)
                if place < len(words):
                    return
            yield from self._rest(folded, 0, inner, limit, fits, set())

    def _rest(
        self, folded: str, hole: int, start: int, limit: int, fits: Fits, dead: set[tuple[int, int]]
    ) -> Iterator[Spans]:
        """Fillings of the holes from `hole` on, the last of which ends at `limit`. dead: what has none."""
        filled = False
        if hole + 1 == len(self.holes):
            if start < limit and fits(hole, (start, limit)):
                filled = True
                yield ((start, limit),)
        else:
            words = self.words[hole + 1]
            found = folded.find(words, start + 1, limit)
            while found >= 0:
                after = found + len(words)
                if (hole + 1, after) not in dead and fits(hole, (start, found)):
                    for rest in self._rest(folded, hole + 1, after, limit, fits, dead):
                        filled = True
                        yield ((start, found), *rest)
                found = folded.find(words, found + 1, limit)
        if not filled:
            dead.add((hole, start))
