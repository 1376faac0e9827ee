"""Writes a data set's folder in index order: begins it, goes on after a kill, extends it, finishes it. One
process writes at a time.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import UsageError
from cocoa_core.items.card import write_card
from cocoa_core.items.dataset import DOMAIN_FOLDER
from cocoa_core.items.family import Family
from cocoa_core.items.file_reading import check_no_link
from cocoa_core.items.ledger import Entry, Ledger, side_of
from cocoa_core.items.manifest import Manifest
from cocoa_core.items.packing import Packing, pack, tidy
from cocoa_core.items.recovery import scan_committed_records, too_many


@contextlib.contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the folder while the block runs. The system releases it when the process ends, however it ends.

    No file is left behind. Where the system has no such locks, nothing is held.

    Raises:
        UsageError: another process holds the folder.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise UsageError(
                "another process is writing to this folder",
                got=str(folder),
                expected="one writer at a time",
                fix="wait for it to end, or name another folder",
            ) from error
        except OSError:  # a file system without locks
            pass
        yield
    finally:
        with contextlib.suppress(OSError):
            os.close(handle)


class FolderWriter:
    """Appends items to the folder of a data set. A context manager.

    Making one reads what is there and changes nothing. Entering it cuts off what is not whole, and writes the
    source's files and a manifest that is marked as not complete. Its attribute `ledger` counts what is there,
    `index` is the first index to be written.

    Args:
        files: the files of the source, by path.
        most_an_index: the largest number of items of an index.
        keep: receives the entries of each index that is there already, in order.

    Raises:
        UsageError: the folder has more items than are wanted.
        FindingsError: a file that would be written to is a link.
    """

    def __init__(
        self,
        folder: Path,
        wanted: Manifest,
        files: Mapping[str, bytes],
        family: Family[Any],
        most_an_index: int,
        keep: Callable[[Sequence[Entry]], None],
    ) -> None:
        self.folder, self.manifest, self._files, self._family = folder, wanted, files, family
        self.ledger = Ledger()
        self._paths = {side: folder / state.file for side, state in wanted.files.items()}
        self._handles: dict[str, BinaryIO] = {}

        def take(entries: Sequence[Entry]) -> None:
            for entry in entries:
                self.ledger.add(entry)
            keep(entries)

        for name in files:
            check_no_link(folder, f"{DOMAIN_FOLDER}/{name}")
        stock = scan_committed_records(self._paths, family, most_an_index, take)
        if self.ledger.total > wanted.count:
            raise too_many(folder, self.ledger.total, wanted.count)
        self.index, self._ends = stock.index, stock.ends

    def __enter__(self) -> FolderWriter:
        self.manifest.write(self.folder)
        for name, content in self._files.items():
            path = self.folder / DOMAIN_FOLDER / name
            path.parent.mkdir(parents=True, exist_ok=True)
            if not path.is_file() or path.stat().st_size != len(content) or path.read_bytes() != content:
                write_whole(path, content, alone=True)
        for side, path in self._paths.items():
            handle = self._handles[side] = path.open("ab")
            handle.truncate(self._ends[side])
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for side, handle in self._handles.items():
            with contextlib.suppress(OSError) if kind is not None else self._written(side):
                handle.close()

    def append(self, entry: Entry) -> None:
        """Writes one item after those that are there.

        Raises:
            UsageError: the disk does not take it.
        """
        side = side_of(entry)
        with self._written(side):
            self._handles[side].write(entry.line)
        self.ledger.add(entry)

    def sync(self) -> None:
        """Makes sure that what was appended outlives a crash of the machine.

        Raises:
            UsageError: as for `append`.
        """
        for side, handle in self._handles.items():
            with self._written(side):
                handle.flush()
                os.fsync(handle.fileno())

    @contextlib.contextmanager
    def _written(self, side: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise UsageError(
                f"{self._paths[side]} cannot be written",
                got=error.strerror,
                fix="make room for it and repeat the same call: it goes on from what is there",
            ) from None

    def finish(self, packing: Packing | None = None) -> Manifest:
        """Packs the lines, writes the card and then the final manifest, and returns the manifest."""
        self.sync()
        finished = pack(self.folder, self.manifest.finished(self.ledger), packing or Packing())
        write_card(self.folder, finished, self._family)
        finished.write(self.folder)
        tidy(self.folder, finished)
        return finished
