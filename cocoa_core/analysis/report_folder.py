"""Writing a report's files into a folder, without touching what somebody else put there."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from cocoa_core.errors import UsageError

__all__ = ["LISTING", "table_files", "write_report"]

LISTING: Final = "report.json"
"""Lists what was written, with digests, so that the next call knows its own files again."""

_FORMAT: Final = "cocoa-report/1"


def table_files(tables: Mapping[str, Any]) -> dict[str, bytes]:
    """The CSV file of each table, by its path in the report."""
    return {f"tables/{name}.csv": table.csv().encode() for name, table in tables.items()}


def write_report(folder: Path, files: Mapping[str, bytes], force: bool = False) -> tuple[Path, ...]:
    """Write files, by their paths in the folder; those that only an earlier report made are removed.

    A file that is there already is replaced only if an earlier report wrote it and nobody changed it since,
    or with `force`. Each file is whole or not there. Returns the paths written, in order.
    Raises UsageError before anything is written where a file would be lost, and where the folder is a file.
    """
    if folder.exists() and not folder.is_dir():
        raise UsageError(
            "the report needs a folder", got=f"{folder} is a file", fix="name another with --out"
        )
    ours = _ours(folder)
    foreign = [name for name in files if name not in ours and (folder / name).exists()]
    if (folder / LISTING).exists() and not _is_listing(folder / LISTING):
        foreign.append(LISTING)
    if foreign and not force:
        more = f" and {len(foreign) - 3} more" if len(foreign) > 3 else ""
        raise UsageError(
            "the report would overwrite files that no earlier report wrote, or that were changed since",
            got=f"{', '.join(sorted(foreign)[:3])}{more} in {folder}",
            expected="an empty or new folder, or one with an earlier report",
            fix="name another folder with --out, or pass --force to overwrite them",
        )
    for name in sorted(ours - set(files)):
        (folder / name).unlink(missing_ok=True)
    digests = {name: hashlib.sha256(data).hexdigest() for name, data in sorted(files.items())}
    listing = json.dumps({"format": _FORMAT, "files": digests}, indent=2) + "\n"
    for name, data in [(LISTING, listing.encode()), *files.items()]:
        _write(folder / name, data)
    return tuple(folder / name for name in files)


def _ours(folder: Path) -> set[str]:
    """The files that an earlier report wrote and that are as it left them."""
    try:
        listed = json.loads((folder / LISTING).read_bytes())["files"]
        return {
            name
            for name, digest in listed.items()
            if _inside(folder, name) and _digest(folder / name) == digest
        }
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return set()


def _is_listing(path: Path) -> bool:
    try:
        return bool(json.loads(path.read_bytes()).get("format") == _FORMAT)
    except (OSError, ValueError, AttributeError):
        return False


def _inside(folder: Path, name: str) -> bool:
    return (folder / name).resolve().is_relative_to(folder.resolve())


def _digest(path: Path) -> str:
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return ""


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f".{path.name}.part")
    beside.write_bytes(data)
    os.replace(beside, path)
