"""Works out which literals of a question are true of which option, from what the options show."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import field, frozen

from cocoa_core.domain import Domain
from cocoa_core.errors import FindingsError, one_line
from cocoa_core.families.selection.asking import UnreadablePromptError
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.request_reader import RequestReader, reader_of
from cocoa_core.independent import Truth

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
        """Returns the truth of every literal for every option.

        Raises:
            FindingsError: an option or a literal is not one of the domain.
        """
        try:
            options = self._reader.options({option.label: option.shown for option in question.options})
            terms = [[*map(self._reader.literal, term)] for term in question.requirement.terms]
        except (KeyError, ValueError, UnreadablePromptError) as error:
            raise FindingsError(
                f"question {question.id} does not fit the domain of its data set",
                got=one_line(error),
                expected="options and literals that its schema can read",
                fix="run `cocoa verify` on the data set",
            ) from error
        return {
            label: tuple(tuple(self._reader.truth(literal, values) for literal in term) for term in terms)
            for label, values in options.items()
        }
