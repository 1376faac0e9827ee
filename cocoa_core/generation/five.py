"""Five options, and the candidates of their group as those five see them."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from attrs import define, field, frozen

from cocoa_core.generation.pool import Candidate, Pool

__all__ = ["ALL_OPTIONS", "OPTIONS", "Five", "Pattern", "Seen"]

OPTIONS: Final = 5
ALL_OPTIONS: Final = (1 << OPTIONS) - 1


@frozen(eq=False)
class Pattern:
    """Candidates of one slot that five options cannot tell apart, as one literal sees them.

    holds, fails: masks over the options on which the literal is true, and false. weights: running totals.
    """

    holds: int
    fails: int
    candidates: tuple[Candidate, ...]
    weights: tuple[float, ...]

    def draw(self, rng: random.Random) -> Candidate:
        """One of the candidates, by weight."""
        return self.candidates[
            bisect_right(self.weights, rng.random() * self.weights[-1], 0, len(self.weights) - 1)
        ]


@frozen(eq=False)
class Seen:
    """The patterns of one slot for one polarity, and what they can do at all.

    can_fail: options on which some literal fails. separates[i]: options on which some literal fails that
    holds on option i.
    """

    patterns: tuple[Pattern, ...]
    can_fail: int
    separates: tuple[int, ...]


@define(eq=False)
class Five:
    """Five rows of a group, by their places in it."""

    pool: Pool
    rows: tuple[int, ...]
    _seen: dict[str, tuple[Seen, Seen]] = field(factory=dict, init=False)

    def seen(self, slot: str, positive: bool) -> Seen:
        """The slot's candidates as literals of that polarity."""
        known = self._seen.get(slot)
        if known is None:
            known = self._seen[slot] = self._look(slot)
        return known[positive]

    def _look(self, slot: str) -> tuple[Seen, Seen]:
        holding, failing = self.pool.seen_by(slot, self.rows)
        groups: dict[tuple[int, int], list[Candidate]] = {}
        for candidate, holds, fails in zip(self.pool.candidates(slot), holding, failing, strict=True):
            groups.setdefault((holds, fails), []).append(candidate)
        patterns = tuple(
            Pattern(holds, fails, tuple(group), tuple(accumulate(one.weight for one in group)))
            for (holds, fails), group in groups.items()
        )
        denied = tuple(Pattern(one.fails, one.holds, one.candidates, one.weights) for one in patterns)
        return _summed(denied), _summed(patterns)


def _summed(patterns: Sequence[Pattern]) -> Seen:
    can_fail = 0
    separates = [0] * OPTIONS
    for pattern in patterns:
        can_fail |= pattern.fails
        for option in range(OPTIONS):
            if pattern.holds >> option & 1:
                separates[option] |= pattern.fails
    return Seen(tuple(patterns), can_fail, tuple(separates))
