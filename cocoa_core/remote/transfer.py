"""Copies folders from an object store and to it, by way of a local folder; each data set is fetched once,
however often it is needed.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from attrs import evolve

from cocoa_core.errors import CocoaError
from cocoa_core.items import MANIFEST, check_files, read_manifest
from cocoa_core.remote.store import Store, is_address

PARTS: Final = "parts"
"""The folder in which the parts of a data set are until it is complete."""


@contextmanager
def working_folder(address: str) -> Iterator[Path]:
    """Yields a temporary folder whose name is the last segment of the address.

    Errors within the block that name the folder are changed to name the address.
    """
    with tempfile.TemporaryDirectory(prefix="cocoa-") as name:
        folder = Path(name) / address.rstrip("/").rpartition("/")[2]
        folder.mkdir()
        try:
            yield folder
        except CocoaError as error:
            for name in ("problem", "got", "expected", "fix"):
                if text := getattr(error, name):
                    setattr(error, name, text.replace(str(folder), address))
            if error.place is not None:
                error.place = evolve(error.place, file=error.place.file.replace(str(folder), address))
            raise


def download(store: Store, folder: Path, is_wanted: Callable[[str], bool]) -> None:
    """Downloads the objects whose names are wanted."""
    for name in sorted(store.sizes()):
        if is_wanted(name):
            store.download(name, folder / name)


@contextmanager
def fetched(address: str) -> Iterator[Path]:
    """Yields a local copy of the data set at an address, without parts; the block's end removes it."""
    store = Store.of(address)
    with working_folder(store.address) as folder:
        download(store, folder, lambda name: not name.startswith(f"{PARTS}/"))
        yield folder


def upload(folder: Path, store: Store) -> None:
    """Puts every file of a finished data set into the store, last the manifest, which makes it exist."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    for path in sorted(files, key=lambda path: path == folder / MANIFEST):
        store.put(path, path.relative_to(folder).as_posix())


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
