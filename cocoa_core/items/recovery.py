"""Finds how much of a data set is whole on disk after the process was killed, at whatever byte."""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from cocoa_core.items.entry import Entry
from cocoa_core.items.file_reading import lines_of, open_plain

__all__ = ["CommittedRecords", "scan_committed_records"]


@frozen
class CommittedRecords:
    """What may stay of the files."""

    index: int
    """The first index that is still to be written."""
    ends: Mapping[str, int]
    """For each side the number of bytes that are whole."""


def scan_committed_records(
    paths: Mapping[str, Path],
    entry_of: Callable[[bytes], Entry],
    most_an_index: int,
    keep: Callable[[Sequence[Entry]], None],
    start: int = 0,
) -> CommittedRecords:
    """Reads the data files, changes nothing, and passes the entries of each whole index to `keep`, in order.

    An index is whole if all its lines are, and all indices before it are whole, in whatever file. Where an
    index may have several items, only a later line of the same file shows that none is missing. Memory does
    not grow with the files.

    Args:
        paths: the file of each side.
        entry_of: reads the entry of a line.
        most_an_index: the largest number of items of one index.
        keep: receives the entries of an index.
        start: the first index that there should be.
    """
    files = [_Ahead(side, path, entry_of) for side, path in paths.items()]
    index = start
    try:
        while (file := next((file for file in files if file.starts(index)), None)) is not None:
            entries = file.whole_index()
            if most_an_index > 1 and file.at_end:
                break
            keep(entries)
            file.accepted += sum(len(entry.line) for entry in entries)
            index += 1
    finally:
        for file in files:
            file.close()
    return CommittedRecords(index, {file.side: file.accepted for file in files})


class _Ahead:
    """Reads one file, one line ahead."""

    def __init__(self, side: str, path: Path, entry_of: Callable[[bytes], Entry]) -> None:
        self.side = side
        self.accepted = 0
        self._lines = _entries(path, entry_of)
        self._next = next(self._lines, None)

    @property
    def at_end(self) -> bool:
        """Whether no whole line follows."""
        return self._next is None

    def starts(self, index: int) -> bool:
        """Returns whether the next line is the first of that index."""
        return self._next is not None and (self._next.index, self._next.number) == (index, 0)

    def whole_index(self) -> list[Entry]:
        """Returns the lines of the index that starts here."""
        entries: list[Entry] = []
        while self._next is not None and (not entries or self._follows(entries[-1], self._next)):
            entries.append(self._next)
            self._next = next(self._lines, None)
        return entries

    @staticmethod
    def _follows(before: Entry, entry: Entry) -> bool:
        return (entry.index, entry.number) == (before.index, before.number + 1)

    def close(self) -> None:
        self._lines.close()


def _entries(path: Path, entry_of: Callable[[bytes], Entry]) -> Generator[Entry, None, None]:
    """Yields the records of a file up to the first line that is not one whole record with its end."""
    if not os.path.lexists(path):
        return
    with open_plain(path) as file:
        for _, line in lines_of(file, path):
            try:
                entry = entry_of(line) if line.endswith(b"\n") else None
            except ValueError:
                entry = None
            if entry is None:
                return
            yield entry
