"""Looks up texts by their tokens, one token after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar

from attrs import define, field

_T = TypeVar("_T")


@define(eq=False)
class Trie(Generic[_T]):
    """A node of a trie: what the tokens up to here stand for, and the nodes of longer texts."""

    values: dict[_T, None] = field(factory=dict)
    _following: dict[str, Trie[_T]] = field(factory=dict, init=False)

    def add(self, tokens: Iterable[str], value: _T) -> None:
        """Adds a value of these tokens, which may be none at all."""
        node = self
        for token in tokens:
            node = node._following.setdefault(token, Trie())
        node.values[value] = None

    def at(self, tokens: Sequence[str], position: int) -> list[tuple[int, _T]]:
        """Returns the values of the texts that stand at a position, each after the position where its text
        ends; those of short texts first.
        """
        matches: list[tuple[int, _T]] = []
        node: Trie[_T] | None = self
        size = len(tokens)
        while node is not None:
            if node.values:
                matches += [(position, value) for value in node.values]
            if position >= size:
                break
            node = node._following.get(tokens[position])
            position += 1
        return matches
