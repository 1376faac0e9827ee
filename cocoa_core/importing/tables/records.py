"""What a table is while it is read: its records with their places, and their keys, compared loosely."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import Final, TypeAlias, TypeVar

from attrs import define, frozen

from cocoa_core.seeds import stream

__all__ = [
    "FEWEST_ROWS",
    "MOST_CELL",
    "NUMBER",
    "Cell",
    "KeyIndex",
    "RawTable",
    "Record",
    "Records",
    "Row",
    "Score",
    "Source",
    "folded_key",
    "folded_text",
    "quotable",
    "sampled",
]

NUMBER: Final = "{n}"
"""Stands for the number in a numbered key."""

_BLANKS: Final = re.compile(r"[\s_-]+")
_MOST_DIGITS: Final = 3
FEWEST_ROWS: Final = 5
"""A question has five options."""
MOST_CELL: Final = 10_000
"""Characters of a cell that are kept of a table that is guessed at."""

Cell: TypeAlias = str | tuple[str, ...] | None
"""A text, the texts of a JSON list, or None for JSON's null and for no cell at all."""
Score: TypeAlias = Callable[[tuple[str, ...]], int]
"""How many of a record's keys are known, by which a header and a path are found."""
Row = tuple[int, tuple[str, ...]]
"""The line in the file (or the number of the record, from 1) and a text for each column."""
_T = TypeVar("_T")


def folded_text(text: str) -> str:
    """Returns the text as it is compared: small letters, single blanks, none around."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def folded_key(key: str) -> str:
    """Returns the key as it is compared: small letters, without blanks, "_" and "-"."""
    return _BLANKS.sub("", unicodedata.normalize("NFKC", key).casefold())


@frozen
class KeyIndex:
    """The keys of a record, to be looked up loosely."""

    names: tuple[str, ...]

    @cached_property
    def _exact(self) -> dict[str, int]:
        return {name: place for place, name in reversed(list(enumerate(self.names)))}

    @cached_property
    def _folded(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        for place, name in enumerate(self.names):
            places.setdefault(folded_key(name), []).append(place)
        return places

    @cached_property
    def _known(self) -> dict[tuple[str, ...], tuple[int, ...]]:
        return {}

    @cached_property
    def _counted(self) -> dict[tuple[str, ...], Mapping[int, int]]:
        return {}

    def find(self, keys: tuple[str, ...]) -> tuple[int, ...]:
        """Returns the places of the first spelling that is there: exactly if it is, else all that are like
        it.
        """
        if keys not in self._known:
            exact = (
                (self._exact[key],) if key in self._exact else self._folded.get(folded_key(key))
                for key in keys
            )
            self._known[keys] = tuple(next(filter(None, exact), ()))
        return self._known[keys]

    def numbered(self, patterns: tuple[str, ...]) -> Mapping[int, int]:
        """Returns places by number of the keys that fit a pattern, ascending; of two that do, the first."""
        if patterns in self._counted:
            return self._counted[patterns]
        found: dict[int, int] = {}
        for pattern in patterns:
            before, _, after = (folded_key(part) for part in pattern.partition(NUMBER))
            for name, places in self._folded.items():
                digits = name[len(before) : len(name) - len(after)]
                fits = name.startswith(before) and name.endswith(after) and len(digits) <= _MOST_DIGITS
                if fits and digits.isdecimal() and digits.isascii():
                    found.setdefault(int(digits), places[0])
        self._counted[patterns] = dict(sorted(found.items()))
        return self._counted[patterns]


def quotable(cell: Cell) -> str:
    """Returns the cell as messages quote it."""
    return "; ".join(cell) if isinstance(cell, tuple) else cell or ""


@frozen
class Record:
    """One printed option."""

    number: int
    """From 1, in the order of the file."""
    line: int
    """Where it stands in a file of lines or a sheet, else 0."""
    path: str
    """Where it stands in a JSON file, else ""."""
    keys: KeyIndex
    cells: tuple[Cell, ...]

    def text(self, place: int) -> str:
        """Returns the cell at a place of `keys`, as messages quote it."""
        return quotable(self.cells[place])

    def where(self) -> str:
        """As messages name it: "line 14 (record 13)", "record 3 (examples[0].options[2])"."""
        if self.line:
            return f"line {self.line} (record {self.number})"
        return f"record {self.number} ({self.path})" if self.path else f"record {self.number}"


@define
class Source:
    """A file that is being read. `notes` gives, after its records, what had to be decided on the way."""

    file: str
    records: Iterator[Record]
    notes: Callable[[], tuple[str, ...]]


@frozen
class Records:
    """What a file holds. `notes`: what was decided and passed over on the way."""

    file: str
    records: tuple[Record, ...]
    notes: tuple[str, ...] = ()

    def all_keys(self) -> tuple[str, ...]:
        """Returns every key of every record, as they first appear."""
        return tuple(dict.fromkeys(name for index in self.indexes() for name in index.names))

    def indexes(self) -> tuple[KeyIndex, ...]:
        """Returns the different sets of keys that records have."""
        return tuple({id(record.keys): record.keys for record in self.records}.values())


@frozen
class RawTable:
    """A table as texts, a row as wide as the header."""

    header: tuple[str, ...]
    """Names of the columns as they are, some of them empty or alike."""
    rows: tuple[Row, ...]
    """In the order of the file."""
    count: int
    """Rows that the file holds, whether kept or not."""
    notes: tuple[str, ...] = ()
    """What had to be decided while reading, one sentence each."""


def sampled(rows: Iterable[_T], most: int, seed: int) -> tuple[tuple[_T, ...], int]:
    """At most `most` of the rows in their order, each as likely as any other, and how many there were.

    Vitter's algorithm R: one pass, and no more rows in memory than are kept.
    """
    rng = stream("rows of a table", seed)
    kept: list[tuple[int, _T]] = []
    count = 0
    for row in rows:
        if count < most:
            kept.append((count, row))
        else:
            place = int(rng.random() * (count + 1))
            if place < most:
                kept[place] = (count, row)
        count += 1
    return tuple(row for _, row in sorted(kept, key=lambda pair: pair[0])), count
