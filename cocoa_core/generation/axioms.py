"""Domain axioms as clauses over tests, as far as they bear on the slots that a requirement mentions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Any, Final

from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.ordered import OrderedKind, cuts
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Test
from cocoa_core.domain.schema import Axiom, Measure, Schema

__all__ = ["axiom_clauses"]

_COUNTED: Final = 64
"""Equal numbers of items are compared one by one; for wider ranges, of plain numbers, cuts suffice."""

Clause = tuple[GroundedLiteral, ...]


def axiom_clauses(schema: Schema, tests: Mapping[str, Iterable[Test]]) -> list[Clause]:
    """Clauses that hold of every legal option, over the given tests of slots and further ones of tied slots.

    Exact: values of the tests are given by some legal option just where the theory of each slot and these
    clauses admit them. `a <= b` needs the numbers at which some test of either changes: between two of them
    the lowest a and the highest b can be chosen. Equality of counts needs every number.
    """
    numbers = {axiom: _numbers(schema, axiom, tests) for axiom in schema.axioms if axiom.measures}
    tied = _tied(schema, set(tests), numbers)
    clauses: list[Clause] = []
    for axiom in schema.axioms:
        if axiom.relation == "never":
            if any(one.slot in tied for one in axiom.tests):
                clauses.append(tuple(GroundedLiteral(one, False).canonical() for one in axiom.tests))
            continue
        measures = [one for one in axiom.measures if one.slot in tied]
        pairs = list(combinations(measures, 2))
        if axiom.relation == "equal":
            pairs += [(high, low) for low, high in pairs]
        clauses += [_order(low, high, number) for low, high in pairs for number in numbers[axiom]]
    return clauses


@lru_cache(maxsize=4096)
def _order(low: Measure, high: Measure, number: int) -> Clause:
    """If the lower measure reaches the number, so does the higher one."""
    return (
        GroundedLiteral(Primitive(low.slot, Test("at_least", (number,), low.over)), False).canonical(),
        GroundedLiteral(Primitive(high.slot, Test("at_least", (number,), high.over))).canonical(),
    )


def _tied(schema: Schema, slots: set[str], numbers: Mapping[Axiom, Sequence[int]]) -> set[str]:
    """The mentioned slots and those through which axioms tie them to each other, or bound them."""
    tied = set(slots)
    while True:
        before = len(tied)
        for axiom in schema.axioms:
            if axiom.relation == "never":
                named = {one.slot for one in axiom.tests}
                if named & tied:
                    tied |= named
                continue
            named = {one.slot for one in axiom.measures}
            if not named & tied or not numbers[axiom]:
                continue
            if axiom.relation == "at_most":
                tied |= named
            else:
                ranges = {one.slot: _range(schema, one) for one in axiom.measures}
                widest = max(high - low for low, high in ranges.values())
                tied |= {slot for slot, (low, high) in ranges.items() if high - low < widest}
        if len(tied) == before:
            return tied


def _numbers(schema: Schema, axiom: Axiom, tests: Mapping[str, Iterable[Test]]) -> list[int]:
    ranges = [_range(schema, measure) for measure in axiom.measures]
    lowest, highest = min(low for low, _ in ranges), max(high for _, high in ranges)
    if axiom.relation == "equal" and highest - lowest <= _COUNTED:
        return list(range(lowest + 1, highest + 1))
    found = {
        cut
        for measure in axiom.measures
        for test in tests.get(measure.slot, ())
        if test.over == measure.over
        for cut in cuts(test.op, test.args)
    }
    for place, (_, high) in enumerate(ranges):
        if any(other > high for _, other in ranges[:place]):
            found.add(high + 1)
    return sorted(found)


def _range(schema: Schema, measure: Measure) -> tuple[int, int]:
    """The least and greatest number that a measure can be by its own slot."""
    kind: Any = schema.slot(measure.slot).kind
    if isinstance(kind, NumberList) and measure.over == "total":
        low, high, _ = kind.items.span()
        return min(low, low * kind.max_items), max(high, high * kind.max_items)
    if isinstance(kind, CategorySet):
        return kind.min_items, min(kind.max_items, len(kind.values)) if kind.closed else kind.max_items
    if isinstance(kind, NumberList):
        return kind.min_items, kind.max_items
    if isinstance(kind, OrderedKind):
        low, high, _ = kind.span()
        return low, high
    raise TypeError(f"no number is measured of {measure.slot}")
