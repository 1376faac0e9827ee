"""The columns of a Parquet export, and the way from a record to a row and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from cocoa_core.domain.schema import Schema
from cocoa_core.records.answers.reader import LABELS

__all__ = ["COLUMNS", "arrow_schema", "record_of", "row_of"]

COLUMNS: Final[Mapping[str, str]] = {
    "id": "sixteen hexadecimal digits",
    "domain": "`name`, `version` and `digest`",
    "request": "the English text",
    "options": "five, each `label`, `row` (in the catalogue) and `shown`: by label of a slot, the text shown",
    "answer": "the letter of the right option",
    "requirement": "`id`, `text` and `terms`: sum terms of literals",
    "certificate": "why the answer is right; `broken` is empty under the letter of the answer",
    "complexity": "the measures; `entropy` by letter",
    "provenance": "how the question came about; `settings` and `rejections` are JSON in a text",
    "kind": "`choice`",
    "knowledge": "the derived slots that the requirement speaks of",
}
"""What each column holds: they are the keys of the record, in its order."""
_AS_JSON: Final = ("settings", "rejections")
"""Keys of the provenance whose own keys are not the same in every data set."""


def row_of(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record as a row: the same, but for what would have other keys in another data set."""
    provenance = {
        key: json.dumps(value, ensure_ascii=False) if key in _AS_JSON else value
        for key, value in record["provenance"].items()
    }
    return {**record, "provenance": provenance}


def record_of(row: Mapping[str, Any]) -> dict[str, Any]:
    """The record of a row, as it stands in the data set; the inverse of `row_of` after reading Parquet."""
    certificate, provenance = row["certificate"], row["provenance"]
    broken = {label: terms for label, terms in certificate["broken"].items() if terms is not None}
    return {
        **row,
        "certificate": {**certificate, "broken": broken},
        "provenance": {
            key: json.loads(value) if key in _AS_JSON else value for key, value in provenance.items()
        },
    }


def arrow_schema(pyarrow: Any, schema: Schema) -> Any:
    """The types of the columns. They depend on the domain only in the labels that options show."""
    text, number, share, truth = pyarrow.string(), pyarrow.int64(), pyarrow.float64(), pyarrow.bool_()

    def many(kind: Any) -> Any:
        return pyarrow.list_(kind)

    def parts(**kinds: Any) -> Any:
        return pyarrow.struct([pyarrow.field(name, kind) for name, kind in kinds.items()])

    shown = pyarrow.struct([pyarrow.field(slot.label, text) for slot in schema.slots if slot.shown])
    literal = parts(slot=text, rule=text, test=text, over=text, values=many(text), positive=truth)
    broken = many(parts(term=number, literals=many(parts(value=text, literal=text))))
    use = parts(broken_by=many(text), alone=many(text))
    measures = ("slots", "minterms", "sum_terms", "literals", "width", "component", "longest_path")
    kinds = {
        "id": text,
        "domain": parts(name=text, version=text, digest=text),
        "request": text,
        "options": many(parts(label=text, row=text, shown=shown)),
        "answer": text,
        "requirement": parts(id=text, text=text, terms=many(many(literal))),
        "certificate": parts(
            satisfied=many(number), broken=parts(**dict.fromkeys(LABELS, broken)), terms=many(use)
        ),
        "complexity": parts(
            **dict.fromkeys((*measures, "max_degree"), number),
            average_degree=share,
            entropy=parts(**dict.fromkeys(LABELS, share)),
            atypical=many(text),
        ),
        "provenance": parts(
            **dict.fromkeys(("seed", "index", "option_set", "attempt"), number),
            setting=many(number),
            **dict.fromkeys(("settings", "side", "primitives", "minimality", "rejections"), text),
            **dict.fromkeys(("version", "canary"), text),
        ),
        "kind": text,
        "knowledge": many(text),
    }
    return pyarrow.schema([pyarrow.field(name, kinds[name]) for name in COLUMNS])
