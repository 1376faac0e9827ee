"""Provides data sets at an address as local folders, each fetched once however often it is needed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cocoa_core.items import check_files, read_manifest
from cocoa_core.remote.store import is_address
from cocoa_core.remote.transfer import fetched

_FETCHED: Final[dict[str, Path]] = {}
"""The local copies by address, as long as they exist."""


@contextmanager
def at_hand(named: str | Path) -> Iterator[Path]:
    """Yields the folder of a data set: the folder itself, or, for an address such as s3://exams/flights, a
    copy that is removed when the block ends.

    Errors within the block that name the copy are changed to name the address.

    Raises:
        FindingsError: a file is not the one whose SHA-256 the manifest states.
        UsageError: there is no data set.
        CocoaError: the store refuses a request.
    """
    address = str(named).rstrip("/")
    if not is_address(address):
        yield Path(named)
    elif address in _FETCHED:
        yield _FETCHED[address]
    else:
        with fetched(address) as folder:
            check_files(folder, read_manifest(folder))
            _FETCHED[address] = folder.resolve()
            try:
                yield folder
            finally:
                del _FETCHED[address]


def address_or_path(folder: Path) -> str:
    """Returns a data set's folder as the caller named it: the address, where the folder is a copy."""
    return next((address for address, copy in _FETCHED.items() if copy == folder), str(folder))
