"""`relax`: one option breaks one of the numbered conditions, and each of the others two or more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.asks.ask import AskContract
from cocoa_core.verification.selection.parsed_question import ParsedQuestion
from cocoa_core.verification.selection.request import number_flaws

__all__ = ["ASK"]


def flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds no option, or several, that break one condition alone, a condition that is undefined, and a wrong
    key.
    """
    yield from number_flaws(question)
    key = question.record["key"]
    if question.record["answer"] is not None:
        yield Flaw("key", "two things have no single answer", str(question.record["answer"]), "null")
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
    if key != expected:
        yield Flaw("key", "the key is not the condition and the option", str(key), str(expected))


ASK: Final = AskContract(flaws)
