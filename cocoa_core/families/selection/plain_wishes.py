"""Slots that can be wished for plainly: a test of one alone refuses an option and spares the right one."""

from __future__ import annotations

from collections.abc import Sequence

from cocoa_core.families.selection.directions import AGAINST, WANTED
from cocoa_core.families.selection.elimination import eliminable
from cocoa_core.families.selection.grounding import Owed
from cocoa_core.families.selection.panel import Panel
from cocoa_core.families.selection.structure import Wanted

__all__ = ["plainly_wished"]


def plainly_wished(
    panel: Panel, usable: Sequence[str], wanted: Wanted, target: int, owed: Owed
) -> frozenset[str]:
    """The slots of which a sum term of one literal is worth drawing: of any other, grounding would fail.

    target: the mask of the right options. All slots where a sum term may eliminate nothing.
    """
    if not owed.every_term:
        return frozenset(usable)
    sides = (WANTED, AGAINST) if wanted.against else (WANTED,)
    wrong = panel.everything & ~target
    return frozenset(
        slot
        for slot in usable
        if any(
            eliminable((panel.view(slot, positive, side),), target) & wrong
            for side in sides
            for positive in (True, False)
        )
    )
