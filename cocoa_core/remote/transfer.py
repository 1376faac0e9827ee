"""Folders fetched from an object store and brought to it, by way of a folder of this machine."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from cocoa_core.errors import CocoaError, Place
from cocoa_core.items import MANIFEST
from cocoa_core.remote.store import Store

__all__ = ["PARTS", "bring", "fetch", "fetched", "working_folder"]

PARTS: Final = "parts"
"""Where the parts of a data set lie until it is whole."""


@contextmanager
def working_folder(address: str) -> Iterator[Path]:
    """A folder, named as the address ends, that is gone afterwards.

    An error that names it names the address instead.
    """
    with tempfile.TemporaryDirectory(prefix="cocoa-") as name:
        folder = Path(name) / address.rstrip("/").rpartition("/")[2]
        folder.mkdir()
        try:
            yield folder
        except CocoaError as error:
            inside = str(folder)
            error.got = error.got and error.got.replace(inside, address)
            error.expected = error.expected and error.expected.replace(inside, address)
            error.fix = error.fix and error.fix.replace(inside, address)
            error.problem = error.problem.replace(inside, address)
            if error.place is not None:
                place = error.place
                error.place = Place(place.file.replace(inside, address), place.line, place.column)
            raise


def fetch(store: Store, folder: Path, wanted: Callable[[str], bool]) -> None:
    """Fetch the objects whose names are wanted."""
    for name in sorted(store.sizes()):
        if wanted(name):
            store.download(name, folder / name)


@contextmanager
def fetched(address: str) -> Iterator[Path]:
    """The data set of an address, in a folder of this machine as long as it is needed."""
    store = Store.of(address)
    with working_folder(store.address) as folder:
        fetch(store, folder, lambda name: not name.startswith(f"{PARTS}/"))
        yield folder


def bring(folder: Path, store: Store) -> None:
    """Puts every file of a finished data set into the store, last its manifest: with it the set is there."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    for path in sorted(files, key=lambda path: path == folder / MANIFEST):
        store.put(path, path.relative_to(folder).as_posix())
