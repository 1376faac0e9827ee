"""Reads GroundCocoa's rows: questions with their conditions, options and key.

The rows in the repository have `query`, `query_fol`, `condition_templates`, `Option A` to `Option E`,
`Answer`, and measures of the formula. On the Hub (`harsh147/GroundCocoa`) the formula is `query_pos`, the
templates are `primitives`, and options are texts.

The formula and the declared measures are checked against the templates, and so is the request
(`request_text`).
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from cocoa_core.auditing.groundcocoa.conditions import read_condition
from cocoa_core.auditing.groundcocoa.flight import PublishedFlight, option_of, read_flight
from cocoa_core.auditing.groundcocoa.request_text import text_findings
from cocoa_core.auditing.questions import PublishedQuestion, SetReader, shown
from cocoa_core.errors import MismatchError
from cocoa_core.logic import Literal, Product, complexity_of

if TYPE_CHECKING:
    from cocoa_core.auditing.groundcocoa.conditions import FlightCondition

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
    text = record.get("query_fol", record.get("query_pos"))
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
    """Returns a formula's sum terms (`~Price & (Airline | ~TravelDate)`): slots with their negation."""
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


LETTERS: Final = "ABCDE"
_OPTION: Final = re.compile(r"Option ([A-Z])")


def _read(record: Mapping[str, Any], number: int) -> PublishedQuestion:
    templates = record.get("condition_templates", record.get("primitives"))
    if not isinstance(templates, list) or not templates:
        raise MismatchError(
            "condition_templates or primitives, a list of lists of sentences", shown(templates)
        )
    terms = []
    for index, term in enumerate(templates, start=1):
        sentences = [term] if isinstance(term, str) else term
        if not isinstance(sentences, list) or not sentences:
            raise MismatchError(f"sentences in condition {index}", shown(sentences))
        terms.append(tuple(read_condition(str(sentence)) for sentence in sentences))
    options: dict[str, PublishedFlight] = {}
    for name, option in record.items():
        match = _OPTION.fullmatch(name)
        if match is not None:
            fields = option_of(option)
            if fields is None:
                raise MismatchError(f"{name}, an object", shown(option))
            try:
                options[match[1]] = read_flight(fields)
            except MismatchError as error:
                raise MismatchError(f"{error.expected} ({name})", error.got) from None
    key = str(record.get("Answer", "")).strip().upper()
    if len(options) < 2 or key not in options:
        raise MismatchError(
            f"an Answer among the options {', '.join(sorted(options))}", shown(record.get("Answer"))
        )
    return PublishedQuestion(
        id=str(record.get("id", number)),
        request=str(record.get("query", "")),
        terms=tuple(terms),
        options=dict(sorted(options.items())),
        key=key,
        findings=(*formula_findings(record, terms), *text_findings(record, terms)),
    )


READER: Final = SetReader(
    name="GroundCocoa",
    fields=frozenset({"Option A", "Answer"}),
    request="query",
    read=_read,
    corrected=lambda record, key: {"Answer": key},
)
