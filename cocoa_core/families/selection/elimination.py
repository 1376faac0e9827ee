"""Which sum term eliminates which distractor: drawn before any primitive is."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import reduce
from operator import or_
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.families.selection.panel import ALL_OPTIONS, COVERING, OPTIONS, PLACES, Patterns, Views

__all__ = ["Elimination", "eliminable", "eliminations", "plan_elimination", "shared_best"]

_LEAST: Final = -(1 << 30)
_WAYS: Final = 4_096
"""Ways to share out a target that are looked at; there are as many as literals, to the power of options."""
_COSTS: Final = ((1, 0, 0, 3, 6, 9), (1, 0, 0, 2, 4, 6))
"""What it costs that a sum term of one literal, and of more, eliminates so many options: one that meets what
is said first would else too often be the right one."""
_TWICE: Final = 2
"""What it costs that an option is eliminated by a second sum term."""


_Priced: TypeAlias = Sequence[tuple[int, int]]
"""Masks of options with what it costs that a sum term eliminates them."""


@frozen
class Elimination:
    """by_term: for each sum term a mask of the options that it eliminates. near: the one eliminated once."""

    by_term: tuple[int, ...]
    near: int


def plan_elimination(
    terms: Sequence[Sequence[Views]],
    everything: int,
    target: int,
    near_miss: bool,
    every_term: bool,
    rng: random.Random,
    near_misses: int | None = None,
    level: int = 0,
    gains: int = 0,
) -> Elimination | None:
    """Every option outside of the target mask gets a sum term; None where that cannot be.

    everything: the mask of all options. near_miss: whether one of them is eliminated once only. every_term:
    whether every sum term gets an option. near_misses: just so many are eliminated once only, unless None.
    level: options that are eliminated once only, and in so many sum terms as `gains` satisfy all literals
    while the right one does not.
    Of the ways that the terms' primitives leave, one that costs least: options are best eliminated once, and
    by no sum term too many. Found by dynamic programming over which options are eliminated, and, in the bits
    above, which are twice.
    """
    wrong = everything & ~target
    possible = _possible(terms, target, wrong, level, gains, every_term, rng)
    if not possible or reduce(or_, [mask for some in possible for mask, _ in some]) != wrong:
        return None
    ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for some in possible:
        priced = list(some)
        rng.shuffle(priced)
        found: dict[int, tuple[int, tuple[int, ...]]] = {}
        for state, (before, by_term) in ways.items():
            once = state & ~(state >> OPTIONS) & ALL_OPTIONS
            for mask, own in priced:
                again = once & mask
                if again & level:
                    continue
                cost = before + own + _TWICE * again.bit_count()
                after = state | mask | again << OPTIONS
                known = found.get(after)
                if known is None or cost < known[0]:
                    found[after] = cost, (*by_term, mask)
        ways = found
    whole = [
        (cost, state >> OPTIONS, by_term)
        for state, (cost, by_term) in ways.items()
        if state & ALL_OPTIONS == wrong
        and (state >> OPTIONS != wrong or not near_miss)
        and near_misses in (None, (wrong & ~(state >> OPTIONS)).bit_count())
    ]
    if not whole:
        return None
    least = min([cost for cost, _, _ in whole])
    _, twice, by_term = rng.choice([way for way in whole if way[0] == least])
    near = level or (_near(terms, by_term, wrong & ~twice, rng) if near_miss else 0)
    return Elimination(by_term, near)


def _possible(
    terms: Sequence[Sequence[Views]],
    target: int,
    wrong: int,
    level: int,
    gains: int,
    every_term: bool,
    rng: random.Random,
) -> Sequence[_Priced]:
    """What each sum term can eliminate; nothing where one of them cannot be as it has to."""
    gaining: Sequence[int] = ()
    if gains:
        able = [
            number
            for number, term in enumerate(terms)
            if len(term) > 1 and _priced(term, target, wrong, level, True, every_term)
        ]
        if len(able) < gains:
            return ()
        gaining = rng.sample(able, gains)
    possible = []
    for number, term in enumerate(terms):
        some = _priced(term, target, wrong, level, number in gaining, every_term)
        if not some:
            return ()
        possible.append(some)
    return possible


def _priced(
    term: Sequence[Views], target: int, wrong: int, level: int, gains: bool, every_term: bool
) -> _Priced:
    """Masks of options that the term can eliminate, with what that costs; in order, and kept."""
    kept, key = term[0].priced, (target, wrong, level, gains, every_term, *term[1:])
    known = kept.get(key)
    if known is None:
        costs = _COSTS[len(term) > 1]
        if gains:
            masks = _gaining(term, target, wrong, level)
        else:
            masks = _settling(term, target, wrong, level) if level else eliminations(term, target, wrong)
        known = kept[key] = [(mask, costs[mask.bit_count()]) for mask in masks if mask or not every_term]
    return known


def _gaining(term: Sequence[Views], target: int, wrong: int, level: int) -> Sequence[int]:
    """The masks of `eliminations` with which all literals hold on each option of `level`, and not all on the
    right one, which is behind them then by a literal at least."""
    ways = {(wrong, 0, target)}
    for views in term:
        looks = [
            (fails, holds & target)
            for fails, holds in views.looks(wrong, target | level)
            if holds & level == level
        ]
        ways = {
            (mask & fails, held | holds, every & holds)
            for mask, held, every in ways
            for fails, holds in looks
        }
    return sorted({mask for mask, held, every in ways if held == target and not every})


def _settling(term: Sequence[Views], target: int, wrong: int, level: int) -> Sequence[int]:
    """The masks of `eliminations` with which some literal holds on each option of `level` that is not among
    them."""
    ways = {(wrong, 0)}
    for views in term:
        looks = views.looks(wrong, target | level)
        ways = {(mask & fails, held | holds) for mask, held in ways for fails, holds in looks}
    return sorted({mask for mask, held in ways if held & target == target and (mask | held) & level == level})


def _near(terms: Sequence[Sequence[Views]], by_term: Sequence[int], once: int, rng: random.Random) -> int:
    """As a mask, one of the options that are eliminated once: one that a sum term with fewest literals does.

    It can satisfy as many literals of the others as the right option does, which thus does not stand out.
    """
    lengths = {
        option: next(len(term) for term, mask in zip(terms, by_term, strict=True) if mask >> option & 1)
        for option in PLACES[once]
    }
    short = min(lengths.values())
    return 1 << rng.choice([option for option, length in lengths.items() if length == short])


def eliminations(term: Sequence[Views], target: int, wrong: int) -> Sequence[int]:
    """The masks of wrong options on which all literals of the term can fail, and on no other wrong one, while
    on each target option some literal holds; the empty mask among them, where none fails. In order; kept with
    the views of the first literal."""
    kept, key = term[0].eliminations, (target, wrong, *term[1:])
    known = kept.get(key)
    if known is None:
        ways = {(wrong, 0)}
        for views in term:
            looks = views.looks(wrong, target)
            ways = {(mask & fails, held | holds) for mask, held in ways for fails, holds in looks}
        known = kept[key] = sorted({mask for mask, held in ways if held == target})
    return known


def eliminable(term: Sequence[Views], held: int) -> int:
    """Options on which every literal can fail while on each option of the mask some literal holds.

    Exact for a mask of one option and, where one literal holds on both or two hold on one each, of two; for
    more of them it may promise too much, and grounding finds out.
    """
    able, options = ALL_OPTIONS, PLACES[held]
    if len(options) == 1:
        [option] = options
        some = 0
        for views in term:
            able &= views.can_fail
            some |= views.separates[option]
        return able & some
    for views in term:
        able &= views.can_fail
    if len(options) == 2:
        one, two = options
        on_one = on_two = on_both = 0
        for views in term:
            here, there = views.separates[one], views.separates[two]
            on_both |= here & on_two | there & on_one
            if here & there & ~on_both:  # else no pattern can add to it
                on_both |= views.separates_both(held)
            on_one |= here
            on_two |= there
        return able & on_both
    for option in options:
        some = 0
        for views in term:
            some |= views.separates[option]
        able &= some
    return able


def shared_best(
    term: Sequence[Views], target: int, eliminated: int, spared: int, rng: random.Random
) -> Sequence[Patterns] | None:
    """For each literal the patterns that are worth most, by the best way to share out who holds where."""
    if len(term) == 1:
        patterns, _ = term[0].best(eliminated, target | spared, 0, spared)
        return None if patterns is None else (patterns,)
    held = [views.held(eliminated) for views in term]
    if not all(held):
        return None
    best: list[list[Patterns]] = []
    chosen: list[Patterns] = []
    most, total, before = _LEAST, 0, -1
    for way in _supports(held, target, spared):
        if way != before:  # else it is worth what it was worth
            chosen, total, before = [], 0, way
            for views in term:
                holds = way & ALL_OPTIONS
                way >>= OPTIONS
                patterns, worth = views.best(eliminated, holds, target & ~holds, spared)
                if patterns is not None:
                    chosen.append(patterns)
                total += worth
        if total > most:
            best, most = [chosen], total
        elif total == most:
            best.append(chosen)
    if not best:
        return None
    return best[0] if len(best) == 1 else rng.choice(best)


def _supports(held: Sequence[int], target: int, spared: int) -> list[int]:
    """Ways to share out who holds where: for each literal a mask of options, together target and `spared`.

    held: for each literal, where the patterns hold that it can have. Each option is given to one literal; in
    lexicographic order. A way is one number, OPTIONS bits a literal.
    """
    ways, shifts = [0], [(OPTIONS * number, can) for number, can in enumerate(held)]
    for wanted in [1 << option for option in PLACES[target | spared]]:
        ways = [
            way | wanted << shift
            for way in ways
            for shift, can in shifts
            if can & COVERING[way >> shift & ALL_OPTIONS | wanted]
        ][:_WAYS]
    return ways
