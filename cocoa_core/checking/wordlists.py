"""Words and names in findings: those that the options have, and the first few of many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.suggestions import quoted

__all__ = ["first_few", "words_of"]

_NAMED: Final = 5


def words_of(domain: Domain, slot: str) -> frozenset[object]:
    """The words that the options have in a category or set slot."""
    position = domain.schema.position(slot)
    used: set[object] = set()
    for value in {row[position] for row in domain.catalogue.rows}:
        used.update(value if isinstance(value, tuple) else (value,))
    return frozenset(used)


def first_few(names: Sequence[str]) -> str:
    """The first five names in quotation marks, and how many more there are."""
    rest = f" and {len(names) - _NAMED:,} more" if len(names) > _NAMED else ""
    return ", ".join(quoted(name) for name in names[:_NAMED]) + rest
