"""Writing a data set's folder in index order: begun, gone on with after a kill, extended, finished."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Final

from cocoa_core.domain.domain import Domain
from cocoa_core.records.card import CARD, card
from cocoa_core.records.entry import Entry
from cocoa_core.records.ledger import Ledger, side_of
from cocoa_core.records.manifest import Manifest
from cocoa_core.records.recovery import take_stock
from cocoa_core.records.standing import too_many
from cocoa_core.whole_files import write_whole

__all__ = ["DOMAIN_FOLDER", "FolderWriter"]

DOMAIN_FOLDER: Final = "domain"


class FolderWriter:
    """Appends questions to the folder of a data set. A context manager.

    Made, it has read what is there and touched nothing; entered, it has cut what was not whole and put the
    manifest, not complete, and the domain's files in place.
    keep: called with the entries of each requirement that is there already, in order.
    ledger: what is there. index: the first index that is to be written.
    Raises UsageError where the folder has more questions than are wanted.
    """

    def __init__(
        self, folder: Path, wanted: Manifest, domain: Domain, keep: Callable[[Sequence[Entry]], None]
    ) -> None:
        self.folder, self.manifest, self.domain = folder, wanted, domain
        self.ledger = Ledger()
        self._paths = {side: folder / state.file for side, state in wanted.files.items()}
        self._handles: dict[str, BinaryIO] = {}

        def take(entries: Sequence[Entry]) -> None:
            for entry in entries:
                self.ledger.add(entry)
            keep(entries)

        stock = take_stock(self._paths, int(wanted.settings["option_sets"]), take)
        if self.ledger.total > wanted.count:
            raise too_many(folder, self.ledger.total, wanted.count)
        self.index, self._ends = stock.index, stock.ends

    def __enter__(self) -> FolderWriter:
        self.manifest.write(self.folder)
        for name, content in self.domain.files.items():
            path = self.folder / DOMAIN_FOLDER / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.exists() or path.read_bytes() != content:
                write_whole(path, content, alone=True)
        for side, path in self._paths.items():
            handle = self._handles[side] = path.open("ab")
            handle.truncate(self._ends[side])
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for handle in self._handles.values():
            handle.close()

    def append(self, entry: Entry) -> None:
        """Write one question after those that are there."""
        self._handles[side_of(entry)].write(entry.line)
        self.ledger.add(entry)

    def sync(self) -> None:
        """See to it that what was appended outlives a crash of the machine."""
        for handle in self._handles.values():
            handle.flush()
            os.fsync(handle.fileno())

    def finish(self) -> Manifest:
        """Write the card, then the final manifest, and return it."""
        self.sync()
        finished = self.manifest.finished(self.ledger)
        write_whole(self.folder / CARD, card(finished).encode(), alone=True)
        finished.write(self.folder)
        return finished
