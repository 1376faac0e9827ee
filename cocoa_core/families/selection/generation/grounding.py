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
from typing import Final, NamedTuple, TypeAlias

from attrs import field, frozen

from cocoa_core.domain import Requirement
from cocoa_core.families.selection.generation.candidates import Candidate
from cocoa_core.families.selection.generation.context import GenerationContext
from cocoa_core.families.selection.generation.elimination import (
    ALIKE,
    FIRST,
    MOST_LITERALS,
    DistractorConstraints,
    Elimination,
    elimination_plans,
    infeasibility_reason,
    required_ties,
    shared_best,
)
from cocoa_core.families.selection.generation.guessability import (
    acceptance_by_first_wish,
    acceptance_by_literal_counts,
    literal_counts,
)
from cocoa_core.families.selection.generation.option_masks import (
    ALL_OPTIONS,
    LiteralMasks,
    OptionMasks,
    Pattern,
    WeightedPatterns,
)
from cocoa_core.families.selection.generation.preference import negated_range
from cocoa_core.families.selection.generation.primitive_reuse import (
    PrimitiveReuse,
    clearly_different,
    repeated_occurrences,
    reuse_assignments,
)
from cocoa_core.families.selection.generation.structure import Structure

__all__ = [
    "GroundedRequirement",
    "LiteralChoice",
    "LiteralChoices",
    "TermGoal",
    "ground",
    "ground_term",
    "grounded_requirement_of",
    "guessability_reason",
    "pick",
    "rejection_reason",
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

LiteralChoice = tuple[Pattern, Candidate]
LiteralChoices = list[list[LiteralChoice]]
"""For each literal of each sum term its pattern on the options, and its candidate."""


@frozen(eq=False)
class GroundedRequirement:
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
    grounding: LiteralChoices = field(factory=list)

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


def ground(structure: Structure, context: GenerationContext, target: int) -> GroundedRequirement | None:
    """Primitives with which the options of the mask `target` alone satisfy the product, with what is owed;
    None after a few draws."""
    masks, constraints = context.masks, context.constraints
    draws: Iterable[_Drawn]
    if context.spec.per_slot:
        draws = _by_slot(structure, context, target)
    else:
        views = views_of(structure, masks)
        ties = required_ties(len(views), target, context)
        reason = infeasibility_reason(views, target, context, ties)
        if reason is not None:
            context.rejections.count(reason)
            return None
        draws = _by_occurrence(structure, context, views, target, ties)
    context.rejections.groundings += 1
    for grounding, reason in draws:
        if grounding is not None:
            reason = rejection_reason(grounding, masks.everything, target, constraints)
            reason = reason or guessability_reason(grounding, target, context)
            if reason is None:
                return grounded_requirement_of(structure, grounding)
        context.rejections.count(reason or "no primitive fits")
    return None


def views_of(structure: Structure, panel: OptionMasks) -> list[list[LiteralMasks]]:
    """What each literal of each sum term can be, pointing as it may."""
    return [
        [
            panel.view(structure.slots[literal.variable], literal.positive, side)
            for literal, side in zip(term, pointing, strict=True)
        ]
        for term, pointing in zip(structure.product.terms, structure.assignment.sides, strict=True)
    ]


_Drawn: TypeAlias = tuple[LiteralChoices | None, str | None]
"""Primitives for every literal, or why there are none."""


def _by_occurrence(
    structure: Structure,
    context: GenerationContext,
    views: Sequence[Sequence[LiteralMasks]],
    target: int,
    ties: int,
) -> Iterator[_Drawn]:
    """A primitive for every occurrence of a slot: a shared one, or one that is noticeably another.

    They are drawn a few times: where they are refused, others for the same structure nearly always would be,
    too. Where all repeated occurrences shall share one, fewer do only without wishes, which leaves little
    choice, and in two implications that meet. views: of each literal of each sum term. ties: how many wrong
    options have to satisfy as many literals as the right one.
    """
    masks, spec, rng = context.masks, context.spec, context.rng
    groups = repeated_occurrences(structure, spec.shared, rng) if spec.shared else ()
    while True:
        tried = 0
        for sharing in islice(reuse_assignments(groups, structure, masks, views, target, rng), _SHARINGS):
            for plan in elimination_plans(sharing.views, target, context, ties):
                yield _picked(sharing, plan, target, rng), None
                tried += 1
                if tried == _PLANS:
                    return
        if tried:
            return
        if not groups or (spec.shared >= 1 and spec.setting.wishes and spec.meeting is None):
            yield None, ALIKE
            return
        groups = tuple(rng.sample(groups, len(groups) // 2))  # with as many shared there is none


def _picked(
    sharing: PrimitiveReuse, plan: Elimination, target: int, rng: random.Random
) -> LiteralChoices | None:
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
        row = ground_term(term, taken, TermGoal(target, eliminated, spared), used, rng)
        if row is None:
            return None
        grounding.append(row)
    return grounding


class TermGoal(NamedTuple):
    """What a sum term shall do, as masks of options."""

    holds: int
    """It is true of these: the target."""
    fails: int
    """It is false of these: those that it eliminates."""
    spared: int = 0
    """It is true of these, too: near misses that another sum term eliminates."""


def ground_term(
    term: Sequence[LiteralMasks],
    taken: Sequence[Candidate | None],
    goal: TermGoal,
    used: dict[str, list[Candidate]],
    rng: random.Random,
) -> list[LiteralChoice] | None:
    """Primitives for one sum term; None where none are found that do what it shall.

    taken: those that it shares with other terms. used: those of each slot so far; the new ones are added.
    """
    target, eliminated, spared = goal
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
    best: Sequence[WeightedPatterns] | None,
    taken: Sequence[Candidate | None],
    used: Mapping[str, Sequence[Candidate]],
    rng: random.Random,
) -> list[LiteralChoice] | None:
    """For each literal a primitive of its patterns, or the one that is taken; None where one has none."""
    if best is None:
        return None
    row: list[LiteralChoice] = []
    for patterns, shared in zip(best, taken, strict=True):
        grounded = (patterns.patterns[0], shared) if shared is not None else pick(patterns, used, rng)
        if grounded is None:
            return None
        row.append(grounded)
    return row


def _unused(views: LiteralMasks, eliminated: int, used: Mapping[str, Sequence[Candidate]]) -> LiteralMasks:
    """Of the candidates alone that fail on the mask and differ noticeably from those used."""
    return views.only(
        eliminated, lambda candidate: clearly_different(candidate, used.get(candidate.slot, ()))
    )


def pick(
    patterns: WeightedPatterns, used: Mapping[str, Sequence[Candidate]], rng: random.Random
) -> LiteralChoice | None:
    """A primitive of one of the patterns that differs noticeably from those used."""
    for pattern in patterns.draw(rng, _REDRAWN):
        candidate = pattern.draw(rng)
        others = used.get(candidate.slot)
        if others is None or clearly_different(candidate, others):
            return pattern, candidate
    return None


def _by_slot(structure: Structure, context: GenerationContext, target: int) -> Iterator[_Drawn]:
    """One primitive a slot: each option is a row of the table, and those of the target alone are minterms."""
    masks, rng = context.masks, context.rng
    first = target & -target  # the others are minterms by chance, or the draw is rejected
    for _ in range(_DRAWS):
        reason = None
        for _ in range(_TRIES_PER_SLOTS):
            minterm = rng.choice(structure.table.rows)
            picked = []
            for variable, slot in enumerate(structure.slots):
                affirmed, side = bool(minterm >> variable & 1), structure.assignment.slot_sides[variable]
                patterns = masks.view(slot, affirmed, side if affirmed else negated_range(side)).that(
                    0, first
                )
                if patterns is None:
                    yield None, ALIKE
                    return
                [pattern] = patterns.draw(rng, 1)
                picked.append((pattern, pattern.draw(rng), affirmed))
            grounding = [
                [_turned(*picked[literal.variable], literal.positive) for literal in term]
                for term in structure.product.terms
            ]
            reason = rejection_reason(grounding, masks.everything, target, context.constraints)
            if reason is None:
                yield grounding, None
                break
        else:
            yield None, reason


def _turned(pattern: Pattern, candidate: Candidate, polarity: bool, positive: bool) -> LiteralChoice:
    if polarity == positive:
        return pattern, candidate
    return pattern.negated, candidate


def rejection_reason(
    grounding: LiteralChoices, everything: int, target: int, constraints: DistractorConstraints
) -> str | None:
    """Why the options do not make a question of this, or None."""
    satisfied, once, twice, unsettled = ALL_OPTIONS, 0, 0, 0
    for row in grounding:
        holds, fails = 0, ALL_OPTIONS
        for pattern, _ in row:
            holds |= pattern.holds
            fails &= pattern.fails
        if constraints.every_term and not fails & ~target:
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
    if constraints.near_misses not in (None, near.bit_count()):
        return "another number of near misses"
    if constraints.near_miss and not near:
        return "no near miss"
    return None


def guessability_reason(grounding: LiteralChoices, target: int, context: GenerationContext) -> str | None:
    """Why the right option can be guessed more easily than the context allows; or None."""
    constraints, kept = context.constraints, context.acceptance_draw
    share = 1.0  # with one sum term the right option always satisfies the most literals
    if len(grounding) > 1 and (constraints.hidden or constraints.counted):
        counts = literal_counts(pattern.holds for row in grounding for pattern, _ in row)
        if constraints.hidden:
            share = acceptance_by_literal_counts(counts, target, context.spec.setting, len(grounding))
        elif constraints.counted:
            share = constraints.counted(counts, target)
    if kept >= share:
        return MOST_LITERALS
    wishes = [row[0][0].fails for row in grounding if len(row) == 1]
    if constraints.hidden and kept >= acceptance_by_first_wish(wishes, len(grounding)):
        return FIRST
    return None


def grounded_requirement_of(structure: Structure, grounding: LiteralChoices) -> GroundedRequirement:
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
    return GroundedRequirement(
        structure,
        tuple(requirement),
        tuple(literals),
        tuple(all_holds),
        tuple(all_fails),
        structure.assignment.demands,
        grounding,
    )
