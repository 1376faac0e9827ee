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

    def separates_both(self, one: int, other: int) -> int:
        """Options on which some literal fails that holds on both of these."""
        both = 1 << one | 1 << other
        found = 0
        for pattern in self.patterns:
            if pattern.holds & both == both:
                found |= pattern.fails
        return found


@define(eq=False)
class Five:
    """Five rows of a group, by their places in it."""

    pool: Pool
    rows: tuple[int, ...]
    _alike: dict[str, dict[tuple[int, int], list[Candidate]]] = field(factory=dict, init=False)
    _seen: dict[tuple[str, bool], Seen] = field(factory=dict, init=False)

    def seen(self, slot: str, positive: bool) -> Seen:
        """The slot's candidates as literals of that polarity."""
        known = self._seen.get((slot, positive))
        if known is None:
            known = self._seen[slot, positive] = _summed(
                [
                    Pattern(
                        holds if positive else fails,
                        fails if positive else holds,
                        tuple(group),
                        tuple(accumulate([one.weight for one in group])),
                    )
                    for (holds, fails), group in self._groups(slot).items()
                ]
            )
        return known

    def split_by(self, slot: str) -> bool:
        """Whether some candidate of the slot holds on one option and fails on another."""
        return any(pattern.holds and pattern.fails for pattern in self.seen(slot, True).patterns)

    def _groups(self, slot: str) -> dict[tuple[int, int], list[Candidate]]:
        """The slot's candidates by where they hold and fail on the five."""
        known = self._alike.get(slot)
        if known is None:
            known = self._alike[slot] = {}
            holding, failing = self.pool.seen_by(slot, self.rows)
            for candidate, holds, fails in zip(self.pool.candidates(slot), holding, failing, strict=True):
                known.setdefault((holds, fails), []).append(candidate)
        return known


def _summed(patterns: Sequence[Pattern]) -> Seen:
    can_fail = 0
    separates = [0] * OPTIONS
    for pattern in patterns:
        holds, fails = pattern.holds, pattern.fails
        can_fail |= fails
        for option in range(OPTIONS):
            if holds >> option & 1:
                separates[option] |= fails
    return Seen(tuple(patterns), can_fail, tuple(separates))
