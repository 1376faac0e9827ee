"""The types of JSON columns, as the header of a card states them for `datasets.load_dataset`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from attrs import define, field

_SCALARS: Final = {str: "string", int: "int64", float: "float64", bool: "bool"}
_ANY: Final = "json"
"""What has no type of its own: `datasets` keeps it as JSON in a text, and gives it back as it was."""


def features_of(records: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Returns the `features` of all columns in these records, in the order of their first appearance.

    A mapping is a struct where it has the same keys throughout, and `json` otherwise.
    """
    columns: dict[str, _Seen] = {}
    for record in records:
        for name, value in record.items():
            if (seen := columns.get(name)) is None:
                seen = columns[name] = _Seen()
            seen.add(value)
    return [{"name": name, **_feature(seen)} for name, seen in columns.items()]


@define
class _Seen:
    """The values seen at one path of the records: scalars, the items of a list, the values of a mapping by
    key.
    """

    scalars: set[str] = field(factory=set)
    items: _Seen | None = None
    keys: dict[str, _Seen] | None = None
    differs: bool = False
    """Whether mappings with different keys were seen; then what is in them does not matter."""

    def add(self, value: Any) -> None:
        if (scalar := _SCALARS.get(type(value))) is not None:
            self.scalars.add(scalar)
        elif isinstance(value, list):
            if self.items is None:
                self.items = _Seen()
            for item in value:
                self.items.add(item)
        elif isinstance(value, dict):
            if self.keys is None:
                self.keys = {key: _Seen() for key in value}
            self.differs = self.differs or not value or value.keys() != self.keys.keys()
            if not self.differs:
                for key, part in value.items():
                    self.keys[key].add(part)


def _feature(seen: _Seen) -> dict[str, Any]:
    if bool(seen.scalars) + (seen.items is not None) + (seen.keys is not None) > 1 or seen.differs:
        return {"dtype": _ANY}
    if seen.items is not None:
        return {"list": _brief(_feature(seen.items))}
    if seen.keys is not None:
        return {"struct": [{"name": key, **_feature(part)} for key, part in seen.keys.items()]}
    if seen.scalars == {"int64", "float64"}:
        return {"dtype": "float64"}
    return {"dtype": "null" if not seen.scalars else _ANY if len(seen.scalars) > 1 else min(seen.scalars)}


def _brief(feature: dict[str, Any]) -> Any:
    return feature.get("dtype") or feature.get("struct") or feature
