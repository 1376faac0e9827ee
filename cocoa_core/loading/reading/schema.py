"""Makes a schema of schema.yaml."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, TypeVar

from attrs import frozen

from cocoa_core.domain import Axiom, Derived, Measure, Primitive, Relation, Schema, Slot, SlotRef, Unclear
from cocoa_core.domain.kinds import Kind
from cocoa_core.errors import DomainError, Place
from cocoa_core.loading.mistakes import (
    InvalidDependencyError,
    Mistakes,
    RefusedError,
    TooManyMistakesError,
    unexpected,
    unknown_word,
)
from cocoa_core.loading.models.base import Model, read_model
from cocoa_core.loading.models.schema_file import (
    TESTS,
    AxiomKeys,
    ConditionKeys,
    DerivedSlot,
    MeasureKeys,
    RequestPart,
    SchemaFile,
    UnclearKeys,
)
from cocoa_core.loading.models.slots import SlotKeys
from cocoa_core.loading.reading.arguments import comparison_at, over_at
from cocoa_core.loading.reading.derived import KnowledgeTables, read_derived
from cocoa_core.loading.yaml.nodes import Node, SequenceNode

__all__ = ["ReadSchema", "read_axiom", "read_schema", "schema_of"]

_DIFFERENT: Final = {"trade": "two", "computed": "two or more"}
_SET: Final = {"trade": "pair", "computed": "set"}
_RELATIONS: Final[tuple[Relation, ...]] = ("equal", "at_most", "sum", "never")
_TIME: Final = "a clock"
_SPAN: Final = "a duration"
_POINTS: Final = ("a date", "year to 0 decimals")
"""Units that are counted from some start, so that two such values have no sum."""

_Slots: TypeAlias = Mapping[str, Slot]
_Name = TypeVar("_Name", bound=str)


def read_axiom(keys: AxiomKeys, slots: _Slots, forgotten: Set[str]) -> Axiom:
    """Returns the axiom of these keys.

    Args:
        forgotten: the slots of which nothing could be read.

    Raises:
        DomainError: the keys are wrong.
        InvalidDependencyError: a part has a mistake that is noted already, or a slot is forgotten.
    """
    relation = _the_one(keys, _RELATIONS, "an axiom", f"one of {', '.join(_RELATIONS)}")
    if relation == "sum":
        return _sum(keys, slots, forgotten)
    parts = keys.items_at(relation)
    if relation == "never":
        return Axiom(relation, tests=tuple(_primitive(test, slots, forgotten) for test in keys.never))
    written = keys.equal if relation == "equal" else keys.at_most
    measures = tuple(
        _measure(part, node, slots, forgotten) for part, node in zip(written, parts, strict=True)
    )
    units = [slots[measure.slot].kind.measured_in(measure.over) for measure in measures]
    for part, unit in zip(parts, units, strict=True):
        if unit != units[0]:
            raise DomainError(
                f"`{relation}` compares {units[0]} with {unit}",
                expected="numbers of one unit",
                fix="compare slots of the same kind and unit, or their counts",
                place=part.place,
            )
    if len(set(measures)) < len(measures):
        raise unexpected(keys.node_at(relation), f"`{relation}`", "each slot, total or count once")
    return Axiom(relation, measures=measures)


def _sum(keys: AxiomKeys, slots: _Slots, forgotten: Set[str]) -> Axiom:
    """Returns the axiom of numbers of one unit and their sum; or of a time of day, durations, and the time of
    day to which they lead.
    """
    added = keys.sum
    if added is None:
        raise InvalidDependencyError
    written, nodes = (*added.of, added.is_), (*added.items_at("of"), added.node_at("is"))
    measures = tuple(
        _measure(part, node, slots, forgotten) for part, node in zip(written, nodes, strict=True)
    )
    if len(set(measures)) < len(measures):
        raise unexpected(added.node, "`sum`", "each slot, total or count once")
    units = [slots[measure.slot].kind.measured_in(measure.over) for measure in measures]
    timed = units[-1] == _TIME
    fitting = sorted([_TIME, *[_SPAN] * (len(units) - 2)]) if timed else [units[-1]] * (len(units) - 1)
    if sorted(units[:-1]) != fitting or units[-1] in _POINTS:
        raise DomainError(
            f"`sum` adds {' and '.join(units[:-1])} up to {units[-1]}",
            expected="numbers of one unit, or one time of day and durations that lead to a time of day",
            place=added.place,
        )
    total = slots[measures[-1].slot].kind
    if added.overnight and not total.wraps:
        raise DomainError(
            "`overnight` is said of a sum that tells the day",
            expected="it of a time of day without `day_offset`",
            fix="take it out",
            place=added.key_place("overnight"),
        )
    return Axiom("sum", measures=measures, overnight=added.overnight)


def _measure(part: MeasureKeys | str, node: Node, slots: _Slots, forgotten: Set[str]) -> Measure:
    over = None
    if isinstance(part, MeasureKeys):
        over = _the_one(part, ("count", "total"), part.what, "`count: ...` or `total: ...`")
        name = _known(part.count or part.total, part.node_at(over), slots, forgotten)
    else:
        name = _known(part, node, slots, forgotten)
    if "less" not in slots[name].kind.ops(over):
        ways = [way for way in (None, "total", "count") if "less" in slots[name].kind.ops(way)]
        raise DomainError(
            f"the slot {name!r} of kind {slots[name].kind.name} gives no number here",
            expected=" or ".join(f"`{{{way}: {name}}}`" if way else f"`{name}`" for way in ways)
            or "a slot that is a number, a list or a set",
            place=node.place,
        )
    return Measure(name, over)


def _the_one(keys: Model, names: Sequence[_Name], what: str, expected: str) -> _Name:
    """Returns the one key of these that the file gives.

    Raises:
        DomainError: it gives none, or several.
        InvalidDependencyError: it gives none of them but an unknown key, which is noted.
    """
    present = [name for name in names if keys.has(name)]
    if not present and keys.misnamed:
        raise InvalidDependencyError
    if len(present) != 1:
        raise unexpected(keys.node, what, expected)
    return present[0]


def _known(name: str, node: Node, slots: _Slots, forgotten: Set[str]) -> str:
    """Returns the name of a slot of which an axiom may speak."""
    derived = slots[_named(name, node, slots, forgotten)].derived
    if derived is not None:
        raise DomainError(
            f"the slot {name!r} is derived, and no axiom may speak of it",
            expected="slots that the catalogue holds",
            fix=f"say it of {derived.source!r}, from which it follows",
            place=node.place,
        )
    return name


def _primitive(keys: ConditionKeys, slots: _Slots, forgotten: Set[str]) -> Primitive:
    name = _known(keys.slot, keys.node_at("slot"), slots, forgotten)
    kind = slots[name].kind
    over = over_at(keys.node_at("over") if keys.has("over") else None, kind, "the test", keys.place)
    test = _the_one(keys, TESTS, "a test of `never`", "one test of the slot such as `is: ...`")
    if test not in kind.ops(over):
        raise unknown_word(test, f"test of a {kind.name}", sorted(kind.ops(over)), keys.key_place(test))
    return Primitive(name, comparison_at(keys.node_at(test), test, over, kind))


def _unclear(keys: UnclearKeys, slots: _Slots, forgotten: Set[str]) -> Unclear:
    """Returns the item of `unclear`.

    Raises:
        DomainError: the keys are wrong.
        InvalidDependencyError: a part has a mistake that is noted already, or a slot is forgotten.
    """
    name = _shown(keys.slot, keys.node_at("slot"), slots, forgotten)
    key = _the_one(keys, ("rival", "where"), keys.what, "`slot` and one of `rival`, `where`")
    if key == "where":
        where = tuple(_primitive(test, slots, forgotten) for test in keys.where)
        for test in keys.where:
            _shown(test.slot, test.node_at("slot"), slots, forgotten)
        return Unclear(name, where=where)
    node = keys.node_at("rival")
    rival = _shown(keys.rival, node, slots, forgotten)
    if rival == name:
        raise unexpected(node, "`rival`", "another slot")
    kinds = [slots[slot_name].kind for slot_name in (name, rival)]
    descriptions = [f"{kind.name}, {kind.measured_in(None)}" for kind in kinds]
    if descriptions[0] != descriptions[1]:
        raise DomainError(
            f"the rival {rival!r} is not of the kind and unit of {name!r}",
            got=descriptions[1],
            expected=descriptions[0],
            fix="say with `where` which options leave a test of the slot open",
            place=node.place,
        )
    return Unclear(name, rival)


def _shown(name: str, node: Node, slots: _Slots, forgotten: Set[str]) -> str:
    """Returns the name of a slot in `unclear`, which options must show."""
    slot = slots[_named(name, node, slots, forgotten)]
    if not slot.shown:
        raise unexpected(node, "a slot of `unclear`", "a slot that options show")
    return name


@frozen(eq=False)
class ReadSchema:
    """What can be read of a schema.yaml."""

    schema: Schema | None
    """What is left of the schema without its mistakes; None where nothing is."""
    forgotten: frozenset[str] = frozenset()
    """The slots of which nothing is left. What refers to them is not checked, since that would repeat the
    mistake.
    """
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
    written = file.node_at("slots")
    places = {entry.key: entry.place for entry in getattr(written, "entries", ())}
    slots = _slots(file.slots, places, tables, mistakes)
    _check_labels(places, slots, mistakes)
    lost = places.keys() - slots.keys()
    forgotten = frozenset(lost | {name.casefold() for name in lost}) - slots.keys()
    if not slots:
        return ReadSchema(None, forgotten)
    grouping = mistakes.tried(_group_by, file, slots, forgotten, mistakes)
    group_by = grouping or ()
    request = mistakes.tried(_request, file, group_by, forgotten, mistakes) or ()
    axioms = mistakes.tried(lambda: file.axioms) or ()
    trades = mistakes.tried(_slot_sets, "trade", file, slots, forgotten, mistakes) or ()
    computed = mistakes.tried(_slot_sets, "computed", file, slots, forgotten, mistakes) or ()
    unclear = mistakes.tried(lambda: file.unclear) or ()
    schema = Schema(
        name=_given(file, "name", "unnamed"),
        version=_given(file, "version", "0"),
        noun=_given(file, "noun", "option"),
        description=_given(file, "description", ""),
        group_by=group_by,
        request=request,
        slots=tuple(slots.values()),
        axioms=tuple(
            axiom
            for axiom in (mistakes.tried(read_axiom, keys, slots, forgotten) for keys in axioms)
            if axiom is not None
        ),
        trades=trades,
        computed=computed,
        pronoun=_given(file, "pronoun", "it"),
        unclear=tuple(
            item
            for item in (mistakes.tried(_unclear, keys, slots, forgotten) for keys in unclear)
            if item is not None
        ),
    )
    written_group = file.items_at("group_by") if file.has("group_by") else ()
    return ReadSchema(schema, forgotten, grouping is not None and len(grouping) == len(written_group))


def _given(file: SchemaFile, name: str, instead: str) -> str:
    """Returns a text of the file; `instead` where it has a mistake."""
    try:
        return str(getattr(file, name))
    except InvalidDependencyError:
        return instead


def _slots(
    written: Mapping[str, Any], places: Mapping[str, Place], tables: KnowledgeTables, mistakes: Mistakes
) -> dict[str, Slot]:
    """Returns the slots that can be set up, in the order of the file."""
    catalogue_slots: dict[str, Slot] = {}
    for name, keys in written.items():
        if isinstance(keys, SlotKeys):
            with mistakes.kept():
                catalogue_slots[name] = described_slot(name, keys, keys.build(places[name], keys.missing))
    waiting = {name: keys for name, keys in written.items() if isinstance(keys, DerivedSlot)}
    derived = read_derived(waiting, catalogue_slots, {*places, *map(str.casefold, places)}, tables, mistakes)
    for name, (kind, follows) in derived.items():
        if follows.source not in catalogue_slots:
            continue  # the mistake of its source is noted
        with mistakes.kept():
            catalogue_slots[name] = described_slot(name, waiting[name], kind, follows)
    return {name: catalogue_slots[name] for name in written if name in catalogue_slots}


def described_slot(
    name: str, keys: SlotKeys | DerivedSlot, kind: Kind, derived: Derived | None = None
) -> Slot:
    """Returns the slot of this kind with the label, visibility, description, topic and noun that its keys
    give it.
    """
    words = name.replace("_", " ").strip()
    return Slot(
        name=name,
        label=keys.label or words[:1].upper() + words[1:],
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


def _group_by(
    file: SchemaFile, slots: Mapping[str, Slot], forgotten: Set[str], mistakes: Mistakes
) -> tuple[str, ...]:
    result: list[str] = []
    if not file.has("group_by"):
        return ()
    for name, item in zip(file.group_by, file.items_at("group_by"), strict=True):
        if name in forgotten:
            continue
        with mistakes.kept():
            _check_group(name, item, slots, result)
            result.append(name)
    return tuple(result)


def _check_group(name: str, item: Node, slots: Mapping[str, Slot], names: list[str]) -> None:
    described = "an item of `group_by`"
    if name not in slots:
        raise unknown_word(name, "slot", tuple(slots), item.place)
    if name in names:
        raise unexpected(item, described, "each slot once")
    derived = slots[name].derived
    if derived is not None:
        fix = f"group by {derived.source!r}, or by other slots"
        raise unexpected(item, described, "a slot that options show: this one is derived", fix)
    if getattr(slots[name].kind, "missing", False):
        fix = f"take `missing: true` from the slot {name!r}, or group by other slots"
        raise unexpected(item, described, "a slot that every option has", fix)


_ENDS: Final = (".", "!", "?")


def _request(
    file: SchemaFile, group_by: tuple[str, ...], forgotten: Set[str], mistakes: Mistakes
) -> tuple[str | SlotRef, ...]:
    result: list[str | SlotRef] = []
    for part in file.request:
        if not isinstance(part, RequestPart):
            result.append(part)
            continue
        with mistakes.kept():
            if part.slot in forgotten or len(group_by) < len(file.group_by):
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
        mistakes.note(refused.at(file.items_at("request")[-1], "`request`"))
    return tuple(result)


def _slot_sets(
    key: Literal["trade", "computed"],
    file: SchemaFile,
    slots: _Slots,
    forgotten: Set[str],
    mistakes: Mistakes,
) -> tuple[frozenset[str], ...]:
    """Returns the sets of different slots that a key of the file lists, each once."""
    result: list[frozenset[str]] = []
    written = file.trade if key == "trade" else file.computed
    for names, node in zip(written, file.items_at(key) if written else (), strict=True):
        nodes = node.items if isinstance(node, SequenceNode) else ()
        with mistakes.kept():
            slot_set = frozenset(
                [
                    _named(name, name_node, slots, forgotten)
                    for name, name_node in zip(names, nodes, strict=True)
                ]
            )
            if len(slot_set) < len(names):
                raise unexpected(node, f"an item of `{key}`", f"{_DIFFERENT[key]} different slots")
            if slot_set in result:
                raise unexpected(node, f"an item of `{key}`", f"each {_SET[key]} once", "leave it out")
            result.append(slot_set)
    return tuple(result)


def _named(name: str, node: Node, slots: _Slots, forgotten: Set[str]) -> str:
    """Returns the name of a slot that there is.

    Raises:
        DomainError: there is no such slot.
        InvalidDependencyError: nothing of the slot could be read.
    """
    if name in forgotten:
        raise InvalidDependencyError
    if name not in slots:
        raise unknown_word(name, "slot", tuple(slots), node.place)
    return name
