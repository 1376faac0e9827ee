"""Draws questions of the asks `every` and `count`, whose number of right options is drawn first.

If the rows of a balanced set were drawn first, a requirement that none of them satisfies would be a rare one
(a median of 13 % of its group satisfy it), and one that all satisfy a common one (84 %), so that words such
as "over 2 carats" would tell which. Therefore three requirements are drawn before the rows: those that all,
none, and all but one of the options are to satisfy. Each is drawn for other rows, of which two are right; the
rows are then picked where the three come out as their targets say. The requirements between are drawn for
these rows and accepted by `_acceptance`, which undoes the effect of the rows on their rarity. No requirement
is outside _SHARES.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice
from operator import or_
from typing import Final

from attrs import evolve, field, frozen

from cocoa_core.domain import Requirement
from cocoa_core.families.selection.generation.balanced_set import (
    BalancedSetSpec,
    draw_ahead,
    draw_questions,
)
from cocoa_core.families.selection.generation.candidates import CandidatePool
from cocoa_core.families.selection.generation.context import QuestionSetSearch, Sets
from cocoa_core.families.selection.generation.elimination import DistractorConstraints
from cocoa_core.families.selection.generation.grounding import GroundedRequirement
from cocoa_core.families.selection.generation.option_masks import OptionMasks, masks_of_size
from cocoa_core.families.selection.generation.option_sets import draw_rows, fillers
from cocoa_core.families.selection.generation.requirement_search import member_context, usable_slots
from cocoa_core.families.selection.setting_specs import PANEL

_RIGHT_ROWS: Final = 2
"""The number of right rows out of five that a requirement's rarity is matched to: it lies between those of
one and of four, and is the cheapest to draw.
"""
_FEWEST_AHEAD: Final = 4
"""With at least this many options, requirements are drawn before the rows."""
_ROWS_PER_OPTION: Final = 5
"""Rows of a group for each option below which requirements are not drawn ahead: in a smaller group three of
them hardly ever leave enough rows.
"""
_MOST_AHEAD: Final = 24
"""After this many failed attempts the rows are drawn first, although the words may then tell how many
options are right.
"""
_REVISED_FACTOR: Final = 12
"""How many times as many attempts are made with the requirements first where something is revised: of flights
with three revisions every second set took more than _MOST_AHEAD, and its rows told how many options are
right.
"""
_SHARES: Final = (0.25, 0.6)
"""The share of its group that satisfies a requirement, however many of the options do. Of requirements drawn
for ordinary rows the middle half is within it, and `_acceptance` can even out what it leaves: without it a
wish that fewer than 30 % of the group meet was 1.5 times as frequent as in the mean where no option is right,
2.0 times where one is and 0.1 times where all are (6,000 questions of flights).
"""
_EVENNESS: Final = {0: 1.8, 1: 1.8, 2: 1.0, 3: -0.5}
"""Where something is revised, how much more readily common requirements are accepted than rare ones, by the
number of right options: e to this power from one end of `_SHARES` to the other. `_EVENNESS_OF_ALL` applies
where all are right. Conversations are found sooner the fewer rows satisfy what none is to satisfy, and the
more satisfy what all are to: without these factors 36 % of the group met a requirement that no option
satisfies and 46 % one that all do, with them 38 and 45 % (4,000 and 1,500 conversations of flights).
"""
_EVENNESS_OF_ALL: Final = -2.0
_MOST_NARROW: Final = 24
"""Requirements refused because they leave too few rows, before one that does is accepted, and the attempt
fails.
"""
_ROW_DRAWS: Final = 3
"""How many times rows are drawn for the same three requirements."""
_REVISED_ROWS_FACTOR: Final = 40
"""How many times as many rows are drawn where something is revised. They are only looked at, see
`can_single_out`, and few of them suit: one in 23 of flights and one in 12 of diamonds.
"""
_ACCEPTANCE_SCALES: Final = (0.8, 2.4)
"""The factor of the acceptance probability; the second is for requirements that one option satisfies. The
larger it is, the more requirements reach the cap of 1 and go uncorrected; the smaller it is, the more are
drawn in vain. Of those that one option satisfies, 6 % (flights) to 15 % (diamonds) were accepted with 0.8.
"""


def balanced_targets(size: int, balance_level: int) -> tuple[int, ...]:
    """Returns for each of the size + 1 members the mask of its right options; the first has
    `balance_level` modulo size + 1 of them.

    Laid end to end around the ring of options, the masks of no, one, two and so on up to all options cover
    each option equally often; of an even size, half of the options once more than the others.
    """
    everything, start, masks = (1 << size) - 1, 0, []
    for right in range(size + 1):
        mask = ((1 << right) - 1) << start
        masks.append((mask | mask >> size) & everything)
        start = (start + right) % size
    return tuple(masks[(balance_level + member) % (size + 1)] for member in range(size + 1))


def draw_some(search: QuestionSetSearch) -> Sets | None:
    """Returns a balanced set with a question for each number of right options, or a single question where
    there are more options than a panel.
    """
    return _draw_ring(search) if search.plan.settings.options <= PANEL else _draw_alone(search)


def _draw_alone(search: QuestionSetSearch) -> Sets | None:
    groups, right = search.source.groups, search.plan.balance_level
    further = search.plan.settings.options - PANEL
    # the further options can hold only `further` of the right ones
    first = max(min(right, search.rng.randint(1, 2)), right - further)

    def fill(
        pool: CandidatePool, drafts: Sequence[GroundedRequirement], taken: Sequence[int], rng: random.Random
    ) -> Sequence[int] | None:
        [draft] = drafts
        satisfying = fillers(groups, pool, taken, draft.satisfied, right - first, rng)
        if satisfying is None:
            return None
        breaking = fillers(groups, pool, (*taken, *satisfying), draft.broken, further - right + first, rng)
        return None if breaking is None else (*satisfying, *breaking)

    set_spec = BalancedSetSpec(((1 << first) - 1,), PANEL, DistractorConstraints(), fill=fill)
    return draw_questions(search, set_spec)


def _draw_ring(search: QuestionSetSearch) -> Sets | None:
    """Returns one requirement for each member, satisfied by exactly the options in the member's target."""
    options, pool = search.plan.settings.options, search.draw_pool()
    targets = balanced_targets(options, search.plan.balance_level)
    set_spec = BalancedSetSpec(targets, options, DistractorConstraints())
    small = len(pool.group.rows) < _ROWS_PER_OPTION * options
    patience = _MOST_AHEAD * (_REVISED_FACTOR if search.plan.revisions else 1)
    if options < _FEWEST_AHEAD or small or search.failed.total() >= patience:
        rows = draw_rows(search.source.groups, pool, options, search.rng)
        return draw_questions(search, evolve(set_spec, chosen=(pool, rows)))
    usable = usable_slots(search, pool)
    return None if usable is None else _RequirementsFirst(search, pool, set_spec, usable).sets()


@frozen(eq=False)
class _RequirementsFirst:
    """Draws the requirements that all, none, and all but one of the options are to satisfy, then rows."""

    search: QuestionSetSearch
    pool: CandidatePool
    set_spec: BalancedSetSpec
    usable: Sequence[str]
    drafts: dict[int, GroundedRequirement] = field(factory=dict, init=False)
    """The requirements that are drawn before the rows, by member."""

    def sets(self) -> Sets | None:
        """Returns the questions of all members; None where the try failed."""
        regions = self._regions()
        if regions is None:
            return None
        size, targets = len(self.pool.group.rows), self.set_spec.targets

        def accepts(member: int, rng: random.Random, draft: GroundedRequirement) -> bool:
            evenness, _ = self._evenness(draft, targets[member].bit_count())
            return _is_within_shares(draft, size) and rng.random() < _acceptance(
                draft, targets[member], regions, size, evenness
            )

        set_spec = evolve(self.set_spec, drafts=self.drafts, accepts=accepts)
        for rows in islice(self._suitable_rows(regions), _ROW_DRAWS):
            sets = draw_questions(self.search, evolve(set_spec, chosen=(self.pool, rows)))
            if sets is not None:
                return sets
        return None

    def _suitable_rows(self, regions: Sequence[int]) -> Iterator[tuple[int, ...]]:
        """Yields rows of the regions, where something is revised those over which it can be."""
        revisions, reviser = self.search.plan.revisions, self.search.source.reviser
        used = {member: _slots_of(draft.requirement) for member, draft in self.drafts.items()}
        for _ in range(_ROW_DRAWS * (_REVISED_ROWS_FACTOR if revisions else 1)):
            rows = self._rows_of(regions)
            if rows is not None and all(
                reviser.can_single_out(self.pool, rows, [plan], used.get(member, frozenset()))
                for member, plan in enumerate(revisions)
            ):
                yield rows

    def _regions(self) -> list[int] | None:
        """Draws the three requirements. Returns for each option the rows that satisfy or break each of them
        as its target says; None where they leave too few.
        """
        options = self.search.plan.settings.options
        regions = [(1 << len(self.pool.group.rows)) - 1] * options
        for right in (options, 0, options - 1):
            draft = self._draw(right, regions)
            if draft is None:
                return None
            regions = self._left_by(draft, right, regions)
            if self._rows_of(regions) is None:
                self.search.failed["too few rows fit"] += 1
                return None
        return regions

    def _left_by(self, draft: GroundedRequirement, right: int, regions: Sequence[int]) -> list[int]:
        """Returns for each option the rows of its region that satisfy or break the draft as the target of the
        member with so many right options says.
        """
        target = self.set_spec.targets[self._member(right)]
        return [
            region & draft.satisfied if target >> option & 1 else self._missed(draft, right, option, region)
            for option, region in enumerate(regions)
        ]

    def _member(self, right: int) -> int:
        """Returns the member with so many right options."""
        return next(
            member for member, target in enumerate(self.set_spec.targets) if target.bit_count() == right
        )

    def _draw(self, right: int, regions: Sequence[int]) -> GroundedRequirement | None:
        """Draws the requirement of the member with so many right options, over other rows of the regions.

        It is one that leaves a row for each option, if one of the first `_MOST_NARROW` does.
        """
        search, options, size = self.search, self.search.plan.settings.options, len(self.pool.group.rows)
        others = fillers(search.source.groups, self.pool, (), reduce(or_, regions), options, search.rng)
        if others is None:
            search.failed["too few rows fit"] += 1
            return None
        member = self._member(right)
        masks = OptionMasks(self.pool, tuple(others))
        context = member_context(search, member, masks, self.usable, self.set_spec.constraints)
        if context is None:
            return None
        refused = 0

        def accepts(draft: GroundedRequirement) -> bool:
            nonlocal refused
            if not _is_within_shares(draft, size):
                return False
            evenness, highest = self._evenness(draft, right)
            if search.rng.random() * highest >= evenness:
                return False
            if refused == _MOST_NARROW or _are_enough(self._left_by(draft, right, regions)):
                return True
            refused += 1
            return False

        # one target, as the requirements that are drawn for the rows have: with the choice of all ten, wishes
        # about slots of few different values were more frequent (emissions of flights: 1.2 times the mean,
        # against 0.8 times in those drawn for the rows), so that words told how many options are right
        context = evolve(context, accepts=accepts)
        draft = draw_ahead(search, context, [search.rng.choice(masks_of_size(options, _RIGHT_ROWS))])
        if draft is None:
            search.failed[f"setting {search.plan.members[member]}"] += 1
            return None
        self.drafts[member] = draft
        search.reached[len(self.drafts)] += 1
        return draft

    def _evenness(self, draft: GroundedRequirement, right: int) -> tuple[float, float]:
        """Returns the factor of the acceptance probability that makes requirements equally rare, however many
        of the options are right, and the highest such factor; see `_EVENNESS`.
        """
        if not self.search.plan.revisions:
            return 1.0, 1.0
        (least, most), size = _SHARES, len(self.pool.group.rows)
        share = (draft.satisfied & (1 << size) - 1).bit_count() / size
        all_right = right == self.search.plan.settings.options
        power = _EVENNESS_OF_ALL if all_right else _EVENNESS.get(right, 0.0)
        return math.exp(power * ((share - least) / (most - least) - 0.5)), math.exp(abs(power) / 2)

    def _missed(self, draft: GroundedRequirement, right: int, option: int, region: int) -> int:
        """Returns the rows of a region for an option that is wrong at the end.

        In a conversation the option may have been right until the last change. Then these are the rows that
        break just one drawn sum term.
        """
        revisions = self.search.plan.revisions
        if not revisions or revisions[self._member(right)].stale != option:
            return region & draft.broken
        near = [region & fails & ~draft.broken_twice for fails in draft.fails]
        weights = [mask.bit_count() for mask in near]
        return self.search.rng.choices(near, weights)[0] if any(weights) else 0

    def _rows_of(self, regions: Sequence[int]) -> tuple[int, ...] | None:
        """Returns a row of each of the masks, no two of which look alike; None where there are too few."""
        rows: dict[int, int] = {}
        for region in sorted(set(regions), key=regions.count):
            options = [option for option, other in enumerate(regions) if other == region]
            groups, taken = self.search.source.groups, tuple(rows.values())
            chosen = fillers(groups, self.pool, taken, region, len(options), self.search.rng)
            if chosen is None:
                return None
            rows.update(zip(options, chosen, strict=True))
        return tuple(rows[option] for option in range(len(regions)))


def _slots_of(requirement: Requirement) -> frozenset[str]:
    """Returns the slots of a requirement."""
    return frozenset(literal.primitive.slot for term in requirement for literal in term)


def _are_enough(regions: Sequence[int]) -> bool:
    """Returns whether each region has as many rows as there are options that it is the region of."""
    return all(region.bit_count() >= regions.count(region) for region in regions)


def _is_within_shares(draft: GroundedRequirement, size: int) -> bool:
    least, most = _SHARES
    return least * size <= (draft.satisfied & (1 << size) - 1).bit_count() <= most * size


def _acceptance(
    draft: GroundedRequirement, target: int, regions: Sequence[int], rows: int, evenness: float
) -> float:
    """Returns the probability of accepting a requirement.

    It is the likelihood of the requirement on ordinary rows, of which _RIGHT_ROWS are right, divided by its
    likelihood on the rows' regions with this target; capped at 1.

    Args:
        rows: the number of rows in the group.
        evenness: a further factor.
    """
    everything = (1 << rows) - 1
    satisfied, broken = draft.satisfied & everything, draft.broken & everything
    likelihood = 1.0
    for option, region in enumerate(regions):
        fitting = region & (satisfied if target >> option & 1 else broken)
        likelihood *= fitting.bit_count() / region.bit_count()
    right, wrong = satisfied.bit_count() / rows, broken.bit_count() / rows
    scale = _ACCEPTANCE_SCALES[target.bit_count() == 1] * evenness
    return min(1.0, scale * right**_RIGHT_ROWS * wrong ** (len(regions) - _RIGHT_ROWS) / likelihood)
