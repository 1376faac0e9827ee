"""Numbers as they are on price tags, in timetables and in tables of data: skewed, and round."""

from __future__ import annotations

import random
from typing import Final

from cocoa_core.domain.kinds.clock import Clock
from cocoa_core.domain.kinds.date import Date
from cocoa_core.domain.kinds.duration import Duration
from cocoa_core.domain.kinds.ordered import OrderedKind
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.scaffolding.simulation.chances import centred, chosen, skewed

__all__ = ["simulated_number"]

_DAY: Final = 1440
_BYTES: Final = ("GB", "TB", "MB")
_WIDE: Final = 8
"""A range with ends so far apart holds many small and few large numbers."""
_FIRST_HOUR: Final = 6
_LAST_HOUR: Final = 22


def simulated_number(kind: OrderedKind, rng: random.Random, low: int, high: int) -> int | None:
    """A legal value from low to high, a round one where there is one; None where no legal one lies there."""
    least, most, step = kind.span()
    low, high = -(-max(low, least) // step) * step, min(high, most) // step * step
    if low > high:
        return None
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
    if isinstance(kind, Date):
        return _between(low, high, rng.random()), 1
    if isinstance(kind, Quantity):
        return _quantity(kind, rng, low, high)
    return _between(low, high, rng.random()), 1


def _quantity(kind: Quantity, rng: random.Random, low: int, high: int) -> tuple[int, int]:
    if kind.unit in _BYTES and kind.places == 0:
        powers = [1 << bit for bit in range(41) if low <= 1 << bit <= high]
        if powers:
            return chosen(rng, powers), 1
    if kind.unit == "rating":
        return _between(low, high, 1 - skewed(rng) * 0.9), 1
    if low < 0 < high:
        return _between(low, high, (centred(rng) + centred(rng)) / 2), 1
    number = _between(low, high, _share(rng, low, high))
    if kind.unit == "money":
        return number, 100 * _round_size(number // 100)
    return number, _round_size(number) if kind.unit not in (
        "count",
        "percent",
        "year",
    ) or number > 1000 else 1


def _share(rng: random.Random, low: int, high: int) -> float:
    return skewed(rng) if high > _WIDE * max(low, 1) else centred(rng)


def _round_size(number: int) -> int:
    """What a person rounds such a number to."""
    return next(
        (size for most, size in ((100, 1), (1000, 5), (10_000, 50), (100_000, 500)) if number < most), 1000
    )


def _ending(kind: OrderedKind, rng: random.Random, number: int, low: int, high: int) -> int:
    """Many prices end in 9, or in 99 cents."""
    if not isinstance(kind, Quantity) or kind.unit != "money" or number <= 0 or rng.random() < 0.5:
        return number
    cents = 1 if kind.step == 1 and number < 10_000 else 100
    lower = number - cents
    return (
        lower if number % 500 == 0 and low <= lower and lower % kind.step == 0 and lower <= high else number
    )


def _time_of_day(kind: Clock, rng: random.Random, low: int, high: int) -> int:
    """By day rather than by night; with days, mostly on the reference day, and not before it if possible."""
    day = 0
    if kind.day_offset and rng.random() < 0.2:
        day = 1 if rng.random() < 0.8 else 2
    minutes = day * _DAY + 60 * _FIRST_HOUR + int(centred(rng) * 60 * (_LAST_HOUR - _FIRST_HOUR))
    if low <= minutes <= high:
        return minutes
    return _between(max(low, 0) if high >= 0 else low, high, rng.random())


def _between(low: int, high: int, share: float) -> int:
    return low + int(share * (high - low) + 0.5)
