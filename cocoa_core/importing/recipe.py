"""Reads a domain's import.yaml for its schema: where the value of each slot stands, and how it is read.

A printed.yaml, which older folders have instead, is rewritten in these keys as it is read.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Set
from pathlib import Path
from typing import Any, Final, cast

from attrs import evolve, field, frozen

from cocoa_core.domain import Schema, Slot, Value
from cocoa_core.domain.kinds import Kind
from cocoa_core.errors import DomainError, MismatchError, Place
from cocoa_core.importing.choices import DECIMALS, ORDERS
from cocoa_core.importing.column_types import ColumnType, column_type
from cocoa_core.importing.columns.units import MINUTES, shown_unit
from cocoa_core.importing.conventions import DayOrder, DecimalSign
from cocoa_core.importing.import_file import COMBINATIONS, IMPORT, IdKeys, ImportFile, PartKeys, SourceKeys
from cocoa_core.importing.tables.records import KeyIndex, folded_text
from cocoa_core.lexicon import CURRENCIES
from cocoa_core.loading import (
    LARGEST_YAML,
    InvalidDependencyError,
    MappingEntry,
    MappingNode,
    Mistakes,
    Node,
    ScalarNode,
    TooManyMistakesError,
    choice_of,
    read_at,
    read_file,
    read_model,
    read_yaml,
    refused,
    shown_path,
    unexpected,
    unknown_word,
)
from cocoa_core.suggestions import did_you_mean, listed

PRINTED: Final = "printed.yaml"
"""The file that folders of version 0.1 have in place of import.yaml."""
_MOST_ITEMS: Final = 10_000
_SOURCES: Final = ("column", "place", "numbered", "count_of")
_ONE_OF: Final[tuple[tuple[str, ...], ...]] = (_SOURCES, ("find", "part"), ("find", "words"))
"""Groups of keys of which an entry may have only one."""


@frozen
class ItemPart:
    """The piece of an item between two fixed texts.

    An empty `after` means the beginning of the item, an empty `before` its end. Capitals and blanks do not
    matter.
    """

    after: str = ""
    before: str = ""


@frozen
class ColumnSource:
    """Where the value of a slot stands, and how it is read.

    The texts in `find` and `words` are folded (`folded_text` in tables/records.py).
    """

    columns: tuple[str, ...] = ()
    """Alternative spellings of the column."""
    nth: int = 0
    """The position of the column, counted from 1; 0 where it is identified otherwise."""
    numbered: tuple[str, ...] = ()
    """Alternative spellings of numbered columns, each with one "{n}": "Layover {n} Time"."""
    count_of: str = ""
    """A set or list slot; the value is its number of items. Empty for other sources."""
    declared_type: ColumnType | None = None
    """The type of the cells, from `read_as`; None where the slot's kind decides how they are read."""
    part: ItemPart | None = None
    """The piece of each item that is read; None for the whole item."""
    find: Mapping[str, Value] | None = None
    """Values, by the items that mean them; other items are ignored."""
    words: Mapping[str, Value] = field(factory=dict)
    """Values, by the cells or items that mean them; for a set or a list, the tuple of the elements."""
    combine: str = ""
    """How several values become one: a member of COMBINATIONS, or empty."""
    otherwise: Value = None
    """The value where there is none."""
    separator: str | None = None
    """The separator of items; None for the usual ones."""
    decimal: DecimalSign | None = None
    rounded: bool = False
    said: str = ""
    """How words are rewritten: a member of `WAYS` in spoken_values.py; empty to leave them as they are."""

    def __str__(self) -> str:
        """Returns the column as messages name it."""
        names = [*self.columns, *self.numbered]
        other = f"the number of {self.count_of}" if self.count_of else f"column {self.nth}"
        return " or ".join(map(repr, dict.fromkeys(names))) or other


@frozen
class IdRule:
    """Where the ids of rows come from."""

    columns: tuple[str, ...] = ("id",)
    """Alternative spellings of the column that holds them; empty where ids are made."""
    prefix: str = ""
    """The beginning of made ids."""
    parts: tuple[str, ...] = ()
    """Slots whose values follow the prefix; then comes a number, counted from 1 for each such beginning."""
    declared: bool = False
    """Whether the file has an entry for the id."""


@frozen
class Recipe:
    """How the tables of a domain are read."""

    schema: Schema
    sources: Mapping[str, ColumnSource]
    """The source of each slot that is not derived."""
    file: str = IMPORT
    """The name of the file that says it."""
    at: str = ""
    id: IdRule = field(factory=IdRule)
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

    def fits(self, names: tuple[str, ...]) -> int:
        """Returns the number of slots for which one of these columns is meant."""
        index = KeyIndex(names)
        return sum(
            bool(index.find(source.columns) or index.numbered(source.numbered))
            for source in self.sources.values()
        )


def recipe_root(folder: Path) -> Node | None:
    """Reads import.yaml in a domain's folder, or else printed.yaml, rewritten in the keys of import.yaml.

    Returns:
        The root node; None where there is neither.

    Raises:
        DomainError: the file is not YAML, or both are there.
    """
    names = [name for name in (IMPORT, PRINTED) if os.path.lexists(folder / name)]
    if not names:
        return None
    path = folder / names[0]
    if len(names) > 1:
        raise DomainError(
            f"there are both {IMPORT} and {PRINTED}",
            expected=f"{IMPORT} alone",
            fix=f"write the `slots` of {PRINTED} under `columns` in {IMPORT}, and delete it",
            place=Place(shown_path(folder / PRINTED)),
        )
    root = read_yaml(read_file(folder.resolve(), names[0], LARGEST_YAML), shown_path(path))
    return root if names[0] == IMPORT else _from_printed_yaml(root)


def read_recipe(folder: Path, schema: Schema) -> Recipe:
    """Reads how the tables of the domain in a folder are read. Slots without an entry, and all slots where
    there is no file, are looked for by their names and labels.

    Raises:
        DomainError: the file has mistakes; the error holds all of them.
    """
    root = recipe_root(folder)
    if root is None:
        return Recipe(schema, {slot.name: _by_name(slot) for slot in schema.given})
    mistakes = Mistakes(root.place.file)
    recipe = recipe_of(root, schema, frozenset(), mistakes)
    mistakes.refuse()
    return recipe


def recipe_of(root: Node, schema: Schema, invalid_slots: Set[str], mistakes: Mistakes) -> Recipe:
    """Reads what can be read of an import.yaml, and notes the mistakes in it.

    Args:
        invalid_slots: slots whose entries are ignored.
        mistakes: is added to.
    """
    slots = {slot.name: slot for slot in schema.given}
    recipe = Recipe(
        schema, {name: _by_name(slot) for name, slot in slots.items()}, Path(root.place.file).name
    )
    try:
        file = read_model(ImportFile, root, mistakes)
        recipe = mistakes.tried(_with_settings, recipe, file) or recipe
        rule = mistakes.tried(_id_rule, file, {*slots, *invalid_slots})
        sources = dict(recipe.sources)
        mistakes.tried(_read_sources, file, slots, invalid_slots, sources, mistakes)
        for name in file.key:
            if name not in slots and name not in invalid_slots:
                mistakes.note(
                    unknown_word(name, "slot in the catalogue", tuple(slots), file.node_at("key").place)
                )
        recipe = evolve(recipe, id=rule or recipe.id, sources=sources)
    except (InvalidDependencyError, TooManyMistakesError):
        pass
    return recipe


def _by_name(slot: Slot) -> ColumnSource:
    return ColumnSource((slot.name, slot.label))


def _with_settings(recipe: Recipe, file: ImportFile) -> Recipe:
    return evolve(
        recipe,
        at=file.at,
        decimal=DECIMALS[file.decimal] if file.decimal else None,
        order=ORDERS[file.dates] if file.dates else None,
        missing=tuple(word.casefold() for word in file.missing) if file.missing else None,
        rows=file.rows,
        seed=file.seed,
        least_group=file.least_group,
        left_out=file.left_out,
        key=file.key,
    )


def _id_rule(file: ImportFile, slots: Set[str]) -> IdRule:
    keys = file.id
    if not isinstance(keys, IdKeys):
        return IdRule() if keys is None else IdRule(keys, declared=True)
    for name, item in zip(keys.parts, keys.items_at("from") if keys.has("from") else (), strict=True):
        if name not in slots:
            raise unknown_word(name, "slot", tuple(slots), item.place)
    return IdRule((), keys.prefix, keys.parts, declared=True)


def _read_sources(
    file: ImportFile,
    slots: Mapping[str, Slot],
    invalid_slots: Set[str],
    sources: dict[str, ColumnSource],
    mistakes: Mistakes,
) -> None:
    for entry in file.entries_at("columns"):
        name = entry.key
        if name in invalid_slots:
            continue
        with mistakes.collecting():
            if name not in slots:
                raise unknown_word(name, "slot in the catalogue", tuple(slots), entry.place)
            if name in file.columns:
                sources[name] = _source(name, entry.place, file.columns[name], slots)


def _source(name: str, place: Place, keys: SourceKeys, slots: Mapping[str, Slot]) -> ColumnSource:
    """Returns the source that an entry declares; without a column, its name and label are looked for."""
    kind = slots[name].kind
    _check_together(name, place, keys, kind)
    plain = () if any(keys.has(key) for key in _SOURCES) else (name, slots[name].label)
    return ColumnSource(
        columns=keys.column or plain,
        nth=keys.nth,
        numbered=keys.numbered,
        count_of=_count_of(keys, kind, slots) if keys.count_of else "",
        declared_type=_declared_type(keys) if keys.read_as else None,
        part=_part(keys.part) if keys.part else None,
        find=_meanings(keys.find, "`find`", kind) if keys.find else None,
        words=_meanings(keys.words, "`words`", kind) if keys.words else {},
        combine=_combine(keys.combine, kind) if keys.combine else "",
        otherwise=_value(keys.otherwise, "`otherwise`", kind) if keys.otherwise else None,
        separator=keys.separator or None,
        decimal=DECIMALS[keys.decimal] if keys.decimal else None,
        rounded=keys.rounded,
        said=keys.said,
    )


def _check_together(slot: str, place: Place, keys: SourceKeys, kind: Kind) -> None:
    given = [name for name in SourceKeys.known() if keys.has(name)]
    clashing = [[name for name in group if name in given] for group in _ONE_OF]
    if "count_of" in given:
        clashing.append([name for name in given if name != "otherwise"])
    for names in clashing:
        if len(names) > 1:
            raise DomainError(
                f"the slot {slot!r} has {listed(f'`{name}`' for name in names)}",
                expected="one of them",
                fix="delete the others",
                place=place,
            )
    if "numbered" in given and "combine" not in given and not kind.several:
        raise DomainError(
            f"the slot {slot!r} has one value, and numbered columns give several",
            expected=f"`combine:` and one of {listed(COMBINATIONS)}",
            fix="add `combine`",
            place=place,
        )
    if "combine" in given and kind.several:
        reason = f"no such key: a {kind.name} holds several values"
        raise unexpected(keys.node_at("combine"), "`combine`", reason, "leave it out")


def _count_of(keys: SourceKeys, kind: Kind, slots: Mapping[str, Slot]) -> str:
    countable = [name for name, slot in slots.items() if slot.kind.several]
    node = keys.node_at("count_of")
    if keys.count_of not in countable:
        raise unknown_word(keys.count_of, "set or list", countable, node.place)
    if getattr(kind, "unit", "") != "count":
        raise unexpected(node, "`count_of`", "no such key: only a quantity with the unit count is one")
    return keys.count_of


def _declared_type(keys: SourceKeys) -> ColumnType:
    try:
        return column_type(keys.read_as)
    except ValueError as error:
        expected = str(error).removeprefix("expected ")
        raise unexpected(keys.node_at("read_as"), "`read_as`", expected) from None


def _part(part: PartKeys) -> ItemPart:
    if part.misnamed:
        raise InvalidDependencyError
    if not part.has("after") and not part.has("before"):
        raise unexpected(part.node, part.what, "`after`, `before` or both")
    return ItemPart(part.after, part.before)


def _meanings(node: Node, what: str, kind: Kind) -> dict[str, Value]:
    if not isinstance(node, MappingNode) or not node.entries:
        raise unexpected(node, what, "a mapping (lines of the form `cell: value`)")
    if kind.several:  # a single item stands for a part of the value
        kind = evolve(cast(Any, kind), min_items=0, max_items=_MOST_ITEMS)
    meanings: dict[str, Value] = {}
    for entry in node.entries:
        text = folded_text(entry.key)
        if text in meanings:
            raise DomainError(
                f"{entry.key!r} stands twice, but for capitals and blanks",
                expected="each text once",
                fix="delete one of them",
                place=entry.place,
            )
        meanings[text] = _value(entry.value, f"what {entry.key!r} means", kind)
    return meanings


def _value(node: Node, what: str, kind: Kind) -> Value:
    """Returns the value that the catalogue would have as the text of a node."""
    if not isinstance(node, ScalarNode) or node.value is None or isinstance(node.value, bool):
        fix = "write yes or no" if kind.yes_or_no else None
        raise unexpected(node, what, "a value as the catalogue has it", fix)
    try:
        return kind.read(node.text)
    except MismatchError as error:
        fix = did_you_mean(node.text, getattr(kind, "values", ()))
        raise refused(error, f"{what} is no value of the slot", node.place, fix) from None


def _combine(node: Node, kind: Kind) -> str:
    ordered = ("least", "most") if kind.numeric and not kind.several else ()
    sums = ("sum",) if kind.summable else ()
    what = f"way to combine a {kind.name}"
    return read_at(node, what, choice_of, what, (*sums, *ordered, "first", "last", "same"))


def _from_printed_yaml(root: Node) -> Node:
    """Returns the root of a printed.yaml in the keys of import.yaml."""
    if not isinstance(root, MappingNode):
        return root
    entries = []
    for entry in root.entries:
        value = entry.value
        if entry.key == "id" and isinstance(value, MappingNode) and [e.key for e in value.entries] == ["key"]:
            entry = evolve(entry, value=value.entries[0].value)
        if entry.key == "slots":
            entry = evolve(entry, key="columns", value=_from_printed_slots(value))
        entries.append(entry)
    return evolve(root, entries=tuple(entries))


def _from_printed_slots(slots: Node) -> Node:
    if not isinstance(slots, MappingNode):
        return slots
    entries = []
    for slot in slots.entries:
        value = slot.value
        if isinstance(value, MappingNode):
            keys = tuple(map(_source_entry, value.entries))
            if sum(key.key == "read_as" for key in keys) > 1:
                raise unexpected(value, f"the slot {slot.key!r}", "one of `order`, `colon` and `unit`")
            value = evolve(value, entries=keys)
        entries.append(evolve(slot, value=value))
    return evolve(slots, entries=tuple(entries))


def _source_entry(entry: MappingEntry) -> MappingEntry:
    node = entry.value
    text = node.text if isinstance(node, ScalarNode) else ""
    if entry.key == "key":
        return evolve(entry, key="column")
    if entry.key == "decimal" and text in (".", ","):
        return evolve(entry, value=_text_node(node, "point" if text == "." else "comma"))
    read_as = {"order": f"date:{text}", "unit": _type_of_unit(text)}
    if text == "true":
        read_as["colon"] = "duration:colon"
    if entry.key not in read_as:
        return entry
    return evolve(entry, key="read_as", value=_text_node(node, read_as[entry.key]))


def _text_node(node: Node, text: str) -> Node:
    return ScalarNode(node.place, text, text)


def _type_of_unit(unit: str) -> str:
    if unit in MINUTES:
        return f"duration:{unit}"
    return f"money:{unit}" if unit in CURRENCIES else f"number:{shown_unit(unit) or unit}"
