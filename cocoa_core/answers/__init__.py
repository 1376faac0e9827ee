"""Reads the answer that a model's completion states, with a reader for each shape of answer; scores it."""

from cocoa_core.answers.reader import (
    LABELS,
    NONE,
    READER_VERSION,
    Failure,
    Letter,
    Letters,
    Number,
    Reading,
    Shape,
    Text,
    Value,
    YesNo,
    read_answer,
)
from cocoa_core.answers.scoring import Score, score, score_exact, score_set, score_text, set_metrics

__all__ = [
    "LABELS",
    "NONE",
    "READER_VERSION",
    "Failure",
    "Letter",
    "Letters",
    "Number",
    "Reading",
    "Score",
    "Shape",
    "Text",
    "Value",
    "YesNo",
    "read_answer",
    "score",
    "score_exact",
    "score_set",
    "score_text",
    "set_metrics",
]
