"""What a run has to know of an item beside its line: its place, its counts, its fingerprints."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from cocoa_core.items.item import Item

__all__ = ["Entry"]


@frozen(kw_only=True)
class Entry:
    """An item, small.

    index, number: its place in the run, and which of the items of that index it is, from 0
    cell:        what its draws are counted under, such as "(4, 2)"
    counted:     values by facet, as a manifest counts them
    fingerprint: 64 bits of what must be asked once
    shared:      64 bits of what may be on one side only, such as the requirement of several questions
    shown:       64 bits of what is shown with it, and of that with who may show it again, such as a ring;
                 None where anything may be shown again
    line:        the record with the line's end, in UTF-8; empty where the item itself is carried
    """

    index: int
    number: int = 0
    attempt: int
    side: str | None
    cell: str
    counted: Mapping[str, tuple[str, ...]] = field(factory=dict)
    rejections: Mapping[str, int] = field(factory=dict)
    fingerprint: int
    shared: int
    shown: tuple[int, int] | None = None
    line: bytes = b""
    item: Item | None = None
