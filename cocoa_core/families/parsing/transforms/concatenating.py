"""Makes long training rows: three of the longest sentences in one, with one form (ReCOGS, section 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Final

from attrs import evolve

from cocoa_core.errors import MismatchError
from cocoa_core.families.parsing.forms import Form, joined, recogs_of
from cocoa_core.families.parsing.transforms.augmenting import lowered
from cocoa_core.families.parsing.transforms.cogs_rows import CogsRow

_STEP: Final = 6
"""Rows from the beginning of one triple to that of the next."""


def chosen_triples(lengths: Sequence[int], many: int) -> list[tuple[int, int, int]]:
    """Returns the rows that are joined, three at a time, by their numbers.

    Every sixth row, from the longest on, begins a triple. As in the published file, rows of equal length
    stand in the order of numpy's unstable quicksort.

    Args:
        lengths: the number of characters of each row's sentence.
        many: the number of triples.

    Raises:
        MismatchError: there are too few rows.
    """
    least = _STEP * (many - 1) + 3 if many else 0
    if len(lengths) < least:
        raise MismatchError(f"{least:,} rows at least, for {many:,} triples", f"{len(lengths):,}")
    order = argsort(lengths)
    starts = [-1 - _STEP * number for number in range(many)]
    return [(order[start], order[start - 1], order[start - 2]) for start in starts]


def joined_words(parts: Sequence[CogsRow]) -> tuple[str, ...]:
    """Returns the words of the joined sentence: a later part that begins with an article begins in lower
    case, and the only full stop is that of the last part, at the end.
    """
    first, *others = (row.words for row in parts)
    words = list(first[:-1])
    for other in others:
        words += lowered(other)[:-1]
    return (*words, parts[-1].words[-1])


def joined_cogs(parts: Sequence[CogsRow]) -> Form:
    """Returns the form of the joined sentence: the definites of all parts, then the bodies of all, with
    positions in the joined sentence as variables.

    Raises:
        MismatchError: a part is a single word.
    """
    form = _at_its_place(map(_sentence_form, parts), parts)
    return evolve(form, opened=not form.nouns)


def joined_recogs(parts: Sequence[CogsRow]) -> Form:
    """Returns the form of the joined sentence in ReCOGS_pos.

    Raises:
        MismatchError: a part is a single word.
    """
    return _at_its_place(map(recogs_form, parts), parts)


def _at_its_place(forms: Iterable[Form], parts: Sequence[CogsRow]) -> Form:
    """Returns the forms as one, with positions in the joined sentence as variables."""
    offsets = accumulate((len(row.words) - 1 for row in parts), initial=0)
    return joined(form.moved(offset.__add__) for form, offset in zip(forms, offsets, strict=False))


def recogs_form(row: CogsRow) -> Form:
    """Returns the form of a sentence in ReCOGS_pos.

    Raises:
        MismatchError: the row is a single word.
    """
    form = recogs_of(row.words, _sentence_form(row))
    assert isinstance(form, Form)  # of a sentence
    return form


def _sentence_form(row: CogsRow) -> Form:
    if not isinstance(row.form, Form):
        raise MismatchError("more sentences: fewer concatenations, or a longer file", "a single word")
    return row.form


_SMALL: Final = 15
"""Parts with at most one element more than this are sorted by insertion."""


def argsort(values: Sequence[int]) -> list[int]:
    """Returns the indices of the values in ascending order of the values, equal ones as numpy 1.23's
    `argsort` leaves them.

    The algorithm is its introsort: quicksort by the median of three, and insertion sort of small parts (D.
    Musser, Software: Practice and Experience 27, 1997). Where parts do not become smaller, as in no published
    file, numpy goes over to heapsort, and this to Python's own sort. It takes O(n log n).
    """
    order = list(range(len(values)))
    pending = [(0, len(order) - 1, 2 * (len(order).bit_length() - 1))] if order else []
    while pending:
        low, high, depth = pending.pop()
        if depth < 0:
            order[low : high + 1] = sorted(order[low : high + 1], key=values.__getitem__)
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
