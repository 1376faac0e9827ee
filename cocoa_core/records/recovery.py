"""How much of a data set is whole on disk, after it was killed at any byte."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from cocoa_core.records.entry import Entry

__all__ = ["Stock", "take_stock"]


@frozen
class Stock:
    """What may stay. index: the first index to be written. ends: by side, the bytes that are whole."""

    index: int
    ends: Mapping[str, int]


def take_stock(paths: Mapping[str, Path], option_sets: int, keep: Callable[[Sequence[Entry]], None]) -> Stock:
    """Read the data files, touch nothing, and hand each whole requirement's entries to `keep`, in order.

    A requirement is whole if its lines are, those of every requirement before it are, in whichever file, and
    none of its lines can be missing: where there may be several option sets, only a later line of its file
    tells that. Memory does not grow with the files.
    """
    heads = [_Head(side, path) for side, path in paths.items()]
    index = 0
    try:
        while (head := next((head for head in heads if head.starts(index)), None)) is not None:
            entries = head.requirement()
            if option_sets > 1 and head.at_end:
                break
            keep(entries)
            head.accepted += sum(len(entry.line) for entry in entries)
            index += 1
    finally:
        for head in heads:
            head.close()
    return Stock(index, {head.side: head.accepted for head in heads})


class _Head:
    """Reads one file, one line ahead. accepted: bytes of the lines that may stay."""

    def __init__(self, side: str, path: Path) -> None:
        self.side = side
        self.accepted = 0
        self._lines = _entries(path)
        self._next = next(self._lines, None)

    @property
    def at_end(self) -> bool:
        """Whether no whole line follows."""
        return self._next is None

    def starts(self, index: int) -> bool:
        """Whether the next line is the first of that requirement."""
        return self._next is not None and (self._next.index, self._next.option_set) == (index, 0)

    def requirement(self) -> list[Entry]:
        """The lines of the requirement that starts here."""
        found: list[Entry] = []
        while self._next is not None and (not found or self._follows(found[-1], self._next)):
            found.append(self._next)
            self._next = next(self._lines, None)
        return found

    @staticmethod
    def _follows(before: Entry, entry: Entry) -> bool:
        return (entry.index, entry.option_set) == (before.index, before.option_set + 1)

    def close(self) -> None:
        """Let go of the file."""
        self._lines.close()


def _entries(path: Path) -> Generator[Entry, None, None]:
    """The records of a file up to the first line that is not one whole record with its end."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            try:
                entry = Entry.read(line) if line.endswith(b"\n") else None
            except ValueError:
                entry = None
            if entry is None:
                return
            yield entry
