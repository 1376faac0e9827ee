"""How a slot follows from another one by a table of the domain, word by word."""

from __future__ import annotations

from functools import cached_property
from typing import Final

from attrs import field, frozen

from cocoa_core.domain.primitives import Value

__all__ = ["DERIVED_TESTS", "Derived"]

DERIVED_TESTS: Final = frozenset({"is", "one_of", "any", "none", "only"})
"""The tests of derived slots: each of them is exactly a test of the slot that it follows from."""


@frozen(cache_hash=True)
class Derived:
    """Where the words of a derived slot come from.

    source:     the slot that it follows from, which may be derived itself
    table:      NAME of `tables/NAME.csv`
    key, value: the columns with the words of the source and with those of this slot
    words:      (word of the source, word of this slot), sorted, each word of the source once
    """

    source: str
    table: str
    key: str
    value: str
    words: tuple[tuple[str, str], ...] = field(repr=False)

    @property
    def path(self) -> str:
        """The table's path in the domain's folder."""
        return f"tables/{self.table}.csv"

    @cached_property
    def known(self) -> dict[str, str]:
        """The word of this slot for each word of the source."""
        return dict(self.words)

    def of(self, value: Value) -> Value:
        """What follows from a value of the source: nothing known from a missing one, a set from a set.

        KeyError with a word that the table lacks.
        """
        if value is None:
            return None
        if isinstance(value, tuple):
            return tuple(sorted({self.known[str(word)] for word in value}))
        return self.known[str(value)]
