"""A domain's catalogue: the rows of its table, and the groups of which questions are asked."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import frozen

from cocoa_core.domain.primitives import Value
from cocoa_core.domain.schema import Schema
from cocoa_core.grouping import grouped

_EVERY_OPTION = "all"


@frozen
class Group:
    """Options that one question may be about."""

    key: tuple[Value, ...]
    """The values of the schema's `group_by` slots."""
    name: str
    """These values as a person sees them, joined by " / "; "all" where nothing groups options."""
    rows: tuple[int, ...]
    """The indices of its rows in the catalogue, ascending."""


@frozen(eq=False)
class Catalogue:
    """Every option. `rows` hold values in the order of the schema's slots; groups come as they appear."""

    ids: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    groups: tuple[Group, ...]


def groups_of(schema: Schema, rows: Sequence[tuple[Value, ...]]) -> tuple[Group, ...]:
    """Returns the groups of these rows in order of first appearance; every row is in one."""
    if not schema.group_by:
        return (Group((), _EVERY_OPTION, tuple(range(len(rows)))),)
    positions = [schema.position(name) for name in schema.group_by]
    members = grouped(
        (tuple([row[position] for position in positions]), number) for number, row in enumerate(rows)
    )
    kinds = [schema.slots[position].kind for position in positions]
    return tuple(
        Group(
            key, " / ".join(kind.show(value) for kind, value in zip(kinds, key, strict=True)), tuple(numbers)
        )
        for key, numbers in members.items()
    )
