"""How far a schema would have to be widened to take values in."""

from __future__ import annotations

from collections.abc import Iterable
from math import gcd
from types import MappingProxyType
from typing import Final

from attrs import frozen

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.kinds.clock import Clock
from cocoa_core.domain.kinds.duration import Duration
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.ordered import OrderedKind
from cocoa_core.domain.primitives import Value

__all__ = ["Widening", "needed", "together", "widening_text"]


@frozen
class Widening:
    """One setting of a slot, and the number that it would have to be.

    setting: "min", "max" and "step" in the kind's own unit, "min_items" and "max_items"
    """

    slot: str
    setting: str
    number: int
    kind: Kind

    def text(self) -> str:
        """As schema.yaml would have it: "`min: 2024-04-17` for date"."""
        items = self.setting.endswith("_items")
        plain = items or not isinstance(self.kind, OrderedKind) or self.setting == "step"
        number = str(self.number) if plain else self.kind.write(self.number)
        if self.setting == "step" and not isinstance(self.kind, Duration | Clock):
            return f"no `whole: true` for {self.slot}"
        return f"`{self.setting}: {number}` for {self.slot}"


def needed(slot: str, kind: Kind, value: Value) -> tuple[Widening, ...]:
    """What has to change so that the kind holds the value, as far as numbers of a schema say it."""
    if isinstance(kind, CategorySet | NumberList) and isinstance(value, tuple):
        found: list[Widening] = []
        if len(value) > kind.max_items:
            found.append(Widening(slot, "max_items", len(value), kind))
        if len(value) < kind.min_items:
            found.append(Widening(slot, "min_items", len(value), kind))
        if isinstance(kind, NumberList):
            found += (one for item in value for one in needed(slot, kind.items, item))
        return together(found)
    if not isinstance(kind, OrderedKind) or not isinstance(value, int):
        return ()
    low, high, step = kind.span()
    ends = [("min", value)] * (value < low) + [("max", value)] * (value > high)
    steps = [("step", gcd(step, abs(value)))] if value % step else []
    if isinstance(kind, Clock) and ends:
        return ()
    return tuple(Widening(slot, setting, number, kind) for setting, number in (*ends, *steps))


def together(widenings: Iterable[Widening]) -> tuple[Widening, ...]:
    """One widening for each setting of each slot that does for all, in order of first appearance."""
    found: dict[tuple[str, str], Widening] = {}
    for one in widenings:
        place = (one.slot, one.setting)
        found[place] = _further(found[place], one) if place in found else one
    return tuple(found.values())


def widening_text(widenings: Iterable[Widening]) -> str:
    """What to write into schema.yaml, in words; "" for nothing."""
    texts = [one.text() for one in together(widenings)]
    return f"write {', '.join(texts)} in schema.yaml" if texts else ""


def _further(one: Widening, other: Widening) -> Widening:
    if one.setting == "step":
        return Widening(one.slot, one.setting, gcd(one.number, other.number), one.kind)
    furthest = _FURTHEST[one.setting]
    return one if furthest(one.number, other.number) == one.number else other


_FURTHEST: Final = MappingProxyType({"min": min, "min_items": min, "max": max, "max_items": max})
