"""`broken`: which of its numbered conditions one option breaks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.asks.ask import Ask
from cocoa_core.verification.selection.numbers import number_flaws
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

__all__ = ["ASK"]


def flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """An option that is not there, or of which a condition is open; a key of other conditions."""
    yield from number_flaws(case)
    key, label = case.record["key"], case.record["asked"]["option"]
    if case.record["answer"] is not None:
        yield Flaw("key", "a set of numbers has no single answer", str(case.record["answer"]), "null")
    if label not in case.values:
        yield Flaw("asked", "the option that is asked about is not shown", label, ", ".join(case.values))
        return
    for number, found in enumerate(case.term_truths(label), 1):
        if found is None:
            yield Flaw("asked", f"condition {number} is neither true nor false of option {label}")
    expected = [str(place + 1) for place in case.broken_terms(label)]
    if key != expected:
        yield Flaw(
            "key", f"the key is not of the conditions that option {label} breaks", str(key), str(expected)
        )


ASK: Final = Ask(flaws, asked={"option": str})
