"""Turns an item into a row of an exported table with typed columns, and back. The types are those of the
item's class.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from types import NoneType, UnionType
from typing import Any, Final, Protocol, Union, get_args, get_origin, get_type_hints

import attrs
from attrs import field, frozen

from cocoa_core.errors import FindingsError
from cocoa_core.items.item import Item, Recorded, plain

_SCALARS: Final = {str: "string", int: "int64", float: "float64", bool: "bool_"}
_ABOUT: Final[Mapping[str, str]] = {
    "id": "sixteen hexadecimal digits",
    "family": "who knows what is asked",
    "ask": "which kind of question of the family",
    "variant": "in which form",
    "groups": "ids of the groups that it is a part of, by kind, as JSON in a text",
    "key": "all right answers",
    "provenance": "how the question came about; `settings` and `rejections` are JSON in a text",
}


class _Column(Protocol):
    def kind(self, arrow: Any) -> Any:
        """Returns the Arrow type of what `cell` gives."""

    def cell(self, value: Any) -> Any:
        """Returns the table cell of a part of an item."""

    def value(self, cell: Any) -> Any:
        """Returns the part of a cell as plain data: the inverse of `cell`."""


@frozen
class ItemColumns:
    """The columns of a class of items, in the order of the record's keys.

    A mapping becomes a struct where its keys are known, and is JSON in a text otherwise; so is what the class
    leaves open (`Any`): the types do not depend on what happens to be in the data.
    """

    about: Mapping[str, str]
    _row: _Parts = field(repr=False)

    @classmethod
    def of(
        cls,
        item: type[Item],
        *,
        about: Mapping[str, str] | None = None,
        keys: Mapping[str, Sequence[str]] | None = None,
        types: Mapping[str, Any] | None = None,
        without: Sequence[str] = (),
    ) -> ItemColumns:
        """Returns the columns of a class of items.

        Args:
            about: what a column holds, by the column's name.
            keys: the keys that a mapping may have, by its path ("options.shown"). A key that is missing in an
                item is null.
            types: Arrow types by path, where the class says less than is known.
            without: keys that get no column.
        """
        row = _parts(item, "", keys or {}, types or {})
        parts = {
            name: part for name, part in row.parts.items() if name != "provenance" and name not in without
        }
        row = _Parts({**parts, "provenance": row.parts["provenance"]})
        descriptions = {**_ABOUT, **(about or {})}
        return cls({name: descriptions.get(name, f"the family's {name}") for name in row.parts}, row)

    def schema(self, arrow: Any) -> Any:
        """Returns the types of the columns.

        Args:
            arrow: the module pyarrow.
        """
        return arrow.schema(list(self._row.kind(arrow)))

    def row(self, item: Item) -> dict[str, Any]:
        """Returns an item as a row, by column name.

        Raises:
            FindingsError: a mapping has a key that it may not have.
        """
        row: dict[str, Any] = self._row.cell(item)
        return row

    def record(self, row: Mapping[str, Any]) -> dict[str, Any]:
        """Returns the record of a row that was read from Parquet: the inverse of `row`."""
        record: dict[str, Any] = self._row.value(row)
        return record


@frozen
class _Scalar:
    name: str

    def kind(self, arrow: Any) -> Any:
        return getattr(arrow, self.name)()

    def cell(self, value: Any) -> Any:
        return value

    def value(self, cell: Any) -> Any:
        return cell


@frozen
class _Json:
    def kind(self, arrow: Any) -> Any:
        return arrow.string()

    def cell(self, value: Any) -> Any:
        return None if value is None else json.dumps(plain(value), ensure_ascii=False)

    def value(self, cell: Any) -> Any:
        return None if cell is None else json.loads(cell)


@frozen
class _Many:
    of: _Column

    def kind(self, arrow: Any) -> Any:
        return arrow.list_(self.of.kind(arrow))

    def cell(self, value: Any) -> Any:
        return None if value is None else [self.of.cell(part) for part in value]

    def value(self, cell: Any) -> Any:
        return None if cell is None else [self.of.value(part) for part in cell]


@frozen
class _Parts:
    """Columns that stand together in a struct."""

    parts: Mapping[str, _Column]
    sparse: bool = False
    """Whether keys may be missing; then they are null in the table."""

    def kind(self, arrow: Any) -> Any:
        return arrow.struct([arrow.field(name, part.kind(arrow)) for name, part in self.parts.items()])

    def cell(self, value: Any) -> Any:
        if value is None:
            return None
        if not self.sparse:
            data = vars(value)
            return {name: part.cell(data[name]) for name, part in self.parts.items()}
        try:
            return {name: self.parts[name].cell(part) for name, part in value.items()}
        except KeyError as error:
            raise FindingsError(
                "a record has a key that its data set does not know",
                got=str(error.args[0]),
                expected=", ".join(self.parts),
                fix="run `cocoa verify` on the data set",
            ) from error

    def value(self, cell: Any) -> Any:
        if cell is None:
            return None
        present = [name for name in self.parts if not self.sparse or cell.get(name) is not None]
        return {name: self.parts[name].value(cell[name]) for name in present}


def _parts(
    record: type[Recorded], path: str, keys: Mapping[str, Sequence[str]], types: Mapping[str, Any]
) -> _Parts:
    hints = get_type_hints(record)
    names = [declared.name for declared in attrs.fields(record)]  # type: ignore[arg-type]
    paths = {name: f"{path}.{name}".strip(".") for name in names}
    return _Parts(
        {name: _column(types.get(path, hints[name]), path, keys, types) for name, path in paths.items()}
    )


def _column(hint: Any, path: str, keys: Mapping[str, Sequence[str]], types: Mapping[str, Any]) -> _Column:
    if get_origin(hint) in (Union, UnionType):
        given = [kind for kind in get_args(hint) if kind is not NoneType]
        hint = given[0] if len(given) == 1 else Any
    if hint in _SCALARS:
        return _Scalar(_SCALARS[hint])
    if isinstance(hint, type) and issubclass(hint, Recorded):
        return _parts(hint, path, keys, types)
    origin, kinds = get_origin(hint), [kind for kind in get_args(hint) if kind is not Ellipsis]
    if origin in (tuple, list) and len(set(kinds)) == 1:
        return _Many(_column(kinds[0], path, keys, types))
    if origin is Mapping and path in keys:
        return _Parts({key: _column(kinds[1], path, {}, types) for key in keys[path]}, sparse=True)
    return _Json()
