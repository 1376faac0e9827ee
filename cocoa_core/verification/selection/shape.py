"""Declares the shape of the record of a question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cocoa_core.verification.report import Flaw
from cocoa_core.verification.shapes import RecordShape, Signed, Sometimes

_SENTENCES: Final = "sentences"
_EARLIER: Final = "the keys of a version whose sentences said one sum term each"
_TEXT: Final = str
_COUNT: Final = int
_NUMBER: Final = float
_OPTIONAL_TEXT: Final = (str, None)


LITERAL: Final = {
    "slot": _TEXT,
    "rule": _TEXT,
    "test": _TEXT,
    "over": _OPTIONAL_TEXT,
    "values": [_TEXT],
    "positive": bool,
}
_BROKEN: Final = {"term": _COUNT, "literals": [{"value": _TEXT, "literal": _TEXT}]}
_FIRST: Final = {
    "mix": [[_COUNT]],
    "primitives": _TEXT,
    "option_sets": _COUNT,
    "split": ({...: _COUNT}, None),
    "plain": bool,
    "knowledge": bool,
}
"""Settings that every record states; others are stated where they differ from the default."""
_SETTINGS: Final = Sometimes(
    _FIRST,
    ask=_TEXT,
    shared=_NUMBER,
    atypical=_NUMBER,
    inert=_TEXT,
    options=_COUNT,
    none=bool,
    terms=_COUNT,
    component=_COUNT,
    degree=_COUNT,
    near_misses=_COUNT,
    level=_NUMBER,
    groups=_TEXT,
    structure=_TEXT,
    relations=[_TEXT],
    take=_COUNT,
    revisions=_COUNT,
)
_RECORD: Final = {
    "id": _TEXT,
    "family": _TEXT,
    "ask": _TEXT,
    "variant": _TEXT,
    "groups": {...: _TEXT},
    "key": [_TEXT],
    "domain": {"name": _TEXT, "version": _TEXT, "digest": _TEXT},
    "request": _TEXT,
    "sentences": [{"text": _TEXT, "terms": [_COUNT]}],
    "inert": [_TEXT],
    "options": [{"label": _TEXT, "row": _TEXT, "shown": {...: _TEXT}}],
    "answer": _OPTIONAL_TEXT,
    "requirement": {"id": _TEXT, "text": _TEXT, "terms": [[LITERAL]], "demands": [_COUNT]},
    "certificate": {
        "satisfied": {...: [_COUNT]},
        "broken": {...: [_BROKEN]},
        "terms": [{"broken_by": [_TEXT], "alone": [_TEXT]}],
    },
    "complexity": {
        "slots": _COUNT,
        "minterms": _COUNT,
        "sum_terms": _COUNT,
        "literals": _COUNT,
        "width": _COUNT,
        "component": _COUNT,
        "longest_path": _COUNT,
        "max_degree": _COUNT,
        "average_degree": _NUMBER,
        "entropy": {...: _NUMBER},
        "atypical": [_TEXT],
        "against": [_TEXT],
    },
    "provenance": {
        "seed": Signed,
        "index": _COUNT,
        "option_set": _COUNT,
        "attempt": _COUNT,
        "setting": [_COUNT],
        "settings": _SETTINGS,
        "side": _OPTIONAL_TEXT,
        "primitives": _TEXT,
        "minimality": _TEXT,
        "rejections": {...: _COUNT},
        "version": _TEXT,
        "canary": _TEXT,
    },
    "knowledge": [_TEXT],
    "composition": {
        "labels": {"polarity": [_TEXT], "family": [_TEXT], "slot": [_TEXT]},
        "terms": [_TEXT],
        "structure": _TEXT,
        "profile": {...: _COUNT},
        "basic": _OPTIONAL_TEXT,
        "chained": (bool, None),
    },
}

CONVERSATION: Final[Mapping[str, Any]] = {
    "delivery": {"name": _TEXT, "version": _COUNT, "terms": [[LITERAL]]},
    "history": [{"text": _TEXT, "op": _TEXT}],
    "states": [[_COUNT]],
    "keys": [[_TEXT]],
}
"""The further keys of a record that was drawn with revisions."""

_REWORDED: Final[Mapping[str, Any]] = {
    "text": _TEXT,
    "writer": _TEXT,
    "readers": [_TEXT],
    "locked": [_TEXT],
    "rounds": [{"text": _TEXT, "readings": [_TEXT], "verdicts": [_TEXT]}],
}
PARAPHRASE: Final[Mapping[str, Any]] = {"paraphrase": Sometimes(_REWORDED, parts=[_TEXT])}
"""The further keys of a record whose request was paraphrased."""


def shape_flaws(record: Any, asked: Mapping[str, Any] | None = None) -> list[Flaw]:
    """Returns keys that are missing, unknown or of another type; empty where the shape is right.

    A record without `sentences` is of another version, and nothing else is said of it.

    Args:
        record: the parsed JSON.
        asked: the shape of what its ask adds; None where that adds nothing.
    """
    if isinstance(record, dict) and _SENTENCES not in record:
        return [
            Flaw("keys", f"the record has no {_SENTENCES}", _EARLIER, "a data set of this version of cocoa")
        ]
    keys = record.keys() if isinstance(record, dict) else frozenset[str]()
    return _shape(asked, "differs" in keys, bool(CONVERSATION.keys() & keys), "paraphrase" in keys).flaws(
        record
    )


_SHAPES: Final[dict[tuple[int, bool, bool, bool], RecordShape]] = {}
"""The shapes made so far, by the id of what an ask adds (the entry keeps it alive), and whether the record is
in a group, revised, or paraphrased.
"""


def _shape(asked: Mapping[str, Any] | None, differs: bool, revised: bool, reworded: bool) -> RecordShape:
    result = _SHAPES.get((id(asked), differs, revised, reworded))
    if result is None:
        shape = _RECORD if asked is None else {**_RECORD, "asked": asked}
        shape = {**shape, "differs": {...: (_COUNT, bool)}} if differs else shape
        shape = {**shape, **CONVERSATION} if revised else shape
        shape = {**shape, **PARAPHRASE} if reworded else shape
        result = _SHAPES[id(asked), differs, revised, reworded] = RecordShape(shape)
    return result
