"""Draws requirements whose violated sum terms are chosen first; then their primitives; then they are proved.

For asks that number the conditions (`broken`, `relax`): their answer is which sum terms an option breaks. A
condition has the number of its place in the request.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from functools import reduce
from operator import and_
from typing import Final, Protocol, TypeAlias, TypeVar

from attrs import evolve, frozen

from cocoa_core.domain import Domain
from cocoa_core.families.selection.generation.balanced_set import draw_request, requirement_spec
from cocoa_core.families.selection.generation.candidates import Candidate
from cocoa_core.families.selection.generation.context import (
    DrawnQuestion,
    GenerationContext,
    QuestionSetSpec,
    QuestionSource,
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
from cocoa_core.families.selection.generation.rejections import Rejections
from cocoa_core.families.selection.generation.structure import (
    RequirementSpec,
    Structure,
    UsableSlots,
    draw_structure,
)
from cocoa_core.language import Request
from cocoa_core.logic import Product
from cocoa_core.proof import Proofs

__all__ = [
    "TURNS",
    "ViolationPlan",
    "ViolationPlanner",
    "as_said",
    "broken_by",
    "draw_numbered",
    "draw_violated_requirement",
    "ground_violations",
    "plan_random_violations",
    "plan_single_violation",
    "settled",
]

TURNS: Final = 12
"""What is drawn of a question, how many conditions or which, is drawn in so many equal parts by turns."""
_STEP: Final = 5
_STRUCTURES: Final = 60
"""Structures tried for one requirement before its options are given up."""
_PLANS: Final = 3
"""Plans of what is broken that are tried for one structure."""
_FEWEST_OTHERS: Final = 2
"""How many conditions at least every other option breaks where one breaks a single one."""


_Thing = TypeVar("_Thing")


@frozen
class ViolationPlan:
    """For each sum term the options (masks) of which it shall be false, and true."""

    fails: tuple[int, ...]
    holds: tuple[int, ...]
    least: tuple[int, ...]
    """For each option, by its place, how many sum terms it breaks at least."""


class ViolationPlanner(Protocol):
    """A plan of what is broken."""

    def __call__(
        self,
        views: Sequence[Sequence[LiteralMasks]],
        options: int,
        option: int,
        share: float,
        rng: random.Random,
    ) -> ViolationPlan | None:
        """Returns a plan for sum terms of these literals, about one of so many options; None where there is
        none.

        Args:
            share: at least 0 and less than 1.
        """


def plan_random_violations(
    views: Sequence[Sequence[LiteralMasks]], options: int, option: int, share: float, rng: random.Random
) -> ViolationPlan | None:
    """Returns one option breaks so many of the sum terms, from none to all of them; None where it cannot.

    Which ones is drawn among those that it can break, with all that it cannot meet.
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
    return _of(terms, option, broken, [0] * options)


def plan_single_violation(
    views: Sequence[Sequence[LiteralMasks]], options: int, option: int, share: float, rng: random.Random
) -> ViolationPlan | None:
    """Returns one option breaks one sum term, and each of the others two or more; None where that cannot
    be.
    """
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
            and _can_be(views[number], fails[number] | 1 << other, (number != only) << option)
        ]
        if len(free) < _FEWEST_OTHERS:
            return None
        rng.shuffle(free)
        for number in sorted(free, key=lambda number: fails[number].bit_count())[:_FEWEST_OTHERS]:
            fails[number] |= 1 << other
    least = [0 if other == option else _FEWEST_OTHERS for other in range(options)]
    return evolve(_of(terms, option, {only}, least), fails=tuple(fails))


def _can_be(term: Sequence[LiteralMasks], fails: int, holds: int) -> bool:
    """Returns whether the sum term can be false of all these options while it is true of those, of one at
    most.
    """
    held = [views.held(fails) for views in term]
    return all(held) and (not holds or any(holdings & COVERING[holds] for holdings in held))


def _of(terms: int, option: int, broken: set[int], least: Sequence[int]) -> ViolationPlan:
    return ViolationPlan(
        tuple((term in broken) << option for term in range(terms)),
        tuple((term not in broken) << option for term in range(terms)),
        tuple(least),
    )


def draw_violated_requirement(
    context: GenerationContext, option: int, draw: ViolationPlanner, share: float
) -> GroundedRequirement | None:
    """A proved requirement of which one option breaks what is drawn; None after bounded draws, each counted.

    Every option satisfies it or breaks a sum term, whatever its undefined literals say; the option asked
    about makes each sum term true or false.

    Args:
        context: of the member that it is for.
        option: index of the option that is asked about.
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
                rejections.count("no near miss")
                break
            draft = ground_violations(structure, views, plan.fails, plan.holds, spec, rng)
            reason = "no primitive fits" if draft is None else _rejected(context.domain, masks, draft, plan)
            if draft is not None and reason is None:
                return draft
            rejections.count(reason or "no primitive fits")
    return None


def broken_by(draft: GroundedRequirement, row: int) -> tuple[int, ...]:
    """Returns the sum terms that are false of a row of the group."""
    return tuple(number for number, fails in enumerate(draft.fails) if fails >> row & 1)


def _rejected(
    domain: Domain, panel: OptionMasks, draft: GroundedRequirement, plan: ViolationPlan
) -> str | None:
    """Returns why the draft is not as planned, or says more than it means; None if it is."""
    for option, row in enumerate(panel.rows):
        broken = broken_by(draft, row)
        if not broken and not draft.satisfied >> row & 1:
            return "a distractor is not eliminated"
        if len(broken) < plan.least[option]:
            return "a distractor is not eliminated"
    proofs = Proofs(domain.schema, draft.requirement)
    if not proofs.satisfiable():
        return "right option does not satisfy it"
    redundant = proofs.redundant_part()
    return None if redundant is None else f"a {redundant.split()[0]} does not matter"


Fits: TypeAlias = Callable[[GroundedRequirement], int]
"""The mask of the rows of the group that can be further options for a requirement."""


def draw_numbered(
    source: QuestionSource,
    plan: QuestionSetSpec,
    draw: ViolationPlanner,
    fits: Fits,
    rng: random.Random,
    rejections: Sequence[Rejections],
    failed: Counter[str],
) -> Sets | None:
    """Returns questions over the same options with numbered conditions: of each member another option is
    `placed`.

    What is drawn of a member is spread over the plans by their turn, of TURNS.
    """
    groups, settings = source.groups, plan.settings
    pool = groups.pool(rng.choice(groups.eligible))
    rows = draw_rows(groups, pool, len(plan.members), rng)
    usable = pool.usable()
    if max(setting.all_slots for setting in plan.members) > len(usable):
        failed["too few slots split the group"] += 1
        return None
    panel = OptionMasks(pool, rows)
    known: tuple[str, ...] = ()
    if settings.knowledge:
        known = tuple(name for name in groups.domain.schema.knowledge(usable) if panel.split_by(name))
        if not known:
            failed["no derived slot splits the options"] += 1
            return None
    drafts = []
    for member, counted in enumerate(rejections):
        wanted = requirement_spec(source, plan, member, known)
        share = ((plan.turn + member * _STEP) % TURNS + rng.random()) / TURNS
        context = GenerationContext(
            masks=panel,
            usable=usable,
            spec=wanted,
            constraints=DistractorConstraints(),
            rng=rng,
            rejections=counted,
        )
        draft = draw_violated_requirement(context, member, draw, share)
        if draft is None:
            failed[f"setting {wanted.setting}"] += 1
            return None
        drafts.append(draft)
    fitting = reduce(and_, map(fits, drafts), (1 << len(pool.group.rows)) - 1)
    more = fillers(groups, pool, rows, fitting, settings.options - len(rows), rng)
    if more is None:
        failed["too few further options fit"] += 1
        return None
    sets = []
    for member, (draft, counted) in enumerate(zip(drafts, rejections, strict=True)):
        request = draw_request(source, plan, pool, draft, [(*rows, *more)], rng, counted, apart=True)
        if request is None:
            failed["no wording"] += 1
            return None
        draft, request = as_said(draft, request)
        sets.append(
            [DrawnQuestion(pool=pool, request=request, draft=draft, rows=(*rows, *more), placed=member)]
        )
    return sets


def as_said(draft: GroundedRequirement, request: Request) -> tuple[GroundedRequirement, Request]:
    """Returns the same with the sum terms in the order in which the request says them, one a statement."""
    places = [sentence.terms[0] for sentence in request.sentences if sentence.terms]
    structure, assignment = draft.structure, draft.structure.assignment

    def ordered(some: Sequence[_Thing]) -> tuple[_Thing, ...]:
        return tuple(some[index] for index in places)

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
    number = {index: now for now, index in enumerate(places)}
    sentences = tuple(
        evolve(sentence, terms=tuple(number[index] for index in sentence.terms))
        for sentence in request.sentences
    )
    return draft_as_said, evolve(request, sentences=sentences)


def settled(draft: GroundedRequirement) -> int:
    """Returns rows of the group of which the requirement is true or false."""
    return draft.satisfied | draft.broken


_BREAKING_DRAWS: Final = 4
"""Draws of primitives for one plan of what is broken: in the last, no occurrences share theirs."""


def ground_violations(
    structure: Structure,
    views: Sequence[Sequence[LiteralMasks]],
    fails: Sequence[int],
    holds: Sequence[int],
    wanted: RequirementSpec,
    rng: random.Random,
) -> GroundedRequirement | None:
    """Returns primitives with which each sum term is false of some options and true of others; None if none
    fit.

    Args:
        views: of each literal of each sum term.
        fails, holds: for each sum term, masks of options for which it shall be false, and true; of the others
            it may be either.
    """
    for tried in range(_BREAKING_DRAWS):
        shared = 1.0 if wanted.per_slot else wanted.shared * (tried < _BREAKING_DRAWS - 1)
        groups = repeated_occurrences(structure, shared, rng) if shared else ()
        grounding = _breaking(structure, views, groups, fails, holds, rng)
        if grounding is not None:
            return grounded_requirement_of(structure, grounding)
    return None


def _breaking(
    structure: Structure,
    views: Sequence[Sequence[LiteralMasks]],
    groups: Sequence[Sequence[tuple[int, int]]],
    fails: Sequence[int],
    holds: Sequence[int],
    rng: random.Random,
) -> LiteralChoices | None:
    """groups: places that share a primitive, which the first of them draws."""
    group_of = {index: number for number, places in enumerate(groups) for index in places}
    affirmed: dict[int, LiteralChoice] = {}
    used: dict[str, list[Candidate]] = {}
    grounding = []
    for number, (term, seen) in enumerate(zip(structure.product.terms, views, strict=True)):
        own, taken = list(seen), [None] * len(term)  # type: list[LiteralMasks], list[Candidate | None]
        for index, literal in enumerate(term):
            shared_choice = affirmed.get(group_of.get((number, index), -1))
            if shared_choice is not None:
                own[index] = (shared_choice[0] if literal.positive else shared_choice[0].negated).alone
                taken[index] = shared_choice[1]
        row = ground_term(own, taken, TermGoal(holds[number], fails[number]), used, rng)
        if row is None:
            return None
        for index, (literal, (pattern, candidate)) in enumerate(zip(term, row, strict=True)):
            group = group_of.get((number, index))
            if group is not None:
                affirmed[group] = (pattern if literal.positive else pattern.negated), candidate
        grounding.append(row)
    return grounding
