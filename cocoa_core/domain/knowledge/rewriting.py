"""Tests of derived slots as tests of the slot that they follow from, so that all can be judged together.

`any {Europe}` of the continents says the same as `any` of all European cities; so it is with `none`, `only`,
`is` and `one_of`, also where the value is missing or the set is empty. A table may have thousands of words,
but those among which no test tells a difference are as good as one another, so a few of each sort will do.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from attrs import evolve, frozen

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.primitives import Scalar, Test
from cocoa_core.domain.schema import Schema

__all__ = ["Rewritten", "rewritten"]


@frozen
class Rewritten:
    """Tests of one slot that options hold, in place of tests of slots that follow from it.

    kind:  that of the slot, its vocabulary closed to words that stand for all which the tables know
    tests: in the order in which they were given; of a value of `kind` each is true, false or undefined
           exactly where the test that it stands for is of what follows from the value
    """

    kind: Kind
    tests: tuple[Test, ...]


def rewritten(
    schema: Schema, slot: str, direct: Iterable[Test], derived: Sequence[tuple[str, Test]]
) -> Rewritten:
    """Tests of slots that follow from `slot`, to be judged along with `direct` tests of the slot itself.

    derived: each with its slot. The values of the kind give every vector of truth values of all these tests
    together that some option gives, and no other. KeyError for a slot that is not derived.
    """
    kind = schema.closed.slot(slot).kind
    if not isinstance(kind, Category | CategorySet):
        raise TypeError(f"expected a slot with words, got {slot}")
    named = {arg for test in direct if test.over is None for arg in test.args}
    words = [word for word in map(str, named) if schema.knows(slot, word)]
    most = kind.max_items if isinstance(kind, CategorySet) else 1
    for sort in _sorts(schema, slot, derived):
        words += islice((word for words in sort for word in words if word not in named), most)
    return Rewritten(
        evolve(kind, closed=True, values=tuple(sorted(words))),
        tuple(_on(schema, name, test, words) for name, test in derived),
    )


def _sorts(schema: Schema, slot: str, derived: Sequence[tuple[str, Test]]) -> Iterable[list[tuple[str, ...]]]:
    """The words of the slot, several at a time, those in one list that none of the tests tells apart."""
    names = tuple(dict.fromkeys(name for name, _ in derived))
    asked = [(names.index(name), frozenset(test.args)) for name, test in derived]
    found: dict[tuple[bool, ...], list[tuple[str, ...]]] = {}
    for follow, words in schema.alike(slot, names).items():
        found.setdefault(tuple([follow[place] in args for place, args in asked]), []).append(words)
    return found.values()


def _on(schema: Schema, name: str, test: Test, words: Iterable[str]) -> Test:
    follows = schema.follows(name)
    args: list[Scalar] = sorted(word for word in words if follows[word] in test.args)
    return Test("one_of" if test.op == "is" else test.op, tuple(args))
