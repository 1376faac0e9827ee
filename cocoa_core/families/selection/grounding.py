"""Giving every literal of a product its primitive, so that just the target options satisfy it.

The options and the target, a mask of those that shall satisfy, come first. For each sum term it is drawn
which distractors it shall eliminate; then each of its literals takes a primitive that fails on those, some of
them hold on the target options, and one on the near miss if that is not to be eliminated here. A draw that
comes out otherwise is rejected and counted.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final, TypeAlias

from attrs import field, frozen

from cocoa_core.domain import Requirement
from cocoa_core.families.selection.directions import turned
from cocoa_core.families.selection.elimination import Elimination, shared_best
from cocoa_core.families.selection.mixes import Setting
from cocoa_core.families.selection.owed import Owed
from cocoa_core.families.selection.panel import (
    ALL_OPTIONS,
    Panel,
    Pattern,
    Patterns,
    Views,
)
from cocoa_core.families.selection.plans import ALIKE, FIRST, MOST_LITERALS, hopeless, plans, to_be_level
from cocoa_core.families.selection.pool import Candidate
from cocoa_core.families.selection.rejections import Rejections
from cocoa_core.families.selection.sharing import Sharing, fresh, repeated, sharings
from cocoa_core.families.selection.standing_out import (
    kept_by_literals,
    kept_by_the_first,
    literal_counts,
)
from cocoa_core.families.selection.structure import Structure, Wanted

__all__ = [
    "Draft",
    "Grounded",
    "Grounding",
    "Owed",
    "draft_of",
    "ground",
    "ground_term",
    "pick",
    "rejected",
    "stands_out",
    "views_of",
]

_DRAWS: Final = 4
"""Draws of primitives for one structure of which each slot has one."""
_REDRAWN: Final = 4
_PLANS: Final = 3
"""Draws of primitives for one structure of which each occurrence of a slot has one."""
_SHARINGS: Final = 6
"""Choices of the primitives that occurrences share, for one draw of all primitives."""
_TRIES_PER_SLOTS: Final = 40

Grounded = tuple[Pattern, Candidate]
Grounding = list[list[Grounded]]
"""For each literal of each sum term its pattern on the options, and its candidate."""


@frozen(eq=False)
class Draft:
    """A grounded requirement and where it holds.

    holds, fails: for each sum term, masks over the rows of the group. literals: the same for each literal.
    demands: for each sum term the place of the literal that is demanded; the others, negated, are when.
    grounding: each literal's pattern on the options that it was drawn for, and its candidate; or empty.
    """

    structure: Structure
    requirement: Requirement
    literals: tuple[tuple[tuple[int, int], ...], ...]
    holds: tuple[int, ...]
    fails: tuple[int, ...]
    demands: tuple[int, ...]
    grounding: Grounding = field(factory=list)

    @property
    def satisfied(self) -> int:
        """Rows of the group on which every sum term is true."""
        mask = -1
        for holds in self.holds:
            mask &= holds
        return mask

    def literals_at(self, row: int) -> int:
        """How many literals are true at a row of the group."""
        return sum([holds >> row & 1 for term in self.literals for holds, _ in term])

    @property
    def broken_twice(self) -> int:
        """Rows of the group on which two sum terms or more are false."""
        once = twice = 0
        for fails in self.fails:
            twice |= once & fails
            once |= fails
        return twice

    @property
    def broken(self) -> int:
        """Rows of the group on which some sum term is false."""
        mask = 0
        for fails in self.fails:
            mask |= fails
        return mask


def ground(
    structure: Structure,
    panel: Panel,
    target: int,
    owed: Owed,
    wanted: Wanted,
    kept: float,
    rng: random.Random,
    rejections: Rejections,
) -> Draft | None:
    """Primitives with which the options of the mask `target` alone satisfy the product, with what is owed;
    None after a few draws.

    kept: from 0 to 1. Drafts are refused in which the right option stands out more than this allows: drawn
    once for a requirement, so that those are no more in the end than they shall be.
    """
    draws: Iterable[_Drawn]
    if wanted.per_slot:
        draws = _by_slot(structure, panel, target, owed, rng)
    else:
        views = views_of(structure, panel)
        hidden = to_be_level(len(views), target, owed, wanted.setting, kept)
        reason = hopeless(views, panel.everything & ~target, target, owed, hidden)
        if reason is not None:
            rejections.count(reason)
            return None
        draws = _by_occurrence(structure, panel, views, target, owed, wanted, hidden, kept, rng)
    rejections.groundings += 1
    for grounding, reason in draws:
        if grounding is not None:
            reason = rejected(grounding, panel.everything, target, owed)
            reason = reason or stands_out(grounding, target, owed, wanted.setting, kept)
            if reason is None:
                return draft_of(structure, grounding)
        rejections.count(reason or "no primitive fits")
    return None


def views_of(structure: Structure, panel: Panel) -> list[list[Views]]:
    """What each literal of each sum term can be, pointing as it may."""
    return [
        [
            panel.view(structure.slots[literal.variable], literal.positive, side)
            for literal, side in zip(term, pointing, strict=True)
        ]
        for term, pointing in zip(structure.product.terms, structure.ideal.sides, strict=True)
    ]


_Drawn: TypeAlias = tuple[Grounding | None, str | None]
"""Primitives for every literal, or why there are none."""


def _by_occurrence(
    structure: Structure,
    panel: Panel,
    views: Sequence[Sequence[Views]],
    target: int,
    owed: Owed,
    wanted: Wanted,
    hidden: int,
    kept: float,
    rng: random.Random,
) -> Iterator[_Drawn]:
    """A primitive for every occurrence of a slot: a shared one, or one that is noticeably another.

    They are drawn a few times: where they are refused, others for the same structure nearly always would be,
    too. views: of each literal of each sum term. hidden: how many others have to satisfy as many literals as
    the right option. Where all repeated occurrences shall share one, fewer do only without wishes, which
    leaves little choice, and in two implications that meet.
    """
    groups = repeated(structure, wanted.shared, rng) if wanted.shared else ()
    while True:
        tried = 0
        for sharing in islice(sharings(groups, structure, panel, views, target, rng), _SHARINGS):
            for plan in plans(sharing.views, panel.everything, target, owed, hidden, kept, rng):
                yield _picked(sharing, plan, target, rng), None
                tried += 1
                if tried == _PLANS:
                    return
        if tried:
            return
        if not groups or (wanted.shared >= 1 and wanted.setting.wishes and wanted.meeting is None):
            yield None, ALIKE
            return
        groups = tuple(rng.sample(groups, len(groups) // 2))  # with as many shared there is none


def _picked(sharing: Sharing, plan: Elimination, target: int, rng: random.Random) -> Grounding | None:
    """Primitives for every sum term as planned."""
    used: dict[str, list[Candidate]] = {}
    for candidate in sharing.taken.values():
        used.setdefault(candidate.slot, []).append(candidate)
    grounding = []
    near = plan.near
    for number, (term, eliminated) in enumerate(zip(sharing.views, plan.by_term, strict=True)):
        spared = near & ~eliminated
        taken: Sequence[Candidate | None] = (None,) * len(term)
        if sharing.taken:
            taken = [sharing.taken.get((number, place)) for place in range(len(term))]
        row = ground_term(term, taken, target, eliminated, spared, used, rng)
        if row is None:
            return None
        grounding.append(row)
    return grounding


def ground_term(
    term: Sequence[Views],
    taken: Sequence[Candidate | None],
    target: int,
    eliminated: int,
    spared: int,
    used: dict[str, list[Candidate]],
    rng: random.Random,
) -> list[Grounded] | None:
    """Primitives for one sum term: it fails on `eliminated`, and holds on the target and on `spared`.

    taken: those that it shares with other terms. used: those of each slot so far; the new ones are added.
    """
    row = _row(shared_best(term, target, eliminated, spared, rng), taken, used, rng)
    if row is None and used and not any(taken):  # what is worth most is too near to those used
        able = [_unused(views, eliminated, used) for views in term]
        row = _row(shared_best(able, target, eliminated, spared, rng), taken, used, rng)
    if row is not None:
        for (_, candidate), shared in zip(row, taken, strict=True):
            if shared is None:
                used.setdefault(candidate.slot, []).append(candidate)
    return row


def _row(
    best: Sequence[Patterns] | None,
    taken: Sequence[Candidate | None],
    used: Mapping[str, Sequence[Candidate]],
    rng: random.Random,
) -> list[Grounded] | None:
    """For each literal a primitive of its patterns, or the one that is taken; None where one has none."""
    if best is None:
        return None
    row: list[Grounded] = []
    for patterns, shared in zip(best, taken, strict=True):
        grounded = (patterns.patterns[0], shared) if shared is not None else pick(patterns, used, rng)
        if grounded is None:
            return None
        row.append(grounded)
    return row


def _unused(views: Views, eliminated: int, used: Mapping[str, Sequence[Candidate]]) -> Views:
    """Of the candidates alone that fail on the mask and differ noticeably from those used."""
    return views.only(eliminated, lambda candidate: fresh(candidate, used.get(candidate.slot, ())))


def pick(patterns: Patterns, used: Mapping[str, Sequence[Candidate]], rng: random.Random) -> Grounded | None:
    """A primitive of one of the patterns that differs noticeably from those used."""
    for pattern in patterns.draw(rng, _REDRAWN):
        candidate = pattern.draw(rng)
        others = used.get(candidate.slot)
        if others is None or fresh(candidate, others):
            return pattern, candidate
    return None


def _by_slot(
    structure: Structure, panel: Panel, target: int, owed: Owed, rng: random.Random
) -> Iterator[_Drawn]:
    """One primitive a slot: each option is a row of the table, and those of the target alone are minterms."""
    first = target & -target  # the others are minterms by chance, or the draw is rejected
    for _ in range(_DRAWS):
        reason = None
        for _ in range(_TRIES_PER_SLOTS):
            minterm = rng.choice(structure.table.rows)
            picked = []
            for variable, slot in enumerate(structure.slots):
                affirmed, side = bool(minterm >> variable & 1), structure.ideal.slot_sides[variable]
                patterns = panel.view(slot, affirmed, side if affirmed else turned(side)).that(0, first)
                if patterns is None:
                    yield None, ALIKE
                    return
                [pattern] = patterns.draw(rng, 1)
                picked.append((pattern, pattern.draw(rng), affirmed))
            grounding = [
                [_turned(*picked[literal.variable], literal.positive) for literal in term]
                for term in structure.product.terms
            ]
            reason = rejected(grounding, panel.everything, target, owed)
            if reason is None:
                yield grounding, None
                break
        else:
            yield None, reason


def _turned(pattern: Pattern, candidate: Candidate, polarity: bool, positive: bool) -> Grounded:
    if polarity == positive:
        return pattern, candidate
    return pattern.negated, candidate


def rejected(grounding: Grounding, everything: int, target: int, owed: Owed) -> str | None:
    """Why the options do not make a question of this, or None."""
    satisfied, once, twice, unsettled = ALL_OPTIONS, 0, 0, 0
    for row in grounding:
        holds, fails = 0, ALL_OPTIONS
        for pattern, _ in row:
            holds |= pattern.holds
            fails &= pattern.fails
        if owed.every_term and not fails & ~target:
            return "no shown option breaks a sum term"
        twice |= once & fails
        once |= fails
        unsettled |= ALL_OPTIONS & ~(holds | fails)
        satisfied &= holds
    if target & ~satisfied:
        return "right option does not satisfy it"
    if once != everything & ~target:
        return "a distractor is not eliminated"
    near = once & ~twice & ~unsettled
    if owed.near_misses not in (None, near.bit_count()):
        return "another number of near misses"
    if owed.near_miss and not near:
        return "no near miss"
    return None


def stands_out(grounding: Grounding, target: int, owed: Owed, setting: Setting, kept: float) -> str | None:
    """Why the right option stands out more than `kept` allows; or None."""
    share = 1.0  # of a single sum term they always do, since all others break it
    if len(grounding) > 1 and (owed.hidden or owed.counted):
        counts = literal_counts(pattern.holds for row in grounding for pattern, _ in row)
        if owed.hidden:
            share = kept_by_literals(counts, target, setting, len(grounding))
        elif owed.counted:
            share = owed.counted(counts, target)
    if kept >= share:
        return MOST_LITERALS
    wishes = [row[0][0].fails for row in grounding if len(row) == 1]
    if owed.hidden and kept >= kept_by_the_first(wishes, len(grounding)):
        return FIRST
    return None


def draft_of(structure: Structure, grounding: Grounding) -> Draft:
    """The draft of a structure with these patterns and candidates, one for each literal of its product."""
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
    return Draft(
        structure,
        tuple(requirement),
        tuple(literals),
        tuple(all_holds),
        tuple(all_fails),
        structure.ideal.demands,
        grounding,
    )
