"""Which runs can be ranked: those that answered the same questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from cocoa_core.analysis.runs import Run

__all__ = ["RunName", "question_sets"]

RunName = tuple[str, str]
"""A model and a strategy, of one data set."""
_ALIKE: Final = 0.9


def question_sets(runs: Sequence[Run]) -> Mapping[RunName, int]:
    """For each run of one data set which set of questions it answered: 0 for that of most runs, then 1, 2 ...

    Sets count as one where nine tenths of the questions of either are common to both, as a few may have got
    no answer; of equally many runs those with more questions come first.
    """
    sets: list[tuple[frozenset[str], list[Run]]] = []
    for run in sorted(runs, key=lambda run: -len(run.results)):
        asked = frozenset(result.sample for result in run.results)
        for questions, inside in sets:
            if len(asked & questions) >= _ALIKE * len(asked | questions):
                inside.append(run)
                break
        else:
            sets.append((asked, [run]))
    sets.sort(key=lambda entry: (-_models(entry[1]), -len(entry[1]), -len(entry[0])))
    return {(run.model, run.strategy): index for index, (_, inside) in enumerate(sets) for run in inside}


def _models(runs: Sequence[Run]) -> int:
    return sum(run.role == "model" for run in runs)
