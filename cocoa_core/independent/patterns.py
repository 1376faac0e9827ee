"""Patterns of words with holes, every way in which a text fills them, and the steps that reading may take."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from attrs import define, frozen

MOST_STEPS: Final = 50_000
"""Candidates that one request may try: thirty times what the longest of a crowded domain takes."""


class StepBudgetExceededError(Exception):
    """The steps are spent: the text can be read in too many ways."""


@define
class StepBudget:
    """The steps that are left for one reading and all its parts."""

    left: int = MOST_STEPS

    def take(self, number: int = 1) -> None:
        """Spends steps.

        Raises:
            StepBudgetExceededError: fewer are left.
        """
        self.left -= number
        if self.left < 0:
            raise StepBudgetExceededError


Span = tuple[int, int]
"""Start and end of a part of a text."""
Spans: TypeAlias = tuple[Span, ...]
Fits: TypeAlias = Callable[[int, Span], bool]

_HOLE: Final = re.compile(r"\{([^{}]*)\}")
_SMALL: Final = {code: code + 32 for code in range(ord("A"), ord("Z") + 1)}


def _anything(_hole: int, _part: Span) -> bool:
    return True


def fold(text: str) -> str:
    """Returns the text with A-Z in lower case. Every character keeps its position."""
    return text.translate(_SMALL)


def occurrences(text: str, words: str, start: int = 0, end: int | None = None) -> Iterator[int]:
    """Yields the positions of the words in a part of a text, overlapping ones too."""
    position = text.find(words, start, end)
    while position >= 0:
        yield position
        position = text.find(words, position + 1, end)


@frozen(cache_hash=True)
class Pattern:
    """A pattern: fixed words, folded, around the holes."""

    words: tuple[str, ...]
    """The fixed texts; one more than there are holes."""
    holes: tuple[str, ...]
    """The names of the holes."""

    @classmethod
    def of(cls, template: str) -> Pattern:
        """Returns the pattern of a template whose holes stand in braces."""
        parts = _HOLE.split(template)
        return cls(tuple(fold(words) for words in parts[::2]), tuple(parts[1::2]))

    def may_fill(self, folded: str, start: int, end: int) -> bool:
        """Returns whether the span begins and ends as the pattern does: a cheap test before `fillings`."""
        return folded.startswith(self.words[0], start, end) and folded.endswith(self.words[-1], start, end)

    def fillings(self, folded: str, start: int, end: int, fits: Fits = _anything) -> Iterator[Spans]:
        """Yields every way to read a span of a folded text as this pattern, no hole empty.

        Args:
            fits: whether a hole, by its index, can be a part of the text. What does not fit is not followed,
                and no position is tried again from which nothing came out.
        """
        first, last = self.words[0], self.words[-1]
        if not self.holes:
            if folded[start:end] == first:
                yield ()
            return
        inner, limit = start + len(first), end - len(last)
        if inner < limit and folded.startswith(first, start) and folded.endswith(last, inner, end):
            if len(self.holes) == 1:
                if fits(0, (inner, limit)):
                    yield ((inner, limit),)
                return
            position = inner
            for words in self.words[1:-1]:  # a cheap look for all of them in their order
                position = folded.find(words, position + 1, limit) + len(words)
                if position < len(words):
                    return
            yield from self._rest(folded, 0, inner, limit, fits, set())

    def _rest(
        self, folded: str, hole: int, start: int, limit: int, fits: Fits, dead: set[tuple[int, int]]
    ) -> Iterator[Spans]:
        """Yields fillings of the holes from `hole` on that end at `limit`; `dead` keeps what has none."""
        filled = False
        if hole + 1 == len(self.holes):
            if start < limit and fits(hole, (start, limit)):
                filled = True
                yield ((start, limit),)
        else:
            words = self.words[hole + 1]
            position = folded.find(words, start + 1, limit)
            while position >= 0:
                after = position + len(words)
                if (hole + 1, after) not in dead and fits(hole, (start, position)):
                    for rest in self._rest(folded, hole + 1, after, limit, fits, dead):
                        filled = True
                        yield ((start, position), *rest)
                position = folded.find(words, position + 1, limit)
        if not filled:
            dead.add((hole, start))
