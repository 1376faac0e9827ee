"""What the figures of one data set have in common: its models, their colours, names and labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import field, frozen

from cocoa_core.analysis.figures.palette import ACCENTS, INK, REFERENCE
from cocoa_core.analysis.runs import Run, strategy_order
from cocoa_core.analysis.tables import Cell, Row, Table
from cocoa_core.text import visible

__all__ = [
    "HEAD",
    "MOST_MODELS",
    "SHOWN",
    "FigureContext",
    "RunLabels",
    "figure_context_of",
    "run_labels",
    "shortened",
]

MOST_MODELS: Final = len(ACCENTS)
SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross")
_LONGEST: Final = 30
_SHORT: Final = 15
_STRATEGY: Final = 11
"""Letters of names: of a model alone; of a model and its strategy, which fit into one label together."""

HEAD: Final = "#"
"""What the label of a row begins with that holds a model's name and no run."""

SHOWN: Final = 4
"""Letters at the beginning of a label that keep labels apart and are not drawn."""

_MODEL_LABEL: Final = 24
_STRATEGY_LABEL: Final = 20


@frozen
class FigureContext:
    """The tables of one data set, and how its models look."""

    dataset: str
    models: tuple[str, ...]
    """Those drawn in colour, the one with the best run first; reference models only where no other was
    run.
    """
    references: tuple[str, ...]
    """Reference models that are drawn in grey beside them, the best first."""
    strategies: tuple[str, ...]
    """Those that the models in colour were run by, in the paper's order."""
    names: Mapping[str, str]
    """A short name for each model, no two alike."""
    left_out: tuple[str, ...]
    """Models without a colour, for want of colours, the best first."""
    tables: Mapping[str, Table] = field(repr=False)

    def rows(self, table: str, *, everyone: bool = False) -> list[Row]:
        """Returns the rows of this data set's models in colour; with `everyone` those of all.

        Model by model.
        """
        drawn = (*self.models, *((*self.left_out, *self.references) if everyone else ()))
        places = {model: rank for rank, model in enumerate(drawn)}
        rows = [
            row
            for row in (self.tables[table].dicts() if table in self.tables else ())
            if row["dataset"] == self.dataset and row.get("model") in places
        ]
        return sorted(rows, key=lambda row: places[str(row["model"])])

    def colour(self, model: str) -> str:
        """Returns the colour of a model on a light ground."""
        if model in self.left_out:
            return INK.light
        return ACCENTS[self.models.index(model)].light if model in self.models else REFERENCE.light

    def shape(self, model: str) -> str:
        """Returns the mark of a model, as colours are not for everybody."""
        return SHAPES[self.models.index(model)] if model in self.models else "circle"

    def label(self, row: Row) -> str:
        """Returns the name of a row's run: the model, and the strategy where there are several; no two
        alike.
        """
        run_by = {one["strategy"]: None for one in self.rows("summary", everyone=True)}
        strategies = [str(strategy) for strategy in run_by if strategy is not None]
        model = str(row["model"])
        if len(strategies) < 2 or row["strategy"] is None:
            return self.names[model]
        by = shortened(strategies, _STRATEGY)[str(row["strategy"])]
        return f"{shortened(list(self.names), _SHORT)[model]} · {by}"


def figure_context_of(runs: Sequence[Run], dataset: str, tables: Mapping[str, Table]) -> FigureContext:
    """Returns the scene of one data set.

    Of too many models, those with the best run are drawn.
    """
    inside = [run for run in runs if run.dataset == dataset]
    best: dict[str, float] = {}
    roles: dict[str, Cell] = {}
    for row in tables["summary"].dicts():
        if row["dataset"] == dataset and row["role"] != "theory":
            model, share = str(row["model"]), float(row["accuracy"] or 0.0)
            best[model] = max(share, best.get(model, 0.0))
            roles[model] = row["role"]
    ran = {run.model for run in inside}
    order = sorted(best, key=lambda model: -best[model])
    models = [model for model in order if roles[model] == "model"]
    models = models or [model for model in order if model in ran]
    drawn = models[:MOST_MODELS]
    return FigureContext(
        dataset=dataset,
        models=tuple(drawn),
        references=tuple(model for model in order if model not in models),
        strategies=tuple(sorted({run.strategy for run in inside if run.model in drawn}, key=strategy_order)),
        names=shortened(list(best)),
        left_out=tuple(models[MOST_MODELS:]),
        tables=tables,
    )


def shortened(models: Sequence[str], longest: int = _LONGEST) -> dict[str, str]:
    """Names short enough for an axis: without the provider, the middle cut out; numbered where alike."""
    last = {model: visible(model.rpartition("/")[2] or model) for model in models}
    names: dict[str, str] = {}
    for model in models:
        alone = list(last.values()).count(last[model]) == 1
        name = _cut(last[model] if alone else visible(model), longest)
        taken = set(names.values())
        number = 2
        while name in taken:
            name, number = f"{_cut(last[model], longest)} ({number})", number + 1
        names[model] = name
    return names


def _cut(name: str, longest: int) -> str:
    if len(name) <= longest:
        return name
    return f"{name[: longest // 2]}…{name[-(longest - longest // 2 - 1) :]}"


@frozen
class RunLabels:
    """Rows with a column `label`."""

    rows: tuple[Row, ...] = field(repr=False)
    labels: tuple[str, ...]
    """All in order, those of models without a run of their own too."""

    @property
    def written(self) -> tuple[str, ...]:
        """The labels as they are drawn."""
        return tuple(label[SHOWN:] for label in self.labels)


def run_labels(scene: FigureContext, rows: Sequence[Row]) -> RunLabels:
    """Returns labels for rows of runs, several rows of one run in a row; rows are those of a model together.

    Where no two strategies were run, the model's name says all; otherwise it stands above its strategies, but
    for a reference line that was not run.
    """
    models = shortened(list(scene.names), _MODEL_LABEL)
    strategies = list(dict.fromkeys(str(row["strategy"]) for row in rows if row["strategy"] is not None))
    short = shortened(strategies, _STRATEGY_LABEL)
    labels: list[str] = []
    label_of: dict[tuple[str, object], str] = {}

    def add(kind: str, text: str) -> str:
        labels.append(f"{kind}{len(labels):0{SHOWN - 1}}{text}")
        return labels[-1]

    for row in rows:
        model, strategy = str(row["model"]), row["strategy"]
        if (model, strategy) in label_of:
            continue
        if len(strategies) < 2 or strategy is None:
            label_of[model, strategy] = add("=", models[model])
            continue
        if not any(other == model for other, _ in label_of):
            add(HEAD, models[model])
        label_of[model, strategy] = add("=", short[str(strategy)])
    return RunLabels(
        tuple({**row, "label": label_of[str(row["model"]), row["strategy"]]} for row in rows), tuple(labels)
    )
