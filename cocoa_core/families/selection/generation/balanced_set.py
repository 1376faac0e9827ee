"""Draws requirements over the same options, balanced so that the options give nothing away.

The balanced set is five rows of a group, or fewer where fewer options are shown. Which of them is right for
which question (`_Targets`) is decided before any requirement is drawn. For the ask `choose` each row is right
once; for others each row satisfies equally many of the requirements. A reader who never sees
the request then has nothing to learn from, whatever the options look like. Further options are fillers: rows
that each of the requirements settles as the ask wants.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence, Set
from functools import partial
from itertools import islice
from typing import Final, TypeAlias

from attrs import define, evolve, field, frozen

from cocoa_core.families.selection.difficulty import BRANCH, ODD, PAIRS, SURFACE
from cocoa_core.families.selection.generation.candidates import CandidatePool
from cocoa_core.families.selection.generation.context import (
    DrawnQuestion,
    GenerationContext,
    QuestionSetSearch,
    Sets,
)
from cocoa_core.families.selection.generation.edits import Edit
from cocoa_core.families.selection.generation.elimination import DistractorConstraints
from cocoa_core.families.selection.generation.feasible_slots import FeasibleSlots
from cocoa_core.families.selection.generation.grounding import GroundedRequirement
from cocoa_core.families.selection.generation.option_masks import OptionMasks
from cocoa_core.families.selection.generation.option_sets import (
    OptionSet,
    branch,
    branches,
    draw_rows,
    further_sets,
)
from cocoa_core.families.selection.generation.rejections import Rejection
from cocoa_core.families.selection.generation.requirement_search import (
    draw_edited_pair,
    labels_confirmed,
    may_be_right,
    requirement_spec,
    requirements,
    slots_for,
    splitting_knowledge,
    usable_slots,
)
from cocoa_core.families.selection.generation.revising import BalancedSetHistories
from cocoa_core.families.selection.generation.structure import RequirementSpec
from cocoa_core.families.selection.generation.wording import RequestSpec
from cocoa_core.language import Request

_MOST_REQUIREMENTS: Final = 12
"""The most requirements drawn for a member until one of them has what its group demands."""

_MOST_UNREADABLE: Final = 1
"""The most requirements refused because their text would be hard to follow. More would be in vain where
nearly all requirements of the same slots and minterms have as many faults. Of 100 drawn, 3 are refused for
`hard` and 12 for `paper`. Refusing all with more than one fault halved the questions a second.
"""
_TWO_SLOTS: Final = 2
"""With up to this many slots, every condition is about the same slots."""

_LOOSENING: Final = 0.5
_ATTEMPTS_PER_LOOSENING: Final = 12
"""After every 12 failed attempts at a set, the acceptance draws of its members are multiplied by 0.5: a right
option that can be guessed is then accepted more often. In 60 questions about flights, `standard` or `hard`,
no set fails 12 times.
"""
_MOST_WORST_ATTEMPTS: Final = 24
"""After this many failed attempts the right option need not be the worst where that was asked for. In 60
questions about flights, `standard` or `hard`, no set fails that often.
"""
_PAIR_FACTOR: Final = 0.65
"""The factor of the acceptance draw where two requirements that differ in one literal are drawn together."""
_MOST_EXCHANGES: Final = 4
"""The most exchanges of targets in one set. Of 220 sets of flights, and of diamonds, whose members may all be
right somewhere, 200 are found.
"""
_HARD_DRAW: Final = 0.5
"""From this acceptance draw on, hardly any right option that can be guessed is accepted."""

Fill = Callable[
    [CandidatePool, Sequence[GroundedRequirement], Sequence[int], random.Random], Sequence[int] | None
]
"""Returns further rows of the group for a set's requirements and rows; None where they are too few."""
MeetsAsk = Callable[[int, CandidatePool, GroundedRequirement, Sequence[int], random.Random], bool]
"""Returns whether a member's requirement has what the ask needs, over the rows of the balanced set."""


@frozen
class BalancedSetSpec:
    """What a balanced set has to be."""

    targets: tuple[int, ...]
    """For each member the mask of the rows that satisfy its requirement."""
    rows: int
    """The number of rows that are drawn."""
    constraints: DistractorConstraints
    """What the wrong options of each requirement must fulfil."""
    chosen: tuple[CandidatePool, OptionSet] | None = None
    """The group and its rows, where the ask has drawn them."""
    any_order: bool = False
    """Whether members with non-empty targets may exchange them; a set is then found sooner."""
    may_repeat: bool = False
    """Whether members may also take a target that another one has, where no other is found for them. The rows
    then stay in their order.
    """
    fill: Fill | None = None
    """Adds the options that are not part of the balance."""
    without: frozenset[str] = frozenset()
    """Slots that no requirement uses."""
    plain: bool = False
    """Whether every sentence must be unambiguous, whatever the options are."""
    fits: MeetsAsk | None = None
    """Refuses single requirements, so that a set does not fail with one of them."""
    misfit: Rejection = Rejection.NO_HISTORY
    """The reason for which `fits` refuses them, as it is counted."""
    histories: BalancedSetHistories | None = None
    """The histories that the requirements need, where something is revised."""
    accepts: Callable[[int, random.Random, GroundedRequirement], bool] | None = None
    """Returns whether a member's requirement is accepted unproved: see `GenerationContext.accepts`."""
    drafts: Mapping[int, GroundedRequirement] = field(factory=dict)
    """Requirements that were drawn before the rows, by member."""


Companions: TypeAlias = tuple[Edit | None, OptionSet | None]
"""The companions of a draft: an edit of it that changes one literal, and a second list of options."""
_DrawnMember: TypeAlias = tuple[int, GroundedRequirement, Companions]
"""The target of a member, and its requirement."""


@frozen(eq=False)
class BalancedSet:
    """A balanced set: requirements over the same rows, with their texts."""

    set_spec: BalancedSetSpec
    pool: CandidatePool
    drafts: tuple[GroundedRequirement, ...]
    """The requirement of each member, which the rows of its target in `set_spec.targets` satisfy, and no
    other row of the balanced set. Where members may take any target, the rows are put in the order of the
    members that they are right for.
    """
    sets: tuple[OptionSet, ...]
    """The rows of each option set."""
    requests: tuple[tuple[Request, ...], ...]
    """The wordings of each member, one unless more are wanted; for an edited pair the wording of the draft
    and that of the edit.
    """
    beside: tuple[Companions, ...]


def draw_balanced_set(search: QuestionSetSearch, set_spec: BalancedSetSpec) -> BalancedSet | None:
    """Draws a balanced set over rows of one group; returns None where it failed, which is counted."""
    plan, rng, groups = search.plan, search.rng, search.source.groups
    if set_spec.chosen is None:
        pool = search.draw_pool()
        rows = draw_rows(groups, pool, set_spec.rows, rng)
    else:
        pool, rows = set_spec.chosen
    drawn = _draw_members(search, set_spec, pool, rows)
    if drawn is None:
        return None
    by_member = [drawn[member] for member in range(len(plan.members))]
    drafts, companions = [draft for _, draft, _ in by_member], [other for _, _, other in by_member]
    if set_spec.any_order and not set_spec.may_repeat:  # each row is put where its member is
        order = [target.bit_length() - 1 for target, _, _ in by_member if target]
        rows = tuple([rows[index] for index in order])
        companions = [
            (edit, second and tuple([second[index] for index in order])) for edit, second in companions
        ]
    if set_spec.fill is not None:
        added_rows = set_spec.fill(pool, drafts, rows, rng)
        if added_rows is None:
            search.failed["too few further options fit"] += 1
            return None
        rows = (*rows, *added_rows)
    sets = [rows]
    if plan.settings.option_sets > 1:
        sets += _further_sets(search, pool, drafts, set_spec.targets, rows)
    requests = _draw_texts(search, set_spec, pool, drafts, companions, sets)
    if requests is None:
        return None
    return BalancedSet(set_spec, pool, tuple(drafts), tuple(sets), tuple(requests), tuple(companions))


def _draw_members(
    search: QuestionSetSearch, set_spec: BalancedSetSpec, pool: CandidatePool, rows: OptionSet
) -> dict[int, _DrawnMember] | None:
    """Draws the requirement of each member, the hardest first; None where one fails, which is counted."""
    plan, failed = search.plan, search.failed
    drawn = _confirmed_drafts(search, set_spec, pool, rows)
    contexts = None if drawn is None else _contexts_of(search, set_spec, pool, rows)
    if drawn is None or contexts is None:
        return None
    worst = plan.worst if set_spec.constraints.hidden and failed.total() < _MOST_WORST_ATTEMPTS else None
    waiting = _hardest_first(contexts, worst, plan.settings.grouping.kind in PAIRS)
    if drawn:  # the more rows satisfy it, the harder it is to find
        waiting = sorted(set(waiting) - set(drawn), key=lambda member: -set_spec.targets[member].bit_count())
    targets = _Targets(set_spec, contexts, worst, {*drawn, worst})
    for member in waiting:
        if not targets.add(member):
            failed[f"setting {plan.members[member]}"] += 1
            return None
    most = len(drawn)
    while waiting:
        member = waiting.pop(0)
        draw = partial(_draw_with_companions, search, set_spec, contexts[member], worst=member == worst)
        result = draw(targets.open_to(member))
        while result is None and (others := targets.next_offer(member)):
            result = draw(others)
        if result is None:
            failed[f"setting {plan.members[member]}"] += 1
            return None
        displaced = targets.take(member, result[0])
        if displaced is not None:
            waiting.append(displaced)
            del drawn[displaced]
        drawn[member] = result
        if len(drawn) > most:
            most = len(drawn)
            search.reached[most] += 1
    return drawn


@define
class _Targets:
    """Which member has which target, and which it may have.

    Where members may exchange their targets, it is made sure that each can get one, before any requirement is
    drawn, and no member takes one without which the others could not get theirs. If a member fails with all
    that are left, it takes that of another member, which is drawn anew. Where targets may repeat, it takes
    one that another member keeps.
    """

    set_spec: BalancedSetSpec
    contexts: Sequence[GenerationContext]
    worst: int | None
    fixed: Set[int | None]
    """Members that keep their targets."""
    possible: dict[int, list[int]] = field(factory=dict, init=False)
    """The targets that each member may have, without those that were left for it and with which it failed."""
    unknown: dict[int, list[int]] = field(factory=dict, init=False)
    """The targets of which it is not known yet whether the member may have them."""
    owners: dict[int, int] = field(factory=dict, init=False)
    """The member that has each target."""
    offers_left: int = field(default=_MOST_EXCHANGES, init=False)
    """The number of times that targets of other members may still be offered, whether they are taken or not.
    """

    def add(self, member: int) -> bool:
        """Adds a member that has no target yet; returns whether each member can still get one."""
        target = self.set_spec.targets[member]
        self.possible[member] = []
        if not self._may_exchange(member):
            self.unknown[member] = [target]
            self._examine(member)
            return bool(self.possible[member])
        claims = Counter(target for possible in self.possible.values() for target in possible)
        self.unknown[member] = sorted(filter(None, self.set_spec.targets), key=lambda target: claims[target])
        while not self._suffice(self._possible_of_exchanging):
            examined = next((other for other in (member, *self.unknown) if self.unknown[other]), None)
            if examined is None:
                return False
            self._examine(examined)
        return True

    def open_to(self, member: int) -> list[int]:
        """Returns the targets that are left for a member."""
        if not self._may_exchange(member):
            return self.possible[member]
        taken = set(self.owners)
        if self.set_spec.may_repeat:
            return [target for target in self.possible[member] if target not in taken]
        waiting = {
            other: possible
            for other, possible in self._possible_of_exchanging.items()
            if other != member and other not in self.owners.values()
        }
        return [
            target
            for target in self.possible[member]
            if target not in taken and self._suffice(waiting, {*taken, target})
        ]

    def next_offer(self, member: int) -> list[int]:
        """Drops the targets that are open to a member, which has failed with them, and returns the next ones.

        These are others that are left or, where there are none, those of members which can take one that is
        left; the same may be offered again, since each try draws anew.
        """
        if not self._may_exchange(member):
            return []
        tried = self.open_to(member)
        self.possible[member] = [target for target in self.possible[member] if target not in tried]
        for other in self.unknown:
            while self.unknown[other]:
                self._examine(other)
        if others := self.open_to(member):
            return others
        if self.set_spec.may_repeat:
            repeated, self.possible[member] = self.possible[member], []
            return repeated
        self.offers_left -= 1
        if self.offers_left < 0:
            return []
        left = [target for target in self.set_spec.targets if target and target not in self.owners]
        return [
            target
            for target in self.possible[member]
            if target in self.owners
            and self.owners[target] not in self.fixed
            and any(other in self.possible[self.owners[target]] for other in left)
        ]

    def take(self, member: int, target: int) -> int | None:
        """Gives a target to a member; returns the member that loses it, None where none does."""
        if not self._may_exchange(member):
            return None
        owner = self.owners.get(target)
        if self.set_spec.may_repeat and owner is not None:
            return None
        self.owners[target] = member
        return owner

    def _may_exchange(self, member: int) -> bool:
        return self.set_spec.any_order and bool(self.set_spec.targets[member])

    @property
    def _possible_of_exchanging(self) -> Mapping[int, Sequence[int]]:
        return {member: possible for member, possible in self.possible.items() if self._may_exchange(member)}

    def _examine(self, member: int) -> None:
        """Finds out which of its unknown targets a member may have, one after the other. It ends after the
        first for which combinations of slots are listed, since these take a search.
        """
        context, worst, unknown = self.contexts[member], member == self.worst, self.unknown[member]
        while unknown:
            target = unknown.pop(0)
            if may_be_right(context, target, worst=worst):
                self.possible[member].append(target)
            if slots_for(context, target, worst=worst)[1] is not None:
                return

    def _suffice(self, possible: Mapping[int, Sequence[int]], taken: Set[int] = frozenset()) -> bool:
        """Returns whether each member can get a free target, which no other gets unless they may repeat."""
        if self.set_spec.may_repeat:
            return all(possible.values())
        if not possible:
            return True
        member = min(possible, key=lambda member: len(possible[member]))
        others = {other: targets for other, targets in possible.items() if other != member}
        return any(
            self._suffice(others, {*taken, target}) for target in possible[member] if target not in taken
        )


def _contexts_of(
    search: QuestionSetSearch, set_spec: BalancedSetSpec, pool: CandidatePool, rows: OptionSet
) -> list[GenerationContext] | None:
    """Returns what the search for each member works with; None, a counted failure, if the group lacks
    slots that are needed.
    """
    plan = search.plan
    usable = usable_slots(search, pool, set_spec.without)
    if usable is None:
        return None
    masks = OptionMasks(pool, rows)
    derived = splitting_knowledge(search, masks, usable)
    if derived is None:
        return None
    acceptance_draws = _draw_acceptance(search, set_spec)
    contexts: list[GenerationContext] = []
    feasible: dict[tuple[Hashable, ...], FeasibleSlots] = {}
    for member, acceptance_draw in enumerate(acceptance_draws):
        spec = requirement_spec(search, member, derived)
        constraints = set_spec.constraints
        if set_spec.histories is not None:
            swaps = set_spec.histories.last_swaps(member, pool, rows)
            constraints = evolve(constraints, required_near_misses=swaps.plan.near_miss, swaps=swaps)
        well_read = plan.settings.grouping.kind not in PAIRS and spec.shared >= 1
        contexts.append(
            GenerationContext(
                masks=masks,
                usable=usable,
                spec=spec,
                constraints=constraints,
                acceptance_draw=acceptance_draw,
                rng=search.rng,
                rejections=search.rejections[member],
                member=member,
                conditions=search.source.conditions
                if well_read and _patience(spec) == _MOST_REQUIREMENTS
                else None,
                accepts=None if set_spec.accepts is None else partial(set_spec.accepts, member, search.rng),
                feasible=feasible,
            )
        )
    return contexts


def _draw_acceptance(search: QuestionSetSearch, set_spec: BalancedSetSpec) -> list[float]:
    """Returns the acceptance draw of each member, see `GenerationContext.acceptance_draw`.

    The smaller it is, the more requirements are accepted. The member whose right option has to be the worst
    is the hardest to find and takes the smallest.
    """
    plan, rng = search.plan, search.rng
    factor = _LOOSENING ** (search.failed.total() // _ATTEMPTS_PER_LOOSENING)
    if plan.settings.grouping.kind in PAIRS:
        factor *= _PAIR_FACTOR
    acceptance_draws = [factor * rng.random() for _ in plan.members]
    if plan.worst is not None and set_spec.constraints.hidden:
        smallest = acceptance_draws.index(min(acceptance_draws))
        acceptance_draws.insert(plan.worst, acceptance_draws.pop(smallest))
    return acceptance_draws


def _confirmed_drafts(
    search: QuestionSetSearch, set_spec: BalancedSetSpec, pool: CandidatePool, rows: OptionSet
) -> dict[int, _DrawnMember] | None:
    """Returns the members that were drawn before the rows; None, a counted failure, if the rows do not suit
    one.
    """
    drawn: dict[int, _DrawnMember] = {}
    for member, draft in set_spec.drafts.items():
        target = set_spec.targets[member]
        if not labels_confirmed(draft, rows, target, search.rejections[member]):
            search.failed[Rejection.OTHER_LABELS] += 1
            return None
        if set_spec.fits is not None and not set_spec.fits(member, pool, draft, rows, search.rng):
            search.failed[set_spec.misfit] += 1
            return None
        drawn[member] = target, draft, (None, None)
    return drawn


def _draw_texts(
    search: QuestionSetSearch,
    set_spec: BalancedSetSpec,
    pool: CandidatePool,
    drafts: Sequence[GroundedRequirement],
    companions: Sequence[Companions],
    sets: Sequence[OptionSet],
) -> list[tuple[Request, ...]] | None:
    """Draws the requests of each member; returns None where one has too few, which is counted."""
    plan, rng = search.plan, search.rng
    kind, size = plan.settings.grouping.kind, plan.settings.grouping.size
    spec = RequestSpec.of(search, pool, plain=set_spec.plain and kind not in PAIRS)
    spec = evolve(spec, ways=size if kind == SURFACE else 1)
    draw = search.source.wording.requests
    requests = []
    for draft, (edit, second), rejections in zip(drafts, companions, search.rejections, strict=True):
        option_sets = sets if second is None else [*sets, second]
        shown = sum({1 << row for rows in option_sets for row in rows})
        if edit is None:
            texts = draw(draft, shown, spec, rng, rejections)
        else:
            seed = rng.getrandbits(64)  # both are said alike, as far as both can be
            texts = [
                request
                for version in (draft, edit[2])
                for request in draw(version, shown, spec, random.Random(seed), rejections)
            ]
        if len(texts) < (size if kind in (SURFACE, *PAIRS) else 1):
            search.failed["no wording"] += 1
            return None
        requests.append(tuple(texts))
    return requests


def _hardest_first(contexts: Sequence[GenerationContext], worst: int | None, paired: bool) -> list[int]:
    """Returns the members in the order in which they are drawn, so that a set that cannot be found is given
    up sooner.

    Args:
        contexts: of each member. The greater its acceptance draw and the fewer literals there are, the harder
            it is to find a requirement whose right option does not stand out.
        worst: the member whose right option has to be the worst, which needs every option to choose from.
        paired: whether two requirements are drawn for each member. Members that need two whose right options
            do not stand out are the hardest.
    """
    if paired:
        return sorted(range(len(contexts)), key=lambda member: -contexts[member].acceptance_draw)
    return sorted(
        range(len(contexts)),
        key=lambda member: (
            member != worst,
            contexts[member].acceptance_draw < _HARD_DRAW,
            contexts[member].spec.cell.all_slots,
            member,
        ),
    )


def draw_questions(search: QuestionSetSearch, set_spec: BalancedSetSpec) -> Sets | None:
    """Draws a set's questions, with conversations where it has revisions; see `draw_balanced_set`."""
    revisions = search.plan.revisions
    if not revisions:
        balanced = draw_balanced_set(search, set_spec)
        return None if balanced is None else questions_of(balanced)
    histories = BalancedSetHistories(search.source.reviser, revisions, set_spec.without)
    set_spec = evolve(set_spec, fits=histories.fits, misfit=Rejection.NO_HISTORY, histories=histories)
    balanced = draw_balanced_set(search, set_spec)
    if balanced is None:
        return None
    sets = histories.told(questions_of(balanced), search.rng)
    if sets is None:
        search.failed["no wording of the turns"] += 1
    return sets


def questions_of(balanced: BalancedSet) -> Sets:
    """Returns the questions of a balanced set.

    Where each member has one right option, that option gets the letter whose turn it is.
    """
    single = all(target.bit_count() <= 1 for target in balanced.set_spec.targets)
    sets = []
    for draft, requests, (edit, second), target in zip(
        balanced.drafts, balanced.requests, balanced.beside, balanced.set_spec.targets, strict=True
    ):
        placed = target.bit_length() - 1 if single and target else None
        first = DrawnQuestion(
            pool=balanced.pool, request=requests[0], draft=draft, rows=balanced.sets[0], placed=placed
        )
        if edit is not None:
            (term, literal), _, changed = edit
            first = evolve(first, differs={"term": term, "literal": literal})
            sets.append([first, evolve(first, draft=changed, request=requests[1])])
        elif second is not None:
            sets.append(_branches(first, second))
        elif len(requests) > 1:
            sets.append(
                [
                    evolve(first, request=request, differs={"wording": number})
                    for number, request in enumerate(requests)
                ]
            )
        else:
            sets.append([first, *(evolve(first, rows=rows) for rows in balanced.sets[1:])])
    return sets


def draw_ahead(
    search: QuestionSetSearch, context: GenerationContext, targets: Sequence[int]
) -> GroundedRequirement | None:
    """Draws the requirement of a member before its final rows are chosen, over other rows.

    Args:
        search: has the plan that the member belongs to.
        context: of the member, with the other rows.
        targets: the masks of those of which one satisfies the requirement.
    """
    set_spec = BalancedSetSpec(tuple(targets), len(context.masks.rows), context.constraints)
    result = _draw_with_companions(search, set_spec, context, targets, worst=False)
    return None if result is None else result[1]


def _draw_with_companions(
    search: QuestionSetSearch,
    set_spec: BalancedSetSpec,
    context: GenerationContext,
    targets: Sequence[int],
    *,
    worst: bool,
) -> _DrawnMember | None:
    """Draws a target, a requirement for it and the companions that its group needs; None on failure."""
    source, kind = search.source, search.plan.settings.grouping.kind
    groups, masks, spec, rejections = source.groups, context.masks, context.spec, context.rejections
    if kind in PAIRS:
        edited = draw_edited_pair(context, targets, odd=kind == ODD)
        return None if edited is None else (edited[0], edited[1], (edited[2], None))
    looks = [groups.look(row) for row in masks.pool.group.rows] if kind == BRANCH else []
    refused, patience = 0, _patience(spec)
    for target, draft in islice(requirements(context, targets, worst=worst), _MOST_REQUIREMENTS):
        if refused < patience and not source.wording.reads_well(draft, strictly=spec.readable):
            rejections.count(Rejection.CANNOT_COMBINE)
            refused += 1
            continue
        if set_spec.fits is not None and not set_spec.fits(
            context.member, masks.pool, draft, masks.rows, context.rng
        ):
            rejections.count(set_spec.misfit)
            continue
        rejections.fitting += 1
        if kind != BRANCH:
            return target, draft, (None, None)
        second = branch(draft, context, target.bit_length() - 1, looks)
        if second is not None and labels_confirmed(draft, second, target, rejections):
            return target, draft, (None, second)
        rejections.count(Rejection.NO_BRANCH)
    return None


def _patience(spec: RequirementSpec) -> int:
    """Returns the most requirements that are refused because their text would be hard to follow."""
    if spec.implications is not None:  # the caller asked for this structure, however it reads
        return 0
    if spec.readable:
        return _MOST_REQUIREMENTS
    return _MOST_UNREADABLE if spec.cell.slots > _TWO_SLOTS else 0


def _branches(first: DrawnQuestion, second: OptionSet) -> list[DrawnQuestion]:
    """Returns the question over two lists; the right option of just one meets a condition."""
    assert first.draft is not None
    assert first.placed is not None
    branching = branches(first.draft, first.rows[first.placed], second[first.placed])
    assert branching is not None
    term, meets = branching
    return [
        evolve(first, rows=rows, differs={"term": term, "condition": truth})
        for rows, truth in ((first.rows, meets), (second, not meets))
    ]


def _further_sets(
    search: QuestionSetSearch,
    pool: CandidatePool,
    drafts: Sequence[GroundedRequirement],
    targets: Sequence[int],
    rows: OptionSet,
) -> list[OptionSet]:
    """Draws the option sets besides the first, with whose labels the solver agrees; perhaps too few."""
    groups, group_rows = search.source.groups, pool.group.rows
    further = further_sets(
        drafts,
        rows,
        len(group_rows),
        search.plan.settings.option_sets - 1,
        lambda row: groups.look(group_rows[row]),
        search.rng,
    )
    return [
        option_set
        for option_set in further
        if all(map(labels_confirmed, drafts, [option_set] * len(drafts), targets, search.rejections))
    ]
