"""Reads the files of a domain's folder once: of bounded size, and none from outside the folder."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from cocoa_core.errors import DomainError, Place
from cocoa_core.loading.files.catalogue_tables import CATALOGUE_FILES
from cocoa_core.loading.yaml import LARGEST_YAML
from cocoa_core.suggestions import closest, listed, quoted


def digest_of_all(digests: Mapping[str, str]) -> str:
    """Returns one digest of several named ones: SHA-256 of the lines "name digest", sorted, each with a line
    feed.

    The digest of `bundle` is left out: the other questions are the same whatever that file says.
    """
    lines = sorted(f"{name} {digest}\n" for name, digest in digests.items() if name != _BUNDLE)
    return sha256("".join(lines).encode("utf-8")).hexdigest()


SCHEMA: Final = "schema.yaml"
RULES: Final = "rules.yaml"
BUNDLE: Final = "bundle.yaml"
_BUNDLE: Final = "bundle"
LARGEST_CATALOGUE: Final = 200_000_000
"""The size of a catalogue's file in bytes."""
_TABLES: Final = "tables"
_TABLE_NAME: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}\.csv")
_LARGEST_TABLES: Final = 50_000_000
_MOST_TABLES: Final = 100


def digests_of(files: Mapping[str, bytes]) -> dict[str, str]:
    """Returns the SHA-256 of `schema`, `rules`, `catalogue`, `bundle` and each `tables/NAME.csv`, sorted by
    these names.

    Args:
        files: the bytes of a domain's files by path in the folder.
    """
    named = {
        "catalogue" if path in CATALOGUE_FILES else path.removesuffix(".yaml"): data
        for path, data in files.items()
    }
    return {name: sha256(named[name]).hexdigest() for name in sorted(named)}


def shown_path(path: Path) -> str:
    """Returns the path for messages: relative where it lies in the working folder, and printable."""
    try:
        text = str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        text = str(path)
    return text if text.isprintable() else repr(text)[1:-1]


def readable_files(folder: Path) -> tuple[dict[str, bytes], tuple[DomainError, ...]]:
    """Returns the files of a domain that can be read, by path, and what is wrong with the others."""
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
    if os.path.lexists(root / BUNDLE):
        take(BUNDLE, LARGEST_YAML)
    try:
        take(catalogue_name(root), LARGEST_CATALOGUE)
        bytes_left = _LARGEST_TABLES
        for name in _table_names(root):
            take(name, bytes_left)
            bytes_left -= len(files.get(name, b""))
    except DomainError as mistake:
        mistakes.append(mistake)
    return files, tuple(mistakes)


def catalogue_name(root: Path) -> str:
    """Returns the name of the file in a folder that holds the catalogue, or of the one that is missing.

    Raises:
        DomainError: there are several.
    """
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
    """Reads a file in a resolved folder.

    Args:
        name: its path in the folder.
        largest: the most bytes.

    Raises:
        DomainError: the file is missing, too large, no plain file, or a link to outside the folder.
    """
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
    rows = " with your options, one a row" if name in CATALOGUE_FILES else ""
    return DomainError(
        f"the domain lacks {name}",
        got=f"the files {listed(present)}" if present else "an empty folder",
        expected=f"{SCHEMA}, {RULES} and one of {', '.join(CATALOGUE_FILES)}",
        fix=f"rename {listed([like])} to {name}" if like else f"write {name}{rows}",
        place=Place(shown_path(root)),
    )
