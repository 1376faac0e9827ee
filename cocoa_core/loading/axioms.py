"""Reads `axioms` and `unclear` of schema.yaml: what holds for every row, and when tests are undefined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from typing import Annotated, Any, Final, TypeVar

from attrs import frozen
from pydantic import ConfigDict

from cocoa_core.domain import Axiom, Measure, Primitive, Relation, Slot, Unclear
from cocoa_core.errors import DomainError
from cocoa_core.loading.arguments import MOST_ARGS, OVERS, SCALAR, TESTS, comparison_at, over_at
from cocoa_core.loading.mistakes import InvalidDependencyError, unexpected, unknown_word
from cocoa_core.loading.models.base import Model, says
from cocoa_core.loading.models.leaves import FLAG, SLOT, Items, Otherwise, raw
from cocoa_core.loading.yaml import Node

_Name = TypeVar("_Name", bound=str)

_RELATIONS: Final[tuple[Relation, ...]] = ("equal", "at_most", "sum", "never")
_MOST_PARTS: Final = 10
"""Parts of one axiom."""
_TIME: Final = "a clock"
_SPAN: Final = "a duration"
_POINTS: Final = ("a date", "year to 0 decimals")
"""Units that are counted from some start, so that two such values have no sum."""
_ONE_KEY: Final = ConfigDict(json_schema_extra={"minProperties": 1, "maxProperties": 1})


@frozen
class ReadSlots:
    """The slots that the other parts of schema.yaml may name."""

    slots: Mapping[str, Slot]
    invalid: Set[str]
    """The names of slots of which nothing could be read. Whatever names them is not checked."""

    def named(self, name: str, node: Node) -> Slot:
        """Returns the slot of this name.

        Raises:
            DomainError: there is no such slot.
            InvalidDependencyError: nothing of the slot could be read.
        """
        if name in self.invalid:
            raise InvalidDependencyError
        if name not in self.slots:
            raise unknown_word(name, "slot", tuple(self.slots), node.place)
        return self.slots[name]

    def in_catalogue(self, name: str, node: Node) -> Slot:
        """Returns the slot of this name, which the catalogue must hold. Raises as `named` does."""
        slot = self.named(name, node)
        if slot.derived is not None:
            raise DomainError(
                f"the slot {name!r} is derived, and no axiom may speak of it",
                expected="slots that the catalogue holds",
                fix=f"say it of {slot.derived.source!r}, from which it follows",
                place=node.place,
            )
        return slot

    def shown(self, name: str, node: Node) -> Slot:
        """Returns the slot of this name, which options must show. Raises as `named` does."""
        slot = self.named(name, node)
        if not slot.shown:
            raise unexpected(node, "a slot of `unclear`", "a slot that options show")
        return slot


def _only_key(keys: Model, names: Sequence[_Name], expected: str) -> _Name:
    """Returns the one key of these that the file gives."""
    present = [name for name in names if keys.has(name)]
    if not present and keys.misnamed:
        raise InvalidDependencyError
    if len(present) != 1:
        raise unexpected(keys.node, keys.what, expected)
    return present[0]


class MeasureKeys(Model):
    """A number that a list or a set has."""

    model_config = _ONE_KEY
    what = "a part of the axiom"
    key_word = "measure"
    count: Annotated[str, SLOT] = says("The number of items of a set or list.", "")
    total: Annotated[str, SLOT] = says("The sum of the items of a list.", "")


_Measures: Any = tuple[Annotated[MeasureKeys | str, Otherwise(SLOT, "a slot of the axiom")], ...]


def _measure(part: MeasureKeys | str, node: Node, slots: ReadSlots) -> tuple[Measure, str]:
    """Returns a number of a row, and its unit."""
    over = None
    if isinstance(part, MeasureKeys):
        over = _only_key(part, ("count", "total"), "`count: ...` or `total: ...`")
        slot = slots.in_catalogue(part.count or part.total, part.node_at(over))
    else:
        slot = slots.in_catalogue(part, node)
    if "less" not in slot.kind.ops(over):
        ways = [way for way in (None, "total", "count") if "less" in slot.kind.ops(way)]
        raise DomainError(
            f"the slot {slot.name!r} of kind {slot.kind.name} gives no number here",
            expected=" or ".join(f"`{{{way}: {slot.name}}}`" if way else f"`{slot.name}`" for way in ways)
            or "a slot that is a number, a list or a set",
            place=node.place,
        )
    return Measure(slot.name, over), slot.kind.measured_in(over)


def _measures(
    parts: Sequence[MeasureKeys | str], nodes: Sequence[Node], slots: ReadSlots, whole: Node, what: str
) -> tuple[tuple[Measure, ...], list[str]]:
    """Returns different numbers of a row, and their units."""
    read = [_measure(part, node, slots) for part, node in zip(parts, nodes, strict=True)]
    measures = tuple(measure for measure, _ in read)
    if len(set(measures)) < len(measures):
        raise unexpected(whole, what, "each slot, total or count once")
    return measures, [unit for _, unit in read]


class SumKeys(Model):
    """Numbers of a row that add up to another one."""

    what = "`sum`"
    of: Annotated[_Measures, Items(2, _MOST_PARTS - 1, unique=True)] = says("The numbers that are added.")
    is_: Annotated[MeasureKeys | str, Otherwise(SLOT, "a slot of the axiom")] = says(
        "What they add up to.", alias="is"
    )
    overnight: Annotated[bool, FLAG] = says("Of a time of day: whether it may be that of a later day.", False)

    def axiom(self, slots: ReadSlots) -> Axiom:
        """Returns the axiom of numbers of one unit and their sum; or of a time of day, durations, and the
        time of day to which they lead. Raises as `AxiomKeys.axiom` does.
        """
        parts, nodes = (*self.of, self.is_), (*self.items_at("of"), self.node_at("is"))
        measures, (*added, total) = _measures(parts, nodes, slots, self.node, self.what)
        timed = total == _TIME
        fitting = sorted([_TIME, *[_SPAN] * (len(added) - 1)]) if timed else [total] * len(added)
        if sorted(added) != fitting or total in _POINTS:
            raise DomainError(
                f"`sum` adds {' and '.join(added)} up to {total}",
                expected="numbers of one unit, or one time of day and durations that lead to a time of day",
                place=self.place,
            )
        if self.overnight and not slots.slots[measures[-1].slot].kind.wraps:
            raise DomainError(
                "`overnight` is said of a sum that tells the day",
                expected="it of a time of day without `day_offset`",
                fix="take it out",
                place=self.key_place("overnight"),
            )
        return Axiom("sum", measures=measures, overnight=self.overnight)


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

    def primitive(self, slots: ReadSlots) -> Primitive:
        """Returns the test of the slot. Raises as `AxiomKeys.axiom` does."""
        kind = slots.in_catalogue(self.slot, self.node_at("slot")).kind
        over = over_at(self.over, kind, "the test", self.place)
        test = _only_key(self, TESTS, "one test of the slot such as `is: ...`")
        if test not in kind.ops(over):
            choices = sorted(kind.ops(over))
            raise unknown_word(test, f"test of a {kind.name}", choices, self.key_place(test))
        return Primitive(self.slot, comparison_at(self.node_at(test), test, over, kind))


class ForbiddenKeys(ConditionKeys):
    """A test that does not hold of any row in which the others hold: a slot, and one test of it."""

    what = "a test of `never`"


class WhereKeys(ConditionKeys):
    """A test of what an option shows: a slot, and one test of it."""

    what = "a test of `where`"


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

    def axiom(self, slots: ReadSlots) -> Axiom:
        """Returns the axiom.

        Raises:
            DomainError: the keys are wrong.
            InvalidDependencyError: a part has a mistake that is noted already, or names an invalid slot.
        """
        relation = _only_key(self, _RELATIONS, f"one of {', '.join(_RELATIONS)}")
        if self.sum is not None:
            return self.sum.axiom(slots)
        if relation == "never":
            return Axiom(relation, tests=tuple(test.primitive(slots) for test in self.never))
        nodes = self.items_at(relation)
        parts = self.equal if relation == "equal" else self.at_most
        measures, units = _measures(parts, nodes, slots, self.node_at(relation), f"`{relation}`")
        for node, unit in zip(nodes, units, strict=True):
            if unit != units[0]:
                raise DomainError(
                    f"`{relation}` compares {units[0]} with {unit}",
                    expected="numbers of one unit",
                    fix="compare slots of the same kind and unit, or their counts",
                    place=node.place,
                )
        return Axiom(relation, measures=measures)


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

    def unclear(self, slots: ReadSlots) -> Unclear:
        """Returns the item. Raises as `AxiomKeys.axiom` does."""
        slot = slots.shown(self.slot, self.node_at("slot"))
        if _only_key(self, ("rival", "where"), "`slot` and one of `rival`, `where`") == "where":
            where = tuple(test.primitive(slots) for test in self.where)
            for test in self.where:
                slots.shown(test.slot, test.node_at("slot"))
            return Unclear(slot.name, where=where)
        node = self.node_at("rival")
        rival = slots.shown(self.rival, node)
        if rival is slot:
            raise unexpected(node, "`rival`", "another slot")
        expected, got = (f"{kind.name}, {kind.measured_in(None)}" for kind in (slot.kind, rival.kind))
        if got != expected:
            raise DomainError(
                f"the rival {rival.name!r} is not of the kind and unit of {slot.name!r}",
                got=got,
                expected=expected,
                fix="say with `where` which options leave a test of the slot open",
                place=node.place,
            )
        return Unclear(slot.name, rival.name)
