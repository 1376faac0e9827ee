"""Defines the keys of schema.yaml."""

from __future__ import annotations

import re
from typing import Annotated, Any, ClassVar, Final

from pydantic import ConfigDict, GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, core_schema

from cocoa_core.errors import DomainError
from cocoa_core.lexicon import PRONOUNS
from cocoa_core.loading.mistakes import Mistakes, RefusedError
from cocoa_core.loading.models.base import Model, read_model, says
from cocoa_core.loading.models.kinds import SLOT_KEYS
from cocoa_core.loading.models.leaves import (
    FLAG,
    LONGEST_NAME,
    SLOT,
    SLOT_SHAPE,
    Items,
    Leaf,
    Otherwise,
    choice,
    pattern,
    phrase,
    raw,
    text,
)
from cocoa_core.loading.models.slots import (
    DESCRIPTION,
    LABEL,
    NOUN,
    NOUN_LEAF,
    TOPIC,
    TOPIC_LEAF,
    SlotKeys,
    read_kind,
)
from cocoa_core.loading.values import SLOT_NAME
from cocoa_core.loading.yaml.nodes import MappingEntry, MappingNode, Node, ScalarNode

__all__ = [
    "MOST_ARGS",
    "MOST_SLOTS",
    "OVERS",
    "PAIRS",
    "SCALAR",
    "SEVERAL",
    "TESTS",
    "AxiomKeys",
    "DerivedKeys",
    "DerivedSlot",
    "ForbiddenKeys",
    "MeasureKeys",
    "RequestPart",
    "SchemaFile",
    "SumKeys",
    "UnclearKeys",
]

PAIRS: Final = ("between", "within")
"""Tests with two arguments."""
SEVERAL: Final = ("one_of", "any", "none", "only", "all")
"""Tests with a list of arguments."""
TESTS: Final = ("less", "at_most", "more", "at_least", "is", *PAIRS, *SEVERAL)
"""Every test that some kind has."""
OVERS: Final = ("each", "any", "total", "count")
"""What tests of lists (and `count`: of sets) may be over."""
SCALAR: Final = {"type": ["string", "number", "boolean"]}
"""The JSON Schema of one argument of a test."""
MOST_SLOTS: Final = 64
MOST_ARGS: Final = 50
"""Arguments of one test."""
_MOST_PARTS: Final = 10
"""Parts of one axiom."""
_MOST_TRADES: Final = 100
_MOST_UNCLEAR: Final = 100
_ROW_ID: Final = "id"
_FOLLOW: Final = ("kind", "closed", "values", "missing", "shown", "min_items", "max_items")
"""Keys of other slots that a derived one may not have, because they follow from its source."""
_ONE_KEY: Final = ConfigDict(json_schema_extra={"minProperties": 1, "maxProperties": 1})


class DerivedKeys(Model):
    """How a slot follows from another one by a table."""

    what = "`derived`"
    source: Annotated[str, text(LONGEST_NAME)] = says(
        "The category or set that it follows from.", alias="from"
    )
    table: Annotated[str, text(61)] = says("NAME of the file tables/NAME.csv.")
    key: Annotated[str, text(200)] = says("The table's column with the words of the source.")
    value: Annotated[str, text(200)] = says("The table's column with the words that follow.")


class DerivedSlot(Model):
    """A slot that follows from another one."""

    what = "the derived slot"
    derived: DerivedKeys = says("How it follows from another slot.")
    label: Annotated[str, text(60)] = LABEL
    description: Annotated[str, text(2000, lines=True)] = DESCRIPTION
    topic: Annotated[str, TOPIC_LEAF] = TOPIC
    noun: Annotated[str, NOUN_LEAF] = NOUN

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


class _Slots:
    """The slots by name. A slot of which nothing can be read is not among them."""

    def _read(self, node: Any, info: ValidationInfo[Mistakes]) -> dict[str, SlotKeys | DerivedSlot]:
        if not isinstance(node, MappingNode):
            raise RefusedError("a mapping (lines of the form `key: value`)")
        if not 1 <= len(node.entries) <= MOST_SLOTS:
            raise RefusedError(f"1 to {MOST_SLOTS} keys")
        result: dict[str, SlotKeys | DerivedSlot] = {}
        for entry in node.entries:
            with info.context.kept():
                result[entry.key] = self._slot(entry, info.context)
        return result

    def _slot(self, entry: MappingEntry, mistakes: Mistakes) -> SlotKeys | DerivedSlot:
        if not SLOT_NAME.fullmatch(entry.key) or entry.key == _ROW_ID:
            raise DomainError(
                f"{entry.key!r} cannot be the name of a slot"[:120],
                expected='a small letter, then small letters, digits and "_", 41 at most; not "id"',
                fix="rename it; what people see is its `label`",
                place=entry.place,
            )
        node, mistakes.names[id(entry.value)] = entry.value, entry.key
        if isinstance(node, MappingNode) and any(inner.key == "derived" for inner in node.entries):
            return read_model(DerivedSlot, node, mistakes)
        return read_kind(node, f"the slot {entry.key!r}", "kind of slot", SLOT_KEYS, mistakes)

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_plain_validator_function(self._read)

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> Any:
        return {
            "type": "object",
            "minProperties": 1,
            "maxProperties": MOST_SLOTS,
            "propertyNames": SLOT_SHAPE,
            "additionalProperties": {"$ref": "#/$defs/slot"},
        }


_REQUEST_FIX: Final = (
    """write it in parts and without its full stop: `["I'm looking for a hotel in", {slot: city}]`"""
)


class RequestPart(Model):
    """The place of a slot's value in the opening sentence."""

    what = "a part of `request`"
    slot: Annotated[str, SLOT] = says("A slot of `group_by`, whose value stands here.")


class MeasureKeys(Model):
    """A number that a list or a set has."""

    model_config = _ONE_KEY
    what = "a part of the axiom"
    key_word = "measure"
    count: Annotated[str, SLOT] = says("The number of items of a set or list.", "")
    total: Annotated[str, SLOT] = says("The sum of the items of a list.", "")


_Measures: Any = tuple[Annotated[MeasureKeys | str, Otherwise(SLOT, "a slot of the axiom")], ...]


class SumKeys(Model):
    """Numbers of a row that add up to another one."""

    what = "`sum`"
    of: Annotated[_Measures, Items(2, _MOST_PARTS - 1, unique=True)] = says("The numbers that are added.")
    is_: Annotated[MeasureKeys | str, Otherwise(SLOT, "a slot of the axiom")] = says(
        "What they add up to.", alias="is"
    )
    overnight: Annotated[bool, FLAG] = says("Of a time of day: whether it may be that of a later day.", False)


_ONE: Final = raw(SCALAR)
_TWO: Final = raw({"type": "array", "items": SCALAR, "minItems": 2, "maxItems": 2})
_LIST: Final = raw({"type": "array", "items": SCALAR, "minItems": 1, "maxItems": MOST_ARGS})
_COMPARED: Final[Any] = says("What it is compared with.", None)


class ConditionKeys(Model):
    """A slot, and one test of it."""

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": [test]} for test in TESTS]})
    slot: Annotated[str, SLOT] = says("The slot that is tested.")
    over: Annotated[Node | None, raw({"enum": list(OVERS)})] = says(
        "What is compared of a list, or count of a set.", None
    )
    less: Annotated[Node | None, _ONE] = _COMPARED
    at_most: Annotated[Node | None, _ONE] = _COMPARED
    more: Annotated[Node | None, _ONE] = _COMPARED
    at_least: Annotated[Node | None, _ONE] = _COMPARED
    is_: Annotated[Node | None, _ONE] = says("What it is compared with.", None, alias="is")
    between: Annotated[Node | None, _TWO] = _COMPARED
    within: Annotated[Node | None, _TWO] = _COMPARED
    one_of: Annotated[Node | None, _LIST] = _COMPARED
    any: Annotated[Node | None, _LIST] = _COMPARED
    none: Annotated[Node | None, _LIST] = _COMPARED
    only: Annotated[Node | None, _LIST] = _COMPARED
    all: Annotated[Node | None, _LIST] = _COMPARED


class ForbiddenKeys(ConditionKeys):
    """A test that does not hold of any row in which the others hold: a slot, and one test of it."""

    what = "a test of `never`"


class WhereKeys(ConditionKeys):
    """A test of what an option shows: a slot, and one test of it."""

    what = "a test of `where`"


class UnclearKeys(Model):
    """A slot of which readers could answer a test differently; with one of the other two keys."""

    model_config = ConfigDict(json_schema_extra={"minProperties": 2, "maxProperties": 2})
    what = "an item of `unclear`"
    slot: Annotated[str, SLOT] = says("The slot whose tests are undefined.")
    rival: Annotated[str, SLOT] = says(
        "A slot that readers may take for it: undefined is a test that this one answers the other way.", ""
    )
    where: Annotated[tuple[WhereKeys, ...], Items(1, _MOST_PARTS)] = says(
        "Tests of an option: where all of them hold, every test of the slot is undefined.", ()
    )


class AxiomKeys(Model):
    """What holds for every row; one of these."""

    model_config = _ONE_KEY
    what = "an axiom"
    key_word = "axiom"
    equal: Annotated[_Measures, Items(2, _MOST_PARTS, unique=True)] = says(
        "These numbers are the same in every row.", ()
    )
    at_most: Annotated[_Measures, Items(2, 2, unique=True)] = says(
        "The first number is not above the second, in every row.", ()
    )
    sum: SumKeys | None = says("These numbers add up to another one, in every row.", None)
    never: Annotated[tuple[ForbiddenKeys, ...], Items(2, _MOST_PARTS)] = says(
        "These tests do not all hold of any row.", ()
    )


_VERSION: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]{0,31}")


def _version(node: Node) -> str:
    """Reads a version as it is written, also where it is a number: 1.10 is not 1.1."""
    written = node.text if isinstance(node, ScalarNode) else ""
    if not _VERSION.fullmatch(written):
        raise RefusedError('letters, digits, ".", "+" and "-", 32 at most, such as 1.0')
    return written


_VERSION_SHAPE: Final = {
    "anyOf": [
        text(32, shape=r"^[0-9A-Za-z][0-9A-Za-z.+-]*$").shape,
        {"type": ["number", "boolean", "null"], "minimum": 0},
    ]
}
_NAME: Final = pattern(
    LONGEST_NAME, "[a-z][a-z0-9_-]*", 'a small letter, then small letters, digits, "-" and "_", 41 at most'
)


class SchemaFile(Model):
    """The whole file."""

    what: ClassVar[str] = "the schema"
    name: Annotated[str, _NAME] = says(
        'The domain\'s name: a small letter, then small letters, digits, "-" and "_".'
    )
    version: Annotated[str, Leaf(_version, _VERSION_SHAPE)] = says(
        'The domain\'s version, such as "1.0". It is kept as written.'
    )
    noun: Annotated[str, phrase(40)] = says("What one option is, singular: flight.")
    pronoun: Annotated[str, choice("pronoun", tuple(PRONOUNS))] = says(
        "How requests call an option: it, they, she or he.", "it"
    )
    slots: Annotated[dict[str, Any], _Slots()] = says(
        "The attributes of an option, in the order in which a person reads them."
    )
    description: Annotated[str, text(4000, lines=True)] = says("What the domain is about.", "")
    group_by: Annotated[tuple[Annotated[str, SLOT], ...], Items(0, MOST_SLOTS, unique=True)] = says(
        "Slots whose values all options of one question share. Without it all rows are one group.", ()
    )
    request: Annotated[
        tuple[Annotated[RequestPart | str, Otherwise(text(200), "a part of `request`")], ...],
        Items(1, 20, fix=_REQUEST_FIX),
    ] = says(
        "The first sentence of every request, in parts and without its full stop: texts, and {slot: NAME}.",
        (),
    )
    axioms: Annotated[tuple[AxiomKeys, ...], Items(0, 100)] = says("What holds for every row.", ())
    trade: Annotated[
        tuple[Annotated[tuple[Annotated[str, SLOT], ...], Items(2, 2, unique=True)], ...],
        Items(0, _MOST_TRADES, unique=True),
    ] = says("Pairs of slots that people trade against each other: a price and what it pays for.", ())
    computed: Annotated[
        tuple[Annotated[tuple[Annotated[str, SLOT], ...], Items(2, MOST_SLOTS, unique=True)], ...],
        Items(0, MOST_SLOTS, unique=True),
    ] = says(
        "Slots of which each can be worked out from the others: a price, a weight and the price per carat. "
        "The ask `missing` hides none of them.",
        (),
    )
    unclear: Annotated[tuple[UnclearKeys, ...], Items(0, _MOST_UNCLEAR)] = says(
        "Where tests of a slot are undefined because of what else an option shows.", ()
    )
