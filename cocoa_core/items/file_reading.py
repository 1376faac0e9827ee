"""Reads files of a data set that may come from anybody: plain files, no links, bounded, JSON in UTF-8."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from cocoa_core.errors import FindingsError, Place

LONGEST_LINE: Final = 1 << 22
"""Bytes of a line."""
_RESTORE: Final = "restore it from a copy, or generate into a new folder"


def open_plain(path: Path) -> BinaryIO:
    """Opens a file for reading.

    Raises:
        FileNotFoundError: there is none.
        FindingsError: it is a link, which may lead to any file of the reader, or a folder, pipe or device,
            whose end may never come.
    """
    flags = ("O_NONBLOCK", "O_BINARY", "O_NOFOLLOW")
    try:
        check_plain(path)  # for systems that do not know O_NOFOLLOW
        descriptor = os.open(path, os.O_RDONLY | sum(getattr(os, flag, 0) for flag in flags))
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO):  # a link, a socket
            check_plain(path)
        raise
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise _not_plain(path, _kind(mode))
    return os.fdopen(descriptor, "rb")


def check_plain(path: Path, *, folder: bool = False) -> int:
    """Returns the size in bytes of the file or folder of this name; 0 where there is none.

    Raises:
        FindingsError: it is not a plain file, or not a plain folder where that is wanted.
    """
    try:
        state = path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return 0
    if not (stat.S_ISDIR if folder else stat.S_ISREG)(state.st_mode):
        raise _not_plain(path, _kind(state.st_mode))
    return 0 if folder else state.st_size


def check_no_link(folder: Path, name: str) -> None:
    """Refuses a file of the folder that is a link or lies behind one.

    Raises:
        FindingsError: the file, or a folder on the way to it, is a link.
    """
    path = folder
    for part in name.split("/"):
        path = path / part
        if path.is_symlink():
            raise _not_plain(path, "a link")


def read_plain(folder: Path, name: str, most: int) -> bytes:
    """Returns the content of a file.

    Args:
        most: the largest number of bytes to accept.

    Raises:
        FileNotFoundError: there is none.
        FindingsError: as `open_plain`; a folder on the way is a link, or the file is larger than `most`.
    """
    check_no_link(folder, name)
    with open_plain(folder / name) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise FindingsError(
            "the file is too large",
            got=f"more than {most:,} bytes",
            expected="the file as it was written",
            fix=_RESTORE,
            place=Place(str(folder / name)),
        )
    return data


def _kind(mode: int) -> str:
    kinds = ((stat.S_ISLNK, "a link"), (stat.S_ISDIR, "a folder"), (stat.S_ISREG, "a file"))
    return next((kind for test, kind in kinds if test(mode)), "a pipe, a socket or a device")


def _not_plain(path: Path, kind: str) -> FindingsError:
    return FindingsError(
        "this is no file of a data set's own",
        got=kind,
        expected="a plain file or folder",
        fix="put a copy of what it stands for in its place (`cp -rL`), if you trust whom it comes from",
        place=Place(str(path)),
    )


def lines_of(file: BinaryIO, path: Path) -> Iterator[tuple[int, bytes]]:
    """Yields pairs of a line's number, from 1, and its bytes.

    Raises:
        FindingsError: a line is too long to be a record.
    """
    for number, line in enumerate(iter(lambda: file.readline(LONGEST_LINE + 1), b""), start=1):
        if len(line) > LONGEST_LINE:
            raise FindingsError(
                "the line is too long",
                got=f"more than {LONGEST_LINE:,} bytes",
                expected="the record of a question, as it was written",
                fix="restore the file from a copy, or generate it again",
                place=Place(str(path), number),
            )
        yield number, line


def record_in(line: bytes, path: Path, number: int) -> dict[str, Any]:
    """Returns the JSON object in a line.

    Raises:
        FindingsError: the line holds anything else, such as half an object.
    """
    try:
        record = json.loads(line) if line.endswith(b"\n") else None
    except (ValueError, RecursionError):
        record = None
    if not isinstance(record, dict):
        raise FindingsError(
            "this line is no record",
            got=f"{len(line):,} bytes",
            expected="one JSON object, and the end of the line",
            fix="make the part that it is from again, and join into a new folder",
            place=Place(str(path), number),
        )
    return record


def json_of(data: bytes) -> Any:
    """Returns the value of a JSON text in UTF-8.

    Raises:
        ValueError: the text is no JSON, nested too deep, or holds half of a surrogate pair.
    """
    try:
        value = json.loads(data.decode("utf-8"))
        if b"\\ud" in data.lower():  # an escape may be half of a pair, which cannot be written again
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise ValueError("it has too many levels") from None
    return value
