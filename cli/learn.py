"""The command `cocoa learn`: trains small models from scratch on sentences and forms, alone or as a grid."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias

from attrs import asdict, frozen

from cocoa_core.atomic_files import write_whole

from . import terminal
from .flag_groups import FlagGroup, flag, option
from .flags import AsJson, read_named
from .progress import StageProgress
from .terminal import console, plain, print_line, write_json

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cocoa_core.learning import SeedMean

Out: TypeAlias = Annotated[Path, option("--out -o FOLDER", "A new folder, or one to go on in.")]
Changes: TypeAlias = Annotated[
    list[str] | None,
    option(
        "--set NAME=VALUE",
        "hidden, epochs, batch, learning-rate, dropout, layers, heads, feedforward, warm-up, longest, "
        "precision or threads, where not as published. May be given again.",
    ),
]
Device: TypeAlias = Annotated[str, option("--device cpu|cuda", "Where to compute.")]


def learn() -> None:
    """Train small models from scratch on sentences and forms, as the ReCOGS paper does."""


@frozen
class LearnerFlags(FlagGroup):
    """How models learn, and where."""

    changes: Changes = None
    device: Device = "cpu"


@frozen
class TrainFlags(LearnerFlags):
    """The model to train."""

    model: str = flag("--model -m NAME", "lstm or transformer.", default="lstm")
    seed: int = flag("--seed -s INT", "The seed of weights, batches and dropout.", default=0)


def train(
    rows: Annotated[Path, option("TRAIN", "Rows: sentence, form, category in tabs.")],
    out: Out,
    ask: Annotated[
        list[Path] | None,
        option(
            "--ask FILE", "Rows whose forms are to be predicted, as NAME.txt. May be given again, also later."
        ),
    ] = None,
    *,
    learner: TrainFlags,
    as_json: AsJson = False,
) -> None:
    """Train a model on rows, and predict the forms of others.

    The settings are those of the paper, which took hours on a GPU, unless --set changes them. A run that is
    stopped goes on when the same command is given again, with the same result.

    Examples:

      cocoa learn train train.tsv --ask gen.tsv --out run/
      cocoa learn train train.tsv --ask dev.tsv --set epochs=20 --out small/
    """
    from cocoa_core.learning import LearnerRun, LearnerSettings, learn
    from cocoa_core.text import counted

    settings = LearnerSettings.of(learner.model, read_named(learner.changes or [], "--set"))
    with StageProgress(quiet=as_json) as doing:
        run = LearnerRun(rows, settings, learner.seed, learner.device)
        manifest = learn(run, ask or [], out, doing)
    if as_json:
        write_json(manifest)
        return
    seconds = manifest["seconds"]["training"]
    print_line(
        f"{manifest['parameters']:,} parameters, {counted(manifest['rows'], 'row')}, "
        f"{counted(settings.epochs, 'epoch')}: "
        f"loss {manifest['loss']:.4f} a token after {seconds:,.0f} s"
    )
    for path in ask or []:
        print_line(f"{path}: predictions in {out / path.stem}.txt")


@frozen
class GridFlags(LearnerFlags):
    """The models to train."""

    models: list[str] | None = flag("--model -m NAME", "lstm or transformer; both where none is named.")
    seeds: int = flag("--seeds INT", "The number of seeds: 0, 1, 2 ...", default=3, min=1)
    rows: int | None = flag("--rows INT", "Training rows in distribution, drawn; all else is kept.", min=1)
    asked: int | None = flag("--asked INT", "Rows of each category of gen and test, drawn.", min=1)
    concatenations: int | None = flag("--concatenations INT", "As in `cocoa recogs transform`.")
    workers: int = flag(
        "--workers -w INT", "Models trained at a time; the result is the same.", default=1, max=1024
    )


def grid(
    source: Annotated[
        Path, option("FOLDER", "train.tsv, gen.tsv and, if it is there, test.tsv in the notation of COGS.")
    ],
    out: Out,
    variants: Annotated[
        list[str],
        option("--variant NAME", "cogs, or as `cocoa recogs transform --to` takes it. May be given again."),
    ],
    *,
    flags: GridFlags,
    as_json: AsJson = False,
) -> None:
    """Train models on variants of COGS with several seeds, and score each.

    The folder goes on where it was stopped, run by run and within a run, and can be widened by other
    variants, models and seeds. `cocoa learn table` prints what is done so far.

    Examples:

      cocoa learn grid cogs/ --variant cogs --variant recogs-pos --out grid/
      cocoa learn grid cogs/ --variant cogs --rows 4000 --asked 50 --out g/
    """
    from cocoa_core.learning import PUBLISHED, GridPlan, LearnerSettings, run_grid

    changes = read_named(flags.changes or [], "--set")
    plan = GridPlan(
        source=source,
        learners={model: LearnerSettings.of(model, changes) for model in flags.models or PUBLISHED},
        variants=tuple(variants),
        seeds=tuple(range(flags.seeds)),
        rows=flags.rows,
        asked=flags.asked,
        concatenations=flags.concatenations,
        device=flags.device,
        workers=flags.workers,
    )
    done = []
    with StageProgress(quiet=as_json) as doing:
        for scores in run_grid(plan, out, doing):
            done.append(scores)
            if not as_json:
                name = f"{scores['model']} {scores['variant']} seed {scores['seed']}"
                print_line(f"{name}: loss {scores['loss']:.4f}")
    if as_json:
        write_json(done)


def table(
    folder: Annotated[Path, option("FOLDER", "What `cocoa learn grid` wrote.")],
    charts: Annotated[Path | None, option("--charts FOLDER", "Draw each table there as NAME.svg.")] = None,
    as_json: AsJson = False,
) -> None:
    """Print the paper's tables and figures of a grid: means over seeds, with the published ones.

    Intervals are the 2.5th and 97.5th percentile of the mean over resampled seeds; of one seed there is none.

    Examples:

      cocoa learn table grid/ --charts charts/
      cocoa learn table grid/ --json
    """
    from cocoa_core.learning import SOURCES, TABLES, chart_of, scored_runs, table_of

    runs = scored_runs(folder)
    tables = {name: table_of(layout, runs) for name, layout in TABLES.items()}
    if charts is not None:
        drawn = {name: chart_of(TABLES[name].title, cells) for name, cells in tables.items() if cells}
        charts.mkdir(parents=True, exist_ok=True)
        for name, drawing in drawn.items():
            write_whole(charts / f"{name}.svg", drawing.encode())
    if as_json:
        data = {name: [_data(*row) for row in result.items()] for name, result in tables.items()}
        write_json({"source_of_published": SOURCES, "tables": data})
        return
    for name, result in tables.items():
        if result:
            _print_table(TABLES[name].title, result)
    console().print(plain(SOURCES))


def _data(row: tuple[str, str], cells: Mapping[str, SeedMean]) -> dict[str, Any]:
    model, variant = row
    return {
        "model": model,
        "variant": variant,
        "cells": {column: asdict(cell) for column, cell in cells.items()},
    }


def _print_table(title: str, result: Mapping[tuple[str, str], Mapping[str, SeedMean]]) -> None:
    shown = terminal.table("", "seeds", "right, %", "95 %", "published")
    shown.title, shown.title_justify = plain(title, "bold"), "left"
    for (model, variant), cells in result.items():
        shown.add_row(plain(f"{model} {variant}"))
        for column, cell in cells.items():
            ends = f"{100 * cell.low:.1f} to {100 * cell.high:.1f}" if cell.seeds > 1 else ""
            published = ""
            if (figure := cell.published) is not None:
                published = f"{figure.mean:.1f}"
                published += f" ({figure.low:.1f} to {figure.high:.1f})" if figure.low is not None else ""
            texts = (str(cell.seeds), f"{100 * cell.mean:.1f}", ends, published)
            shown.add_row(plain(f"  {column}"), *map(plain, texts))
    console().print(shown)
    console().print()
