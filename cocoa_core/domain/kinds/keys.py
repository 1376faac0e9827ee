"""Marks the fields of a kind that keys of schema.yaml set, so that no other file has to list them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from attrs import fields, frozen

from cocoa_core.domain.kinds.base import Kind

_METADATA: Final = "cocoa_core.schema_key"


@frozen
class SchemaKey:
    """A key with a plain value: true or false, or a whole number."""

    says: str
    """Its description, for editors."""
    default: Any
    least: int = 0
    most: int = 0
    """The bounds of a whole number."""


def schema_key(says: str, least: int = 0, most: int = 0) -> Mapping[str, Any]:
    """Returns the metadata of a field that the key of its name sets.

    The field has a default, which tells the type: bool, or a whole number from `least` to `most`.

    Args:
        says: the description of the key.
        least: the lowest number.
        most: the highest number.
    """
    return {_METADATA: (says, least, most)}


def schema_keys(kind: type[Kind]) -> Mapping[str, SchemaKey]:
    """Returns the keys of a kind that are declared on its fields, in their order."""
    marked = (field for field in fields(kind) if _METADATA in field.metadata)  # type: ignore[arg-type]
    keys = {}
    for field in marked:
        says, least, most = field.metadata[_METADATA]
        keys[field.name] = SchemaKey(says, field.default, least, most)
    return keys
