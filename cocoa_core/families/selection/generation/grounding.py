"""Gives every literal of a product its primitive, so that just the target options satisfy the product.

The options and the target, the mask of the options that shall satisfy, come first. Then the distractors that
each sum term eliminates are drawn. Every literal of the term gets a primitive that fails on these; on every
target option, and on a near miss that another term eliminates, some literal holds. A draw that turns out
differently is rejected and counted.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice
from operator import and_, or_
from typing import Final, NamedTuple, TypeAlias

from attrs import field, frozen

from cocoa_core.domain import Requirement
from cocoa_core.families.selection.generation.candidates import Candidate
from cocoa_core.families.selection.generation.context import GenerationContext
from cocoa_core.families.selection.generation.elimination import (
    DistractorConstraints,
    Elimination,
    elimination_plans,
    infeasibility_reason,
    required_ties,
    shared_best,
)
from cocoa_core.families.selection.generation.guessability import (
    acceptance_by_first_term,
    acceptance_by_literal_counts,
    literal_counts,
)
from cocoa_core.families.selection.generation.option_masks import (
    ALL_OPTIONS,
    CandidatePattern,
    LiteralMasks,
    OptionMasks,
    TermMasks,
    WeightedPatterns,
)
from cocoa_core.families.selection.generation.preference import negated_range
from cocoa_core.families.selection.generation.primitive_reuse import (
    PrimitiveReuse,
    clearly_different,
    repeated_occurrences,
    reuse_assignments,
)
from cocoa_core.families.selection.generation.rejections import Rejection
from cocoa_core.families.selection.generation.structure import Structure

_MOST_DRAWS: Final = 4
"""The number of draws of primitives for one structure if each slot has one primitive."""
_PATTERN_DRAWS: Final = 4
_MOST_PLANS: Final = 3
"""The number of draws of primitives for one structure if each occurrence of a slot has its own."""
_MOST_SHARINGS: Final = 6
"""The number of choices of shared primitives that are tried for one draw of all primitives."""
_TRIES_PER_SLOTS: Final = 40

LiteralChoice = tuple[CandidatePattern, Candidate]
LiteralChoices = list[list[LiteralChoice]]
"""For each literal of each sum term its pattern on the options, and its candidate."""


@frozen(eq=False)
class EvaluatedRequirement:
    """A requirement, and the rows of a group on which its parts hold and fail, as masks."""

    requirement: Requirement
    literals: tuple[tuple[tuple[int, int], ...], ...]
    """For each literal of each sum term the rows on which it holds, and those on which it fails."""
    holds: tuple[int, ...]
    fails: tuple[int, ...]
    """For each sum term the rows on which it fails; `holds` is the counterpart."""
    demands: tuple[int, ...]
    """For each sum term the index of the literal that is demanded; the others, negated, are its condition."""

    @classmethod
    def of(
        cls,
        requirement: Requirement,
        literals: tuple[tuple[tuple[int, int], ...], ...],
        demands: tuple[int, ...],
    ) -> EvaluatedRequirement:
        """Returns the requirement; the masks of its sum terms follow from those of the literals."""
        return EvaluatedRequirement(
            requirement,
            literals,
            tuple([reduce(or_, [holds for holds, _ in term]) for term in literals]),
            tuple([reduce(and_, [fails for _, fails in term]) for term in literals]),
            demands,
        )

    @property
    def satisfied(self) -> int:
        """The rows of the group on which every sum term is true."""
        return reduce(and_, self.holds, -1)

    def literals_at(self, row: int) -> int:
        """Returns the number of literals that are true at a row of the group."""
        return sum([holds >> row & 1 for term in self.literals for holds, _ in term])

    @property
    def broken_twice(self) -> int:
        """The rows of the group on which at least two sum terms are false."""
        once = twice = 0
        for fails in self.fails:
            twice |= once & fails
            once |= fails
        return twice

    @property
    def broken(self) -> int:
        """The rows of the group on which some sum term is false."""
        return reduce(or_, self.fails, 0)


@frozen(eq=False, kw_only=True)
class GroundedRequirement(EvaluatedRequirement):
    """A requirement that was drawn by grounding a structure."""

    structure: Structure
    grounding: LiteralChoices = field(factory=list)
    """For each literal its pattern on the options that it was drawn for, and its candidate; may be empty."""


def ground(structure: Structure, context: GenerationContext, target: int) -> GroundedRequirement | None:
    """Draws primitives with which exactly the options of `target` satisfy the product, and the constraints
    are met.

    Returns:
        None after a few draws; the reason of each is counted.
    """
    masks, constraints = context.masks, context.constraints
    swaps, failing = constraints.swaps, list[int]()
    if swaps is not None:
        failing = swaps.of(structure.slots, target)
        if not failing:
            context.rejections.count(Rejection.NO_LAST_SWAP)
            return None
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
            if reason is None and swaps and not swaps.are_possible(failing, _masks_of(grounding), target):
                reason = Rejection.NO_LAST_SWAP
            if reason is None:
                return grounded_requirement_of(structure, grounding)
        context.rejections.count(reason or Rejection.NO_PRIMITIVE)
    return None


def views_of(structure: Structure, masks: OptionMasks) -> list[TermMasks]:
    """Returns the masks that each literal of each sum term can have, by where it may point."""
    slots, view = structure.slots, masks.view
    return [
        masks.term(
            tuple(
                [
                    view(slots[literal.variable], literal.positive, side)
                    for literal, side in zip(term, pointing, strict=True)
                ]
            )
        )
        for term, pointing in zip(structure.product.terms, structure.assignment.sides, strict=True)
    ]


_Drawn: TypeAlias = tuple[LiteralChoices | None, Rejection | None]
"""Primitives for every literal, or the reason why there are none."""


def _by_occurrence(
    structure: Structure,
    context: GenerationContext,
    views: Sequence[TermMasks],
    target: int,
    ties: int,
) -> Iterator[_Drawn]:
    """Yields draws of a primitive for every occurrence of a slot: one that is shared, or that clearly
    differs.

    Yields only a few draws: if these are rejected, further ones for the same structure nearly always are,
    too. If all repeated occurrences are to share primitives, fewer of them do so only in structures without
    wishes and in two implications that share slots, since both leave little choice.

    Args:
        views: the masks of each literal of each sum term.
        ties: how many wrong options have to satisfy as many literals as the right one.
    """
    masks, spec, rng = context.masks, context.spec, context.rng
    groups = repeated_occurrences(structure, spec.shared, rng) if spec.shared else ()
    while True:
        tried = 0
        for sharing in islice(
            reuse_assignments(groups, structure, masks, views, target, rng), _MOST_SHARINGS
        ):
            for plan in elimination_plans(sharing.views, target, context, ties):
                yield _picked(sharing, plan, target, rng), None
                tried += 1
                if tried == _MOST_PLANS:
                    return
        if tried:
            return
        if not groups or (spec.shared >= 1 and spec.cell.wishes and spec.implications is None):
            yield None, Rejection.ALIKE
            return
        groups = tuple(rng.sample(groups, len(groups) // 2))  # sharing all of them left no solution


def _picked(
    sharing: PrimitiveReuse, plan: Elimination, target: int, rng: random.Random
) -> LiteralChoices | None:
    """Draws primitives for every sum term as planned."""
    used: dict[str, list[Candidate]] = {}
    for candidate in sharing.taken.values():
        used.setdefault(candidate.slot, []).append(candidate)
    grounding = []
    near = plan.near
    for number, (term, eliminated) in enumerate(zip(sharing.views, plan.by_term, strict=True)):
        spared = near & ~eliminated
        shared: Sequence[Candidate | None] = (None,) * len(term)
        if sharing.taken:
            shared = [sharing.taken.get((number, place)) for place in range(len(term))]
        row = ground_term(term, shared, TermGoal(target, eliminated, spared), used, rng)
        if row is None:
            return None
        grounding.append(row)
    return grounding


class TermGoal(NamedTuple):
    """What a sum term has to do, as masks of options."""

    holds: int
    """The options of which it is true: the target."""
    fails: int
    """The options of which it is false: those that it eliminates."""
    spared: int = 0
    """Further options of which it is true: near misses that another sum term eliminates."""


def ground_term(
    term: Sequence[LiteralMasks],
    shared_candidates: Sequence[Candidate | None],
    goal: TermGoal,
    used: dict[str, list[Candidate]],
    rng: random.Random,
) -> list[LiteralChoice] | None:
    """Draws primitives with which one sum term reaches its goal; None if none are found.

    Args:
        term: the masks that its literals can have.
        shared_candidates: for each literal the candidate that it shares with other sum terms, or None.
        goal: what it has to do.
        used: the candidates of each slot so far; new ones are added.
    """
    target, eliminated, spared = goal
    row = _row(shared_best(term, target, eliminated, spared, rng), shared_candidates, used, rng)
    if row is None and used and not any(shared_candidates):  # what is worth most is too near to those used
        able = [_unused(views, eliminated, used) for views in term]
        row = _row(shared_best(able, target, eliminated, spared, rng), shared_candidates, used, rng)
    if row is not None:
        for (_, candidate), shared in zip(row, shared_candidates, strict=True):
            if shared is None:
                used.setdefault(candidate.slot, []).append(candidate)
    return row


def _row(
    best: Sequence[WeightedPatterns] | None,
    shared_candidates: Sequence[Candidate | None],
    used: Mapping[str, Sequence[Candidate]],
    rng: random.Random,
) -> list[LiteralChoice] | None:
    """Draws a primitive of each literal's patterns, or takes the shared one; None where one has none."""
    if best is None:
        return None
    row: list[LiteralChoice] = []
    for patterns, shared in zip(best, shared_candidates, strict=True):
        grounded = (patterns.patterns[0], shared) if shared is not None else pick(patterns, used, rng)
        if grounded is None:
            return None
        row.append(grounded)
    return row


def _unused(views: LiteralMasks, eliminated: int, used: Mapping[str, Sequence[Candidate]]) -> LiteralMasks:
    """Returns the masks of those candidates only that fail on the mask and clearly differ from those used."""
    return views.only(
        eliminated, lambda candidate: clearly_different(candidate, used.get(candidate.slot, ()))
    )


def pick(
    patterns: WeightedPatterns, used: Mapping[str, Sequence[Candidate]], rng: random.Random
) -> LiteralChoice | None:
    """Draws a primitive of the patterns that clearly differs from those used; else None."""
    for pattern in patterns.draw(rng, _PATTERN_DRAWS):
        candidate = pattern.draw(rng)
        others = used.get(candidate.slot)
        if others is None or clearly_different(candidate, others):
            return pattern, candidate
    return None


def _by_slot(structure: Structure, context: GenerationContext, target: int) -> Iterator[_Drawn]:
    """Yields draws of one primitive a slot: each option is a row of the table, and only those of the target
    are minterms.
    """
    masks, rng = context.masks, context.rng
    first = target & -target  # the others are minterms by chance, or the draw is rejected
    for _ in range(_MOST_DRAWS):
        reason = None
        for _ in range(_TRIES_PER_SLOTS):
            minterm = rng.choice(structure.table.rows)
            picked = []
            for variable, slot in enumerate(structure.slots):
                affirmed, side = bool(minterm >> variable & 1), structure.assignment.slot_sides[variable]
                patterns = masks.view(slot, affirmed, side if affirmed else negated_range(side)).matching(
                    0, first
                )
                if patterns is None:
                    yield None, Rejection.ALIKE
                    return
                [pattern] = patterns.draw(rng, 1)
                picked.append((pattern, pattern.draw(rng), affirmed))
            grounding = [
                [_with_sign(*picked[literal.variable], literal.positive) for literal in term]
                for term in structure.product.terms
            ]
            reason = rejection_reason(grounding, masks.everything, target, context.constraints)
            if reason is None:
                yield grounding, None
                break
        else:
            yield None, reason


def _masks_of(grounding: LiteralChoices) -> list[tuple[int, int]]:
    """Returns for each sum term the options on which it holds, and those on which it fails."""
    return [
        (
            reduce(or_, [pattern.holds for pattern, _ in row]),
            reduce(and_, [pattern.fails for pattern, _ in row]),
        )
        for row in grounding
    ]


def _with_sign(
    pattern: CandidatePattern, candidate: Candidate, polarity: bool, positive: bool
) -> LiteralChoice:
    if polarity == positive:
        return pattern, candidate
    return pattern.negated, candidate


def rejection_reason(
    grounding: LiteralChoices, everything: int, target: int, constraints: DistractorConstraints
) -> Rejection | None:
    """Returns why this grounding does not label the options as planned; None if it does."""
    satisfied, once, twice, unsettled = ALL_OPTIONS, 0, 0, 0
    for row in grounding:
        holds, fails = 0, ALL_OPTIONS
        for pattern, _ in row:
            holds |= pattern.holds
            fails &= pattern.fails
        if constraints.every_term and not fails & ~target:
            return Rejection.IDLE_TERM
        twice |= once & fails
        once |= fails
        unsettled |= ALL_OPTIONS & ~(holds | fails)
        satisfied &= holds
    if target & ~satisfied:
        return Rejection.UNSATISFIED
    if once != everything & ~target:
        return Rejection.NOT_ELIMINATED
    near = once & ~twice & ~unsettled
    if constraints.near_misses not in (None, near.bit_count()):
        return Rejection.NEAR_MISSES
    required = constraints.required_near_misses
    if required is not None and required(target) & ~near:
        return Rejection.NO_NEAR_MISS
    if constraints.near_miss and not near:
        return Rejection.NO_NEAR_MISS
    return None


def guessability_reason(
    grounding: LiteralChoices, target: int, context: GenerationContext
) -> Rejection | None:
    """Returns why the right option can be guessed more easily than the context allows; None if it cannot."""
    constraints, acceptance_draw = context.constraints, context.acceptance_draw
    share = 1.0  # with one sum term the right option always satisfies the most literals
    if len(grounding) > 1 and (constraints.hidden or constraints.counted):
        counts = literal_counts(pattern.holds for row in grounding for pattern, _ in row)
        if constraints.hidden:
            share = acceptance_by_literal_counts(counts, target, context.spec.cell, len(grounding))
        elif constraints.counted:
            share = constraints.counted(counts, target)
    if acceptance_draw >= share:
        return Rejection.MOST_LITERALS
    if constraints.hidden:
        broken = [reduce(and_, [pattern.fails for pattern, _ in row]) for row in grounding]
        if acceptance_draw >= acceptance_by_first_term(broken):
            return Rejection.OPENING_TOO_NARROW
    return None


def grounded_requirement_of(structure: Structure, grounding: LiteralChoices) -> GroundedRequirement:
    """Returns the requirement of a structure with a pattern and candidate for each literal."""
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
        tuple(requirement),
        tuple(literals),
        tuple(all_holds),
        tuple(all_fails),
        structure.assignment.demands,
        structure=structure,
        grounding=grounding,
    )
