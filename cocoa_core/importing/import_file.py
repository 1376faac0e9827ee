"""Reads import.yaml, which says how the table was read that a domain was made from, so that the next one can
be read alike.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final

from attrs import field, frozen

from cocoa_core.domain import Schema, Slot
from cocoa_core.errors import DomainError, MismatchError
from cocoa_core.importing.choices import DECIMALS, ORDERS
from cocoa_core.importing.column_types import ColumnType, column_type
from cocoa_core.importing.conventions import DayOrder, DecimalSign
from cocoa_core.importing.speech import WAYS
from cocoa_core.importing.tables.records import folded_text
from cocoa_core.loading import (
    FLAG,
    LARGEST_YAML,
    MOST_SLOTS,
    SLOT_SHAPE,
    Entries,
    InvalidDependencyError,
    Items,
    Kept,
    MappingNode,
    Mistakes,
    Model,
    Node,
    ScalarNode,
    TooManyMistakesError,
    choice,
    raw,
    read_file,
    read_model,
    read_yaml,
    refused,
    says,
    shown_path,
    text,
    unexpected,
    unknown_word,
)

__all__ = ["IMPORT", "ColumnSource", "Recipe", "import_document", "read_recipe"]

IMPORT: Final = "import.yaml"
"""The name of the file in a domain's folder."""
_LONGEST: Final = 1000
_MOST: Final = 10**18
_NAME: Final = text(_LONGEST)
_MEANINGS: Final = {
    "type": "object",
    "minProperties": 1,
    "maxProperties": 1000,
    "additionalProperties": {"type": ["string", "number", "boolean"]},
}
_DECIMAL: Final = choice("decimal", ("comma", "point"))


def _whole(least: int) -> dict[str, Any]:
    return {"type": "integer", "minimum": least, "maximum": _MOST}


def _whole_at(node: Node | None, what: str, least: int) -> int:
    """Returns the whole number at a node; 0 where there is none.

    Args:
        what: the key, for messages.
        least: the smallest number allowed.

    Raises:
        DomainError: the node holds anything else.
    """
    if node is None:
        return 0
    value = node.value if isinstance(node, ScalarNode) else None
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= _MOST:
        raise unexpected(node, f"`{what}`", f"a whole number from {least:,} to {_MOST:,}")
    return value


class SourceKeys(Model):
    """Which column a slot is read from, and as what."""

    what = "the slot"
    column: Annotated[str, _NAME] = says("The column, as the header of the table names it.", "")
    nth: Annotated[Node | None, raw(_whole(1))] = says(
        "The column by its place from 1, where the header has no name for it or has it twice.",
        None,
        alias="place",
    )
    read_as: Annotated[str, text(60)] = says("What its cells are: money:EUR, date:dmy, words ...")
    decimal: Annotated[str, _DECIMAL] = says(
        "The sign before decimals, where it is not that of the file.", ""
    )
    rounded: Annotated[bool, FLAG] = says("Whether numbers are rounded to the decimals of the slot.", False)
    said: Annotated[str, choice("said", WAYS)] = says(
        "How words are said that the table has in capitals or with underscores: words, title, small.", ""
    )
    words: Annotated[Node | None, raw(_MEANINGS)] = says("Cells, by what the catalogue has for them.", None)

    @classmethod
    def named(cls, name: str) -> str:
        """Returns the name of the entry in messages."""
        return f"the slot {name!r} in {IMPORT}"


class ImportFile(Model):
    """The keys of import.yaml."""

    what = IMPORT
    at: Annotated[str, _NAME] = says("The name of a sheet, or the keys to the rows in JSON.", "")
    id: Annotated[str, _NAME] = says("The column with the ids of rows; without it ids are made.", "")
    key: Annotated[tuple[Annotated[str, _NAME], ...], Items(1, MOST_SLOTS)] = says(
        "Slots whose values together tell rows apart: a row with the same ones keeps its id.", ()
    )
    decimal: Annotated[str, _DECIMAL] = says("The sign before decimals in the whole file.", "")
    dates: Annotated[str, choice("dates", tuple(ORDERS))] = says(
        "What comes first in dates of numbers, in the whole file.", ""
    )
    missing: Annotated[tuple[Annotated[str, _NAME], ...], Items(1, 1000)] = says(
        "The words that stand for missing values; without it the usual ones.", ()
    )
    rows: Annotated[Node | None, raw(_whole(5))] = says(
        "How many rows are taken at most; of more a sample.", None
    )
    seed: Annotated[Node | None, raw(_whole(0))] = says("The seed of the sample.", None)
    least_group: Annotated[Node | None, raw(_whole(1))] = says(
        "Rows of groups with fewer are left out.", None
    )
    left_out: Annotated[tuple[Annotated[str, _NAME], ...], Items(1, 100_000)] = says(
        "Columns of the table that no slot is read from.", ()
    )
    columns: Annotated[
        dict[str, Annotated[SourceKeys, Kept("a slot of `columns`")]], Entries(1, MOST_SLOTS, SLOT_SHAPE)
    ] = says("The column that each slot is read from.")


@frozen
class ColumnSource:
    """The column that a slot is read from."""

    column: str
    """The name of the column; empty where `place` identifies it."""
    place: int
    """The number of the column from 1; 0 where `column` identifies it."""
    told: ColumnType
    """The type of the column."""
    decimal: DecimalSign | None = None
    rounded: bool = False
    words: Mapping[str, str] = field(factory=dict)
    """Canonical cells, by the folded texts that stand for them."""
    said: str = ""
    """How its words are rewritten, in the form that `as_said` takes."""

    def __str__(self) -> str:
        """Returns the column as messages name it."""
        return repr(self.column) if self.column else f"column {self.place}"


@frozen
class Recipe:
    """The content of an import.yaml that fits its schema."""

    schema: Schema
    sources: Mapping[str, ColumnSource]
    at: str = ""
    id: str = ""
    decimal: DecimalSign | None = None
    order: DayOrder | None = None
    missing: tuple[str, ...] | None = None
    """The words for missing values, in small letters; None for the usual ones."""
    rows: int = 0
    """The number of rows that are taken at most; 0 for all."""
    seed: int = 0
    least_group: int = 0
    left_out: tuple[str, ...] = ()
    key: tuple[str, ...] = ()
    """Slots whose values tell rows apart from export to export, where no column holds ids; may be empty."""


def read_recipe(folder: Path, schema: Schema) -> Recipe:
    """Reads how the tables of the domain in a folder are read.

    Raises:
        DomainError: the file has mistakes; the error holds all of them.
    """
    data = read_file(folder.resolve(), IMPORT, LARGEST_YAML)
    root = read_yaml(data, shown_path(folder / IMPORT))
    mistakes = Mistakes(root.place.file)
    recipe = None
    try:
        file = read_model(ImportFile, root, mistakes)
        recipe = mistakes.tried(_recipe, file, schema, mistakes)
    except (InvalidDependencyError, TooManyMistakesError):
        pass
    mistakes.refuse()
    if recipe is None:
        raise InvalidDependencyError
    return recipe


def _recipe(file: ImportFile, schema: Schema, mistakes: Mistakes) -> Recipe:
    slots = {slot.name: slot for slot in schema.given}
    sources: dict[str, ColumnSource] = {}
    entries = getattr(file.node_at("columns"), "entries", ())
    for name, place in ((entry.key, entry.place) for entry in entries):
        with mistakes.kept():
            if name not in slots:
                raise unknown_word(name, "slot in the catalogue", tuple(slots), place)
            if name in file.columns:
                sources[name] = _source(file.columns[name], slots[name])
    for name in file.key:
        if name not in slots:
            mistakes.note(
                unknown_word(name, "slot in the catalogue", tuple(slots), file.node_at("key").place)
            )
    named = {entry.key for entry in entries}
    lacking = [name for name in slots if name not in named]
    if lacking and named <= set(slots):  # else one of them is misspelt, and said
        mistakes.note(
            DomainError(
                f"no column is named for the slot {lacking[0]!r}",
                expected="a column for each slot of schema.yaml that is not derived",
                fix=f"write `{lacking[0]}: {{column: ..., read_as: ...}}` under `columns`",
                place=file.node_at("columns").place,
            )
        )
    return Recipe(
        schema,
        sources,
        file.at,
        file.id,
        DECIMALS[file.decimal] if file.decimal else None,
        ORDERS[file.dates] if file.dates else None,
        tuple(word.casefold() for word in file.missing) if file.missing else None,
        _whole_at(file.rows, "rows", 5),
        _whole_at(file.seed, "seed", 0),
        _whole_at(file.least_group, "least_group", 1),
        file.left_out,
        file.key,
    )


def _source(keys: SourceKeys, slot: Slot) -> ColumnSource:
    place = _whole_at(keys.nth, "place", 1)
    if bool(keys.column) == bool(place):
        raise unexpected(keys.node, f"the slot {slot.name!r}", "either `column` or `place`")
    try:
        cell_type = column_type(keys.read_as)
    except ValueError as error:
        expected = str(error).removeprefix("expected ")
        raise unexpected(keys.node_at("read_as"), "`read_as`", expected) from None
    decimal = DECIMALS[keys.decimal] if keys.decimal else None
    words = _words(keys.words, slot) if keys.words else {}
    return ColumnSource(keys.column, place, cell_type, decimal, keys.rounded, words, keys.said)


def _words(node: Node, slot: Slot) -> dict[str, str]:
    if not isinstance(node, MappingNode) or not node.entries:
        raise unexpected(node, "`words`", "a mapping (lines of the form `cell: value`)")
    meanings = {}
    for entry in node.entries:
        value = entry.value
        if not isinstance(value, ScalarNode) or value.value is None or isinstance(value.value, bool):
            raise unexpected(value, f"what {entry.key!r} means", "a value as the catalogue has it")
        try:
            meanings[folded_text(entry.key)] = slot.kind.write(slot.kind.read(value.text))
        except MismatchError as error:
            problem = f"what {entry.key!r} means is no value of the slot"
            raise refused(error, problem, value.place) from None
    return meanings


def import_document() -> dict[str, Any]:
    """Returns the JSON Schema of import.yaml."""
    from cocoa_core.loading import document

    return document("import.yaml of a cocoa domain", ImportFile)
