"""Which ask, setting, side, ring and letter a question has: hashed, balanced, known by itself."""

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

__all__ = ["RINGS", "AskSchedule", "Schedule", "SchedulePosition", "spread"]

RINGS: Final = 20
"""Rings in a block; their members lie this far apart, so that neighbours show different options."""
_BLOCKS_KEPT: Final = 4


@frozen
class SchedulePosition:
    """Where a question stands."""

    index: int
    ask: str
    """Its name."""
    ring: int
    """Number of its ring among those of the ask."""
    member: int
    """Its place in the ring, from 0."""
    setting: DifficultyCell
    side: str | None
    label: str
    """The letter whose turn it is."""


def spread(weights: Sequence[int]) -> tuple[int, ...]:
    """Returns a cycle in which choice i comes weights[i] times, as evenly as can be.

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
    """Returns the spread, and how often each choice came before each place of it (and, last, in all of
    it).
    """
    cycle = spread(weights)
    counts = [[0] * len(weights)]
    for chosen in cycle:
        counts.append([count + (place == chosen) for place, count in enumerate(counts[-1])])
    return cycle, tuple(tuple(row) for row in counts)


@lru_cache(maxsize=256)
def _letters(options: int, key: tuple[int | str, ...]) -> tuple[str, ...]:
    """Returns the letters of so many options in a hashed order; one where there are none, to be used by
    nobody.
    """
    letters = list(labels_of(max(options, 1)))
    stream("letter", *key).shuffle(letters)
    return tuple(letters)


class Schedule:
    """Places of all questions of one run: a function of seed, domain digest and settings.

    Each ask has its share of the indices and, counted among these, a lane of its own.
    """

    def __init__(self, seed: int, digest: str, settings: Settings) -> None:
        key = (seed, digest, settings.text)
        names = [name for name, weight in settings.asks for _ in range(weight)]
        alone = len(settings.asks) == 1
        self.lanes = {
            name: AskSchedule((*key, *(() if alone else (name,))), settings, name)
            for name, _ in settings.asks
        }
        self._turns = tuple(names)
        self._before = tuple(names[:place].count(name) for place, name in enumerate(names))
        self._of = {name: tuple(place for place, one in enumerate(names) if one == name) for name in names}

    def place(self, index: int) -> SchedulePosition:
        """Returns the place of question `index` (from 0)."""
        times, within = divmod(index, len(self._turns))
        name = self._turns[within]
        return self.lanes[name].place(index, times * len(self._of[name]) + self._before[within])

    def members(self, ring: int, ask: str | None = None) -> tuple[int, ...]:
        """Returns the indices of a ring of an ask (the first where none is named), by member."""
        name = ask or self._turns[0]
        own = self._of[name]
        return tuple(
            rank // len(own) * len(self._turns) + own[rank % len(own)]
            for rank in self.lanes[name].ranks(ring)
        )


class AskSchedule:
    """The questions of one ask, numbered from 0 by rank. key: what all that is drawn of them hangs on."""

    def __init__(self, key: tuple[int | str, ...], settings: Settings, ask: str) -> None:
        self.key, self.settings, self.ask = key, settings, ASKS[ask]
        self.size = self.ask.members(settings)
        self._free = len(self.ask.unplaced(settings, 0))
        self._before: OrderedDict[int, dict[tuple[int, int], int]] = OrderedDict()
        self._options = self.ask.options(settings)
        self._mix = tuple(weight for _, weight in settings.mix)
        self._shares = tuple(share for _, share in settings.split)
        self._offset = seed_of("setting", *key)

    def place(self, index: int, rank: int) -> SchedulePosition:
        """Returns the place of the question of this rank, the index of which is given."""
        ring, member = self._ring_of(rank)
        side, before = self._side(ring, member)
        return SchedulePosition(
            index=index,
            ask=self.ask.name,
            ring=ring,
            member=member,
            setting=self._setting(rank),
            side=side,
            label=self.letter(side, before),
        )

    def ranks(self, ring: int) -> tuple[int, ...]:
        """Returns the ranks of a ring, by member."""
        block, within = divmod(ring, RINGS)
        return tuple((block * self.size + member) * RINGS + within for member in range(self.size))

    def settings_of(self, ring: int) -> tuple[DifficultyCell, ...]:
        """Returns the setting of each member of a ring."""
        return tuple(self._setting(rank) for rank in self.ranks(ring))

    def letter(self, side: str | None, rank: int) -> str:
        """Returns the letter of the `rank`-th question of a side: as many in a row as options have all
        letters.
        """
        several, within = divmod(rank, max(self._options, 1))
        return _letters(self._options, (*self.key, side or "", several))[within]

    def turn(self, ring: int) -> int:
        """Returns the turn of a ring: of as many in a row as there are turns each has another, in hashed
        order.
        """
        turns = list(range(self._turns))
        several, within = divmod(ring, len(turns))
        stream("turn", *self.key, several).shuffle(turns)
        return turns[within]

    @cached_property
    def _turns(self) -> int:
        return self.ask.turns(self.settings)

    def _ring_of(self, rank: int) -> tuple[int, int]:
        block, within = divmod(rank, RINGS * self.size)
        return block * RINGS + within % RINGS, within // RINGS

    def _setting(self, rank: int) -> DifficultyCell:
        cycle, _ = _cycle(self._mix)
        turn = self._ring_of(rank)[0] if self.settings.structure else rank  # a ring of one structure has one
        return self.settings.mix[cycle[(turn + self._offset) % len(cycle)]][0]

    def _side(self, ring: int, member: int) -> tuple[str | None, int]:
        """Returns the side of a ring, and how many letters of that side were given before its member.

        A ring is never divided: who has seen all but one of its questions could name the last answer.
        """
        side, chosen = None, 0
        if self._shares:
            cycle, _ = _cycle(self._shares)
            chosen = cycle[ring % len(cycle)]
            side = self.settings.split[chosen][0]
        block, _ = divmod(ring, RINGS)
        first = self._rings_before(chosen, block * RINGS)
        given = (self.size - self._free) * first
        if self._free:
            return side, given + self._letters_before(block)[ring, member]
        in_block = self._rings_before(chosen, (block + 1) * RINGS) - first
        return side, given + member * in_block + self._rings_before(chosen, ring) - first

    def _letters_before(self, block: int) -> dict[tuple[int, int], int]:
        """Returns letters of the side that were given in the block before a ring's member, by ring and
        member.
        """
        known = self._before.get(block)
        if known is None:
            known, given = {}, [0] * max(len(self._shares), 1)
            cycle = _cycle(self._shares)[0] if self._shares else (0,)
            rings = range(block * RINGS, (block + 1) * RINGS)
            free = [self.ask.unplaced(self.settings, self.turn(ring)) for ring in rings]
            for member in range(self.size):
                for ring, unplaced in zip(rings, free, strict=True):
                    side = cycle[ring % len(cycle)]
                    known[ring, member] = given[side]
                    given[side] += member not in unplaced
            self._before[block] = known
            if len(self._before) > _BLOCKS_KEPT:
                self._before.popitem(last=False)
        return known

    def _rings_before(self, chosen: int, ring: int) -> int:
        """Returns how many of the rings before `ring` are on the chosen side."""
        if not self._shares:
            return ring
        cycle, counts = _cycle(self._shares)
        turns, within = divmod(ring, len(cycle))
        return turns * counts[-1][chosen] + counts[within][chosen]
