"""Words each sum term of a question as one sentence, which least-to-most asks about turn by turn."""

from __future__ import annotations

from typing import Final

from attrs import field, frozen

from cocoa_core.domain import Domain
from cocoa_core.errors import FindingsError
from cocoa_core.families.selection.explanation import grounded
from cocoa_core.families.selection.record import LiteralRecord, Question
from cocoa_core.families.selection.request_reader import RequestReader, reader_of
from cocoa_core.independent import clauses, read_request
from cocoa_core.language import Realizer
from cocoa_core.seeds import stream

_TRIES: Final = 16
"""The wordings drawn for one sum term."""


@frozen(eq=False)
class SentenceWriter:
    """Words sum terms of one domain anew, rather than cutting the request, whose sentences may be joined.

    Every sentence is read again by the verifier's grammar, and each of its readings is the sum term.
    """

    domain: Domain
    _realizer: Realizer = field(init=False, repr=False)
    _reader: RequestReader = field(init=False, repr=False)

    @_realizer.default
    def _new_realizer(self) -> Realizer:
        return Realizer(self.domain)

    @_reader.default
    def _new_reader(self) -> RequestReader:
        return reader_of(self.domain.files)

    def sentences(self, question: Question) -> tuple[str, ...]:
        """Returns a sentence for each sum term, in the order of the requirement; the same at every call.

        Raises:
            FindingsError: the domain cannot word one of them.
        """
        return tuple(self.sentence(question, index) for index in range(len(question.requirement.terms)))

    def sentence(self, question: Question, index: int) -> str:
        """Returns the sentence of one sum term, given by its index in the requirement.

        Raises:
            FindingsError: as `sentences`.
        """
        term = question.requirement.terms[index]
        draw = stream("sentence", question.requirement.id, index)
        try:
            literals = tuple(grounded(self.domain.schema, literal) for literal in term)
            for _ in range(_TRIES):
                text = self._realizer.sentence(literals, draw)
                if self.means(text, question, term):
                    return text
        except (LookupError, ValueError) as error:
            raise _unworded(question, index, str(error)) from error
        raise _unworded(question, index, text)

    def means(self, text: str, question: Question, term: tuple[LiteralRecord, ...]) -> bool:
        """Returns whether the text can be read, and every reading is this sum term of the question."""
        slots = self._reader.domain.slots
        readings = read_request(self._reader.lexicon, slots, self._vocabulary(question), text)
        wanted = clauses(slots, [[*map(self._reader.literal, term)]])
        return bool(readings) and all(
            clauses(slots, [term for sentence in reading for term in sentence.terms]) == wanted
            for reading in readings
        )

    def _vocabulary(self, question: Question) -> dict[str, frozenset[str]]:
        """Returns by slot the words that may be said: all of a closed slot, else those shown or named."""
        named: dict[str, set[str]] = {}
        for term in question.requirement.terms:
            for literal in term:
                named.setdefault(literal.slot, set()).update(literal.values)
        for slot in self._reader.domain.slots.values():
            for option in question.options:
                text = option.shown.get(slot.label)
                if text is not None:
                    named.setdefault(slot.name, set()).update(text.split("; ") if slot.plural else [text])
        return {
            slot.name: slot.words if slot.words is not None else frozenset(named.get(slot.name, ()))
            for slot in self._reader.domain.slots.values()
            if slot.worded
        }


def _unworded(question: Question, index: int, got: str) -> FindingsError:
    return FindingsError(
        f"condition {index + 1} of question {question.id} cannot be put into a sentence of its own",
        got=got,
        expected="rules of the domain that word it in one way",
        fix="run `cocoa verify` on the data set that holds it",
    )
