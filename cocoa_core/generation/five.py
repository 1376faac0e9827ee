"""Five options, and the candidates of their group as those five see them."""

from __future__ import annotations

import random
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

from attrs import define, field

from cocoa_core.generation.pool import FAILING, Candidate, Pool

__all__ = ["ALL_OPTIONS", "COVERING", "OPTIONS", "Fitting", "Five", "Pattern", "Seen"]

OPTIONS: Final = 5
ALL_OPTIONS: Final = (1 << OPTIONS) - 1
COVERING: Final = tuple(
    sum(1 << mask for mask in range(ALL_OPTIONS + 1) if mask & part == part)
    for part in range(ALL_OPTIONS + 1)
)
"""For each mask of options those that hold all of it, bit m for the mask m."""

_PLACES: Final = tuple(
    tuple(option for option in range(OPTIONS) if mask >> option & 1) for mask in range(ALL_OPTIONS + 1)
)


@define(eq=False)
class Pattern:
    """Candidates of one slot that five options cannot tell apart, as one literal sees them.

    holds, fails: masks over the options on which the literal is true, and false. weights: running totals.
    """

    holds: int
    fails: int
    candidates: list[Candidate]
    weights: list[float]

    def draw(self, rng: random.Random) -> Candidate:
        """One of the candidates, by weight."""
        return self.candidates[
            bisect_right(self.weights, rng.random() * self.weights[-1], 0, len(self.weights) - 1)
        ]


@define(eq=False)
class Fitting:
    """Patterns that do what is wanted, at least one. weights: running totals."""

    patterns: tuple[Pattern, ...]
    weights: tuple[float, ...]

    def draw(self, rng: random.Random, number: int) -> Sequence[Pattern]:
        """So many of them, by weight; where there is only one it comes once, after as many draws."""
        patterns, weights, last, draw = self.patterns, self.weights, len(self.weights) - 1, rng.random
        if not last:
            for _ in range(number):
                draw()
            return patterns
        total = weights[last]
        return [patterns[bisect_right(weights, draw() * total, 0, last)] for _ in range(number)]


@define(eq=False)
class Seen:
    """The patterns of one slot for one polarity, and what they can do at all.

    can_fail: options on which some literal fails. separates[i]: options on which some literal fails that
    holds on option i.
    """

    patterns: tuple[Pattern, ...]
    can_fail: int
    separates: tuple[int, ...]
    _both: dict[int, int] = field(factory=dict, init=False)
    _held: dict[int, int] = field(factory=dict, init=False)
    _fitting: dict[tuple[int, int], Fitting] = field(factory=dict, init=False)

    def separates_both(self, both: int) -> int:
        """Options on which some literal fails that holds on all options of the mask."""
        found = self._both.get(both)
        if found is None:
            found = 0
            for pattern in self.patterns:
                if pattern.holds & both == both:
                    found |= pattern.fails
            self._both[both] = found
        return found

    def held(self, fails: int) -> int:
        """Where those patterns hold that fail on all options of the mask: bit m for one that holds on m."""
        found = self._held.get(fails)
        if found is None:
            found = 0
            for pattern in self.patterns:
                if pattern.fails & fails == fails:
                    found |= 1 << pattern.holds
            self._held[fails] = found
        return found

    def fitting(self, fails: int, holds: int) -> Fitting | None:
        """The patterns that fail on all options of the one mask and hold on all of the other, if any."""
        found = self._fitting.get((fails, holds))
        if found is None:
            if not self.held(fails) & COVERING[holds]:
                return None
            some = [one for one in self.patterns if one.fails & fails == fails and one.holds & holds == holds]
            weights = tuple(accumulate([one.weights[-1] for one in some]))
            found = self._fitting[fails, holds] = Fitting(tuple(some), weights)
        return found


@define(eq=False)
class Five:
    """Five rows of a group, by their places in it."""

    pool: Pool
    rows: tuple[int, ...]
    _alike: dict[str, list[Pattern]] = field(factory=dict, init=False)
    _seen: dict[tuple[str, bool], Seen] = field(factory=dict, init=False)

    def seen(self, slot: str, positive: bool) -> Seen:
        """The slot's candidates as literals of that polarity."""
        known = self._seen.get((slot, positive))
        if known is None:
            patterns = self._patterns(slot)
            if not positive:
                patterns = [Pattern(one.fails, one.holds, one.candidates, one.weights) for one in patterns]
            known = self._seen[slot, positive] = _summed(patterns)
        return known

    def split_by(self, slot: str) -> bool:
        """Whether some candidate of the slot holds on one option and fails on another."""
        return any(pattern.holds and pattern.fails for pattern in self.seen(slot, True).patterns)

    def _patterns(self, slot: str) -> list[Pattern]:
        """The slot's candidates by where they hold and fail on the five."""
        known = self._alike.get(slot)
        if known is None:
            alike: defaultdict[int, list[Candidate]] = defaultdict(list)
            looks = self.pool.looks(slot, self.rows)
            for candidate, look in zip(self.pool.candidates(slot), looks, strict=True):
                alike[look].append(candidate)
            known = self._alike[slot] = [
                Pattern(
                    look & ALL_OPTIONS,
                    look >> FAILING,
                    candidates,
                    list(accumulate([one.weight for one in candidates])),
                )
                for look, candidates in alike.items()
            ]
        return known


def _summed(patterns: Sequence[Pattern]) -> Seen:
    can_fail = 0
    separates = [0] * OPTIONS
    for pattern in patterns:
        holds, fails = pattern.holds, pattern.fails
        can_fail |= fails
        for option in _PLACES[holds]:
            separates[option] |= fails
    return Seen(tuple(patterns), can_fail, tuple(separates))
