"""Writes files whole or not at all: under another name beside the file first, then renamed to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from cocoa_core.errors import UsageError


def is_occupied(path: Path) -> bool:
    """Returns whether a path is no place for a new folder: it is a file, or a folder that is not empty."""
    return path.exists() and (not path.is_dir() or any(path.iterdir()))


def check_target(path: Path, *, force: bool) -> None:
    """Checks that a file can be written.

    Args:
        force: whether an existing file may be replaced.

    Raises:
        UsageError: the path is a folder or in no folder, or the file exists and may not be replaced.
    """
    if path.is_dir():
        raise UsageError(f"{path} is a folder", expected="a file", fix="name a file in it")
    if not path.parent.is_dir():
        raise UsageError(f"there is no folder {path.parent}", fix="make it first, or write elsewhere")
    if os.path.lexists(path) and not force:
        raise UsageError(
            f"{path} is there already", expected="a new file", fix="--force replaces it; or write elsewhere"
        )


def write_whole(path: Path, content: bytes, *, alone: bool = False) -> None:
    """Writes a file so that it has the whole content or, after a crash, the former one.

    Args:
        alone: as in `writing_whole`.

    Raises:
        OSError: the file cannot be written; nothing is left beside it.
    """
    with writing_whole(path, alone=alone) as file:
        file.write(content)


@contextmanager
def writing_whole(path: Path, *, alone: bool = False) -> Iterator[BinaryIO]:
    """Provides a file to write piece by piece, which appears as `path` at the end or, after an error, not at
    all.

    Args:
        path: the file that it is to become.
        alone: whether no other process writes to `path` meanwhile. Then it is called NAME.tmp, so that the
            next call takes over what a killed one left; otherwise each process has a name of its own for it.
    """
    temporary = path.with_name(f"{path.name}.tmp" if alone else f".{path.name}.{os.getpid()}.tmp")
    try:
        if alone:
            temporary.unlink(missing_ok=True)
        with temporary.open("xb") as file:  # a new file: one that is there may be a link to somewhere else
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except OSError as error:
        if error.errno is not None:  # a full disk does not say what it has no room for
            error.filename = error.filename or str(path)
        raise
    finally:
        temporary.unlink(missing_ok=True)
