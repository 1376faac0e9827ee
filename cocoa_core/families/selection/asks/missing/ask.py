"""Asks which of several values to be confirmed settles which option fits."""

from __future__ import annotations

import random
from collections.abc import Sequence
from math import lcm
from typing import TYPE_CHECKING, Final

from attrs import evolve, frozen

from cocoa_core.answers import Letter, Shape
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection.asking import (
    Ask,
    ParsedPrompt,
    PromptText,
    UnreadablePromptError,
    all_options,
)
from cocoa_core.families.selection.asks.choose import wrong_options
from cocoa_core.families.selection.generation.context import (
    DrawnQuestion,
    LabelledAnswer,
    QuestionSetSearch,
    Sets,
)
from cocoa_core.families.selection.generation.rejections import Rejection
from cocoa_core.families.selection.record import TO_BE_CONFIRMED, Question
from cocoa_core.families.selection.setting_specs import PANEL
from cocoa_core.families.selection.settings import Settings
from cocoa_core.suggestions import first_few

if TYPE_CHECKING:
    from cocoa_core.domain import Domain
    from cocoa_core.families.selection.generation.candidates import CandidatePool
    from cocoa_core.families.selection.generation.grounding import GroundedRequirement

HIDDEN_COUNTS: Final = (3, 4)
"""How many slots may be hidden together."""
_BALANCE_LEVELS: Final = len(HIDDEN_COUNTS) * lcm(*HIDDEN_COUNTS)
"""Over so many levels each count comes equally often, and with it each of the slots, in their order, is the
answer equally often.
"""
_STEP: Final = 5
"""The difference of level between members of a set, odd so that both counts come in each."""
_PARTING: Final = ",;:，、；：،؛"
"""Marks that make a list of labels between commas ambiguous for whoever reads or splits it."""


@frozen
class Missing(Ask):
    """Asks for a slot: three or four slots have values to be confirmed, each equally many, and one of them
    settles which option fits.

    Whatever the values of this slot turn out to be, the others then make no difference. Each of the hidden
    slots, in their order, is the answer equally often.
    """

    name: str = "missing"

    mark: str = "There is one thing that settles which options meet everything"

    def refuse(self, settings: Settings) -> None:
        fewest = min(HIDDEN_COUNTS)
        few = [cell for cell, _ in settings.mix if cell.all_slots < fewest]
        if few:
            raise SettingsError(
                f"the ask {self.name} hides the values of three slots or more",
                got=f"(slots, minterms) {few[0]}",
                expected=f"at least {fewest} slots, wishes included",
                fix=f"pass --slots {fewest}, or --wishes {fewest - few[0].slots}",
            )

    def refuse_domain(self, domain: Domain) -> None:
        from cocoa_core.families.selection.asks.missing.hiding import misread_labels

        misread = misread_labels(domain)
        if misread:
            raise SettingsError(
                f"the ask {self.name} is answered with the label of a slot, and not every label of "
                f"{domain.schema.name} is read as itself",
                got=first_few([domain.schema.slot(name).label for name in misread]),
                expected="labels that can be told apart, and that no punctuation parts",
                fix="give these slots another `label` in schema.yaml (`cocoa check-domain` names their "
                f"lines), or leave out --ask {self.name}",
            )

    def balance_levels(self, settings: Settings) -> int:
        """Returns the number of levels over which three or four slots are hidden and each is the answer."""
        return _BALANCE_LEVELS

    def draw(self, search: QuestionSetSearch) -> Sets | None:
        """Draws requirements over the same rows, each of which one row would meet, and then what is hidden of
        each member's options.

        The answer is a slot, and each hidden slot could be it, so the rows tell nothing of it even where one
        of them is right for two members. If each row had to be right once, 12 of 13 attempts failed in
        flights, where only five slots can be hidden.
        """
        from cocoa_core.families.selection.asks.missing.hiding import Hidden, draw_hidden, hideable
        from cocoa_core.families.selection.generation.balanced_set import (
            BalancedSetSpec,
            draw_balanced_set,
            questions_of,
        )
        from cocoa_core.families.selection.generation.elimination import DistractorConstraints

        groups, plan = search.source.groups, search.plan
        rows = len(plan.members)
        schema = groups.domain.schema
        hideable_slots = hideable(schema)
        hidden_of: dict[int, Hidden] = {}

        def fits(
            member: int,
            pool: CandidatePool,
            draft: GroundedRequirement,
            rows: Sequence[int],
            rng: random.Random,
        ) -> bool:
            balance_level = (plan.balance_level + _STEP * member) % _BALANCE_LEVELS
            looks = [groups.look(pool.group.rows[row]) for row in rows]
            hidden = draw_hidden(schema, draft, rows, looks, balance_level, rng)
            if hidden is None:
                return False
            cells = {rows[index]: slots for index, slots in hidden.cells.items()}
            hidden_of[member] = evolve(hidden, cells=cells)
            return True

        set_spec = BalancedSetSpec(
            tuple(1 << row for row in range(rows)),
            rows,
            DistractorConstraints(near_miss=True, every_term=rows == PANEL),
            any_order=True,
            may_repeat=True,
            fill=wrong_options(search, rows),
            without=frozenset(slot.name for slot in schema.given if slot.name not in hideable_slots),
            plain=True,
            fits=fits,
            misfit=Rejection.NO_DECIDING_VALUE,
        )
        ring = draw_balanced_set(search, set_spec)
        if ring is None:
            return None
        sets = []
        for member, [drawn] in enumerate(questions_of(ring)):
            hidden = hidden_of[member]
            cells = {index: hidden.cells[row] for index, row in enumerate(drawn.rows) if row in hidden.cells}
            label = schema.slot(hidden.sufficient).label
            sets.append([evolve(drawn, hidden=cells, placed=None, asked={"sufficient": label})])
        return sets

    def answer(self, drawn: DrawnQuestion, letters: Sequence[str], right: Sequence[str]) -> LabelledAnswer:
        return LabelledAnswer([drawn.asked["sufficient"]])

    def words(self, question: Question) -> PromptText:
        ways = (
            "Which one of these values do you have to ask for to settle which options fit?",
            "Which one value do you have to find out to know which options fit?",
            "If you could ask for just one of the missing values, which one would settle it?",
        )
        return PromptText.over_options(
            question,
            ways,
            task=f'Where an option says "{TO_BE_CONFIRMED}", it has a value there that is not known yet. '
            "There is one thing that settles which options meet everything, once it is known of every option "
            "that lacks it, whatever the other missing values turn out to be.",
            method="Find out by going through the options, and asking of each value that is lacking whether "
            "it can still make a difference.",
            partial="Its solution explains two of the options.",
            now="Now find that value for the following request.",
            listing=f"List the conditions, go through {all_options(question)}, and",
            decision="Use what you found to say which one value has to be asked for, and",
            form=f"where X is one of {_listed(_lacking(question))}\nAnswer: X",
        )

    def conclusion(self, question: Question) -> str:
        open_options = [
            option.label
            for option in question.options
            if option.label not in question.certificate.satisfied
            and option.label not in question.certificate.broken
        ]
        noun = "option" if len(open_options) == 1 else "options"
        return f"Still open: {noun} {', '.join(open_options)}. What settles it is this: {question.key[0]}."

    def shape(self, question: Question) -> Shape:
        return Letter(_lacking(question))

    def reference_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str | None:
        slots = prompt.reader.domain.slots
        deciding: set[str] = set()
        for values in prompt.values.values():
            hidden = {slot.name for slot in slots.values() if slot.shown and slot.name not in values}
            undecided: set[str] = set()
            for term in prompt.terms if prompt.whole else prompt.terms[:1]:
                hidden_slots = {literal.slot for literal in term if literal.slot in hidden}
                if not any(prompt.reader.truth(literal, values) for literal in term):
                    undecided |= hidden_slots
                    if not hidden_slots:
                        undecided.clear()
                        break
            deciding |= undecided
        labels = sorted(slots[name].label for name in deciding)
        if draw.random() < prompt.slips:
            labels = [label for label in _offered(prompt) if label not in labels]
        return prompt.pick(labels, draw)

    def random_answer(self, prompt: ParsedPrompt, draw: random.Random) -> str:
        offered = _offered(prompt)
        if not offered:
            raise UnreadablePromptError("no option has a value to be confirmed")
        return draw.choice(offered)

    def chance(self, question: Question) -> float:
        return 1 / len(_lacking(question))


def _listed(labels: Sequence[str]) -> str:
    """Returns the labels as the form names them: in one line, or one a line where a mark in one of them would
    split it.
    """
    if any(mark in label for label in labels for mark in _PARTING):
        return "\n- ".join(("these:", *labels))
    return f"{', '.join(labels)}:"


def _offered(prompt: ParsedPrompt) -> list[str]:
    """Returns the labels of the slots with hidden values, in the order shown.

    They are read off the options: a label may hold a comma, so the list at the end of the prompt cannot be
    split.
    """
    end = f": {TO_BE_CONFIRMED}"
    lines = [(index, line) for shown in prompt.lines.values() for index, line in enumerate(shown)]
    hidden = {index: line.removesuffix(end) for index, line in lines if line.endswith(end)}
    return [label for _, label in sorted(hidden.items())]


def _lacking(question: Question) -> tuple[str, ...]:
    hidden = {
        label
        for option in question.options
        for label, value in option.shown.items()
        if value == TO_BE_CONFIRMED
    }
    return tuple(label for label in question.options[0].shown if label in hidden)


MISSING: Final = Missing()
