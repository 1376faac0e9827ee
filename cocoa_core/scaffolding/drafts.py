"""A domain that is not written yet, as plain data: what a table or an author's answers come to."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

__all__ = ["Draft", "DraftRule", "DraftSlot"]


@frozen
class DraftSlot:
    """One slot of a schema.yaml. `settings` is plain data as the file has it, keys in writing order."""

    name: str
    settings: Mapping[str, object]
    comment: str = ""


@frozen
class DraftRule:
    """One entry of a rules.yaml: `settings` holds id, tests, draw, say ... in writing order."""

    slot: str
    settings: Mapping[str, object]
    comment: str = ""


@frozen
class Draft:
    """What `write_domain` writes.

    `rows` hold canonical cell text under `header`, whose first column is "id". `request` may be empty (no
    opening of its own). `origin` says in one paragraph where the rows come from; `notes` say what was guessed
    and what could not be, one sentence each.
    """

    name: str
    noun: str
    description: str
    group_by: tuple[str, ...]
    request: tuple[object, ...]
    slots: tuple[DraftSlot, ...]
    rules: tuple[DraftRule, ...]
    axioms: tuple[Mapping[str, object], ...]
    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...] = field(repr=False)
    origin: str
    notes: tuple[str, ...] = ()
