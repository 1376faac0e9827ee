"""Computes what a model is compared to: chance, two shortcuts, and what the options give away."""

from __future__ import annotations

from typing import Final

from attrs import evolve

from cocoa_core.evaluation.run_scores import RunScore
from cocoa_core.evaluation.running import Display, EvaluationRun, TaskMaker, run
from cocoa_core.families.graph_to_text import NAME, WRITERS
from cocoa_core.families.selection import PROVIDER, QUERY_BLIND, SELECTION, query_blind, reader_of_folder
from cocoa_core.intervals import accuracy
from cocoa_core.items import FULL, read_dataset

REFERENCES: Final = ("cocoa/random", "cocoa/first-term", "cocoa/literals")
"""The reference models for the selection family."""
_BY_FAMILY: Final = {SELECTION: REFERENCES, NAME: tuple(f"{PROVIDER}/{name}" for name in WRITERS)}
_STRATEGY: Final = "direct"


def reference_lines(run_spec: EvaluationRun, make: TaskMaker, display: Display) -> tuple[RunScore, ...]:
    """Returns the scores of the family's reference models on the same questions, asked directly, then that of
    the query-blind classifier, clustered by the options that questions share.

    None of them depends on the prompt, so one strategy stands for all. Reference models that are asked anyway
    are left out.
    """
    dataset = read_dataset(run_spec.folder, run_spec.family)
    family = dataset.family.name
    models = tuple(model for model in _BY_FAMILY.get(family, ()) if model not in run_spec.models)
    plain = evolve(
        run_spec, models=models, strategies=(_STRATEGY,), deliveries=(FULL,), prompt=None, epochs=1
    )
    plain = evolve(plain, base_url=None, model_args={}, settings={})
    scores = run(plain, make, display) if models else ()
    if family != SELECTION:
        return scores
    questions = dataset.first(run_spec.side, run_spec.limit)
    guesses = query_blind(questions, reader_of_folder(run_spec.folder))
    if guesses is None:  # too few questions for a training and a test half
        return scores
    return (*scores, RunScore(QUERY_BLIND, "", accuracy(guesses.right, guesses.option_sets)))
