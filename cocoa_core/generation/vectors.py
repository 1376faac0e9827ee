"""Which truth values tests of one slot can have together, found once for all tests of one pattern."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.primitives import Test, Value

__all__ = ["Vector", "possible_vectors", "vectors"]

Vector: TypeAlias = tuple[bool | None, ...]

_KEPT: Final = 1 << 13
_WORDED: Final = frozenset({Category.name, CategorySet.name})


def vectors(kind: Kind, tests: Sequence[Test]) -> dict[Vector, Value]:
    """Every achievable vector of truth values of the tests, with a value that gives it."""
    found: dict[Vector, Value] = {}
    evaluate = kind.evaluate
    for value in kind.witnesses(tests):
        found.setdefault(tuple([evaluate(test, value) for test in tests]), value)
    return found


def possible_vectors(kind: Kind, tests: tuple[Test, ...]) -> tuple[Vector, ...]:
    """The same vectors without values, in no particular order.

    What words a test names does not matter, only which tests name the same ones, which of them are legal and
    how many others are: so tests of words are looked up by that.
    """
    # The name first: below an abstract class `isinstance` is slow to say no.
    if kind.name in _WORDED and isinstance(kind, Category | CategorySet):
        return _of_words(_Words(kind, tests))
    return _of_numbers(kind, tests)


@lru_cache(maxsize=_KEPT)
def _of_numbers(kind: Kind, tests: tuple[Test, ...]) -> tuple[Vector, ...]:
    return tuple(vectors(kind, tests))


class _Words:
    """Tests of words; equal to others that have the same vectors for the reason above."""

    __slots__ = ("_key", "kind", "tests")

    def __init__(self, kind: Category | CategorySet, tests: tuple[Test, ...]) -> None:
        self.kind, self.tests = kind, tests
        places: dict[Any, int] = {}
        named: list[Hashable] = []
        for test in tests:
            args = test.args
            if test.over is None:
                args = tuple([places.setdefault(arg, len(places)) for arg in args])
            named.append((test.op, test.over, args))
        self._key = (*named, *_shape(kind), *_legal(kind, list(places)))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Words) and self._key == other._key


def _shape(kind: Category | CategorySet) -> tuple[int | bool, ...]:
    if isinstance(kind, Category):
        return (kind.missing,)
    return kind.missing, kind.min_items, kind.max_items


def _legal(kind: Category | CategorySet, named: Sequence[str]) -> tuple[int | bool, ...]:
    """Which of the named words are legal, and how many others: as many as a value can hold are enough."""
    if not kind.closed:
        return ()
    legal = [word in kind.values for word in named]
    most = kind.max_items if isinstance(kind, CategorySet) else 1
    return min(len(kind.values) - sum(legal), most), *legal


@lru_cache(maxsize=_KEPT)
def _of_words(words: _Words) -> tuple[Vector, ...]:
    return tuple(vectors(words.kind, words.tests))
