"""`every`: any number of options satisfy the request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.asks.ask import AskContract, each_number
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

__all__ = ["ASK"]


def flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds a key that is not the set of options that satisfy, and a single letter beside it."""
    key, answer = question.record["key"], question.record["answer"]
    if key != list(question.right):
        yield Flaw("key", "the key is not of the options that satisfy", str(key), str(list(question.right)))
    if answer is not None:
        yield Flaw("key", "a set of letters has no single answer", str(answer), "null")


ASK: Final = AskContract(flaws, members=each_number)
