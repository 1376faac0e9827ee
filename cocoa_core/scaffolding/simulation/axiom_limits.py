"""What axioms leave to the numbers of a row: limits, narrowed as values become known."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import pairwise
from typing import TypeAlias

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.primitives import Value
from cocoa_core.domain.schema import Axiom, Measure, Schema
from cocoa_core.scaffolding.simulation.values import limits_of

__all__ = ["Bounds", "first_bounds", "measured", "narrowed"]

Bounds: TypeAlias = dict[Measure, tuple[int, int] | None]
"""Least and greatest number of each measure; None for one that is undefined, which no axiom binds."""


def first_bounds(schema: Schema) -> Bounds:
    """What each measure of an axiom can be by its own slot."""
    measures = {one for axiom in schema.axioms for one in axiom.measures}
    return {one: limits_of(schema.slot(one.slot).kind)[one.over] for one in sorted(measures, key=str)}


def measured(kind: Kind, slot: str, value: Value, bounds: Bounds) -> None:
    """Enter the numbers of a value that is now known."""
    for one in bounds:
        if one.slot == slot:
            number = kind.measure(one.over, value)
            bounds[one] = None if number is None else (number, number)


def narrowed(
    axioms: Iterable[Axiom], bounds: Bounds, kinds: Mapping[str, Kind], known: Collection[str]
) -> Axiom | None:
    """Narrow the bounds to what the axioms leave; the axiom that leaves nothing, None if all leave something.

    A measure that may turn out undefined (of a slot that can be missing, the total of a list that can be
    empty) is left out instead of emptied.

    known: slots whose values are settled
    """
    axioms = [axiom for axiom in axioms if axiom.measures]
    changed = True
    while changed:
        changed = False
        for axiom in axioms:
            for one, (low, high) in list(_wanted(axiom, bounds)):
                before = bounds[one]
                if before is None or (low <= before[0] and before[1] <= high):
                    continue
                changed = True
                if max(low, before[0]) > min(high, before[1]):
                    escaping = next(
                        (other for other in axiom.measures if _escapes(other, bounds, kinds, known)), None
                    )
                    if escaping is None:
                        return axiom
                    bounds[escaping] = None
                    break  # what is wanted of the others has changed
                bounds[one] = max(low, before[0]), min(high, before[1])
    return None


def _wanted(axiom: Axiom, bounds: Bounds) -> Iterable[tuple[Measure, tuple[int, int]]]:
    """What the other measures of an axiom leave to each of them."""
    known = [(one, found) for one in axiom.measures if (found := bounds[one]) is not None]
    if len(known) < 2:
        return
    if axiom.relation == "equal":
        common = max(low for _, (low, _) in known), min(high for _, (_, high) in known)
        yield from ((one, common) for one, _ in known)
    elif len(known) == len(axiom.measures):
        for (low_one, low), (high_one, high) in pairwise(known):
            yield low_one, (low[0], high[1])
            yield high_one, (low[0], high[1])


def _escapes(one: Measure, bounds: Bounds, kinds: Mapping[str, Kind], known: Collection[str]) -> bool:
    """Whether the measure is not known yet and may turn out undefined."""
    kind = kinds[one.slot]
    if bounds[one] is None or one.slot in known:
        return False
    return kind.missing or (isinstance(kind, NumberList) and one.over == "total" and kind.min_items == 0)
