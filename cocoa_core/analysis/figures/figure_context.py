"""Holds what the figures of one data set have in common: its models, their colours, names and labels."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from attrs import field, frozen

from cocoa_core.analysis.figures.figure import ACCENTS, INK, REFERENCE
from cocoa_core.analysis.runs import ModelRun, strategy_order
from cocoa_core.analysis.tables import Cell, ReportTable, Row
from cocoa_core.text import visible

MOST_MODELS: Final = len(ACCENTS)
SHAPES: Final = ("circle", "square", "triangle-up", "diamond", "triangle-down", "cross")
_LONGEST: Final = 30
"""The number of letters of a model's name that stands alone."""
_SHORT: Final = 15
"""The number of letters of a model's name that shares a label with a strategy."""
_STRATEGY: Final = 11
"""The number of letters of a strategy's name that shares a label with a model; both fit into one label."""

HEAD: Final = "#"
"""The first letter of a label whose row holds a model's name and no run."""

SHOWN: Final = 4
"""The number of letters at the beginning of a label that keep labels distinct and are not drawn."""

_MODEL_LABEL: Final = 24
_STRATEGY_LABEL: Final = 20


@frozen
class FigureContext:
    """The tables of one data set, and how its models are drawn."""

    dataset: str
    models: tuple[str, ...]
    """The models drawn in colour, the best first; reference models where no other was run."""
    references: tuple[str, ...]
    """The reference models drawn in grey, the best first."""
    strategies: tuple[str, ...]
    """The strategies of the models in colour, in the paper's order."""
    names: Mapping[str, str]
    """A short name for each model, no two alike."""
    left_out: tuple[str, ...]
    """The models for which no colours were left, the best first."""
    tables: Mapping[str, ReportTable] = field(repr=False)

    def rows(self, table: str, *, everyone: bool = False) -> list[Row]:
        """Returns the rows of this data set, model by model.

        Args:
            everyone: whether to return the rows of all models; else only of those in colour.
        """
        drawn = (*self.models, *((*self.left_out, *self.references) if everyone else ()))
        ranks = {model: rank for rank, model in enumerate(drawn)}
        rows = [
            row
            for row in (self.tables[table].dicts() if table in self.tables else ())
            if row["dataset"] == self.dataset and row.get("model") in ranks
        ]
        return sorted(rows, key=lambda row: ranks[str(row["model"])])

    def colour(self, model: str) -> str:
        """Returns the colour of a model on a light ground."""
        if model in self.left_out:
            return INK.light
        return ACCENTS[self.models.index(model)].light if model in self.models else REFERENCE.light

    def shape(self, model: str) -> str:
        """Returns the shape of a model's marks, for those who cannot tell its colour."""
        return SHAPES[self.models.index(model)] if model in self.models else "circle"

    def label(self, row: Row) -> str:
        """Returns the unique name of a row's run: the model, and its strategy where there are several."""
        strategies_run = {
            summary_row["strategy"]: None for summary_row in self.rows("summary", everyone=True)
        }
        strategies = [str(strategy) for strategy in strategies_run if strategy is not None]
        model = str(row["model"])
        if len(strategies) < 2 or row["strategy"] is None:
            return self.names[model]
        by = shortened(strategies, _STRATEGY)[str(row["strategy"])]
        return f"{shortened(list(self.names), _SHORT)[model]} · {by}"


def figure_context_of(
    runs: Sequence[ModelRun], dataset: str, tables: Mapping[str, ReportTable]
) -> FigureContext:
    """Returns the context of a data set; of too many models, those with the best runs have colours."""
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
    """Returns names short enough for an axis: without the provider, with the middle cut out, and numbered
    where equal.

    Args:
        longest: the greatest number of letters before a number is added.
    """
    last = {model: visible(model.rpartition("/")[2] or model) for model in models}
    names: dict[str, str] = {}
    for model in models:
        alone = list(last.values()).count(last[model]) == 1
        name = _cut(last[model] if alone else visible(model), longest)
        used = set(names.values())
        number = 2
        while name in used:
            name, number = f"{_cut(last[model], longest)} ({number})", number + 1
        names[model] = name
    return names


def _cut(name: str, longest: int) -> str:
    if len(name) <= longest:
        return name
    return f"{name[: longest // 2]}…{name[-(longest - longest // 2 - 1) :]}"


@frozen
class RunLabels:
    """Rows of runs with a column `label`."""

    rows: tuple[Row, ...] = field(repr=False)
    labels: tuple[str, ...]
    """All labels in order, with those that hold a model's name and no run."""

    @property
    def written(self) -> tuple[str, ...]:
        """The labels as they are drawn."""
        return tuple(label[SHOWN:] for label in self.labels)


def run_labels(context: FigureContext, rows: Sequence[Row]) -> RunLabels:
    """Returns labels for rows of runs; rows of one run share a label.

    Where fewer than two strategies were run, a label is the model's name. Otherwise the model's name is above
    its strategies, except for a reference line that was not run.

    Args:
        rows: the rows of one model must be adjacent.
    """
    models = shortened(list(context.names), _MODEL_LABEL)
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
