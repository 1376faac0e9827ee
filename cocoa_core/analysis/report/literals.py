"""Tabulates which literal holds of which option, with each option's entropy: the paper's Table 4, for one
question.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from attrs import frozen

from cocoa_core.domain import Domain
from cocoa_core.families.selection import Question, grounded
from cocoa_core.families.selection.prompting.truths import TruthReader
from cocoa_core.language import Realizer

__all__ = ["Literals", "literals_of"]

_MARKS: Final = {True: "✓", False: "✗", None: "–"}


@frozen
class Literals:
    """The truth of every literal of a question for every option."""

    rows: tuple[tuple[str, int, tuple[str, ...]], ...]
    """Each literal in words, the number of its condition from 1, and a mark per option."""
    hold: tuple[str, ...]
    """The share of literals that hold, per option."""
    fail: tuple[str, ...]
    """The share of literals that do not hold, per option."""
    entropy: tuple[str, ...]
    """The entropy of each option."""


def literals_of(record: Mapping[str, Any], domain: Domain) -> Literals:
    """Evaluates the literals of a record.

    Args:
        record: a whole record of a question.
        domain: the question's domain.

    Raises:
        FindingsError: an option or a literal is not one of the domain.
        LookupError: the domain has no slot of a literal's name.
        ValueError: the record is no whole question, or the domain cannot read a value in it.
    """
    question = Question.from_json(record)
    reader, realizer = _tools(domain)
    truths = reader.truths(question)
    labels = [option.label for option in question.options]
    rows = tuple(
        (
            realizer.clause(grounded(domain.schema, literal)),
            column + 1,
            tuple(_MARKS[truths[label][column][within]] for label in labels),
        )
        for column, term in enumerate(question.requirement.terms)
        for within, literal in enumerate(term)
    )
    shares = [
        sum(marks[column] == _MARKS[True] for *_, marks in rows) / len(rows) for column in range(len(labels))
    ]
    return Literals(
        rows,
        tuple(f"{share:.2f}" for share in shares),
        tuple(f"{1 - share:.2f}" for share in shares),
        tuple(f"{question.complexity.entropy[label]:.3f}" for label in labels),
    )


@lru_cache(maxsize=4)
def _tools(domain: Domain) -> tuple[TruthReader, Realizer]:
    return TruthReader(domain), Realizer(domain)
