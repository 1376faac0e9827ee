"""Putting a new file or folder in the place of an old one, which is kept beside it."""

from __future__ import annotations

import os
from itertools import count
from pathlib import Path

__all__ = ["kept_aside", "next_backup", "put_in_place"]


def next_backup(path: Path) -> Path:
    """NAME.backup-1, or the first such name above it that is free."""
    return next(
        candidate
        for number in count(1)
        if not os.path.lexists(candidate := path.with_name(f"{path.name}.backup-{number}"))
    )


def kept_aside(path: Path) -> Path | None:
    """Rename what is there to its next backup; the backup, or None where nothing is there."""
    if not os.path.lexists(path):
        return None
    backup = next_backup(path)
    os.rename(path, backup)
    return backup


def put_in_place(new: Path, path: Path) -> Path | None:
    """Rename `new` to `path`; what was there is renamed to its next backup first, which is given back.

    Both lie on one file system. Whatever interrupts this, the old is whole, at its place or as the backup;
    where the second renaming fails, the first is undone.
    """
    backup = kept_aside(path)
    try:
        os.rename(new, path)
    except BaseException:
        if backup is not None and not os.path.lexists(path):
            os.rename(backup, path)
        raise
    return backup
