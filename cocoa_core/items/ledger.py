"""Counts what a data set holds, by the notes on each item: while it is written, and when it is read again."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

import attrs
from attrs import define, field, frozen

from cocoa_core.items.item import Item, Recorded


@frozen(slots=False, kw_only=True)
class _Noted(Recorded):
    """The notes on an item."""

    index: int
    """The index in the run, from 0."""
    number: int = 0
    """Which of the items of that index it is, from 0."""
    attempt: int
    side: str | None
    cell: str
    """The difficulty cell that its draws are counted under, such as "(4, 2)"."""
    counted: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """Values by facet, as a manifest counts them."""
    rejections: Mapping[str, int] = field(factory=dict)
    fingerprint: int
    """64 bits of what must not be asked twice."""
    shared: int
    """64 bits of what may be on one side only, such as the requirement that several questions share."""
    shown: tuple[int, int] | None = None
    """64 bits of what is shown with the item, and 64 bits of the group whose members may show it again, such
    as a balanced set. None where anything may be shown again.
    """


@frozen(slots=False, kw_only=True)
class Entry(_Noted):
    """The notes on an item, with its line or the item itself."""

    line: bytes = b""
    """The record with its line end, in UTF-8; empty where `item` is given."""
    item: Item | None = None

    @classmethod
    def of_note(cls, note: bytes, line: bytes) -> Entry:
        """Returns the entry of a line from its note.

        Raises:
            ValueError: the note cannot be read.
        """
        noted = _Noted.read(note)
        if not all(0 <= bits < 1 << 64 for bits in (noted.fingerprint, noted.shared, *(noted.shown or ()))):
            raise ValueError("a fingerprint that does not have 64 bits")
        return cls(**vars(noted), line=line)

    @property
    def note(self) -> bytes:
        """The notes as a line of JSON, without the line and the item."""
        noted = {name: value for name, value in vars(self).items() if name in _NOTED}
        return f"{json.dumps(noted, separators=(',', ':'))}\n".encode()


_NOTED: Final = frozenset(field.name for field in attrs.fields(_Noted))


WHOLE: Final = "questions"
"""Stands for the side where a data set has no sides."""
ASKED_BEFORE: Final = "asked before"
"""The reason that a repeated item, or one that shares something with another side, is counted under."""


def side_of(entry: Entry) -> str:
    """Returns the side under which an entry is counted: the key of its file in the manifest."""
    return entry.side or WHOLE


@define
class _Draws:
    items: int = 0
    indices: int = 0
    rejections: Counter[str] = field(factory=Counter)


@define
class Ledger:
    """Counts over entries in index order, and the digests of their lines by side.

    The refused draws of an index are counted once, however many items it has.
    """

    total: int = 0
    rejections: Counter[str] = field(factory=Counter)
    _draws: dict[str, _Draws] = field(factory=dict)
    _items: Counter[str] = field(factory=Counter)
    _counts: dict[str, dict[str, Counter[str]]] = field(factory=dict)
    _digests: dict[str, Any] = field(factory=dict)

    def add(self, entry: Entry) -> None:
        """Counts one more item."""
        side = side_of(entry)
        self.total += 1
        self._items[side] += 1
        counts = self._counts.setdefault(side, {})
        for facet, values in entry.counted.items():
            counts.setdefault(facet, Counter()).update(values)
        self._digests.setdefault(side, hashlib.sha256()).update(entry.line)
        draws = self._draws.setdefault(entry.cell, _Draws())
        draws.items += 1
        if entry.number == 0:
            draws.indices += 1
            for counter in (draws.rejections, self.rejections):
                counter.update(entry.rejections)
                if entry.attempt:
                    counter[ASKED_BEFORE] += entry.attempt

    def items(self, side: str) -> int:
        """Returns the number of items of a side."""
        return self._items[side]

    def sha256(self, side: str) -> str:
        """Returns the SHA-256 of a side's lines, in hexadecimal."""
        digest = self._digests.get(side)
        return (digest or hashlib.sha256()).hexdigest()

    def counts(self) -> dict[str, Any]:
        """Returns the number of items by side, facet and value, as a manifest states it."""
        return {
            side: {facet: _sorted(counter) for facet, counter in sorted(facets.items())}
            for side, facets in sorted(self._counts.items())
        }

    def draws(self) -> dict[str, Any]:
        """Returns the numbers of items and indices, and refused draws by reason, by difficulty cell."""
        return {
            cell: {"items": draws.items, "indices": draws.indices, "rejections": _sorted(draws.rejections)}
            for cell, draws in sorted(self._draws.items())
        }


def _sorted(counter: Counter[str]) -> dict[str, int]:
    return {key: counter[key] for key in sorted(counter)}


def ranked(counts: Mapping[str, int]) -> dict[str, int]:
    """Orders counts: the largest first, equal ones by name. Zeros are left out."""
    happened = (count for count in counts.items() if count[1])
    return dict(sorted(happened, key=lambda count: (-count[1], count[0])))
