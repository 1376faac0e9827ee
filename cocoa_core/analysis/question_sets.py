"""Finds the runs that can be ranked together: those that answered the same questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cocoa_core.analysis.runs import ModelRun

RunName = tuple[str, str]
"""A model and a strategy, on one data set."""
_ALIKE: Final = 0.9


def question_sets(runs: Sequence[ModelRun]) -> Mapping[RunName, int]:
    """Returns the index of the set of questions that each run of a data set answered, 0 for the set of most
    runs.

    Sets count as one where nine tenths of their union are common to both, because a few questions may have no
    answer. Sets are ordered by the number of models' runs, then of all runs, then by the number of questions.
    """
    sets: list[tuple[frozenset[str], list[ModelRun]]] = []
    for run in sorted(runs, key=lambda run: -len(run.results)):
        answered = frozenset(result.sample for result in run.results)
        for questions, members in sets:
            if len(answered & questions) >= _ALIKE * len(answered | questions):
                members.append(run)
                break
        else:
            sets.append((answered, [run]))
    sets.sort(key=lambda entry: (-_models(entry[1]), -len(entry[1]), -len(entry[0])))
    return {(run.model, run.strategy): index for index, (_, members) in enumerate(sets) for run in members}


def _models(runs: Sequence[ModelRun]) -> int:
    return sum(run.role == "model" for run in runs)
