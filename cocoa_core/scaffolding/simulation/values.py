"""One simulated value of a slot, within limits on its number, its total and its size."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.boolean import Boolean
from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.ordered import OrderedKind
from cocoa_core.domain.primitives import Value
from cocoa_core.scaffolding.simulation.chances import centred, chosen, some_of
from cocoa_core.scaffolding.simulation.numbers import simulated_number

__all__ = ["Limits", "NothingFitsError", "limits_of", "simulated_value"]

Limits: TypeAlias = Mapping[str | None, tuple[int, int]]
"""The least and the greatest number of a value, by what is measured: None (itself), `count`, `total`."""

_MISSING: Final = 0.06
_MOST_USUAL: Final = 5
"""Sets and lists with room for more items rarely hold more."""


class NothingFitsError(Exception):
    """No value of the slot lies within the limits."""


def limits_of(kind: Kind) -> dict[str | None, tuple[int, int]]:
    """What a value of the kind can measure at all, each measure by itself."""
    if isinstance(kind, NumberList):
        low, high, _ = kind.items.span()
        totals = (min(low, low * kind.max_items), max(high, high * kind.max_items))
        return {"count": (kind.min_items, kind.max_items), "total": totals}
    if isinstance(kind, CategorySet):
        size = min(kind.max_items, len(kind.values)) if kind.closed else kind.max_items
        return {"count": (kind.min_items, size)}
    if isinstance(kind, OrderedKind):
        low, high, _ = kind.span()
        return {None: (low, high)}
    return {}


def simulated_value(
    kind: Kind, words: Sequence[str], rng: random.Random, limits: Limits, common: float = 0.5
) -> Value:
    """A plausible legal value within the limits; NothingFitsError where there is none.

    words:  the vocabulary, for categories and sets; common: how often a boolean is true
    """
    if kind.missing and rng.random() < _MISSING:
        return None
    if isinstance(kind, Category):
        return chosen(rng, words)
    if isinstance(kind, Boolean):
        return rng.random() < common
    if isinstance(kind, CategorySet):
        size = _size(rng, kind.min_items, min(kind.max_items, len(words)), limits)
        return tuple(sorted(some_of(rng, words, size)))
    if isinstance(kind, NumberList):
        return _numbers(kind, rng, limits)
    if isinstance(kind, OrderedKind):
        number = simulated_number(kind, rng, *limits.get(None, limits_of(kind)[None]))
        if number is None:
            raise NothingFitsError
        return number
    raise TypeError(f"values of kind {kind.name} cannot be simulated")


def _size(rng: random.Random, least: int, most: int, limits: Limits) -> int:
    low, high = limits.get("count", (least, most))
    low, high = max(low, least), min(high, most)
    if low > high:
        raise NothingFitsError
    usual = min(high, max(low, _MOST_USUAL)) if rng.random() < 0.95 else high
    return low + int(centred(rng) * (usual - low + 1))


def _numbers(kind: NumberList, rng: random.Random, limits: Limits) -> tuple[int, ...]:
    """Items one after the other, each leaving room for the rest of the total."""
    low, high, _ = kind.items.span()
    counts = limits.get("count", (kind.min_items, kind.max_items))
    totals = limits.get("total")
    sizes = list(range(max(counts[0], kind.min_items), min(counts[1], kind.max_items) + 1))
    if totals is not None:
        sizes = [size for size in sizes if not size or (size * low <= totals[1] and size * high >= totals[0])]
    if not sizes:
        raise NothingFitsError
    size = sizes[int(centred(rng) * len(sizes))]
    items: list[int] = []
    for left in range(size - 1, -1, -1):
        least, most = low, high
        if totals is not None:
            least = max(low, totals[0] - sum(items) - left * high)
            most = min(high, totals[1] - sum(items) - left * low)
        item = simulated_number(kind.items, rng, least, most)
        if item is None:
            raise NothingFitsError
        items.append(item)
    return tuple(items)
