"""Checks whether a published formula and its declared measures are those of the condition templates."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from cocoa_core.logic import Literal, Product, complexity_of

if TYPE_CHECKING:
    from cocoa_core.auditing.groundcocoa.conditions import FlightCondition

__all__ = ["formula_findings"]

_MEASURES: Final = {
    "width": "width",
    "max_dependency": "max_degree",
    "average_dependency": "average_degree",
    "largest_connected_component": "longest_path",
}
"""The published measures, and their names in `complexity_of`. What the published code calls the largest
connected component is the longest simple path: a star of four has a component of four and a path of three.
"""


def formula_findings(record: Mapping[str, Any], terms: Sequence[Sequence[FlightCondition]]) -> Iterator[str]:
    """Yields a sentence for each way in which the formula or the measures differ from the templates."""
    stated = Counter(tuple(sorted((literal.slot, literal.negated) for literal in term)) for term in terms)
    text = record.get("query_fol")
    if isinstance(text, str) and _terms(text) != stated:
        yield f"the formula is not that of the conditions: {text}"
    variables = {
        slot: index for index, slot in enumerate(sorted({slot for term in stated for slot, _ in term}))
    }
    product = Product(
        tuple(
            tuple(Literal(variables[literal.slot], not literal.negated) for literal in term) for term in terms
        )
    )
    measures = complexity_of(product, 0)
    for published, ours in _MEASURES.items():
        declared, derived = record.get(published), getattr(measures, ours)
        if isinstance(declared, int | float) and not math.isclose(declared, derived, abs_tol=0.01):
            yield f"{published} is declared as {declared}, the conditions give {derived:g}"


def _terms(formula: str) -> Counter[tuple[tuple[str, bool], ...]]:
    """Returns the sum terms of a formula such as `~Price & (Airline | ~TravelDate)`.

    A term is a tuple of slots, each with whether it is negated.
    """
    terms: Counter[tuple[tuple[str, bool], ...]] = Counter()
    for term in formula.split("&"):
        inner = term.strip()
        if inner.startswith("(") and inner.endswith(")"):
            inner = inner[1:-1]
        literals = (literal.strip() for literal in inner.split("|"))
        terms[
            tuple(
                sorted((literal.removeprefix("~").strip(), literal.startswith("~")) for literal in literals)
            )
        ] += 1
    return terms
