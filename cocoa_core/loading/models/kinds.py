"""Reads what schema.yaml says of a slot of each kind: its keys, and the kind that they set up.

Plain keys are declared on the fields of the kind. Keys that depend on each other have a model here: it notes
every mistake with its position in the file, of which a kind knows nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Final, Literal

from pydantic import ConfigDict, create_model

from cocoa_core.domain.kinds import (
    KINDS,
    LAST_DAY,
    LONGEST_DURATION,
    Category,
    CategorySet,
    Date,
    Duration,
    Kind,
    NumberList,
    Quantity,
    element_problem,
    schema_keys,
    vocabulary_problem,
)
from cocoa_core.errors import DomainError, MismatchError, Place
from cocoa_core.loading.mistakes import InvalidDependencyError, RefusedError, lacking_key, unexpected
from cocoa_core.loading.models.base import says
from cocoa_core.loading.models.leaves import FLAG, Items, Leaf, choice, text, whole_number
from cocoa_core.loading.models.quantities import QuantityItem, QuantitySlot
from cocoa_core.loading.models.slots import KIND_SAYS, ByKind, KindKeys, SlotKeys, kind_leaf
from cocoa_core.loading.values import text_of, timed_text_of
from cocoa_core.loading.yaml import Node

_MOST_VALUES: Final = 1000
_LONGEST_VALUE: Final = 200
_ITEMS: Final = 100


def _word(problem: Callable[[str], str | None]) -> Leaf:
    """Returns the leaf of a word; `problem` says why a text cannot be one, or returns None."""

    def read(node: Node) -> str:
        try:
            word = text_of(node, _LONGEST_VALUE)
        except RefusedError as error:
            error.what = "a value"
            raise
        fault = problem(word)
        if fault is not None:
            raise RefusedError(fault, problem="this cannot be a value", got=repr(word))
        return word

    return Leaf(read, text(_LONGEST_VALUE, shape=r"^[^\s;]+( [^\s;]+)*$").shape)


def _bound(widest: Duration | Date, longest: int, shape: str) -> Leaf:
    """Returns the leaf of a duration or a day, read as the number that stands for it."""

    def read(node: Node) -> int:
        try:
            timed = isinstance(widest, Duration)
            number = widest.read(timed_text_of(node, "mh") if timed else text_of(node, 40))
        except MismatchError as error:
            raise RefusedError(error.expected, got=error.got) from None
        return number if isinstance(number, int) else 0

    return Leaf(read, text(longest, shape=shape).shape)


_DURATION: Final = _bound(
    Duration(0, LONGEST_DURATION),
    20,
    r"^(?=.)((0|[1-9][0-9]*)w ?)?((0|[1-9][0-9]*)d ?)?((0|[1-9][0-9]*)h ?)?((0|[1-9][0-9]*)m)?$",
)
_DAY: Final = _bound(Date(1, LAST_DAY), 10, r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
_STEP_SAYS: Final = "Values are multiples of so many minutes; 1 without it."


class _Vocabulary(SlotKeys):
    closed: Annotated[bool, FLAG] = says(
        "true: `values` are all there are. false: the catalogue says what there is, and there may be more."
    )
    values: tuple[str, ...]

    def words(self, place: Place) -> tuple[str, ...]:
        """Returns the values of a closed vocabulary; none of an open one.

        Raises:
            DomainError: a closed vocabulary lacks `values` or repeats one, or an open one has `values`.
        """
        if not self.closed:
            if self.has("values"):
                raise DomainError(
                    "`values` belongs to a closed vocabulary",
                    got="`closed: false` with `values`",
                    fix="write `closed: true`, or leave out `values`: the catalogue has those of an open one",
                    place=self.node_at("values").place,
                )
            return ()
        if not self.has("values"):
            fix = "add `values`, or write `closed: false`"
            expected = "`values: [...]` with everything it holds"
            raise lacking_key("a closed vocabulary", "values", place, expected, fix)
        listing, seen = self.node_at("values"), set[str]()
        for item, value in zip(getattr(listing, "items", ()), self.values, strict=True):
            if value.casefold() in seen:
                raise unexpected(item, "a value that stands twice", "each value once, also but for capitals")
            seen.add(value.casefold())
        return self.values


_VALUES: Final = says("The whole vocabulary.", ())


def _closed_shape(*keys: str) -> ConfigDict:
    """Returns the settings: an open vocabulary has none of these keys, a closed one has `values`."""
    return ConfigDict(
        json_schema_extra={
            "if": {"properties": {"closed": {"const": True}}},
            "then": {"required": ["values"]},
            "else": {"properties": dict.fromkeys(keys, False)},
        }
    )


class CategorySlot(_Vocabulary):
    """One word."""

    model_config = _closed_shape("values", "best")
    of = "category"
    kind: Annotated[str, kind_leaf("category")] = says(KIND_SAYS)
    values: Annotated[
        tuple[Annotated[str, _word(vocabulary_problem)], ...], Items(1, _MOST_VALUES, unique=True)
    ] = _VALUES

    best: Annotated[Literal["first", "last"] | None, choice("end of `values`", ("first", "last"))] = says(
        "Where `values` are grades in their order: which end holds the best one. Requests then say VS1 or "
        "better, and worse than VS1, which only readers who know the order understand.",
        None,
    )

    def _build(self, place: Place, missing: bool) -> Kind:
        words = self.words(place)
        if self.has("best") and not self.closed:
            reason = "no such key: only the values of a closed vocabulary have an order"
            raise self.unexpected("best", reason, "leave it out, or write `closed: true`")
        return Category(self.closed, words, missing=missing, best=self.best or "")


def _bounds(keys: DurationItem | DateSlot, widest: Duration | Date) -> tuple[int, int]:
    low, high = keys.min, keys.max
    if low > high:
        problem = f"`max` ({widest.write(high)}) is below `min` ({widest.write(low)})"
        refused = RefusedError(f"{widest.write(low)} or more", "turn the two around", problem=problem)
        raise refused.at(keys.node_at("max"), "`max`")
    return low, high


class DurationItem(KindKeys):
    """Hours and minutes."""

    of = "duration"
    kind: Annotated[str, kind_leaf("duration")] = says(KIND_SAYS)
    min: Annotated[int, _DURATION] = says("The shortest, such as 0m, 45m, 1h 30m or 1d.")
    max: Annotated[int, _DURATION] = says("The longest, such as 12h or 2w.")
    step: Annotated[int, whole_number(1, 1440)] = says(_STEP_SAYS, 1)
    days: Annotated[bool, FLAG] = says("true: 30 hours are shown and said as 1 day 6 hours.", False)

    def _build(self, place: Place, missing: bool) -> Kind:
        low, high = _bounds(self, Duration(0, LONGEST_DURATION))
        return Duration(low, high, self.step, missing=missing, days=self.days)


class DurationSlot(DurationItem, SlotKeys):
    """Hours and minutes."""


class DateSlot(SlotKeys):
    """A day."""

    of = "date"
    kind: Annotated[str, kind_leaf("date")] = says(KIND_SAYS)
    min: Annotated[int, _DAY] = says("The first day, as YYYY-MM-DD.")
    max: Annotated[int, _DAY] = says("The last day, as YYYY-MM-DD.")

    def _build(self, place: Place, missing: bool) -> Kind:
        return Date(*_bounds(self, Date(1, LAST_DAY)), missing=missing)


class _Several(SlotKeys):
    max_items: Annotated[int, whole_number(1, _ITEMS)] = says("The most items that it holds.")
    min_items: Annotated[int, whole_number(0, _ITEMS)] = says(
        "The fewest items that it holds; 0 without it.", 0
    )

    def limits(self) -> tuple[int, int]:
        """Returns the fewest and the most items.

        Raises:
            DomainError: the fewest are more than the most.
        """
        if self.min_items > self.max_items:
            raise self.unexpected("min_items", f"a whole number from 0 to {self.max_items}")
        return self.min_items, self.max_items


class SetSlot(_Several, _Vocabulary):
    """Several words."""

    model_config = _closed_shape("values")
    of = "set"
    kind: Annotated[str, kind_leaf("set")] = says(KIND_SAYS)
    values: Annotated[
        tuple[Annotated[str, _word(element_problem)], ...], Items(1, _MOST_VALUES, unique=True)
    ] = _VALUES

    def _build(self, place: Place, missing: bool) -> Kind:
        return CategorySet(self.closed, self.words(place), *self.limits(), missing=missing)


ITEM_KEYS: Final[Mapping[str, type[KindKeys]]] = {"duration": DurationItem, "quantity": QuantityItem}
"""The keys of the items of a list by kind."""


class ListSlot(_Several):
    """Several numbers, in order."""

    of = "list"
    kind: Annotated[str, kind_leaf("list")] = says(KIND_SAYS)
    items: Annotated[KindKeys | None, ByKind(ITEM_KEYS)] = says(
        "What an item is: a duration or a quantity, with its keys."
    )

    def _build(self, place: Place, missing: bool) -> Kind:
        if self.items is None:
            raise InvalidDependencyError
        items = self.items.build(self.items.place, False)
        if not isinstance(items, Quantity | Duration):
            raise self.unexpected("items", "a duration or a quantity")
        return NumberList(items, *self.limits(), missing=missing)


class _PlainKeys(SlotKeys):
    """The keys of a kind that are declared on its fields."""

    made: ClassVar[type[Kind]]
    """The kind that they set up."""

    def _build(self, place: Place, missing: bool) -> Kind:
        make: Callable[..., Kind] = type(self).made
        return make(missing=missing, **{name: getattr(self, name) for name in schema_keys(self.made)})


def _plain_keys(kind: type[Kind]) -> type[SlotKeys]:
    fields: dict[str, Any] = {"kind": (Annotated[str, kind_leaf(kind.name)], says(KIND_SAYS))}
    for name, key in schema_keys(kind).items():
        leaf = FLAG if isinstance(key.default, bool) else whole_number(key.least, key.most)
        fields[name] = (Annotated[type(key.default), leaf], says(key.says, key.default))
    model = create_model(f"{kind.__name__}Slot", __base__=_PlainKeys, __doc__=kind.says, **fields)
    model.of, model.made = kind.name, kind
    return model


_OWN: Final = {
    model.of: model for model in (CategorySlot, QuantitySlot, DurationSlot, DateSlot, SetSlot, ListSlot)
}
"""The keys of the kinds that have keys of other types, or keys that depend on each other."""
SLOT_KEYS: Final[Mapping[str, type[SlotKeys]]] = {
    name: _OWN.get(name) or _plain_keys(kind) for name, kind in KINDS.items()
}
"""The keys of slots by kind."""
