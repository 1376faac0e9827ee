"""What a run keeps of an item beside its line: position, counts and fingerprints."""

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
    """The notes on an item."""

    index: int
    """The index in the run, from 0."""
    number: int = 0
    """Which of the items of that index it is, from 0."""
    attempt: int
    side: str | None
    cell: str
    """The difficulty cell that its draws are counted under, such as "(4, 2)"."""
    counted: Mapping[str, tuple[str, ...]] = field(factory=dict)
    """Values by facet, as a manifest counts them."""
    rejections: Mapping[str, int] = field(factory=dict)
    fingerprint: int
    """64 bits of what must not be asked twice."""
    shared: int
    """64 bits of what may be on one side only, such as the requirement that several questions share."""
    shown: tuple[int, int] | None = None
    """64 bits of what is shown with the item, and 64 bits of the group whose members may show it again, such
    as a balanced set. None where anything may be shown again.
    """


@frozen(slots=False, kw_only=True)
class Entry(_Noted):
    """The notes on an item, with its line or the item itself."""

    line: bytes = b""
    """The record with its line end, in UTF-8; empty where `item` is given."""
    item: Item | None = None

    @classmethod
    def of_note(cls, note: bytes, line: bytes) -> Entry:
        """Returns the entry of a line from its note.

        Raises:
            ValueError: the note cannot be read.
        """
        noted = _Noted.read(note)
        if not all(0 <= bits < 1 << 64 for bits in (noted.fingerprint, noted.shared, *(noted.shown or ()))):
            raise ValueError("a fingerprint that does not have 64 bits")
        return cls(**vars(noted), line=line)

    @property
    def note(self) -> bytes:
        """The notes as a line of JSON, without the line and the item."""
        noted = {name: value for name, value in vars(self).items() if name in _NOTED}
        return f"{json.dumps(noted, separators=(',', ':'))}\n".encode()


_NOTED: Final = frozenset(field.name for field in attrs.fields(_Noted))
