"""The text of a YAML file: what is refused before a parser sees it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from cocoa_core.errors import DomainError, Place

__all__ = ["LARGEST_YAML", "LONGEST_LINE", "UNFIT", "decoded"]

LARGEST_YAML: Final = 1_000_000
"""Bytes."""
LONGEST_LINE: Final = 100_000
"""Characters."""

_LINE_END: Final = re.compile("\r\n|\r|\n")
UNFIT: Final = re.compile(
    "[^\t\n\r\x20-\x7e\xa0-\u2027\u202f-\u2065\u206a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]"
)
"""Control characters, line and paragraph separators, marks that reverse the direction of text, surrogates."""


def decoded(data: bytes, file: str) -> str:
    """The text of a file in UTF-8, without a byte order mark; DomainError with its place otherwise.

    Refused: more than 1 MB, lines of more than 100,000 characters, other encodings, control characters, and
    directives (lines that start with "%").
    """
    if len(data) > LARGEST_YAML:
        raise DomainError(
            "the file is too large",
            got=f"{len(data):,} bytes",
            expected=f"at most {LARGEST_YAML:,} bytes",
            fix="keep large tables in CSV files",
            place=Place(file),
        )
    try:
        text = data.decode("utf-8").removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise DomainError(
            "the file is not text in UTF-8",
            got=f"the byte {data[error.start]:#04x}",
            fix="save it in UTF-8",
            place=_place_after(data[: error.start].decode("utf-8"), file),
        ) from None
    found = UNFIT.search(text)
    if found:
        raise DomainError(
            "a control character stands in the file",
            got=f"U+{ord(found[0]):04X}",
            expected="printable characters, blanks, tabs and line breaks",
            fix="delete it",
            place=_place_after(text[: found.start()], file),
        )
    lines = _LINE_END.split(text)
    _refuse_directives(lines, file)
    _refuse_long_lines(lines, file)
    return text


def _place_after(before: str, file: str) -> Place:
    lines = _LINE_END.split(before.removeprefix("\ufeff"))
    return Place(file, len(lines), len(lines[-1]) + 1)


def _refuse_long_lines(lines: Sequence[str], file: str) -> None:
    """Some of what a line can hold takes the parser time that grows with the square of its length."""
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise DomainError(
                "the line is too long",
                got=f"{len(line):,} characters",
                expected=f"at most {LONGEST_LINE:,}",
                fix="break it",
                place=Place(file, number),
            )


def _refuse_directives(lines: Sequence[str], file: str) -> None:
    """Directives can only stand before the document: after blank lines and comments."""
    for number, line in enumerate(lines, start=1):
        if line.startswith("%"):
            raise DomainError(
                "YAML directives are not allowed",
                got=repr(line[:40]),
                expected="keys and values only",
                fix="delete the line",
                place=Place(file, number, 1),
            )
        if line.strip(" \t") and not line.lstrip(" \t").startswith("#"):
            return
