"""Tests of slots that follow from another one, as tests of that one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from attrs import frozen

from cocoa_core.domain import Scalar, Schema, Test
from cocoa_core.domain.kinds import Kind, VocabularyKind


@frozen
class Rewritten:
    """Tests of one slot of the catalogue, in place of tests of slots that follow from it."""

    kind: Kind
    """The kind of the slot, with the vocabulary closed to words that stand for all the tables know."""
    tests: tuple[Test, ...]
    """In the order given. For each value of `kind` a test is true, false or undefined exactly where the test
    that it replaces is, for what follows from the value.
    """


def rewritten(
    schema: Schema, slot: str, direct: Iterable[Test], derived: Sequence[tuple[str, Test]]
) -> Rewritten:
    """Rewrites tests of slots that follow from `slot`, to be judged together with `direct` tests of that slot
    itself.

    The values of the kind give every assignment of truth values of all these tests that some option gives,
    and no other.

    Args:
        slot: the slot that the others follow from at last.
        direct: tests of the slot itself.
        derived: tests of slots that follow from it, each with its slot.

    Raises:
        KeyError: a slot is not derived.
    """
    kind = schema.closed.slot(slot).kind
    if not isinstance(kind, VocabularyKind):
        raise TypeError(f"expected a slot with words, got {slot}")
    named = {arg for test in direct if test.over is None for arg in test.args}
    words = [word for word in map(str, named) if schema.tables_have(slot, word)]
    for sort in _sorts(schema, slot, derived):
        words += islice((word for words in sort for word in words if word not in named), kind.max_items)
    return Rewritten(
        kind.closed_to(words),
        tuple(_on(schema, name, test, words) for name, test in derived),
    )


def _sorts(schema: Schema, slot: str, derived: Sequence[tuple[str, Test]]) -> Iterable[list[tuple[str, ...]]]:
    """Returns the words of the slot, in one list those that none of the tests tells apart."""
    names = tuple(dict.fromkeys(name for name, _ in derived))
    named_words = [(names.index(name), frozenset(test.args)) for name, test in derived]
    sorts: dict[tuple[bool, ...], list[tuple[str, ...]]] = {}
    for follow, words in schema.words_alike(slot, names).items():
        sorts.setdefault(tuple([follow[number] in args for number, args in named_words]), []).append(words)
    return sorts.values()


def _on(schema: Schema, name: str, test: Test, words: Iterable[str]) -> Test:
    follows = schema.derived_words(name)
    args: list[Scalar] = sorted(word for word in words if follows[word] in test.args)
    return Test("one_of" if test.op == "is" else test.op, tuple(args))
