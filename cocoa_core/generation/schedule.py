"""Which setting, side, ring and letter a question has: hashed, balanced, and known without its neighbours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import gcd
from typing import Final

from attrs import frozen

from cocoa_core.generation.settings import Setting, Settings
from cocoa_core.seeds import seed_of, stream

__all__ = ["BLOCK", "LABELS", "RINGS", "Place", "Schedule", "spread"]

LABELS: Final = ("A", "B", "C", "D", "E")
RINGS: Final = 20
"""Rings in a block; their members lie this far apart, so that neighbours show different options."""
BLOCK: Final = RINGS * len(LABELS)
"""Questions in a block: what a worker makes at a time."""


@frozen
class Place:
    """Where a question stands. ring: number of its ring; member: 0 to 4, its place in the ring."""

    index: int
    ring: int
    member: int
    setting: Setting
    side: str | None
    label: str


def spread(weights: Sequence[int]) -> tuple[int, ...]:
    """A cycle in which choice i comes weights[i] times, as evenly as can be.

    At every step the choice that is furthest behind its share comes next, so every prefix of the repeated
    cycle is within one of each share for two choices and close to it for more.
    """
    divisor = gcd(*weights)
    parts = [weight // divisor for weight in weights]
    total = sum(parts)
    owed = [0] * len(parts)
    cycle = []
    for _ in range(total):
        owed = [debt + part for debt, part in zip(owed, parts, strict=True)]
        chosen = max(range(len(parts)), key=lambda place: (owed[place], -place))
        owed[chosen] -= total
        cycle.append(chosen)
    return tuple(cycle)


@lru_cache(maxsize=16)
def _cycle(weights: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The spread, and how often each choice came before each place of it (and, last, in all of it)."""
    cycle = spread(weights)
    counts = [[0] * len(weights)]
    for chosen in cycle:
        counts.append([count + (place == chosen) for place, count in enumerate(counts[-1])])
    return cycle, tuple(tuple(row) for row in counts)


@lru_cache(maxsize=256)
def _letters(key: tuple[int | str, ...]) -> tuple[str, ...]:
    """The five letters in a hashed order."""
    letters = list(LABELS)
    stream("letter", *key).shuffle(letters)
    return tuple(letters)


class Schedule:
    """Places of all questions of one run: a function of seed, domain digest and settings."""

    def __init__(self, seed: int, digest: str, settings: Settings) -> None:
        self.settings = settings
        self._key = (seed, digest, settings.text)
        self._mix = tuple(weight for _, weight in settings.mix)
        self._shares = tuple(share for _, share in settings.split)
        self._offset = seed_of("setting", *self._key)

    def place(self, index: int) -> Place:
        """The place of question `index` (from 0)."""
        block, within = divmod(index, BLOCK)
        cycle, _ = _cycle(self._mix)
        setting = self.settings.mix[cycle[(index + self._offset) % len(cycle)]][0]
        ring, member = block * RINGS + within % RINGS, within // RINGS
        side, rank = self._side(ring, member)
        return Place(
            index=index, ring=ring, member=member, setting=setting, side=side, label=self.letter(side, rank)
        )

    def members(self, ring: int) -> tuple[int, ...]:
        """The five indices of a ring, by member."""
        block, within = divmod(ring, RINGS)
        return tuple(block * BLOCK + member * RINGS + within for member in range(len(LABELS)))

    def letter(self, side: str | None, rank: int) -> str:
        """The answer of the `rank`-th question of a side: every five in a row have all five letters."""
        five, within = divmod(rank, len(LABELS))
        return _letters((*self._key, side or "", five))[within]

    def _side(self, ring: int, member: int) -> tuple[str | None, int]:
        """The side of a ring, and how many questions of that side come before its member.

        A ring is never divided: who has seen four of its questions could name the fifth answer.
        """
        block, within = divmod(ring, RINGS)
        if not self._shares:
            return None, block * BLOCK + member * RINGS + within
        cycle, _ = _cycle(self._shares)
        chosen = cycle[ring % len(cycle)]
        first = self._rings_before(chosen, block * RINGS)
        in_block = self._rings_before(chosen, (block + 1) * RINGS) - first
        rank = len(LABELS) * first + member * in_block + self._rings_before(chosen, ring) - first
        return self.settings.split[chosen][0], rank

    def _rings_before(self, chosen: int, ring: int) -> int:
        """How many of the rings before `ring` are on the chosen side."""
        cycle, counts = _cycle(self._shares)
        turns, within = divmod(ring, len(cycle))
        return turns * counts[-1][chosen] + counts[within][chosen]
