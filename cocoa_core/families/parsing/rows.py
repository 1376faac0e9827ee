"""Reads files of rows: a sentence, its form and its category, separated by tabs, one row a line; and counts
what Figures 2 and 3 of the ReCOGS paper show of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import accumulate, pairwise
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from attrs import field, frozen

from cocoa_core.errors import FindingsError, MismatchError, Place, UsageError, one_line
from cocoa_core.text import counted

PRIMITIVE: Final = "primitive"
"""The category of single words."""
_LONGEST: Final = 1_000_000
"""Bytes of a line."""
_SENTENCE: Final = frozenset(("sentence", "sentences", "source", "input", "text", "utterance"))
_FORM: Final = frozenset(
    ("lf", "form", "logical form", "logical_form", "logicalform", "target", "output", "meaning")
)
"""`_SENTENCE` and `_FORM` may head the first two columns; files of COGS have no header."""
_PARTING: Final = "\t\n\r"
"""Characters that would split a cell or a row."""


@frozen
class ParsingRow:
    """A row of a file."""

    sentence: str
    """Words separated by single blanks."""
    form: str
    """The form in some notation."""
    category: str
    line: int = field(default=0, eq=False)
    """The line of its file, from 1; 0 for a row that was made."""

    def text(self) -> bytes:
        """Returns the row as it stands in a file, with the line's end.

        Raises:
            FindingsError: a cell holds a tab or the end of a line.
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


_LEAVING_OUT: Final = ", or leave out all such rows with --skip-bad"


def broken(
    path: Path, line: int, error: MismatchError, offset: int = 0, fix: str = "mend the row"
) -> FindingsError:
    """Returns the error for a row that cannot be read.

    Args:
        error: what is wrong; its `column`, if it has one, counts within the text that it is about.
        offset: columns in front of that text.
        fix: what can be done, beside leaving the row out.
    """
    column = getattr(error, "column", 0)
    return FindingsError(
        "this row cannot be read",
        got=error.got,
        expected=error.expected,
        fix=f"{fix}{_LEAVING_OUT}",
        place=Place(str(path), line, offset + column if column else 0),
    )


def no_form(path: Path, row: ParsingRow, error: MismatchError, notation: str) -> FindingsError:
    """Returns the error for a row whose form is not in the notation that was named."""
    row_error = broken(path, row.line, error, len(row.sentence) + 1)
    return FindingsError(
        f"this form is not in the notation {notation}",
        got=row_error.got,
        expected=row_error.expected,
        fix=f"name the notation of the files (now {notation}): --notation, or --set notation=NAME",
        place=row_error.place,
    )


def lines_of(path: Path) -> Iterator[tuple[int, str | FindingsError]]:
    """Yields the lines of a file in UTF-8, numbered from 1, without their ends; for a line that is too long
    or no UTF-8, an error in its place.
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
    """The rows of a file; can be iterated several times, and holds only one row in memory. A file without a
    line raises a UsageError.
    """

    path: Path

    def __iter__(self) -> Iterator[ParsingRow | FindingsError]:
        number = 0
        for number, text in lines_of(self.path):
            if isinstance(text, FindingsError):
                yield text
                continue
            parts = text.split("\t")
            if len(parts) != 3 or not all(parts):
                fields = f"{counted(len(parts), 'field')}: {text[:80]!r}"
                mismatch = MismatchError(
                    "a sentence, a form and a category, parted by tabs", fields if text else "an empty line"
                )
                yield broken(self.path, number, mismatch)
                continue
            sentence, form, category = parts
            if number == 1 and sentence.casefold() in _SENTENCE and form.casefold() in _FORM:
                mismatch = MismatchError("a sentence, its form and its category", f"a header: {text[:80]!r}")
                yield broken(self.path, number, mismatch, fix="delete the header")
                continue
            if not all(sentence.split(" ")):  # variables are places of words, which a blank more would shift
                mismatch = MismatchError("one blank between two words", f"{sentence[:80]!r}")
                yield broken(self.path, number, mismatch)
                continue
            yield ParsingRow(sentence, form, category, number)
        if not number:
            raise UsageError(
                "the file has no rows",
                got=str(self.path),
                expected="on each line a sentence, a form and a category, parted by tabs",
                fix="name another file",
            )

    def whole(self) -> list[ParsingRow]:
        """Returns all rows.

        Raises:
            UsageError: there is no row.
            FindingsError: a row cannot be read.
        """
        return list(self.each())

    def each(self) -> Iterator[ParsingRow]:
        """Yields all rows; raises as `whole` does, for commands that cannot leave rows out."""
        for row in self:
            if isinstance(row, FindingsError):
                fix = (row.fix or "").removesuffix(_LEAVING_OUT)
                raise FindingsError(row.problem, got=row.got, expected=row.expected, fix=fix, place=row.place)
            yield row


@frozen
class LengthCounts:
    """How many texts have each number of tokens."""

    counts: Mapping[int, int]
    """In ascending order, at least one."""

    @property
    def mean(self) -> float:
        return fmean(self.counts, weights=self.counts.values())

    def at(self, share: float) -> int:
        """Returns the smallest length that this share of the texts do not exceed."""
        totals = accumulate(self.counts.values())
        enough = share * sum(self.counts.values())
        return next(length for length, total in zip(self.counts, totals, strict=True) if total >= enough)

    def to_json(self) -> dict[str, Any]:
        return {"mean": self.mean, "counts": {str(length): count for length, count in self.counts.items()}}


@frozen
class FileFigures:
    """What is counted of a file of rows."""

    rows: int
    sentences: LengthCounts
    forms: LengthCounts
    following: Mapping[str, int]
    """How often each token follows the one that is asked about in a form, most frequent first."""

    def to_json(self) -> dict[str, Any]:
        return {
            "rows": self.rows,
            "sentences": self.sentences.to_json(),
            "forms": self.forms.to_json(),
            "following": dict(self.following),
        }


def figures_of_file(path: Path, token: str) -> FileFigures:
    """Counts the tokens of a file's sentences and forms, in any notation.

    Args:
        path: rows of sentence, form and category, separated by tabs.
        token: a token of forms, such as a comma.

    Raises:
        UsageError: there is no such file, or it has no rows.
        FindingsError: a row cannot be read.
    """
    if not path.is_file():
        raise UsageError("there is no such file", got=str(path), expected="rows as in COGS, in tabs")
    sentences, forms, following = Counter[int](), Counter[int](), Counter[str]()
    for row in RowFile(path).each():
        tokens = row.form.split()
        sentences[len(row.sentence.split())] += 1
        forms[len(tokens)] += 1
        following.update(second for first, second in pairwise(tokens) if first == token)
    return FileFigures(
        forms.total(),
        LengthCounts(dict(sorted(sentences.items()))),
        LengthCounts(dict(sorted(forms.items()))),
        dict(sorted(following.items(), key=lambda entry: (-entry[1], entry[0]))),
    )
