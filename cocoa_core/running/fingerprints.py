"""Remembers what a run has asked and shown, as compact sets of 64-bit fingerprints."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Sequence
from typing import Final

from cocoa_core.items import Entry

_TABLES: Final = 256
"""One for each leading byte."""
_FIRST_SIZE: Final = 11
_EMPTY: Final = 0


class Fingerprints:
    """A set of fingerprints (0 to 2**64 - 1) in 11 to 15 bytes each.

    Open addressing with linear probing in 256 tables, one for each leading byte: a table that is three
    quarters full grows by a third, on its own, so that no growth is long or needs much memory at once.
    Fingerprints must be spread evenly, as those of a hash are.
    """

    __slots__ = ("_count", "_tables", "_used")

    def __init__(self, fingerprints: Iterable[int] = ()) -> None:
        self._tables = [_table(_FIRST_SIZE) for _ in range(_TABLES)]
        self._used = [0] * _TABLES
        self._count = 0
        for fingerprint in fingerprints:
            self.add(fingerprint)

    def __len__(self) -> int:
        return self._count

    def __contains__(self, fingerprint: int) -> bool:
        """Returns whether it was added."""
        key = _key(fingerprint)
        table = self._tables[key >> 56]
        return table[_index(table, key)] == key

    def add(self, fingerprint: int) -> bool:
        """Adds a fingerprint.

        Returns:
            False if it was there.

        Raises:
            OverflowError: it has more than 64 bits.
        """
        key = _key(fingerprint)
        number = key >> 56
        table = self._tables[number]
        index = _index(table, key)
        if table[index] == key:
            return False
        table[index] = key
        self._count += 1
        self._used[number] += 1
        if self._used[number] * 4 > len(table) * 3:
            self._tables[number] = _grown(table)
        return True

    @property
    def bytes_used(self) -> int:
        """The number of bytes that the tables hold."""
        return sum(len(table) * table.itemsize for table in self._tables)


def _key(fingerprint: int) -> int:
    """Returns the fingerprint as a table stores it: 0 marks an empty entry, so 0 is stored as 1."""
    if not 0 <= fingerprint < 1 << 64:
        raise OverflowError(f"a fingerprint has 64 bits, not {fingerprint}")
    return fingerprint or 1


def _table(size: int) -> array[int]:
    return array("Q", bytes(8 * size))


def _index(table: array[int], key: int) -> int:
    """Returns the index of the key, or of the empty entry where it would be; there always is one."""
    size = len(table)
    index = key % size
    while table[index] != key and table[index] != _EMPTY:
        index += 1
        if index == size:
            index = 0
    return index


def _grown(table: array[int]) -> array[int]:
    larger = _table(len(table) * 4 // 3 + 1)
    for key in table:
        if key != _EMPTY:
            larger[_index(larger, key)] = key
    return larger


class FingerprintSets:
    """The fingerprints of a run so far: of items, of the options that they show, and, in a split data set, of
    the requirements on each side.
    """

    def __init__(self) -> None:
        self.items = Fingerprints()
        self._shared: dict[str, Fingerprints] = {}
        self._shown, self._shown_by = Fingerprints(), Fingerprints()
        self.all_shown = False
        """Whether something was shown again by others: the source has too little to show."""

    def admits(self, entries: Sequence[Entry]) -> bool:
        """Returns whether none of these items was made before, and what they share is on no other side."""
        if any(entry.fingerprint in self.items for entry in entries):
            return False
        return not any(
            entry.shared in side_set
            for entry in entries[:1]
            for side, side_set in self._shared.items()
            if side != entry.side
        )

    def shows_again(self, entries: Iterable[Entry]) -> bool:
        """Returns whether some item shows options that an item of another requirement has already shown."""
        return any(
            entry.shown[0] in self._shown and entry.shown[1] not in self._shown_by
            for entry in entries
            if entry.shown is not None
        )

    def add(self, entries: Sequence[Entry]) -> None:
        """Adds the items of one index."""
        self.all_shown = self.all_shown or self.shows_again(entries)
        for entry in entries:
            self.items.add(entry.fingerprint)
            if entry.side is not None:
                self._shared.setdefault(entry.side, Fingerprints()).add(entry.shared)
            if entry.shown is not None:
                self._shown.add(entry.shown[0])
                self._shown_by.add(entry.shown[1])
