"""Reads and checks the rows of a file in COGS's notation."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from attrs import Factory, define, field, frozen

from cocoa_core.errors import FindingsError, MismatchError
from cocoa_core.families.parsing.forms import COGS, Form, FormError, LinearText, variables
from cocoa_core.families.parsing.rows import ParsingRow, RowFile, broken

T = TypeVar("T")


@frozen
class CogsRow:
    """A row of COGS with its form parsed."""

    words: tuple[str, ...]
    """The words of the sentence."""
    form: LinearText
    """A `Form` for a sentence, the form of a primitive for a single word."""
    category: str
    line: int = field(default=0, eq=False)
    """The line of its file, from 1; 0 for a row that was put together."""

    @property
    def primitive(self) -> bool:
        """Whether the row is a single word."""
        return not isinstance(self.form, Form)

    @property
    def sentence(self) -> str:
        return " ".join(self.words)


@define
class CogsRows:
    """The rows of a file; can be iterated several times."""

    path: Path
    skip_bad: bool = False
    """Whether rows that cannot be read are left out; otherwise the first of them raises FindingsError."""
    skipped: dict[int, str] = Factory(dict)
    """By line, what is wrong with each row left out: the first hundred; of the others, the line alone."""

    def __iter__(self) -> Iterator[CogsRow]:
        for raw_row in RowFile(self.path):
            row = raw_row if isinstance(raw_row, FindingsError) else self._read(raw_row)
            if isinstance(row, CogsRow):
                yield row
            else:
                self._leave_out(row)

    def converted(self, row: CogsRow, convert: Callable[[CogsRow], T]) -> T | None:
        """Returns the result of a conversion; None if it fails and the row is left out.

        Raises:
            FindingsError: the conversion fails, unless `skip_bad` is set.
        """
        try:
            return convert(row)
        except MismatchError as error:
            self._leave_out(broken(self.path, row.line, error))
            return None

    def _leave_out(self, error: FindingsError) -> None:
        if not self.skip_bad:
            raise error
        line = error.place.line if error.place else 0
        why = FindingsError(error.problem, got=error.got, expected=error.expected, place=error.place)
        self.skipped.setdefault(line, str(why) if len(self.skipped) < 100 else "")

    def _read(self, row: ParsingRow) -> CogsRow | FindingsError:
        offset = len(row.sentence) + 1
        try:
            form = COGS.read(row.form)
        except FormError as error:
            return broken(self.path, row.line, error, offset)
        words = tuple(row.sentence.split(" "))
        if isinstance(form, Form):
            mismatch = _unfit(form, words)
            if mismatch is not None:
                return broken(self.path, row.line, mismatch)
        return CogsRow(words, form, row.category, row.line)


def _unfit(form: Form, words: tuple[str, ...]) -> MismatchError | None:
    """Returns why a form cannot belong to these words; None if it can."""
    last = len(words) - 1
    beyond = next((number for number in variables(form) if number > last), None)
    if beyond is not None:
        return MismatchError(
            f"variables from 0 to {last}, the places of the sentence's words", f"x _ {beyond}"
        )
    names = (arg for conjunct in form.body for arg in conjunct.args if isinstance(arg, str))
    unknown = next((name for name in names if name not in words), None)
    return None if unknown is None else MismatchError("names that stand in the sentence", unknown)
