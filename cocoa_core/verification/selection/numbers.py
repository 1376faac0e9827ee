"""Checks conditions that are numbered: each sum term in a sentence of its own, in their order."""

from __future__ import annotations

from collections.abc import Iterator

from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

__all__ = ["number_flaws"]


def number_flaws(question: ParsedQuestion) -> Iterator[Flaw]:
    """Finds sentences that say several sum terms, or say them in another order."""
    stated = [sentence["terms"] for sentence in question.record["sentences"] if sentence["terms"]]
    expected = [[index] for index in range(len(question.terms))]
    if stated != expected:
        what = "the conditions are not said one a sentence, in order"
        yield Flaw("numbers", what, str(stated), str(expected))
