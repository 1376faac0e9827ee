"""The contract cases that ship with the reader, and the shape that each speaks of."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Final

from cocoa_core.answers import (
    Letter,
    Letters,
    Number,
    Reading,
    Score,
    Shape,
    Text,
    YesNo,
    score_exact,
    score_text,
)
from cocoa_core.answers.reader import Value

CASES: Final[tuple[Mapping[str, Any], ...]] = tuple(
    json.loads(line)
    for line in files("cocoa_core.answers").joinpath("cases.jsonl").read_text(encoding="utf-8").splitlines()
)
LETTER_CASES: Final = tuple(case for case in CASES if case["record"]["shape"] == "letter")


def shape_of(record: Mapping[str, Any]) -> Shape:
    """The shape of the answers to a record of a case."""
    labels = tuple(record.get("labels") or (option["label"] for option in record.get("options", ())))
    shapes: dict[str, Shape] = {
        "letter": Letter(labels),
        "letter or none": Letter(labels, none=True),
        "letters": Letters(labels),
        "number": Number(),
        "yes or no": YesNo(),
        "yes or clash": YesNo(labels),
        "text": Text(),
    }
    return shapes[record["shape"]]


def key_of(record: Mapping[str, Any]) -> Value:
    """The answer of a record of a case; a list in JSON is a set."""
    answer = record["answer"]
    return frozenset(answer) if isinstance(answer, list) else answer


def scored(record: Mapping[str, Any], reading: Reading) -> Score:
    """The score of what was read in the completion of a case."""
    if record["shape"] == "text":
        return score_text(record["answer"], reading)
    return score_exact(key_of(record), reading)
