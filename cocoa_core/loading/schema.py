"""Reads schema.yaml: what an option is, its slots, and what holds for every row."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Final, Literal

from attrs import frozen
from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic_core import CoreSchema, core_schema

from cocoa_core.domain import Derived, Schema, Slot, SlotRef
from cocoa_core.domain.kinds import Kind
from cocoa_core.errors import DomainError, Place
from cocoa_core.lexicon import PRONOUNS, SPEECHES
from cocoa_core.loading.axioms import AxiomKeys, ReadSlots, UnclearKeys
from cocoa_core.loading.files.derived import DerivedSlot, KnowledgeTables, read_derived
from cocoa_core.loading.mistakes import (
    InvalidDependencyError,
    Mistakes,
    RefusedError,
    TooManyMistakesError,
    unexpected,
    unknown_word,
)
from cocoa_core.loading.models.base import Model, read_model, says
from cocoa_core.loading.models.kinds import SLOT_KEYS
from cocoa_core.loading.models.leaves import (
    LONGEST_NAME,
    SLOT,
    SLOT_SHAPE,
    Items,
    Leaf,
    Otherwise,
    choice,
    pattern,
    phrase,
    text,
)
from cocoa_core.loading.models.slots import SlotKeys, read_kind
from cocoa_core.loading.values import SLOT_NAME, entries_of
from cocoa_core.loading.yaml import MappingEntry, MappingNode, Node, ScalarNode, SequenceNode

MOST_SLOTS: Final = 64
_MOST_TRADES: Final = 100
_MOST_UNCLEAR: Final = 100
_ROW_ID: Final = "id"


class _Slots:
    """The slots by name. A slot of which nothing can be read is not among them."""

    def _read(self, node: Any, info: ValidationInfo[Mistakes]) -> dict[str, SlotKeys | DerivedSlot]:
        result: dict[str, SlotKeys | DerivedSlot] = {}
        for entry in entries_of(node, 1, MOST_SLOTS):
            with info.context.collecting():
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
    """The keys of schema.yaml."""

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
    speech: Annotated[str, choice("speech", tuple(SPEECHES))] = says(
        'How requests speak: "wishes" of a customer; "offers" with plain words for their attributes; "facts" '
        'about records, "the wage must be over 5".',
        "wishes",
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

    def in_group(self, slots: ReadSlots, mistakes: Mistakes) -> tuple[str, ...]:
        """Returns the slots of `group_by`. Those that it does not take, or that stand twice, are noted."""
        result: list[str] = []
        for name, node in zip(self.group_by, self.items_at("group_by"), strict=True):
            with mistakes.collecting():
                if name not in slots.invalid:
                    _check_group(slots.named(name, node), node, result)
                    result.append(name)
        return tuple(result)

    def opening(
        self, group_by: tuple[str, ...], slots: ReadSlots, mistakes: Mistakes
    ) -> tuple[str | SlotRef, ...]:
        """Returns the parts of `request`. Slots that it does not take are noted."""
        result: list[str | SlotRef] = []
        for part in self.request:
            if not isinstance(part, RequestPart):
                result.append(part)
                continue
            with mistakes.collecting():
                if part.slot in slots.invalid or len(group_by) < len(self.group_by):
                    continue  # what stands in `group_by` has a mistake of its own
                if part.slot not in group_by:
                    place = part.node_at("slot").place
                    raise unknown_word(part.slot, "slot in `group_by`", group_by, place)
                result.append(SlotRef(part.slot))
        if result and isinstance(result[-1], str) and result[-1].endswith(_ENDS):
            refused = RefusedError(
                "no sign at its end: cocoa puts the full stop",
                f"leave the {result[-1][-1]!r} out",
                problem="`request` ends its sentence itself",
            )
            mistakes.note(refused.at(self.items_at("request")[-1], "`request`"))
        return tuple(result)

    def slot_sets(
        self, key: Literal["trade", "computed"], slots: ReadSlots, mistakes: Mistakes
    ) -> tuple[frozenset[str], ...]:
        """Returns the sets of different slots that a key lists, each once. What is wrong is noted."""
        different, each = _SETS[key]
        result: list[frozenset[str]] = []
        for names, node in zip(getattr(self, key), self.items_at(key), strict=True):
            nodes = node.items if isinstance(node, SequenceNode) else ()
            with mistakes.collecting():
                slot_set = frozenset(
                    slots.named(name, name_node).name for name, name_node in zip(names, nodes, strict=True)
                )
                if len(slot_set) < len(names):
                    raise unexpected(node, f"an item of `{key}`", f"{different} different slots")
                if slot_set in result:
                    raise unexpected(node, f"an item of `{key}`", f"each {each} once", "leave it out")
                result.append(slot_set)
        return tuple(result)


_ENDS: Final = (".", "!", "?")
_SETS: Final = {"trade": ("two", "pair"), "computed": ("two or more", "set")}
"""By key: how many slots a set has at least, and what a set is called."""


def _check_group(slot: Slot, node: Node, names: list[str]) -> None:
    item = "an item of `group_by`"
    if slot.name in names:
        raise unexpected(node, item, "each slot once")
    if slot.derived is not None:
        fix = f"group by {slot.derived.source!r}, or by other slots"
        raise unexpected(node, item, "a slot that options show: this one is derived", fix)
    if slot.kind.missing:
        fix = f"take `missing: true` from the slot {slot.name!r}, or group by other slots"
        raise unexpected(node, item, "a slot that every option has", fix)


@frozen(eq=False)
class ReadSchema:
    """What can be read of a schema.yaml."""

    schema: Schema | None
    """What is left of the schema without its mistakes; None where nothing is."""
    invalid_slots: frozenset[str] = frozenset()
    """The slots of which nothing is left: what refers to them would repeat the mistake."""
    grouped: bool = True
    """Whether all of `group_by` could be read."""


def read_schema(root: Node, tables: KnowledgeTables | None = None) -> Schema:
    """Returns the schema that a file's root node describes.

    Args:
        tables: the tables of the domain, by which derived slots follow; None for no tables.

    Raises:
        DomainError: there are mistakes; it holds all of them.
    """
    mistakes = Mistakes(root.place.file)
    read = schema_of(root, tables or KnowledgeTables({}, Path()), mistakes)
    mistakes.refuse()
    if read.schema is None:
        raise DomainError("the schema cannot be read", place=root.place)
    return read.schema


def schema_of(root: Node, tables: KnowledgeTables, mistakes: Mistakes) -> ReadSchema:
    """Returns what can be read of a schema. Mistakes are noted."""
    try:
        return _read(read_model(SchemaFile, root, mistakes), tables, mistakes)
    except (InvalidDependencyError, TooManyMistakesError):
        return ReadSchema(None)


def _read(file: SchemaFile, tables: KnowledgeTables, mistakes: Mistakes) -> ReadSchema:
    places = {entry.key: entry.place for entry in file.entries_at("slots")}
    by_name = _slots(file.slots, places, tables, mistakes)
    _check_labels(places, by_name, mistakes)
    lost = places.keys() - by_name.keys()
    invalid = frozenset(lost | {name.casefold() for name in lost}) - by_name.keys()
    if not by_name:
        return ReadSchema(None, invalid)
    slots = ReadSlots(by_name, invalid)
    group_by = mistakes.tried(file.in_group, slots, mistakes)
    schema = Schema(
        name=file.get("name", "unnamed"),
        version=file.get("version", "0"),
        noun=file.get("noun", "option"),
        description=file.get("description"),
        group_by=group_by or (),
        request=mistakes.tried(file.opening, group_by or (), slots, mistakes) or (),
        slots=tuple(by_name.values()),
        axioms=mistakes.each(AxiomKeys.axiom, file.get("axioms"), slots),
        trades=mistakes.tried(file.slot_sets, "trade", slots, mistakes) or (),
        computed=mistakes.tried(file.slot_sets, "computed", slots, mistakes) or (),
        pronoun=file.get("pronoun"),
        speech=file.get("speech"),
        unclear=mistakes.each(UnclearKeys.unclear, file.get("unclear"), slots),
    )
    grouped = group_by is not None and len(group_by) == len(file.items_at("group_by"))
    return ReadSchema(schema, invalid, grouped)


def _slots(
    written: Mapping[str, Any], places: Mapping[str, Place], tables: KnowledgeTables, mistakes: Mistakes
) -> dict[str, Slot]:
    """Returns the slots that can be set up, in the order of the file."""
    slots: dict[str, Slot] = {}
    for name, keys in written.items():
        if isinstance(keys, SlotKeys):
            with mistakes.collecting():
                slots[name] = _slot(name, keys, keys.build(places[name], keys.missing))
    derived = {name: keys for name, keys in written.items() if isinstance(keys, DerivedSlot)}
    names = {*places, *map(str.casefold, places)}
    for name, (kind, follows) in read_derived(derived, slots, names, tables, mistakes).items():
        if follows.source not in slots:
            continue  # the mistake of its source is noted
        with mistakes.collecting():
            slots[name] = _slot(name, derived[name], kind, follows)
    return {name: slots[name] for name in written if name in slots}


def usual_label(slot: str) -> str:
    """Returns the label of a slot that declares none: its name with blanks and a capital."""
    words = slot.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def _slot(name: str, keys: SlotKeys | DerivedSlot, kind: Kind, derived: Derived | None = None) -> Slot:
    return Slot(
        name=name,
        label=keys.label or usual_label(name),
        kind=kind,
        shown=isinstance(keys, SlotKeys) and keys.shown,
        description=keys.description,
        derived=derived,
        topic=keys.topic,
        noun=keys.noun,
    )


def _check_labels(places: Mapping[str, Place], slots: Mapping[str, Slot], mistakes: Mistakes) -> None:
    labels: dict[str, str] = {}
    for slot in slots.values():
        twin = labels.setdefault(slot.label.casefold(), slot.name)
        if twin != slot.name:
            mistakes.note(
                DomainError(
                    f"two slots have the label {slot.label!r}",
                    got=f"the slots {twin!r} and {slot.name!r}",
                    expected="labels that a person can tell apart",
                    fix=f"give {slot.name!r} another `label`",
                    place=places[slot.name],
                )
            )
