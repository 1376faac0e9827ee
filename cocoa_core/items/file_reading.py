"""Reads the files of a data set that may come from anybody: plain files, no links, bounded, JSON in UTF-8."""

from __future__ import annotations

import errno
import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from cocoa_core.errors import FindingsError, Place

__all__ = [
    "LONGEST_LINE",
    "check_no_link",
    "json_of",
    "lines_of",
    "open_plain",
    "read_plain",
    "record_in",
]

LONGEST_LINE: Final = 1 << 22
"""Bytes of a line."""
_RESTORE: Final = "restore it from a copy, or generate into a new folder"


def open_plain(path: Path) -> BinaryIO:
    """The file, to be read. FileNotFoundError where there is none.

    FindingsError for a link, which may lead to any file of the reader, and for a folder, a pipe or a device,
    whose end may never come.
    """
    flags = ("O_NONBLOCK", "O_BINARY", "O_NOFOLLOW")
    try:
        if path.is_symlink():  # where the system does not know O_NOFOLLOW
            raise _not_plain(path, "a link")
        descriptor = os.open(path, os.O_RDONLY | sum(getattr(os, flag, 0) for flag in flags))
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.ENXIO):
            raise _not_plain(path, "a link" if error.errno == errno.ELOOP else "a socket") from None
        raise
    mode = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(mode):
        os.close(descriptor)
        raise _not_plain(path, "a folder" if stat.S_ISDIR(mode) else "a pipe or a device")
    return os.fdopen(descriptor, "rb")


def check_no_link(folder: Path, name: str) -> None:
    """FindingsError where a file of the folder, or a folder on the way to it, is a link."""
    path = folder
    for part in name.split("/"):
        path = path / part
        if path.is_symlink():
            raise _not_plain(path, "a link")


def read_plain(folder: Path, name: str, most: int) -> bytes:
    """The bytes of a file by its path in the folder. FileNotFoundError where there is none.

    FindingsError as `open_plain`, for a folder on the way that is a link, and for more bytes than `most`.
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


def _not_plain(path: Path, kind: str) -> FindingsError:
    return FindingsError(
        "this is no file of a data set's own",
        got=kind,
        expected="a plain file, in the folder itself" if path.suffix else "a folder of its own",
        fix="put a copy of what it stands for in its place (`cp -rL`), if you trust whom it comes from",
        place=Place(str(path)),
    )


def lines_of(file: BinaryIO, path: Path) -> Iterator[tuple[int, bytes]]:
    """Numbers, from 1, and bytes of the lines. FindingsError for one that is too long to be a record."""
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
    """The JSON object that a line is; FindingsError for anything else, such as half a line."""
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
    """The value of a JSON text in UTF-8; ValueError where it is none, too deep, or has half a character."""
    try:
        value = json.loads(data.decode("utf-8"))
        if b"\\ud" in data.lower():  # an escape may be half of a pair, which cannot be written again
            json.dumps(value, ensure_ascii=False).encode("utf-8")
    except RecursionError:
        raise ValueError("it has too many levels") from None
    return value
