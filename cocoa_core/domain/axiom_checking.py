"""Checks whether options meet the axioms of their schema."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, partial

from cocoa_core.domain.primitives import Value
from cocoa_core.domain.schema import Axiom, Schema

_Row = tuple[Value, ...]


def broken_axioms(schema: Schema, rows: Sequence[_Row]) -> Iterator[tuple[int, Axiom]]:
    """Yields each axiom that a row breaks, with the index of the row; axiom by axiom, rows ascending.

    Undefined measures and tests break nothing.
    """
    for axiom in schema.axioms:
        breaks = _breaks_never if axiom.relation == "never" else _breaks_relation
        yield from ((number, axiom) for number in breaks(schema, axiom, rows))


def _breaks_relation(schema: Schema, axiom: Axiom, rows: Sequence[_Row]) -> Iterator[int]:
    parts = [
        (schema.position(part.slot), cache(partial(schema.slot(part.slot).kind.measure, part.over)))
        for part in axiom.measures
    ]
    for number, row in enumerate(rows):
        numbers = [measured(row[position]) for position, measured in parts]
        defined = [size for size in numbers if size is not None]
        if axiom.relation == "sum":
            if len(defined) == len(numbers) and not axiom.adds_up(sum(defined[:-1]), defined[-1]):
                yield number
        elif axiom.relation == "equal":
            if defined and defined.count(defined[0]) < len(defined):
                yield number
        elif len(defined) == len(numbers) and defined != sorted(defined):
            yield number


def _breaks_never(schema: Schema, axiom: Axiom, rows: Sequence[_Row]) -> Iterator[int]:
    parts = [
        (schema.position(part.slot), cache(partial(schema.slot(part.slot).kind.evaluate, part.test)))
        for part in axiom.tests
    ]
    for number, row in enumerate(rows):
        if all(holds(row[position]) for position, holds in parts):
            yield number


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
