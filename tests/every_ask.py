"""A few items of every ask of every family of cocoa's own: for laws that hold of all of them."""

from __future__ import annotations

from functools import cache
from itertools import islice
from typing import Any, Final

from cocoa_core.items import BUILT_IN, Family, Item, family_named
from cocoa_core.running import RunSpec, generate

_SOURCES: Final = {"selection": "hotels"}
ASKS: Final = tuple((name, ask) for name in BUILT_IN for ask in family_named(name).asks)
"""Family and ask, by name."""


def call_of(family: str, ask: str, seed: int = 3) -> RunSpec:
    """A run of items of one ask."""
    found: Family[Any] = family_named(family)
    given = {"ask": ask} if len(found.asks) > 1 else {}
    return RunSpec(found, found.source(_SOURCES.get(family)), found.settings(given), seed)


@cache
def items_of(family: str, ask: str, count: int = 3) -> tuple[Item, ...]:
    """The first items of a run."""
    return tuple(islice(generate(call_of(family, ask)), count))
