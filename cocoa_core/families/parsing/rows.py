"""Files of rows: a sentence, its form and its category, parted by tabs, one row a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from attrs import field, frozen

from cocoa_core.errors import FindingsError, MismatchError, Place, one_line

__all__ = ["PRIMITIVE", "Row", "RowFile", "broken", "lines_of"]

PRIMITIVE: Final = "primitive"
"""The category of single words."""
_LONGEST: Final = 1_000_000
"""Bytes of a line."""
_SENTENCE: Final = frozenset(("sentence", "sentences", "source", "input", "text", "utterance"))
_FORM: Final = frozenset(
    ("lf", "form", "logical form", "logical_form", "logicalform", "target", "output", "meaning")
)
"""Names of the first two columns where a file has a header, as files of COGS have none."""
_PARTING: Final = "\t\n\r"


@frozen
class Row:
    """sentence: words parted by single blanks. form: in whichever notation. line: from 1, 0 where made."""

    sentence: str
    form: str
    category: str
    line: int = field(default=0, eq=False)

    def text(self) -> bytes:
        """As it stands in a file, with the line's end.

        Raises:
            FindingsError: a text that would part a cell.
        """
        cells = (self.sentence, self.form, self.category)
        for cell in cells:
            if any(sign in cell for sign in _PARTING):
                raise FindingsError(
                    "this cannot stand in a row of COGS",
                    got=one_line(repr(cell)),
                    expected="a text in one line without tabs",
                )
        return "\t".join(cells).encode() + b"\n"


def broken(path: Path, line: int, error: MismatchError, before: int = 0) -> FindingsError:
    """Returns a row that cannot be read.

    Args:
        before: columns in front of the text that the error is about.
    """
    column = getattr(error, "column", 0)
    return FindingsError(
        "this row cannot be read",
        got=error.got,
        expected=error.expected,
        fix="mend the row, or leave out all such rows with --skip-bad",
        place=Place(str(path), line, before + column if column else 0),
    )


def lines_of(path: Path) -> Iterator[tuple[int, str | FindingsError]]:
    """Finds the lines of a file in UTF-8, numbered from 1, without their ends; an error for one that is
    none.
    """
    with path.open("rb") as file:
        number = 0
        while raw := file.readline(_LONGEST):
            number += 1
            if len(raw) == _LONGEST and not raw.endswith(b"\n"):
                yield number, broken(path, number, MismatchError("a line of at most 1 MB", "a longer one"))
                while (rest := file.readline(_LONGEST)) and not rest.endswith(b"\n"):
                    pass
                continue
            try:
                text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
            except UnicodeDecodeError as error:
                yield number, broken(path, number, MismatchError("UTF-8", f"the byte {raw[error.start]:#x}"))
                continue
            yield number, text.removesuffix("\n").removesuffix("\r")


@frozen
class RowFile:
    """The rows of a file, which can be gone through again. Nothing but a row is held."""

    path: Path

    def __iter__(self) -> Iterator[Row | FindingsError]:
        """Finds each row, or what is wrong with it."""
        for number, text in lines_of(self.path):
            if isinstance(text, FindingsError):
                yield text
                continue
            parts = text.split("\t")
            if len(parts) != 3 or not all(parts):
                said = f"{len(parts)} fields: {one_line(text[:80])!r}" if text else "an empty line"
                wanted = MismatchError("a sentence, a form and a category, parted by tabs", said)
                yield broken(self.path, number, wanted)
                continue
            sentence, form, category = parts
            if number == 1 and sentence.casefold() in _SENTENCE and form.casefold() in _FORM:
                wanted = MismatchError("a sentence, its form and its category", f"a header: {text[:80]!r}")
                yield broken(self.path, number, wanted)
                continue
            yield Row(sentence, form, category, number)
