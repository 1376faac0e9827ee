"""The truth values that tests of one slot can have together; found once for all tests of one pattern."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias

from cocoa_core.domain import Test, Value
from cocoa_core.domain.kinds import Kind, VocabularyKind

Assignment: TypeAlias = tuple[bool | None, ...]

_KEPT_ASSIGNMENTS: Final = 1 << 13


def witnessed_assignments(kind: Kind, tests: Sequence[Test]) -> dict[Assignment, Value]:
    """Returns every achievable assignment of truth values of the tests, with a value that gives it."""
    witnesses: dict[Assignment, Value] = {}
    evaluate = kind.evaluate
    for value in kind.witnesses(tests):
        witnesses.setdefault(tuple([evaluate(test, value) for test in tests]), value)
    return witnesses


def possible_assignments(kind: Kind, tests: tuple[Test, ...]) -> tuple[Assignment, ...]:
    """Returns the achievable assignments without values, in no particular order.

    What words a test names does not matter: only which tests name the same words, which of them are legal,
    and how many others are. So tests of words are looked up by that.
    """
    # `worded` first: below an abstract class `isinstance` is slow to say no.
    if kind.worded and isinstance(kind, VocabularyKind):
        return _of_words(_Words(kind, tests))
    return _of_numbers(kind, tests)


@lru_cache(maxsize=_KEPT_ASSIGNMENTS)
def _of_numbers(kind: Kind, tests: tuple[Test, ...]) -> tuple[Assignment, ...]:
    return tuple(witnessed_assignments(kind, tests))


class _Words:
    """Tests of words; equal to others with the same assignments."""

    __slots__ = ("_key", "kind", "tests")

    def __init__(self, kind: VocabularyKind, tests: tuple[Test, ...]) -> None:
        self.kind, self.tests = kind, tests
        places: dict[Any, int] = {}
        named: list[Hashable] = []
        for test in tests:
            args = test.args
            if test.over is None:
                args = tuple([places.setdefault(arg, len(places)) for arg in args])
            named.append((test.op, test.over, args))
        self._key = (*named, *kind.shape(), *_legal(kind, list(places)))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Words) and self._key == other._key


def _legal(kind: VocabularyKind, named: Sequence[str]) -> tuple[int | bool, ...]:
    """Returns which named words are legal, and how many others, up to what a value can hold."""
    if not kind.closed:
        return ()
    legal = [word in kind.values for word in named]
    return min(len(kind.values) - sum(legal), kind.max_items), *legal


@lru_cache(maxsize=_KEPT_ASSIGNMENTS)
def _of_words(words: _Words) -> tuple[Assignment, ...]:
    return tuple(witnessed_assignments(words.kind, words.tests))
