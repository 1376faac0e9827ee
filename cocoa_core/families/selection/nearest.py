"""The largest slots and minterms below those that were asked for of which questions are found."""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from cocoa_core.families.selection.mixes import Setting

__all__ = ["nearest"]

_FEW = 3
"""Minterms with which slots are tried."""


def nearest(asked: Setting, works: Callable[[Setting], bool]) -> Setting | None:
    """Slots one by one, then minterms, from few on until one does not work; None where none does.

    So each trial but two is of what can be met, and quick.
    """
    found = None
    for slots in range(2, asked.slots + 1):
        tried = evolve(asked, slots=slots, minterms=min(asked.minterms, _FEW, 2**slots - 1))
        if tried == asked or not works(tried):
            break
        found = tried
    while found is not None and found.minterms < min(asked.minterms, 2**found.slots - 1):
        tried = evolve(found, minterms=found.minterms + 1)
        if tried == asked or not works(tried):
            break
        found = tried
    return found
