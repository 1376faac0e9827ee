"""Giving every literal of a product its primitive, so that one of five options satisfies it and four do not.

The options come first. For each sum term it is drawn which of the wrong options it shall refuse; then each of
its literals takes a primitive that fails on those, one of them holds on the right option, and one on the near
miss if that is not to be refused here. A draw that comes out wrong is refused and counted.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from typing import Final

from attrs import frozen

from cocoa_core.domain.primitives import Requirement
from cocoa_core.generation.five import ALL_OPTIONS, COVERING, OPTIONS, Fitting, Five, Pattern, Seen
from cocoa_core.generation.pool import Candidate
from cocoa_core.generation.refusals import plan_refusals
from cocoa_core.generation.structure import Structure
from cocoa_core.generation.tally import Tally

__all__ = ["Draft", "ground"]

_ALIKE: Final = "the options are too much alike"
_DRAWS: Final = 4
"""Draws of primitives for one structure."""
_REDRAWN: Final = 4
_TRIES_PER_SLOTS: Final = 40
_COMPARED: Final = 6
_SHORTCUT_KEPT: Final = 0.1
"""Share of drafts kept in which the right option satisfies more literals than every other."""

_Grounded = tuple[Pattern, Candidate]
_Grounding = list[list[_Grounded]]


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
    """Primitives with which option `right` (0 to 4) alone satisfies the product; None after a few draws."""
    seen = [
        [five.seen(structure.slots[literal.variable], literal.positive) for literal in term]
        for term in structure.product.terms
    ]
    for _ in range(_DRAWS):
        if per_slot:
            grounding, reason = _by_slot(structure, five, right, rng)
        else:
            grounding, reason = _by_occurrence(seen, right, rng)
        if grounding is not None:
            reason = _refused(grounding, right)
            if reason is None and _stands_out(grounding, right) and rng.random() >= _SHORTCUT_KEPT:
                reason = "right option satisfies most literals"
            if reason is None:
                return _draft(structure, grounding)
        tally.count(reason or "no primitive fits")
        if reason == _ALIKE:
            break
    return None


def _by_occurrence(
    seen: Sequence[Sequence[Seen]], right: int, rng: random.Random
) -> tuple[_Grounding | None, str | None]:
    """A primitive for every occurrence of a slot, no two of one slot alike; a boolean has only one.

    seen: of each literal of each sum term.
    """
    plan = plan_refusals(seen, right, rng)
    if plan is None:
        return None, _ALIKE
    used: set[int] = set()
    grounding = []
    for term, refused in zip(seen, plan.refusals, strict=True):
        spared = 0 if refused & plan.near else plan.near
        row = _term(term, 1 << right, refused, spared, used, rng)
        if row is None:
            return None, "no primitive fits"
        used.update([id(candidate) for _, candidate in row])
        grounding.append(row)
    return grounding, None


def _term(
    term: Sequence[Seen], right: int, refused: int, spared: int, used: set[int], rng: random.Random
) -> list[_Grounded] | None:
    """Primitives for one sum term: it fails on `refused`, and holds on `right` and `spared`."""
    held = [seen.held(refused) for seen in term]
    if not all(held):
        return None
    on_right, on_spared, on_both = COVERING[right], COVERING[spared], COVERING[right | spared]
    pairs = [
        (supports, keeps)
        for supports, one in enumerate(held)
        if one & on_right
        for keeps, other in enumerate(held)
        if (other & on_spared if supports != keeps else one & on_both)
    ]
    if not pairs:
        return None
    supports, keeps = rng.choice(pairs)
    row: list[_Grounded] = []
    for place, seen in enumerate(term):
        wanted = right * (place == supports) | spared * (place == keeps)
        fitting = seen.fitting(refused, wanted)
        if fitting is None:
            return None
        one = _pick(fitting, _worth(0 if wanted & right else right, spared), used, rng)
        if one is None:
            return None
        row.append(one)
    return row


def _pick(fitting: Fitting, worth: Sequence[int], used: set[int], rng: random.Random) -> _Grounded | None:
    """A primitive of the pattern that is worth most, the first of these, among a few that are drawn."""
    best, *others = fitting.draw(rng, _COMPARED)
    for one in others:
        if worth[one.holds] > worth[best.holds]:
            best = one
    for _ in range(_REDRAWN):
        candidate = best.draw(rng)
        if id(candidate) not in used or isinstance(candidate.test.args[0], bool):
            return best, candidate
    return None


@cache
def _worth(unwanted: int, spared: int) -> tuple[int, ...]:
    """For each mask of options on which a literal holds, how much it is wanted.

    It should hold on many wrong options, above all on the near miss (`spared`), but, where it need not, not
    on the right one (`unwanted`): that must not stand out by satisfying the most literals.
    """
    return tuple(
        holds.bit_count() + 3 * (holds & spared != 0) - 4 * (holds & unwanted != 0)
        for holds in range(ALL_OPTIONS + 1)
    )


def _by_slot(
    structure: Structure, five: Five, right: int, rng: random.Random
) -> tuple[_Grounding | None, str | None]:
    """One primitive a slot: each option is a row of the table, and the right one alone a minterm."""
    reason = None
    for _ in range(_TRIES_PER_SLOTS):
        minterm = rng.choice(structure.table.rows)
        picked = []
        for variable, slot in enumerate(structure.slots):
            seen = five.seen(slot, bool(minterm >> variable & 1))
            fitting = seen.fitting(0, 1 << right)
            if fitting is None:
                return None, _ALIKE
            [one] = fitting.draw(rng, 1)
            picked.append((one, one.draw(rng), bool(minterm >> variable & 1)))
        grounding = [
            [_turned(*picked[literal.variable], literal.positive) for literal in term]
            for term in structure.product.terms
        ]
        reason = _refused(grounding, right)
        if reason is None:
            return grounding, None
    return None, reason


def _turned(pattern: Pattern, candidate: Candidate, polarity: bool, positive: bool) -> _Grounded:
    if polarity == positive:
        return pattern, candidate
    return Pattern(pattern.fails, pattern.holds, pattern.candidates, pattern.weights), candidate


def _refused(grounding: _Grounding, right: int) -> str | None:
    """Why the five options do not make a question of this, or None."""
    once = twice = unsettled = 0
    satisfied = ALL_OPTIONS
    for row in grounding:
        holds, fails = 0, ALL_OPTIONS
        for pattern, _ in row:
            holds |= pattern.holds
            fails &= pattern.fails
        if not fails & ~(1 << right):
            return "no shown option breaks a sum term"
        twice |= once & fails
        once |= fails
        unsettled |= ALL_OPTIONS & ~(holds | fails)
        satisfied &= holds
    if not satisfied >> right & 1:
        return "right option does not satisfy it"
    if once != ALL_OPTIONS & ~(1 << right):
        return "a wrong option is not refused"
    if not once & ~twice & ~unsettled:
        return "no near miss"
    return None


def _stands_out(grounding: _Grounding, right: int) -> bool:
    """Whether the right option satisfies more literals than every other option."""
    holds = [pattern.holds for row in grounding for pattern, _ in row]
    counts = [sum([mask >> option & 1 for mask in holds]) for option in range(OPTIONS)]
    most = max(counts)
    return counts[right] == most and counts.count(most) == 1


def _draft(structure: Structure, grounding: _Grounding) -> Draft:
    requirement, literals, all_holds, all_fails = [], [], [], []
    for row, term in zip(grounding, structure.product.terms, strict=True):
        grounded, masks = [], []
        term_holds, term_fails = 0, -1
        for (_, candidate), literal in zip(row, term, strict=True):
            holds, fails = candidate.holds, candidate.fails
            if not literal.positive:
                holds, fails = fails, holds
            grounded.append(candidate.literal if literal.positive else candidate.literal.negated())
            masks.append((holds, fails))
            term_holds |= holds
            term_fails &= fails
        requirement.append(tuple(grounded))
        literals.append(tuple(masks))
        all_holds.append(term_holds)
        all_fails.append(term_fails)
    return Draft(structure, tuple(requirement), tuple(literals), tuple(all_holds), tuple(all_fails))
