"""Checks the keys and types of a record, without which nothing else in it can be checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from cocoa_core.verification.report import Flaw

_MOST_FLAWS: Final = 20
"""The most flaws that are reported for one record."""

_SENTENCES: Final = "sentences"
_EARLIER: Final = "the keys of a version whose sentences said one sum term each"
_MOST: Final = 10**18
_TEXTS: Final = frozenset({str})
_WHOLE: Final = frozenset({int})
_MOST_KEPT: Final = 64
"""The number of combinations of keys and types that are cached for each object of the shape."""
_TEXT: Final = str
_COUNT: Final = int
_NUMBER: Final = float
_OPTIONAL_TEXT: Final = (str, None)


class _Signed:
    """Stands for integers of either sign."""


class _Sometimes(dict[str, Any]):
    """A mapping that need not have all of these keys."""


_SETTLED: Final[Mapping[type | None, frozenset[type]]] = {
    None: frozenset({type(None)}),
    str: frozenset({str}),
    bool: frozenset({bool}),
    float: frozenset({float}),
    _Signed: frozenset({int}),
}
"""Shapes that a value's type decides."""

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
PARAPHRASE: Final[Mapping[str, Any]] = {"paraphrase": (_REWORDED, {"parts": [_TEXT], **_REWORDED})}
"""The further keys of a record whose request was paraphrased."""


def shape_flaws(record: Any, asked: Mapping[str, Any] | None = None) -> list[Flaw]:
    """Returns keys that are missing, unknown or of another type; at most `_MOST_FLAWS`, empty where the shape
    is right.

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
    beside = ("differs" in keys, bool(CONVERSATION.keys() & keys), "paraphrase" in keys)
    shape, fits = _shape(asked, *beside)
    return [] if fits(record) else list(islice(_flaws(record, shape, ""), _MOST_FLAWS))


def mismatches(record: Any, shape: Any) -> list[Flaw]:
    """Returns the first `_MOST_FLAWS` in which a value differs from a shape; `_RECORD` explains shapes."""
    return list(islice(_flaws(record, shape, ""), _MOST_FLAWS))


_Fits = Callable[[Any], bool]
_SHAPES: Final[dict[tuple[int, bool, bool, bool], tuple[dict[str, Any], _Fits]]] = {}
"""The shapes made so far, by the id of what an ask adds (the entry keeps it alive), and whether the record is
in a group, revised, or paraphrased.
"""


def _shape(
    asked: Mapping[str, Any] | None, differs: bool, revised: bool, reworded: bool
) -> tuple[dict[str, Any], _Fits]:
    """Returns the shape of a record, and the test for it, which is compiled once."""
    result = _SHAPES.get((id(asked), differs, revised, reworded))
    if result is None:
        shape = _RECORD if asked is None else {**_RECORD, "asked": asked}
        shape = {**shape, "differs": {...: (_COUNT, bool)}} if differs else shape
        shape = {**shape, **CONVERSATION} if revised else shape
        shape = {**shape, **PARAPHRASE} if reworded else shape
        result = _SHAPES[id(asked), differs, revised, reworded] = shape, _made(shape)
    return result


def _made(shape: Any) -> _Fits:
    """Compiles a shape to a test that says only whether a value fits: the common case."""
    if shape is str:
        return lambda value: type(value) is str
    if shape is int:
        return lambda value: type(value) is int and 0 <= value < _MOST
    if isinstance(shape, list):
        fit = _all_fit(shape[0])
        return lambda value: isinstance(value, list) and fit(value)
    if isinstance(shape, tuple):
        alternatives = [_alternative(alternative_shape) for alternative_shape in shape]
        return lambda value: any(fits(value) for fits in alternatives)
    if not isinstance(shape, dict):
        return lambda value: _is(value, shape)
    if ... in shape:
        fit_values = _all_fit(shape[...])
        return lambda value: isinstance(value, dict) and fit_values(value.values())
    return _object_test(shape)


def _alternative(shape: Any) -> _Fits:
    """Compiles one alternative of a shape: None, a certain text, or a shape."""
    if shape is None or isinstance(shape, str):
        return lambda value: value is None if shape is None else isinstance(value, str) and value == shape
    return _made(shape)


def _object_test(shape: Mapping[str, Any]) -> _Fits:
    """Compiles the test of an object. It caches the keys and types that fit, with what is left to test."""
    tests = {key: _made(inner) for key, inner in shape.items()}
    types = {key: _types(inner) for key, inner in shape.items()}
    least = _FIRST.keys() if isinstance(shape, _Sometimes) else shape.keys()
    kept: dict[tuple[Any, ...], tuple[tuple[str, _Fits], ...]] = {}

    def fits(value: Any) -> bool:
        if not isinstance(value, dict):
            return False
        layout = (*value, *map(type, value.values()))
        open_tests = kept.get(layout)
        if open_tests is None:
            if not least <= value.keys() <= tests.keys():
                return False
            unsettled = [key for key, item in value.items() if type(item) not in types[key]]
            open_tests = tuple((key, tests[key]) for key in unsettled)
            if len(kept) < _MOST_KEPT:
                kept[layout] = open_tests
        return not [key for key, test in open_tests if not test(value[key])]

    return fits


def _types(shape: Any) -> frozenset[type]:
    """Returns the types whose every value has the shape; whole numbers and texts are not among them."""
    if isinstance(shape, tuple):
        return frozenset().union(*(_types(alternative) for alternative in shape))
    return _SETTLED.get(shape, frozenset()) if shape is None or isinstance(shape, type) else frozenset()


def _all_fit(shape: Any) -> Callable[[Iterable[Any]], bool]:
    if shape is str:
        return lambda values: _TEXTS.issuperset(map(type, values))
    if shape is int:
        return lambda values: (
            _WHOLE.issuperset(map(type, values))
            and (not values or (min(values) >= 0 and max(values) < _MOST))
        )
    test = _made(shape)
    return lambda values: all(map(test, values))


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
        if not _made(shape)(value):
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


def _named(alternative: Any) -> str:
    if alternative is None or isinstance(alternative, str):
        return "null" if alternative is None else alternative
    return "an object" if isinstance(alternative, dict) else _NAMES[alternative]


def _wrong(value: Any, path: str, expected: str) -> Flaw:
    return Flaw("type", f"{path or 'the record'} has another type", repr(value), expected)
