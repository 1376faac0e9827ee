"""Chance for simulated rows, made of `random.Random.random` alone, so that every Python draws the same."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

__all__ = ["centred", "chosen", "skewed", "some_of", "whole"]

_Item = TypeVar("_Item")


def whole(rng: random.Random, low: int, high: int) -> int:
    """A whole number from low to high, all alike."""
    return low + int(rng.random() * (high - low + 1))


def skewed(rng: random.Random) -> float:
    """From 0 to 1, small ones more often."""
    return min(rng.random(), rng.random())


def centred(rng: random.Random) -> float:
    """From 0 to 1, those in the middle more often."""
    return (rng.random() + rng.random()) / 2


def chosen(rng: random.Random, items: Sequence[_Item]) -> _Item:
    """One of the items, the first ones somewhat more often."""
    share = skewed(rng) if rng.random() < 0.5 else rng.random()
    return items[int(share * len(items))]


def some_of(rng: random.Random, items: Sequence[_Item], size: int) -> list[_Item]:
    """So many different items, the first ones somewhat more often."""
    left = list(items)
    return [left.pop(left.index(chosen(rng, left))) for _ in range(min(size, len(left)))]
