"""Checks a data set's folder before anything in it is read (plain files, and no more than a domain can
have), and locks it while one process writes to it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from cocoa_core.errors import FindingsError, Place, UsageError
from cocoa_core.items.card import CARD
from cocoa_core.items.file_reading import check_plain
from cocoa_core.items.manifest import Manifest

DOMAIN_FOLDER: Final = "domain"
"""Where a data set carries the files of what its items were drawn from."""
_MOST_FILES: Final = 1_000
_MOST_BYTES: Final = 100_000_000
"""Of `domain/`: ten times the files, and twice the bytes, that the tables of a domain can have."""


def check_folder(folder: Path, manifest: Manifest) -> None:
    """Refuses a folder in which a file of the data set is something other than a plain file.

    Missing files are left to the reader to name; other files in the folder are not looked at.

    Raises:
        FindingsError: a link, pipe or device stands in the place of a file.
    """
    for name in (CARD, *(piece.file for state in manifest.files.values() for piece in state.pieces)):
        check_plain(folder / name)
    domain_files(folder)


def domain_files(folder: Path) -> list[str]:
    """Returns the paths of the files under `domain/`, relative to the data set's folder.

    Raises:
        FindingsError: one is a link, pipe or device, or there are more files or bytes than a domain has.
    """
    top = folder / DOMAIN_FOLDER
    check_plain(top, folder=True)
    walk = os.walk(top)  # which follows no link to a folder, but names it among the folders
    paths = (Path(where, name) for where, folders, files in walk for name in (*folders, *files))
    names, size = [], 0
    for seen, path in enumerate(paths, start=1):
        is_folder = path.is_dir()
        size += check_plain(path, folder=is_folder)
        if not is_folder:
            names.append(path.relative_to(folder).as_posix())
        if seen > _MOST_FILES or size > _MOST_BYTES:
            raise FindingsError(
                "the domain of this data set is too large",
                got=f"more than {_MOST_FILES:,} files or {_MOST_BYTES:,} bytes",
                expected="the domain's files as they were when the questions were written",
                fix="move those that manifest.json does not name out of the folder",
                place=Place(str(top)),
            )
    return names


@contextmanager
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
        with suppress(OSError):
            os.close(handle)
