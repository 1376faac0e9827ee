"""Draws proved requirements by which of their sum terms an option breaks, which is chosen first; then the
primitives.

For asks that number the conditions (`broken`, `relax`): their answer is which sum terms an option breaks. A
condition is numbered by its position in the request.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from functools import reduce
from operator import and_
from typing import Final, Protocol, TypeVar

from attrs import evolve, frozen

from cocoa_core.domain import Domain
from cocoa_core.families.selection.generation.candidates import Candidate
from cocoa_core.families.selection.generation.context import (
    DrawnQuestion,
    GenerationContext,
    QuestionSetSearch,
    Sets,
)
from cocoa_core.families.selection.generation.elimination import DistractorConstraints, eliminable
from cocoa_core.families.selection.generation.grounding import (
    GroundedRequirement,
    LiteralChoice,
    LiteralChoices,
    TermGoal,
    ground_term,
    grounded_requirement_of,
    views_of,
)
from cocoa_core.families.selection.generation.option_masks import COVERING, LiteralMasks, OptionMasks
from cocoa_core.families.selection.generation.option_sets import draw_rows, fillers
from cocoa_core.families.selection.generation.primitive_reuse import repeated_occurrences
from cocoa_core.families.selection.generation.rejections import Rejection
from cocoa_core.families.selection.generation.requirement_search import (
    member_context,
    unproved_reason,
    usable_slots,
)
from cocoa_core.families.selection.generation.structure import (
    RequirementSpec,
    Structure,
    UsableSlots,
    draw_structure,
)
from cocoa_core.families.selection.generation.wording import RequestSpec
from cocoa_core.language import Request
from cocoa_core.logic import Product

BALANCE_LEVELS: Final = 12
"""What varies between questions, such as how many conditions break, is drawn from this many parts."""
_STEP: Final = 5
"""The parts between the shares of two members of a set. It has no factor in common with `BALANCE_LEVELS`, so
up to `BALANCE_LEVELS` members have shares from different parts.
"""
_STRUCTURES: Final = 60
"""The structures tried for one requirement before its options are given up."""
_PLANS: Final = 3
"""The violation plans tried for one structure."""
_FEWEST_OTHERS: Final = 2
"""The fewest conditions that every other option breaks where one option breaks a single one."""


_Thing = TypeVar("_Thing")


@frozen
class ViolationPlan:
    """Which options break which sum terms."""

    fails: tuple[int, ...]
    """For each sum term the mask of the options on which it has to be false."""
    holds: tuple[int, ...]
    """For each sum term the mask of the options on which it has to be true."""
    least: tuple[int, ...]
    """For each option, by its index, the fewest sum terms that it has to break."""


class ViolationPlanner(Protocol):
    """Plans which sum terms the options break."""

    def __call__(
        self,
        views: Sequence[Sequence[LiteralMasks]],
        options: int,
        option: int,
        share: float,
        rng: random.Random,
    ) -> ViolationPlan | None:
        """Returns a plan for sum terms of these literals; None where there is none.

        Args:
            views: the masks of each literal of each sum term.
            option: the index of the option that is asked about.
            share: at least 0 and less than 1; it picks how many sum terms break, or which.
        """


def plan_random_violations(
    views: Sequence[Sequence[LiteralMasks]], options: int, option: int, share: float, rng: random.Random
) -> ViolationPlan | None:
    """Returns a plan in which one option breaks from none to all of the sum terms, as `share` says; None
    where it cannot.

    It breaks all that it cannot meet; the others are drawn among those that it can break.
    """
    terms = len(views)
    number = int(share * (terms + 1))
    able = {number for number, term in enumerate(views) if eliminable(term, 0) >> option & 1}
    forced = {
        number for number, term in enumerate(views) if not any(masks.can_hold >> option & 1 for masks in term)
    }
    if not forced <= able or not len(forced) <= number <= len(able):
        return None
    broken = forced | set(rng.sample(sorted(able - forced), number - len(forced)))
    return _plan_for_option(terms, option, broken, [0] * options)


def plan_single_violation(
    views: Sequence[Sequence[LiteralMasks]], options: int, option: int, share: float, rng: random.Random
) -> ViolationPlan | None:
    """Returns a plan where one option breaks one sum term, the others two or more; else None."""
    terms = len(views)
    if terms < _FEWEST_OTHERS:
        return None
    only = int(share * terms)
    able = [eliminable(term, (number != only) << option) for number, term in enumerate(views)]
    if not able[only] >> option & 1:
        return None
    fails = [(number == only) << option for number in range(terms)]
    others = [other for other in range(options) if other != option]
    rng.shuffle(others)
    for other in others:
        free = [
            number
            for number in range(terms)
            if able[number] >> other & 1
            and _can_fail_and_hold(views[number], fails[number] | 1 << other, (number != only) << option)
        ]
        if len(free) < _FEWEST_OTHERS:
            return None
        rng.shuffle(free)
        for number in sorted(free, key=lambda number: fails[number].bit_count())[:_FEWEST_OTHERS]:
            fails[number] |= 1 << other
    least = [0 if other == option else _FEWEST_OTHERS for other in range(options)]
    return evolve(_plan_for_option(terms, option, {only}, least), fails=tuple(fails))


def _can_fail_and_hold(term: Sequence[LiteralMasks], fails: int, holds: int) -> bool:
    """Returns whether a sum term can fail on one mask and hold on the other, of one option at most."""
    held = [views.held(fails) for views in term]
    return all(held) and (not holds or any(holdings & COVERING[holds] for holdings in held))


def _plan_for_option(terms: int, option: int, broken: set[int], least: Sequence[int]) -> ViolationPlan:
    return ViolationPlan(
        tuple((term in broken) << option for term in range(terms)),
        tuple((term not in broken) << option for term in range(terms)),
        tuple(least),
    )


def draw_violated_requirement(
    context: GenerationContext, option: int, draw: ViolationPlanner, share: float
) -> GroundedRequirement | None:
    """Draws a proved requirement of which one option breaks what is planned; None after bounded draws, each
    counted.

    Every option satisfies it or breaks a sum term, whatever its undefined literals are; on the option asked
    about each sum term is true or false.

    Args:
        context: of the member that it is for.
        option: the index of the option that is asked about.
        draw: plans what the option breaks.
        share: a number in [0, 1) that picks how many terms break, or which; it stays the same whatever is
            rejected on the way.
    """
    masks, spec, rng, rejections = context.masks, context.spec, context.rng, context.rejections
    for _ in range(_STRUCTURES):
        structure = draw_structure(UsableSlots(context.usable), masks.pool, spec, rng, rejections)
        if structure is None:
            return None
        views = views_of(structure, masks)
        for _ in range(_PLANS):
            plan = draw(views, len(masks.rows), option, share, rng)
            if plan is None:
                rejections.count(Rejection.NO_NEAR_MISS)
                break
            draft = ground_violations(structure, views, plan.fails, plan.holds, spec, rng)
            reason = (
                Rejection.NO_PRIMITIVE if draft is None else _rejected(context.domain, masks, draft, plan)
            )
            if draft is not None and reason is None:
                return draft
            rejections.count(reason or Rejection.NO_PRIMITIVE)
    return None


def broken_by(draft: GroundedRequirement, row: int) -> tuple[int, ...]:
    """Returns the indices of the sum terms that are false on a row of the group."""
    return tuple(number for number, fails in enumerate(draft.fails) if fails >> row & 1)


def _rejected(
    domain: Domain, masks: OptionMasks, draft: GroundedRequirement, plan: ViolationPlan
) -> Rejection | None:
    """Returns why the draft is not as planned, unsatisfiable or redundant; None if it is accepted."""
    for option, row in enumerate(masks.rows):
        broken = broken_by(draft, row)
        if not broken and not draft.satisfied >> row & 1:
            return Rejection.NOT_ELIMINATED
        if len(broken) < plan.least[option]:
            return Rejection.NOT_ELIMINATED
    return unproved_reason(domain.schema, draft.requirement)


@frozen
class NumberedAsk:
    """What an ask that numbers the conditions wants of its options."""

    violations: ViolationPlanner
    """Plans what the option of a member breaks."""
    further: Callable[[GroundedRequirement], int]
    """Returns the mask of the rows of the group that can be further options for a requirement."""


def draw_numbered(search: QuestionSetSearch, ask: NumberedAsk) -> Sets | None:
    """Draws questions with numbered conditions over the same options; each member asks about another option,
    which is `placed`.

    What is drawn of a member is spread over the plans by their level, see `BALANCE_LEVELS`. Returns None
    where it failed, which is counted.
    """
    source, plan, rng, failed = search.source, search.plan, search.rng, search.failed
    groups, pool = source.groups, search.draw_pool()
    rows = draw_rows(groups, pool, len(plan.members), rng)
    usable = usable_slots(search, pool)
    if usable is None:
        return None
    masks = OptionMasks(pool, rows)
    drafts = []
    for member, cell in enumerate(plan.members):
        context = member_context(search, member, masks, usable, DistractorConstraints())
        if context is None:
            return None
        share = ((plan.balance_level + member * _STEP) % BALANCE_LEVELS + rng.random()) / BALANCE_LEVELS
        draft = draw_violated_requirement(context, member, ask.violations, share)
        if draft is None:
            failed[f"setting {cell}"] += 1
            return None
        drafts.append(draft)
    fitting = reduce(and_, map(ask.further, drafts), (1 << len(pool.group.rows)) - 1)
    filler_rows = fillers(groups, pool, rows, fitting, plan.settings.options - len(rows), rng)
    if filler_rows is None:
        failed["too few further options fit"] += 1
        return None
    shown = (*rows, *filler_rows)
    spec = RequestSpec.of(search, pool, apart=True)
    sets = []
    for member, (draft, member_rejections) in enumerate(zip(drafts, search.rejections, strict=True)):
        request = source.wording.request(draft, shown, spec, rng, member_rejections)
        if request is None:
            failed["no wording"] += 1
            return None
        draft, request = in_request_order(draft, request)
        sets.append([DrawnQuestion(pool=pool, request=request, draft=draft, rows=shown, placed=member)])
    return sets


def in_request_order(draft: GroundedRequirement, request: Request) -> tuple[GroundedRequirement, Request]:
    """Returns draft and request with the sum terms in the order of the request, one a statement."""
    term_order = [sentence.terms[0] for sentence in request.sentences if sentence.terms]
    structure, assignment = draft.structure, draft.structure.assignment

    def ordered(values: Sequence[_Thing]) -> tuple[_Thing, ...]:
        return tuple(values[index] for index in term_order)

    draft_as_said = evolve(
        draft,
        structure=evolve(
            structure,
            product=Product(ordered(structure.product.terms)),
            assignment=evolve(
                assignment, demands=ordered(assignment.demands), sides=ordered(assignment.sides)
            ),
        ),
        requirement=ordered(draft.requirement),
        literals=ordered(draft.literals),
        holds=ordered(draft.holds),
        fails=ordered(draft.fails),
        demands=ordered(draft.demands),
    )
    number = {index: position for position, index in enumerate(term_order)}
    sentences = tuple(
        evolve(sentence, terms=tuple(number[index] for index in sentence.terms))
        for sentence in request.sentences
    )
    return draft_as_said, evolve(request, sentences=sentences)


def settled(draft: GroundedRequirement) -> int:
    """Returns the rows of the group on which the requirement is true or false."""
    return draft.satisfied | draft.broken


_PRIMITIVE_DRAWS: Final = 4
"""The draws of primitives for one violation plan; in the last of them no occurrences share a primitive."""


def ground_violations(
    structure: Structure,
    views: Sequence[Sequence[LiteralMasks]],
    fails: Sequence[int],
    holds: Sequence[int],
    spec: RequirementSpec,
    rng: random.Random,
) -> GroundedRequirement | None:
    """Draws primitives with which each sum term is false on some options and true on others; None if none
    fit.

    Args:
        views: the masks of each literal of each sum term.
        fails: for each sum term the mask of options on which it has to be false.
        holds: for each sum term the mask of options on which it has to be true; on all others it may be
            either.
    """
    for attempt in range(_PRIMITIVE_DRAWS):
        shared = 1.0 if spec.per_slot else spec.shared * (attempt < _PRIMITIVE_DRAWS - 1)
        groups = repeated_occurrences(structure, shared, rng) if shared else ()
        grounding = _draw_literals(structure, views, groups, fails, holds, rng)
        if grounding is not None:
            return grounded_requirement_of(structure, grounding)
    return None


def _draw_literals(
    structure: Structure,
    views: Sequence[Sequence[LiteralMasks]],
    groups: Sequence[Sequence[tuple[int, int]]],
    fails: Sequence[int],
    holds: Sequence[int],
    rng: random.Random,
) -> LiteralChoices | None:
    """Draws the primitive of every literal; None if some sum term has none that fits.

    Args:
        views: the masks of each literal of each sum term.
        groups: the places that share a primitive, which is drawn for the first of them.
        fails: for each sum term the mask of options on which it has to be false.
        holds: for each sum term the mask of options on which it has to be true.
    """
    group_of = {index: number for number, places in enumerate(groups) for index in places}
    affirmed: dict[int, LiteralChoice] = {}
    used: dict[str, list[Candidate]] = {}
    grounding = []
    for number, (term, term_views) in enumerate(zip(structure.product.terms, views, strict=True)):
        literal_views, taken = list(term_views), [None] * len(term)  # type: list[LiteralMasks], list[Candidate | None]
        for index, literal in enumerate(term):
            shared_choice = affirmed.get(group_of.get((number, index), -1))
            if shared_choice is not None:
                literal_views[index] = (
                    shared_choice[0] if literal.positive else shared_choice[0].negated
                ).alone
                taken[index] = shared_choice[1]
        row = ground_term(literal_views, taken, TermGoal(holds[number], fails[number]), used, rng)
        if row is None:
            return None
        for index, (literal, (pattern, candidate)) in enumerate(zip(term, row, strict=True)):
            group = group_of.get((number, index))
            if group is not None:
                affirmed[group] = (pattern if literal.positive else pattern.negated), candidate
        grounding.append(row)
    return grounding
