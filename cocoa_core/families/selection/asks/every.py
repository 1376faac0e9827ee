"""Asks which of the options satisfy the request: any number of them, including none and all."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from cocoa_core.answers import NONE
from cocoa_core.families.selection.asking import (
    SET_FIGURES,
    Ask,
    ParsedPrompt,
    PromptText,
    all_options,
    each_alone,
    some_options,
)
from cocoa_core.families.selection.generation.context import (
    DrawnQuestion,
    LabelledAnswer,
    QuestionSetSearch,
    Sets,
)
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.families.selection.settings import Settings

if TYPE_CHECKING:
    from cocoa_core.families.selection.generation.candidates import CandidatePool
    from cocoa_core.families.selection.generation.grounding import GroundedRequirement
    from cocoa_core.families.selection.generation.groups import Groups

MOST_RIGHT: Final = 6
"""The greatest number of right options where there are more than five options."""
_RIGHT: Final = 2
"""The number of right rows out of five that a requirement's rarity is matched to: it lies between those of
one and of four, and is the cheapest to draw.
"""
_FEWEST_AHEAD: Final = 4
"""Options from which on requirements are drawn before the rows."""
_ROWS_PER_OPTION: Final = 5
"""Rows of a group for each option below which requirements are not drawn ahead: in a smaller group three of
them hardly ever leave enough rows.
"""
_AHEAD_TRIED: Final = 24
"""Failed attempts until the rows are drawn first, so that a question may tell how many are right."""
_REVISED: Final = 12
"""How many times more attempts are made with the requirements first where something is revised: of flights
with three revisions every other set took more than _AHEAD_TRIED, and its rows told how many options are
right.
"""
_SHARES: Final = (0.25, 0.6)
"""The share of its group that satisfies a requirement, however many of the options do. Of requirements drawn
for ordinary rows the middle half is within it, and `_acceptance` can even out what it leaves: without it a
wish that fewer than 30 % of the group meet was 1.5 times as frequent as in the mean where no option is right,
2.0 times where one is and 0.1 times where all are (6,000 questions of flights).
"""
_WITHIN: Final = 4
"""Requirements drawn until one is within _SHARES."""
_SPLITS: Final = 4
"""Tries for the requirement that all options but one satisfy: in a group of 42 rows every other try leaves
enough rows.
"""
_ROWS_TRIED: Final = 3
"""How many times rows are drawn for the same three requirements."""
_ACCEPTED: Final = 0.8
"""Scales the acceptance probability. The larger it is, the more requirements reach the cap of 1 and go
uncorrected; the smaller it is, the more are drawn in vain.
"""


@frozen
class Every(Ask):
    """Asks which options satisfy the requirement; their number is drawn before the requirement is.

    A balanced set has a question for each number of right options, from none to all. In it each option is
    right equally often (for an even number of options, within one), so the options alone tell nothing of the
    answer.
    """

    name: str = "every"
    mark: str = "Any number of the options meets everything"
    figures: tuple[str, ...] = SET_FIGURES

    def members(self, settings: Settings) -> int:
        """Returns one for each number of right options, where they form a balanced set; with more options a
        question is drawn by itself.
        """
        return settings.options + 1 if settings.options <= PANEL else 1

    def turns(self, settings: Settings) -> int:
        return most_right(settings.options) + 1

    def draw(self, search: QuestionSetSearch) -> Sets | None:
        """Returns a balanced set in which each number of right options occurs; with more options, one
        question with as many as the turn says.
        """
        return draw_some(search)

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> LabelledAnswer:
        return LabelledAnswer(list(right))

    def words(self, question: Question) -> PromptText:
        """Returns the only variant: the words that models were asked with from the beginning."""
        return PromptText(
            shown=f"a request and {some_options(question)}",
            task="Any number of the options meets everything that the request asks for: none of them, some, "
            "or all.",
            question="Which options are they?",
            method="Find them by listing the conditions of the request and checking every option against "
            "them.",
            partial=f"Its solution explains two of the {some_options(question)}.",
            now="Now find all the options that meet the request of the following one.",
            listing=f"List the conditions, go through {all_options(question)}, and",
            step=each_alone(question),
            decision="Use what you found to decide which options meet every one of them, and",
            form="with the letters of all options that meet the request, or the word none:\nAnswer: X, Y",
        )

    def conclusion(self, question: Question) -> str:
        if len(question.key) == 1:
            return f"So the answer is {question.key[0]}."
        letters = ", ".join(question.key)
        return f"So the right options are {letters}." if letters else "So no option is right."

    def played(self, heard: ParsedPrompt, draw: random.Random) -> str | None:
        return ", ".join(heard.satisfying) or NONE

    def guessed(self, heard: ParsedPrompt, draw: random.Random) -> str:
        return ", ".join(letter for letter in heard.letters if draw.random() < 0.5) or NONE

    def chance(self, question: Question) -> float:
        """Returns how often "none" is right: each number of right options is equally frequent."""
        return 1 / (most_right(len(question.options)) + 1)


def most_right(options: int) -> int:
    """Returns how many options satisfy at the most; few rows of a group satisfy one requirement."""
    return options if options <= PANEL else MOST_RIGHT


def ring_targets(size: int, turn: int) -> tuple[int, ...]:
    """Returns for each of the size + 1 members the mask of its right options; the first has `turn` modulo
    size + 1 of them.

    Laid end to end around the ring of options, the masks of no, one, two and so on up to all options cover
    each option equally often; of an even size, half of the options once more than the others.
    """
    everything, start, masks = (1 << size) - 1, 0, []
    for right in range(size + 1):
        mask = ((1 << right) - 1) << start
        masks.append((mask | mask >> size) & everything)
        start = (start + right) % size
    return tuple(masks[(turn + member) % (size + 1)] for member in range(size + 1))


def draw_some(search: QuestionSetSearch) -> Sets | None:
    """Returns a balanced set with a question for each number of right options, or a single question where
    there are more options than a panel.
    """
    from cocoa_core.families.selection.generation.balanced_set import BalancedSetSpec, draw_questions
    from cocoa_core.families.selection.generation.elimination import DistractorConstraints
    from cocoa_core.families.selection.generation.option_sets import fillers

    groups, rng = search.source.groups, search.rng
    options, right = search.plan.settings.options, search.plan.turn
    if options <= PANEL:
        return _draw_ring(search)
    first = max(min(right, rng.randint(1, 2)), right - (options - PANEL))  # else there are too few others

    def fill(
        pool: CandidatePool, drafts: Sequence[GroundedRequirement], taken: Sequence[int], rng: random.Random
    ) -> Sequence[int] | None:
        [draft] = drafts
        satisfying = fillers(groups, pool, taken, draft.satisfied, right - first, rng)
        if satisfying is None:
            return None
        breaking = fillers(
            groups, pool, (*taken, *satisfying), draft.broken, options - PANEL - right + first, rng
        )
        return None if breaking is None else (*satisfying, *breaking)

    shape = BalancedSetSpec(((1 << first) - 1,), PANEL, DistractorConstraints(), fill=fill)
    return draw_questions(search, shape)


def _draw_ring(search: QuestionSetSearch) -> Sets | None:
    """Returns one requirement for each member, satisfied by exactly the options in the member's target.

    If the rows were drawn first, a requirement that none of them satisfies would be a rare one (a median of
    13 % of its group satisfy it), and one that all satisfy a common one (84 %), so that words such as "over 2
    carats" would tell which. Therefore the requirements of all, of none and of all but one are drawn before
    the rows, for other rows of which two are right; the rows are then picked where these requirements come
    out as their targets say. The requirements between are drawn for these rows and accepted by `_acceptance`,
    which undoes the effect of the rows on their rarity. No requirement is outside _SHARES. Where something is
    revised before, an option may have to break no more than one sum term of a requirement that was drawn
    ahead; its row is then picked accordingly.
    """
    from cocoa_core.families.selection.generation.balanced_set import (
        BalancedSetSpec,
        draw_ahead,
        draw_questions,
        requirement_spec,
        splitting_knowledge,
        usable_slots,
    )
    from cocoa_core.families.selection.generation.context import GenerationContext
    from cocoa_core.families.selection.generation.elimination import DistractorConstraints
    from cocoa_core.families.selection.generation.option_masks import OptionMasks
    from cocoa_core.families.selection.generation.option_sets import draw_rows, fillers

    groups, plan, rng, failed = search.source.groups, search.plan, search.rng, search.failed
    options, pool = plan.settings.options, search.draw_pool()
    targets = ring_targets(options, plan.turn)
    shape = BalancedSetSpec(targets, options, DistractorConstraints())
    size = len(pool.group.rows)
    small = size < _ROWS_PER_OPTION * options
    patience = _AHEAD_TRIED * (_REVISED if plan.revisions else 1)
    if options < _FEWEST_AHEAD or small or failed.total() >= patience:
        rows = draw_rows(groups, pool, options, rng)
        return draw_questions(search, evolve(shape, chosen=(pool, rows)))
    usable = usable_slots(search, pool)
    if usable is None:
        return None
    member_of = {target.bit_count(): member for member, target in enumerate(targets)}
    drafts: dict[int, GroundedRequirement] = {}

    def drawn(right: int, region: int) -> GroundedRequirement | None:
        others = fillers(groups, pool, (), region, options, rng)
        if others is None:
            failed["too few rows fit"] += 1
            return None
        member, chosen = member_of[right], sum(1 << option for option in rng.sample(range(options), _RIGHT))
        masks = OptionMasks(pool, tuple(others))
        derived = splitting_knowledge(search, masks, usable)
        if derived is None:
            return None
        context = GenerationContext(
            masks=masks,
            usable=usable,
            spec=requirement_spec(search, member, derived),
            constraints=shape.constraints,
            rng=rng,
            rejections=search.rejections[member],
            member=member,
        )
        for _ in range(_WITHIN):
            draft = draw_ahead(search, context, chosen)
            if draft is None:
                break
            if _is_within_shares(draft, size):
                if member not in drafts:
                    search.reached[len(drafts) + 1] += 1
                drafts[member] = draft
                return draft
        failed[f"setting {plan.members[member]}"] += 1
        return None

    def missed(right: int, option: int) -> int:
        """Returns the rows for an option that is wrong at the end; if it was right before the last change,
        those that break exactly one sum term, which is drawn.
        """
        member, draft = member_of[right], drafts[member_of[right]]
        if not plan.revisions or plan.revisions[member].stale != option:
            return draft.broken
        near = [region & fails & ~draft.broken_twice for fails in draft.fails]
        weights = [mask.bit_count() for mask in near]
        return rng.choices(near, weights)[0] if any(weights) else 0

    region = (1 << size) - 1
    met_by_all = drawn(options, region)
    met_by_none = drawn(0, region & met_by_all.satisfied) if met_by_all else None
    if met_by_all is None or met_by_none is None:
        return None
    region &= met_by_all.satisfied
    missing = [region & missed(0, option) for option in range(options)]
    region &= met_by_none.broken
    # the mask of the one option that does not satisfy the requirement of all but one
    odd_one_out = ~targets[member_of[options - 1]] & (1 << options) - 1
    for _ in range(_SPLITS):
        split = drawn(options - 1, region)
        if split is None:
            return None
        regions = [
            mask & (missed(options - 1, option) if odd_one_out >> option & 1 else split.satisfied)
            for option, mask in enumerate(missing)
        ]
        if _rows_of(regions, groups, pool, rng) is not None:
            break
    else:
        failed["too few rows fit"] += 1
        return None

    def accepts(member: int, rng: random.Random, draft: GroundedRequirement) -> bool:
        return _is_within_shares(draft, size) and rng.random() < _acceptance(
            draft, targets[member], regions, size
        )

    shape = evolve(shape, drafts=drafts, accepts=accepts)
    for _ in range(_ROWS_TRIED):
        chosen = _rows_of(regions, groups, pool, rng)
        if chosen is not None:
            shape = evolve(shape, chosen=(pool, chosen))
            sets = draw_questions(search, shape)
            if sets is not None:
                return sets
    return None


def _rows_of(
    regions: Sequence[int], groups: Groups, pool: CandidatePool, rng: random.Random
) -> tuple[int, ...] | None:
    """Returns a row of each of the masks, no two of which look alike; None where there are too few."""
    from cocoa_core.families.selection.generation.option_sets import fillers

    rows: dict[int, int] = {}
    for region in sorted(set(regions), key=regions.count):
        options = [option for option, other in enumerate(regions) if other == region]
        chosen = fillers(groups, pool, tuple(rows.values()), region, len(options), rng)
        if chosen is None:
            return None
        rows.update(zip(options, chosen, strict=True))
    return tuple(rows[option] for option in range(len(regions)))


def _is_within_shares(draft: GroundedRequirement, size: int) -> bool:
    least, most = _SHARES
    return least * size <= (draft.satisfied & (1 << size) - 1).bit_count() <= most * size


def _acceptance(draft: GroundedRequirement, target: int, regions: Sequence[int], rows: int) -> float:
    """Returns the probability of accepting a requirement.

    It is the likelihood of the requirement on ordinary rows, of which _RIGHT are right, divided by its
    likelihood on the rows' regions with this target; capped at 1.

    Args:
        rows: the number of rows in the group.
    """
    everything = (1 << rows) - 1
    satisfied, broken = draft.satisfied & everything, draft.broken & everything
    likelihood = 1.0
    for option, region in enumerate(regions):
        fitting = region & (satisfied if target >> option & 1 else broken)
        likelihood *= fitting.bit_count() / region.bit_count()
    right, wrong = satisfied.bit_count() / rows, broken.bit_count() / rows
    return min(1.0, _ACCEPTED * right**_RIGHT * wrong ** (len(regions) - _RIGHT) / likelihood)


EVERY: Final = Every()
