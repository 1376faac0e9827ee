"""Literals, sum terms and products of sums over numbered variables."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from operator import not_
from typing import TypeAlias

from attrs import field, frozen


@frozen(order=True, cache_hash=True)
class Literal:
    """A variable (0, 1, 2 ...) or its negation. Literals are ordered by variable, the positive one first."""

    variable: int
    positive: bool = field(default=True, order=not_)

    def negated(self) -> Literal:
        """Returns the literal that holds exactly where this one does not."""
        return literal_of(self.code ^ 1)

    def holds(self, row: int) -> bool:
        """Returns whether it holds in a row; bit i of the row is the value of variable i."""
        return bool(row >> self.variable & 1) == self.positive

    @property
    def code(self) -> int:
        """`2 * variable`, plus 1 if negated: an integer that orders literals as they are ordered."""
        return 2 * self.variable + (not self.positive)


@lru_cache(maxsize=256)
def literal_of(code: int) -> Literal:
    """Returns the literal with this code."""
    return Literal(code >> 1, not code & 1)


SumTerm: TypeAlias = tuple[Literal, ...]
"""An OR of literals, sorted by variable, the positive one first. The empty one is false."""


@frozen(cache_hash=True)
class Product:
    """An AND of sum terms; the empty one is true. Equal products have equal terms in equal order.

    `Product.of` brings terms into the canonical order; the constructor keeps the order it is given.
    """

    terms: tuple[SumTerm, ...]

    @classmethod
    def of(cls, terms: Iterable[Iterable[Literal]]) -> Product:
        """Returns the canonical product: literals in order, terms by length, without repetition."""
        return cls.of_codes({literal.code for literal in term} for term in terms)

    @classmethod
    def of_codes(cls, terms: Iterable[Iterable[int]]) -> Product:
        """Returns the canonical product of literal codes, of which no term may hold one twice."""
        ordered = sorted({tuple(sorted(term)) for term in terms})
        ordered.sort(key=len)
        return cls(tuple([tuple(map(literal_of, term)) for term in ordered]))

    def holds(self, row: int) -> bool:
        """Returns whether every sum term holds in the row; bit i is the value of variable i."""
        return all(any(literal.holds(row) for literal in term) for term in self.terms)

    @property
    def literals(self) -> int:
        """The number of literals that it is written with, repetitions included."""
        return sum(map(len, self.terms))

    @property
    def variables(self) -> tuple[int, ...]:
        """The variables that occur, in order, without repetition."""
        return tuple(sorted({literal.variable for term in self.terms for literal in term}))
