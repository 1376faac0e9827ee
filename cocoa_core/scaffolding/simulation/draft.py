"""A draft from an author's answers with simulated rows, and such rows as cells of a catalogue."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from attrs import evolve

from cocoa_core.domain.primitives import Value
from cocoa_core.domain.reading.schema import read_schema
from cocoa_core.domain.schema import Schema
from cocoa_core.domain.yaml.source import read_yaml
from cocoa_core.scaffolding.drafts import Draft
from cocoa_core.scaffolding.english import plural
from cocoa_core.scaffolding.files.schema_text import schema_text
from cocoa_core.scaffolding.from_answers import Answers, definition_draft
from cocoa_core.scaffolding.simulation.rows import ROWS_OF_A_GROUP, simulated_rows
from cocoa_core.scaffolding.simulation.vocabularies import vocabularies

__all__ = ["SIMULATED", "draft_from_answers", "simulated_cells"]

SIMULATED: Final = "sim"
"""How the ids of simulated rows begin."""


def draft_from_answers(answers: Answers, seed: int = 0) -> Draft:
    """The domain for an author's answers, with simulated rows; the same arguments give the same draft.

    UsageError for an answer that cannot be used.
    """
    draft = definition_draft(answers)
    schema = read_schema(read_yaml(schema_text(draft).encode(), str(Path("schema.yaml"))))
    things = plural(answers.noun)
    return evolve(
        draft,
        description=f"Simulated {things}, to be edited into a domain of one's own.",
        rows=simulated_cells(schema, {}, answers.rows, seed),
        origin=(
            f"**The rows are simulated.** No {answers.noun} in `catalogue.csv` exists; their ids begin with"
            f" `{SIMULATED}-`. After an edit of `schema.yaml`, `cocoa simulate .` in this folder writes them"
            f" anew. To ask about real {things}, replace them by rows of your own."
        ),
    )


def simulated_cells(
    schema: Schema, known: dict[str, tuple[str, ...]], rows: int, seed: int, file: str = "schema.yaml"
) -> tuple[tuple[str, ...], ...]:
    """Rows of canonical cells: the id, then `schema.given`. known: words of open vocabularies.

    DomainError where no row meets the axioms.
    """
    words = vocabularies(schema, known, max(1, rows // ROWS_OF_A_GROUP))
    table = simulated_rows(schema, words, rows, seed, file)
    digits = max(4, len(str(rows)))
    return tuple(
        (f"{SIMULATED}-{number:0{digits}d}", *_cells(schema, row))
        for number, row in enumerate(table, start=1)
    )


def _cells(schema: Schema, row: tuple[Value, ...]) -> tuple[str, ...]:
    return tuple(slot.kind.write(value) for slot, value in zip(schema.given, row, strict=True))
