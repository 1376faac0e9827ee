"""Tables of a domain that say what follows from a word: `tables/NAME.csv`, read once, bounded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from attrs import field, frozen

from cocoa_core.domain.reading.catalogue_tables import open_table
from cocoa_core.domain.reading.folder_files import shown_path
from cocoa_core.domain.suggestions import first_few, quoted
from cocoa_core.errors import DomainError, Place

__all__ = ["KnowledgeTable", "KnowledgeTables", "lacking_words"]

_MOST_ROWS: Final = 100_000


@frozen(eq=False)
class KnowledgeTable:
    """One table. file: how its place is named; rows: the line and the cells of each, in order."""

    name: str
    file: str
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]

    def words(self, key: str, value: str, problem: Callable[[str], str | None]) -> dict[str, str]:
        """The cell of column `value` for each cell of column `key`, in the order of the rows.

        problem: why a cell cannot be a word, as "expected ...", or None. DomainError with the line of an
        empty or unfit cell, of a key that stands twice, of two words that differ in capitals alone; without
        one for a table without rows.
        """
        key_place, value_place = self.columns.index(key), self.columns.index(value)
        found: dict[str, str] = {}
        lines: dict[str, int] = {}
        spelled: dict[str, str] = {}
        for line, cells in self.rows:
            word, follows = cells[key_place], cells[value_place]
            for column, cell in ((key, word), (value, follows)):
                self._check(column, cell, line, problem)
            if word in lines:
                raise self._twice(key, word, lines[word], line)
            like = spelled.setdefault(follows.casefold(), follows)
            if like != follows:
                raise DomainError(
                    f"the column {value!r} holds two words that differ in capitals alone",
                    got=f"{quoted(like)} and {quoted(follows)}",
                    expected="one spelling of each word",
                    fix=f"write {like!r} in both rows",
                    place=Place(self.file, line),
                )
            found[word], lines[word] = follows, line
        if not found:
            raise DomainError(
                "the table has no rows", fix="add rows below the header", place=Place(self.file)
            )
        return found

    def _check(self, column: str, cell: str, line: int, problem: Callable[[str], str | None]) -> None:
        wrong = problem(cell)
        if wrong is not None:
            raise DomainError(
                f"the cell in column {column!r} cannot be used",
                got=quoted(cell) if cell else "an empty cell",
                expected=wrong.removeprefix("expected ") if cell else "a word: nothing may be unknown here",
                fix="correct the cell"
                if cell
                else "fill in the cell; a word of your own for those without any will do",
                place=Place(self.file, line),
            )

    def _twice(self, key: str, word: str, first: int, line: int) -> DomainError:
        return DomainError(
            f"the word {quoted(word)} stands twice in column {key!r}",
            got=f"the first is in line {first}",
            expected="each word of the key once",
            fix="delete one of the rows; if the key repeats by its nature, give it a table of its own",
            place=Place(self.file, line),
        )


@frozen(eq=False)
class KnowledgeTables:
    """All tables of a domain. files: bytes by path in the folder; folder: what messages name."""

    files: Mapping[str, bytes]
    folder: Path
    _read: dict[str, KnowledgeTable] = field(factory=dict, init=False, repr=False)

    def names(self) -> tuple[str, ...]:
        """The tables that there are, without `tables/` and `.csv`, sorted."""
        paths = sorted(path for path in self.files if path.startswith("tables/"))
        return tuple(path.removeprefix("tables/").removesuffix(".csv") for path in paths)

    def table(self, name: str) -> KnowledgeTable:
        """The table of this name; KeyError if there is none, DomainError with the line for a broken one."""
        known = self._read.get(name)
        if known is None:
            path = f"tables/{name}.csv"
            known = self._read[name] = _read(name, self.files[path], self._shown(path))
        return known

    def _shown(self, path: str) -> str:
        return shown_path(self.folder / path)


def _read(name: str, data: bytes, file: str) -> KnowledgeTable:
    if not data.strip():
        raise DomainError(
            "the table is empty", expected="a header, then a row for each word", place=Place(file)
        )
    table = open_table("catalogue.csv", data, file)
    for number, column in enumerate(table.columns):
        if column in table.columns[:number]:
            raise DomainError(
                f"the column {quoted(column)} stands twice", fix="rename one of them", place=Place(file, 1)
            )
    rows: list[tuple[int, tuple[str, ...]]] = []
    for line, cells in table.rows:
        if len(rows) == _MOST_ROWS:
            raise DomainError(f"the table has more than {_MOST_ROWS:,} rows", place=Place(file, line))
        rows.append((line, tuple(cells)))
    return KnowledgeTable(name, file, table.columns, tuple(rows))


def lacking_words(slot: str, source: str, key: str, file: str, words: Iterable[str]) -> DomainError:
    """The error for words of the source that a table lacks: the first five, sorted."""
    lacking = sorted(words)
    one = len(lacking) == 1
    return DomainError(
        f"the table lacks {'a word' if one else f'{len(lacking):,} words'} of the slot {source!r}",
        got=f"no row for {first_few(lacking)}",
        expected=f"every word of {source!r} in the column {key!r}, since {slot!r} follows from it",
        fix=f"add {'a row for it' if one else 'a row for each'}",
        place=Place(file),
    )
