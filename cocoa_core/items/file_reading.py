"""Reads the files of a data set that may come from anybody: plain files only, bounded, JSON in UTF-8."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

from cocoa_core.errors import FindingsError, Place

__all__ = ["LONGEST_LINE", "json_of", "lines_of", "open_plain", "record_in"]

LONGEST_LINE: Final = 1 << 22
"""Bytes of a line."""


def open_plain(path: Path) -> BinaryIO:
    """The file, to be read. OSError where there is none, or a pipe or device, whose end may never come."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    try:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError(None, "this is not a file", str(path))
    except OSError:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


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
