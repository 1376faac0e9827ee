"""Defines the keys of printed.yaml."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final

from cocoa_core.loading import (
    FLAG,
    LARGEST_YAML,
    LONGEST_NAME,
    MOST_SLOTS,
    SLOT_SHAPE,
    Entries,
    Items,
    Kept,
    Leaf,
    Model,
    Node,
    choice,
    raw,
    read_file,
    read_yaml,
    says,
    shown_path,
    text,
    text_of,
)

__all__ = [
    "COMBINATIONS",
    "CONVENTIONS",
    "PRINTED",
    "IdKeys",
    "PartKeys",
    "PrintedFieldKeys",
    "PrintedFile",
    "printed_document",
    "printed_root",
]

PRINTED: Final = "printed.yaml"
"""The name of the file in a domain's folder."""


def printed_root(folder: Path) -> Node | None:
    """Reads printed.yaml in a domain's folder.

    Returns:
        Its root node; None where there is no such file.

    Raises:
        DomainError: the file is not YAML.
    """
    path = folder / PRINTED
    if not os.path.lexists(path):
        return None
    return read_yaml(read_file(folder.resolve(), PRINTED, LARGEST_YAML), shown_path(path))


COMBINATIONS: Final = ("sum", "least", "most", "first", "last", "same")
"""How several printed values become one. "sum", "least" and "most" take all of them, and give no value where
one is missing; "first" and "last" take one of those that are there; "same" takes the value on which all
agree, and gives none where they differ or one is missing.
"""

_LONGEST: Final = 200
_TEXT: Final = text(_LONGEST, shape=r"^\S(.*\S)?$")
_SPELLINGS: Final = {
    "anyOf": [_TEXT.shape, {"type": "array", "items": _TEXT.shape, "minItems": 1, "maxItems": 20}]
}
_VALUE: Final = {"type": ["string", "number", "boolean"]}
_MEANINGS: Final = {
    "type": "object",
    "minProperties": 1,
    "maxProperties": 1000,
    "additionalProperties": _VALUE,
}
_NAME: Final = Leaf(partial(text_of, longest=LONGEST_NAME), SLOT_SHAPE)

CONVENTIONS: Final[Mapping[str, tuple[str, ...]]] = {
    "order": ("date",),
    "colon": ("duration",),
    "decimal": ("quantity",),
    "unit": ("quantity", "duration"),
}
"""Keys that settle how a text is read, each with the kinds that it is allowed for."""


class PartKeys(Model):
    """The piece of an item of a printed list."""

    what = "`part`"
    after: Annotated[str, _TEXT] = says("The fixed text before the piece.", "")
    before: Annotated[str, _TEXT] = says("The fixed text after the piece.", "")


class PrintedFieldKeys(Model):
    """Where the value of a slot is printed, and how it is read."""

    what = "the slot"
    part: PartKeys | None = says("Which piece of an item it is.", None)
    find: Annotated[Node | None, raw(_MEANINGS)] = says("Items of a printed list, by what they mean.", None)
    words: Annotated[Node | None, raw(_MEANINGS)] = says("Printed texts, by what they mean.", None)
    combine: Annotated[Node | None, raw({"enum": list(COMBINATIONS)})] = says(
        "How several printed values become one.", None
    )
    otherwise: Annotated[Node | None, raw(_VALUE)] = says("The value where none is printed.", None)
    key: Annotated[Node | None, raw(_SPELLINGS)] = says("The key that holds it, or its spellings.", None)
    numbered: Annotated[Node | None, raw(_SPELLINGS)] = says(
        "Numbered keys, with {n} for the number: Layover {n} Time.", None
    )
    count_of: Annotated[str, _TEXT] = says("A set or a list, whose number of items it is.", "")
    separator: Annotated[str, choice("separator", (",", ";", "|", "/"))] = says(
        "What parts the items of a printed list.", ""
    )
    order: Annotated[str, choice("order", ("mdy", "dmy"))] = says("Of a date: what comes first.", "")
    colon: Annotated[bool, FLAG] = says("Of a duration: 2:15 is one.", False)
    decimal: Annotated[str, choice("decimal", (".", ","))] = says("Of a quantity: its decimal sign.", "")
    unit: Annotated[Node | None, raw({"type": "string"})] = says(
        "The unit that a number may have; of a duration, that a bare number has.", None
    )

    @classmethod
    def named(cls, name: str) -> str:
        """Returns the name of the entry in messages."""
        return f"the slot {name!r} in {PRINTED}"


class IdKeys(Model):
    """Where the id of a row comes from."""

    what = "`id`"
    key: Annotated[Node | None, raw(_SPELLINGS)] = says("The key that holds it, or its spellings.", None)
    prefix: Annotated[str, text(40)] = says("How made ids begin.", "")
    parts: Annotated[tuple[Annotated[str, _NAME], ...], Items(1, 4)] = says(
        "Slots whose values follow in made ids.", (), alias="from"
    )


class PrintedFile(Model):
    """The keys of printed.yaml."""

    what = PRINTED
    at: Annotated[str, _TEXT] = says("The path of keys to the options in a JSON file, parted by points.", "")
    id: IdKeys | None = says("Where the id of a row comes from; without it from the key `id`.", None)
    slots: Annotated[
        dict[str, Annotated[PrintedFieldKeys, Kept("a slot of `slots`")]], Entries(1, MOST_SLOTS, SLOT_SHAPE)
    ] = says("Where the value of each slot is printed; others are found by name and label.", {})


def printed_document() -> dict[str, Any]:
    """Returns the JSON Schema of printed.yaml."""
    from cocoa_core.loading import document

    return document("printed.yaml of a cocoa domain", PrintedFile)
