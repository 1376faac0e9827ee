"""Domain axioms as clauses over tests, as far as they bear on the slots that a requirement mentions.

First the numbers at which the tests of two measures must be told apart, since between two such cuts all
numbers behave alike; then the clauses of each axiom over these cuts; then those of sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, pairwise
from itertools import product as cartesian
from math import lcm, prod
from typing import Final, TypeAlias

from cocoa_core.domain import Axiom, GroundedLiteral, Measure, Primitive, Schema, Test
from cocoa_core.domain.kinds import Kind, cuts

Values: TypeAlias = tuple[range, ...]
"""Numbers as ranges, each of multiples of its step."""
Clause = tuple[GroundedLiteral, ...]
Kinds = tuple[Kind, ...]
"""Those of an axiom's measures."""

_ORDERED: Final = ("equal", "at_most")
_END: Final = 1 << 62
_MOST_APART: Final = 1_000
"""Numbers that two measures on different grids are told apart by in one stretch, at most."""
_MOST_COUNTED: Final = 64
"""Numbers of items are compared one by one, and so are few equal numbers; otherwise cuts suffice."""
_MOST_OF_SUM: Final = 400
"""Clauses of one sum; with more the sum is not counted on."""
_CACHED_AXIOMS: Final = 1024
"""Axioms of which is kept what does not depend on a requirement."""


@lru_cache(maxsize=4096)
def measure_values(kind: Kind, over: str | None) -> Values:
    """Returns `Kind.measures`, cached."""
    return kind.measures(over)


def covers(values: Values, others: Values) -> bool:
    """Returns whether the values have every other number; no where only ranges together cover one."""
    return all(
        not numbers or any(_has_all(value_range, numbers) for value_range in values) for numbers in others
    )


def _has_all(numbers: range, part: range) -> bool:
    return part[0] in numbers and part[-1] in numbers and part.step % numbers.step == 0


@lru_cache(maxsize=4096)
def apart_if_ordered(low: Values, high: Values, points: tuple[int, ...]) -> tuple[int, ...]:
    """Returns further cuts, so that between two cuts any low number is at most some high one, or none is; and
    vice versa.
    """
    cuts: set[int] = set()
    for start, end in _stretches(points):
        least, most = _first(low, start, end), _last(high, start, end)
        if least is None or most is None:
            continue
        if _last(low, start, end) > most:  # type: ignore[operator]
            cuts.add(most + 1)
        if _first(high, start, end) < least:  # type: ignore[operator]
            cuts.add(least)
    return tuple(cuts)


@lru_cache(maxsize=4096)
def apart_if_equal(measures: tuple[Values, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    """Returns further cuts, so that between two cuts the measures have a number in common, or one of them has
    no number there.

    Measures from 0 to 5 and from 5 to 9 have 5 in common: they are cut at 5 and 6. The same holds for each
    two of the measures, since the others may be undefined.
    """
    cuts: set[int] = set()
    groups = [*combinations(measures, 2), *([measures] if len(measures) > 2 else [])]
    for group in groups:
        common = _common(group)
        for start, end in _stretches(points):
            if _first(common, start, end) is None:
                few = min(([*_within(values, start, end)] for values in group), key=len)
                cuts.update(number + after for number in few for after in (0, 1))
            else:
                cuts.update(_edges(group, common, start, end))
    return tuple(cuts)


def _edges(group: Sequence[Values], common: Values, start: int, end: int) -> Iterator[int]:
    """Yields where numbers of one measure go beyond all that are common to the group."""
    first, last = _first(common, start, end), _last(common, start, end)
    for values in group:
        if first is not None and _first(values, start, end) < first:  # type: ignore[operator]
            yield first
        if last is not None and _last(values, start, end) > last:  # type: ignore[operator]
            yield last + 1


def _common(group: Sequence[Values]) -> Values:
    common: Values = group[0]
    for values in group[1:]:
        overlaps = (_overlap(numbers, other) for numbers, other in cartesian(common, values))
        common = tuple(numbers for numbers in overlaps if numbers)
    return common


def _overlap(numbers: range, other: range) -> range:
    step = lcm(numbers.step, other.step)
    first = max(numbers.start, other.start)
    return range(-(-first // step) * step, min(numbers.stop, other.stop), step)


def _stretches(points: Sequence[int]) -> Iterator[tuple[int, int]]:
    yield from pairwise((-_END, *points, _END))


def _first(values: Values, start: int, end: int) -> int | None:
    first = None
    for numbers in values:
        number = max(numbers.start, -(-start // numbers.step) * numbers.step)
        if number < min(end, numbers.stop) and (first is None or number < first):
            first = number
    return first


def _last(values: Values, start: int, end: int) -> int | None:
    last = None
    for numbers in values:
        number = (min(end, numbers.stop) - 1) // numbers.step * numbers.step
        if number >= max(start, numbers.start) and (last is None or number > last):
            last = number
    return last


def _within(values: Values, start: int, end: int) -> Iterator[int]:
    """Yields the numbers from `start` to below `end`, the first of them if they are very many."""
    count = 0
    for numbers in values:
        first = max(numbers.start, -(-start // numbers.step) * numbers.step)
        for number in range(first, min(end, numbers.stop), numbers.step):
            count += 1
            if count > _MOST_APART:
                return
            yield number


def axiom_clauses(schema: Schema, tests: Mapping[str, Iterable[Test]]) -> list[Clause]:
    """Returns clauses that hold of every legal option, over the given tests of slots and further ones of tied
    slots.

    Exact: values of the tests are given by some legal option just where the theory of each slot and these
    clauses admit them. `a <= b` needs the numbers at which some test of either changes: between two of them
    the lowest a and the highest b can be chosen, or further numbers tell them apart. Counts, and few numbers
    that are equal, need every number. (Not exact are `equal` and `at_most` of two lists' totals within a
    stretch where other tests of both lists leave few totals; sums are true but not exact, see `sum_clauses`.)
    """
    if all(axiom.slots.isdisjoint(tests) for axiom in schema.axioms):
        return []
    mentioned = {slot: set(slot_tests) for slot, slot_tests in tests.items()}
    tied = set(tests)
    measured = [(axiom, _kinds(schema, axiom)) for axiom in schema.axioms if axiom.relation in _ORDERED]
    while True:
        numbers = {axiom: _numbers(axiom, kinds, mentioned) for axiom, kinds in measured}
        tied = _tied(schema, tied, numbers)
        if not _mention(schema, tied, mentioned):
            break
    clauses: list[Clause] = []
    for axiom in schema.axioms:
        if axiom.relation == "sum":
            clauses += sum_clauses(axiom, _kinds(schema, axiom), mentioned)
            continue
        if axiom.relation == "never":
            if not tied.isdisjoint(axiom.slots):
                clauses.append(_denied(axiom))
            continue
        measures = [measure for measure in axiom.measures if measure.slot in tied]
        pairs = list(combinations(measures, 2))
        if axiom.relation == "equal":
            pairs += [(high, low) for low, high in pairs]
        clauses += [_order(low, high, number) for low, high in pairs for number in numbers[axiom]]
    return clauses


@lru_cache(maxsize=_CACHED_AXIOMS)
def _denied(axiom: Axiom) -> Clause:
    """Not all of its tests hold."""
    return tuple(GroundedLiteral(primitive, False).canonical() for primitive in axiom.tests)


def _mention(schema: Schema, tied: set[str], mentioned: dict[str, set[Test]]) -> bool:
    """Adds the tests of what is never, where it bears on tied slots; whether there were any to add."""
    added = False
    for axiom in schema.axioms:
        if axiom.tests and not tied.isdisjoint(axiom.slots):
            for primitive in axiom.tests:
                tests = mentioned.setdefault(primitive.slot, set())
                added = added or primitive.test not in tests
                tests.add(primitive.test)
    return added


@lru_cache(maxsize=4096)
def _order(low: Measure, high: Measure, number: int) -> Clause:
    """Returns the clause that the higher measure reaches the number if the lower one does."""
    return (
        GroundedLiteral(Primitive(low.slot, Test("at_least", (number,), low.over)), False).canonical(),
        GroundedLiteral(Primitive(high.slot, Test("at_least", (number,), high.over))).canonical(),
    )


def _tied(schema: Schema, slots: set[str], numbers: Mapping[Axiom, Sequence[int]]) -> set[str]:
    """Returns the mentioned slots and those through which axioms tie them to each other, or bound them."""
    tied = set(slots)
    while True:
        before = len(tied)
        for axiom in schema.axioms:
            named = axiom.slots
            if axiom.relation == "sum" or tied.isdisjoint(named):
                continue
            if axiom.measures and not numbers[axiom]:
                continue
            tied |= named if axiom.relation != "equal" else _bounded(axiom, _kinds(schema, axiom))
        if len(tied) == before:
            return tied


def _kinds(schema: Schema, axiom: Axiom) -> Kinds:
    return tuple([schema.slot(measure.slot).kind for measure in axiom.measures])


@lru_cache(maxsize=_CACHED_AXIOMS)
def _values(axiom: Axiom, kinds: Kinds) -> tuple[Values, ...]:
    """Returns the numbers that each of its measures can be."""
    return tuple(
        measure_values(kind, measure.over) for kind, measure in zip(kinds, axiom.measures, strict=True)
    )


@lru_cache(maxsize=_CACHED_AXIOMS)
def _bounded(axiom: Axiom, kinds: Kinds) -> frozenset[str]:
    """Returns the slots that cannot be every number which another one of equal measures can be."""
    values = _values(axiom, kinds)
    every = tuple(numbers for ranges in values for numbers in ranges)
    return frozenset(
        measure.slot
        for measure, ranges in zip(axiom.measures, values, strict=True)
        if not covers(ranges, every)
    )


def _numbers(axiom: Axiom, kinds: Kinds, tests: Mapping[str, Iterable[Test]]) -> Sequence[int]:
    counted = _counted(axiom, kinds)
    if counted is not None:
        return counted
    points = {
        cut
        for measure in axiom.measures
        for test in tests.get(measure.slot, ())
        if test.over == measure.over
        for cut in cuts(test.op, test.args)
    }
    return _apart(axiom, kinds, tuple(sorted(points)))


@lru_cache(maxsize=4096)
def _apart(axiom: Axiom, kinds: Kinds, points: tuple[int, ...]) -> tuple[int, ...]:
    """Returns the points, and those at which the measures have to be told apart further."""
    values = _values(axiom, kinds)
    equal = axiom.relation == "equal"
    further = apart_if_equal(values, points) if equal else apart_if_ordered(*values, points)
    return tuple(sorted({*points, *further}))


@lru_cache(maxsize=_CACHED_AXIOMS)
def _counted(axiom: Axiom, kinds: Kinds) -> range | None:
    """Returns all numbers above the least, where they are counts or equal, and few."""
    if axiom.relation != "equal" and not any(measure.over for measure in axiom.measures):
        return None
    values = _values(axiom, kinds)
    lowest = min(numbers.start for ranges in values for numbers in ranges)
    highest = max(numbers.stop for ranges in values for numbers in ranges) - 1
    return range(lowest + 1, highest + 1) if highest - lowest <= _MOST_COUNTED else None


def sum_clauses(axiom: Axiom, kinds: Sequence[Kind], tests: Mapping[str, Iterable[Test]]) -> list[Clause]:
    """Returns what follows from a sum for slots that are tested, at least two of the sum's slots.

    If the parts reach their cuts, the total reaches the sum of these; if each part stays below a cut, the
    total stays below their sum. A cut is a number at which a test changes, or the smallest number. All of
    this holds of every legal option. Nothing else holds for one sum of ordered tests on a grid with one step,
    but more may hold for several sums, lists and steps; so what is shown to be redundant is redundant. Sums
    that go past midnight are not used.
    """
    if axiom.overnight or sum(part.slot in tests for part in axiom.measures) < 2:
        return []
    points = [
        _points(kind, measure, tests.get(measure.slot, ()))
        for kind, measure in zip(kinds, axiom.measures, strict=True)
    ]
    if 2 * prod(len(cut_points) for cut_points in points[:-1]) > _MOST_OF_SUM:
        return []
    return list(_clauses(axiom.measures, points))


def _points(kind: Kind, measure: Measure, tests: Iterable[Test]) -> list[int]:
    """Returns the least number, the cuts within the values, and the number after the greatest; ascending."""
    values = measure_values(kind, measure.over)
    low, high = (
        min(number_range[0] for number_range in values),
        max(number_range[-1] for number_range in values),
    )
    cut_points = {cut for test in tests if test.over == measure.over for cut in cuts(test.op, test.args)}
    return [low, *sorted(cut for cut in cut_points if low < cut <= high), high + 1]


def _clauses(measures: Sequence[Measure], points: Sequence[Sequence[int]]) -> Iterator[Clause]:
    *parts, total = measures
    *cut, (least, *inner, beyond) = points
    for lows in cartesian(*(cut_points[:-1] for cut_points in cut)):
        reached = max((point for point in (*inner, beyond) if point <= sum(lows)), default=None)
        if reached is not None:
            premise = [_reaches(part, low, False) for part, low in zip(parts, lows, strict=True)]
            yield (*premise, _reaches(total, reached))
    for ends in cartesian(*(cut_points[1:] for cut_points in cut)):
        below = min((point for point in (least, *inner) if point > sum(ends) - len(ends)), default=None)
        if below is not None:
            premise = [_reaches(part, end) for part, end in zip(parts, ends, strict=True)]
            yield (*premise, _reaches(total, below, False))


def _reaches(measure: Measure, number: int, positive: bool = True) -> GroundedLiteral:
    primitive = Primitive(measure.slot, Test("at_least", (number,), measure.over))
    return GroundedLiteral(primitive, positive).canonical()
