"""What sum terms do together on the wrong options, as masks: the arithmetic of `feasible_pairs`.

What one sum term does is an `Outcome`. The outcomes of several sum terms add up to a `Standing`. Whether
wishes can complete a requirement depends on its standing and on the masks of options that wishes can
eliminate, not on slots or primitives, so it is worked out once for all questions (`completable_wishes`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple, TypeAlias

from cocoa_core.families.selection.generation.elimination import elimination_cost, term_codes
from cocoa_core.families.selection.generation.option_masks import ALL_OPTIONS, OPTIONS, TermMasks

_CACHE_SIZE: Final = 1 << 16
"""The number of cached answers of `completable_wishes`; 300 questions of flights ask for 6,000."""


class Goal(NamedTuple):
    """What has to be reached, as masks of options; a key of caches."""

    target: int
    wrong: int
    ties: int
    """How many wrong options have to satisfy as many literals as the right one, unless one satisfies more."""
    most: int
    """The most options that one sum term may eliminate."""
    every_term: bool
    """Whether each sum term has to eliminate an option."""


class Outcome(NamedTuple):
    """What a sum term does on the wrong options, as masks.

    The score of an option is the number of literals that it satisfies less the number that the right option
    satisfies. Of the last three masks each is part of the one after it.
    """

    eliminated: int
    ahead: int
    """The options with a score of 1 or more."""
    at_least_level: int
    """The options with a score of 0 or more."""
    at_most_one_behind: int
    """The options with a score of -1 or more."""


Standing: TypeAlias = tuple[int, int, int, int]
"""The wrong options after some sum terms: the mask of those that are eliminated, and of those with a score,
see `Outcome`, of 0 or more, of 1 or more, and of 2 or more.
"""


class Wish(NamedTuple):
    """A literal that can be wished for, with one of its outcomes."""

    slot: str
    positive: bool
    outcome: Outcome


Way: TypeAlias = tuple[int, tuple[Outcome, ...], tuple[Wish, ...]]
"""The cost of a way to a standing, the outcomes of the conditions, and the wishes."""
Ways: TypeAlias = Mapping[Standing, Way]


def outcomes_of(term: TermMasks, goal: Goal) -> Sequence[Outcome]:
    """Returns the outcomes of a sum term of one or two literals that serve the goal; cached."""
    cached: Sequence[Outcome] | None = term.outcomes.get(goal)
    if cached is None:
        wrong, most, refused = goal.wrong, goal.most, goal.target << 2 * OPTIONS
        relevant = wrong | (wrong | goal.target) << OPTIONS | wrong << 2 * OPTIONS
        codes = {code & relevant for code in term_codes(term) if not code & refused}
        cached = term.outcomes[goal] = [
            _outcome_of(code, goal, is_condition=len(term) > 1)
            for code in sorted(codes)
            if (code & wrong or not goal.every_term) and (code & wrong).bit_count() <= most
        ]
    return cached


def outcome_of(code: int, goal: Goal, *, is_condition: bool) -> Outcome | None:
    """Returns the outcome with a code of `term_codes`; None where the right option breaks the sum term."""
    if code >> 2 * OPTIONS & goal.target:
        return None
    return _outcome_of(code, goal, is_condition=is_condition)


def _outcome_of(code: int, goal: Goal, *, is_condition: bool) -> Outcome:
    wrong = goal.wrong
    fails, every = code & wrong, code >> OPTIONS & ALL_OPTIONS
    if not is_condition:
        return Outcome(fails, 0, every & wrong, wrong)
    some = wrong & ~(code >> 2 * OPTIONS)
    if every & goal.target:
        return Outcome(fails, 0, every & wrong, some)
    return Outcome(fails, every & wrong, some, wrong)


def standing_of(first: Outcome, second: Outcome) -> Standing:
    """Returns the standing after two conditions."""
    eliminated, ahead, level, behind = first
    eliminated_too, ahead_too, level_too, behind_too = second
    # a score of 0 or more comes of 1 and -1, of 0 and 0, or of -1 and 1
    return (
        eliminated | eliminated_too,
        ahead & behind_too | level & level_too | behind & ahead_too,
        ahead & level_too | level & ahead_too,
        ahead & ahead_too,
    )


def may_tie(standing: Standing, ties: int) -> bool:
    """Returns whether enough options can satisfy as many literals as the right one after further wishes.

    Each option that is not yet eliminated will be by a wish, which takes it a literal. Once all of them are
    eliminated, the result says whether enough do.
    """
    eliminated, level, ahead, two_ahead = standing
    return not ties or ahead & eliminated | two_ahead > 0 or (level & eliminated | ahead).bit_count() >= ties


def after_wish(standing: Standing, fails: int, holds: int) -> Standing:
    """Returns the standing after a wish: an option that does not satisfy it falls back by one."""
    eliminated, level, ahead, two_ahead = standing
    return eliminated | fails, level & holds | ahead, ahead & holds | two_ahead, two_ahead & holds


@lru_cache(maxsize=_CACHE_SIZE)
def completable_wishes(standing: Standing, wrong: int, ties: int, wishes: int, number: int) -> int:
    """Returns what the next wish may eliminate so that others after it can complete the requirement.

    Args:
        standing: what was reached so far.
        wrong: the mask of wrong options.
        ties: see `Goal`.
        wishes: the masks of options that wishes can eliminate, as a bit set: bit m stands for the mask m. An
            option that a wish does not eliminate is taken to satisfy it.
        number: how many wishes are wanted, at least one.

    Returns:
        A bit set of masks.
    """
    result = 0
    for fails in _members(wishes):
        after = after_wish(standing, fails, wrong & ~fails)
        if number == 1:
            result |= (after[0] == wrong and may_tie(after, ties)) << fails
        elif may_tie(after, ties):
            # for the last wish all masks are allowed (-1) and narrowed after: one cached answer serves all
            every = wishes if number > 2 else -1
            result |= bool(completable_wishes(after, wrong, ties, every, number - 1) & wishes) << fails
    return result


@cache
def _members(bits: int) -> Sequence[int]:
    """Returns the masks in a bit set of masks; all of them for -1."""
    return [mask for mask in range(ALL_OPTIONS + 1) if bits >> mask & 1]


def with_wish(ways: Ways, wishes: Sequence[Wish], goal: Goal, helping: Mapping[Standing, int]) -> Ways:
    """Returns the ways with one more wish.

    Args:
        ways: those so far.
        wishes: the wishes of one slot.
        goal: what is to be reached.
        helping: for each standing of the ways what `completable_wishes` returns.
    """
    further: dict[Standing, Way] = {}
    ties = goal.ties
    for standing, (cost, outcomes, wishes_before) in ways.items():
        helps = helping[standing]
        for wish in wishes:
            fails, _, holds, _ = wish.outcome
            if not helps >> fails & 1:
                continue
            after = after_wish(standing, fails, holds)
            if not may_tie(after, ties):
                continue
            new_cost = cost + elimination_cost(fails, standing[0], is_condition=False)
            cheapest = further.get(after)
            if cheapest is None or new_cost < cheapest[0]:
                further[after] = new_cost, outcomes, (*wishes_before, wish)
    return further
