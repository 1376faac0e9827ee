"""Works out which literals of a question are true of which option, from what the options show."""

from __future__ import annotations

from collections.abc import Mapping

from cocoa_core.domain import Domain
from cocoa_core.errors import FindingsError, one_line
from cocoa_core.families.selection.asking import UnreadablePromptError
from cocoa_core.families.selection.record import Question
from cocoa_core.families.selection.request_reader import reader_of
from cocoa_core.independent import Truth

Truths = Mapping[str, tuple[tuple[Truth, ...], ...]]
"""By the letter of an option: for each sum term the truth of each literal; None where it is undefined."""


def truths_of(question: Question, domain: Domain) -> Truths:
    """Returns the truth of every literal for every option, read and evaluated as the verifier does.

    Raises:
        FindingsError: an option or a literal is not one of the domain.
    """
    reader = reader_of(domain.files)
    try:
        options = reader.options({option.label: option.shown for option in question.options})
        terms = [[*map(reader.literal, term)] for term in question.requirement.terms]
    except (KeyError, ValueError, UnreadablePromptError) as error:
        raise FindingsError(
            f"question {question.id} does not fit the domain of its data set",
            got=one_line(error),
            expected="options and literals that its schema can read",
            fix="run `cocoa verify` on the data set",
        ) from error
    return {
        label: tuple(tuple(reader.truth(literal, values) for literal in term) for term in terms)
        for label, values in options.items()
    }
