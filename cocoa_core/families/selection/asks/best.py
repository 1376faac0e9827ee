"""Which is the best of those that satisfy it, by one number that they show?"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, frozen

from cocoa_core.answers import Letter, Score, Shape, read_answer, score_exact
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.asking import (
    Ask,
    ParsedPrompt,
    PromptText,
    UnreadableError,
    all_options,
    each_alone,
    some_options,
)
from cocoa_core.families.selection.generation.context import (
    Answer,
    DrawnQuestion,
    QuestionSetSpec,
    QuestionSource,
    Sets,
)
from cocoa_core.families.selection.generation.rejections import Rejections
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.families.selection.settings import Settings
from cocoa_core.lexicon import SUPERLATIVES, WAYS, superlative

if TYPE_CHECKING:
    from cocoa_core.families.selection.generation.candidates import Pool
    from cocoa_core.families.selection.generation.grounding import GroundedRequirement
    from cocoa_core.families.selection.generation.groups import Groups

__all__ = ["BEST", "Objective", "objectives_of"]

_NOTICED: Final = 0.1
"""The best is ahead of the second best that satisfies by this share of the range of the group's values."""
_COUNTED_KEPT: Final = 0.35
"""Share of questions in which the best of those that satisfy the most literals may be the right one."""
_HIDING: Final = 30
"""Tries after which this is not asked for: a small domain may not have it."""
_FEWEST: Final = 3
"""Options: the right one, a worse one that satisfies, and one that may be better."""
_TRIED: Final = 20


@frozen
class Objective:
    """A number that options show."""

    slot: str
    wanted: str
    values: Sequence[int | None]
    """By row of the group, all turned so that less is better."""
    step: float


@frozen
class Best(Ask):
    """Two or more options satisfy; the best of them is ahead by a step that people notice.

    Its rank among all options shown, satisfying or not, is drawn first and evenly: from the first to the last
    but one, since the last is ahead of nobody. A better option, where there is one, breaks the requirement.
    """

    name: str = "best"
    mark: str = "Two or more of the options meet everything"
    figures: tuple[str, ...] = ("satisfies",)

    def refuse(self, settings: Settings) -> None:
        """Fewer than three options leave nothing to compare."""
        if settings.options < _FEWEST:
            raise SettingsError(
                "the best of those that satisfy cannot be asked of so few options",
                got=f"{settings.options} options",
                expected=f"at least {_FEWEST}",
                fix=f"pass --options {_FEWEST}",
            )

    def members(self, settings: Settings) -> int:
        """Returns one for each rank; a larger number of options is drawn by itself."""
        return settings.options - 1 if settings.options <= PANEL else 1

    def turns(self, settings: Settings) -> int:
        """As many as ranks."""
        return settings.options - 1

    def draw(
        self,
        source: QuestionSource,
        plan: QuestionSetSpec,
        rng: random.Random,
        rejections: Sequence[Rejections],
        failed: Counter[str],
    ) -> Sets | None:
        """Rows come first, in the order of the objective; then who shall satisfy; last the requirements."""
        from cocoa_core.families.selection.generation.balanced_set import (
            BalancedSetSpec,
            draw_questions,
        )
        from cocoa_core.families.selection.generation.elimination import DistractorConstraints

        groups, options = source.groups, plan.settings.options
        pool = groups.pool(rng.choice(groups.eligible))
        objectives = objectives_of(groups, pool)
        if not objectives:
            failed["no number to compare by"] += 1
            return None
        objective = rng.choice(objectives)
        rows = _ordered_rows(groups, pool, objective, options, rng)
        if rows is None:
            failed["too few different values to compare by"] += 1
            return None
        constraints = (
            DistractorConstraints(counted=_kept) if failed.total() < _HIDING else DistractorConstraints()
        )
        ranks = [(member + plan.turn) % (options - 1) for member in range(len(plan.members))]
        if options <= PANEL:
            targets = [_target(objective, rows, rank, rng) for rank in ranks]
            if None in targets:
                failed["too few different values to compare by"] += 1
                return None
            shape = BalancedSetSpec(
                tuple(target for target in targets if target),
                options,
                constraints,
                without=frozenset([objective.slot]),
            )
            sets = draw_questions(source, plan, shape, rng, rejections, failed, (pool, rows))
            return None if sets is None else _placed(sets, ranks, objective, rng)
        [rank] = ranks
        chosen = _among_many(objective, rows, rank, rng)
        if chosen is None:
            failed["too few different values to compare by"] += 1
            return None
        five, target = chosen
        best = five[(target & -target).bit_length() - 1]

        def fill(
            _pool: Pool, drafts: Sequence[GroundedRequirement], taken: Sequence[int], rng: random.Random
        ) -> Sequence[int] | None:
            return _others(groups, pool, objective, drafts[0], best, rows, taken, rank, rng)

        shape = BalancedSetSpec(
            (target,), PANEL, DistractorConstraints(), fill=fill, without=frozenset([objective.slot])
        )
        sets = draw_questions(source, plan, shape, rng, rejections, failed, (pool, five))
        return None if sets is None else _placed(sets, [five.index(best)], objective, rng)

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> Answer:
        """Returns the letter of the best."""
        assert drawn.placed is not None
        letter = letters[drawn.placed]
        slot = drawn.pool.domain.schema.slot(drawn.asked["slot"])
        wanted = drawn.asked["wanted"]
        bundles = drawn.pool.domain.bundles
        own = bundles.best.get(slot.name, "") if bundles else ""
        said = superlative(slot.kind.name, wanted, slot.label, drawn.asked["way"], own)
        asked = {"slot": slot.name, "label": slot.label, "wanted": wanted, "words": said}
        return Answer([letter], letter, asked)

    def words(self, question: Question) -> PromptText:
        """The objective is said as the record has it."""
        best = question.asked["words"]
        return PromptText(
            shown=f"a request and {some_options(question)}",
            task="Two or more of the options meet everything that the request asks for. Of these, and of no "
            f"other, the best is wanted: {best}.",
            question="Which option is it?",
            method="Find it by listing the conditions of the request, checking every option against them, "
            "and comparing those that meet all of them.",
            partial=f"Its solution explains two of the {some_options(question)}.",
            now="Now find the best of the options that meet the request of the following one.",
            listing=f"List the conditions, go through {all_options(question)}, compare those that are left, "
            "and",
            step=each_alone(question),
            decision="Use what you found to decide which options meet every one of them. Of these, take "
            f"{best}, and",
            form="where X is the letter of that option:\nAnswer: X",
        )

    def conclusion(self, question: Question) -> str:
        """Returns who is compared, and who is best."""
        slot = question.asked["label"]
        shown = {option.label: option.shown[slot] for option in question.options}
        compared = ", ".join(f"{letter} ({slot}: {shown[letter]})" for letter in question.right)
        return f"Of {compared}, the best is {question.answer}, so the answer is {question.answer}."

    def shape(self, question: Question) -> Shape:
        """Returns one of the letters."""
        return Letter(tuple(option.label for option in question.options))

    def score(self, question: Question, reply: str) -> Score:
        """Right if the reply states the letter; `satisfies`: it states one that meets the request."""
        found = score_exact(question.key[0], read_answer(reply, self.shape(question)))
        return evolve(found, metrics={"satisfies": float(found.label in question.right)})

    def played(self, heard: ParsedPrompt, draw: random.Random) -> str | None:
        """Returns the best of those that satisfy, by the number that the prompt names."""
        slot, wanted = _heard_objective(heard)
        numbers = {letter: heard.values[letter].get(slot) for letter in heard.satisfying}
        sign = 1 if wanted == "less" else -1
        costs = {letter: sign * number for letter, number in numbers.items() if isinstance(number, int)}
        least = min(costs.values(), default=None)
        return heard.pick([letter for letter, cost in costs.items() if cost == least], draw)

    def chance(self, question: Question) -> float:
        """Returns who sees the options can name one of a rank: each but the last is right as often."""
        return 1 / (len(question.options) - 1)


def _heard_objective(heard: ParsedPrompt) -> tuple[str, str]:
    """Returns the slot that a prompt wants the best by, and "less" or "more".

    cocoa's own superlatives say which; a word of the domain, such as "cheapest" or "heaviest", says it of no
    side, so that is the one that the domain's rules declare.

    Raises:
        UnreadableError: unless it names one.
    """
    domain = heard.reader.domain
    own = domain.bundles.best if domain.bundles else {}
    objectives = set()
    for slot in domain.slots.values():
        sides = [domain.wanted(slot.name)] if slot.name in own else ["less", "more"]
        for wanted in sides:
            if (slot.kind, wanted) in SUPERLATIVES:
                word = own.get(slot.name, "")
                ways = (superlative(slot.kind, wanted, slot.label, way, word) for way in range(len(WAYS)))
                if any(f"{words}{end}" in heard.said for words in ways for end in (".", ", and")):
                    objectives.add((slot.name, wanted))
    if len(objectives) != 1:
        raise UnreadableError(f"the prompt wants the best by {len(objectives)} numbers, not by one")
    return objectives.pop()


def objectives_of(groups: Groups, pool: Pool) -> list[Objective]:
    """Returns numbers that options show, of which people want less or more, in the order of the schema."""
    from cocoa_core.domain import wanted_side

    domain, found = groups.domain, []
    for slot in domain.schema.slots:
        side = wanted_side(domain.rules_of(slot.name))
        if side is None or not slot.shown or (slot.kind.name, side) not in SUPERLATIVES:
            continue
        position = domain.schema.position(slot.name)
        cells = [domain.catalogue.rows[row][position] for row in pool.group.rows]
        values = [
            (cell if side == "less" else -cell)
            if isinstance(cell, int) and not isinstance(cell, bool)
            else None
            for cell in cells
        ]
        known = [value for value in values if value is not None]
        if len(set(known)) >= _FEWEST:
            found.append(Objective(slot.name, side, values, (max(known) - min(known)) * _NOTICED))
    return found


def _ordered_rows(
    groups: Groups, pool: Pool, objective: Objective, count: int, rng: random.Random
) -> tuple[int, ...] | None:
    """So many rows that look different, the best first; of a ring no two have the same value."""
    from cocoa_core.families.selection.generation.option_sets import fillers

    mask = sum(1 << row for row, value in enumerate(objective.values) if value is not None)
    for _ in range(_TRIED):
        rows = fillers(groups, pool, (), mask, count, rng)
        if rows is None:
            return None
        values = [objective.values[row] or 0 for row in rows]
        if count > PANEL or len(set(values)) == count:
            return tuple(row for _, row in sorted(zip(values, rows, strict=True)))
    return None


def _target(objective: Objective, rows: Sequence[int], rank: int, rng: random.Random) -> int | None:
    """Returns the row of this rank and some of those that are noticeably worse; None where there are none."""
    worse = [place for place in range(rank + 1, len(rows)) if _ahead(objective, rows[rank], rows[place])]
    if not worse:
        return None
    chosen = rng.sample(worse, rng.randint(1, len(worse)))
    return 1 << rank | sum(1 << place for place in chosen)


def _kept(counts: Sequence[int], target: int) -> float:
    """Few, if who takes the best of those with the most literals is right; options stand in their order."""
    return _COUNTED_KEPT if target & -target & 1 << counts.index(max(counts)) else 1.0


def _outshining(
    objective: Objective, draft: GroundedRequirement, best: int, rows: Sequence[int]
) -> list[int]:
    """Returns rows that who counts literals takes rather than the best: with more, or with as many and
    better.
    """
    here, number = objective.values[best], draft.literals_at(best)
    found = []
    for row in rows:
        there, count = objective.values[row], draft.literals_at(row)
        if here is not None and there is not None and (-count, there) < (-number, here):
            found.append(row)
    return found


def _ahead(objective: Objective, one: int, other: int) -> bool:
    """Returns whether the row is better than the other by a step that people notice."""
    here, there = objective.values[one], objective.values[other]
    return here is not None and there is not None and there - here >= max(objective.step, 1)


def _among_many(
    objective: Objective, rows: Sequence[int], rank: int, rng: random.Random
) -> tuple[tuple[int, ...], int] | None:
    """Five of many rows, the best that satisfies among them, and who shall satisfy."""
    best, others = rows[rank], [row for place, row in enumerate(rows) if place != rank]
    if any(objective.values[row] == objective.values[best] for row in others):
        return None
    worse = [row for row in others if _ahead(objective, best, row)]
    if not worse:
        return None
    second = rng.choice(worse)
    four = [second, *rng.sample([row for row in others if row != second], PANEL - 2)]
    five = tuple(sorted((best, *four), key=lambda row: (objective.values[row] or 0, row)))
    chosen = {best, second} | {row for row in four if row in worse and rng.random() < 0.3}
    return five, sum(1 << place for place, row in enumerate(five) if row in chosen)


def _others(
    groups: Groups,
    pool: Pool,
    objective: Objective,
    draft: GroundedRequirement,
    best: int,
    rows: Sequence[int],
    taken: Sequence[int],
    rank: int,
    rng: random.Random,
) -> list[int] | None:
    """Further rows: as many better ones that break the requirement as the rank demands, the rest worse.

    Mostly one of all stands out more than the best to who counts literals.
    """
    from cocoa_core.families.selection.generation.option_sets import fillers

    here = objective.values[best]
    assert here is not None
    better = worse = 0
    for row, value in enumerate(objective.values):
        if value is not None and value < here:
            better |= 1 << row
        elif value is not None and value > here:
            worse |= 1 << row if draft.broken >> row & 1 or _ahead(objective, best, row) else 0
    ahead = rank - sum(better >> row & 1 for row in taken)  # so many are still to come
    behind = len(rows) - len(taken) - ahead
    better, worse = better & draft.broken, worse & (draft.broken | draft.satisfied)
    if ahead < 0 or behind < 0:
        return None
    found: list[int] = []
    if rng.random() >= _COUNTED_KEPT and not _outshining(objective, draft, best, taken):
        left = (better if ahead else 0) | (worse if behind else 0)
        able = [row for row in range(len(objective.values)) if left >> row & 1]
        outshining = sum(1 << row for row in _outshining(objective, draft, best, able))
        found += fillers(groups, pool, taken, outshining, 1, rng) or ()
        if not found:
            return None
        if better >> found[0] & 1:
            ahead -= 1
        else:
            behind -= 1
    for mask, number in ((better, ahead), (worse, behind)):
        more = fillers(groups, pool, (*taken, *found), mask, number, rng)
        if more is None:
            return None
        found += more
    return found


def _placed(sets: Sets, places: Sequence[int], objective: Objective, rng: random.Random) -> Sets:
    """With the row of the best at the letter whose turn it is."""
    asked: Mapping[str, Any] = {"slot": objective.slot, "wanted": objective.wanted}
    return [
        [evolve(drawn, placed=place, asked={**asked, "way": rng.randrange(len(WAYS))}) for drawn in several]
        for several, place in zip(sets, places, strict=True)
    ]


BEST: Final = Best()
