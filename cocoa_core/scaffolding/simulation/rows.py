"""Simulated options of a schema: every row legal, every axiom met, in groups large enough to ask about."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final, TypeAlias

from attrs import define, field

from cocoa_core.domain import Axiom, Measure, Schema, Value, axiom_text
from cocoa_core.domain.kinds import Kind, NumberList
from cocoa_core.errors import DomainError, Place
from cocoa_core.scaffolding.simulation.values import Limits, NothingFitsError, limits_of, simulated_value
from cocoa_core.seeds import stream

__all__ = ["ROWS_OF_A_GROUP", "simulated_rows"]

ROWS_OF_A_GROUP: Final = 40
"""Fewer groups are made rather than smaller ones."""
_DAY: Final = 24 * 60
_MOST_ROUNDS: Final = 100
"""Of narrowing: bounds that shrink by one a round are let be."""
_TRIES_OF_A_VALUE: Final = 12
_TRIES_OF_A_ROW: Final = 60
_TRIES_OF_A_GROUP: Final = 20
_TRIES_OF_A_NEW_ROW: Final = 5

_Row = dict[str, Value]
_Bounds: TypeAlias = dict[Measure, tuple[int, int] | None]
"""Least and greatest number of each measure; None for one that is undefined, which no axiom binds."""


def simulated_rows(
    schema: Schema, words: Mapping[str, Sequence[str]], rows: int, seed: int, file: str = "schema.yaml"
) -> tuple[tuple[Value, ...], ...]:
    """So many rows, values in the order of `schema.given`, group after group.

    words: the vocabulary of each category and set slot. The same arguments give the same rows.
    DomainError with `file` as its place where bounded tries find no row that meets the axioms.
    """
    simulation = _Simulation(schema.closed, words, seed, file)
    return tuple(simulation.table(rows))


@define
class _Simulation:
    """One table in the making. `blocked` counts the axioms for which values were drawn again."""

    schema: Schema
    words: Mapping[str, Sequence[str]]
    seed: int
    file: str
    kinds: dict[str, Kind] = field(init=False)
    common: dict[str, float] = field(init=False)
    blocked: Counter[Axiom] = field(factory=Counter, init=False)

    def __attrs_post_init__(self) -> None:
        self.kinds = {slot.name: slot.kind for slot in self.schema.given}
        self.common = {
            name: 0.3 + 0.4 * stream("how common", self.seed, name).random() for name in self.kinds
        }

    def table(self, rows: int) -> Iterator[tuple[Value, ...]]:
        wanted = max(1, rows // ROWS_OF_A_GROUP) if self.schema.group_by else 1
        groups = self.groups(wanted)
        for number, key in enumerate(groups):
            size = rows // len(groups) + (number < rows % len(groups))
            yield from self.members(number, key, size)

    def groups(self, wanted: int) -> list[_Row]:
        """Different values of the slots that group options, each with a row at least."""
        found: dict[tuple[Value, ...], _Row] = {}
        for attempt in range(_TRIES_OF_A_GROUP * wanted):
            rng = stream("simulated group", self.seed, attempt)
            row = self.row(rng, {})
            if row is not None:
                key = {name: row[name] for name in self.schema.group_by}
                found.setdefault(tuple(key.values()), key)
            if len(found) == wanted:
                break
        if not found:
            raise self.refusal()
        return sorted(found.values(), key=lambda key: [str(value) for value in key.values()])

    def members(self, group: int, key: _Row, size: int) -> Iterator[tuple[Value, ...]]:
        """The rows of a group; one that stands there already is drawn again, a few times."""
        seen: set[tuple[Value, ...]] = set()
        for number in range(size):
            values: tuple[Value, ...] | None = None
            for attempt in range(_TRIES_OF_A_NEW_ROW):
                row = self.row(stream("simulated row", self.seed, group, number, attempt), key)
                if row is not None:
                    values = tuple(row[name] for name in self.kinds)
                    if values not in seen:
                        break
            if values is None:
                raise self.refusal()
            seen.add(values)
            yield values

    def row(self, rng: random.Random, key: _Row) -> _Row | None:
        """A row with these values of some slots; None where bounded tries found none."""
        names = list(self.kinds)
        for attempt in range(_TRIES_OF_A_ROW):
            if attempt > _TRIES_OF_A_ROW // 4:
                names = sorted(self.kinds, key=lambda _: rng.random())
            row = self.attempt(rng, key, names)
            if row is not None:
                return row
        return None

    def attempt(self, rng: random.Random, key: _Row, names: Sequence[str]) -> _Row | None:
        row: _Row = {}
        bounds = _first_bounds(self.schema)
        if self.stuck(bounds, ()):
            return None
        for name in [*key, *(name for name in names if name not in key)]:
            values = [key[name]] if name in key else self.candidates(rng, name, bounds)
            for value in values:
                trial, row[name] = dict(bounds), value
                _measured(self.kinds[name], name, value, trial)
                if not self.stuck(trial, row) and not self.forbidden(row, name):
                    bounds = trial
                    break
            else:
                return None
        return row

    def candidates(self, rng: random.Random, name: str, bounds: _Bounds) -> Iterator[Value]:
        """Drawn values within the bounds; then those that escape them or that `never` axioms tell apart."""
        kind = self.kinds[name]
        limits: Limits = {one.over: found for one, found in bounds.items() if one.slot == name and found}
        closed = any(one.slot == name and found is None for one, found in bounds.items())
        for _ in range(0 if closed else _TRIES_OF_A_VALUE):
            try:
                yield simulated_value(kind, self.words.get(name, ()), rng, limits, self.common[name])
            except NothingFitsError:
                break
        if kind.missing:
            yield None
        if isinstance(kind, NumberList) and kind.min_items == 0:
            yield ()
        tests = [one.test for axiom in self.schema.axioms for one in axiom.tests if one.slot == name]
        if tests:
            yield from (value for value in kind.witnesses(tests) if self.known(name, value))

    def known(self, name: str, value: Value) -> bool:
        """Whether the words of a value are of the slot's vocabulary."""
        words = value if isinstance(value, tuple) else (value,)
        return all(not isinstance(word, str) or word in self.words.get(name, ()) for word in words)

    def stuck(self, bounds: _Bounds, known: Collection[str]) -> bool:
        axiom = _narrowed(self.schema.axioms, bounds, self.kinds, known)
        if axiom is not None:
            self.blocked[axiom] += 1
        return axiom is not None

    def forbidden(self, row: _Row, name: str) -> bool:
        """Whether a `never` axiom about the slot is broken by the values so far."""
        for axiom in self.schema.axioms:
            slots = {one.slot for one in axiom.tests}
            if name not in slots or not slots <= set(row):
                continue
            if all(self.kinds[one.slot].evaluate(one.test, row[one.slot]) is True for one in axiom.tests):
                self.blocked[axiom] += 1
                return True
        return False

    def refusal(self) -> DomainError:
        axioms = [axiom_text(self.schema, axiom) for axiom, _ in self.blocked.most_common(3)]
        return DomainError(
            "no row was found that meets the axioms",
            got="; ".join(axioms) or "no value of some slot",
            expected="axioms that leave room within the bounds of their slots",
            fix="widen `min` and `max` of the slots that these axioms name, or take an axiom out",
            place=Place(self.file),
        )


def _first_bounds(schema: Schema) -> _Bounds:
    """What each measure of an axiom can be by its own slot."""
    measures = {one for axiom in schema.axioms for one in axiom.measures}
    return {one: limits_of(schema.slot(one.slot).kind)[one.over] for one in sorted(measures, key=str)}


def _measured(kind: Kind, slot: str, value: Value, bounds: _Bounds) -> None:
    """Enter the numbers of a value that is now known."""
    for one in bounds:
        if one.slot == slot:
            number = kind.measure(one.over, value)
            bounds[one] = None if number is None else (number, number)


def _narrowed(
    axioms: Iterable[Axiom], bounds: _Bounds, kinds: Mapping[str, Kind], known: Collection[str]
) -> Axiom | None:
    """Narrow the bounds to what the axioms leave; the axiom that leaves nothing, None if all leave something.

    A measure that may turn out undefined (of a slot that can be missing, the total of a list that can be
    empty) is left out instead of emptied.

    known: slots whose values are settled
    """
    axioms = [axiom for axiom in axioms if axiom.measures]
    for _ in range(_MOST_ROUNDS):  # what is not narrowed to the end is found out when values are known
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
        if not changed:
            break
    return None


def _wanted(axiom: Axiom, bounds: _Bounds) -> Iterable[tuple[Measure, tuple[int, int]]]:
    """What the other measures of an axiom leave to each of them."""
    known = [(one, found) for one in axiom.measures if (found := bounds[one]) is not None]
    if len(known) < 2:
        return
    if axiom.relation == "sum":
        if len(known) == len(axiom.measures):
            yield from (_overnight if axiom.overnight else _added)(known)
    elif axiom.relation == "equal":
        common = max(low for _, (low, _) in known), min(high for _, (_, high) in known)
        yield from ((one, common) for one, _ in known)
    elif len(known) == len(axiom.measures):
        for (low_one, low), (high_one, high) in pairwise(known):
            yield low_one, (low[0], high[1])
            yield high_one, (low[0], high[1])


_Known: TypeAlias = Sequence[tuple[Measure, tuple[int, int]]]


def _added(known: _Known) -> Iterator[tuple[Measure, tuple[int, int]]]:
    """What the other numbers of a sum leave to each of them; the last one is the sum."""
    *parts, (total, (least, most)) = known
    low, high = (sum(found[end] for _, found in parts) for end in (0, 1))
    yield total, (low, high)
    for one, found in parts:
        yield one, (least - (high - found[1]), most - (low - found[0]))


def _overnight(known: _Known) -> Iterator[tuple[Measure, tuple[int, int]]]:
    """What is left to the one that is not known yet of a sum that may go beyond midnight: the first fit."""
    *parts, (total, (least, most)) = known
    open_parts = [(one, found) for one, found in parts if found[0] < found[1]]
    if len(open_parts) > 1 or (open_parts and least < most):
        return
    known_sum = sum(found[0] for _, found in parts if found[0] == found[1])
    if open_parts:
        ((one, (low, _)),) = open_parts
        number = low + (least - known_sum - low) % _DAY
        yield one, (number, number)
    else:
        yield total, (known_sum % _DAY, known_sum % _DAY)


def _escapes(one: Measure, bounds: _Bounds, kinds: Mapping[str, Kind], known: Collection[str]) -> bool:
    """Whether the measure is not known yet and may turn out undefined."""
    kind = kinds[one.slot]
    if bounds[one] is None or one.slot in known:
        return False
    return kind.missing or (isinstance(kind, NumberList) and one.over == "total" and kind.min_items == 0)
