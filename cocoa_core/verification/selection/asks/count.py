"""`count`: how many options satisfy the request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.asks.ask import AskContract, each_number
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

__all__ = ["ASK"]


def flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds a key that is not the number of options that satisfy, and a letter beside it."""
    key, answer, expected = question.record["key"], question.record["answer"], [str(len(question.right))]
    if key != expected:
        yield Flaw("key", "the key is not the number of options that satisfy", str(key), str(expected))
    if answer is not None:
        yield Flaw("key", "a number is no letter", str(answer), "null")


ASK: Final = AskContract(flaws, members=each_number)
