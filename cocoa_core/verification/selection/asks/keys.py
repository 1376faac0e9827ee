"""Asks whose key follows from the labels, or from the conditions that an option breaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cocoa_core.verification.report import Flaw, unequal
from cocoa_core.verification.selection.asks.ask import AskContract, each_number
from cocoa_core.verification.selection.parsed_question import ParsedQuestion


def _every_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    key, expected = question.record["key"], list(question.right)
    yield from unequal("key", "the key is not of the options that satisfy", key, expected)


def _count_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    key, expected = question.record["key"], [str(len(question.right))]
    yield from unequal("key", "the key is not the number of options that satisfy", key, expected)


def _broken_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds an option that is not shown, a condition that is undefined for it, and a wrong key."""
    key, label = question.record["key"], question.record["asked"]["option"]
    if label not in question.values:
        yield Flaw("asked", "the option that is asked about is not shown", label, ", ".join(question.values))
        return
    for number, truth in enumerate(question.term_truths(label), 1):
        if truth is None:
            yield Flaw("asked", f"condition {number} is neither true nor false of option {label}")
    expected = [str(index + 1) for index in question.broken_terms(label)]
    if key != expected:
        problem = f"the key is not of the conditions that option {label} breaks"
        yield Flaw("key", problem, key, expected)


def _relax_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Checks that one option alone breaks one condition alone, and that the key is that pair."""
    key = question.record["key"]
    broken = {label: question.broken_terms(label) for label in question.values}
    near = [label for label, term_indices in broken.items() if len(term_indices) < 2]
    if len(near) != 1 or not broken[near[0]]:
        few = ", ".join(f"{label} {len(broken[label])}" for label in near)
        yield Flaw("near-miss", "not exactly one option breaks one condition, the others more", few or "none")
        return
    [label] = near
    if None in question.term_truths(label):
        yield Flaw("near-miss", f"a condition is neither true nor false of option {label}")
    expected = [str(broken[label][0] + 1), label]
    yield from unequal("key", "the key is not the condition and the option", key, expected)


EVERY: Final = AskContract(_every_flaws, members=each_number)
COUNT: Final = AskContract(_count_flaws, members=each_number)
BROKEN: Final = AskContract(_broken_flaws, asked={"option": str}, numbered=True)
RELAX: Final = AskContract(_relax_flaws, numbered=True)
