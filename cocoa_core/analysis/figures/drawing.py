"""Draws all figures of an analysis, in reading order."""

from __future__ import annotations

from typing import Final

from attrs import evolve, frozen

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.figures.facets import facet_figure, is_ordered
from cocoa_core.analysis.figures.figure import Drawn, Figure
from cocoa_core.analysis.figures.figure_context import FigureContext, figure_context_of
from cocoa_core.analysis.figures.overview import accuracy, differences, positions
from cocoa_core.analysis.tables import ReportTable

_UNDRAWN: Final = frozenset(
    (
        *("typicality", "typicality_paper", "by_position", "by_slots", "by_literals", "by_longest_path"),
        *("by_words", "by_rule", "by_label", "by_primitive"),
    )
)
"""Breakdowns without a figure of the general form. `by_position` has a figure of its own; the others are
tables only, since another figure shows the same: `by_setting` has the slots, `by_sum_terms` and
`by_component` rise with literals, paths and words, and a rule is a test of a slot.
"""


@frozen
class Gallery:
    """The figures of one data set."""

    context: FigureContext
    """The models of the data set and their names."""
    drawn: tuple[Drawn, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """The figures that are drawn."""
        return tuple(figure for figure in self.drawn if isinstance(figure, Figure))


def draw(analysis: Analysis) -> tuple[Gallery, ...]:
    """Draws the figures of each data set; with several, names begin with the data set's number."""
    datasets = list(dict.fromkeys(run.dataset for run in analysis.runs))
    galleries = []
    for number, dataset in enumerate(datasets, 1):
        context = figure_context_of(analysis.runs, dataset, analysis.tables)
        drawn = _drawn(context)
        if len(datasets) > 1:
            drawn = tuple(evolve(figure, name=f"{number}-{figure.name}") for figure in drawn)
        galleries.append(Gallery(context, drawn))
    return tuple(galleries)


def _drawn(context: FigureContext) -> tuple[Drawn, ...]:
    # Only for the selection family: other families may have tables of the same names.
    undrawn = _UNDRAWN if "broken_terms" in context.tables else frozenset()
    breakdowns = [table for table in context.tables.values() if table.by and table.name not in undrawn]
    breakdowns.sort(key=_place)
    return (
        accuracy(context),
        differences(context),
        *positions(context),
        *(figure for table in breakdowns for figure in facet_figure(context, table)),
    )


def _place(table: ReportTable) -> tuple[bool, bool, bool]:
    """Sorts breakdowns: numbers (of one height) before words, two columns before one, entropy last."""
    return not is_ordered(table), table.name == "by_entropy", len(table.by) < 2
