"""Defines the keys of import.yaml, which says how options of another system are read."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any, Final

from cocoa_core.importing.choices import ORDERS
from cocoa_core.importing.spoken_values import WAYS
from cocoa_core.importing.tables.records import NUMBER
from cocoa_core.loading import (
    FLAG,
    LONGEST_NAME,
    MOST_SLOTS,
    SLOT_SHAPE,
    Entries,
    Items,
    Kept,
    Leaf,
    Model,
    Node,
    Otherwise,
    RefusedError,
    SequenceNode,
    choice,
    items_of,
    raw,
    says,
    text,
    text_of,
    whole_number,
)

IMPORT: Final = "import.yaml"
"""The name of the file in a domain's folder."""
COMBINATIONS: Final = ("sum", "least", "most", "first", "last", "same")
"""How several values become one. "sum", "least" and "most" take all of them, and give no value where one is
missing; "first" and "last" take one of those that are there; "same" takes the value on which all agree, and
gives none where they differ or one is missing.
"""
_LONGEST: Final = 1000
_MOST: Final = 10**18
_NAME: Final = text(_LONGEST, shape=r"^\S(.*\S)?$")
_VALUE: Final = {"type": ["string", "number", "boolean"]}
_MEANINGS: Final = {
    "type": "object",
    "minProperties": 1,
    "maxProperties": 1000,
    "additionalProperties": _VALUE,
}
_DECIMAL: Final = choice("decimal", ("comma", "point"))
_SLOT: Final = Leaf(partial(text_of, longest=LONGEST_NAME), SLOT_SHAPE)


def _spellings(holes: int, expected: str, fix: str) -> Leaf:
    """Returns the leaf of a column's name or a list of its spellings, each with so many "{n}"."""

    def read(node: Node) -> tuple[str, ...]:
        items = items_of(node, 1, 20) if isinstance(node, SequenceNode) else (node,)
        names = tuple([text_of(item, _LONGEST) for item in items])
        if any(name.count(NUMBER) != holes for name in names):
            raise RefusedError(expected, fix)
        return names

    several = {"type": "array", "items": _NAME.shape, "minItems": 1, "maxItems": 20}
    return Leaf(read, {"anyOf": [_NAME.shape, several]})


_COLUMN: Final = _spellings(0, f"a name with no {NUMBER}", "columns with numbers stand under `numbered`")
_NUMBERED: Final = _spellings(
    1, f"a name with one {NUMBER} where the number stands", f"write `Layover {NUMBER} Time`"
)


class PartKeys(Model):
    """The piece of an item."""

    what = "`part`"
    after: Annotated[str, _NAME] = says("The fixed text before the piece.", "")
    before: Annotated[str, _NAME] = says("The fixed text after the piece.", "")


class SourceKeys(Model):
    """Where the value of a slot stands, and how it is read."""

    what = "the slot"
    column: Annotated[tuple[str, ...], _COLUMN] = says(
        "The column, as the header or the keys of the file name it; or a list of its spellings.", ()
    )
    nth: Annotated[int, whole_number(1, _MOST)] = says(
        "The column by its place from 1, where the header has no name for it or has it twice.",
        0,
        alias="place",
    )
    numbered: Annotated[tuple[str, ...], _NUMBERED] = says(
        "Numbered columns, with {n} for the number: Layover {n} Time.", ()
    )
    count_of: Annotated[str, _NAME] = says("A set or a list, whose number of items it is.", "")
    read_as: Annotated[str, text(400)] = says(
        "What the cells are: money:EUR, date:dmy, words ...; without it they are read by the slot's kind.", ""
    )
    part: PartKeys | None = says("Which piece of an item it is.", None)
    find: Annotated[Node | None, raw(_MEANINGS)] = says("Items of a list, by what they mean.", None)
    words: Annotated[Node | None, raw(_MEANINGS)] = says("Cells or items, by what they mean.", None)
    combine: Annotated[Node | None, raw({"enum": list(COMBINATIONS)})] = says(
        "How several values become one.", None
    )
    otherwise: Annotated[Node | None, raw(_VALUE)] = says("The value where there is none.", None)
    separator: Annotated[str, choice("separator", (",", ";", "|", "/"))] = says(
        "What parts the items of a list.", ""
    )
    decimal: Annotated[str, _DECIMAL] = says(
        "The sign before decimals, where it is not that of the file.", ""
    )
    rounded: Annotated[bool, FLAG] = says("Whether numbers are rounded to the decimals of the slot.", False)
    said: Annotated[str, choice("said", WAYS)] = says(
        "How words are said that the table has in capitals or with underscores: words, title, small.", ""
    )

    @classmethod
    def named(cls, name: str) -> str:
        """Returns the name of the entry in messages."""
        return f"the slot {name!r} in {IMPORT}"


class IdKeys(Model):
    """How ids are made."""

    what = "`id`"
    prefix: Annotated[str, text(40)] = says("How made ids begin.", "")
    parts: Annotated[tuple[Annotated[str, _SLOT], ...], Items(1, 4)] = says(
        "Slots whose values follow in made ids.", (), alias="from"
    )


class ImportFile(Model):
    """The keys of import.yaml."""

    what = IMPORT
    at: Annotated[str, _NAME] = says(
        "The name of a sheet, or the keys to the rows in JSON, parted by points.", ""
    )
    id: Annotated[IdKeys | tuple[str, ...] | None, Otherwise(_COLUMN)] = says(
        "The column with the ids of rows, or how they are made; without it the column `id`, if there is one.",
        None,
    )
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
    rows: Annotated[int, whole_number(5, _MOST)] = says(
        "How many rows are taken at most; of more a sample.", 0
    )
    seed: Annotated[int, whole_number(0, _MOST)] = says("The seed of the sample.", 0)
    least_group: Annotated[int, whole_number(1, _MOST)] = says("Rows of groups with fewer are left out.", 0)
    left_out: Annotated[tuple[Annotated[str, _NAME], ...], Items(1, 100_000)] = says(
        "Columns of the table that no slot is read from.", ()
    )
    columns: Annotated[
        dict[str, Annotated[SourceKeys, Kept("a slot of `columns`")]], Entries(1, MOST_SLOTS, SLOT_SHAPE)
    ] = says("Where the value of each slot stands; others are looked for by name and label.", {})


def import_document() -> dict[str, Any]:
    """Returns the JSON Schema of import.yaml."""
    from cocoa_core.loading import document

    return document("import.yaml of a cocoa domain", ImportFile)
