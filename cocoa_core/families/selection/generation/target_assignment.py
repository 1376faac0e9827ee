"""The ideal of a table: the minterm that the customer asks for, and which way every literal points for it.

Every sum term agrees with the ideal in some literal. One of these is the term's demand; what is left over,
negated, is the condition under which it is demanded. A demand points to what people want, or has no
direction. A slot whose tests are fixed in sign (booleans, "any" of a set) can do so with one sign only: its
column is complemented where the ideal has the other.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from attrs import frozen

from cocoa_core.families.selection.generation.preference import (
    AGAINST,
    ANY,
    WANTED,
    PreferenceRange,
    allows,
    negated_range,
)
from cocoa_core.logic import Product

__all__ = [
    "BOTH_WAYS",
    "TargetAssignment",
    "agreeing",
    "draw_against",
    "draw_target_assignment",
    "pointed",
]

BOTH_WAYS: Final = frozenset({-1, 1})
"""The directions of a slot whose tests turn by choice, if they have any."""
_DENIED: Final = negated_range(WANTED)
"""What people want, of a literal that is denied."""
_KEPT: Final = 1 << 13
"""Targets that are kept: with 2,048 two of three that are asked for in diamonds had been dropped; 16,384 take
25 MB."""


@frozen
class TargetAssignment:
    """complemented: mask of the variables to complement. Of the product that this gives:

    row: the ideal minterm. demands: for each sum term the place of its demand. sides: for each literal of
    each sum term which way it may point. slot_sides: for each variable, which way it may point affirmed,
    where all its literals are of one primitive.
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
    """An ideal among the minterms `rows`; directions: by variable, of its slot's primitives as they are.

    turn: whether literals that are no demands point to what people want where they can, unless all slots
    could: then nothing would be weighed against anything, and the best option of all would be right.
    against: whether the demands on one slot go against the direction; None where there is no such slot.
    """
    row = rng.choice(rows)
    demands = tuple([rng.choice(places) for places in agreeing(product, row)])
    return draw_against(product, row, tuple(directions), turn, demands, against, rng)


def draw_against(
    product: Product,
    row: int,
    directions: tuple[frozenset[int], ...],
    turn: bool,
    demands: tuple[int, ...],
    against: bool,
    rng: random.Random,
) -> TargetAssignment | None:
    """The assignment with this ideal and these demands; if `against`, the one on one slot goes against its
    direction."""
    reversed_variable = None
    if against:
        demanded = {term[place].variable for term, place in zip(product.terms, demands, strict=True)}
        able = [variable for variable in sorted(demanded) if directions[variable] - {0}]
        if not able:
            return None
        reversed_variable = rng.choice(able)
    return pointed(product, row, directions, turn, demands, reversed_variable)


@lru_cache(maxsize=_KEPT)
def pointed(
    product: Product,
    row: int,
    directions: tuple[frozenset[int], ...],
    turn: bool,
    demands: tuple[int, ...],
    reversed_variable: int | None,
) -> TargetAssignment:
    """The ideal with these demands; kept, as small tables come again."""
    by_variable = [AGAINST if place == reversed_variable else WANTED for place in range(len(directions))]
    complemented = 0
    slot_sides = []
    for variable, side in enumerate(by_variable):
        affirmed = bool(row >> variable & 1)
        if not allows(side if affirmed else negated_range(side), directions[variable]):
            complemented |= 1 << variable
            affirmed = not affirmed
        slot_sides.append(side if affirmed else negated_range(side))
    free = not turn or all(found >= BOTH_WAYS for found in directions)
    sides = []
    for term, demand in zip(product.terms, demands, strict=True):
        own = []
        for place, literal in enumerate(term):
            variable = literal.variable
            if place == demand:
                own.append(by_variable[variable])
                continue
            affirmed = literal.positive != bool(complemented >> variable & 1)
            turns = not free and allows(WANTED if affirmed else _DENIED, directions[variable])
            own.append(WANTED if turns else ANY)
        sides.append(tuple(own))
    return TargetAssignment(complemented, row ^ complemented, demands, tuple(sides), tuple(slot_sides))


@lru_cache(maxsize=_KEPT)
def agreeing(product: Product, row: int) -> list[list[int]]:
    """For each sum term the places of the literals that hold in the row; kept, as small tables come again."""
    return [[place for place, literal in enumerate(term) if literal.holds(row)] for term in product.terms]
