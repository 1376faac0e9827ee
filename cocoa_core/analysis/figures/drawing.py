"""All figures of an analysis, in the order for reading."""

from __future__ import annotations

from attrs import evolve, frozen

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.figures.accuracy import accuracy, typicality
from cocoa_core.analysis.figures.choices import broken_terms, positions
from cocoa_core.analysis.figures.complexity import complexity
from cocoa_core.analysis.figures.constraints import constraints
from cocoa_core.analysis.figures.differences import differences
from cocoa_core.analysis.figures.entropy import entropy
from cocoa_core.analysis.figures.figure import Drawn, Figure
from cocoa_core.analysis.figures.scene import Scene, scene_of
from cocoa_core.analysis.figures.usage import usage

__all__ = ["Gallery", "draw"]


@frozen
class Gallery:
    """The figures of one data set. scene: its models and their names."""

    scene: Scene
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
        scene = scene_of(analysis.runs, dataset, analysis.tables)
        drawn = _drawn(scene)
        if len(datasets) > 1:
            drawn = tuple(evolve(one, name=f"{number}-{one.name}") for one in drawn)
        galleries.append(Gallery(scene, drawn))
    return tuple(galleries)


def _drawn(scene: Scene) -> tuple[Drawn, ...]:
    return (
        accuracy(scene),
        typicality(scene),
        differences(scene),
        *complexity(scene),
        *constraints(scene),
        entropy(scene),
        positions(scene),
        broken_terms(scene),
        *usage(scene),
    )
