"""Reads lists as requests write them: "A", "A or B", "A, B or C", whose items may contain "or" and commas.

Each part of the text is read once, and only divisions in which every part is an item are followed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from cocoa_core.independent.step_budget import StepBudget

__all__ = ["MOST_ITEMS", "read_list"]

MOST_ITEMS: Final = 100
"""The most items of a list; a longer one is not read."""

_Arg = str | bool | int
_TOGETHER: Final = {"both ": range(2, 3), "all of ": range(3, MOST_ITEMS + 1)}
_COMMA: Final = ", "


def read_list(
    text: str, conjunction: str, read_item: Callable[[str], _Arg], steps: StepBudget
) -> Iterator[tuple[_Arg, ...]]:
    """Yields every way to read "A", "A or B", "A, B or C" as a list: sorted, each item once.

    With the conjunction "and", two items may have "both" before them, and more have "all of".

    Args:
        text: the list.
        conjunction: "or" or "and".
        one: reads an item and raises ValueError where it is none. An item may contain the conjunction and
            commas.
        steps: pays for each part looked at and each item placed.

    Raises:
        StepBudgetExceededError: the steps are spent.
    """
    openings = _TOGETHER if conjunction == "and" else ()
    together = next((words for words in openings if text.startswith(words)), "")
    for items in _Divided(text.removeprefix(together), read_item, steps).lists(f" {conjunction} "):
        if _fits(together, len(items), conjunction):
            yield tuple(sorted(items))


def _fits(together: str, number: int, conjunction: str) -> bool:
    """Returns whether the words before the list go with its length: "both" with two, "all of" with three or
    more.
    """
    return number in _TOGETHER[together] if together else conjunction == "or" or number < 3


class _Divided:
    """A text with the items that its parts can be."""

    def __init__(self, text: str, read_item: Callable[[str], _Arg], steps: StepBudget) -> None:
        self._text, self._one, self._steps = text, read_item, steps
        self._known: dict[tuple[int, int], _Arg | None] = {}

    def lists(self, joint: str) -> Iterator[list[_Arg]]:
        """Yields every list in the order of the text, no item twice."""
        text, end = self._text, len(self._text)
        whole = self._item(0, end)
        if whole is not None:
            yield [whole]
        index = text.find(joint)
        while index >= 0:
            last = self._item(index + len(joint), end)
            if last is not None:
                for items in self._before(index):
                    if last not in items:
                        yield [*items, last]
            index = text.find(joint, index + 1)

    def _before(self, end: int) -> Iterator[list[_Arg]]:
        """Yields the items before the last one, the last of which ends at `end`."""
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
        """Returns the item that a part is; None where it is none."""
        part = (start, end)
        if part not in self._known:
            self._steps.take()
            try:
                self._known[part] = self._one(self._text[start:end]) if start < end else None
            except ValueError:
                self._known[part] = None
        return self._known[part]


def _places(text: str, end: int) -> Iterator[int]:
    """Yields the positions before `end` of commas that a blank follows."""
    index = text.find(_COMMA, 0, end)
    while index >= 0:
        yield index
        index = text.find(_COMMA, index + 1, end)
