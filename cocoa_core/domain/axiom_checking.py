"""Whether options meet the axioms of their schema."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from cocoa_core.domain.primitives import Primitive, Value
from cocoa_core.domain.schema import Axiom, Measure, Schema

__all__ = ["axiom_text", "broken_axioms", "broken_text"]

_Row = tuple[Value, ...]
_Found = TypeVar("_Found")


class _Known(dict[Value, _Found]):
    """What was found of each value of a slot, worked out once a value."""

    def __init__(self, find: Callable[[Value], _Found]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, value: Value) -> _Found:
        found = self[value] = self._find(value)
        return found


def broken_axioms(schema: Schema, rows: Sequence[_Row]) -> Iterator[tuple[int, Axiom]]:
    """Each axiom that a row breaks, with the row's place; axiom by axiom, rows ascending.

    Undefined measures and tests break nothing.
    """
    for axiom in schema.axioms:
        breaks = _breaks_never if axiom.relation == "never" else _breaks_relation
        yield from ((number, axiom) for number in breaks(schema, axiom, rows))


def _breaks_relation(schema: Schema, axiom: Axiom, rows: Sequence[_Row]) -> Iterator[int]:
    parts = [(schema.position(one.slot), _Known(_measure(schema, one))) for one in axiom.measures]
    for number, row in enumerate(rows):
        found = [known[row[place]] for place, known in parts]
        defined = [one for one in found if one is not None]
        if axiom.relation == "equal":
            if defined and defined.count(defined[0]) < len(defined):
                yield number
        elif len(defined) == len(found) and defined != sorted(defined):
            yield number


def _measure(schema: Schema, one: Measure) -> Callable[[Value], int | None]:
    kind, over = schema.slot(one.slot).kind, one.over
    return lambda value: kind.measure(over, value)


def _breaks_never(schema: Schema, axiom: Axiom, rows: Sequence[_Row]) -> Iterator[int]:
    parts = [(schema.position(one.slot), _Known(_truth(schema, one))) for one in axiom.tests]
    for number, row in enumerate(rows):
        if all(known[row[place]] for place, known in parts):
            yield number


def _truth(schema: Schema, one: Primitive) -> Callable[[Value], bool | None]:
    kind = schema.slot(one.slot).kind
    return lambda value: kind.evaluate(one.test, value)


def axiom_text(schema: Schema, axiom: Axiom) -> str:
    """The axiom in one line, as its file has it: "equal: stops, count of layover_times"."""
    parts = [f"{one.over} of {one.slot}" if one.over else one.slot for one in axiom.measures]
    for one in axiom.tests:
        kind, test = schema.slot(one.slot).kind, one.test
        args = ", ".join(kind.write_arg(test.op, test.over, arg) for arg in test.args)
        over = f"{test.over} of " if test.over else ""
        parts.append(f"{over}{one.slot} {test.op} {args}")
    return f"{axiom.relation}: {', '.join(parts)}"


def broken_text(schema: Schema, axiom: Axiom, row: _Row) -> str:
    """What a row has in the slots of an axiom: "stops 1, layover_times 2h; 45m"."""
    slots = dict.fromkeys([one.slot for one in axiom.measures] + [one.slot for one in axiom.tests])
    cells = ((name, schema.slot(name).kind.write(row[schema.position(name)])) for name in slots)
    return ", ".join(f"{name} {cell or 'empty'}" for name, cell in cells)
