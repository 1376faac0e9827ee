"""The types that records have at each path, as the header of a card has to state them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import define, field

__all__ = ["Column", "RecordColumns"]

_PLAIN: Final[dict[type, str]] = {str: "string", int: "int64", float: "float64", bool: "bool"}
_JSON: Final = {"dtype": "json"}
"""The type of what has no single type."""
_NESTED: Final = frozenset({dict, list})
_MOST_KEPT: Final = 64
"""The number of combinations of keys and types that are cached for each path; other objects are gone through
key by key.
"""


@define
class Column:
    """The types at one path."""

    plain: set[type] = field(factory=set)
    """The types of scalars but null."""
    items: Column | None = None
    """The types of the items of lists."""
    parts: dict[str, Column] | None = None
    """The types of the values of objects, while all objects have the same keys."""
    mixed: bool = False
    """Whether objects differ in their keys; then their parts are forgotten."""
    _kept: dict[tuple[Any, ...], tuple[tuple[str, Column], ...]] = field(
        factory=dict, init=False, repr=False, eq=False
    )
    """For an object's keys and types the columns of its lists and objects. Its scalars add nothing new."""

    def take(self, value: Any) -> None:
        """Adds a value."""
        if isinstance(value, dict):
            self._take_object(value)
        elif isinstance(value, list):
            if self.items is None:
                self.items = Column()
            kinds = set(map(type, value))
            self.items.plain |= kinds & _PLAIN.keys()
            if not kinds.isdisjoint(_NESTED):
                for item in value:
                    if type(item) in _NESTED:
                        self.items.take(item)
        elif value is not None:
            self.plain.add(type(value))

    def _take_object(self, value: Mapping[str, Any]) -> None:
        if self.mixed:
            return
        if self.parts is None:
            self.parts = {key: Column() for key in value}
        layout = (*value, *map(type, value.values()))
        inner = self._kept.get(layout)
        if inner is not None:
            for key, column in inner:
                column.take(value[key])
            return
        if not value or value.keys() != self.parts.keys():
            self._mix()
            return
        for key, column in self.parts.items():
            column.take(value[key])
        if len(self._kept) < _MOST_KEPT:
            self._kept[layout] = tuple(
                (key, column) for key, column in self.parts.items() if type(value[key]) in _NESTED
            )

    def _mix(self) -> None:
        self.mixed, self.parts = True, {}

    def merge(self, other: Column) -> None:
        """Adds what another column has taken, after all that this one has."""
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
        """Returns the type as a card states it."""
        if self.mixed or bool(self.plain) + (self.items is not None) + (self.parts is not None) > 1:
            return _JSON
        if self.items is not None:
            inner = self.items.feature()
            return {"list": inner.get("dtype") or inner.get("struct") or inner}
        if self.parts is not None:
            return {"struct": [{"name": key, **column.feature()} for key, column in self.parts.items()]}
        if self.plain == {int, float}:
            return {"dtype": "float64"}
        names = [_PLAIN[kind] for kind in self.plain]
        return _JSON if len(names) > 1 else {"dtype": "".join(names) or "null"}


@define
class RecordColumns:
    """The columns of whole records, by key, in the order in which the keys first appear."""

    found: dict[str, Column] = field(factory=dict)
    whole: bool = True
    """Whether all lines were records. Where some were not, nothing can be said of the types."""

    def take(self, record: Mapping[str, Any]) -> None:
        """Adds a record."""
        for name, value in record.items():
            column = self.found.get(name)
            if column is None:
                column = self.found[name] = Column()
            column.take(value)

    def merge(self, other: RecordColumns) -> None:
        """Adds what another object has taken, after all that this one has."""
        self.whole = self.whole and other.whole
        for name, column in other.found.items():
            self.found.setdefault(name, Column()).merge(column)

    def features(self) -> list[dict[str, Any]]:
        """Returns the types as a card states them."""
        return [{"name": name, **column.feature()} for name, column in self.found.items()]
