"""What records hold at each place, as the header of a card has to state it for whoever loads the lines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import define, field

__all__ = ["Column", "Columns"]

_PLAIN: Final = {str: "string", int: "int64", float: "float64", bool: "bool"}
_JSON: Final = {"dtype": "json"}
"""What has no one type of its own."""
_LEAVES: Final = {*_PLAIN, type(None)}
_MOST_KEPT: Final = 64
"""Combinations of keys and types kept for each place; objects of others are gone through key by key."""


@define
class Column:
    """One place. plain: types of values; items: of lists; parts: of objects, while all have the same keys.

    mixed: whether some object has other keys, or none; its parts are then let go of.
    """

    plain: set[str] = field(factory=set)
    items: Column | None = None
    parts: dict[str, Column] | None = None
    mixed: bool = False
    _kept: dict[tuple[Any, ...], tuple[str, ...]] = field(factory=dict, init=False, repr=False, eq=False)
    """By the keys and types of an object: the keys of its lists and objects. Its plain values add nothing."""

    def take(self, value: Any) -> None:
        """One more value."""
        if isinstance(value, dict):
            self._take_object(value)
        elif isinstance(value, list):
            self.items = self.items or Column()
            kinds = set(map(type, value))
            self.items.plain.update(_PLAIN[kind] for kind in kinds & _PLAIN.keys())
            if not _PLAIN.keys() >= kinds:
                for item in value:
                    if isinstance(item, dict | list):
                        self.items.take(item)
        elif value is not None:
            self.plain.add(_PLAIN[type(value)])

    def _take_object(self, value: Mapping[str, Any]) -> None:
        if self.mixed:
            return
        if self.parts is None:
            self.parts = {key: Column() for key in value}
        layout = (*value, *map(type, value.values()))
        inner = self._kept.get(layout)
        if inner is not None:
            for key in inner:
                self.parts[key].take(value[key])
            return
        if not value or value.keys() != self.parts.keys():
            self._mix()
            return
        for key, column in self.parts.items():
            column.take(value[key])
        if len(self._kept) < _MOST_KEPT:
            self._kept[layout] = tuple(key for key, item in value.items() if type(item) not in _LEAVES)

    def _mix(self) -> None:
        self.mixed, self.parts = True, {}

    def merge(self, other: Column) -> None:
        """What another has taken, after all that this one has."""
        self.plain |= other.plain
        if other.items is not None:
            self.items = self.items or Column()
            self.items.merge(other.items)
        if other.parts is None:
            return
        if self.parts is None:
            self.parts, self.mixed = other.parts, other.mixed
        elif self.mixed or other.mixed or self.parts.keys() != other.parts.keys():
            self._mix()
        else:
            for key, column in self.parts.items():
                column.merge(other.parts[key])

    def feature(self) -> dict[str, Any]:
        """As a card states it."""
        if self.mixed or bool(self.plain) + (self.items is not None) + (self.parts is not None) > 1:
            return _JSON
        if self.items is not None:
            inner = self.items.feature()
            return {"list": inner.get("dtype") or inner.get("struct") or inner}
        if self.parts is not None:
            return {"struct": [{"name": key, **column.feature()} for key, column in self.parts.items()]}
        if self.plain == {"int64", "float64"}:
            return {"dtype": "float64"}
        return _JSON if len(self.plain) > 1 else {"dtype": min(self.plain, default="null")}


@define
class Columns:
    """Those of whole records, by key, in the order in which they first stand there.

    whole: whether all lines were records; where some were not, nothing can be said of the types.
    """

    found: dict[str, Column] = field(factory=dict)
    whole: bool = True

    def take(self, record: Mapping[str, Any]) -> None:
        """One more record."""
        for name, value in record.items():
            self.found.setdefault(name, Column()).take(value)

    def merge(self, other: Columns) -> None:
        """What another has taken, after all that these have."""
        self.whole = self.whole and other.whole
        for name, column in other.found.items():
            self.found.setdefault(name, Column()).merge(column)

    def features(self) -> list[dict[str, Any]]:
        """As a card states them."""
        return [{"name": name, **column.feature()} for name, column in self.found.items()]
