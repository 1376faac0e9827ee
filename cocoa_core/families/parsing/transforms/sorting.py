"""The order in which numpy 1.23 puts equal numbers: published files depend on it, and it is not stable."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

__all__ = ["argsort"]

_SMALL: Final = 15
"""Parts of at most so many more than one are sorted by insertion."""


def argsort(values: Sequence[int]) -> list[int]:
    """Returns the places of the values in ascending order, equal ones as numpy 1.23's `argsort` leaves them.

    Its introsort: quicksort by the median of three, insertion sort of small parts, and, where parts do not
    become smaller, heapsort (D. Musser, Software: Practice and Experience 27, 1997). O(n log n).
    """
    order = list(range(len(values)))
    left = [(0, len(order) - 1, 2 * (len(order).bit_length() - 1))] if order else []
    while left:
        low, high, depth = left.pop()
        if depth < 0:
            _heapsort(values, order, low, high)
            continue
        while high - low > _SMALL:
            middle = _partition(values, order, low, high)
            depth -= 1
            if middle - low < high - middle:
                left.append((middle + 1, high, depth))
                high = middle - 1
            else:
                left.append((low, middle - 1, depth))
                low = middle + 1
        _insert(values, order, low, high)
    return order


def _partition(values: Sequence[int], order: list[int], low: int, high: int) -> int:
    """Returns the final place of the median of three; what is less stands before it."""
    middle = low + (high - low) // 2
    for one, other in ((middle, low), (high, middle), (middle, low)):
        if values[order[one]] < values[order[other]]:
            order[one], order[other] = order[other], order[one]
    pivot = values[order[middle]]
    up, down = low, high - 1
    order[middle], order[down] = order[down], order[middle]
    while True:
        up += 1
        while values[order[up]] < pivot:
            up += 1
        down -= 1
        while pivot < values[order[down]]:
            down -= 1
        if up >= down:
            break
        order[up], order[down] = order[down], order[up]
    order[up], order[high - 1] = order[high - 1], order[up]
    return up


def _insert(values: Sequence[int], order: list[int], low: int, high: int) -> None:
    for place in range(low + 1, high + 1):
        moving = order[place]
        value = values[moving]
        before = place - 1
        while before >= low and value < values[order[before]]:
            order[before + 1] = order[before]
            before -= 1
        order[before + 1] = moving


def _heapsort(values: Sequence[int], order: list[int], low: int, high: int) -> None:
    size = high - low + 1
    for root in range(size // 2 - 1, -1, -1):
        _sift(values, order, low, root, size)
    for last in range(size - 1, 0, -1):
        order[low], order[low + last] = order[low + last], order[low]
        _sift(values, order, low, 0, last)


def _sift(values: Sequence[int], order: list[int], low: int, root: int, size: int) -> None:
    moving = order[low + root]
    value = values[moving]
    while (child := 2 * root + 1) < size:
        if child + 1 < size and values[order[low + child]] < values[order[low + child + 1]]:
            child += 1
        if not value < values[order[low + child]]:
            break
        order[low + root] = order[low + child]
        root = child
    order[low + root] = moving
