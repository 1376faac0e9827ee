"""Draws which rows of a group are shown: of a balanced set, fillers, and further sets."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import islice
from itertools import product as cartesian
from typing import Final

from cocoa_core.families.selection.difficulty import DifficultyCell
from cocoa_core.families.selection.generation.candidates import CandidatePool
from cocoa_core.families.selection.generation.context import GenerationContext
from cocoa_core.families.selection.generation.grounding import GroundedRequirement
from cocoa_core.families.selection.generation.groups import Groups
from cocoa_core.families.selection.generation.guessability import (
    acceptance_by_first_term,
    acceptance_by_literal_counts,
)
from cocoa_core.families.selection.generation.option_masks import OPTIONS

_MOST_COMBINATIONS: Final = 400
"""Combinations of rows tried for one further set."""

_MOST_LISTS: Final = 200
"""Further lists drawn for one requirement."""
_ROWS_PER_LIST: Final = 8
"""Rows drawn for a list, of which some may look alike."""

OptionSet = tuple[int, ...]
"""Rows as indices in the group. If each member of a ring has one right option, the i-th row is that of the
i-th member.
"""


def draw_rows(groups: Groups, pool: CandidatePool, count: int, rng: random.Random) -> OptionSet:
    """Returns the indices of rows of the group that look different, in random order; perhaps too few."""
    return tuple(_different_rows(groups, pool, (), -1, count, rng))


def fillers(
    groups: Groups, pool: CandidatePool, taken: Sequence[int], mask: int, count: int, rng: random.Random
) -> list[int] | None:
    """Draws further rows of the group among those of a mask; None where there are too few.

    None of them looks like a row that is taken, or like another.

    Args:
        taken: the rows that are shown already.
        mask: the rows to draw from.
        count: how many.
    """
    chosen = _different_rows(groups, pool, taken, mask, count, rng)
    return chosen if len(chosen) == count else None


def _different_rows(
    groups: Groups, pool: CandidatePool, taken: Sequence[int], mask: int, count: int, rng: random.Random
) -> list[int]:
    catalogue_rows = pool.group.rows
    looks = {groups.look(catalogue_rows[row]) for row in taken}
    order = [row for row in range(len(catalogue_rows)) if mask >> row & 1]
    rng.shuffle(order)
    chosen: list[int] = []
    for row in order:
        if len(chosen) == count:
            break
        look = groups.look(catalogue_rows[row])
        if look not in looks:
            looks.add(look)
            chosen.append(row)
    return chosen


def further_sets(
    drafts: Sequence[GroundedRequirement],
    first: OptionSet,
    rows: int,
    most: int,
    look: Callable[[int], tuple[str, ...]],
    rng: random.Random,
) -> list[OptionSet]:
    """Draws up to `most` option sets besides the first, each a balanced set of its own; no row is right twice
    for one member.

    In every set each member has a near miss. The next set is always the candidate whose wrong options break
    the most sum terms.

    Args:
        rows: the number of rows in the group.
        most: the largest number of further sets.
        look: returns what a person sees of a row; no two rows of a set look alike.
    """
    right = [_right_only_for(drafts, member, rows) for member in range(OPTIONS)]
    for member, choices in enumerate(right):
        choices.remove(first[member])
        rng.shuffle(choices)
    sets: list[OptionSet] = []
    while len(sets) < most and all(right):
        tried = islice(cartesian(*right), _MOST_COMBINATIONS)
        possible = [chosen for chosen in tried if _makes_a_set(drafts, chosen, look)]
        if not possible:
            break
        best = max(possible, key=lambda chosen: _terms_broken(drafts, chosen))
        sets.append(best)
        for member, choices in enumerate(right):
            choices.remove(best[member])
    return sets


def branch(
    draft: GroundedRequirement, context: GenerationContext, right: int, looks: Sequence[tuple[str, ...]]
) -> OptionSet | None:
    """Draws a list of rows, none of them in the first list, whose right row takes the other way at some
    condition; None where none is found.

    One of the other rows is a near miss. The rest are drawn evenly until the right row can be guessed no more
    easily than the context allows.

    Args:
        context: what the search works with.
        right: the index of the right row, in both lists.
        looks: what a person sees of each row of the group; no two rows of a list look alike.
    """
    first, rng, cell = context.masks.rows, context.rng, context.spec.cell
    other_rows = [row for row in range(len(looks)) if row not in first]
    good = [
        row
        for row in other_rows
        if draft.satisfied >> row & 1 and branches(draft, first[right], row) is not None
    ]
    wrong = [row for row in other_rows if draft.broken >> row & 1]
    near = [row for row in wrong if _nearly_right(draft, row)]
    if not good or not near:
        return None
    counts = {row: draft.literals_at(row) for row in (*good, *wrong)}
    for _ in range(_MOST_LISTS):
        row = rng.choice(good)
        seen = {looks[row]: row}
        for other in (rng.choice(near), *rng.sample(wrong, min(len(wrong), _ROWS_PER_LIST))):
            if len(seen) < len(first):
                seen.setdefault(looks[other], other)
        _, *chosen = seen.values()
        if len(chosen) == len(first) - 1 and _nearly_right(draft, chosen[0]):
            rows = (*chosen[:right], row, *chosen[right:])
            if context.acceptance_draw < _acceptance(draft, rows, right, [counts[row] for row in rows], cell):
                return rows
    return None


def _acceptance(
    draft: GroundedRequirement, rows: OptionSet, right: int, counts: Sequence[int], cell: DifficultyCell
) -> float:
    """Returns the probability with which a list like this is accepted."""
    terms = len(draft.fails)
    if terms == 1:
        return 1.0  # all others break it
    broken = [
        sum(1 << option for option, row in enumerate(rows) if fails >> row & 1) for fails in draft.fails
    ]
    return min(
        acceptance_by_literal_counts(counts, 1 << right, cell, terms),
        acceptance_by_first_term(broken),
    )


def branches(draft: GroundedRequirement, first_row: int, second_row: int) -> tuple[int, bool] | None:
    """Returns the first sum term whose condition holds at exactly one of two rows, and whether it does at the
    first one; None if there is none.
    """
    for term in range(len(draft.literals)):
        first, second = _condition(draft, term, first_row), _condition(draft, term, second_row)
        if first is not None and second is not None and first != second:
            return term, first
    return None


def _condition(draft: GroundedRequirement, term: int, row: int) -> bool | None:
    """Returns whether all literals but the demanded one fail at a row; None without a condition."""
    other_literals = [pair for index, pair in enumerate(draft.literals[term]) if index != draft.demands[term]]
    if any(holds >> row & 1 for holds, _ in other_literals):
        return False
    return True if other_literals and all(fails >> row & 1 for _, fails in other_literals) else None


def _right_only_for(drafts: Sequence[GroundedRequirement], member: int, rows: int) -> list[int]:
    """Returns the rows that satisfy the member's requirement and break every other one."""
    mask = drafts[member].satisfied
    for number, other in enumerate(drafts):
        if number != member:
            mask &= other.broken
    return [row for row in range(rows) if mask >> row & 1]


def _makes_a_set(
    drafts: Sequence[GroundedRequirement], chosen: Sequence[int], look: Callable[[int], tuple[str, ...]]
) -> bool:
    return len({look(row) for row in chosen}) == OPTIONS and all(
        any(_nearly_right(draft, row) for option, row in enumerate(chosen) if option != member)
        for member, draft in enumerate(drafts)
    )


def _nearly_right(draft: GroundedRequirement, row: int) -> bool:
    """Returns whether the row breaks exactly one sum term and makes all others true."""
    holding = sum(holds >> row & 1 for holds in draft.holds)
    failing = sum(fails >> row & 1 for fails in draft.fails)
    return failing == 1 and holding == len(draft.holds) - 1


def _terms_broken(drafts: Sequence[GroundedRequirement], chosen: Sequence[int]) -> int:
    """Returns the number of sum terms, over all members, that some wrong option breaks."""
    return sum(
        any(fails >> row & 1 for option, row in enumerate(chosen) if option != member)
        for member, draft in enumerate(drafts)
        for fails in draft.fails
    )
