"""Conditions by number: each sum term in a statement of its own, in their order."""

from __future__ import annotations

from collections.abc import Iterator

from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

__all__ = ["number_flaws"]


def number_flaws(case: ParsedQuestion) -> Iterator[Flaw]:
    """Statements that say several sum terms, or say them in another order than that of their numbers."""
    said = [sentence["terms"] for sentence in case.record["sentences"] if sentence["terms"]]
    expected = [[place] for place in range(len(case.terms))]
    if said != expected:
        what = "the conditions are not said one a sentence, in order"
        yield Flaw("numbers", what, str(said), str(expected))
