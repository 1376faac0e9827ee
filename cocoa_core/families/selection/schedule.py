"""Schedules questions: gives each index its ask, difficulty cell, side, ring and letter.

All of them are hashed and balanced, and known without any other question. A ring is the set of questions of
one ask that are drawn together (`Ask.members`).
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property, lru_cache
from math import gcd
from typing import Final

from attrs import frozen

from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.difficulty import DifficultyCell
from cocoa_core.families.selection.record import labels_of
from cocoa_core.families.selection.settings import Settings
from cocoa_core.seeds import seed_of, stream

RINGS: Final = 20
"""Rings in a block. The members of a ring lie this far apart, so that neighboring indices show different
options.
"""
_BLOCKS_KEPT: Final = 4


@frozen
class SchedulePosition:
    """What the schedule assigns to one question."""

    index: int
    ask: str
    """The name of the ask."""
    ring: int
    """The number of its ring among the rings of the ask."""
    member: int
    """The number of the question in its ring, from 0."""
    cell: DifficultyCell
    side: str | None
    label: str
    """The letter that is assigned to the right answer."""


def spread(weights: Sequence[int]) -> tuple[int, ...]:
    """Returns a cycle that spreads the choices as evenly as possible. Choice i occurs weights[i] times, after
    the weights are divided by their greatest common divisor.

    At every step the choice that is furthest behind its share comes next, so every prefix of the repeated
    cycle is within one of each share for two choices, and close to it for more.
    """
    divisor = gcd(*weights)
    parts = [weight // divisor for weight in weights]
    total = sum(parts)
    owed = [0] * len(parts)
    cycle = []
    for _ in range(total):
        owed = [debt + part for debt, part in zip(owed, parts, strict=True)]
        chosen = max(range(len(parts)), key=lambda choice: (owed[choice], -choice))
        owed[chosen] -= total
        cycle.append(chosen)
    return tuple(cycle)


@lru_cache(maxsize=16)
def _cycle(weights: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Returns the cycle of `spread`, and how often each choice came before each position and the end."""
    cycle = spread(weights)
    counts = [[0] * len(weights)]
    for chosen in cycle:
        counts.append([count + (choice == chosen) for choice, count in enumerate(counts[-1])])
    return cycle, tuple(tuple(row) for row in counts)


@lru_cache(maxsize=256)
def _letters(options: int, key: tuple[int | str, ...]) -> tuple[str, ...]:
    """Returns the letters of this number of options in a hashed order; a single letter, which nobody uses,
    where there are no options.
    """
    letters = list(labels_of(max(options, 1)))
    stream("letter", *key).shuffle(letters)
    return tuple(letters)


class Schedule:
    """The positions of all questions of one run: a function of seed, domain digest and settings.

    Each ask has its share of the indices; `by_ask` schedules the questions of each.
    """

    def __init__(self, seed: int, digest: str, settings: Settings) -> None:
        key = (seed, digest, settings.text)
        names = [name for name, weight in settings.asks for _ in range(weight)]
        single = len(settings.asks) == 1
        self.by_ask = {
            name: AskSchedule((*key, *(() if single else (name,))), settings, name)
            for name, _ in settings.asks
        }
        self._ask_order = tuple(names)
        self._before = tuple(names[:position].count(name) for position, name in enumerate(names))
        self._ask_positions = {
            name: tuple(position for position, other in enumerate(names) if other == name) for name in names
        }

    def position(self, index: int) -> SchedulePosition:
        """Returns the position of the question with this index."""
        times, within = divmod(index, len(self._ask_order))
        name = self._ask_order[within]
        return self.by_ask[name].position(
            index, times * len(self._ask_positions[name]) + self._before[within]
        )

    def members(self, ring: int, ask: str | None = None) -> tuple[int, ...]:
        """Returns the indices of the questions of a ring, by member.

        Args:
            ask: the name of the ask; None for the first one.
        """
        name = ask or self._ask_order[0]
        positions = self._ask_positions[name]
        return tuple(
            rank // len(positions) * len(self._ask_order) + positions[rank % len(positions)]
            for rank in self.by_ask[name].ranks(ring)
        )


class AskSchedule:
    """The questions of one ask, numbered by rank from 0.

    `key` is what everything that is drawn for them is hashed with.
    """

    def __init__(self, key: tuple[int | str, ...], settings: Settings, ask: str) -> None:
        self.key, self.settings, self.ask = key, settings, ASKS[ask]
        self.size = self.ask.members(settings)
        self._free = len(self.ask.members_without_letter(settings, 0))
        self._before: OrderedDict[int, dict[tuple[int, int], int]] = OrderedDict()
        self._options = self.ask.options(settings)
        self._mix = tuple(weight for _, weight in settings.mix)
        self._shares = tuple(share for _, share in settings.split)
        self._offset = seed_of("setting", *key)

    def position(self, index: int, rank: int) -> SchedulePosition:
        """Returns the position of the question of this rank.

        Args:
            index: its index among the questions of all asks.
        """
        ring, member = self._ring_of(rank)
        side, before = self._side(ring, member)
        return SchedulePosition(
            index=index,
            ask=self.ask.name,
            ring=ring,
            member=member,
            cell=self._cell(rank),
            side=side,
            label=self.letter(side, before),
        )

    def ranks(self, ring: int) -> tuple[int, ...]:
        """Returns the ranks of the questions of a ring, by member."""
        block, within = divmod(ring, RINGS)
        return tuple((block * self.size + member) * RINGS + within for member in range(self.size))

    def cells_of(self, ring: int) -> tuple[DifficultyCell, ...]:
        """Returns the difficulty cell of each member of a ring."""
        return tuple(self._cell(rank) for rank in self.ranks(ring))

    def letter(self, side: str | None, rank: int) -> str:
        """Returns the letter of a question of a side.

        Args:
            rank: the number of the question among those of the side that get a letter. As many consecutive
                questions as there are options have all letters.
        """
        several, within = divmod(rank, max(self._options, 1))
        return _letters(self._options, (*self.key, side or "", several))[within]

    def balance_level(self, ring: int) -> int:
        """Returns the balance level of a ring. As many consecutive rings as there are levels have all of
        them, in hashed order.

        Asks draw by it whatever shall be equally frequent over all questions, such as how many options are
        right.
        """
        levels = list(range(self._balance_levels))
        several, within = divmod(ring, len(levels))
        stream("turn", *self.key, several).shuffle(levels)
        return levels[within]

    @cached_property
    def _balance_levels(self) -> int:
        return self.ask.balance_levels(self.settings)

    def _ring_of(self, rank: int) -> tuple[int, int]:
        """Returns the ring and the member of a rank."""
        block, within = divmod(rank, RINGS * self.size)
        return block * RINGS + within % RINGS, within // RINGS

    def _cell(self, rank: int) -> DifficultyCell:
        cycle, _ = _cycle(self._mix)
        turn = self._ring_of(rank)[0] if self.settings.structure else rank  # a ring of one structure has one
        return self.settings.mix[cycle[(turn + self._offset) % len(cycle)]][0]

    def _side(self, ring: int, member: int) -> tuple[str | None, int]:
        """Returns the side of a ring, and how many letters were assigned on that side before the member.

        A ring is never divided: someone who has seen all but one of its questions could name the last answer.
        """
        side, chosen = None, 0
        if self._shares:
            cycle, _ = _cycle(self._shares)
            chosen = cycle[ring % len(cycle)]
            side = self.settings.split[chosen][0]
        block, _ = divmod(ring, RINGS)
        first = self._rings_before(chosen, block * RINGS)
        assigned = (self.size - self._free) * first
        if self._free:
            return side, assigned + self._letters_before(block)[ring, member]
        in_block = self._rings_before(chosen, (block + 1) * RINGS) - first
        return side, assigned + member * in_block + self._rings_before(chosen, ring) - first

    def _letters_before(self, block: int) -> dict[tuple[int, int], int]:
        """Returns by ring and member how many letters of its side were assigned earlier in the block."""
        before = self._before.get(block)
        if before is None:
            before, assigned = {}, [0] * max(len(self._shares), 1)
            cycle = _cycle(self._shares)[0] if self._shares else (0,)
            rings = range(block * RINGS, (block + 1) * RINGS)
            unplaced_members = [
                self.ask.members_without_letter(self.settings, self.balance_level(ring)) for ring in rings
            ]
            for member in range(self.size):
                for ring, unplaced in zip(rings, unplaced_members, strict=True):
                    side = cycle[ring % len(cycle)]
                    before[ring, member] = assigned[side]
                    assigned[side] += member not in unplaced
            self._before[block] = before
            if len(self._before) > _BLOCKS_KEPT:
                self._before.popitem(last=False)
        return before

    def _rings_before(self, chosen: int, ring: int) -> int:
        """Returns how many of the rings before `ring` are on the chosen side."""
        if not self._shares:
            return ring
        cycle, counts = _cycle(self._shares)
        turns, within = divmod(ring, len(cycle))
        return turns * counts[-1][chosen] + counts[within][chosen]
