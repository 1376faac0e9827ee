"""The sentences that a record lists: together the request, each saying the sum terms listed with it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cocoa_core.independent import Statement, StepBudgetExceededError, TextReader, clauses
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

__all__ = ["sentence_flaws"]

_WHAT: Final = "sentences"


def sentence_flaws(case: ParsedQuestion, reader: TextReader, starts: Sequence[int]) -> Iterator[Flaw]:
    """Sentences that are not the request, that say other sum terms, or inert ones that are listed otherwise.

    reader: of the request; starts: the places after its opening.
    """
    request, given = case.record["request"], case.record["sentences"]
    texts = [one["text"] for one in given]
    if " ".join(texts) != request:
        yield Flaw(_WHAT, "the sentences are not those of the request", " ".join(texts), request)
        return
    said = [place for one in given for place in one["terms"]]
    if sorted(said) != list(range(len(case.terms))):
        yield Flaw(_WHAT, "each sum term is not said by one sentence", str(said))
        return
    if given[0]["terms"]:
        yield Flaw(_WHAT, "the first sentence is not the opening", texts[0])
        return
    inert: list[str] = []
    end = -1
    for number, one in enumerate(given, 1):
        start, end = end + 1, end + 1 + len(one["text"])
        if one["terms"]:
            try:
                statements = reader.statements(start, end)
            except StepBudgetExceededError:
                yield Flaw(_WHAT, "the sentences have more readings than can be tried", one["text"])
                return
            if not _says(case, statements, one["terms"]):
                yield Flaw(_WHAT, f"sentence {number} does not say what is listed with it", one["text"])
            inert += dict.fromkeys(statement.reason for statement in statements if statement.reason)
        else:
            opens = number == 1 and end + 1 in starts
            if not opens and not (number == len(given) and one["text"] in case.domain.closings):
                yield Flaw(_WHAT, f"sentence {number} is neither opening nor closing", one["text"])
            inert.append(one["text"])
    if case.record["inert"] != inert:
        yield Flaw("inert", "the texts that mean nothing are others", str(case.record["inert"]), str(inert))
    if case.record["provenance"]["settings"].get("inert") == "none" and inert[1:]:
        yield Flaw("inert", "there is a reason or a closing against the settings", str(inert[1:]))


def _says(case: ParsedQuestion, statements: Sequence[Statement], places: Sequence[int]) -> bool:
    """Whether there are readings of a sentence, and each means these sum terms, named in rising order."""
    slots = case.domain.slots
    wanted = clauses(slots, [case.terms[place] for place in places])
    return (
        bool(statements)
        and list(places) == sorted(places)
        and all(clauses(slots, statement.terms) == wanted for statement in statements)
    )
