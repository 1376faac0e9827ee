"""Reads the lines of large files from unknown sources: one at a time, and with a bound on their length."""

from __future__ import annotations

import gzip
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import IO, Final, cast

from attrs import define, field

from cocoa_core.errors import FindingsError, Place, UsageError, one_line

_GZIP: Final = b"\x1f\x8b"
_LONGEST: Final = 1 << 20
"""Bytes of a line."""
_MOST_SKIPPED: Final = 1 << 26
"""Bytes of one line that are read to find its end."""
_SHOWN: Final = 20


@define
class Faults:
    """The rows that cannot be read; the first one stops the work, unless they may be skipped."""

    skip: bool = False
    """Whether such rows are skipped."""
    expected: str = "a row as the file's format has it"
    """What an error expects."""
    found: int = 0
    """The number of such rows."""
    shown: list[str] = field(factory=list)
    """The first of them, with their places."""

    def add(self, path: Path, number: int, problem: str) -> None:
        """Counts a row.

        Raises:
            FindingsError: rows may not be skipped.
        """
        self.found += 1
        if len(self.shown) < _SHOWN:
            self.shown.append(f"{path}:{number}: {one_line(problem)}")
        if not self.skip:
            raise FindingsError(
                "a row cannot be read",
                got=one_line(problem),
                expected=self.expected,
                fix="mend the row, or skip such rows with --skip-bad",
                place=Place(str(path), number),
            )


def lines_of(
    path: Path, faults: Faults, skipped: int = 0, progress: Callable[[int], None] | None = None
) -> Iterator[tuple[int, bytes]]:
    """Yields the lines of a file, gzip or plain, each with its number from 1, without ends and without a
    byte order mark.

    A line longer than 1 MB is a fault. Memory does not grow with the file.

    Args:
        skipped: the number of lines to pass over.
        progress: is called with the number of lines every 100,000.

    Raises:
        UsageError: there is no such file.
        FindingsError: the file ends in the middle, a line is too long and may not be skipped, or has no end
            within 64 MB.
    """
    number = 0
    try:
        with _opened(path) as file:
            while line := file.readline(_LONGEST + 1):
                number += 1
                if number == 1:
                    line = line.removeprefix(BOM_UTF8)
                if progress is not None and number % 100_000 == 0:
                    progress(number)
                if len(line) > _LONGEST:
                    if number > skipped:
                        faults.add(path, number, f"a line of more than {_LONGEST:,} bytes")
                    _skip_rest_of_line(file, path, number)
                elif number > skipped:
                    yield number, line.rstrip(b"\r\n")
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise FindingsError(
            "the file cannot be read to its end",
            got=one_line(error),
            expected="a whole gzip file",
            fix="fetch it again",
            place=Place(str(path), number + 1),
        ) from error


def _opened(path: Path) -> IO[bytes]:
    try:
        if not path.is_file():
            raise FileNotFoundError("no such file")
        with path.open("rb") as file:
            packed = file.read(2) == _GZIP
        return cast("IO[bytes]", gzip.open(path, "rb")) if packed else path.open("rb")
    except OSError as error:
        raise UsageError(
            "this file cannot be read", got=f"{path}: {error.strerror or error}", expected="a file"
        ) from error


def _skip_rest_of_line(file: IO[bytes], path: Path, number: int) -> None:
    passed = 0
    while passed < _MOST_SKIPPED:
        part = file.readline(_LONGEST)
        passed += len(part)
        if not part or part.endswith(b"\n"):
            return
    raise FindingsError(
        "a line has no end",
        got=f"more than {_MOST_SKIPPED:,} bytes",
        fix="is this the right file?",
        place=Place(str(path), number),
    )
