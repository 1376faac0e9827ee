"""Reads the slots that follow from others by a table of the domain, `tables/NAME.csv`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Set
from pathlib import Path
from typing import Annotated, Final, TypeAlias

from attrs import field, frozen

from cocoa_core.domain import Derived, Slot
from cocoa_core.domain.kinds import VocabularyKind
from cocoa_core.errors import DomainError, Place
from cocoa_core.loading.files.catalogue_tables import open_table
from cocoa_core.loading.files.folder_files import shown_path
from cocoa_core.loading.mistakes import InvalidDependencyError, Mistakes, unknown_word
from cocoa_core.loading.models.base import Model, says
from cocoa_core.loading.models.leaves import LONGEST_NAME, text
from cocoa_core.loading.models.slots import DescribedKeys
from cocoa_core.loading.yaml import MappingEntry
from cocoa_core.suggestions import first_few, listed, quoted

_MOST_ROWS: Final = 100_000
_FOLLOW: Final = ("kind", "closed", "values", "missing", "shown", "min_items", "max_items")
"""Keys of other slots that a derived one may not have, because they follow from its source."""


class DerivedKeys(Model):
    """How a slot follows from another one by a table."""

    what = "`derived`"
    source: Annotated[str, text(LONGEST_NAME)] = says(
        "The category or set that it follows from.", alias="from"
    )
    table: Annotated[str, text(61)] = says("NAME of the file tables/NAME.csv.")
    key: Annotated[str, text(200)] = says("The table's column with the words of the source.")
    value: Annotated[str, text(200)] = says("The table's column with the words that follow.")


class DerivedSlot(DescribedKeys):
    """A slot that follows from another one."""

    what = "the derived slot"
    derived: DerivedKeys = says("How it follows from another slot.")

    @classmethod
    def named(cls, name: str) -> str:
        """Returns how messages name the slot: "the derived slot 'coast'"."""
        return f"{cls.what} {name!r}"

    @classmethod
    def refused_key(cls, entry: MappingEntry, what: str) -> DomainError:
        """Returns the error for a key that follows from the source, or that is unknown."""
        if entry.key not in _FOLLOW:
            return super().refused_key(entry, what)
        return DomainError(
            f"{what} has the key {entry.key!r}",
            expected="`derived`, `label`, `description`, `topic` and `noun`",
            fix="leave it out: its values follow from those of its source, and options never show it",
            place=entry.place,
        )


@frozen(eq=False)
class KnowledgeTable:
    """A table by which slots follow from others."""

    name: str
    file: str
    """How positions name its file."""
    columns: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]
    """The line and the cells of each row, in order."""

    def words(self, key: str, value: str, problem: Callable[[str], str | None]) -> dict[str, str]:
        """Returns the cell of column `value` for each cell of column `key`, in the order of the rows.

        Args:
            problem: returns why a cell cannot be a word, as what is expected; None where it can.

        Raises:
            DomainError: a cell is empty or cannot be a word, a key stands twice, two words differ in capitals
                alone, or the table has no rows.
        """
        key_index, value_index = self.columns.index(key), self.columns.index(value)
        words_by_key: dict[str, str] = {}
        lines: dict[str, int] = {}
        spellings: dict[str, str] = {}
        for line, cells in self.rows:
            word, follows = cells[key_index], cells[value_index]
            for column, cell in ((key, word), (value, follows)):
                self._check(column, cell, line, problem)
            if word in lines:
                raise self._twice(key, word, lines[word], line)
            like = spellings.setdefault(follows.casefold(), follows)
            if like != follows:
                raise DomainError(
                    f"the column {value!r} holds two words that differ in capitals alone",
                    got=f"{quoted(like)} and {quoted(follows)}",
                    expected="one spelling of each word",
                    fix=f"write {like!r} in both rows",
                    place=Place(self.file, line),
                )
            words_by_key[word], lines[word] = follows, line
        if not words_by_key:
            raise DomainError(
                "the table has no rows", fix="add rows below the header", place=Place(self.file)
            )
        return words_by_key

    def _check(self, column: str, cell: str, line: int, problem: Callable[[str], str | None]) -> None:
        wrong = problem(cell)
        if wrong is not None:
            raise DomainError(
                f"the cell in column {column!r} cannot be used",
                got=quoted(cell) if cell else "an empty cell",
                expected=wrong if cell else "a word: nothing may be unknown here",
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
    """All tables of a domain."""

    files: Mapping[str, bytes]
    """The bytes of the domain's files by path in the folder."""
    folder: Path
    """The folder that messages name."""
    incomplete: bool = False
    """Whether there are tables whose files cannot be read."""
    _read: dict[str, KnowledgeTable] = field(factory=dict, init=False, repr=False)

    def names(self) -> tuple[str, ...]:
        """Returns the names of the tables, without `tables/` and `.csv`, sorted."""
        paths = sorted(path for path in self.files if path.startswith("tables/"))
        return tuple(path.removeprefix("tables/").removesuffix(".csv") for path in paths)

    def table(self, name: str) -> KnowledgeTable:
        """Returns the table of this name.

        Raises:
            KeyError: there is no such table.
            DomainError: the table cannot be read.
        """
        cached = self._read.get(name)
        if cached is None:
            path = f"tables/{name}.csv"
            cached = self._read[name] = _table_of(name, self.files[path], shown_path(self.folder / path))
        return cached


def _table_of(name: str, data: bytes, file: str) -> KnowledgeTable:
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
    """Returns the error for words of the source that a table lacks. It names the first five, sorted."""
    lacking = sorted(words)
    is_single = len(lacking) == 1
    return DomainError(
        f"the table lacks {'a word' if is_single else f'{len(lacking):,} words'} of the slot {source!r}",
        got=f"no row for {first_few(lacking)}",
        expected=f"every word of {source!r} in the column {key!r}, since {slot!r} follows from it",
        fix=f"add {'a row for it' if is_single else 'a row for each'}",
        place=Place(file),
    )


_Follows: TypeAlias = tuple[VocabularyKind, Derived]


def read_derived(
    waiting: Mapping[str, DerivedSlot],
    slots: Mapping[str, Slot],
    names: Set[str],
    tables: KnowledgeTables,
    mistakes: Mistakes,
) -> dict[str, _Follows]:
    """Returns the kind of each derived slot and how it follows, each after its source. What is wrong is
    noted.

    Args:
        waiting: the keys of the derived slots.
        slots: the slots that the catalogue holds.
        names: the names of all slots in the file, also of those with a mistake.
    """
    result: dict[str, _Follows] = {}
    open_ends: dict[str, DerivedKeys] = {}
    for name, keys in waiting.items():
        with mistakes.collecting():
            source = keys.derived.source
            if source not in names:
                raise unknown_word(source, "slot", sorted(names), keys.derived.node_at("from").place)
            open_ends[name] = keys.derived
    while open_ends:
        ready = [name for name, keys in open_ends.items() if keys.source not in open_ends]
        if not ready:
            mistakes.note(_circle(open_ends))
            break
        for name in ready:
            with mistakes.collecting():
                result[name] = _follows(name, open_ends[name], slots, result, tables)
        open_ends = {name: keys for name, keys in open_ends.items() if name not in ready}
    return result


def _circle(keys: Mapping[str, DerivedKeys]) -> DomainError:
    return DomainError(
        "these slots follow from each other in a circle",
        got=listed(keys),
        expected="a slot that the catalogue holds at the start of every chain",
        fix="change `from` of one of them",
        place=next(iter(keys.values())).node_at("from").place,
    )


def _follows(
    name: str,
    keys: DerivedKeys,
    slots: Mapping[str, Slot],
    follows: Mapping[str, _Follows],
    tables: KnowledgeTables,
) -> _Follows:
    source = keys.source
    if source not in slots and source not in follows:
        raise InvalidDependencyError
    kind = follows[source][0] if source in follows else slots[source].kind
    if not isinstance(kind, VocabularyKind):
        worded = [*follows, *(key for key, slot in slots.items() if isinstance(slot.kind, VocabularyKind))]
        fix = f"derive from {listed(worded) if worded else 'a slot of one of these kinds'}"
        raise keys.unexpected(
            "from", f"a category or a set: {source!r} is a {kind.name} and has no words", fix
        )
    table = _table_named(keys, tables)
    for key, column in (("key", keys.key), ("value", keys.value)):
        if column not in table.columns:
            place = keys.node_at(key).place
            raise unknown_word(column, f"column of {table.file}", table.columns, place)
    if keys.key == keys.value:
        raise keys.unexpected("value", "another column than `key`")
    words_by_source = table.words(keys.key, keys.value, kind.word_problem)
    if kind.closed:
        lacking = [word for word in kind.values if word not in words_by_source]
        if lacking:
            raise lacking_words(name, source, keys.key, table.file, lacking)
        words_by_source = {word: words_by_source[word] for word in kind.values}
    derived = Derived(source, table.name, keys.key, keys.value, tuple(sorted(words_by_source.items())))
    return _kind(kind, words_by_source, table.file), derived


def _kind(kind: VocabularyKind, word_table: Mapping[str, str], file: str) -> VocabularyKind:
    if len(word_table) < kind.min_items:
        raise DomainError(
            "the table has fewer words than the set that follows from it",
            got=f"{len(word_table)}",
            expected=f"{kind.min_items} or more, the `min_items` of its source",
            place=Place(file),
        )
    return kind.derived(set(word_table.values()))


def _table_named(keys: DerivedKeys, tables: KnowledgeTables) -> KnowledgeTable:
    name = keys.table
    if name in tables.names():
        return tables.table(name)
    if tables.incomplete:
        raise InvalidDependencyError
    raise DomainError(
        f"there is no table {quoted(name)}",
        got=f"the tables {listed(tables.names())}" if tables.names() else "no tables",
        expected="the NAME of a file tables/NAME.csv in the domain's folder",
        fix=f"write tables/{name}.csv, with a header and a row for each word"
        if name.replace("-", "").replace("_", "").isalnum()
        else "leave out `tables/` and `.csv`",
        place=keys.node_at("table").place,
    )
