"""Copies folders from an object store and to it, by way of a local folder."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cocoa_core.errors import CocoaError, Place
from cocoa_core.items import MANIFEST
from cocoa_core.remote.store import Store

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
            local_path = str(folder)
            error.got = error.got and error.got.replace(local_path, address)
            error.expected = error.expected and error.expected.replace(local_path, address)
            error.fix = error.fix and error.fix.replace(local_path, address)
            error.problem = error.problem.replace(local_path, address)
            if error.place is not None:
                error_place = error.place
                error.place = Place(
                    error_place.file.replace(local_path, address), error_place.line, error_place.column
                )
            raise


def fetch(store: Store, folder: Path, is_wanted: Callable[[str], bool]) -> None:
    """Downloads the objects whose names are wanted."""
    for name in sorted(store.sizes()):
        if is_wanted(name):
            store.download(name, folder / name)


@contextmanager
def fetched(address: str) -> Iterator[Path]:
    """Yields a local copy of the data set at an address, without parts; the block's end removes it."""
    store = Store.of(address)
    with working_folder(store.address) as folder:
        fetch(store, folder, lambda name: not name.startswith(f"{PARTS}/"))
        yield folder


def bring(folder: Path, store: Store) -> None:
    """Puts every file of a finished data set into the store, last the manifest, which makes it exist."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    for path in sorted(files, key=lambda path: path == folder / MANIFEST):
        store.put(path, path.relative_to(folder).as_posix())
