"""`broken`: which of its numbered conditions one option breaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.asks.ask import AskContract
from cocoa_core.verification.selection.parsed_question import ParsedQuestion
from cocoa_core.verification.selection.request import number_flaws

__all__ = ["ASK"]


def flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds an option that is not shown, a condition that is undefined for it, and a wrong key."""
    yield from number_flaws(question)
    key, label = question.record["key"], question.record["asked"]["option"]
    if question.record["answer"] is not None:
        yield Flaw("key", "a set of numbers has no single answer", str(question.record["answer"]), "null")
    if label not in question.values:
        yield Flaw("asked", "the option that is asked about is not shown", label, ", ".join(question.values))
        return
    for number, truth in enumerate(question.term_truths(label), 1):
        if truth is None:
            yield Flaw("asked", f"condition {number} is neither true nor false of option {label}")
    expected = [str(index + 1) for index in question.broken_terms(label)]
    if key != expected:
        yield Flaw(
            "key", f"the key is not of the conditions that option {label} breaks", str(key), str(expected)
        )


ASK: Final = AskContract(flaws, asked={"option": str})
