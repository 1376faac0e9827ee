"""Domain axioms as clauses over tests, as far as they bear on the slots that a requirement mentions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final

from cocoa_core.domain.kinds.ordered import cuts
from cocoa_core.domain.primitives import GroundedLiteral, Primitive, Test
from cocoa_core.domain.schema import Axiom, Measure, Schema
from cocoa_core.generation.measure_values import (
    Values,
    apart_if_equal,
    apart_if_ordered,
    covers,
    measure_values,
)

__all__ = ["axiom_clauses"]

_COUNTED: Final = 64
"""Numbers of items are compared one by one, and so are few equal numbers; otherwise cuts suffice."""

Clause = tuple[GroundedLiteral, ...]


def axiom_clauses(schema: Schema, tests: Mapping[str, Iterable[Test]]) -> list[Clause]:
    """Clauses that hold of every legal option, over the given tests of slots and further ones of tied slots.

    Exact: values of the tests are given by some legal option just where the theory of each slot and these
    clauses admit them. `a <= b` needs the numbers at which some test of either changes: between two of them
    the lowest a and the highest b can be chosen, or further numbers tell them apart. Counts, and few numbers
    that are equal, need every number. (Not exact are `equal` and `at_most` of two lists' totals within a
    stretch where other tests of both lists leave few totals.)
    """
    mentioned = {slot: set(some) for slot, some in tests.items()}
    tied = set(tests)
    while True:
        numbers = {axiom: _numbers(schema, axiom, mentioned) for axiom in schema.axioms if axiom.measures}
        tied = _tied(schema, tied, numbers)
        if not _mention(schema, tied, mentioned):
            break
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


def _mention(schema: Schema, tied: set[str], mentioned: dict[str, set[Test]]) -> bool:
    """Add the tests of what is never, where it bears on tied slots; whether there were any to add."""
    before = sum(map(len, mentioned.values()))
    for axiom in schema.axioms:
        if any(one.slot in tied for one in axiom.tests):
            for one in axiom.tests:
                mentioned.setdefault(one.slot, set()).add(one.test)
    return sum(map(len, mentioned.values())) > before


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
            named = {one.slot for one in axiom.tests} | {one.slot for one in axiom.measures}
            if not named & tied or (axiom.measures and not numbers[axiom]):
                continue
            if axiom.relation != "equal":
                tied |= named
                continue
            values = [_values(schema, one) for one in axiom.measures]
            every = tuple(numbers for some in values for numbers in some)
            tied |= {
                one.slot for one, some in zip(axiom.measures, values, strict=True) if not covers(some, every)
            }
        if len(tied) == before:
            return tied


def _numbers(schema: Schema, axiom: Axiom, tests: Mapping[str, Iterable[Test]]) -> Sequence[int]:
    values = tuple([_values(schema, measure) for measure in axiom.measures])
    equal = axiom.relation == "equal"
    if equal or any(measure.over for measure in axiom.measures):
        counted = _counted(values)
        if counted is not None:
            return counted
    found = {
        cut
        for measure in axiom.measures
        for test in tests.get(measure.slot, ())
        if test.over == measure.over
        for cut in cuts(test.op, test.args)
    }
    points = tuple(sorted(found))
    further = apart_if_equal(values, points) if equal else apart_if_ordered(*values, points)
    return sorted(found.union(further)) if further else points


@lru_cache(maxsize=4096)
def _counted(values: tuple[Values, ...]) -> range | None:
    """All numbers above the least, where they are few."""
    lowest = min(numbers.start for some in values for numbers in some)
    highest = max(numbers.stop for some in values for numbers in some) - 1
    return range(lowest + 1, highest + 1) if highest - lowest <= _COUNTED else None


def _values(schema: Schema, measure: Measure) -> Values:
    return measure_values(schema.slot(measure.slot).kind, measure.over)
