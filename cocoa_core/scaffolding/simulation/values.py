"""One simulated value of a slot, within limits: skewed, and round, as on price tags and in timetables.

Chance is made of `random.Random.random` alone, so that every Python draws the same.
"""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Final, TypeAlias, TypeVar

from cocoa_core.domain import Value
from cocoa_core.domain.kinds import (
    Boolean,
    Category,
    CategorySet,
    Clock,
    Duration,
    Kind,
    NumberList,
    OrderedKind,
    Quantity,
)

__all__ = ["Limits", "NothingFitsError", "limits_of", "simulated_value"]

_Item = TypeVar("_Item")
Limits: TypeAlias = Mapping[str | None, tuple[int, int]]
"""The least and the greatest number of a value, by what is measured: None (itself), `count`, `total`."""

_MISSING: Final = 0.06
_MOST_USUAL: Final = 5
"""Sets and lists with room for more items rarely hold more."""
_DAY: Final = 1440
_BYTES: Final = ("GB", "TB", "MB")
_WIDE: Final = 8
"""A range with ends so far apart holds many small and few large numbers."""
_FIRST_HOUR: Final = 6
_LAST_HOUR: Final = 22


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
        return _chosen(rng, words)
    if isinstance(kind, Boolean):
        return rng.random() < common
    if isinstance(kind, CategorySet):
        size = _size(rng, kind.min_items, min(kind.max_items, len(words)), limits)
        return tuple(sorted(_some_of(rng, words, size)))
    if isinstance(kind, NumberList):
        return _numbers(kind, rng, limits)
    if isinstance(kind, OrderedKind):
        return _number(kind, rng, *limits.get(None, limits_of(kind)[None]))
    raise TypeError(f"values of kind {kind.name} cannot be simulated")


def _size(rng: random.Random, least: int, most: int, limits: Limits) -> int:
    low, high = limits.get("count", (least, most))
    low, high = max(low, least), min(high, most)
    if low > high:
        raise NothingFitsError
    usual = min(high, max(low, _MOST_USUAL)) if rng.random() < 0.95 else high
    return low + int(_centred(rng) * (usual - low + 1))


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
    size = sizes[int(_centred(rng) * len(sizes))]
    items: list[int] = []
    for left in range(size - 1, -1, -1):
        least, most = low, high
        if totals is not None:
            least = max(low, totals[0] - sum(items) - left * high)
            most = min(high, totals[1] - sum(items) - left * low)
        items.append(_number(kind.items, rng, least, most))
    return tuple(items)


def _number(kind: OrderedKind, rng: random.Random, low: int, high: int) -> int:
    """A legal value from low to high, a round one where there is one."""
    least, most, step = kind.span()
    low, high = -(-max(low, least) // step) * step, min(high, most) // step * step
    if low > high:
        raise NothingFitsError
    number, nice = _drawn(kind, rng, low, high)
    for wanted in (nice, step):
        size = wanted if wanted % step == 0 else step
        rounded = min(max((number + size // 2) // size * size, -(-low // size) * size), high // size * size)
        if low <= rounded <= high:
            return _ending(kind, rng, rounded, low, high)
    return low


def _drawn(kind: OrderedKind, rng: random.Random, low: int, high: int) -> tuple[int, int]:
    """A number between the ends, and the size of which it should be a multiple."""
    if isinstance(kind, Clock):
        return _time_of_day(kind, rng, low, high), 15 if rng.random() < 0.7 else 5
    if isinstance(kind, Duration):
        number = _between(low, high, _share(rng, low, high))
        return number, 5 if number < 240 else 15 if number < 720 else 30
    if isinstance(kind, Quantity):
        return _quantity(kind, rng, low, high)
    return _between(low, high, rng.random()), 1


def _quantity(kind: Quantity, rng: random.Random, low: int, high: int) -> tuple[int, int]:
    if kind.unit in _BYTES and kind.places == 0:
        powers = [1 << bit for bit in range(41) if low <= 1 << bit <= high]
        if powers:
            return _chosen(rng, powers), 1
    if kind.unit == "rating":
        return _between(low, high, 1 - _skewed(rng) * 0.9), 1
    if low < 0 < high:
        return _between(low, high, (_centred(rng) + _centred(rng)) / 2), 1
    number = _between(low, high, _share(rng, low, high))
    if kind.unit == "money":
        return number, 100 * _round_size(number // 100)
    exact = kind.unit in ("count", "percent", "year") and number <= 1000
    return number, 1 if exact else _round_size(number)


def _share(rng: random.Random, low: int, high: int) -> float:
    return _skewed(rng) if high > _WIDE * max(low, 1) else _centred(rng)


def _round_size(number: int) -> int:
    """What a person rounds such a number to."""
    sizes = ((100, 1), (1000, 5), (10_000, 50), (100_000, 500))
    return next((size for most, size in sizes if number < most), 1000)


def _ending(kind: OrderedKind, rng: random.Random, number: int, low: int, high: int) -> int:
    """Many prices end in 9, or in 99 cents."""
    if not isinstance(kind, Quantity) or kind.unit != "money" or number <= 0 or rng.random() < 0.5:
        return number
    cents = 1 if kind.step == 1 and number < 10_000 else 100
    lower = number - cents
    return lower if number % 500 == 0 and low <= lower <= high and lower % kind.step == 0 else number


def _time_of_day(kind: Clock, rng: random.Random, low: int, high: int) -> int:
    """By day rather than by night; with days, mostly on the reference day, and not before it if possible."""
    day = 0
    if kind.day_offset and rng.random() < 0.2:
        day = 1 if rng.random() < 0.8 else 2
    minutes = day * _DAY + 60 * _FIRST_HOUR + int(_centred(rng) * 60 * (_LAST_HOUR - _FIRST_HOUR))
    if low <= minutes <= high:
        return minutes
    return _between(max(low, 0) if high >= 0 else low, high, rng.random())


def _between(low: int, high: int, share: float) -> int:
    return low + int(share * (high - low) + 0.5)


def _skewed(rng: random.Random) -> float:
    """From 0 to 1, small ones more often."""
    return min(rng.random(), rng.random())


def _centred(rng: random.Random) -> float:
    """From 0 to 1, those in the middle more often."""
    return (rng.random() + rng.random()) / 2


def _chosen(rng: random.Random, items: Sequence[_Item]) -> _Item:
    """One of the items, the first ones somewhat more often."""
    share = _skewed(rng) if rng.random() < 0.5 else rng.random()
    return items[int(share * len(items))]


def _some_of(rng: random.Random, items: Sequence[_Item], size: int) -> list[_Item]:
    """So many different items, the first ones somewhat more often."""
    left = list(items)
    return [left.pop(left.index(_chosen(rng, left))) for _ in range(min(size, len(left)))]
