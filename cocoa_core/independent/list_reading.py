"""Lists as requests say them: "A", "A or B", "A, B or C", whose items may hold "or" and commas themselves.

What each part of the text is, is worked out once, and only divisions that come out whole are gone into.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from cocoa_core.independent.step_budget import StepBudget

__all__ = ["MOST_ITEMS", "read_list"]

MOST_ITEMS: Final = 100
"""Items of a list; a longer one is not read."""

_Arg = str | bool | int
_TOGETHER: Final = {"both ": range(2, 3), "all of ": range(3, MOST_ITEMS + 1)}
_COMMA: Final = ", "


def read_list(
    text: str, conjunction: str, one: Callable[[str], _Arg], steps: StepBudget
) -> Iterator[tuple[_Arg, ...]]:
    """Every way to read "A", "A or B", "A, B or C" as a list: sorted, each item once.

    With the conjunction "and", two items may have "both" before them, and more have "all of". Items are
    read by `one`, which raises ValueError; they may themselves hold the conjunction and commas.
    Takes a step for each part looked at and each item placed: SpentError where there are too many.
    """
    openings = _TOGETHER if conjunction == "and" else ()
    together = next((words for words in openings if text.startswith(words)), "")
    for items in _Divided(text.removeprefix(together), one, steps).lists(f" {conjunction} "):
        if _fits(together, len(items), conjunction):
            yield tuple(sorted(items))


def _fits(together: str, number: int, conjunction: str) -> bool:
    """Whether "both" is said of two, and "all of" of three and more, which "and" alone would leave open."""
    return number in _TOGETHER[together] if together else conjunction == "or" or number < 3


class _Divided:
    """A text with the items that its parts can be."""

    def __init__(self, text: str, one: Callable[[str], _Arg], steps: StepBudget) -> None:
        self._text, self._one, self._steps = text, one, steps
        self._known: dict[tuple[int, int], _Arg | None] = {}

    def lists(self, joint: str) -> Iterator[list[_Arg]]:
        """Every list in the order of the text, no item twice."""
        text, end = self._text, len(self._text)
        whole = self._item(0, end)
        if whole is not None:
            yield [whole]
        place = text.find(joint)
        while place >= 0:
            last = self._item(place + len(joint), end)
            if last is not None:
                for items in self._before(place):
                    if last not in items:
                        yield [*items, last]
            place = text.find(joint, place + 1)

    def _before(self, end: int) -> Iterator[list[_Arg]]:
        """The items before the last one, which end here."""
        commas = list(_places(self._text, end))
        onward: dict[int, list[int]] = {}
        for number in range(len(commas), -1, -1):
            start = commas[number - 1] + len(_COMMA) if number else 0
            ends = [
                cut
                for cut in (end, *commas[number:])
                if (cut == end or cut + len(_COMMA) in onward) and self._item(start, cut) is not None
            ]
            if ends:
                onward[start] = ends
        yield from self._along(onward, 0, end, []) if 0 in onward else ()

    def _along(
        self, onward: dict[int, list[int]], start: int, end: int, items: list[_Arg]
    ) -> Iterator[list[_Arg]]:
        if len(items) == MOST_ITEMS:
            return
        for cut in onward[start]:
            self._steps.take()
            item = self._item(start, cut)
            if item is None or item in items:
                continue
            if cut == end:
                yield [*items, item]
            else:
                yield from self._along(onward, cut + len(_COMMA), end, [*items, item])

    def _item(self, start: int, end: int) -> _Arg | None:
        """What a part is as an item; None for nothing."""
        part = (start, end)
        if part not in self._known:
            self._steps.take()
            try:
                self._known[part] = self._one(self._text[start:end]) if start < end else None
            except ValueError:
                self._known[part] = None
        return self._known[part]


def _places(text: str, end: int) -> Iterator[int]:
    """Where a comma stands that a blank follows, before `end`."""
    place = text.find(_COMMA, 0, end)
    while place >= 0:
        yield place
        place = text.find(_COMMA, place + 1, end)
