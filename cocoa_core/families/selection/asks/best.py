"""Asks which of the options that satisfy the request is the best by one number that they show."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from attrs import evolve, frozen

from cocoa_core.answers import Letter, Reading, Shape
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.asking import (
    Ask,
    ParsedPrompt,
    PromptText,
    UnreadablePromptError,
    all_options,
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
from cocoa_core.lexicon import SUPERLATIVES, WAYS, superlative

if TYPE_CHECKING:
    from cocoa_core.families.selection.generation.balanced_set import BalancedSetSpec
    from cocoa_core.families.selection.generation.candidates import CandidatePool
    from cocoa_core.families.selection.generation.grounding import GroundedRequirement
    from cocoa_core.families.selection.generation.groups import Groups

_NOTICED_SHARE: Final = 0.1
"""The smallest lead of the best option over the others that satisfy, as a share of the group's range."""
_COUNTED_ACCEPTANCE: Final = 0.35
"""The share of questions where the best of those with the most literals may be the right one."""
_HIDING_ATTEMPTS: Final = 30
"""After this many failed attempts, requirements are accepted whatever their counts of satisfied literals: a
small domain may have no others.
"""
_FEWEST: Final = 3
"""The fewest options: the best one, a worse one that also satisfies, and one that may be better."""
_MOST_DRAWS: Final = 20
_REVISED_FACTOR: Final = 12
"""How many times as many rows are drawn where something is revised: see `can_single_out`. Of rows with
different values, one in 3 of flights and one in 6 of diamonds suit.
"""


@frozen
class Objective:
    """A number that options show, by which they are compared."""

    slot: str
    wanted: str
    """"less" or "more"."""
    values: Sequence[int | None]
    """The number of each row, negated if more is better so that less always is; None if it is missing."""
    step: float
    """The smallest difference that people notice."""

    def ahead(self, row: int, other_row: int) -> bool:
        """Returns whether a row is better than another one by a step that people notice."""
        value, other_value = self.values[row], self.values[other_row]
        return value is not None and other_value is not None and other_value - value >= max(self.step, 1)

    def outshining(self, draft: GroundedRequirement, best: int, rows: Sequence[int]) -> list[int]:
        """Returns the rows with more satisfied literals than the best, or as many and a better value."""
        best_value, best_count = self.values[best], draft.literals_at(best)
        preferred = []
        for row in rows:
            row_value, count = self.values[row], draft.literals_at(row)
            if (
                best_value is not None
                and row_value is not None
                and (-count, row_value) < (-best_count, best_value)
            ):
                preferred.append(row)
        return preferred


@frozen
class Best(Ask):
    """Asks for the best of the options that satisfy; two or more satisfy, and the best is ahead by a step
    that people notice.

    Its rank among all options shown, satisfying or not, is drawn first and evenly: from the first to the last
    but one, since the last is ahead of no other. Better options, where there are any, break the requirement.
    """

    name: str = "best"
    mark: str = "Two or more of the options meet everything"
    figures: tuple[str, ...] = ("satisfies",)

    def refuse(self, settings: Settings) -> None:
        if settings.options < _FEWEST:
            raise SettingsError(
                "the best of those that satisfy cannot be asked of so few options",
                got=f"{settings.options} options",
                expected=f"at least {_FEWEST}",
                fix=f"pass --options {_FEWEST}",
            )

    def members(self, settings: Settings) -> int:
        """Returns one for each rank; with more than five options a question is drawn by itself."""
        return settings.options - 1 if settings.options <= PANEL else 1

    def balance_levels(self, settings: Settings) -> int:
        return settings.options - 1

    def draw(self, search: QuestionSetSearch) -> Sets | None:
        """Draws the rows in the order of the objective, then the satisfying options, then requirements."""
        from cocoa_core.families.selection.generation.balanced_set import draw_questions

        plan, rng, failed = search.plan, search.rng, search.failed
        pool = search.draw_pool()
        objectives = objectives_of(search.source.groups, pool)
        if not objectives:
            failed["no number to compare by"] += 1
            return None
        objective = rng.choice(objectives)
        rows = _ordered_rows(search, pool, objective)
        drawn = None
        if rows is not None:
            comparison = _Comparison(search.source.groups, pool, objective, rows)
            ranks = [(member + plan.balance_level) % (len(rows) - 1) for member in range(len(plan.members))]
            if len(rows) <= PANEL:
                drawn = comparison.balanced(ranks, failed.total() < _HIDING_ATTEMPTS, rng)
            else:
                drawn = comparison.single(ranks[0], rng)
        if drawn is None:
            failed["too few different values to compare by"] += 1
            return None
        set_spec, positions = drawn
        sets = draw_questions(search, set_spec)
        return None if sets is None else _placed(sets, positions, objective, rng)

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> LabelledAnswer:
        assert drawn.placed is not None
        letter = letters[drawn.placed]
        slot = drawn.pool.domain.schema.slot(drawn.asked["slot"])
        wanted = drawn.asked["wanted"]
        bundles = drawn.pool.domain.bundles
        domain_word = bundles.best.get(slot.name, "") if bundles else ""
        superlative_words = superlative(slot.kind.name, wanted, slot.label, drawn.asked["way"], domain_word)
        asked = {"slot": slot.name, "label": slot.label, "wanted": wanted, "words": superlative_words}
        return LabelledAnswer([letter], letter, asked)

    def words(self, question: Question) -> PromptText:
        best = question.asked["words"]
        return PromptText.over_options(
            question,
            ("Which option is it?",),
            task="Two or more of the options meet everything that the request asks for. Of these, and of no "
            f"other, the best is wanted: {best}.",
            method="Find it by listing the conditions of the request, checking every option against them, "
            "and comparing those that meet all of them.",
            now="Now find the best of the options that meet the request of the following one.",
            listing=f"List the conditions, go through {all_options(question)}, compare those that are left, "
            "and",
            decision="Use what you found to decide which options meet every one of them. Of these, take "
            f"{best}, and",
            form="where X is the letter of that option:\nAnswer: X",
        )

    def conclusion(self, question: Question) -> str:
        slot = question.asked["label"]
        shown = {option.label: option.shown[slot] for option in question.options}
        compared = ", ".join(f"{letter} ({slot}: {shown[letter]})" for letter in question.right)
        return f"Of {compared}, the best is {question.answer}, so the answer is {question.answer}."

    def shape(self, question: Question) -> Shape:
        """Returns one of the letters."""
        return Letter(question.labels)

    def metrics(self, question: Question, reading: Reading) -> Mapping[str, float]:
        """Returns `satisfies`: 1 if the option that is stated meets the request."""
        return {"satisfies": float(reading.value in question.right)}

    def reference_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str | None:
        slot, wanted = _objective_in(prompt)
        numbers = {letter: prompt.values[letter].get(slot) for letter in prompt.satisfying}
        sign = 1 if wanted == "less" else -1
        costs = {letter: sign * number for letter, number in numbers.items() if isinstance(number, int)}
        least = min(costs.values(), default=None)
        return prompt.pick([letter for letter, cost in costs.items() if cost == least], draw)

    def chance(self, question: Question) -> float:
        """Returns the share of right answers by rank: all ranks but the last are right equally often."""
        return 1 / (len(question.options) - 1)


def _objective_in(prompt: ParsedPrompt) -> tuple[str, str]:
    """Returns the slot by which a prompt wants the best, and "less" or "more".

    The superlatives of cocoa say which side is wanted. A word of the domain, such as "cheapest" or
    "heaviest", does not: there it is the side that the domain's rules declare.

    Raises:
        UnreadablePromptError: the prompt names no number, or several.
    """
    domain = prompt.reader.domain
    domain_words = domain.bundles.best if domain.bundles else {}
    objectives = set()
    for slot in domain.slots.values():
        sides = [domain.wanted(slot.name)] if slot.name in domain_words else ["less", "more"]
        for wanted in sides:
            if (slot.kind, wanted) in SUPERLATIVES:
                word = domain_words.get(slot.name, "")
                ways = (superlative(slot.kind, wanted, slot.label, way, word) for way in range(len(WAYS)))
                if any(f"{words}{end}" in prompt.text for words in ways for end in (".", ", and")):
                    objectives.add((slot.name, wanted))
    if len(objectives) != 1:
        raise UnreadablePromptError(f"the prompt wants the best by {len(objectives)} numbers, not by one")
    return objectives.pop()


def objectives_of(groups: Groups, pool: CandidatePool) -> list[Objective]:
    """Returns the numbers shown of which people want less or more, in the order of the schema."""
    from cocoa_core.domain import wanted_side

    domain, objectives = groups.domain, []
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
        numbers = [value for value in values if value is not None]
        if len(set(numbers)) >= _FEWEST:
            objectives.append(
                Objective(slot.name, side, values, (max(numbers) - min(numbers)) * _NOTICED_SHARE)
            )
    return objectives


def _ordered_rows(
    search: QuestionSetSearch, pool: CandidatePool, objective: Objective
) -> tuple[int, ...] | None:
    """Returns rows that look different, the best first; None where they are not found.

    In a balanced set no two have the same value, and where something is revised, it can be over these rows.
    """
    from cocoa_core.families.selection.generation.option_sets import fillers

    groups, count, revisions = search.source.groups, search.plan.settings.options, search.plan.revisions
    mask = sum(1 << row for row, value in enumerate(objective.values) if value is not None)
    for _ in range(_MOST_DRAWS * (_REVISED_FACTOR if revisions else 1)):
        drawn = fillers(groups, pool, (), mask, count, search.rng)
        if drawn is None:
            return None
        values = [objective.values[row] or 0 for row in drawn]
        if count > PANEL or len(set(values)) == count:
            rows = tuple(row for _, row in sorted(zip(values, drawn, strict=True)))
            if search.source.reviser.can_single_out(pool, rows, revisions, {objective.slot}):
                return rows
    return None


@frozen(eq=False)
class _Comparison:
    """The rows of a question, the best by the objective first."""

    groups: Groups
    pool: CandidatePool
    objective: Objective
    rows: Sequence[int]

    def target(self, rank: int, rng: random.Random) -> int | None:
        """Returns the mask of the option of this rank and of some noticeably worse; None without any."""
        rows = self.rows
        worse = [
            index for index in range(rank + 1, len(rows)) if self.objective.ahead(rows[rank], rows[index])
        ]
        if not worse:
            return None
        chosen = rng.sample(worse, rng.randint(1, len(worse)))
        return 1 << rank | sum(1 << index for index in chosen)

    def balanced(
        self, ranks: Sequence[int], hiding: bool, rng: random.Random
    ) -> tuple[BalancedSetSpec, Sequence[int]] | None:
        """Returns a set over all rows, whose best options have these ranks, with the index of each.

        None where one of them is not clearly ahead of another row.

        Args:
            hiding: whether requirements are refused whose counts of satisfied literals tell the best option.
        """
        from cocoa_core.families.selection.generation.balanced_set import BalancedSetSpec
        from cocoa_core.families.selection.generation.elimination import DistractorConstraints

        targets = [self.target(rank, rng) for rank in ranks]
        if None in targets:
            return None
        set_spec = BalancedSetSpec(
            tuple(target for target in targets if target),
            len(self.rows),
            DistractorConstraints(counted=_acceptance) if hiding else DistractorConstraints(),
            chosen=(self.pool, tuple(self.rows)),
            without=frozenset([self.objective.slot]),
        )
        return set_spec, ranks

    def single(self, rank: int, rng: random.Random) -> tuple[BalancedSetSpec, Sequence[int]] | None:
        """Returns a set of one question, whose best option has this rank among many rows, with its index;
        None where it is not clearly ahead of another row.
        """
        from cocoa_core.families.selection.generation.balanced_set import BalancedSetSpec
        from cocoa_core.families.selection.generation.elimination import DistractorConstraints

        chosen = self.among_many(rank, rng)
        if chosen is None:
            return None
        five, target = chosen
        best = (target & -target).bit_length() - 1

        def fill(
            _pool: CandidatePool,
            drafts: Sequence[GroundedRequirement],
            taken: Sequence[int],
            rng: random.Random,
        ) -> Sequence[int] | None:
            return self.others(drafts[0], five[best], taken, rank, rng)

        set_spec = BalancedSetSpec(
            (target,),
            PANEL,
            DistractorConstraints(),
            chosen=(self.pool, five),
            fill=fill,
            without=frozenset([self.objective.slot]),
        )
        return set_spec, [best]

    def among_many(self, rank: int, rng: random.Random) -> tuple[tuple[int, ...], int] | None:
        """Returns five of many rows and the mask of those to satisfy; None if none is clearly worse."""
        objective, rows = self.objective, self.rows
        best, other_rows = rows[rank], [row for index, row in enumerate(rows) if index != rank]
        if any(objective.values[row] == objective.values[best] for row in other_rows):
            return None
        worse = [row for row in other_rows if objective.ahead(best, row)]
        if not worse:
            return None
        second = rng.choice(worse)
        others = [second, *rng.sample([row for row in other_rows if row != second], PANEL - 2)]
        five = tuple(sorted((best, *others), key=lambda row: (objective.values[row] or 0, row)))
        chosen = {best, second} | {row for row in others if row in worse and rng.random() < 0.3}
        return five, sum(1 << index for index, row in enumerate(five) if row in chosen)

    def others(
        self, draft: GroundedRequirement, best: int, taken: Sequence[int], rank: int, rng: random.Random
    ) -> list[int] | None:
        """Returns further rows: as many better ones, which break the requirement, as the rank demands; the
        rest are worse.

        In most questions a reader who counts satisfied literals would prefer some other row to the best one.
        """
        from cocoa_core.families.selection.generation.option_sets import fillers

        objective = self.objective
        best_value = objective.values[best]
        assert best_value is not None
        better = worse = 0
        for row, value in enumerate(objective.values):
            if value is not None and value < best_value:
                better |= 1 << row
            elif value is not None and value > best_value:
                worse |= 1 << row if draft.broken >> row & 1 or objective.ahead(best, row) else 0
        ahead = rank - sum(better >> row & 1 for row in taken)  # the better options still to be drawn
        behind = len(self.rows) - len(taken) - ahead
        better, worse = better & draft.broken, worse & (draft.broken | draft.satisfied)
        if ahead < 0 or behind < 0:
            return None
        further: list[int] = []
        if rng.random() >= _COUNTED_ACCEPTANCE and not objective.outshining(draft, best, taken):
            open_mask = (better if ahead else 0) | (worse if behind else 0)
            open_rows = [row for row in range(len(objective.values)) if open_mask >> row & 1]
            outshining = sum(1 << row for row in objective.outshining(draft, best, open_rows))
            further += fillers(self.groups, self.pool, taken, outshining, 1, rng) or ()
            if not further:
                return None
            if better >> further[0] & 1:
                ahead -= 1
            else:
                behind -= 1
        for mask, number in ((better, ahead), (worse, behind)):
            drawn = fillers(self.groups, self.pool, (*taken, *further), mask, number, rng)
            if drawn is None:
                return None
            further += drawn
        return further


def _acceptance(counts: Sequence[int], target: int) -> float:
    """Returns the probability of keeping a requirement.

    It is low where taking the best of the options with the most literals gives the right one.

    Args:
        counts: the satisfied literals of each option; the options stand from the best to the worst.
    """
    return _COUNTED_ACCEPTANCE if target & -target & 1 << counts.index(max(counts)) else 1.0


def _placed(sets: Sets, positions: Sequence[int], objective: Objective, rng: random.Random) -> Sets:
    """Returns the questions with the best option, at `positions`, marked for the letter whose turn it is."""
    asked: Mapping[str, Any] = {"slot": objective.slot, "wanted": objective.wanted}
    return [
        [
            evolve(drawn, placed=position, asked={**asked, "way": rng.randrange(len(WAYS))})
            for drawn in several
        ]
        for several, position in zip(sets, positions, strict=True)
    ]


BEST: Final = Best()
