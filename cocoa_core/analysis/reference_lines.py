"""Lines to read a model's figures against, beside those that were run as models."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence

from attrs import field, frozen

from cocoa_core.analysis.facts import Facts
from cocoa_core.analysis.results import LeftOut
from cocoa_core.analysis.runs import Answers, Role, Run
from cocoa_core.analysis.tables import Cell

__all__ = ["LineAnswer", "ReferenceLine", "References", "beside"]


@frozen
class LineAnswer:
    """One answer of a line; see `runs.Answered`. cluster: a requirement; of query-blind the options."""

    facts: Facts = field(repr=False)
    correct: bool
    parse_failure: bool
    cluster: Hashable


@frozen
class ReferenceLine:
    """What one of cocoa's own models reaches on all questions of a data set, asked once each.

    model: its name, as a run of it would have
    """

    dataset: str
    model: str
    results: tuple[LineAnswer, ...] = field(repr=False)

    @property
    def role(self) -> Role:
        """Always the same."""
        return "reference"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Cells of the columns RUN; no strategy, as no prompt takes part."""
        return (self.dataset, self.model, None, self.role)


@frozen
class References:
    """The lines, by data set; and what could not be worked out, with the reason."""

    lines: tuple[ReferenceLine, ...] = ()
    left_out: tuple[LeftOut, ...] = ()


def beside(runs: Sequence[Run], lines: Sequence[ReferenceLine]) -> Iterator[Answers]:
    """The runs in their order, after those of each data set its lines."""
    for dataset in dict.fromkeys(run.dataset for run in runs):
        yield from (run for run in runs if run.dataset == dataset)
        yield from (line for line in lines if line.dataset == dataset)
