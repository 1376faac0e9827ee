"""Decides what is demanded: a table gets its target minterm, the one that the customer asks for, and each
literal the direction in which it points.

Every sum term agrees with the target minterm in some literal. One of these is the term's demand; the others,
negated, are the condition under which it is demanded. A demand points to what people want, or has no
direction. A slot whose tests are fixed in sign (booleans, "any" of a set) can do so with one sign only: its
column is complemented where the minterm has the other sign.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from attrs import evolve, frozen

from cocoa_core.families.selection.generation.preference import (
    AGAINST,
    ANY,
    WANTED,
    PreferenceRange,
    allows,
    negated_range,
)
from cocoa_core.logic import Literal, Product

BOTH_WAYS: Final = frozenset({-1, 1})
"""The directions of a slot whose tests can be turned either way."""
_DENIED: Final = negated_range(WANTED)
"""What people want, for a literal that is negated."""
_POINTED: Final = 0.85
"""The share of the targets with which conditions, too, are what people do not want, where they need not be:
on slots that no sum term demands. On others, one condition was of what costs less than $150 and another of
what costs over $500, which two blind readers gave the sense 1.5 to 2.5 of 5.

Without it 29 to 49 % of the conditions of `paper` were what people want ("if it has a sofa bed, it should
cost under $225"). The rest leaves the conditions free, so that what few options allow occurs as well. In
`paper` the best option on the mentioned slots is then right in 23 to 24 %, the worst in 13 to 17 % (1,500
questions of flights and of diamonds).
"""
_MOST_VARIABLES: Final = 6
"""The most variables whose subsets are searched for those that conditions can have as their demands."""
_CACHE_SIZE: Final = 1 << 13
"""The number of assignments that are cached. With 2,048 two of three that were asked for in diamonds had been
dropped; 16,384 take 25 MB.
"""


class TargetMinterm(NamedTuple):
    """A minterm that a customer can ask for, with the demands that say it."""

    row: int
    demands: tuple[int, ...]
    """For each sum term the index of a literal that holds in the minterm."""


@frozen
class TargetAssignment:
    """The target minterm and the direction of each literal, after some variables are complemented.

    `complemented` is the mask of these variables. The other fields describe the complemented product: `row`
    is the target minterm, `demands` the index of the demand in each sum term, `sides` the range of directions
    of each literal, and `slot_sides`, if all literals of a variable share one primitive, that of its affirmed
    literal.
    """

    complemented: int
    row: int
    demands: tuple[int, ...]
    sides: tuple[tuple[PreferenceRange, ...], ...]
    slot_sides: tuple[PreferenceRange, ...]


def draw_target_assignment(
    product: Product,
    rows: Sequence[int],
    directions: Sequence[frozenset[int]],
    turn: bool,
    against: bool,
    rng: random.Random,
) -> TargetAssignment | None:
    """Draws a target minterm among `rows`, and the demands.

    Args:
        rows: the minterms.
        directions: for each variable the directions of its slot's primitives as they are.
        turn: whether literals that are not demands point to what people want if they can. If the slots of all
            literals could, they do not: there would be no trade-off, and the best option of all would be
            right. If False, they do so in `_POINTED` of the draws.
        against: whether the demands on one slot go against the direction.

    Returns:
        None where no slot can go against its direction.
    """
    row = rng.choice(rows)
    target = TargetMinterm(row, tuple([rng.choice(indices) for indices in agreeing(product, row)]))
    assignment = draw_against(product, target, tuple(directions), turn, against, rng)
    if assignment is None or turn or against:
        return assignment
    return _demandable(product, assignment, directions, rng)


def _demandable(
    product: Product,
    assignment: TargetAssignment,
    directions: Sequence[frozenset[int]],
    rng: random.Random,
) -> TargetAssignment:
    """Returns the assignment with more literals pointing to what people want: those that one text can demand
    without their slot being a condition, too, those of slots that are demanded somewhere, and in `_POINTED`
    of the draws every other that can.
    """
    complemented = assignment.complemented

    def can_point(literal: Literal) -> bool:
        return _can_point(literal, complemented, directions)

    able = [
        asked
        for asked in _demanded_alone(product)
        if all(can_point(literal) for term in product.terms for literal in term if literal.variable in asked)
    ]
    ordered = [asked for asked in able if all(directions[variable] >= BOTH_WAYS for variable in asked)]
    asked = rng.choice(ordered or able) if able else frozenset[int]()
    demanded = {term[demand].variable for term, demand in zip(product.terms, assignment.demands, strict=True)}
    others = rng.random() < _POINTED
    sides = [
        tuple(
            [
                WANTED
                if len(term) > 1
                and (
                    literal.variable in asked
                    or ((others or literal.variable in demanded) and can_point(literal))
                )
                else side
                for literal, side in zip(term, term_sides, strict=True)
            ]
        )
        for term, term_sides in zip(product.terms, assignment.sides, strict=True)
    ]
    return evolve(assignment, sides=tuple(sides))


@lru_cache(maxsize=_CACHE_SIZE)
def _demanded_alone(product: Product) -> Sequence[frozenset[int]]:
    """Returns the sets of variables of which each sum term of several literals has exactly one; none where no
    variable is in two of them, or there are too many variables to try all sets.
    """
    conditions = [{literal.variable for literal in term} for term in product.terms if len(term) > 1]
    variables = sorted(set[int]().union(*conditions))
    if not len(variables) < sum(map(len, conditions)) or len(variables) > _MOST_VARIABLES:
        return ()
    subsets = (
        frozenset(subset) for size in range(1, len(variables)) for subset in combinations(variables, size)
    )
    return [subset for subset in subsets if all(len(subset & condition) == 1 for condition in conditions)]


def draw_against(
    product: Product,
    target: TargetMinterm,
    directions: tuple[frozenset[int], ...],
    turn: bool,
    against: bool,
    rng: random.Random,
) -> TargetAssignment | None:
    """Returns the assignment with this target; if `against`, the demands on one drawn slot go against its
    direction, and None is returned where no demanded slot has any.
    """
    reversed_variable = None
    if against:
        demanded = {term[demand].variable for term, demand in zip(product.terms, target.demands, strict=True)}
        able = [variable for variable in sorted(demanded) if directions[variable] - {0}]
        if not able:
            return None
        reversed_variable = rng.choice(able)
    return pointed(product, target, directions, turn, reversed_variable)


@lru_cache(maxsize=_CACHE_SIZE)
def pointed(
    product: Product,
    target: TargetMinterm,
    directions: tuple[frozenset[int], ...],
    turn: bool,
    reversed_variable: int | None,
) -> TargetAssignment:
    """Returns the assignment with this target, in which the demands on `reversed_variable` go against its
    direction; cached, since small tables repeat.
    """
    row, demands = target
    by_variable = [AGAINST if index == reversed_variable else WANTED for index in range(len(directions))]
    complemented = 0
    slot_sides = []
    for variable, side in enumerate(by_variable):
        affirmed = bool(row >> variable & 1)
        if not allows(side if affirmed else negated_range(side), directions[variable]):
            complemented |= 1 << variable
            affirmed = not affirmed
        slot_sides.append(side if affirmed else negated_range(side))
    free = not turn or all(slot_directions >= BOTH_WAYS for slot_directions in directions)
    sides = []
    for term, demand in zip(product.terms, demands, strict=True):
        ranges = []
        for index, literal in enumerate(term):
            variable = literal.variable
            if index == demand:
                ranges.append(by_variable[variable])
                continue
            turns = not free and _can_point(literal, complemented, directions)
            ranges.append(WANTED if turns else ANY)
        sides.append(tuple(ranges))
    return TargetAssignment(complemented, row ^ complemented, demands, tuple(sides), tuple(slot_sides))


def _can_point(literal: Literal, complemented: int, directions: Sequence[frozenset[int]]) -> bool:
    """Returns whether a literal of the product before some variables are complemented can point to what
    people want.
    """
    affirmed = literal.positive != bool(complemented >> literal.variable & 1)
    return allows(WANTED if affirmed else _DENIED, directions[literal.variable])


@lru_cache(maxsize=_CACHE_SIZE)
def agreeing(product: Product, row: int) -> list[list[int]]:
    """Returns by sum term the indices of the literals that hold in the row; small tables are cached."""
    return [[index for index, literal in enumerate(term) if literal.holds(row)] for term in product.terms]
