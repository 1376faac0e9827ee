"""Checks the keys and types of JSON, without which nothing else in a record can be checked.

A shape is what stands in the place of a value: a type; a list with the shape of its items; a mapping with the
shape of each key; a tuple of alternatives, which are shapes, texts and None. A mapping with the key `...`
allows any keys and gives the shape of all values. Any other mapping requires exactly its own keys; in
`Sometimes` only some of them are required. `int` stands for whole numbers from 0, `Signed` for all whole
numbers, `object` for anything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from itertools import islice
from typing import Annotated, Any, Final, Literal, Union

import msgspec
from attrs import field, frozen

from cocoa_core.verification.report import Flaw

_MOST_FLAWS: Final = 20
"""The most flaws that are reported for one record."""
_MOST: Final = 10**18


class Signed:
    """Stands for integers of either sign."""


class Sometimes(dict[str, Any]):
    """A mapping that must have the keys of its first argument and may have the others."""

    def __init__(self, needed: Mapping[str, Any], **others: Any) -> None:
        super().__init__(needed, **others)
        self.needed = needed.keys()


@frozen(eq=False)
class RecordShape:
    """A shape, compiled to a type of msgspec.

    msgspec says only whether a value fits, which is the common case, in a quarter of the time that a test in
    Python takes.
    """

    shape: Any
    _type: Any = field(init=False, repr=False)

    @_type.default
    def _compile(self) -> Any:
        return _type_of(self.shape)

    def flaws(self, value: Any) -> list[Flaw]:
        """Returns keys that are missing, unknown or of another type; at most `_MOST_FLAWS`."""
        try:
            msgspec.convert(value, self._type)
        except ValueError:  # also of a key that is no UTF-8
            return list(islice(_flaws(value, self.shape, ""), _MOST_FLAWS))
        return []


class _ExactType(type):
    __instancecheck__ = staticmethod(float.__instancecheck__)  # in C: one in Python takes half of a shape


class _Float(metaclass=_ExactType):
    """Stands for a float: the type itself lets msgspec accept integers."""


_TYPES: Final[Mapping[Any, Any]] = {
    int: Annotated[int, msgspec.Meta(ge=0, lt=_MOST)],
    Signed: int,
    float: _Float,
    object: Any,
}


def _type_of(shape: Any) -> Any:
    """Returns the type of the values that have a shape."""
    if isinstance(shape, list):
        return list[_type_of(shape[0])]  # type: ignore[misc]
    if isinstance(shape, tuple):
        return Union[tuple(map(_type_of, shape))]  # noqa: UP007
    if isinstance(shape, dict):
        if ... in shape:
            return dict[str, _type_of(shape[...])]  # type: ignore[misc]
        needed = [(key, _type_of(shape[key])) for key in _needed(shape)]
        others = [
            (key, Union[_type_of(inner), msgspec.UnsetType], msgspec.UNSET)  # noqa: UP007
            for key, inner in shape.items()
            if key not in _needed(shape)
        ]
        return msgspec.defstruct("Object", [*needed, *others], forbid_unknown_fields=True)
    if isinstance(shape, str):
        return Literal[shape]
    return _TYPES.get(shape, shape)


def _needed(shape: Mapping[str, Any]) -> Set[str]:
    return shape.needed if isinstance(shape, Sometimes) else shape.keys()


def _has_shape(value: Any, shape: Any) -> bool:
    if shape is None:
        return value is None
    return value == shape if isinstance(shape, str) else next(_flaws(value, shape, ""), None) is None


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
        if not any(_has_shape(value, alternative) for alternative in shape):
            yield _wrong(value, path, " or ".join(map(_type_name, shape)))
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


def _type_name(alternative: Any) -> str:
    if alternative is None or isinstance(alternative, str):
        return "null" if alternative is None else alternative
    return "an object" if isinstance(alternative, dict) else _NAMES[alternative]


def _wrong(value: Any, path: str, expected: str) -> Flaw:
    return Flaw("type", f"{path or 'the record'} has another type", repr(value), expected)
