"""Delivers a conversation in which the customer changes what was said, as the record has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.answers import Score
from cocoa_core.domain import Domain
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.deliveries.scoring import FIGURES, score_turns
from cocoa_core.families.selection.deliveries.turns import asked_text, system_text
from cocoa_core.families.selection.delivering import Delivery, TurnKey
from cocoa_core.families.selection.prompting.layout import problem_text
from cocoa_core.families.selection.record import Question
from cocoa_core.items import Episode, Script, UserTurn
from cocoa_core.lexicon import ALL_SAID, REVISED


@frozen
class Revise(Delivery):
    """Delivers the turns of the record. The options are shown once, with the first turn; every key is settled
    and in the record.
    """

    name: str = "revise"
    figures: tuple[str, ...] = FIGURES
    turned: bool = True

    def refusal(self, question: Question) -> str:
        """Returns why the question cannot be delivered: it has no revisions. Empty if it can be."""
        return "" if question.history else "no revisions in the record"

    def script(self, question: Question, domain: Domain, answer: str) -> Script:
        """Returns the turns of the record, and a closing line.

        Raises:
            UsageError: the question was not drawn with revisions.
        """
        if not question.history:
            raise UsageError(
                "this question was not drawn with revisions",
                got=question.id,
                expected="a question of a data set that was generated with --revisions",
                fix="generate with --revisions 3, or take another delivery",
            )
        first, *later = question.history
        begun = asked_text(problem_text(first.text, question), question, answer)
        turns = [UserTurn(begun, question.states[0])]
        for turn, before, after in zip(later, question.states, question.states[1:], strict=False):
            new = tuple(index for index in after if index not in before)
            turns.append(UserTurn(asked_text(turn.text, question, answer), new, turn.op))
        turns.append(UserTurn(asked_text(ALL_SAID, question, answer, last=True)))
        return Script(system_text(question, answer, REVISED), tuple(turns), answer)

    def keys(self, question: Question, script: Script, domain: Domain) -> tuple[TurnKey, ...]:
        """Returns the keys of the record, the last one twice: the closing line changes nothing."""
        turn_keys = [TurnKey(key, True) for key in question.keys]
        return (*turn_keys, turn_keys[-1])

    def score(self, question: Question, episode: Episode, keys: Sequence[TurnKey] | None) -> Score:
        """Returns the score of the conversation; an attempt before the last revision is premature."""
        return score_turns(question, episode, keys, len(question.history))


REVISE: Final = Revise()
