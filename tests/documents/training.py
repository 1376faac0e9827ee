"""The tables of docs/training.md: what earns the reward, and how hard each setting is."""

from __future__ import annotations

from statistics import mean
from typing import Final

import cocoa_core
from cocoa_core.records.answers.reader import LABELS

__all__ = ["ANSWERS", "text"]

ANSWERS: Final = (
    "**Option B**",
    "Final answer: $\\boxed{\\text{B}}$",
    '{"reason": "A and C cost too much", "answer": "B"}',
    "<think>So it is A. No: A leaves too late.</think> (b)",
    "I first thought A. Wait, A has two stops. The answer is B.",
    "The answer is the Delta flight.",
    "Die Antwort ist B.",
    "答案是B。",
    "The answer is D.",
    "The answer is A. The answer is B.",
    "A or B",
    "A, B, C, D, E",
    "I cannot determine which one it is.",
    "The answer is F.",
    "Let me go through the options. A costs too much, B",
    "",
)
"""Answers to a question whose answer is B, an option that alone is with Delta."""

_AIRLINES: Final = ("United", "Delta", "KLM", "SWISS", "ANA")
_STEPS: Final = ((2, 2), (3, 2), (4, 2), (4, 3), (5, 2), (6, 2), (6, 4), (8, 4))
_COUNT: Final = 40


def text(what: str) -> str:
    """The table as markdown: `answers` or `settings`."""
    return {"answers": _answers, "settings": _settings}[what]()


def _answers() -> str:
    options = [
        {"label": label, "shown": {"Airline": airline}}
        for label, airline in zip(LABELS, _AIRLINES, strict=True)
    ]
    lines = ["| completion | reward | outcome |", "|---|---|---|"]
    for completion in ANSWERS:
        score = cocoa_core.score({"answer": "B", "options": options}, completion)
        outcome = score.outcome if score.failure is None else f"{score.outcome}: {score.failure}"
        shown = f"`{completion}`" if completion else "nothing"
        lines.append(f"| {shown} | {score.value} | {outcome} |")
    return "\n".join(lines)


def _settings() -> str:
    flights = cocoa_core.load_domain("flights")
    lines = ["| slots | minterms | sum terms | literals | words of the request |", "|---|---|---|---|---|"]
    for slots, minterms in _STEPS:
        questions = tuple(flights.generate(_COUNT, seed=1, slots=slots, minterms=minterms))
        terms = mean(one.complexity.sum_terms for one in questions)
        literals = mean(one.complexity.literals for one in questions)
        words = mean(len(one.request.split()) for one in questions)
        lines.append(f"| {slots} | {minterms} | {terms:.1f} | {literals:.1f} | {words:.0f} |")
    return "\n".join(lines)
