"""Opens files that can be read to their end: no pipes, devices or folders, and no more bytes than allowed."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO

__all__ = ["is_there", "open_regular", "read_regular"]


def open_regular(path: Path, within: Path | None = None) -> BinaryIO:
    """Opens a file for reading.

    Args:
        path: the file.
        within: a folder that the file has to lie in.

    Raises:
        OSError: there is no such file, it is something whose end may never come, it lies outside of `within`,
            or a link leads to it.
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
    """Returns the content of a file.

    Args:
        path: the file.
        most: the largest number of bytes to accept.
        within: as in `open_regular`.

    Raises:
        OSError: the file cannot be read, or is larger than `most`.
    """
    with open_regular(path, within) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(f"it has more than {most:,} bytes")
    return data


def is_there(path: Path) -> bool:
    """Returns whether anything has this name, even a link that leads nowhere."""
    try:
        return os.path.lexists(path)
    except ValueError:
        return False
