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
_TWO_LAST_SWAPS_SHARE: Final = 0.4
"""The share of conversations of three revisions or more whose last two turns are both swaps. One in five of
them ends with "Ignore my last message.".
"""
_BACK_SHARE: Final = 0.15
"""The share of other conversations of four revisions or more in which what was dropped holds after all."""
_UNDO_SHARE: Final = 0.2
"""The share of turns before those, but for the first, that take back the turn before."""
_SWAP_SHARE: Final = 0.3
"""The share of the other turns that are swaps."""
_MOST_SWAPS: Final = 4
"""The most swaps of a conversation: each needs a slot that is named nowhere else. With up to six, 100
conversations of six revisions about the best option of diamonds were not found with seeds 101 and 202.
"""
FitNumbers = tuple[int, ...]
"""What fits in one state: none, one or two numbers, sorted. `RevisionPlan` says what they stand for."""


@frozen
class RevisionPlan:
    """What a conversation does turn by turn, drawn before the requirement, so that no search decides it.

    A plan does not know which options fit at the end, so it refers to them by numbers; `numbered` and
    `NumberedOptions.possible` turn these into options. What a number means depends on `several`. In both
    cases 0 is what fits at the end, and the last but one of `fits` is a single number, whose option is known
    before any search.

    1. Exactly one option, the right one, fits at the end (`several` is false). 0 is this option. The number
       before the last revision is a cyclic distance from it; each of the others, 1 to 4, is one of the other
       options, which the search chooses so that no two numbers share one. For example, the right option is C
       (index 2) and `fits` is ((1,), (), (4,), (0,)): at first one of A, D and E fits, then nothing, then B
       (2 + 4 = 6, which is 1 modulo 5), and at the end C.
    2. Any number of options fits at the end (`several` is true). 0 is the set of them. The numbers 1 to 5
       stand for single options, whether they fit at the end or not. The number before the last revision is
       the index of its option, plus 1. For each other number the search chooses an option that is not taken
       yet, among those that fit at the end if the option of its index does, or else among those that do not.
       For example, A and D fit at the end and `fits` is ((4,), (), (2,), (0,)): at first A or D fits, because
       the option of index 3, D, fits at the end; then nothing, then B (index 1), and at the end A and D.
    """

    turns: tuple[str, ...]
    """For each revision "swap"; "revise", any other operation by which what fits becomes what is planned;
    "drop" and "back", which belong together; or "undo", which takes back the swap or revision before it.
    """
    fits: tuple[FitNumbers, ...]
    """For each state, the first of them before any revision, what fits. The last is (0,)."""
    several: bool = False
    """Whether any number of options may fit at the end."""

    @property
    def stale(self) -> int:
        """The index of the option that fits before the last revision, where several may fit at the end."""
        return self.fits[-2][0] - 1

    @property
    def changes(self) -> int:
        """The number of turns that change what fits by another wish, or take such a change back."""
        return sum(
            turn in ("swap", "undo") and before != after
            for turn, before, after in zip(self.turns, self.fits, self.fits[1:], strict=False)
        )

    def near_miss(self, end: int) -> int:
        """Returns the mask of the option that has to break exactly one sum term, so that it fits before the
        last revision; 0 where it fits at the end.

        Args:
            end: the mask of what fits at the end.
        """
        return self.fitting_before_last(end) & ~end

    def fitting_before_last(self, end: int) -> int:
        """Returns the mask of the one option that fits before the last revision.

        Args:
            end: the mask of what fits at the end.
        """
        return self.numbered(end).taken[self.fits[-2][0]]

    def numbered(self, end: int) -> NumberedOptions:
        """Returns what the numbers stand for before any search.

        Args:
            end: the mask of what fits at the end.
        """
        [stale] = self.fits[-2]
        if self.several:
            return NumberedOptions({0: end, stale: 1 << self.stale}, several=True)
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

    def possible_fits(self, fit: FitNumbers) -> list[tuple[int, NumberedOptions]]:
        """Returns each mask that the numbers can stand for together, with those numbers settled."""
        fits = [(0, self)]
        for number in fit:
            fits = [
                (mask | more, options.settled(number, more))
                for mask, options in fits
                for more in options.possible(number)
            ]
        return fits


def plan_of(
    revisions: int, shift: int, rng: random.Random, *, several: bool = False, undoes_last: bool = True
) -> RevisionPlan:
    """Draws a plan, from its end backwards.

    Whatever is drawn here is drawn alike for each option, so that it does not tell which of them are right,
    nor how many. No option fits in all states before the last revision: whoever takes everything together
    that was ever said finds nothing that fits.

    The last turn is a swap, or takes one back. Add and back only ever exclude options; drop, drop both,
    unless and only if only ever admit some; a bound that is moved does one of the two. None of them leads
    from one option to another: as the last turn, each would tell that the right option has not changed. A new
    name or the other side of a bound could, but of 10,915 bounds said anew none did.

    Args:
        revisions: the number of revisions, two or more.
        shift: the distance, from 0 to 4, from the right option to the one that alone fits before the last
            revision or, if several may fit at the end, the index of that one among the options.
        rng: draws everything else.
        several: whether any number of options may fit at the end. Then the last turn takes nothing back: what
            it leads back to, and how many options that are, would tell what is right. Nor does anything hold
            after all: how likely there is a term for that depends on how many options are right.
        undoes_last: whether the last turn may take back the swap before it. That swap drops a term of the
            requirement by its noun. Otherwise the last turn is another swap.
    """
    turns = ["swap"]
    fits: list[FitNumbers] = [(shift,)]
    if not several and revisions > FEWEST and rng.random() < _TWO_LAST_SWAPS_SHARE:
        fits.insert(0, (rng.randrange(PANEL),))
        turns = ["swap", "undo" if undoes_last and fits[0] == (0,) else "swap"]
    if not several and revisions > 3 and len(turns) == 1 and rng.random() < _BACK_SHARE:
        # only the last turn follows it, so that what holds after all is not dropped once more
        turns[:0] = "drop", "back"
        fits[:0] = fits[0], fits[0] if rng.random() < 0.5 else _with_another(fits[0], rng)
    # before the turn of this index nothing fits that fits in all later states, so no option fits in all
    changing_turn = rng.randrange(revisions - len(turns))
    kept = _kept_share(revisions - 1)
    while len(turns) < revisions:
        # a round puts the turn of this index in front, or with `returns` that one and the one before it
        turn_index, fit = revisions - len(turns) - 1, fits[0]
        always = set(fit).intersection(*fits)
        swapped = turns.count("swap") < _MOST_SWAPS and rng.random() < _SWAP_SHARE
        returns = turn_index > 0 and rng.random() < _UNDO_SHARE
        if not always or changing_turn not in (turn_index, turn_index - returns):
            before = _before(fit, kept, rng, swapped=swapped)
        elif swapped:
            before = (rng.choice([number for number in range(PANEL) if number not in always]),)
        else:
            before = ()
        added: tuple[str, ...] = ("swap" if swapped else "revise",)
        if returns:
            added, fits = (*added, "undo"), [fit, before, *fits]
        else:
            fits = [before, *fits]
        turns[:0] = added
    if several:
        fits = [tuple(number + 1 for number in fit) for fit in fits]
    return RevisionPlan(tuple(turns), (*fits, (0,)), several)


def _kept_share(turns: int) -> float:
    """Returns the share of turns to be drawn as changing nothing, of so many of which one has to change what
    fits, so that half of all change nothing.
    """
    return min(turns / (2 * (turns - 1)), 0.75) if turns > 1 else 0.0


def _before(fit: FitNumbers, kept: float, rng: random.Random, *, swapped: bool) -> FitNumbers:
    """Draws what fits before a turn.

    Args:
        fit: what fits after the turn.
        kept: the probability that it is the same.
        swapped: whether the turn is a swap, which leads from any one option. Other turns exclude one option
            or admit one.
    """
    if rng.random() < kept:
        return fit
    if swapped:
        return (rng.choice([number for number in range(PANEL) if (number,) != fit]),)
    if not fit or (len(fit) == 1 and rng.random() < 0.5):
        return _with_another(fit, rng)
    return tuple(sorted(rng.sample(fit, len(fit) - 1)))


def _with_another(fit: FitNumbers, rng: random.Random) -> FitNumbers:
    """Returns the numbers with a further one."""
    return tuple(sorted((*fit, rng.choice([number for number in range(PANEL) if number not in fit]))))


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
    redraw: int = 0,
) -> tuple[RevisionPlan, ...]:
    """Returns the plan of each member of a balanced set.

    Over five sets each pair of the right option and the one that fits before the last revision comes once;
    where several may be right, each pair of a member and that option.

    Args:
        key: what everything that is drawn for the ask is hashed with.
        ring: the number of the set.
        attempt: the number of the attempt at it.
        members: the difficulty cell of each member. Members may exchange their plans, so the last turn takes
            something back unless no member has a term of one literal, which alone has a noun.
        several: as in `plan_of`.
        redraw: how many plans were given up before. Those pairs are the same in all of them.
    """
    block, index = divmod(ring, PANEL)
    shifts = stream("shifts", *key, block, attempt).sample(range(PANEL), PANEL)
    undoes_last = any(cell.has_single_literals for cell in members)
    return tuple(
        plan_of(
            revisions,
            shifts[(index + member) % PANEL if several else index],
            stream("plan", *key, ring, member, attempt, *([redraw] if redraw else [])),
            several=several,
            undoes_last=undoes_last,
        )
        for member in range(len(members))
    )
