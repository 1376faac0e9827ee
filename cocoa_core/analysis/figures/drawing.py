"""All figures of an analysis, in the order for reading."""

from __future__ import annotations

from attrs import evolve, frozen

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.figures.facets import facet_figure, is_ordered
from cocoa_core.analysis.figures.figure import Drawn, Figure
from cocoa_core.analysis.figures.figure_context import FigureContext, figure_context_of
from cocoa_core.analysis.figures.overview import accuracy, differences, usage
from cocoa_core.analysis.figures.selection import OWN, option_figures, typicality

__all__ = ["Gallery", "draw"]


@frozen
class Gallery:
    """The figures of one data set. scene: its models and their names."""

    scene: FigureContext
    drawn: tuple[Drawn, ...]

    @property
    def figures(self) -> tuple[Figure, ...]:
        """Those that are drawn."""
        return tuple(one for one in self.drawn if isinstance(one, Figure))


def draw(analysis: Analysis) -> tuple[Gallery, ...]:
    """The figures, by data set; of several data sets, names begin with the number of theirs."""
    datasets = list(dict.fromkeys(run.dataset for run in analysis.runs))
    galleries = []
    for number, dataset in enumerate(datasets, 1):
        scene = figure_context_of(analysis.runs, dataset, analysis.tables)
        drawn = _drawn(scene)
        if len(datasets) > 1:
            drawn = tuple(evolve(one, name=f"{number}-{one.name}") for one in drawn)
        galleries.append(Gallery(scene, drawn))
    return tuple(galleries)


def _drawn(scene: FigureContext) -> tuple[Drawn, ...]:
    own = OWN if "broken_terms" in scene.tables else frozenset()
    breakdowns = [table for table in scene.tables.values() if table.by and table.name not in own]
    breakdowns.sort(key=lambda table: (not is_ordered(table), len(table.by) < 2))
    return (
        accuracy(scene),
        *typicality(scene),
        differences(scene),
        *(drawn for table in breakdowns for drawn in facet_figure(scene, table)),
        *option_figures(scene),
        *usage(scene),
    )
