"""Checks the card of a data set, whose header states the types of the records."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from attrs import define, field

from cocoa_core.errors import FindingsError
from cocoa_core.independent import load_plain, read_regular
from cocoa_core.verification.manifest import WHOLE, Manifest
from cocoa_core.verification.report import Flaw

_PLAIN: Final[dict[type, str]] = {str: "string", int: "int64", float: "float64", bool: "bool"}
_JSON: Final = {"dtype": "json"}
"""The type of what has no single type."""
_NESTED: Final = frozenset({dict, list})
_OBJECT: Final = frozenset({dict})
_MOST_KEPT: Final = 64
"""Combinations of keys and types cached for each path; other objects are gone through by key."""


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
            items, kinds = self.items, set(map(type, value))
            if kinds <= items.plain or (items.mixed and kinds == _OBJECT):
                return
            items.plain |= kinds & _PLAIN.keys()
            if not kinds.isdisjoint(_NESTED):
                for item in value:
                    if type(item) in _NESTED:
                        items.take(item)
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

    columns: dict[str, Column] = field(factory=dict)
    whole: bool = True
    """Whether all lines were records. Where some were not, nothing can be said of the types."""

    def take(self, record: Mapping[str, Any]) -> None:
        """Adds a record."""
        for name, value in record.items():
            column = self.columns.get(name)
            if column is None:
                column = self.columns[name] = Column()
            column.take(value)

    def merge(self, other: RecordColumns) -> None:
        """Adds what another object has taken, after all that this one has."""
        self.whole = self.whole and other.whole
        for name, column in other.columns.items():
            self.columns.setdefault(name, Column()).merge(column)

    def features(self) -> list[dict[str, Any]]:
        """Returns the types as a card states them."""
        return [{"name": name, **column.feature()} for name, column in self.columns.items()]


CARD: Final = "README.md"
_MOST_BYTES: Final = 1_000_000
_RULE: Final = "---\n"
_SIZES: Final = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_LARGEST: Final = "1M<n<10M"


def card_flaws(folder: Path, manifest: Manifest, columns: RecordColumns) -> Iterator[Flaw]:
    """Finds a header that does not tell a loader what the data set is: its files, their size, the types of
    its lines.

    Further keys of the header, and the text below it, are not looked at.

    Args:
        folder: the folder of the data set.
    """
    try:
        text = read_regular(folder / CARD, _MOST_BYTES, folder).decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        yield Flaw("file-missing", "the card is missing or cannot be read", error)
        return
    before, _, rest = text.partition(_RULE)
    header, rule, _ = rest.partition(f"\n{_RULE}")
    try:
        given = load_plain(header.encode(), CARD) if rule and not before else None
    except FindingsError as error:
        yield Flaw("card", "the header of the card cannot be read", error)
        return
    stated = given if isinstance(given, dict) else {}
    yield from _configuration_flaws(stated, manifest)
    sizes = [next((size for most, size in _SIZES if manifest.count < most), _LARGEST)]
    if stated.get("size_categories") != sizes:
        got = str(stated.get("size_categories"))
        yield Flaw("card", "the size that the card states is another", got, sizes)
    if columns.whole:
        yield from _type_flaws(stated.get("dataset_info"), manifest, columns)


def _configuration_flaws(header: Mapping[str, Any], manifest: Manifest) -> Iterator[Flaw]:
    files = {side: file for side, file in manifest.files.items() if file.items}
    splits = []
    for side, file in files.items():
        names = [piece.name for piece in file.pieces]
        path = names[0] if len(names) == 1 else names
        splits.append({"split": "test" if side == WHOLE else side, "path": path})
    digest = hashlib.sha256("".join(file.sha256 or "" for file in files.values()).encode()).hexdigest()
    expected = {"config_name": "default", "description": f"sha256 {digest}", "data_files": splits}
    configs = header.get("configs")
    stated = configs[0] if isinstance(configs, list) and len(configs) == 1 else None
    stated = stated if isinstance(stated, dict) else {}
    for name in sorted(expected.keys() | stated.keys()):
        if stated.get(name) != expected.get(name):
            got, wanted = str(stated.get(name)), str(expected.get(name))
            yield Flaw("card", f"{name} of the card is not that of the data set", got, wanted)


def _type_flaws(stated: Any, manifest: Manifest, columns: RecordColumns) -> Iterator[Flaw]:
    """Finds types that the lines do not have. The types of Parquet files are in the files alone."""
    table = any(piece.name.endswith(".parquet") for file in manifest.files.values() for piece in file.pieces)
    features = [] if table else columns.features()
    if stated == ({"features": features} if features else None):
        return
    stated_features = stated.get("features") if isinstance(stated, dict) else None
    stated_features = stated_features if isinstance(stated_features, list) else []
    missing = [feature for feature in features if feature not in stated_features]
    unknown = [feature for feature in stated_features if feature not in features]
    problem = "the types that the card states are not those of the lines"
    yield Flaw("card", problem, unknown[:1] or stated, missing[:1] or features)
