"""Checks the keys and types of JSON, without which nothing else in a record can be checked.

A shape is what stands in the place of a value: a type; a list with the shape of its items; a mapping with the
shape of each key; a tuple of alternatives, which are shapes, texts and None. A mapping with the key `...` has
keys of its own, another one exactly those here, `Sometimes` some of them. `int` stands for whole numbers from
0, `Signed` for all whole numbers, `object` for anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Set
from itertools import islice
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from cocoa_core.verification.report import Flaw

_MOST_FLAWS: Final = 20
"""The most flaws that are reported for one record."""
_MOST: Final = 10**18
_TEXTS: Final = frozenset({str})
_WHOLE: Final = frozenset({int})
_MOST_KEPT: Final = 64
"""The number of combinations of keys and types that are cached for each object of the shape."""


class Signed:
    """Stands for integers of either sign."""


class Sometimes(dict[str, Any]):
    """A mapping that has to have the first of these keys and need not have the others."""

    def __init__(self, needed: Mapping[str, Any], **others: Any) -> None:
        super().__init__(needed, **others)
        self.needed = needed.keys()


_SETTLED: Final[Mapping[type | None, frozenset[type]]] = {
    None: frozenset({type(None)}),
    str: frozenset({str}),
    bool: frozenset({bool}),
    float: frozenset({float}),
    Signed: frozenset({int}),
}
"""Shapes that a value's type decides."""

_Fits: TypeAlias = Callable[[Any], bool]


@frozen(eq=False)
class RecordShape:
    """A shape, compiled to a test that says only whether a value fits, which is the common case."""

    shape: Any
    _fits: _Fits = field(init=False, repr=False)

    @_fits.default
    def _compile(self) -> _Fits:
        return _made(self.shape)

    def flaws(self, value: Any) -> list[Flaw]:
        """Returns keys that are missing, unknown or of another type; at most `_MOST_FLAWS`."""
        return [] if self._fits(value) else list(islice(_flaws(value, self.shape, ""), _MOST_FLAWS))


def _needed(shape: Mapping[str, Any]) -> Set[str]:
    return shape.needed if isinstance(shape, Sometimes) else shape.keys()


def _made(shape: Any) -> _Fits:
    """Compiles a shape to a test."""
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
    least = _needed(shape)
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
        for index, item in enumerate(value):
            yield from _flaws(item, shape[0], f"{path}[{index}]")
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
    for key in sorted(_needed(shape) - value.keys()):
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
    Signed: "a whole number",
    bool: "true or false",
}


def _is(value: Any, shape: type) -> bool:
    if shape is float:
        return type(value) is float
    if shape in (int, Signed):
        whole = isinstance(value, int) and not isinstance(value, bool)
        return whole and (shape is Signed or 0 <= value < _MOST)
    return isinstance(value, shape)


def _named(alternative: Any) -> str:
    if alternative is None or isinstance(alternative, str):
        return "null" if alternative is None else alternative
    return "an object" if isinstance(alternative, dict) else _NAMES[alternative]


def _wrong(value: Any, path: str, expected: str) -> Flaw:
    return Flaw("type", f"{path or 'the record'} has another type", repr(value), expected)
