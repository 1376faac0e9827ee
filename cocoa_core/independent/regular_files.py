"""Files that can be read to their end: no pipes, devices or folders, and no more bytes than there may be."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

__all__ = ["is_there", "open_regular", "read_regular"]


def open_regular(path: Path, within: Path | None = None) -> BinaryIO:
    """The file, to be read; OSError where there is none, or something else that reading may never end.

    within: a folder that the file has to lie in; OSError where it does not, or a link stands on the way.
    """
    try:
        if within is not None:
            _check_way(within, path.relative_to(within).parts)
        file = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError as error:  # a name that no file can have
        raise OSError(str(error)) from None
    try:
        if not stat.S_ISREG(os.fstat(file).st_mode):
            raise OSError("this is not a file")
        return os.fdopen(file, "rb")
    except BaseException:
        os.close(file)
        raise


def _check_way(folder: Path, parts: tuple[str, ...]) -> None:
    for part in parts:
        folder = folder / part
        if part == "..":
            raise OSError("it leads out of the folder")
        if folder.is_symlink():
            raise OSError("it is a link, or lies behind one")


def read_regular(path: Path, most: int, within: Path | None = None) -> bytes:
    """The bytes of the file; OSError where it cannot be read or has more than `most`. within: as to open."""
    with open_regular(path, within) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(f"it has more than {most:,} bytes")
    return data


def is_there(path: Path) -> bool:
    """Whether anything has this name, be it a link to nowhere."""
    try:
        return os.path.lexists(path)
    except ValueError:
        return False
