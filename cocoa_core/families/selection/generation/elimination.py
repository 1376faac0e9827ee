"""Which sum term eliminates which distractor: planned before any primitive is drawn.

Over at most five options a literal is two masks, the options on which it holds and those on which it fails.
So what a sum term can eliminate is a set of masks: those on which all of its literals can fail while, on each
target option, some literal holds. From these sets follow, in the order of this file,

1. what the options owe a requirement (`DistractorConstraints`);
2. the masks that a sum term can eliminate (`eliminations`), and a plan of least cost that gives every wrong
   option to a sum term, by dynamic programming (`plan_elimination`);
3. bounds that hold whatever is drawn: nearly all structures are refused by them within microseconds, and
   most of the others have a requirement (`infeasibility_reason`, `options_tying_or_beating`);
4. the plans that are tried for one structure (`elimination_plans`), with the options that shall satisfy as
   many literals as the right one, so that it cannot be told by counting.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence, Set
from functools import reduce
from itertools import combinations, islice, permutations
from operator import and_, or_
from typing import TYPE_CHECKING, Final, NamedTuple

from attrs import frozen

from cocoa_core.families.selection.generation.context import GenerationContext
from cocoa_core.families.selection.generation.guessability import (
    ALONE_ACCEPTANCE,
    acceptance_by_first_term,
    acceptance_of_ties,
)
from cocoa_core.families.selection.generation.option_masks import (
    ALL_OPTIONS,
    COVERING,
    OPTIONS,
    OPTIONS_OF_MASK,
    LiteralMasks,
    TermMasks,
    WeightedPatterns,
)
from cocoa_core.families.selection.generation.rejections import Rejection

if TYPE_CHECKING:
    from cocoa_core.families.selection.generation.revision_search import LastSwaps


@frozen
class DistractorConstraints:
    """What must hold for the wrong options of a requirement that only the target satisfies."""

    near_miss: bool = False
    """Whether some option has to break exactly one sum term."""
    every_term: bool = False
    """Whether each sum term has to be broken by some option."""
    hidden: bool = False
    """Whether the right option must not stand out by satisfying the most literals."""
    near_misses: int | None = None
    """The exact number of near misses; None for any number."""
    required_near_misses: Callable[[int], int] | None = None
    """Returns for a target the options that have to be near misses; None where any may be."""
    swaps: LastSwaps | None = None
    """The last swaps of which one has to be possible, where something is revised."""
    counted: Callable[[Sequence[int], int], float] | None = None
    """The probability that a draft is accepted, by the literals each option satisfies, and the target."""


_LEAST: Final = -(1 << 30)
"""Less than the worth of any patterns."""
_WAYS: Final = 4_096
"""The most assignments of target options to literals that are tried, of literals ** options."""
_COSTS: Final = ((1, 0, 1, 3, 6, 9), (1, 0, 0, 2, 4, 6))
"""The cost of eliminating 0 to 5 options with one sum term, by this number: first for a sum term of one
literal, then for a longer one. A term that eliminated many would often leave only the right option, which
could then be told after one sentence.
"""
_TWICE: Final = 2
"""The cost of an option that a second sum term eliminates too."""
_SHORT: Final = 2
"""Up to this many literals, all outcomes of a sum term are listed once, for all targets and ties."""


@frozen
class Elimination:
    """Which options each sum term eliminates, as masks.

    `near` holds options that only one sum term may eliminate.
    """

    by_term: tuple[int, ...]
    near: int


class Ties(NamedTuple):
    """The wrong options that have to satisfy as many literals as the right one, so that counting them does
    not reveal it.
    """

    options: int = 0
    """Their mask. Each is eliminated only once, which costs it at least one literal."""
    gains: int = 0
    """The number of sum terms that make up for it, because they satisfy all literals there and the right
    option does not.
    """


_NO_TIES: Final = Ties()


def plan_elimination(
    terms: Sequence[TermMasks],
    wrong: int,
    target: int,
    constraints: DistractorConstraints,
    ties: Ties,
    rng: random.Random,
) -> Elimination | None:
    """Assigns each wrong option to a sum term that eliminates it; None where that is impossible.

    One of the cheapest assignments that the primitives of the terms allow is drawn. It is cheap to eliminate
    each option once and few options with one sum term.

    Args:
        terms: for each sum term the masks that its literals can have.
        wrong: the mask of options to eliminate.
        target: the mask of right options.
        constraints: what the options owe.
        ties: the options that are to tie with the right one.
    """
    near_miss, near_misses, level = constraints.near_miss, constraints.near_misses, ties.options
    required = 0 if constraints.required_near_misses is None else constraints.required_near_misses(target)
    possible = _possible(terms, target, wrong, ties, constraints.every_term, rng)
    if (
        not possible
        or reduce(or_, [mask for masks_with_cost in possible for mask, _ in masks_with_cost]) != wrong
    ):
        return None
    complete = [
        (cost, state >> OPTIONS, by_term)
        for state, (cost, by_term) in _cheapest_assignments(possible, level, rng).items()
        if state & ALL_OPTIONS == wrong
        and (state >> OPTIONS != wrong or not near_miss)
        and not state >> OPTIONS & required
        and near_misses in (None, (wrong & ~(state >> OPTIONS)).bit_count())
    ]
    if not complete:
        return None
    if required:
        # The last swap adds the term that a required near miss breaks. Before it, the wish that it drops has
        # to eliminate what only this term eliminates now: the fewer options, the more wishes can.
        left_to_dropped_wish = [
            sum([(mask & ~twice).bit_count() for mask in by_term if mask & required])
            for _, twice, by_term in complete
        ]
        fewest = min(left_to_dropped_wish)
        complete = [
            way for way, number in zip(complete, left_to_dropped_wish, strict=True) if number == fewest
        ]
    least = min([cost for cost, _, _ in complete])
    _, twice, by_term = rng.choice([way for way in complete if way[0] == least])
    near = level or (_near(terms, by_term, wrong & ~twice, rng) if near_miss else 0)
    return Elimination(by_term, near)


def _cheapest_assignments(
    possible: Sequence[Sequence[tuple[int, int]]], eliminated_once: int, rng: random.Random
) -> dict[int, tuple[int, tuple[int, ...]]]:
    """Returns the cheapest way to each state that is reached, by dynamic programming over the sum terms.

    A state has the options that are eliminated and, in the bits above these, those that are eliminated twice.

    Args:
        possible: for each sum term the masks of options that it can eliminate, each with its cost.
        eliminated_once: the mask of options that no second sum term may eliminate.
        rng: decides between ways of equal cost.

    Returns:
        For each state its cost, and the mask that each sum term eliminates.
    """
    ways: dict[int, tuple[int, tuple[int, ...]]] = {0: (0, ())}
    for masks_with_cost in possible:
        priced = list(masks_with_cost)
        rng.shuffle(priced)
        cheapest: dict[int, tuple[int, tuple[int, ...]]] = {}
        for state, (before, by_term) in ways.items():
            once = state & ~(state >> OPTIONS) & ALL_OPTIONS
            for mask, term_cost in priced:
                again = once & mask
                if again & eliminated_once:
                    continue
                cost = before + term_cost + _TWICE * again.bit_count()
                after = state | mask | again << OPTIONS
                best = cheapest.get(after)
                if best is None or cost < best[0]:
                    cheapest[after] = cost, (*by_term, mask)
        ways = cheapest
    return ways


def _possible(
    terms: Sequence[TermMasks],
    target: int,
    wrong: int,
    ties: Ties,
    every_term: bool,
    rng: random.Random,
) -> Sequence[Sequence[tuple[int, int]]]:
    """Returns what each sum term can eliminate, with costs; empty if some term cannot do its part.

    Draws in which sum terms the tying options gain on the right one.
    """
    gaining: Sequence[int] = ()
    level, gains = ties.options, ties.gains
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
        masks_with_cost = _priced(term, target, wrong, level, number in gaining, every_term)
        if not masks_with_cost:
            return ()
        possible.append(masks_with_cost)
    return possible


def _priced(
    term: TermMasks, target: int, wrong: int, level: int, gains: bool, every_term: bool
) -> Sequence[tuple[int, int]]:
    """Returns masks of options that the term can eliminate, with costs, sorted; cached."""
    key = target, wrong, level, gains, every_term
    cached = term.priced.get(key)
    if cached is None:
        if gains:
            masks = _gaining(term, target, wrong, level)
        else:
            masks = _settling(term, target, wrong, level) if level else eliminations(term, target, wrong)
        if every_term and masks and not masks[0]:
            masks = masks[1:]
        costs = _COSTS[len(term) > 1]
        cached = term.priced[key] = [(mask, costs[mask.bit_count()]) for mask in masks]
    return cached


def elimination_cost(mask: int, eliminated: int, *, is_condition: bool) -> int:
    """Returns the cost of eliminating the options of a mask with one sum term, beside those that others do.

    Args:
        mask: the options that the sum term eliminates.
        eliminated: the options that other sum terms eliminate.
        is_condition: whether the sum term has several literals.
    """
    return _COSTS[is_condition][mask.bit_count()] + _TWICE * (mask & eliminated).bit_count()


def _gaining(term: TermMasks, target: int, wrong: int, level: int) -> Sequence[int]:
    """Returns the masks of `eliminations` for which all literals can hold on every option of `level` but not
    on the right one, so that it is at least one literal behind.
    """
    every = level << OPTIONS
    forbidden = target << OPTIONS | target << 2 * OPTIONS
    return sorted(
        {
            code & wrong
            for code in _codes(term, wrong, target | level)
            if code & every == every and not code & forbidden
        }
    )


def _settling(term: TermMasks, target: int, wrong: int, level: int) -> Sequence[int]:
    """Returns the masks of `eliminations` with which some literal holds on each option of `level` that is not
    in the mask.
    """
    return sorted(
        {
            code & wrong
            for code in _codes(term, wrong, target | level)
            if not code >> 2 * OPTIONS & (target | level & ~code)
        }
    )


def _codes(term: TermMasks, wrong: int, right: int) -> Set[int]:
    """Returns the codes of all outcomes of a sum term; see `CandidatePattern.code`. Cached.

    A long sum term has too many outcomes, so for it only `wrong` and `right` are considered: where it fails
    in `wrong`, and where it holds in `right`.
    """
    looked_at = -1 if len(term) <= _SHORT else wrong | right << OPTIONS | right << 2 * OPTIONS
    cached = term.codes.get(looked_at)
    if cached is None:
        cached = {looked_at}
        for views in term:
            codes = {code & looked_at for code in views.codes}
            cached = {before & code for before in cached for code in codes}
        term.codes[looked_at] = cached
    return cached


def term_codes(term: TermMasks) -> Set[int]:
    """Returns the codes of all outcomes of a sum term of one or two literals; see `CandidatePattern.code`."""
    return _codes(term, ALL_OPTIONS, ALL_OPTIONS)


def _near(terms: Sequence[TermMasks], by_term: Sequence[int], once: int, rng: random.Random) -> int:
    """Returns the mask of one of the options that are eliminated once, by a sum term with the fewest
    literals.

    It can satisfy as many of the other literals as the right option does, which thus does not stand out.
    """
    lengths = {
        option: next(len(term) for term, mask in zip(terms, by_term, strict=True) if mask >> option & 1)
        for option in OPTIONS_OF_MASK[once]
    }
    short = min(lengths.values())
    return 1 << rng.choice([option for option, length in lengths.items() if length == short])


def eliminations(term: TermMasks, target: int, wrong: int) -> Sequence[int]:
    """Returns the masks of wrong options that a sum term can eliminate, sorted, the empty mask included.

    On exactly these wrong options all literals fail, while on each target option some literal holds. Cached.
    """
    cached = term.eliminations.get((target, wrong))
    if cached is None:
        held = target << 2 * OPTIONS
        cached = sorted({code & wrong for code in _codes(term, wrong, target) if not code & held})
        term.eliminations[target, wrong] = cached
    return cached


def eliminable(term: Sequence[LiteralMasks], held: int) -> int:
    """Returns the options on which every literal can fail while on each option of the mask some literal
    holds.

    The result is exact for one option, and for two if one literal holds on both or two hold on one each.
    Otherwise it may be too large, which grounding detects.
    """
    able, options = ALL_OPTIONS, OPTIONS_OF_MASK[held]
    if len(options) == 1:
        [option] = options
        separated = 0
        for views in term:
            able &= views.can_fail
            separated |= views.separates[option]
        return able & separated
    for views in term:
        able &= views.can_fail
    if len(options) == 2:
        first, second = options
        on_first = on_second = on_both = 0
        for views in term:
            separated_first, separated_second = views.separates[first], views.separates[second]
            on_both |= separated_first & on_second | separated_second & on_first
            if separated_first & separated_second & ~on_both:  # else no pattern can add to it
                on_both |= views.separates_both(held)
            on_first |= separated_first
            on_second |= separated_second
        return able & on_both
    for option in options:
        separated = 0
        for views in term:
            separated |= views.separates[option]
        able &= separated
    return able


def shared_best(
    term: Sequence[LiteralMasks], target: int, eliminated: int, spared: int, rng: random.Random
) -> Sequence[WeightedPatterns] | None:
    """Returns for each literal the patterns of the highest worth, over all ways to share out which literal
    holds on which option.
    """
    if len(term) == 1:
        patterns, _ = term[0].best(eliminated, target | spared, 0, spared)
        return None if patterns is None else (patterns,)
    held = [views.held(eliminated) for views in term]
    if not all(held):
        return None
    best: list[list[WeightedPatterns]] = []
    chosen: list[WeightedPatterns] = []
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
    """Returns ways to share out which literal holds where: for each literal a mask, together the target and
    `spared`.

    Args:
        held: for each literal the options on which its patterns can hold, as a bit set of masks.
        target: the mask of right options.
        spared: options of other sum terms on which some literal has to hold as well.

    Returns:
        Ways in lexicographic order, each an integer with OPTIONS bits for each literal. Every option is given
            to one literal.
    """
    ways, shifts = [0], [(OPTIONS * number, can) for number, can in enumerate(held)]
    for wanted in [1 << option for option in OPTIONS_OF_MASK[target | spared]]:
        ways = [
            way | wanted << shift
            for way in ways
            for shift, can in shifts
            if can & COVERING[way >> shift & ALL_OPTIONS | wanted]
        ][:_WAYS]
    return ways


def can_eliminate(terms: Sequence[TermMasks], wrong: int, target: int, every_term: bool) -> bool:
    """Returns whether each wrong option can be eliminated by some sum term, and, where asked, each sum term
    eliminates one.

    Args:
        terms: for each sum term the masks that its literals can have.
        wrong: the mask of options to eliminate.
        target: the mask of right options.
        every_term: whether each sum term has to eliminate one.
    """
    remaining = wrong
    for term in terms:
        able = term_feasibility(term, target)[0] & wrong
        if every_term and not able:
            return False
        remaining &= ~able
    return not remaining


def options_tying_or_beating(terms: Sequence[TermMasks], wrong: int, target: int) -> tuple[int, int]:
    """Returns masks of wrong options that can satisfy as many literals as the one right one; and that can
    more.

    A wrong option loses at least a literal in the sum term that refuses it, which has to be made up for in
    others: there it satisfies all literals while the right one does not.
    """
    once = twice = thrice = lost = 0
    for term in terms:
        able, gains = term_feasibility(term, target)
        lost |= able & ~gains  # refused where it could not have gained
        for _ in range(1, len(term)):
            thrice |= twice & gains
            twice |= once & gains
            once |= gains
    return (once & lost | twice) & wrong, (twice & lost | thrice) & wrong


def term_feasibility(term: TermMasks, target: int) -> tuple[int, int]:
    """Returns options that a sum term can refuse, and those that can satisfy more literals of it than the
    target; cached.

    With several right options no option gains, since ties with them are never required.
    """
    cached = term.feasibility.get(target)
    if cached is None:
        cached = term.feasibility[target] = eliminable(term, target), _can_gain(term, target)
    return cached


def _can_gain(term: Sequence[LiteralMasks], target: int) -> int:
    """Returns the options that can satisfy more literals of the term than the one right option.

    The result is exact for two literals. For more literals it may contain options that cannot.
    """
    if len(term) == 1 or target.bit_count() != 1:
        return 0
    option = target.bit_length() - 1
    if len(term) > 2:
        gaining = 0
        for views in term:
            gaining |= views.beyond(option)[0]
        return gaining
    (without, together), (other_without, other_together) = (views.beyond(option) for views in term)
    return without & other_together | together & other_without


_TIES: Final = 4
"""Sets of other options tried that shall satisfy as many literals as the right one."""


def required_ties(terms: int, target: int, context: GenerationContext) -> int:
    """Returns how many wrong options have to satisfy as many literals as the one right one, unless one
    satisfies more: as `guessability_reason` will ask for.
    """
    draw = context.acceptance_draw
    if not context.constraints.hidden or terms == 1 or target.bit_count() != 1 or draw < ALONE_ACCEPTANCE:
        return 0
    return 2 if draw >= acceptance_of_ties(context.spec.cell, terms) else 1


def infeasibility_reason(
    terms: Sequence[TermMasks], target: int, context: GenerationContext, ties: int
) -> Rejection | None:
    """Returns why no primitives that the literals can be of make a question of the options; None where some
    may.

    Args:
        ties: how many wrong options have to satisfy as many literals as the right one.
    """
    wrong = context.options & ~target
    if not can_eliminate(terms, wrong, target, context.constraints.every_term):
        return Rejection.ALIKE
    if ties and not any(_ties(terms, target, context, ties)):
        return Rejection.MOST_LITERALS
    return None


def elimination_plans(
    terms: Sequence[TermMasks], target: int, context: GenerationContext, ties: int
) -> Iterator[Elimination]:
    """Yields who eliminates whom, in a few ways where others shall tie with the right option."""
    constraints, wrong, rng = context.constraints, context.options & ~target, context.rng
    for tied in islice(_ties(terms, target, context, ties, rng), _TIES) if ties else [_NO_TIES]:
        plan = plan_elimination(terms, wrong, target, constraints, tied, rng)
        # the terms of a draft refuse as many as planned, or more
        if plan is not None and not (
            constraints.hidden and context.acceptance_draw >= acceptance_by_first_term(plan.by_term)
        ):
            yield plan


def _ties(
    terms: Sequence[TermMasks],
    target: int,
    context: GenerationContext,
    number: int,
    rng: random.Random | None = None,
) -> Iterator[Ties]:
    """Yields the ties that can be, as far as each sum term shows by itself, in random order if there is a
    generator: one option that can be ahead of the right one, first, or as many as have to be level with it.
    """
    wrong, every_term = context.options & ~target, context.constraints.every_term
    level, ahead = options_tying_or_beating(terms, wrong, target)
    gaining = [term_feasibility(term, target)[1] for term in terms if len(term) > 1]
    best = [Ties(1 << option, 2) for option in OPTIONS_OF_MASK[ahead]]
    others = [
        Ties(sum([1 << option for option in options]), 1)
        for options in combinations(OPTIONS_OF_MASK[level if number > 1 else level & ~ahead], number)
    ]
    if rng is not None:
        rng.shuffle(best)
        rng.shuffle(others)
    for ties in best + others:
        options, gains = ties
        able = sum([not options & ~mask for mask in gaining])
        if able >= gains and _can_tie(terms, target, wrong, ties, every_term):
            yield ties


def _can_tie(terms: Sequence[TermMasks], target: int, wrong: int, ties: Ties, every_term: bool) -> bool:
    """Returns whether the sum terms can refuse all wrong options with these ties, each term by itself."""
    level, gains, left = ties.options, ties.gains, wrong
    every_gains = sum([len(term) > 1 for term in terms]) == gains
    for term in terms:
        able = -1
        if len(term) > 1:
            able = _able_while_gaining(term, target, level)
            if every_term and not able & wrong:
                able = -1
            gains -= able >= 0
        if len(term) == 1 or not every_gains:
            able = max(able, 0) | term_feasibility(term, target)[0]
        if able < 0 or (every_term and not able & wrong):
            return False
        left &= ~able
    return not left and gains <= 0


def _able_while_gaining(term: TermMasks, target: int, level: int) -> int:
    """Returns the options that the sum term can refuse while all of its literals hold on `level`, and some,
    but not all, on the one right option; -1 where they cannot. Cached.
    """
    key = target, level
    cached = term.gaining.get(key)
    if cached is None:
        cached = -1
        for held, lacked in permutations(range(len(term)), 2):
            able = [
                views.failing(level | target, 0)
                if index == held
                else views.failing(level, target if index == lacked else 0)
                for index, views in enumerate(term)
            ]
            if min(able) >= 0:
                cached = max(cached, 0) | reduce(and_, able)
        term.gaining[key] = cached
    return cached
