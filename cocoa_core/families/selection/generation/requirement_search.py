"""Searches for one requirement of a balanced set: draws its structure, grounds it, and proves it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import cache, partial
from itertools import count, islice
from itertools import product as cartesian
from typing import Final

from attrs import evolve

from cocoa_core.domain import Requirement, Schema
from cocoa_core.families.selection.generation.candidates import CandidatePool
from cocoa_core.families.selection.generation.context import GenerationContext, QuestionSetSearch
from cocoa_core.families.selection.generation.edits import Edit, changes, pairs, swapped
from cocoa_core.families.selection.generation.elimination import DistractorConstraints, term_feasibility
from cocoa_core.families.selection.generation.feasible_pairs import FeasiblePairs
from cocoa_core.families.selection.generation.feasible_slots import FeasibleSlots, feasible_slots
from cocoa_core.families.selection.generation.grounding import (
    GroundedRequirement,
    ground,
    grounded_requirement_of,
    guessability_reason,
    rejection_reason,
)
from cocoa_core.families.selection.generation.guessability import is_worst, poor_slots
from cocoa_core.families.selection.generation.implication_pairs import (
    draw_implication_pair,
    has_implication_pair,
)
from cocoa_core.families.selection.generation.option_masks import OptionMasks
from cocoa_core.families.selection.generation.preference import AGAINST, WANTED
from cocoa_core.families.selection.generation.rejections import Rejection, Rejections
from cocoa_core.families.selection.generation.slot_choice import PAIR
from cocoa_core.families.selection.generation.structure import (
    RequirementSpec,
    Structure,
    UsableSlots,
    draw_structure,
)
from cocoa_core.proof import Proofs, Truths, labels

_MOST_TRIES: Final = 150
"""The most structures tried for one requirement before its option set is given up."""
_MOST_TRIES_REASONED: Final = 90
"""The same where each condition has a reason. In the mean 1 to 3 are tried where `feasible_slots` lists what
is possible, and some ten where there are three wishes.
"""
_MOST_TRIES_WORST: Final = 50
"""The same where the right option has to be the worst, which is drawn first of all, or where the ask has
other rows to try.
"""
_MOST_TRIES_LISTED: Final = 30
"""The same where the slots are listed and others may take the targets of the member; 97 % are found by then.
"""
_MOST_TRIES_REVISED: Final = 10
"""The same where something is revised. By then 95 % of 1,300 requirements of diamonds were found, and the
searches in vain to 30 took a fifth of all time.
"""
_MOST_DRAWS: Final = 12
"""Draws of primitives for one structure where the ask rejects drafts by chance: a structure costs as much as
several of them, and one that is seldom accepted is not passed over for others.
"""
_MOST_CHANGES: Final = 8
"""Changes tried for one structure."""


def usable_slots(
    search: QuestionSetSearch, pool: CandidatePool, without: Set[str] = frozenset()
) -> Sequence[str] | None:
    """Returns the slots that may be spoken of; None, a counted failure, if too few for some member."""
    usable = [slot for slot in pool.usable() if slot not in without]
    if max(cell.all_slots for cell in search.plan.members) > len(usable):
        search.failed["too few slots split the group"] += 1
        search.groups_ahead.clear()
        return None
    return usable


def splitting_knowledge(
    search: QuestionSetSearch, masks: OptionMasks, usable: Sequence[str]
) -> tuple[str, ...] | None:
    """Returns the derived slots of which a requirement has to use one: the usable ones that split the
    options.

    Empty where the settings do not ask for knowledge; None, counted as a failure, where no slot splits them.
    """
    if not search.plan.settings.knowledge:
        return ()
    splitting = tuple(
        [name for name in masks.pool.domain.schema.derived_among(usable) if masks.split_by(name)]
    )
    if not splitting:
        search.failed["no derived slot splits the options"] += 1
        return None
    return splitting


def requirement_spec(search: QuestionSetSearch, member: int, derived: tuple[str, ...]) -> RequirementSpec:
    """Returns what the requirement of a member has to be; equal specifications are the same object.

    Args:
        search: has the plan of the members.
        derived: derived slots of which it has to use at least one; empty: it need not.
    """
    plan, source, settings = search.plan, search.source, search.plan.settings
    against, turned = member in plan.against, settings.atypical is not None
    asked = settings.primitives, settings.shared, settings.plain, settings.dials
    key = plan.members[member], against, turned, *asked, derived, plan.implications
    cached = source.specs.get(key)
    if cached is None:
        schema = source.groups.domain.schema
        cached = source.specs[key] = RequirementSpec(
            plan.members[member],
            per_slot=settings.primitives == "per-slot",
            shared=settings.shared,
            plain=settings.plain,
            turned=turned,
            against=against,
            trades=frozenset(schema.trades) if turned else frozenset(),
            akin=schema.akin,
            together=source.wording.realizer.clauses.together,
            known=derived,
            dials=settings.dials,
            implications=plan.implications,
        )
    return cached


def member_context(
    search: QuestionSetSearch,
    member: int,
    masks: OptionMasks,
    usable: Sequence[str],
    constraints: DistractorConstraints,
) -> GenerationContext | None:
    """Returns what the search for the requirement of a member works with; None, a counted failure, where no
    derived slot splits the options although the settings ask for knowledge.
    """
    derived = splitting_knowledge(search, masks, usable)
    if derived is None:
        return None
    return GenerationContext(
        masks=masks,
        usable=usable,
        spec=requirement_spec(search, member, derived),
        constraints=constraints,
        rng=search.rng,
        rejections=search.rejections[member],
        member=member,
    )


def draw_requirement(
    context: GenerationContext, targets: Sequence[int]
) -> tuple[int, GroundedRequirement] | None:
    """Draws the first of the `requirements`; None where there are none."""
    return next(requirements(context, targets), None)


def requirements(
    context: GenerationContext, targets: Sequence[int], *, worst: bool = False
) -> Iterator[tuple[int, GroundedRequirement]]:
    """Draws proved requirements that exactly the options of one of the targets satisfy.

    Args:
        context: what the search for this member works with.
        targets: masks of options. Each structure is drawn for one of them, and tried for the others too.
        worst: whether the right option has to be worse than the others on what the requirement speaks of.

    Yields:
        The target and the requirement, until a bounded number of draws in a row, each counted, gives none.

    Raises:
        BudgetExhaustedError: it is in vain to go on, see `Rejections`.
    """
    targets = [target for target in targets if may_be_right(context, target, worst=worst)]
    if not targets:
        context.rejections.count(Rejection.NOT_WORST if worst else Rejection.ALIKE)
    if FeasiblePairs.fit(context, targets):
        yield from _of_pairs(context, targets, worst=worst)
    else:
        yield from _of_structures(context, targets, worst=worst)


def _of_pairs(
    context: GenerationContext, targets: Sequence[int], *, worst: bool
) -> Iterator[tuple[int, GroundedRequirement]]:
    """Yields proved requirements of one pair of slots each, until no target has any left."""

    @cache
    def search_for(target: int) -> FeasiblePairs:
        slots, _ = slots_for(context, target, worst=worst)
        if context.spec.cell.all_slots > PAIR:
            slots = evolve(slots, wishable=wishable_slots(context, target))
        return FeasiblePairs(context, target, slots, worst)

    for level in count():
        left = [target for target in targets if not level or level < search_for(target).levels]
        if not left:
            return
        drafts: dict[int, Iterator[GroundedRequirement]] = {}
        while left:
            target = context.rng.choice(left)
            if target not in drafts:
                drafts[target] = search_for(target).drafts(level)
            draft = next(drafts[target], None)
            if draft is None:
                left.remove(target)
            elif _confirmed(draft, context, target):
                context.rejections.end_budget()
                yield target, draft


def _of_structures(
    context: GenerationContext, targets: Sequence[int], *, worst: bool
) -> Iterator[tuple[int, GroundedRequirement]]:
    """Yields proved requirements of drawn structures. Each is drawn for one target, and tried for the others
    too.
    """
    masks, spec, rejections = context.masks, context.spec, context.rejections
    wishable = cache(partial(wishable_slots, context))
    spec_with_trades = cache(partial(with_feasible_trades, context))
    targets_left = list(targets)
    checks_trades = bool(spec.trades) and context.constraints.hidden

    @cache
    def wishable_alone(target: int) -> UsableSlots:
        return evolve(
            slots_for(context, target, worst=worst)[0],
            wishable=wishable(target),
            feasible=partial(_feasible_pair, masks, target)
            if checks_trades and target.bit_count() == 1
            else None,
        )

    most_tries = _MOST_TRIES_REASONED if spec.readable else _MOST_TRIES
    if worst or context.accepts:
        most_tries = _MOST_TRIES_WORST
    if all(slots_for(context, target, worst=worst)[1] is not None for target in targets_left):
        most_tries = _MOST_TRIES_REVISED if context.constraints.swaps else _MOST_TRIES_LISTED
    tries = 0
    while targets_left and tries < most_tries:
        tries += 1
        chosen = context.rng.choice(targets_left)
        _, feasible = slots_for(context, chosen, worst=worst)
        if feasible is None:
            structure = _structure(context, wishable_alone(chosen), spec_with_trades(chosen))
        else:
            structure = _structure(context, feasible.draw(context.rng), spec)
        if structure is None:
            targets_left.remove(chosen)
            continue
        if worst and not is_worst(masks, structure.slots, chosen):
            rejections.count(Rejection.NOT_WORST)
            continue
        wishes = {structure.slots[term[0].variable] for term in structure.product.terms if len(term) == 1}
        others = [] if worst or feasible is not None else [other for other in targets if other != chosen]
        for target in (chosen, *others):
            if feasible is None and not wishes <= wishable(target):
                rejections.count(Rejection.ALIKE)
                continue
            for _ in range(_MOST_DRAWS if context.accepts else 1):
                draft = ground(structure, context, target)
                if draft is None:
                    break
                if context.accepts is not None and not context.accepts(draft):
                    rejections.count(Rejection.FREQUENCY)
                    continue
                if _confirmed(draft, context, target):
                    rejections.end_budget()
                    yield target, draft
                    tries = 0
                break


def may_be_right(context: GenerationContext, target: int, *, worst: bool) -> bool:
    """Returns whether a requirement that the options of the target satisfy may exist, judged by its slots.

    Where combinations of slots are listed, one is drawn for this, and the search takes it first.
    """
    slots, feasible = slots_for(context, target, worst=worst)
    if len(slots.usable) < context.spec.cell.all_slots:
        return False
    return feasible is None or feasible.exist(context.rng)


def slots_for(
    context: GenerationContext, target: int, *, worst: bool
) -> tuple[UsableSlots, FeasibleSlots | None]:
    """Returns the slots that a requirement with this target may speak of, and the combinations of them that
    structures are drawn from, None where they are not listed; cached.
    """
    cached = context.slots.get((target, worst))
    if cached is None:
        if worst:
            poor = poor_slots(context.masks, context.usable, target)
            slots = UsableSlots(poor, None, context.conditions)
        elif target:
            slots, _ = slots_for(context, 0, worst=False)  # the same for all targets
        else:
            slots = UsableSlots(context.usable, None, context.conditions)
        cached = context.slots[target, worst] = slots, feasible_slots(context, slots, target, worst=worst)
    return cached


def _confirmed(draft: GroundedRequirement, context: GenerationContext, target: int) -> bool:
    """Returns whether the draft has the signs that were asked for, and is proved (step 7 of `generation`)."""
    implications, rejections = context.spec.implications, context.rejections
    if implications is not None and not has_implication_pair(context.domain, draft, implications, rejections):
        return False
    reason = unproved_reason(context.domain.schema, draft.requirement)
    if reason is not None:
        rejections.count(reason)
        return False
    return labels_confirmed(draft, context.masks.rows, target, rejections)


def _structure(context: GenerationContext, slots: UsableSlots, spec: RequirementSpec) -> Structure | None:
    """Draws one more structure to try, of a table or of two implications that meet. It is counted."""
    pool, rng, rejections = context.masks.pool, context.rng, context.rejections
    if spec.implications is None:
        structure = draw_structure(slots, pool, spec, rng, rejections)
    else:
        structure = draw_implication_pair(slots.usable, pool, spec, rng)
    if structure is not None:
        rejections.charge(sum(map(len, structure.product.terms)))
    return structure


def draw_edited_pair(
    context: GenerationContext, targets: Sequence[int], *, odd: bool
) -> tuple[int, GroundedRequirement, Edit] | None:
    """Draws a proved requirement and an edit of it that differs in one literal and that exactly one other
    option satisfies.

    Both are rejected where the right option stands out more than the context allows.

    Args:
        context: what the search for this member works with.
        targets: masks of one option each.
        odd: whether that literal is a demand for what people want, and in the edit a demand against it.

    Returns:
        The target, the requirement and the edit; None after a bounded number of draws.
    """
    masks, spec, usable, rejections = context.masks, context.spec, context.usable, context.rejections
    couples = [
        (target.bit_length() - 1, other)
        for target in targets
        for other in range(len(masks.rows))
        if 1 << other != target
    ]
    swaps = {couple: swapped(masks, usable, *couple, odd=odd) for couple in couples}
    wishable = {
        couple: wishable_slots(context, 1 << couple[0] | 1 << couple[1])
        for couple in couples
        if swaps[couple]
    }
    if not wishable:
        rejections.count(Rejection.NO_EDIT)
        return None
    for _ in range(_MOST_TRIES):
        couple = context.rng.choice(list(wishable))
        speaking = spec if spec.known else evolve(spec, known=tuple(sorted(swaps[couple])))
        slots = UsableSlots(usable, wishable[couple] | swaps[couple], context.conditions)
        structure = _structure(context, slots, speaking)
        if structure is None:
            return None
        edited = _edited(context, structure, wishable, odd=odd)
        if edited is not None:
            rejections.end_budget()
            return edited
    return None


def _edited(
    context: GenerationContext,
    structure: Structure,
    wishable: Mapping[tuple[int, int], Set[str]],
    *,
    odd: bool,
) -> tuple[int, GroundedRequirement, Edit] | None:
    """Draws a pair for one structure; `wishable` has the slots that a couple of options leaves to wishes."""
    masks, spec, constraints = context.masks, context.spec, context.constraints
    wishes = {
        number: structure.slots[term[0].variable]
        for number, term in enumerate(structure.product.terms)
        if len(term) == 1
    }
    promising = (
        change
        for change in changes(structure, masks, list(wishable), spec.per_slot, context.rng, odd=odd)
        if {slot for number, slot in wishes.items() if number != change.term}
        <= wishable[change.right, change.other]
    )
    for change in islice(promising, _MOST_CHANGES):
        for pair in pairs(change, structure, context):
            rights = 1 << change.right, 1 << change.other
            reason = None
            for grounding, right in zip(pair, rights, strict=True):
                reason = reason or rejection_reason(grounding, masks.everything, right, constraints)
                reason = reason or guessability_reason(grounding, right, context)
            if reason is not None:
                context.rejections.count(reason)
                continue
            before, after = [grounded_requirement_of(structure, grounding) for grounding in pair]
            if all(
                _confirmed(draft, context, right)
                for draft, right in zip((before, after), rights, strict=True)
            ):
                return rights[0], before, ((change.term, change.literal_index), change.other, after)
    context.rejections.count(Rejection.NO_EDIT)
    return None


def unproved_reason(schema: Schema, requirement: Requirement) -> Rejection | None:
    """Returns why a requirement cannot be asked for: nothing can satisfy it, or a part of it does not matter.

    None where it is proved.
    """
    proofs = Proofs(schema, requirement)
    if not proofs.satisfiable():
        return Rejection.UNSATISFIED
    redundant = proofs.redundant_part()
    return None if redundant is None else Rejection.of_part(redundant)


def labels_confirmed(
    draft: GroundedRequirement, rows: Sequence[int], target: int, rejections: Rejections
) -> bool:
    """Returns whether the solver, given only the truth values of the options, finds the target."""
    shown = [_truths_at(draft, row) for row in rows]
    if labels(draft.requirement, shown) == tuple(bool(target >> option & 1) for option in range(len(rows))):
        return True
    rejections.count(Rejection.OTHER_LABELS)
    return False


def _truths_at(draft: GroundedRequirement, row: int) -> Truths:
    """Returns the truth of every literal of the requirement at a row of the group."""
    return [
        [True if holds >> row & 1 else False if fails >> row & 1 else None for holds, fails in term]
        for term in draft.literals
    ]


def wishable_slots(context: GenerationContext, target: int) -> frozenset[str]:
    """Returns the slots of which a sum term of one literal is worth drawing; with any other, grounding would
    fail.

    They are all slots where a sum term may eliminate nothing.
    """
    masks, against = context.masks, context.spec.against
    if not context.constraints.every_term:
        return frozenset(context.usable)
    wishable = masks.wishable.get((target, against))
    if wishable is None:
        sides, wrong = (WANTED, AGAINST) if against else (WANTED,), masks.everything & ~target
        wishable = masks.wishable[target, against] = frozenset(
            slot
            for slot in masks.pool.usable()
            if any(
                holds & target == target and fails & wrong
                for side in sides
                for holds, fails in masks.reach(slot, side).shapes
            )
        )
    return wishable.intersection(context.usable)


def with_feasible_trades(context: GenerationContext, target: int) -> RequirementSpec:
    """Restricts the trades of the specification to those whose condition can eliminate an option while
    another gains on the right one.

    With any other, grounding would mostly fail. Where there are none, the specification stays as it is.
    """
    spec, masks = context.spec, context.masks
    if not spec.trades or not context.constraints.hidden or target.bit_count() != 1:
        return spec
    allowed = masks.trades.get(target)
    if allowed is None:
        usable = masks.pool.usable()
        allowed = masks.trades[target] = frozenset(
            pair for pair in spec.trades if pair.issubset(usable) and _feasible_pair(masks, target, pair)
        )
    trades = frozenset(filter(frozenset(context.usable).issuperset, allowed))
    return evolve(spec, feasible=trades) if trades else spec


def _feasible_pair(masks: OptionMasks, target: int, pair: frozenset[str]) -> bool:
    """Returns whether some condition over two slots can eliminate a wrong option, while one can satisfy more
    of its literals than the right option; cached.
    """
    key = pair, target
    cached = masks.feasible_pairs.get(key)
    if cached is None:
        wrong = masks.everything & ~target
        views = [[masks.view(slot, sign, WANTED) for sign in (True, False)] for slot in sorted(pair)]
        reaches = (term_feasibility(masks.term(term), target) for term in cartesian(*views))
        cached = masks.feasible_pairs[key] = any(
            eliminable & wrong and gaining & wrong for eliminable, gaining in reaches
        )
    return cached
