"""Sorts equal numbers into the order in which numpy 1.23 leaves them: published files depend on this order,
and the sort is not stable.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

__all__ = ["argsort"]

_SMALL: Final = 15
"""Parts with at most one element more than this are sorted by insertion."""


def argsort(values: Sequence[int]) -> list[int]:
    """Returns the indices of the values in ascending order of the values, equal ones as numpy 1.23's
    `argsort` leaves them.

    The algorithm is its introsort: quicksort by the median of three, insertion sort of small parts, and
    heapsort where parts do not become smaller (D. Musser, Software: Practice and Experience 27, 1997). It
    takes O(n log n).
    """
    order = list(range(len(values)))
    pending = [(0, len(order) - 1, 2 * (len(order).bit_length() - 1))] if order else []
    while pending:
        low, high, depth = pending.pop()
        if depth < 0:
            _heapsort(values, order, low, high)
            continue
        while high - low > _SMALL:
            middle = _partition(values, order, low, high)
            depth -= 1
            if middle - low < high - middle:
                pending.append((middle + 1, high, depth))
                high = middle - 1
            else:
                pending.append((low, middle - 1, depth))
                low = middle + 1
        _insert(values, order, low, high)
    return order


def _partition(values: Sequence[int], order: list[int], low: int, high: int) -> int:
    """Moves smaller values in front of the median of three, and returns the median's final position."""
    middle = low + (high - low) // 2
    for first, second in ((middle, low), (high, middle), (middle, low)):
        if values[order[first]] < values[order[second]]:
            order[first], order[second] = order[second], order[first]
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
    for position in range(low + 1, high + 1):
        moving = order[position]
        value = values[moving]
        previous = position - 1
        while previous >= low and value < values[order[previous]]:
            order[previous + 1] = order[previous]
            previous -= 1
        order[previous + 1] = moving


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
