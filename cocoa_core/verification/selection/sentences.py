"""Checks the sentences that a record lists: together they are the request, each says the sum terms listed
with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from cocoa_core.independent import Statement, StepBudgetExceededError, TextReader, clauses
from cocoa_core.verification.report import Flaw
from cocoa_core.verification.selection.parsed_question import ParsedQuestion

__all__ = ["sentence_flaws"]

_WHAT: Final = "sentences"


def sentence_flaws(question: ParsedQuestion, reader: TextReader, starts: Sequence[int]) -> Iterator[Flaw]:
    """Finds sentences that are not those of the request or say other sum terms, and a wrong list of inert
    texts.

    Args:
        question: the question.
        reader: the reader of the request.
        starts: the positions at which its opening can end.
    """
    request, sentences = question.record["request"], question.record["sentences"]
    texts = [sentence["text"] for sentence in sentences]
    if " ".join(texts) != request:
        yield Flaw(_WHAT, "the sentences are not those of the request", " ".join(texts), request)
        return
    stated_terms = [term_index for sentence in sentences for term_index in sentence["terms"]]
    if sorted(stated_terms) != list(range(len(question.terms))):
        yield Flaw(_WHAT, "each sum term is not said by one sentence", str(stated_terms))
        return
    if sentences[0]["terms"]:
        yield Flaw(_WHAT, "the first sentence is not the opening", texts[0])
        return
    inert: list[str] = []
    end = -1
    for number, sentence in enumerate(sentences, 1):
        start, end = end + 1, end + 1 + len(sentence["text"])
        if sentence["terms"]:
            try:
                statements = reader.statements(start, end)
            except StepBudgetExceededError:
                yield Flaw(_WHAT, "the sentences have more readings than can be tried", sentence["text"])
                return
            if not _says(question, statements, sentence["terms"]):
                yield Flaw(_WHAT, f"sentence {number} does not say what is listed with it", sentence["text"])
            inert += dict.fromkeys(statement.reason for statement in statements if statement.reason)
        else:
            opens = number == 1 and end + 1 in starts
            if not opens and not (number == len(sentences) and sentence["text"] in question.domain.closings):
                yield Flaw(_WHAT, f"sentence {number} is neither opening nor closing", sentence["text"])
            inert.append(sentence["text"])
    if question.record["inert"] != inert:
        yield Flaw(
            "inert", "the texts that mean nothing are others", str(question.record["inert"]), str(inert)
        )
    if question.record["provenance"]["settings"].get("inert") == "none" and inert[1:]:
        yield Flaw("inert", "there is a reason or a closing against the settings", str(inert[1:]))


def _says(question: ParsedQuestion, statements: Sequence[Statement], term_indices: Sequence[int]) -> bool:
    """Returns whether the sentence has readings, and each means these sum terms, whose indices rise."""
    slots = question.domain.slots
    wanted = clauses(slots, [question.terms[index] for index in term_indices])
    return (
        bool(statements)
        and list(term_indices) == sorted(term_indices)
        and all(clauses(slots, statement.terms) == wanted for statement in statements)
    )
