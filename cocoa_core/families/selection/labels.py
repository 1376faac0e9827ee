"""The letters that options are called by: A to Z, then AA, AB and so on."""

from __future__ import annotations

from functools import cache
from string import ascii_uppercase

__all__ = ["labels_of"]


@cache
def labels_of(options: int) -> tuple[str, ...]:
    """The labels of so many options, in order."""
    return tuple([_label(place) for place in range(options)])


def _label(place: int) -> str:
    """Of the option at a place (from 0), as columns of a spreadsheet are called."""
    before, last = divmod(place, len(ascii_uppercase))
    return (_label(before - 1) if before else "") + ascii_uppercase[last]
