"""The command `cocoa learn`: trains small models from scratch on sentences and forms, alone or as a grid."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer
from attrs import frozen

from .flag_groups import FlagGroup
from .flags import AsJson, read_named

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cocoa_core.learning import SeedMean

__all__ = ["grid", "learn", "table", "train"]

Out: TypeAlias = Annotated[
    Path, typer.Option("--out", "-o", metavar="FOLDER", help="A new folder, or one to go on in.")
]
Changes: TypeAlias = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="NAME=VALUE",
        help="hidden, epochs, batch, learning-rate, dropout, layers, heads, feedforward, warm-up, longest, "
        "precision or threads, where not as published. May be given again.",
        show_default=False,
    ),
]
Device: TypeAlias = Annotated[str, typer.Option("--device", metavar="cpu|cuda", help="Where to compute.")]


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

    model: Annotated[str, typer.Option("--model", "-m", metavar="NAME", help="lstm or transformer.")] = "lstm"
    seed: Annotated[
        int, typer.Option("--seed", "-s", metavar="INT", help="Of weights, batches and dropout.")
    ] = 0


def train(
    rows: Annotated[
        Path,
        typer.Argument(metavar="TRAIN", help="Rows: sentence, form, category in tabs.", show_default=False),
    ],
    out: Out,
    ask: Annotated[
        list[Path] | None,
        typer.Option(
            "--ask",
            metavar="FILE",
            help="Rows whose forms are to be predicted, as NAME.txt. May be given again, also later.",
            show_default=False,
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
    from cocoa_core.learning import LearnerSettings, learn

    from .progress import Doing
    from .terminal import console, plain, write_json

    settings = LearnerSettings.of(learner.model, read_named(learner.changes or [], "--set"))
    with Doing() as doing:
        manifest = learn(rows, ask or [], out, settings, learner.seed, learner.device, doing)
    if as_json:
        write_json(manifest)
        return
    seconds = manifest["seconds"]["training"]
    console().print(
        plain(
            f"{manifest['parameters']:,} parameters, {manifest['rows']:,} rows, {settings.epochs:,} epochs: "
            f"loss {manifest['loss']:.4f} a token after {seconds:,.0f} s"
        ),
        soft_wrap=True,
    )
    for path in ask or []:
        console().print(plain(f"{path}: predictions in {out / path.stem}.txt"), soft_wrap=True)


@frozen
class GridFlags(LearnerFlags):
    """The models to train."""

    models: Annotated[
        list[str] | None,
        typer.Option("--model", "-m", metavar="NAME", help="lstm or transformer; both where none is named."),
    ] = None
    seeds: Annotated[int, typer.Option("--seeds", metavar="INT", help="How many: 0, 1, 2 ...", min=1)] = 3
    rows: Annotated[
        int | None,
        typer.Option(
            "--rows", metavar="INT", help="Training rows in distribution, drawn; all else is kept.", min=1
        ),
    ] = None
    asked: Annotated[
        int | None,
        typer.Option("--asked", metavar="INT", help="Rows of each category of gen and test, drawn.", min=1),
    ] = None
    concatenations: Annotated[
        int | None,
        typer.Option("--concatenations", metavar="INT", help="As in `cocoa recogs transform`."),
    ] = None


def grid(
    source: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER",
            help="train.tsv, gen.tsv and, if it is there, test.tsv in the notation of COGS.",
            show_default=False,
        ),
    ],
    out: Out,
    variants: Annotated[
        list[str],
        typer.Option(
            "--variant",
            metavar="NAME",
            help="cogs, or as `cocoa recogs transform --to` takes it. May be given again.",
            show_default=False,
        ),
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

    from .progress import Doing
    from .terminal import console, plain, write_json

    changes = read_named(flags.changes or [], "--set")
    plan = GridPlan(
        source,
        {model: LearnerSettings.of(model, changes) for model in flags.models or PUBLISHED},
        tuple(variants),
        tuple(range(flags.seeds)),
        flags.rows,
        flags.asked,
        flags.concatenations,
        flags.device,
    )
    done = []
    with Doing() as doing:
        for scores in run_grid(plan, out, doing):
            done.append(scores)
            if not as_json:
                name = f"{scores['model']} {scores['variant']} seed {scores['seed']}"
                console().print(plain(f"{name}: loss {scores['loss']:.4f}"), soft_wrap=True)
    if as_json:
        write_json(done)


def table(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="What `cocoa learn grid` wrote.", show_default=False)
    ],
    charts: Annotated[
        Path | None,
        typer.Option(
            "--charts", metavar="FOLDER", help="Draw each table there as NAME.svg.", show_default=False
        ),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Print the paper's tables and figures of a grid: means over seeds, with the published ones.

    Intervals are the 2.5th and 97.5th percentile of the mean over resampled seeds; of one seed there is none.

    Examples:

      cocoa learn table grid/ --charts charts/
      cocoa learn table grid/ --json
    """
    from cocoa_core.atomic_files import write_whole
    from cocoa_core.learning import SOURCES, TABLES, chart_of, scored_runs, table_of

    from .terminal import console, plain, write_json

    runs = scored_runs(folder)
    tables = {name: table_of(layout, runs) for name, layout in TABLES.items()}
    if charts is not None:
        drawn = {name: chart_of(TABLES[name].title, cells) for name, cells in tables.items() if cells}
        charts.mkdir(parents=True, exist_ok=True)
        for name, drawing in drawn.items():
            write_whole(charts / f"{name}.svg", drawing.encode())
    if as_json:
        from attrs import asdict

        write_json(
            {
                "source_of_published": SOURCES,
                "tables": {
                    name: [
                        {
                            "model": model,
                            "variant": variant,
                            "cells": {column: asdict(cell) for column, cell in cells.items()},
                        }
                        for (model, variant), cells in result.items()
                    ]
                    for name, result in tables.items()
                },
            }
        )
        return
    for name, result in tables.items():
        if result:
            _print_table(TABLES[name].title, result)
    console().print(plain(SOURCES))


def _print_table(title: str, result: Mapping[tuple[str, str], Mapping[str, SeedMean]]) -> None:
    from .terminal import console, plain, table

    shown = table("", "seeds", "right, %", "95 %", "published")
    shown.title, shown.title_justify = plain(title, "bold"), "left"
    for (model, variant), cells in result.items():
        shown.add_row(plain(f"{model} {variant}"))
        for column, cell in cells.items():
            ends = f"{100 * cell.low:.1f} to {100 * cell.high:.1f}" if cell.seeds > 1 else ""
            texts = (str(cell.seeds), f"{100 * cell.mean:.1f}", ends, _published(cell))
            shown.add_row(plain(f"  {column}"), *map(plain, texts))
    console().print(shown)
    console().print()


def _published(cell: SeedMean) -> str:
    """Returns the published mean with its interval; empty where none was published."""
    if cell.published is None:
        return ""
    figure = cell.published
    return f"{figure.mean:.1f}" + (
        f" ({figure.low:.1f} to {figure.high:.1f})" if figure.low is not None else ""
    )
