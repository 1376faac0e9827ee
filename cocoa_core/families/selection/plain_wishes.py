"""Slots that can be wished for plainly: a test of one alone refuses an option and spares the right one.

And those that can be traded: of a condition over both.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product as cartesian

from attrs import evolve

from cocoa_core.families.selection.directions import AGAINST, WANTED
from cocoa_core.families.selection.elimination import eliminable
from cocoa_core.families.selection.grounding import Owed
from cocoa_core.families.selection.panel import Panel
from cocoa_core.families.selection.prospects import prospects
from cocoa_core.families.selection.structure import Wanted

__all__ = ["plainly_wished", "with_trades"]


def plainly_wished(
    panel: Panel, usable: Sequence[str], wanted: Wanted, target: int, owed: Owed
) -> frozenset[str]:
    """The slots of which a sum term of one literal is worth drawing: of any other, grounding would fail.

    target: the mask of the right options. All slots where a sum term may eliminate nothing.
    """
    if not owed.every_term:
        return frozenset(usable)
    key = target, wanted.against, tuple(usable)
    found = panel.wished.get(key)
    if found is None:
        found = panel.wished[key] = _wished(panel, usable, wanted.against, target)
    return found


def _wished(panel: Panel, usable: Sequence[str], against: bool, target: int) -> frozenset[str]:
    sides = (WANTED, AGAINST) if against else (WANTED,)
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


def with_trades(panel: Panel, usable: Sequence[str], wanted: Wanted, target: int, owed: Owed) -> Wanted:
    """Wanted, with those of its trades alone of which a condition can refuse an option, and another can gain
    on the right one: of any other, grounding would mostly fail. As it is where there are none.

    target: the mask of the right options.
    """
    if not wanted.trades or not owed.hidden or target.bit_count() != 1:
        return wanted
    key = target, wanted.trades, tuple(usable)
    found = panel.traded.get(key)
    if found is None:
        found = panel.traded[key] = _traded(panel, usable, wanted.trades, target)
    return evolve(wanted, trades=found) if found else wanted


def _traded(
    panel: Panel, usable: Sequence[str], trades: frozenset[frozenset[str]], target: int
) -> frozenset[frozenset[str]]:
    wrong = panel.everything & ~target

    def fits(one: str, two: str) -> bool:
        views = [[panel.view(slot, sign, WANTED) for sign in (True, False)] for slot in (one, two)]
        seen = (prospects(term, target) for term in cartesian(*views))
        return any(refused & wrong and gaining & wrong for refused, gaining in seen)

    return frozenset(pair for pair in trades if pair.issubset(usable) and fits(*sorted(pair)))
