"""Reads the domain that a data set carries: its schema, rules and tables, without the options."""

from __future__ import annotations

from itertools import islice
from pathlib import Path
from typing import Final

from cocoa_core.domain import Catalogue, Domain
from cocoa_core.errors import FindingsError, Place
from cocoa_core.items import DOMAIN_FOLDER, Dataset, read_plain
from cocoa_core.loading import RULES, SCHEMA, read_definition

_LARGEST: Final = 50_000_000
"""The most bytes of a file that are read: as many as all tables of a domain may have."""
_MOST_TABLES: Final = 100


def domain_of(dataset: Dataset) -> Domain:
    """Returns the domain whose schema, rules and tables lie in the data set's folder; its catalogue is empty.

    This suffices to put a record into the words in which it was written, whatever is installed now.

    Raises:
        FindingsError: a file is missing, or the manifest names no domain.
        DomainError: a file cannot be read.
    """
    folder = dataset.folder / DOMAIN_FOLDER
    files = {name: _read(dataset.folder, name) for name in (SCHEMA, RULES, *_tables(folder))}
    schema, rules, inert = read_definition(files, folder)
    state = dataset.domain
    return Domain(
        schema=schema,
        rules=rules,
        catalogue=Catalogue((), (), ()),
        digest=state.digest,
        digests=state.digests,
        folder=folder,
        files=files,
        inert=inert,
    )


def _tables(folder: Path) -> list[str]:
    paths = islice(folder.glob("tables/*.csv"), _MOST_TABLES)
    return sorted(path.relative_to(folder).as_posix() for path in paths)


def _read(folder: Path, name: str) -> bytes:
    path = folder / DOMAIN_FOLDER / name
    try:
        return read_plain(folder, f"{DOMAIN_FOLDER}/{name}", _LARGEST)
    except OSError as error:
        raise FindingsError(
            f"the data set lacks {DOMAIN_FOLDER}/{name}",
            got=error.strerror,
            expected="the domain's files as they were when the questions were written",
            fix="restore it from a copy, or generate into a new folder",
            place=Place(str(path)),
        ) from error
