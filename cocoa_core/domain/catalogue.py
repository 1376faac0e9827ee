"""A domain's catalogue: the options, as typed values, in groups."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from cocoa_core.domain.primitives import Value
from cocoa_core.domain.schema import Schema

__all__ = ["Catalogue", "Group", "grouped"]

_EVERY_OPTION = "all"


@frozen
class Group:
    """Options that one question may be about.

    key:  their values of the schema's `group_by` slots
    name: those values as a person sees them, with " / " between; "all" where nothing groups options
    rows: their places in the catalogue, ascending
    """

    key: tuple[Value, ...]
    name: str
    rows: tuple[int, ...]


@frozen(eq=False)
class Catalogue:
    """Every option. `rows` hold values in the order of the schema's slots; groups come as they appear."""

    ids: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    groups: tuple[Group, ...]


def grouped(schema: Schema, rows: Sequence[tuple[Value, ...]]) -> tuple[Group, ...]:
    """The groups of these rows in order of first appearance; every row is in one."""
    if not schema.group_by:
        return (Group((), _EVERY_OPTION, tuple(range(len(rows)))),)
    places = [schema.position(name) for name in schema.group_by]
    members: dict[tuple[Value, ...], list[int]] = {}
    for number, row in enumerate(rows):
        members.setdefault(tuple([row[place] for place in places]), []).append(number)
    kinds = [schema.slots[place].kind for place in places]
    return tuple(
        Group(
            key, " / ".join(kind.show(value) for kind, value in zip(kinds, key, strict=True)), tuple(numbers)
        )
        for key, numbers in members.items()
    )
