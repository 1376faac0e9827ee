"""Plans what fits after each turn of a conversation, before its requirement is drawn."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from attrs import evolve, frozen

from cocoa_core.families.selection.difficulty import DifficultyCell
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.seeds import stream

FEWEST: Final = 2
"""The fewest revisions of a conversation. With one, a reader who applies everything ever said at once would
know when the right option stays the same.
"""
_LATE: Final = 0.4
"""The share of conversations of three revisions or more whose last two turns both change what fits. One in
five of them ends with "Ignore my last message.".
"""
_BACK: Final = 0.2
"""The share of pairs of further turns that drop something and reinstate it, once in a conversation and not
where its last two turns both change what fits; or, if several options may fit at the end, that make a swap
and take it back.
"""
_SWAPS: Final = 4
"""The most swaps of a conversation: each needs a slot that is named nowhere else. With up to six, 100
conversations of six revisions about the best option of diamonds were not found with seeds 101 and 202.
"""


@frozen
class RevisionPlan:
    """What a conversation does turn by turn, drawn before the requirement, so that no search decides it.

    Numbers stand for sets of options that fit; 0 is the set that fits at the end. If that is one option, the
    number of the option that fits before the last revision is its cyclic distance from the right one. The
    other numbers are different other options, which the search chooses. If any number of options may fit at
    the end, the numbers 1 to 5 stand for single options, whether they fit then or not: that of the option
    that fits before the last revision gives its index. For each other number the search chooses among the
    options that fit at the end if the option of its index does, or else among those that do not.
    """

    turns: tuple[str, ...]
    """For each revision "swap", which makes the planned option fit; "keep", after which the same options fit;
    "drop" and "back", which belong together; or "undo", which takes back the swap before it.
    """
    fits: tuple[int, ...]
    """For each state, the first before any revision, the number of what fits; the last is 0."""
    beside: tuple[int, ...]
    """For each state between a "drop" and its "back" the number of the option that fits in addition; for the
    other states the same as in `fits`.
    """
    several: bool = False
    """Whether any number of options may fit at the end."""

    @property
    def stale(self) -> int:
        """The index of the option that fits before the last revision, where several may fit at the end."""
        return self.fits[-2] - 1

    @property
    def changes(self) -> int:
        """The number of turns that change what fits by another wish."""
        return sum(turn in ("swap", "undo") for turn in self.turns)

    def near_miss(self, end: int) -> int:
        """Returns the mask of the option that has to break exactly one sum term, so that it fits before the
        last revision; 0 where it fits at the end.

        Args:
            end: the mask of what fits at the end.
        """
        return self.numbered(end).taken[self.fits[-2]] & ~end

    def numbered(self, end: int) -> NumberedOptions:
        """Returns what the numbers stand for before any search.

        Args:
            end: the mask of what fits at the end.
        """
        if self.several:
            return NumberedOptions({0: end, self.fits[-2]: 1 << self.stale}, several=True)
        stale = self.fits[-2]
        return NumberedOptions({0: end, stale: 1 << (end.bit_length() - 1 + stale) % PANEL})


@frozen
class NumberedOptions:
    """What the numbers of a plan stand for, as masks."""

    taken: dict[int, int]
    """The masks of the numbers that are settled so far."""
    several: bool = False

    def settled(self, number: int, mask: int) -> NumberedOptions:
        """Returns the same with a number that stands for the mask."""
        return evolve(self, taken={**self.taken, number: mask})

    def possible(self, number: int) -> list[int]:
        """Returns the masks that the number can stand for."""
        if number in self.taken:
            return [self.taken[number]]
        taken = [mask for other, mask in self.taken.items() if other or not self.several]
        end = self.taken[0]
        # of options that are chosen freely, 65 % fitted at the end, where half of all do (`best`, hotels)
        alike = end if self.several and end >> number - 1 & 1 else ~end
        return [1 << option for option in range(PANEL) if 1 << option not in taken and alike >> option & 1]


def plan_of(
    revisions: int, shift: int, rng: random.Random, *, several: bool = False, undoes_last: bool = True
) -> RevisionPlan:
    """Draws a plan.

    Whatever is drawn here is drawn alike for each option, so that it does not tell which of them are right,
    nor how many. At some time before the last revision two different options fit alone: whoever takes
    everything together that was ever said finds nothing that fits.

    Args:
        revisions: the number of revisions, two or more.
        shift: the distance, from 0 to 4, from the right option to the one that alone fits before the last
            revision or, if several may fit at the end, the index of that one among the options.
        rng: draws everything else.
        several: whether any number of options may fit at the end. Then a swap is taken back in the middle:
            what an "undo" at the end leads back to, and how many options that are, would tell what is right.
            Nor does anything hold after all: how likely there is a term for that depends on how many options
            are right.
        undoes_last: whether the last turn may take back the swap before it. That swap drops a term of the
            requirement by its noun. Otherwise the last turn is another swap.
    """
    late = not several and revisions > FEWEST and rng.random() < _LATE
    remaining = revisions - 1 - late
    swaps = rng.randint(1, min((remaining + 1) // 2, _SWAPS - 1 - late))
    parts, remaining = [["swap"] for _ in range(swaps)], remaining - swaps
    pair = ["swap", "undo"] if several else ["drop", "back"]
    while remaining:
        # what was dropped twice by one noun cannot hold after all
        full = sum("swap" in part for part in parts) == _SWAPS - 1 if several else late or pair in parts
        paired = remaining > 1 and not full and rng.random() < _BACK
        parts.append(pair if paired else ["keep"])
        remaining -= len(parts[-1])
    rng.shuffle(parts)
    if not several:
        # What holds after all should not be dropped once more. With swaps after it, it was in 123 of 187
        # conversations of six revisions; before the last one alone, in 32 of 119.
        parts.sort(key=pair.__eq__)
    turns = [turn for part in parts for turn in part] + ["swap"] * (late + 1)
    undone = [*(turn == "undo" for turn in turns[1:]), False]
    first = next(index for index, turn in enumerate(turns) if turn == "swap" and not undone[index])
    fits, beside = [shift], [shift]
    for index in range(len(turns) - 2, -1, -1):
        fit = fits[0]
        if turns[index] == "undo":
            fit = (fit + rng.randrange(1, PANEL)) % PANEL
        elif undone[index]:
            fit = fits[1]
        elif turns[index] == "swap":
            fit = rng.randrange(PANEL)
            if index == first and set(fits) == {fits[0]}:
                fit = (fits[0] + rng.randrange(1, PANEL)) % PANEL
        fits.insert(0, fit)
        more = rng.randrange(1, PANEL) if turns[index] == "back" else 0
        beside.insert(0, (fit + more) % PANEL)
    if several:
        fits, beside = [fit + 1 for fit in fits], [fit + 1 for fit in beside]
    elif undoes_last and late and fits[-2] == 0:
        turns[-1] = "undo"
    return RevisionPlan(tuple(turns), (*fits, 0), (*beside, 0), several)


def most_swaps(revisions: int, *, several: bool) -> int:
    """Returns the number of swaps of a plan that has many: each takes a slot that nothing else speaks of.

    Args:
        several: as in `plan_of`.
    """
    plans = [plan_of(revisions, 0, stream("swaps", number), several=several) for number in range(64)]
    return max(plan.turns.count("swap") for plan in plans)


def plans_of_set(
    key: Sequence[str | int | bytes],
    ring: int,
    attempt: int,
    members: Sequence[DifficultyCell],
    revisions: int,
    *,
    several: bool = False,
) -> tuple[RevisionPlan, ...]:
    """Returns the plan of each member of a balanced set.

    Over five sets each pair of the right option and the one that fits before the last revision comes once;
    where several may be right, each pair of a member and that option.

    Args:
        key: what seeds the lane.
        ring: the number of the set.
        attempt: the number of the attempt at it.
        members: the difficulty cell of each member. Members may exchange their plans, so the last turn takes
            something back unless no member has a term of one literal, which alone has a noun.
        several: as in `plan_of`.
    """
    block, index = divmod(ring, PANEL)
    shifts = stream("shifts", *key, block, attempt).sample(range(PANEL), PANEL)
    undoes_last = any(cell.has_single_literals for cell in members)
    return tuple(
        plan_of(
            revisions,
            shifts[(index + member) % PANEL if several else index],
            stream("plan", *key, ring, member, attempt),
            several=several,
            undoes_last=undoes_last,
        )
        for member in range(len(members))
    )
