"""What a run has to know of an item beside its line: its place, its counts, its fingerprints."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

import attrs
from attrs import field, frozen

from cocoa_core.items.item import Item, Recorded

__all__ = ["Entry"]


@frozen(slots=False, kw_only=True)
class _Noted(Recorded):
    """An item, small.

    index, number: its place in the run, and which of the items of that index it is, from 0
    cell:        what its draws are counted under, such as "(4, 2)"
    counted:     values by facet, as a manifest counts them
    fingerprint: 64 bits of what must be asked once
    shared:      64 bits of what may be on one side only, such as the requirement of several questions
    shown:       64 bits of what is shown with it, and of that with who may show it again, such as a ring;
                 None where anything may be shown again
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


@frozen(slots=False, kw_only=True)
class Entry(_Noted):
    """An item, small, and its line or itself.

    line: the record with the line's end, in UTF-8; empty where the item itself is carried
    """

    line: bytes = b""
    item: Item | None = None

    @classmethod
    def of_note(cls, note: bytes, line: bytes) -> Entry:
        """The entry of a line that has this note; ValueError where that is none."""
        noted = _Noted.read(note)
        if not all(0 <= bits < 1 << 64 for bits in (noted.fingerprint, noted.shared, *(noted.shown or ()))):
            raise ValueError("a fingerprint that does not have 64 bits")
        return cls(**vars(noted), line=line)

    @property
    def note(self) -> bytes:
        """All but the line and the item, as a line of JSON."""
        noted = {name: value for name, value in vars(self).items() if name in _NOTED}
        return f"{json.dumps(noted, separators=(',', ':'))}\n".encode()


_NOTED: Final = frozenset(field.name for field in attrs.fields(_Noted))
