"""Says what an axiom of a schema means in plain words."""

from __future__ import annotations

from typing import Final

from cocoa_core.domain import Axiom, Measure, Primitive, Schema

_COMPARED: Final = {"less": "less than", "at_most": "at most", "more": "more than", "at_least": "at least"}
_MEASURED: Final = {"count": "the number of {}", "total": "the total of {}"}


def axiom_words(schema: Schema, axiom: Axiom) -> str:
    """Returns the axiom as a sentence about any option, with slots by their labels."""
    if axiom.relation == "never":
        facts = " and ".join(_fact(schema, test) for test in axiom.tests)
        return f"No {schema.noun} has {facts}."
    measures = [_measure(schema, measure) for measure in axiom.measures]
    if axiom.relation == "equal":
        return f"For every {schema.noun}, {', '.join(measures[:-1])} and {measures[-1]} are the same."
    return f"For every {schema.noun}, {' is at most '.join(measures)}."


def _measure(schema: Schema, measure: Measure) -> str:
    label = f'"{schema.slot(measure.slot).label}"'
    return _MEASURED.get(measure.over or "", "{}").format(label)


def _fact(schema: Schema, primitive: Primitive) -> str:
    slot, test = schema.slot(primitive.slot), primitive.test
    values = [slot.kind.show(arg) for arg in test.args]
    comparison = f"{_COMPARED[test.op]} {values[0]}" if test.op in _COMPARED else " or ".join(values)
    return f'"{slot.label}" {comparison}'
