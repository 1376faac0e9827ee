"""The keys and types of a record: what must be there before anything in it can be checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from cocoa_core.verification.report import Flaw

__all__ = ["MOST_FLAWS", "SHAPE", "shape_flaws"]

SHAPE: Final = frozenset({"keys", "type"})
"""What flaws of the shape are called."""

MOST_FLAWS: Final = 20
"""Flaws of the shape that are told of one record."""

_SENTENCES: Final = "sentences"
_EARLIER: Final = "the keys of a version whose sentences said one sum term each"
_MOST: Final = 10**18
_TEXTS: Final = frozenset({str})
_TEXT: Final = str
_COUNT: Final = int
_NUMBER: Final = float
_OPTIONAL_TEXT: Final = (str, None)


class _Signed:
    """Stands for whole numbers of either sign."""


class _Sometimes(dict[str, Any]):
    """The keys that a mapping may have."""


_LITERAL: Final = {
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
"""Settings that every record states; the others, where they differ from what is usual."""
_SETTINGS: Final = _Sometimes(
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
    "requirement": {"id": _TEXT, "text": _TEXT, "terms": [[_LITERAL]], "demands": [_COUNT]},
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
        "seed": _Signed,
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
"""A mapping with the key `...` has keys of its own, another one exactly those here (`_SETTINGS`: or fewer,
but for `_FIRST`). A list holds one shape; a tuple lists what may stand."""


def shape_flaws(record: Any, asked: Mapping[str, Any] | None = None) -> list[Flaw]:
    """What is missing, too much or of another type; empty where the record has the shape of a question.

    asked: the shape of what its ask adds, None where that adds nothing.
    The first `MOST_FLAWS` of it. A record without `sentences` is of another version: nothing else is said.
    """
    if isinstance(record, dict) and _SENTENCES not in record:
        return [
            Flaw("keys", f"the record has no {_SENTENCES}", _EARLIER, "a data set of this version of cocoa")
        ]
    shape = _RECORD if asked is None else {**_RECORD, "asked": asked}
    if isinstance(record, dict) and "differs" in record:
        shape = {**shape, "differs": {...: (_COUNT, bool)}}
    return [] if _fits(record, shape) else list(islice(_flaws(record, shape, ""), MOST_FLAWS))


def _fits(value: Any, shape: Any) -> bool:
    """Whether there is no flaw: the common case, without a word on where."""
    if shape is str:
        return type(value) is str
    if isinstance(shape, list):
        return isinstance(value, list) and _all_fit(value, shape[0])
    if isinstance(shape, tuple):
        return any(_is_one(value, one) for one in shape)
    if not isinstance(shape, dict):
        return _is(value, shape)
    if not isinstance(value, dict):
        return False
    if ... in shape:
        return _all_fit(value.values(), shape[...])
    if isinstance(shape, _Sometimes):
        known = _FIRST.keys() <= value.keys() <= shape.keys()
        return known and all(_fits(item, shape[key]) for key, item in value.items())
    return len(value) == len(shape) and all(
        key in value and _fits(value[key], inner) for key, inner in shape.items()
    )


def _all_fit(values: Iterable[Any], shape: Any) -> bool:
    if shape is str:
        return _TEXTS.issuperset(map(type, values))
    return all(_fits(value, shape) for value in values)


def _flaws(value: Any, shape: Any, path: str) -> Iterator[Flaw]:
    if isinstance(shape, dict):
        yield from _mapping_flaws(value, shape, path)
    elif isinstance(shape, list):
        if not isinstance(value, list):
            yield _wrong(value, path, "a list")
            return
        for place, item in enumerate(value):
            yield from _flaws(item, shape[0], f"{path}[{place}]")
    elif isinstance(shape, tuple):
        if not any(_is_one(value, one) for one in shape):
            yield _wrong(value, path, " or ".join(map(_named, shape)))
    elif not _is(value, shape):
        yield _wrong(value, path, _NAMES[shape])


def _mapping_flaws(value: Any, shape: dict[Any, Any], path: str) -> Iterator[Flaw]:
    if not isinstance(value, dict):
        yield _wrong(value, path, "an object")
        return
    inner = f"{path}." if path else ""
    if ... in shape:
        for key, item in value.items():
            yield from _flaws(item, shape[...], f"{inner}{key}")
        return
    needed = _FIRST if isinstance(shape, _Sometimes) else shape
    for key in sorted(needed.keys() - value.keys()):
        yield Flaw("keys", f"the record lacks {inner}{key}")
    for key in sorted(value.keys() - shape.keys()):
        yield Flaw("keys", f"the record has the unknown key {inner}{key}")
    for key, inside in shape.items():
        if key in value:
            yield from _flaws(value[key], inside, f"{inner}{key}")


_NAMES: Final[dict[Any, str]] = {
    str: "a text",
    int: f"a whole number from 0 to {_MOST - 1}",
    float: "a number with a point",
    _Signed: "a whole number",
    bool: "true or false",
}


def _is(value: Any, shape: type) -> bool:
    if shape is float:
        return type(value) is float
    if shape in (int, _Signed):
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and (shape is _Signed or 0 <= value < _MOST)
    return isinstance(value, shape)


def _is_one(value: Any, alternative: Any) -> bool:
    """Whether the value is one of the things that may stand: nothing, a certain text, or of a shape."""
    if alternative is None or (isinstance(alternative, str) and isinstance(value, str)):
        return bool(value == alternative)
    return not isinstance(alternative, str) and _fits(value, alternative)


def _named(alternative: Any) -> str:
    if alternative is None or isinstance(alternative, str):
        return "null" if alternative is None else alternative
    return "an object" if isinstance(alternative, dict) else _NAMES[alternative]


def _wrong(value: Any, path: str, expected: str) -> Flaw:
    return Flaw("type", f"{path or 'the record'} has another type", repr(value), expected)
