"""The tables of docs/training.md: what earns the reward, what guesses earn, how hard each setting is."""

from __future__ import annotations

from statistics import mean
from typing import Final

import cocoa_core

ANSWERS: Final = (
    "Answer: B",
    "**Option B**",
    "The answer is (B), since it lands before noon.",
    "Final answer: $\\boxed{\\text{B}}$",
    '{"reason": "A and C cost too much", "answer": "B"}',
    "<think>So it is A. No: A leaves too late.</think> (b)",
    "The answer is A. Wait, A has two stops. The answer is B.",
    "The correct option is B. Option A costs too much.",
    "The answer is D.",
    "Answer: B, but maybe D",
    "Answer: B. Strike that.",
    "Answer: B. Option A is also correct.",
    "Answer: A, B",
    "It is not true that the answer is B.",
    "The answer is F.",
    "The answer is the Delta flight.",
    "A: no. B: yes. C: no. D: no. E: no.",
    "So only B remains.",
    "<think>The answer is B.",
)
"""Answers to a question whose answer is B."""

_STEPS: Final = ((2, 3), (3, 3), (3, 4), (4, 3), (5, 3))
_COUNT: Final = 20
_GUESSES: Final = {"choose": ("A", "C"), "every": ("none", "A, C", "A, B, C, D, E")}
_GUESSED: Final = 100


def text(what: str) -> str:
    """The table as markdown: `answers`, `guesses` or `settings`."""
    return {"answers": _answers, "guesses": _guesses, "settings": _settings}[what]()


def _answers() -> str:
    lines = ["| completion | reward | outcome |", "|---|---|---|"]
    for completion in ANSWERS:
        score = cocoa_core.score({"answer": "B"}, completion)
        outcome = score.outcome if score.failure is None else f"{score.outcome}: {score.failure}"
        lines.append(f"| `{completion}` | {score.value} | {outcome} |")
    return "\n".join(lines)


def _guesses() -> str:
    lines = ["| ask | a guess | exact | partial |", "|---|---|---|---|"]
    rewards = (cocoa_core.reward, cocoa_core.Reward(partial=True))
    for ask, guesses in _GUESSES.items():
        records = [one.line() for one in cocoa_core.generate("hotels", _GUESSED, seed=1, ask=ask)]
        for guess in guesses:
            said = [f"Answer: {guess}"] * len(records)
            exact, partial = (mean(reward(completions=said, record=records)) for reward in rewards)
            lines.append(f"| `{ask}` | `{guess}` | {exact:.2f} | {partial:.2f} |")
    return "\n".join(lines)


def _settings() -> str:
    flights = cocoa_core.load_domain("flights")
    lines = ["| slots | minterms | sum terms | literals | words of the request |", "|---|---|---|---|---|"]
    for slots, minterms in _STEPS:
        questions = tuple(flights.generate(_COUNT, seed=1, slots=slots, minterms=minterms))
        terms = mean(question.complexity.sum_terms for question in questions)
        literals = mean(question.complexity.literals for question in questions)
        words = mean(len(question.request.split()) for question in questions)
        lines.append(f"| {slots} | {minterms} | {terms:.1f} | {literals:.1f} | {words:.0f} |")
    return "\n".join(lines)
