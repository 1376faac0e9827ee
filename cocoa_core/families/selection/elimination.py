"""Which sum term eliminates which distractor: drawn before any primitive is."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.families.selection.panel import ALL_OPTIONS, COVERING, OPTIONS, Views

__all__ = ["Elimination", "eliminable", "plan_elimination", "supports"]

_WAYS: Final = 4_096
"""Ways to share out a target that are looked at; there are as many as literals, to the power of options."""
_BY_THE_SHORT: Final = 0.8
"""How often a sum term with fewest literals eliminates the near miss: it can then satisfy as many literals of
the others as the right option does, which thus does not stand out."""


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
) -> Elimination | None:
    """Every option outside of the target mask gets a sum term; None where that cannot be.

    everything: the mask of all options. near_miss: whether one of them is eliminated once only.
    every_term: whether every sum term gets an option.
    A sum term can eliminate an option if each of its literals can fail there, and while they do some of them
    can hold on the target; unless it eliminates the near miss, on the near miss too.
    """
    distractors = [option for option in range(everything.bit_length()) if not target >> option & 1]
    able_at = [eliminable(term, target) for term in terms]
    possible = 0
    for mask in able_at:
        possible |= mask
    if everything & ~target & ~possible:
        return None
    rng.shuffle(distractors)
    if not near_miss or not distractors:
        by_term = _shared_out([0] * len(terms), terms, able_at, distractors, every_term, rng)
        return None if by_term is None else Elimination(tuple(by_term), 0)
    can_hold = [_can_hold(term) for term in terms]
    for near in distractors:
        forced = [number for number, mask in enumerate(can_hold) if not mask >> near & 1]
        if len(forced) > 1:
            continue
        places = [number for number, mask in enumerate(able_at) if mask >> near & 1]
        if forced:
            places = forced if forced[0] in places else []
        if places:
            short = min(len(terms[number]) for number in places)
            if rng.random() < _BY_THE_SHORT:
                places = [number for number in places if len(terms[number]) == short]
            place = rng.choice(places)
            able = [
                mask if number == place or not mask else mask & eliminable(terms[number], target | 1 << near)
                for number, mask in enumerate(able_at)
            ]
            begun = [1 << near if number == place else 0 for number in range(len(terms))]
            others = [option for option in distractors if option != near]
            by_term = _shared_out(begun, terms, able, others, every_term, rng)
            if by_term is not None:
                return Elimination(tuple(by_term), 1 << near)
    return None


def _can_hold(term: Sequence[Views]) -> int:
    """Options on which some literal can hold."""
    mask = 0
    for views in term:
        mask |= views.can_hold
    return mask


def _shared_out(
    by_term: list[int],
    terms: Sequence[Sequence[Views]],
    able_at: Sequence[int],
    others: Sequence[int],
    every_term: bool,
    rng: random.Random,
) -> list[int] | None:
    """The options that each sum term eliminates, the others added where terms are able to; or None.

    A term of one literal gets its second one later than others: it is said first, and an option that meets
    what is said first would else too often be the right one.
    """
    for option in others:
        able: list[int] = []
        fewest = OPTIONS
        for number, mask in enumerate(able_at):
            if mask >> option & 1:
                eliminated = by_term[number].bit_count()
                eliminated += eliminated > 0 and len(terms[number]) == 1
                if eliminated < fewest:
                    fewest, able = eliminated, [number]
                elif eliminated == fewest:
                    able.append(number)
        if not able:
            return None
        by_term[rng.choice(able)] |= 1 << option
    for number, eliminated in enumerate(by_term if every_term else ()):
        if not eliminated:
            able = [option for option in others if able_at[number] >> option & 1]
            if not able:
                return None
            by_term[number] = 1 << rng.choice(able)
    return by_term


def eliminable(term: Sequence[Views], held: int) -> int:
    """Options on which every literal can fail while on each option of the mask some literal holds.

    Exact for a mask of one option and, where one literal holds on both or two hold on one each, of two; for
    more of them it may promise too much, and grounding finds out.
    """
    able = ALL_OPTIONS
    for views in term:
        able &= views.can_fail
    options = [option for option in range(OPTIONS) if held >> option & 1]
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


def supports(held: Sequence[int], target: int, spared: int) -> list[tuple[int, ...]]:
    """Ways to share out who holds where: for each literal a mask of options, together target and `spared`.

    held: for each literal, where the patterns hold that it can have. Each option of the target is given to
    one literal, then `spared` to one; in lexicographic order.
    """
    ways: list[tuple[int, ...]] = [(0,) * len(held)]
    options = [1 << option for option in range(OPTIONS) if target >> option & 1]
    for wanted in (*options, spared):
        ways = [
            (*way[:number], way[number] | wanted, *way[number + 1 :])
            for way in ways
            for number, can in enumerate(held)
            if can & COVERING[way[number] | wanted]
        ][:_WAYS]
    return ways
