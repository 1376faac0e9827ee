"""Giving every literal of a product its primitive, so that one of five options satisfies it and four do not.

The options come first. For each sum term it is drawn which of the wrong options it shall refuse; then each of
its literals takes a primitive that fails on those and, for one literal, holds on the right one. A draw that
comes out wrong is refused and counted; nothing is mended by hand.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Final

from attrs import define, field, frozen

from cocoa_core.domain.primitives import GroundedLiteral, Requirement
from cocoa_core.generation.pool import Candidate, Pool
from cocoa_core.generation.structure import Structure
from cocoa_core.generation.tally import Tally

__all__ = ["Draft", "Five", "ground"]

_OPTIONS: Final = 5
_ALL: Final = (1 << _OPTIONS) - 1
_TRIED_PER_LITERAL: Final = 3
_SHORTCUT_KEPT: Final = 0.15
"""Share of drafts kept in which the right option satisfies more literals than every other."""


@frozen(eq=False)
class _Seen:
    """A candidate as five options see it: bit i for the i-th option."""

    candidate: Candidate
    holds: int
    fails: int


@define(eq=False)
class Five:
    """Five rows of a group, by their places in it, and the candidates as those rows see them."""

    pool: Pool
    rows: tuple[int, ...]
    _seen: dict[str, list[_Seen]] = field(factory=dict, init=False)

    def seen(self, slot: str) -> list[_Seen]:
        """The slot's candidates; those that are the same on all five are kept too."""
        known = self._seen.get(slot)
        if known is None:
            rows = self.rows
            known = self._seen[slot] = [
                _Seen(one, _project(one.holds, rows), _project(one.fails, rows))
                for one in self.pool.candidates(slot)
            ]
        return known


def _project(mask: int, rows: Sequence[int]) -> int:
    found = 0
    for place, row in enumerate(rows):
        found |= (mask >> row & 1) << place
    return found


@frozen(eq=False)
class Draft:
    """A grounded requirement and where it holds.

    holds, fails: for each sum term, masks over the rows of the group. literals: the same for each literal.
    """

    structure: Structure
    requirement: Requirement
    literals: tuple[tuple[tuple[int, int], ...], ...]
    holds: tuple[int, ...]
    fails: tuple[int, ...]

    @property
    def satisfied(self) -> int:
        """Rows of the group on which every sum term is true."""
        mask = -1
        for holds in self.holds:
            mask &= holds
        return mask

    @property
    def broken(self) -> int:
        """Rows of the group on which some sum term is false."""
        mask = 0
        for fails in self.fails:
            mask |= fails
        return mask


def ground(
    structure: Structure, five: Five, right: int, per_slot: bool, rng: random.Random, tally: Tally
) -> Draft | None:
    """One draw of primitives with which option `right` (0 to 4) alone satisfies the product."""
    signs = [[(literal.variable, literal.positive) for literal in term] for term in structure.product.terms]
    refusals, near = _plan(len(signs), right, rng)
    chosen = (_by_slot if per_slot else _by_occurrence)(structure, signs, refusals, near, five, right, rng)
    if chosen is None:
        tally.count("no primitive fits")
        return None
    reason = _refused(chosen, signs, right)
    if reason is None and _shortcut(chosen, signs, right) and rng.random() >= _SHORTCUT_KEPT:
        reason = "right option satisfies most literals"
    if reason is not None:
        tally.count(reason)
        return None
    return _draft(structure, signs, chosen)


def _plan(terms: int, right: int, rng: random.Random) -> tuple[list[int], int]:
    """For each sum term the options it shall refuse, and the near miss, which only one sum term refuses.

    Every wrong option has a sum term and every sum term has a wrong option: with more sum terms than wrong
    options, the others share out what is left.
    """
    wrong = [place for place in range(_OPTIONS) if place != right]
    rng.shuffle(wrong)
    order = list(range(terms))
    rng.shuffle(order)
    refusals = [0] * terms
    for turn, option in enumerate(wrong):
        refusals[order[turn % terms]] |= 1 << option
    for turn, term in enumerate(order[len(wrong) :]):
        refusals[term] |= 1 << wrong[1 + turn % (len(wrong) - 1)]
    return refusals, wrong[0]


_Chosen = list[list[_Seen]]
_Signs = list[list[tuple[int, bool]]]


def _by_occurrence(
    structure: Structure,
    signs: _Signs,
    refusals: Sequence[int],
    near: int,
    five: Five,
    right: int,
    rng: random.Random,
) -> _Chosen | None:
    """A primitive for every occurrence of a slot, no two of one slot alike where that can be."""
    used: set[int] = set()
    chosen: _Chosen = []
    for term, refused in zip(signs, refusals, strict=True):
        support = rng.randrange(len(term))
        row = []
        for place, (variable, positive) in enumerate(term):
            wanted = 1 << right if place == support else 0
            spared = 0 if refused >> near & 1 else 1 << near
            one = _pick(
                five.seen(structure.slots[variable]), positive, wanted, refused, spared, 1 << right, used, rng
            )
            if one is None:
                return None
            used.add(id(one))
            row.append(one)
        chosen.append(row)
    return chosen


def _pick(
    choices: Sequence[_Seen],
    positive: bool,
    wanted: int,
    refused: int,
    spared: int,
    right: int,
    used: set[int],
    rng: random.Random,
) -> _Seen | None:
    """A candidate whose literal holds on `wanted` and fails on `refused`.

    Of a few that do, the one that fails on the right option where it need not hold, holds on the near miss
    (`spared`), and holds on many wrong ones: the right option must not stand out by satisfying the most.
    """
    fitting = [
        one
        for one in choices
        if (
            (one.holds & wanted == wanted and one.fails & refused == refused)
            if positive
            else (one.fails & wanted == wanted and one.holds & refused == refused)
        )
        and id(one) not in used
    ]
    if not fitting:
        return None
    best, best_score = None, -100
    for one in rng.choices(fitting, weights=[one.candidate.weight for one in fitting], k=_TRIED_PER_LITERAL):
        holds = one.holds if positive else one.fails
        score = (
            holds.bit_count()
            + 3 * (holds & spared).bit_count()
            - 4 * (not wanted) * (holds & right).bit_count()
        )
        if score > best_score:
            best, best_score = one, score
    return best


def _by_slot(
    structure: Structure,
    signs: _Signs,
    refusals: Sequence[int],
    near: int,
    five: Five,
    right: int,
    rng: random.Random,
) -> _Chosen | None:
    """One primitive a slot; the options then are rows of the minterm table, and only the right one a minterm."""
    picked = []
    for slot in structure.slots:
        choices = [one for one in five.seen(slot) if (one.holds | one.fails) >> right & 1]
        if not choices:
            return None
        picked.append(rng.choices(choices, weights=[one.candidate.weight for one in choices])[0])
    return [[picked[variable] for variable, _ in term] for term in signs]


def _refused(chosen: _Chosen, signs: _Signs, right: int) -> str | None:
    """Why the five options do not make a question of this, or None."""
    once = twice = unsettled = 0
    satisfied = _ALL
    for row, term in zip(chosen, signs, strict=True):
        holds, fails = _or(row, term)
        if not fails & ~(1 << right):
            return "no shown option breaks a sum term"
        twice |= once & fails
        once |= fails
        unsettled |= _ALL & ~(holds | fails)
        satisfied &= holds
    if not satisfied >> right & 1:
        return "right option does not satisfy it"
    if once != _ALL & ~(1 << right):
        return "a wrong option is not refused"
    if not once & ~twice & ~unsettled:
        return "no near miss"
    return None


def _or(row: Sequence[_Seen], term: Sequence[tuple[int, bool]]) -> tuple[int, int]:
    holds, fails = 0, _ALL
    for one, (_, positive) in zip(row, term, strict=True):
        holds |= one.holds if positive else one.fails
        fails &= one.fails if positive else one.holds
    return holds, fails


def _shortcut(chosen: _Chosen, signs: _Signs, right: int) -> bool:
    """Whether the right option satisfies more literals than every other option."""
    counts = [0] * _OPTIONS
    for row, term in zip(chosen, signs, strict=True):
        for one, (_, positive) in zip(row, term, strict=True):
            holds = one.holds if positive else one.fails
            for place in range(_OPTIONS):
                counts[place] += holds >> place & 1
    return all(counts[right] > count for place, count in enumerate(counts) if place != right)


def _draft(structure: Structure, signs: _Signs, chosen: _Chosen) -> Draft:
    requirement, literals, all_holds, all_fails = [], [], [], []
    for row, term in zip(chosen, signs, strict=True):
        grounded, masks = [], []
        term_holds, term_fails = 0, -1
        for one, (_, positive) in zip(row, term, strict=True):
            candidate = one.candidate
            holds, fails = (
                (candidate.holds, candidate.fails) if positive else (candidate.fails, candidate.holds)
            )
            grounded.append(GroundedLiteral(candidate.primitive, positive))
            masks.append((holds, fails))
            term_holds |= holds
            term_fails &= fails
        requirement.append(tuple(grounded))
        literals.append(tuple(masks))
        all_holds.append(term_holds)
        all_fails.append(term_fails)
    return Draft(structure, tuple(requirement), tuple(literals), tuple(all_holds), tuple(all_fails))
