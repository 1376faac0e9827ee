"""Labels of runs down the side of a figure: each model once, its strategies below it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from attrs import field, frozen

from cocoa_core.analysis.figures.scene import Row, Scene, shortened

__all__ = ["HEAD", "SHOWN", "RunLabels", "run_labels"]

HEAD: Final = "#"
"""What the label of a row begins with that holds a model's name and no run."""

SHOWN: Final = 4
"""Letters at the beginning of a label that keep labels apart and are not drawn."""

_MODEL: Final = 24
_STRATEGY: Final = 20


@frozen
class RunLabels:
    """Rows with a column `label`; labels: all in order, those of models without a run of their own too."""

    rows: tuple[Row, ...] = field(repr=False)
    labels: tuple[str, ...]

    @property
    def written(self) -> tuple[str, ...]:
        """The labels as they are drawn."""
        return tuple(label[SHOWN:] for label in self.labels)


def run_labels(scene: Scene, rows: Sequence[Row]) -> RunLabels:
    """Labels for rows of runs, several rows of one run in a row; rows are those of a model together.

    Where no two strategies were run, the model's name says all; otherwise it stands above its strategies, but
    for a reference line that was not run.
    """
    models = shortened(list(scene.names), _MODEL)
    strategies = list(dict.fromkeys(str(row["strategy"]) for row in rows if row["strategy"] is not None))
    short = shortened(strategies, _STRATEGY)
    labels: list[str] = []
    found: dict[tuple[str, object], str] = {}

    def add(kind: str, text: str) -> str:
        labels.append(f"{kind}{len(labels):0{SHOWN - 1}}{text}")
        return labels[-1]

    for row in rows:
        model, strategy = str(row["model"]), row["strategy"]
        if (model, strategy) in found:
            continue
        if len(strategies) < 2 or strategy is None:
            found[model, strategy] = add("=", models[model])
            continue
        if not any(other == model for other, _ in found):
            add(HEAD, models[model])
        found[model, strategy] = add("=", short[str(strategy)])
    return RunLabels(
        tuple({**row, "label": found[str(row["model"]), row["strategy"]]} for row in rows), tuple(labels)
    )
