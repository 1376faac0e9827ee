"""Which literals of a question are true of which option: worked out again from what the options show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log2

from attrs import field, frozen

from cocoa_core.domain.domain import Domain
from cocoa_core.errors import FindingsError
from cocoa_core.records.question import Question
from cocoa_core.reference.request_reader import RequestReader, UnreadableError, reader_of
from cocoa_core.verification.arguments import read_literal
from cocoa_core.verification.semantics import Truth

__all__ = ["TruthReader", "Truths", "entropy"]

Truths = Mapping[str, tuple[tuple[Truth, ...], ...]]
"""By the letter of an option: for each sum term the truth of each literal; None where it is undefined."""


@frozen(eq=False)
class TruthReader:
    """Reads options and evaluates literals as the verifier does."""

    domain: Domain
    _reader: RequestReader = field(init=False, repr=False)

    @_reader.default
    def _new_reader(self) -> RequestReader:
        return reader_of(self.domain.files)

    def truths(self, question: Question) -> Truths:
        """Raises FindingsError where an option or a literal is not one of the domain."""
        slots = self._reader.domain.slots
        try:
            options = self._reader.options({option.label: option.shown for option in question.options})
            terms = [
                [read_literal(slots[one.slot], one.over, one.test, one.values, one.positive) for one in term]
                for term in question.requirement.terms
            ]
        except (KeyError, ValueError, UnreadableError) as error:
            raise FindingsError(
                f"question {question.id} does not fit the domain of its data set",
                got=str(error),
                expected="options and literals that its schema can read",
                fix="run `cocoa verify` on the data set",
            ) from error
        return {
            label: tuple(tuple(self._reader.truth(one, values) for one in term) for term in terms)
            for label, values in options.items()
        }


def entropy(truths: Sequence[Truth]) -> float:
    """Shannon's entropy, in bits, of the share of literals that hold; what is undefined does not hold."""
    share = sum(one is True for one in truths) / len(truths)
    if share in (0.0, 1.0):
        return 0.0
    return -(share * log2(share) + (1 - share) * log2(1 - share))
