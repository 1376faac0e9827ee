"""Declares the shape of the record of a question."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cocoa_core.verification.report import Flaw
from cocoa_core.verification.shapes import RecordShape, Signed, Sometimes

_SENTENCES: Final = "sentences"
_EARLIER: Final = "the keys of a version whose sentences said one sum term each"
_OPTIONAL_TEXT: Final = (str, None)


LITERAL: Final = {
    "slot": str,
    "rule": str,
    "test": str,
    "over": _OPTIONAL_TEXT,
    "values": [str],
    "positive": bool,
}
_BROKEN: Final = {"term": int, "literals": [{"value": str, "literal": str}]}
_FIRST: Final = {
    "mix": [[int]],
    "primitives": str,
    "option_sets": int,
    "split": ({...: int}, None),
    "plain": bool,
    "knowledge": bool,
}
"""Settings that every record states; others are stated where they differ from the default."""
_SETTINGS: Final = Sometimes(
    _FIRST,
    ask=str,
    shared=float,
    atypical=float,
    inert=str,
    options=int,
    none=bool,
    terms=int,
    component=int,
    degree=int,
    near_misses=int,
    level=float,
    groups=str,
    structure=str,
    relations=[str],
    take=int,
    revisions=int,
)
_RECORD: Final[dict[str, Any]] = {
    "id": str,
    "family": str,
    "ask": str,
    "variant": str,
    "groups": {...: str},
    "key": [str],
    "domain": {"name": str, "version": str, "digest": str},
    "request": str,
    "sentences": [{"text": str, "terms": [int]}],
    "inert": [str],
    "options": [{"label": str, "row": str, "shown": {...: str}}],
    "answer": _OPTIONAL_TEXT,
    "requirement": {"id": str, "text": str, "terms": [[LITERAL]], "demands": [int]},
    "certificate": {
        "satisfied": {...: [int]},
        "broken": {...: [_BROKEN]},
        "terms": [{"broken_by": [str], "alone": [str]}],
    },
    "complexity": {
        "slots": int,
        "minterms": int,
        "sum_terms": int,
        "literals": int,
        "width": int,
        "component": int,
        "longest_path": int,
        "max_degree": int,
        "average_degree": float,
        "entropy": {...: float},
        "atypical": [str],
        "against": [str],
    },
    "provenance": {
        "seed": Signed,
        "index": int,
        "option_set": int,
        "attempt": int,
        "setting": [int],
        "settings": _SETTINGS,
        "side": _OPTIONAL_TEXT,
        "primitives": str,
        "minimality": str,
        "rejections": {...: int},
        "version": str,
        "canary": str,
    },
    "knowledge": [str],
    "composition": {
        "labels": {"polarity": [str], "family": [str], "slot": [str]},
        "terms": [str],
        "structure": str,
        "profile": {...: int},
        "basic": _OPTIONAL_TEXT,
        "chained": (bool, None),
    },
}

CONVERSATION: Final[dict[str, Any]] = {
    "delivery": {"name": str, "version": int, "terms": [[LITERAL]]},
    "history": [{"text": str, "op": str}],
    "states": [[int]],
    "keys": [[str]],
}
"""The further keys of a record that was drawn with revisions."""

_REWORDED: Final[Mapping[str, Any]] = {
    "text": str,
    "writer": str,
    "readers": [str],
    "locked": [str],
    "rounds": [{"text": str, "readings": [str], "verdicts": [str]}],
}
_FURTHER: Final[Mapping[str, Any]] = {
    "differs": {...: (int, bool)},
    "paraphrase": Sometimes(_REWORDED, parts=[str]),
}
"""The further keys of a record that is in a group, and of one whose request was paraphrased."""


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
    revised = isinstance(record, dict) and bool(CONVERSATION.keys() & record.keys())
    if (id(asked), revised) not in _SHAPES:
        always = _RECORD | ({} if asked is None else {"asked": asked}) | (CONVERSATION if revised else {})
        _SHAPES[id(asked), revised] = RecordShape(Sometimes(always, **_FURTHER))
    return _SHAPES[id(asked), revised].flaws(record)


_SHAPES: Final[dict[tuple[int, bool], RecordShape]] = {}
"""The shapes made so far, by the id of what an ask adds (the entry keeps it alive), and whether the record
was drawn with revisions.
"""
