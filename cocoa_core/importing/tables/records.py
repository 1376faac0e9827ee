"""Holds the data of a table while it is read: records with positions, and loosely compared keys."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, TypeAlias, TypeVar

from attrs import define, frozen

from cocoa_core.seeds import stream

NUMBER: Final = "{n}"
"""Stands for the number in a numbered key."""

_BLANKS: Final = re.compile(r"[\s_-]+")
_MOST_DIGITS: Final = 3
FEWEST_ROWS: Final = 5
"""The number of rows that a table needs: a question has five options."""
MOST_CELL: Final = 10_000
"""The number of characters that are kept of each cell of a table whose types are guessed."""

Cell: TypeAlias = str | tuple[str, ...] | None
"""A text, the texts of a JSON list, or None for JSON's null and for a cell that is not there."""
Score: TypeAlias = Callable[[tuple[str, ...]], int]
"""Returns how many of a record's keys are known; a header and a path are found with it."""
Row = tuple[int, tuple[str, ...]]
"""The line in the file (or the number of the record, from 1), and a text for each column."""
_T = TypeVar("_T")


def folded_text(text: str) -> str:
    """Returns the text in the form in which it is compared: small letters, single blanks, none around it."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def folded_key(key: str) -> str:
    """Returns the key in the form in which it is compared: small letters, without blanks, "_" and "-"."""
    return _BLANKS.sub("", unicodedata.normalize("NFKC", key).casefold())


@frozen
class KeyIndex:
    """The keys of a record, for loose search."""

    names: tuple[str, ...]

    @cached_property
    def _exact(self) -> dict[str, int]:
        return {name: index for index, name in reversed(list(enumerate(self.names)))}

    @cached_property
    def _folded(self) -> dict[str, list[int]]:
        indexes: dict[str, list[int]] = {}
        for index, name in enumerate(self.names):
            indexes.setdefault(folded_key(name), []).append(index)
        return indexes

    def find(self, keys: tuple[str, ...]) -> tuple[int, ...]:
        """Returns the indexes of the keys that match the first spelling with a match: the exact one, then
        those that are equal when folded. Empty where no spelling matches.
        """
        return next(filter(None, map(self._alike, keys)), ())

    def _alike(self, key: str) -> tuple[int, ...]:
        exact = [self._exact[key]] if key in self._exact else []
        return tuple(dict.fromkeys([*exact, *self._folded.get(folded_key(key), ())]))

    def numbered(self, patterns: tuple[str, ...]) -> Mapping[int, tuple[int, ...]]:
        """Returns the indexes of the keys that fit a pattern, by the number in them, ascending."""
        numbered_keys: dict[int, list[int]] = {}
        for pattern in patterns:
            before, _, after = (folded_key(part) for part in pattern.partition(NUMBER))
            for name, indexes in self._folded.items():
                digits = name[len(before) : len(name) - len(after)]
                fits = name.startswith(before) and name.endswith(after) and len(digits) <= _MOST_DIGITS
                if fits and digits.isdecimal() and digits.isascii():
                    numbered_keys.setdefault(int(digits), []).extend(indexes)
        return {number: tuple(indexes) for number, indexes in sorted(numbered_keys.items())}


@frozen
class Record:
    """One printed option."""

    number: int
    """The number of the record from 1, in the order of the file."""
    line: int
    """The line of the record in a file of lines or a sheet, else 0."""
    path: str
    """The path of the record in a JSON file, else empty."""
    keys: KeyIndex
    cells: tuple[Cell, ...]


@define
class TableFile:
    """A file that is being read. After its records were read, `notes` tells what was decided."""

    file: str
    records: Iterator[Record]
    notes: Callable[[], tuple[str, ...]]


@frozen
class RawTable:
    """A table as texts; every row is as wide as the header."""

    header: tuple[str, ...]
    """The names of the columns as they are in the file; some may be empty or equal."""
    rows: tuple[Row, ...]
    """The rows that were kept, in the order of the file."""
    count: int
    """The number of rows in the file, including those that were not kept."""
    notes: tuple[str, ...] = ()
    """Sentences on what had to be decided while reading."""
    by_line: bool = True
    """Whether rows have the lines of their file; otherwise their numbers, from 1."""


def sampled(rows: Iterable[_T], most: int, seed: int) -> tuple[tuple[_T, ...], int]:
    """Returns at most `most` of the rows, in their order and each equally likely, and how many there were.

    Vitter's algorithm R needs one pass, and no more rows in memory than are kept.
    """
    rng = stream("rows of a table", seed)
    sample: list[tuple[int, _T]] = []
    count = 0
    for row in rows:
        if count < most:
            sample.append((count, row))
        else:
            index = int(rng.random() * (count + 1))
            if index < most:
                sample[index] = (count, row)
        count += 1
    return tuple(row for _, row in sorted(sample, key=lambda pair: pair[0])), count
