"""The rows of a file in COGS's notation, read and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

from attrs import Factory, define, field, frozen

from cocoa_core.errors import FindingsError, MismatchError
from cocoa_core.families.parsing.forms import COGS, CogsForm, CogsText, FormError, Role, variables
from cocoa_core.families.parsing.rows import Row, RowFile, broken

__all__ = ["CogsRow", "CogsRows", "name_places"]

T = TypeVar("T")


@frozen
class CogsRow:
    """A row of COGS."""

    words: tuple[str, ...]
    """Of the sentence."""
    form: CogsText
    """A `CogsForm` for sentences, else that of a primitive."""
    category: str
    line: int = field(default=0, eq=False)
    """Where it stands in its file, from 1; 0 for one that was put together."""

    @property
    def primitive(self) -> bool:
        """Whether it is a single word."""
        return not isinstance(self.form, CogsForm)

    @property
    def sentence(self) -> str:
        """The words, parted by blanks."""
        return " ".join(self.words)


@define
class CogsRows:
    """The rows of a file, which can be gone through again."""

    path: Path
    skip_bad: bool = False
    """Whether rows that cannot be read are left out; otherwise the first of them raises FindingsError."""
    skipped: dict[int, str] = Factory(dict)
    """What is wrong with each row that was left out, by line: the first hundred; of the others, the line."""

    def __iter__(self) -> Iterator[CogsRow]:
        """Yields each row that can be read."""
        for found in RowFile(self.path):
            row = found if isinstance(found, FindingsError) else self._read(found)
            if isinstance(row, CogsRow):
                yield row
            else:
                self._leave_out(row)

    def converted(self, row: CogsRow, convert: Callable[[CogsRow], T]) -> T | None:
        """Returns what a row is converted to; None where it has to be left out, as one that cannot be
        read.
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
        self.skipped.setdefault(line, str(error) if len(self.skipped) < 100 else "")

    def _read(self, row: Row) -> CogsRow | FindingsError:
        before = len(row.sentence) + 1
        try:
            form = COGS.read(row.form)
        except FormError as error:
            return broken(self.path, row.line, error, before)
        words = tuple(row.sentence.split(" "))
        if isinstance(form, CogsForm):
            wrong = _unfit(form, words)
            if wrong is not None:
                return broken(self.path, row.line, wrong)
        return CogsRow(words, form, row.category, row.line)


def _unfit(form: CogsForm, words: tuple[str, ...]) -> MismatchError | None:
    """Returns what of a form cannot be about these words."""
    last = len(words) - 1
    far = next((number for number in variables(form) if number > last), None)
    if far is not None:
        return MismatchError(f"variables from 0 to {last}, the places of the sentence's words", f"x _ {far}")
    for one in form.body:
        if isinstance(one, Role) and isinstance(one.filler, str) and one.filler not in words:
            return MismatchError("names that stand in the sentence", one.filler)
    return None


def name_places(words: tuple[str, ...]) -> dict[str, int]:
    """Returns the first place of each word."""
    found: dict[str, int] = {}
    for place, word in enumerate(words):
        found.setdefault(word, place)
    return found
