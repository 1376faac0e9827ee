"""The lines of a text file in whatever encoding, without a traceback for what is no text at all."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attrs import define, field

from cocoa_core.errors import DomainError, Place
from cocoa_core.loading import shown_path

__all__ = ["TextFile", "first_bytes"]

_PEEKED: Final = 65_536
_STRAY: Final = re.compile("[\udc80-\udcff]")
_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_OTHERS: Final = {
    b"\x1f\x8b": ("compressed with gzip", "unpack it"),
    b"%PDF": ("a PDF", "save the table in it as CSV"),
    b"SQLite": ("an SQLite database", "export the table as CSV"),
}


def first_bytes(path: Path) -> bytes:
    """The beginning of a file; DomainError where it cannot be read or is empty."""
    place = Place(shown_path(path))
    try:
        with path.open("rb") as file:
            head = file.read(_PEEKED)
    except OSError as error:
        reason = error.strerror or "an error of the system"
        raise DomainError("the table cannot be read", got=reason, place=place) from None
    if not head.strip():
        raise DomainError("the table is empty", expected="a header and a row for each option", place=place)
    return head


@define
class TextFile:
    """A text file. Bytes that are not UTF-8 are read as Windows-1252, line by line, and counted.

    stray: lines in which there were some; first: the first of them
    """

    path: Path
    stray: int = 0
    first: int = 0
    encoding: str = field(default="utf-8", init=False)

    def __attrs_post_init__(self) -> None:
        """Find the encoding by its mark; DomainError for a file that is not text."""
        head, place = first_bytes(self.path), Place(shown_path(self.path))
        self.encoding = next((name for mark, name in _MARKS if head.startswith(mark)), "utf-8")
        for mark, (what, fix) in _OTHERS.items():
            if head.startswith(mark):
                raise DomainError("this file is not a table of text", got=what, fix=fix, place=place)
        if self.encoding.startswith("utf-8") and b"\0" in head:
            raise DomainError(
                "this file is not text",
                got=f"a NUL byte in line {head[: head.index(0)].count(10) + 1}",
                expected="CSV, TSV, JSON, JSON lines, Parquet or a spreadsheet",
                fix="save the table as CSV in UTF-8",
                place=place,
            )

    def lines(self) -> Iterator[str]:
        """Lines with their ends, whichever those are."""
        with self.path.open("rb") as raw:
            errors = "surrogateescape" if self.encoding.startswith("utf-8") else "strict"
            reader = io.TextIOWrapper(raw, encoding=self.encoding, errors=errors, newline="")
            try:
                for number, line in enumerate(reader, start=1):
                    yield line if line.isascii() else self._mended(line, number)
            except (UnicodeError, OSError) as error:
                raise DomainError(
                    "the file cannot be read to its end",
                    got=" ".join(str(error).split())[:120],
                    fix="save it in UTF-8",
                    place=Place(shown_path(self.path)),
                ) from None

    def text(self) -> str:
        """The whole text."""
        return "".join(self.lines())

    def notes(self) -> tuple[str, ...]:
        """What was done about the encoding, after reading."""
        if self.stray:
            lines = "1 line" if self.stray == 1 else f"{self.stray} lines"
            return (f"{lines} (the first is line {self.first}) not in UTF-8: read as Windows-1252.",)
        return ()

    def _mended(self, line: str, number: int) -> str:
        if not _STRAY.search(line):
            return line
        self.stray += 1
        self.first = self.first or number
        return line.encode("utf-8", "surrogateescape").decode("cp1252", "replace")
