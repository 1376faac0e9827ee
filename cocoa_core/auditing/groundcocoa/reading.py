"""Reads GroundCocoa's rows: questions with their conditions, options and key.

The rows in the repository have `query`, `query_fol`, `condition_templates`, `Option A` to `Option E`,
`Answer`, and measures of the formula. On the Hub (`harsh147/GroundCocoa`) the formula is `query_pos`, the
templates are `primitives`, and options are texts.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from cocoa_core.auditing.groundcocoa.conditions import read_condition
from cocoa_core.auditing.groundcocoa.flight import PublishedFlight, option_of, read_flight
from cocoa_core.auditing.groundcocoa.row_findings import formula_findings, text_findings
from cocoa_core.auditing.questions import PublishedQuestion, Reader, shown
from cocoa_core.errors import MismatchError

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


READER: Final = Reader(
    name="GroundCocoa",
    fields=frozenset({"Option A", "Answer"}),
    request="query",
    read=_read,
    corrected=lambda record, key: {"Answer": key},
)
