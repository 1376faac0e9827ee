"""A named, seeded stream of random draws: same seed and names, same draws, on every machine."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Draws:
    """Draws that depend on a seed and on the names of what is drawn, and on nothing else.

    Only `random.Random.random` is used: of all methods it alone is promised to stay the same
    from one Python version to the next. Streams of different names share nothing, so one route
    can be simulated without the others.
    """

    def __init__(self, seed: int, *names: str) -> None:
        text = "\0".join([str(seed), *names])
        digest = hashlib.sha256(text.encode("utf-8")).digest()
        self._random = random.Random(int.from_bytes(digest, "big"))

    def chance(self, share: float) -> bool:
        """True with the given probability."""
        return self._random.random() < share

    def whole(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + int(self._random.random() * (high - low + 1))

    def pick(self, items: Sequence[T]) -> T:
        """One of the items, all equally likely; IndexError if there is none."""
        return items[int(self._random.random() * len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[float]) -> T:
        """One of the items, by weight; the weights need not sum to one. ValueError if none is positive."""
        total = sum(weights)
        if total <= 0:
            raise ValueError("expected at least one positive weight")
        mark = self._random.random() * total
        for item, weight in zip(items, weights, strict=True):
            mark -= weight
            if mark < 0:
                return item
        return items[max(index for index, weight in enumerate(weights) if weight > 0)]

    def bell(self, spread: float) -> float:
        """A bell-shaped number around 0 with standard deviation `spread`, never beyond three of them."""
        return (sum(self._random.random() for _ in range(3)) - 1.5) * 2 * spread

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in a random order."""
        keyed = [(self._random.random(), index) for index in range(len(items))]
        return [items[index] for _, index in sorted(keyed)]
