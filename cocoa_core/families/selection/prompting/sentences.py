"""Words each sum term of a question as one sentence, which least-to-most asks about turn by turn."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from cocoa_core.domain import Domain
from cocoa_core.errors import FindingsError
from cocoa_core.families.selection.explanation import grounded
from cocoa_core.families.selection.record import LiteralRecord, Question
from cocoa_core.families.selection.request_reader import reader_of
from cocoa_core.independent import Slot, clauses, read_request
from cocoa_core.language import realizer_of
from cocoa_core.seeds import stream

_TRIES: Final = 16
"""The wordings drawn for one sum term."""


def sentences_of(question: Question, domain: Domain) -> tuple[str, ...]:
    """Returns a sentence for each sum term, in the order of the requirement; the same at every call.

    Raises:
        FindingsError: the domain cannot word one of them.
    """
    return tuple(sentence_of(question, index, domain) for index in range(len(question.requirement.terms)))


def sentence_of(question: Question, index: int, domain: Domain) -> str:
    """Returns the sentence of one sum term, given by its index in the requirement.

    The term is worded anew, rather than cut from the request, whose sentences may be joined.

    Raises:
        FindingsError: as `sentences_of`.
    """
    term = question.requirement.terms[index]
    draw = stream("sentence", question.requirement.id, index)
    try:
        literals = tuple(grounded(domain.schema, literal) for literal in term)
        for _ in range(_TRIES):
            text = realizer_of(domain).sentence(literals, draw)
            if means(text, question, term, domain):
                return text
    except (LookupError, ValueError) as error:
        raise _unworded(question, index, str(error)) from error
    raise _unworded(question, index, text)


def means(text: str, question: Question, term: tuple[LiteralRecord, ...], domain: Domain) -> bool:
    """Returns whether the verifier's grammar can read the text, and every reading is this sum term of the
    question.
    """
    reader = reader_of(domain.files)
    slots = reader.domain.slots
    readings = read_request(reader.lexicon, slots, _vocabulary(question, slots.values()), text)
    wanted = clauses(slots, [[*map(reader.literal, term)]])
    return bool(readings) and all(
        clauses(slots, [term for sentence in reading for term in sentence.terms]) == wanted
        for reading in readings
    )


def _vocabulary(question: Question, slots: Iterable[Slot]) -> dict[str, frozenset[str]]:
    """Returns by slot the words that may be said: all of a closed slot, else those shown or named."""
    named: dict[str, set[str]] = {}
    for term in question.requirement.terms:
        for literal in term:
            named.setdefault(literal.slot, set()).update(literal.values)
    for slot in slots:
        for option in question.options:
            text = option.shown.get(slot.label)
            if text is not None:
                named.setdefault(slot.name, set()).update(text.split("; ") if slot.plural else [text])
    return {
        slot.name: slot.words if slot.words is not None else frozenset(named.get(slot.name, ()))
        for slot in slots
        if slot.worded
    }


def _unworded(question: Question, index: int, got: str) -> FindingsError:
    return FindingsError(
        f"condition {index + 1} of question {question.id} cannot be put into a sentence of its own",
        got=got,
        expected="rules of the domain that word it in one way",
        fix="run `cocoa verify` on the data set that holds it",
    )
