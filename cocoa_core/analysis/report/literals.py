"""Which literal holds of which option, and the entropy of that: the paper's Table 4, of one question."""

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
    """rows: each literal in words, its condition from 1, and a mark by option; the others: by option."""

    rows: tuple[tuple[str, int, tuple[str, ...]], ...]
    hold: tuple[str, ...]
    fail: tuple[str, ...]
    entropy: tuple[str, ...]


def literals_of(record: Mapping[str, Any], domain: Domain) -> Literals:
    """Of a whole record of the domain.

    Raises:
        FindingsError: it is none.
        LookupError: it is none.
        ValueError: it is none.
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
