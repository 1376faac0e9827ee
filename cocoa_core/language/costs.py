"""Computes how far the sentences of a request are from a good text, as a number."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from attrs import frozen

from cocoa_core.language.clauses import Clause
from cocoa_core.language.plan import Statement, is_clumsy

_AGAIN: Final = 1.0
"""The cost of a sentence that begins like an earlier one, and half that of a repeated word."""
_CONDITIONAL: Final = 0.3
"""The cost of each conditional sentence beyond half of the sentences."""
_CLUMSY: Final = 1.0
"""The cost of a clumsy statement."""
_WORD: Final = 0.07
"""The cost of each word."""
_KEPT: Final = 4096
"""The number of texts whose costs are cached: many realizations of one request have statements in common."""
_BEFORE: Final = frozenset({"the", "a", "an", "my", "I", "to", "can't"})
"""The words after which a repeated word is counted."""
_MOODS: Final = frozenset({"want", "need", "have", "don't", "can't"})
"""Verbs after "I" that are not counted when they are repeated."""
_PAUSE: Final = re.compile(r"[.!?,] (?:and |but |so )?")
_COMMAND: Final = re.compile(
    r"\b(?:has|have) to [a-z ]*\b(?:no (?:more|longer|later) than|under|less than|shorter than)\b"
)
"""Matches a demand for a limit, as in "has to be under 5 km away", where people say "can't be over"."""
_ORDER: Final = 0.4
"""The cost of such a demand."""
_PRONOUN: Final = re.compile(r"\b(?:[Ii]t(?:s|'s)?|[Tt]heir|[Tt]hey(?:'re)?)\b")
_REFERENCE: Final = 0.5
"""The cost of "it", "its", "they" and "their". Readers of three sheets named what these refer to as unclear
more often than any other fault; requests that they gave 4 of 5 say "the trip", "the ticket" and "I", and one
in five has a pronoun.
"""
_STIFF: Final[Mapping[str, float]] = {"unless": 0.1, "exception": 0.3}
"""The cost of a sentence by the family of its form."""


@frozen(eq=False)
class SpokenStatement:
    """A statement in words, with what its words cost wherever they stand."""

    statement: Statement
    text: str
    first: tuple[str, ...]
    """Its first two words."""
    cost: float
    again: SpokenStatement | None = None
    """The statement where the option has just been named, if it is another one then."""


def spoken_statement(statement: Statement, clause: Clause) -> SpokenStatement:
    """Returns a statement in the words of a clause."""
    stiff = clause.cost + _STIFF.get(statement.form.family, 0.0) + _CLUMSY * is_clumsy(statement)

    def worded(text: str, again: SpokenStatement | None = None) -> SpokenStatement:
        first, text_cost = _looked_at(text)
        return SpokenStatement(statement, text, first, stiff + text_cost, again)

    return worded(clause.text, worded(clause.pronoun) if clause.pronoun else None)


def cost_of(opening: str, statements: Sequence[SpokenStatement]) -> float:
    """Returns the cost of the sentences: for stiff forms, length, repeated words and equal beginnings.

    Args:
        opening: the text before the statements.
    """
    cost = 0.0
    begins = set(_beginnings(opening))
    conditional = 0
    for statement in statements:
        first = statement.first
        if first in begins:
            cost += _AGAIN
        begins.add(first)
        conditional += first[0] in ("if", "unless")
        cost += statement.cost
    return cost + _CONDITIONAL * max(0.0, conditional - len(statements) / 2)


@lru_cache(maxsize=_KEPT)
def _beginnings(opening: str) -> frozenset[tuple[str, ...]]:
    """Returns the first two words of each sentence and clause of the opening."""
    return frozenset(tuple(part.split(" ")[:2]) for part in _PAUSE.split(opening))


@lru_cache(maxsize=_KEPT)
def _looked_at(text: str) -> tuple[tuple[str, ...], float]:
    """Returns a statement's first two words, and its cost for length, repetition and demands for limits."""
    words = text.split(" ")
    commands = " to " in text and _COMMAND.search(text) is not None
    references = _REFERENCE * len(_PRONOUN.findall(text))
    cost = _WORD * len(words) + 2 * _AGAIN * repeated_words(text) + _ORDER * commands + references
    return tuple(words[:2]), cost


@lru_cache(maxsize=_KEPT)
def repeated_words(text: str) -> int:
    """Returns how often a noun with an article, or a verb of the speaker, repeats an earlier one."""
    words = text.replace(",", "").replace(".", "").split(" ")
    counted = [second for first, second in pairwise(words) if first in _BEFORE and second not in _MOODS]
    return len(counted) - len(set(counted))
