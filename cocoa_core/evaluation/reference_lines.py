"""The lines to read a model's figure against: chance, two shortcuts, and what the options alone give away."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from cocoa_core.evaluation.running import Display, Run, TaskMaker, run
from cocoa_core.evaluation.samples import questions_of
from cocoa_core.evaluation.standings import Standing, blind_standing
from cocoa_core.records.dataset import read_dataset
from cocoa_core.reference.blind import query_blind
from cocoa_core.reference.request_reader import reader_of_folder

__all__ = ["REFERENCES", "blind_line", "reference_lines"]

REFERENCES: Final = ("cocoa/random", "cocoa/first-term", "cocoa/literals")
_STRATEGY: Final = "direct"


def reference_lines(asked: Run, make: TaskMaker, display: Display) -> tuple[Standing, ...]:
    """The reference models on the same questions, asked directly, then the query-blind classifier.

    None of them depends on the prompt, so one strategy stands for all; those asked for anyway are left out.
    """
    models = tuple(one for one in REFERENCES if one not in asked.models)
    plain = evolve(asked, models=models, strategies=(_STRATEGY,), prompt=None, epochs=1)
    plain = evolve(plain, base_url=None, model_args={}, settings={})
    standings = run(plain, make, display) if models else ()
    blind = blind_line(asked)
    return standings if blind is None else (*standings, blind)


def blind_line(asked: Run) -> Standing | None:
    """The query-blind classifier on the same questions; None where they are too few to halve."""
    dataset = read_dataset(asked.folder)
    reader = reader_of_folder(asked.folder)
    questions = questions_of(dataset, asked.side, asked.limit)
    guesses = query_blind(questions, reader)
    return None if guesses is None else blind_standing(guesses)
