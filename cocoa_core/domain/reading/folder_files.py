"""The files of a domain's folder, read once: bounded, and none from outside the folder."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from attrs import frozen

from cocoa_core.domain.digests import digest_of_all, digest_of_file
from cocoa_core.domain.reading.catalogue_tables import CATALOGUE_FILES
from cocoa_core.domain.suggestions import closest, listed, quoted
from cocoa_core.domain.yaml.text import LARGEST_YAML
from cocoa_core.errors import DomainError, Place

__all__ = [
    "LARGEST_CATALOGUE",
    "RULES",
    "SCHEMA",
    "Sources",
    "read_file",
    "read_sources",
    "readable_files",
    "shown_path",
]

SCHEMA: Final = "schema.yaml"
RULES: Final = "rules.yaml"
LARGEST_CATALOGUE: Final = 200_000_000
"""Bytes."""
_TABLES: Final = "tables"
_TABLE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}\.csv")
_LARGEST_TABLES: Final = 50_000_000
_MOST_TABLES: Final = 100


@frozen(eq=False)
class Sources:
    """What a domain is made of.

    files:     the bytes of schema.yaml, rules.yaml and each tables/NAME.csv, by their path in the folder
    catalogue: the name of the catalogue's file; options: its bytes
    """

    folder: Path
    files: Mapping[str, bytes]
    catalogue: str
    options: bytes

    def digests(self) -> dict[str, str]:
        """SHA-256 of `schema`, `rules`, `catalogue` and each `tables/NAME.csv`, sorted by these names."""
        named = {name.removesuffix(".yaml"): data for name, data in self.files.items()}
        named["catalogue"] = self.options
        return {name: digest_of_file(named[name]) for name in sorted(named)}

    def digest(self) -> str:
        """The domain's digest."""
        return digest_of_all(self.digests())


def shown_path(path: Path) -> str:
    """The path as messages name it: from the working folder where it lies inside, in printable characters."""
    try:
        text = str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        text = str(path)
    return text if text.isprintable() else repr(text)[1:-1]


def read_sources(folder: Path) -> Sources:
    """Everything of a domain in a folder; DomainError for files that are missing, too large or not in it."""
    root = folder.resolve()
    catalogue = _catalogue_name(root)
    files = {SCHEMA: read_file(root, SCHEMA, LARGEST_YAML), RULES: read_file(root, RULES, LARGEST_YAML)}
    left = _LARGEST_TABLES
    for name in _table_names(root):
        files[name] = read_file(root, name, left)
        left -= len(files[name])
    return Sources(root, files, catalogue, read_file(root, catalogue, LARGEST_CATALOGUE))


def readable_files(folder: Path) -> tuple[dict[str, bytes], tuple[DomainError, ...]]:
    """The files of a domain that can be read, its catalogue among them, and what is wrong with the others."""
    root = folder.resolve()
    files: dict[str, bytes] = {}
    mistakes: list[DomainError] = []

    def take(name: str, largest: int) -> None:
        try:
            files[name] = read_file(root, name, largest)
        except DomainError as mistake:
            mistakes.append(mistake)

    take(SCHEMA, LARGEST_YAML)
    take(RULES, LARGEST_YAML)
    try:
        take(_catalogue_name(root), LARGEST_CATALOGUE)
        left = _LARGEST_TABLES
        for name in _table_names(root):
            take(name, left)
            left -= len(files.get(name, b""))
    except DomainError as mistake:
        mistakes.append(mistake)
    return files, tuple(mistakes)


def _catalogue_name(root: Path) -> str:
    present = [name for name in CATALOGUE_FILES if os.path.lexists(root / name)]
    if len(present) > 1:
        raise DomainError(
            "the folder has several catalogues",
            got=listed(present),
            expected="one of them",
            fix="move the others away",
            place=Place(shown_path(root)),
        )
    return present[0] if present else next(iter(CATALOGUE_FILES))


def _table_names(root: Path) -> list[str]:
    if not (root / _TABLES).is_dir():
        return []
    place = Place(shown_path(root / _TABLES))
    try:
        names = sorted(entry.name for entry in (root / _TABLES).iterdir() if entry.name.endswith(".csv"))
    except OSError as error:
        raise _unreadable(error, place) from None
    if len(names) > _MOST_TABLES:
        raise DomainError(
            "too many tables", got=f"{len(names)}", expected=f"{_MOST_TABLES} at most", place=place
        )
    for name in names:
        if not _TABLE_NAME.fullmatch(name):
            raise DomainError(
                f"a table is called {quoted(name)}",
                expected='letters, digits, "_" and "-" before ".csv"',
                fix="rename the file",
                place=place,
            )
    return [f"{_TABLES}/{name}" for name in names]


def read_file(root: Path, name: str, largest: int) -> bytes:
    """A file in a resolved folder; DomainError where it is missing, too large, no file or a link outside."""
    place = Place(shown_path(root / name))
    try:
        path = (root / name).resolve(strict=True)
        if not path.is_relative_to(root):
            raise DomainError(
                "the file is a link to somewhere outside the domain's folder",
                fix="put a copy of the file here instead of the link",
                place=place,
            )
        if not path.is_file():
            raise DomainError("this is not a file", expected="a plain file", place=place)
        with path.open("rb") as file:
            size = os.fstat(file.fileno()).st_size
            data = file.read(largest + 1) if size <= largest else b""
    except FileNotFoundError:
        raise _missing(root, name) from None
    except (OSError, RuntimeError) as error:
        raise _unreadable(error, place) from None
    if max(size, len(data)) > largest:
        raise DomainError(
            "the file is too large",
            got=f"{max(size, len(data)):,} bytes",
            expected=f"at most {largest:,} bytes",
            place=place,
        )
    return data


def _unreadable(error: Exception, place: Place) -> DomainError:
    return DomainError(
        "this cannot be read",
        got=str(error),
        expected="a file, or for tables a folder of files, that you may read",
        place=place,
    )


def _missing(root: Path, name: str) -> DomainError:
    try:
        present = sorted(entry.name for entry in root.iterdir())
    except OSError:
        present = []
    like = closest(name, present)
    return DomainError(
        f"the domain lacks {name}",
        got=f"the files {listed(present)}",
        expected=f"{SCHEMA}, {RULES} and one of {', '.join(CATALOGUE_FILES)}",
        fix=f"rename {listed([like])} to {name}" if like else f"write {name}",
        place=Place(shown_path(root)),
    )
