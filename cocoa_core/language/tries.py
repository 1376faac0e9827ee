"""Splits texts into tokens (words with the punctuation inside them, and single marks), and looks up texts and
sentence forms by them, one token after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, Generic, TypeVar

from attrs import define, field, frozen

from cocoa_core.lexicon import SentenceForm

_TOKEN = re.compile(r"\w+(?:[',.:’]\w+)*|\S")


def tokenize(text: str) -> tuple[str, ...]:
    """Returns the tokens of a text, in order."""
    return tuple(_TOKEN.findall(text))


@lru_cache(maxsize=1 << 12)
def tokenized(text: str) -> tuple[str, ...]:
    """Returns the same as `tokenize`, cached: for values and phrases, whose tokens are always the same."""
    return tokenize(text)


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


_ROLE: Final = re.compile(r"\{([a-z]+)([+-])([0-9]+)\}")


@frozen(cache_hash=True)
class Role:
    """A place in a form: the role's name, the literal's number from 1, and whether it is negated."""

    role: str
    place: int
    positive: bool


@lru_cache(maxsize=64)
def form_parts(form: SentenceForm) -> tuple[str | Role, ...]:
    """Returns the pattern of a form in order; words keep their spaces and punctuation."""
    parts: list[str | Role] = []
    end = 0
    for match in _ROLE.finditer(form.pattern):
        parts += [form.pattern[end : match.start()], Role(match[1], int(match[3]), match[2] == "+")]
        end = match.end()
    return tuple(part for part in (*parts, form.pattern[end:]) if part)


@define(eq=False)
class FormNode:
    """A node of a trie of forms: by words, by roles, and the forms that end here."""

    words: dict[str, FormNode] = field(factory=dict)
    roles: dict[Role, FormNode] = field(factory=dict)
    forms: list[SentenceForm] = field(factory=list)


def form_trie(forms: Iterable[SentenceForm]) -> FormNode:
    """Returns forms as a trie over tokens and roles."""
    root = FormNode()
    for form in forms:
        node = root
        for part in form_parts(form):
            if isinstance(part, Role):
                node = node.roles.setdefault(part, FormNode())
            else:
                for token in tokenized(part.casefold()):
                    node = node.words.setdefault(token, FormNode())
        node.forms.append(form)
    return root
