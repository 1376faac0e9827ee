"""Data sets of an address as folders of this machine, fetched once however often they are asked for."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cocoa_core.items import check_files, read_manifest
from cocoa_core.remote.store import is_address
from cocoa_core.remote.transfer import fetched

__all__ = ["as_said", "at_hand"]

_FETCHED: Final[dict[str, Path]] = {}


@contextmanager
def at_hand(named: str | Path) -> Iterator[Path]:
    """A data set's folder as it is; of an address such as s3://exams/flights, a copy that is gone afterwards.

    Errors inside that name the copy name the address.

    Raises:
        FindingsError: what is there is not what the manifest says, by its SHA-256.
        UsageError: it is no data set.
        CocoaError: the store refuses.
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


def as_said(folder: Path) -> str:
    """Returns a data set's folder as the caller named it: the address, where this is a copy."""
    return next((address for address, copy in _FETCHED.items() if copy == folder), str(folder))
