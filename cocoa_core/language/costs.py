"""How far the sentences of a request are from a good text, as a number."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from cocoa_core.language.clauses import Clause
from cocoa_core.language.plan import Statement, is_clumsy

__all__ = ["cost_of", "repeated_words"]

_AGAIN: Final = 1.0
"""What a sentence costs that begins as another one does."""
_CONDITIONAL: Final = 0.3
"""What a sentence costs that is a conditional, beyond half of them."""
_CLUMSY: Final = 1.0
_WORD: Final = 0.07
_KEPT: Final = 4096
"""Texts that are looked at once: of the realizations of one request many say a thing alike."""
_BEFORE: Final = frozenset({"the", "a", "my", "I", "to", "can't"})
_MOODS: Final = frozenset({"want", "need", "have", "don't", "can't"})
_PAUSE: Final = re.compile(r"[.!?,] (?:and |but |so )?")
_COMMAND: Final = re.compile(r"\b(?:has|have) to [a-z ]*\b(?:no more than|under|less than)\b")
"""A limit that is demanded of a thing: "has to be under 5 km away", where people say "can't be over"."""
_ORDER: Final = 0.4
_STIFF: Final[Mapping[str, float]] = {"unless": 0.1, "only if": 0.5, "either": 0.5, "exception": 0.3}
"""What a sentence of the family costs."""


def cost_of(opening: str, said: Sequence[tuple[Statement, Clause]]) -> float:
    """Returns how far the sentences are from a good text: stiff ones, long ones, and those that begin
    alike.
    """
    cost = 0.0
    begins = set(_beginnings(opening))
    conditional = 0
    for statement, clause in said:
        first, own = _looked_at(clause.text)
        cost += _AGAIN * (first in begins)
        begins.add(first)
        conditional += first[0] in ("if", "unless")
        cost += clause.cost + own + _STIFF.get(statement.form.family, 0.0) + _CLUMSY * is_clumsy(statement)
    return cost + _CONDITIONAL * max(0.0, conditional - len(said) / 2)


@lru_cache(maxsize=_KEPT)
def _beginnings(opening: str) -> frozenset[tuple[str, ...]]:
    """Returns the first two words of all that is said in it."""
    return frozenset(tuple(part.split(" ")[:2]) for part in _PAUSE.split(opening))


@lru_cache(maxsize=_KEPT)
def _looked_at(text: str) -> tuple[tuple[str, ...], float]:
    """Returns a statement's first two words, and what its length costs and that a word is said again in
    it.
    """
    words = text.split(" ")
    ordered = _ORDER * (_COMMAND.search(text) is not None)
    return tuple(words[:2]), _WORD * len(words) + 2 * _AGAIN * repeated_words(text) + ordered


@lru_cache(maxsize=_KEPT)
def repeated_words(text: str) -> int:
    """Returns how often a noun with an article, or a verb of the speaker, is said that was said in it
    before.
    """
    words = text.replace(",", "").replace(".", "").split(" ")
    said = [two for one, two in pairwise(words) if one in _BEFORE and two not in _MOODS]
    return len(said) - len(set(said))
