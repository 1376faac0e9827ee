"""What an item is: something that is asked and scored, of whatever family."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Final, TypeVar

import attrs
from attrs import field, frozen

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler, TypeAdapter
    from pydantic_core import CoreSchema

CANARY: Final = "cocoa benchmark data, not for training corpora. canary 5f0c7c52-8e0b-4b0e-9d3a-2f6f0c1a7e44"
"""Stands in every record, so that a corpus can be searched for leaked questions."""

_R = TypeVar("_R", bound="Recorded")


class Recorded:
    """A class whose objects stand in records. Its attrs fields and their types are the model by which they
    are read.

    Subclasses are `frozen(slots=False)`, so that `vars` gives what is written, in the order of the fields.
    """

    @classmethod
    def read(cls: type[_R], line: str | bytes) -> _R:
        """Reads an object from a JSON text.

        Raises:
            ValueError: the text is something else. The error is pydantic's and names the path.
        """
        read: _R = _adapter(cls).validate_json(line, strict=True)  # type: ignore[arg-type]
        return read

    @classmethod
    def from_json(cls: type[_R], data: Mapping[str, Any]) -> _R:
        """Reads an object from the data that `to_json` gives.

        Raises:
            ValueError: the data is something else.
        """
        return cls.read(json.dumps(data))

    def to_json(self) -> dict[str, Any]:
        """Returns the object as plain data, in the order of its fields."""
        data: dict[str, Any] = plain(self)
        return data

    @classmethod
    def __get_pydantic_core_schema__(cls, _source: object, handler: GetCoreSchemaHandler) -> CoreSchema:
        from typing import get_type_hints

        from pydantic_core import core_schema

        hints = get_type_hints(cls)
        arguments = []
        for declared in attrs.fields(cls):  # type: ignore[arg-type]  # every subclass is one of attrs
            schema = handler.generate_schema(hints[declared.name])
            if isinstance(declared.default, attrs.Factory):  # type: ignore[arg-type]
                schema = core_schema.with_default_schema(schema, default_factory=declared.default.factory)
            elif declared.default is not attrs.NOTHING:
                schema = core_schema.with_default_schema(schema, default=declared.default)
            arguments.append(core_schema.arguments_parameter(declared.name, schema, mode="keyword_only"))
        return core_schema.call_schema(core_schema.arguments_schema(arguments), cls)


@cache
def _adapter(cls: type[Any]) -> TypeAdapter[Any]:
    from pydantic import TypeAdapter

    return TypeAdapter(cls)


@frozen(slots=False, kw_only=True)
class Provenance(Recorded):
    """What an item is a function of, and nothing else."""

    seed: int
    index: int
    attempt: int = 0
    settings: Mapping[str, Any] = field(factory=dict)
    """The settings of the run, as in its manifest."""
    side: str | None = None
    """The side, such as "train"; None where there are none."""
    rejections: Mapping[str, int] = field(factory=dict)
    """The number of refused draws on the way, by reason."""
    version: str
    canary: str = CANARY


@frozen(slots=False, kw_only=True)
class Item(Recorded):
    """What the items of every family have in common. A family adds fields of its own, the payload."""

    FAMILY: ClassVar[str]

    id: str
    """The hash of everything that the item is a function of."""
    family: str
    """The name of the family."""
    ask: str
    """The kind of question, a name of the family's `asks`."""
    variant: str = "plain"
    """The form in which the question is asked."""
    groups: Mapping[str, str] = field(factory=dict)
    """The ids of the groups that the item belongs to, by the kind of group ("ring" is a balanced set)."""
    key: Any
    """All right answers, in the form that the ask defines."""
    provenance: Provenance

    def to_json(self) -> dict[str, Any]:
        """Returns the item as plain data: the common keys, the payload, the provenance."""
        data: dict[str, Any] = plain(self._ordered())
        return data

    def line(self) -> str:
        """Returns the record as one line of JSON, without a line end."""
        return _ENCODER.encode(self._ordered())

    def _ordered(self) -> dict[str, Any]:
        fields = dict(vars(self))
        provenance = fields.pop("provenance")
        return {**fields, "provenance": provenance}


@frozen(slots=False, kw_only=True)
class PlainItem(Item):
    """An item whose payload is one mapping of JSON values, for families that need no more."""

    payload: Mapping[str, Any] = field(factory=dict)


# Records without slots have their fields in a dict, in order: just what is to be written.
_ENCODER: Final = json.JSONEncoder(
    default=vars, ensure_ascii=False, check_circular=False, separators=(",", ":")
)


def plain(value: Any) -> Any:
    """Turns records, and containers of them, into plain data."""
    if isinstance(value, str | int | float | bool) or value is None:
        return value
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    return {key: plain(part) for key, part in (value if isinstance(value, Mapping) else vars(value)).items()}


def in_words(key: Any) -> str:
    """Returns a key in one line: all right answers, or "none"."""
    parts = key if isinstance(key, list | tuple) else [key]
    return ", ".join(map(str, parts)) or "none"


def wrong_parts(error: Exception) -> str:
    """Says which parts of a text are wrong, each with its path; at most three.

    Args:
        error: what `Recorded.read` raised.
    """
    from pydantic import ValidationError

    if not isinstance(error, ValidationError):
        return str(error)
    faults = [
        f"{'.'.join(map(str, part['loc'])) or 'the text'}: {_WRONG.get(part['type'], part['msg'].lower())}"
        for part in error.errors(include_url=False)
    ]
    more = f", and {len(faults) - _SHOWN} more" if len(faults) > _SHOWN else ""
    return "; ".join(faults[:_SHOWN]) + more


_SHOWN: Final = 3
_WRONG: Final = {"missing_keyword_only_argument": "missing", "unexpected_keyword_argument": "no such key"}
