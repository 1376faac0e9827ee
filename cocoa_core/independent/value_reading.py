"""The verifier's own reading of what an option shows, as typed values."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from cocoa_core.independent.kinds import LONGEST_WORD, NOT_GIVEN, kind_named
from cocoa_core.independent.slots import Slot, Value

__all__ = ["read_shown"]

_MOST_KEPT: Final = 1 << 15
"""The number of short texts whose values are cached. Options repeat: five times where they are of a balanced
set.
"""


def read_shown(slot: Slot, text: str) -> Value:
    """Returns the value that a text shows.

    Raises:
        ValueError: the text is not exactly how a value of the slot is shown.
    """
    return _kept(slot, text) if len(text) <= LONGEST_WORD else _read(slot, text)


@lru_cache(_MOST_KEPT)
def _kept(slot: Slot, text: str) -> Value:
    return _read(slot, text)


def _read(slot: Slot, text: str) -> Value:
    if text == NOT_GIVEN:
        if not slot.missing:
            raise ValueError("a value that cannot be missing is not given")
        return None
    return kind_named(slot.kind).read_shown(slot, text)
