"""Checks whether options meet the axioms of their schema."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from cocoa_core.domain.primitives import Primitive, Value
from cocoa_core.domain.schema import Axiom, Measure, Schema

_Row = tuple[Value, ...]
_Fact = TypeVar("_Fact")


class _ByValue(dict[Value, _Fact]):
    """A cache of what is computed of each value of a slot."""

    def __init__(self, compute: Callable[[Value], _Fact]) -> None:
        super().__init__()
        self._compute = compute

    def __missing__(self, value: Value) -> _Fact:
        result = self[value] = self._compute(value)
        return result


def broken_axioms(schema: Schema, rows: Sequence[_Row]) -> Iterator[tuple[int, Axiom]]:
    """Yields each axiom that a row breaks, with the index of the row; axiom by axiom, rows ascending.

    Undefined measures and tests break nothing.
    """
    for axiom in schema.axioms:
        breaks = _breaks_never if axiom.relation == "never" else _breaks_relation
        yield from ((number, axiom) for number in breaks(schema, axiom, rows))


def _breaks_relation(schema: Schema, axiom: Axiom, rows: Sequence[_Row]) -> Iterator[int]:
    parts = [(schema.position(part.slot), _ByValue(_measure(schema, part))) for part in axiom.measures]
    for number, row in enumerate(rows):
        numbers = [measured[row[position]] for position, measured in parts]
        defined = [size for size in numbers if size is not None]
        if axiom.relation == "sum":
            if len(defined) == len(numbers) and not axiom.adds_up(sum(defined[:-1]), defined[-1]):
                yield number
        elif axiom.relation == "equal":
            if defined and defined.count(defined[0]) < len(defined):
                yield number
        elif len(defined) == len(numbers) and defined != sorted(defined):
            yield number


def _measure(schema: Schema, measure: Measure) -> Callable[[Value], int | None]:
    kind, over = schema.slot(measure.slot).kind, measure.over
    return lambda value: kind.measure(over, value)


def _breaks_never(schema: Schema, axiom: Axiom, rows: Sequence[_Row]) -> Iterator[int]:
    parts = [(schema.position(part.slot), _ByValue(_truth(schema, part))) for part in axiom.tests]
    for number, row in enumerate(rows):
        if all(truths[row[position]] for position, truths in parts):
            yield number


def _truth(schema: Schema, primitive: Primitive) -> Callable[[Value], bool | None]:
    kind = schema.slot(primitive.slot).kind
    return lambda value: kind.evaluate(primitive.test, value)


def axiom_text(schema: Schema, axiom: Axiom) -> str:
    """Returns an axiom in one line, as its file has it: "equal: stops, count of layover_times"."""
    parts = [f"{part.over} of {part.slot}" if part.over else part.slot for part in axiom.measures]
    if axiom.relation == "sum":
        total = parts.pop()
        return f"sum: {' + '.join(parts)} = {total}{', overnight' if axiom.overnight else ''}"
    for primitive in axiom.tests:
        kind, test = schema.slot(primitive.slot).kind, primitive.test
        args = ", ".join(kind.write_arg(test.op, test.over, arg) for arg in test.args)
        over = f"{test.over} of " if test.over else ""
        parts.append(f"{over}{primitive.slot} {test.op} {args}")
    return f"{axiom.relation}: {', '.join(parts)}"


def broken_text(schema: Schema, axiom: Axiom, row: _Row) -> str:
    """Returns what a row has in the slots of an axiom: "stops 1, layover_times 2h; 45m"."""
    slots = dict.fromkeys([part.slot for part in axiom.measures] + [part.slot for part in axiom.tests])
    cells = ((name, schema.slot(name).kind.write(row[schema.position(name)])) for name in slots)
    return ", ".join(f"{name} {cell or 'empty'}" for name, cell in cells)
