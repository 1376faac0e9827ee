"""`every`: any number of options satisfy the request."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.asks.ask import Ask, each_number
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

__all__ = ["ASK"]


def flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """A key that is not of the options that satisfy, a letter beside the set of letters."""
    key, answer = case.record["key"], case.record["answer"]
    if key != list(case.right):
        yield Flaw("key", "the key is not of the options that satisfy", str(key), str(list(case.right)))
    if answer is not None:
        yield Flaw("key", "a set of letters has no single answer", str(answer), "null")


ASK: Final = Ask(flaws, members=each_number)
