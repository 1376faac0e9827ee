"""Draws questions of the ask `bundle` so that the options alone do not give the best choice away.

The best choice has good numbers, and someone who sees the options alone can learn from that. Therefore the
key is drawn first, and what is asked is drawn for it. Where options are few, the questions of a balanced set
share them, and each option is in the key of equally many. Where they are many, a key that is drawn before the
request is hardly ever the best choice: there it is drawn among the options that meet the request.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache, partial
from math import lcm
from typing import Final

from attrs import evolve, frozen

from cocoa_core.families.selection.asks.bundle.bundle_table import BundleTable
from cocoa_core.families.selection.asks.bundle.bundling import BundleConditionSearch, DrawnBundle
from cocoa_core.families.selection.generation.candidates import CandidatePool
from cocoa_core.families.selection.generation.context import DrawnQuestion, QuestionSetSearch, Sets
from cocoa_core.families.selection.generation.elimination import DistractorConstraints
from cocoa_core.families.selection.generation.grounding import GroundedRequirement
from cocoa_core.families.selection.generation.option_masks import OptionMasks, masks_of_size
from cocoa_core.families.selection.generation.option_sets import draw_rows, fillers
from cocoa_core.families.selection.generation.requirement_search import (
    draw_requirement,
    member_context,
    usable_slots,
)
from cocoa_core.families.selection.generation.wording import RequestSpec
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.lexicon import BUNDLE_OBJECTIVES

_MOST_SHARED: Final = 12
_MOST_TAKEN: Final = 4
"""With more options than `_MOST_SHARED`, or more than this taken, questions are drawn singly."""
_MOST_REQUESTS: Final = 40
"""Requests that are tried for a key before the options are given up."""
_HIDING_REQUESTS: Final = 8
"""The number of first requests for which the best choice among the options that satisfy the most literals
must not be the key.
"""
_COUNTED_ACCEPTANCE: Final = 0.2
"""The share of questions in which that choice may be the key from the first request on."""
_MOST_KEYS: Final = 8
"""Keys that are tried for a request that is drawn by itself."""
_MOST_SPARE: Final = 6
"""The most options that meet the request in addition to the number that is taken."""


def keys_of(options: int, take: int) -> tuple[tuple[int, ...], ...]:
    """Returns for each member of a balanced set the indices that are right together; each index is in equally
    many keys.

    Empty where each question is drawn by itself.
    """
    if options > _MOST_SHARED or take > _MOST_TAKEN:
        return ()
    return tuple(
        tuple(sorted((first + offset) % options for offset in range(take)))
        for first in range(0, lcm(options, take), take)
    )


def draw_bundles(search: QuestionSetSearch) -> Sets | None:
    """Returns the questions of all members, or None; see `Ask.draw`."""
    settings, rng, pool = search.plan.settings, search.rng, search.draw_pool()
    usable = usable_slots(search, pool)
    if usable is None:
        return None
    keys = keys_of(settings.options, settings.taken)
    rows = draw_rows(search.source.groups, pool, settings.options, rng)
    masks = lru_cache(maxsize=1)(partial(OptionMasks, pool))
    sets = []
    for member in range(len(search.plan.members)):
        hidden = 0 if rng.random() < _COUNTED_ACCEPTANCE else _HIDING_REQUESTS
        member_search = _BundleMemberSearch(search, pool, usable, masks, member, hidden)
        drawn = member_search.question_with_key(rows, keys[member]) if keys else member_search.lone_question()
        if drawn is None:
            search.failed["no request has the best choice that it should have"] += 1
            return None
        sets.append([drawn])
    return sets


@frozen(eq=False)
class _BundleMemberSearch:
    """Draws the question of one member of a set; fails after so many requests."""

    search: QuestionSetSearch
    pool: CandidatePool
    usable: Sequence[str]
    masks: Callable[[tuple[int, ...]], OptionMasks]
    """Returns the masks over some rows; cached for the last ones, which most requests are drawn over."""
    member: int
    hidden: int
    """How many requests, from the first one on, may not be plain (see `_found_by_counting`)."""

    def question_with_key(self, rows: tuple[int, ...], key: tuple[int, ...]) -> DrawnQuestion | None:
        """Returns a question over these rows with this key; None where none is found.

        Args:
            key: the indices in `rows` of the best choice.
        """
        rng, others = self.search.rng, [index for index in range(len(rows)) if index not in key]
        search_of = cache(lambda good: BundleConditionSearch(self._table(rows, good, len(key)), key))
        for tried in range(_MOST_REQUESTS):
            may_be_plain = tried >= self.hidden
            if len(rows) == PANEL:
                satisfying = sorted([*key, *rng.sample(others, rng.randint(1, len(others) - 1))])
                together = search_of(tuple(satisfying)).draw(rng, self._count)
                if together is None:
                    continue
                constraints = DistractorConstraints() if may_be_plain else _hiding(together.found_by_counting)
                draft = self._draft(rows, [sum(1 << index for index in satisfying)], constraints)
                if draft is None:
                    continue
            else:
                seen = [*key, *rng.sample(others, PANEL - len(key))]
                constraints = (
                    DistractorConstraints() if may_be_plain else _hiding(partial(_most_have, range(len(key))))
                )
                draft = self._draft([rows[index] for index in seen], [(1 << len(key)) - 1], constraints)
                if draft is None:
                    continue
                satisfying = [index for index, row in enumerate(rows) if draft.satisfied >> row & 1]
                settled = all((draft.satisfied | draft.broken) >> row & 1 for row in rows)
                if len(satisfying) > len(key) + _MOST_SPARE or not settled:
                    self.search.failed["too many options meet the request, or may meet it"] += 1
                    continue
                fewest = 1 if may_be_plain else 2
                together = search_of(tuple(satisfying)).draw(rng, self._count, fewest)
                if together is None or (not may_be_plain and self._found_by_counting(draft, rows, together)):
                    continue
            drawn = self._worded(draft, rows, together)
            if drawn is not None:
                return drawn
        return None

    def lone_question(self) -> DrawnQuestion | None:
        """Returns a question whose options are drawn for its request, with a key among those that meet it;
        None where none is found.
        """
        search = self.search
        settings, groups, rng = search.plan.settings, search.source.groups, search.rng
        for tried in range(_MOST_REQUESTS):
            may_be_plain = tried >= self.hidden
            five = draw_rows(groups, self.pool, PANEL, rng)
            draft = self._draft(
                five, masks_of_size(PANEL, rng.randint(2, PANEL - 2)), DistractorConstraints()
            )
            if draft is None:
                continue
            number = settings.taken + rng.randint(2, _MOST_SPARE)
            number = min(number, settings.options - 1)
            fit = fillers(groups, self.pool, (), draft.satisfied, number, rng)
            breaking_count = settings.options - number
            unfit = (
                None if fit is None else fillers(groups, self.pool, fit, draft.broken, breaking_count, rng)
            )
            if fit is None or unfit is None:
                self.search.failed["too few options meet the request, or break it"] += 1
                continue
            rows = (*fit, *unfit)
            table = self._table(rows, range(number), settings.taken)
            for _ in range(_MOST_KEYS):
                key = tuple(sorted(rng.sample(range(number), settings.taken)))
                together = BundleConditionSearch(table, key).draw(rng, self._count)
                if together is None or (not may_be_plain and self._found_by_counting(draft, rows, together)):
                    continue
                drawn = self._worded(draft, rows, together)
                if drawn is not None:
                    return drawn
        return None

    def _found_by_counting(
        self, draft: GroundedRequirement, rows: Sequence[int], together: DrawnBundle
    ) -> bool:
        """Returns whether counting literals finds the best choice, which is then recorded as a failure."""
        if not together.found_by_counting([draft.literals_at(row) for row in rows]):
            return False
        self.search.failed["the literals that options satisfy give the best choice away"] += 1
        return True

    def _draft(
        self, rows: Sequence[int], targets: Sequence[int], constraints: DistractorConstraints
    ) -> GroundedRequirement | None:
        masks = self.masks(tuple(rows))
        context = member_context(self.search, self.member, masks, self.usable, constraints)
        if context is None:
            return None
        drawn = draw_requirement(evolve(context, acceptance_draw=self.search.rng.random()), targets)
        return None if drawn is None else drawn[1]

    def _table(self, rows: Sequence[int], good: Sequence[int], take: int) -> BundleTable:
        domain = self.search.source.groups.domain
        if domain.bundles is None:
            raise ValueError("expected a domain with a bundle.yaml")
        shown = tuple([self.pool.group.rows[row] for row in rows])
        return BundleTable(domain, domain.bundles, shown, tuple(good), take)

    def _count(self, reason: str) -> None:
        self.search.failed[reason] += 1

    def _worded(
        self, draft: GroundedRequirement, rows: tuple[int, ...], together: DrawnBundle
    ) -> DrawnQuestion | None:
        search = self.search
        spec, rejections = RequestSpec.of(search, self.pool), search.rejections[self.member]
        request = search.source.wording.request(draft, rows, spec, search.rng, rejections)
        if request is None:
            search.failed["no wording"] += 1
            return None
        ways = [search.rng.randrange(len(BUNDLE_OBJECTIVES)) for _ in range(len(together.conditions) + 1)]
        asked = {"together": together, "ways": ways}
        return DrawnQuestion(pool=self.pool, request=request, draft=draft, rows=rows, asked=asked)


def _hiding(plain: Callable[[Sequence[int]], bool]) -> DistractorConstraints:
    """Returns constraints against requirements whose counts of literals give the key away."""
    return DistractorConstraints(counted=lambda counts, _: float(not plain(counts)))


def _most_have(key: Sequence[int], counts: Sequence[int]) -> bool:
    return min(counts[index] for index in key) == max(counts)
