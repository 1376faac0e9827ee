"""Scores a conversation: the answer that counts, and what the model did before it.

Only the replies are looked at, with the question and the key after each turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import evolve

from cocoa_core.answers import Letters, Score, read_answer
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.delivering import TurnKey
from cocoa_core.families.selection.record import Question
from cocoa_core.items import Episode

FIGURES: Final = (
    *("attempts", "premature", "premature_right", "recovered", "anchored"),
    *("states", "all_states", "asked_back", "words_a_turn", "turns"),
)
"""The names of the metrics that `score_turns` gives beside those of the ask."""


def score_turns(question: Question, episode: Episode, keys: Sequence[TurnKey] | None, units: int) -> Score:
    """Returns the score of the answer that counts: the last attempt where the model may answer at any time,
    elsewhere that of the last reply.

    An attempt is a reply that states an answer; it is premature before the last condition was said.

    Args:
        episode: the replies, and when they were asked for.
        keys: the key after each turn; None where nobody asked for them.
        units: the number of turns that say conditions.
    """
    replies = [*episode.replies]
    turn_count = len(keys) if keys is not None else max(len(replies), units)
    replies += [""] * (turn_count - len(replies))
    asks_sets = episode.answer == "each"
    scores = [_attempt(question, reply) for reply in replies]
    attempts = [(turn, score) for turn, score in enumerate(scores) if score is not None]
    if asks_sets:  # the replies before the last one are sets of options, and no attempts
        attempts = [(turn, score) for turn, score in attempts if turn == len(replies) - 1]
    final = scores[-1] if scores else None
    if episode.answer == "free":
        final = attempts[-1][1] if attempts else None
    premature = [score for turn, score in attempts if turn < units - 1 and not asks_sets]
    earlier = [score for _, score in attempts[:-1]]
    right = final is not None and final.value == 1
    repeated = final is not None and any(score.answer == final.answer for score in earlier)
    keys_before = keys[:-1] if asks_sets and keys is not None else ()
    exact = [
        read_answer(reply, Letters(question.labels)).value == frozenset(key.key)
        for reply, key in zip(replies, keys_before, strict=False)
        if key.settled
    ]
    asked_back = [score is None and "?" in reply for score, reply in zip(scores, replies, strict=True)]
    metrics = {
        "attempts": len(attempts),
        "premature": bool(premature),
        "premature_right": any(score.value == 1 for score in premature),
        "recovered": right and any(score.value < 1 for score in earlier),
        "anchored": repeated and not right,
        "states": sum(exact) / len(exact) if exact else None,
        "all_states": (right and all(exact)) if exact else None,
        "asked_back": sum(asked_back) / len(replies) if replies else 0.0,
        "words_a_turn": sum(len(reply.split()) for reply in replies) / max(1, len(replies)),
        "turns": len(replies),
    }
    score = ASKS[question.ask].score(question, replies[-1] if replies else "") if final is None else final
    numbers = {name: float(value) for name, value in metrics.items() if value is not None}
    return evolve(score, metrics={**score.metrics, **numbers})


def _attempt(question: Question, reply: str) -> Score | None:
    """Returns the score of an answer that a reply states; None where it states none that can be read."""
    score = ASKS[question.ask].score(question, reply)
    return None if score.failure is not None else score
