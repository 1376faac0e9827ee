"""Runs a grid: learners, variants of COGS and seeds, each run in a folder of its own.

OUT/data/VARIANT/SPLIT.tsv has the rows, OUT/MODEL/VARIANT/seed-N the run with its `scores.json`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from pathlib import Path
from threading import Thread
from typing import Any, Final

from attrs import frozen

from cocoa_core.atomic_files import is_occupied, write_whole
from cocoa_core.errors import CocoaError, UsageError
from cocoa_core.families.parsing import (
    NOTATIONS,
    SPLITS,
    TRANSFORMS,
    TransformJob,
    score_files,
    transform_file,
)
from cocoa_core.families.parsing.record import IN_DISTRIBUTION
from cocoa_core.families.parsing.rows import ParsingRow, RowFile
from cocoa_core.learning.runs import (
    CHECKPOINT,
    MANIFEST,
    LearnerRun,
    Report,
    learn,
    predictions_of,
    read_json,
)
from cocoa_core.learning.settings import LearnerSettings
from cocoa_core.running import end_with_parent
from cocoa_core.seeds import stream
from cocoa_core.suggestions import not_among

VARIANTS: Final = ("cogs", *TRANSFORMS)
"""COGS unchanged, and the transformations of `cocoa recogs transform`."""
_PLAN: Final = "grid.json"
_SCORES: Final = "scores.json"
_ASKED: Final = ("test", "gen")


def notation_in(variant: str) -> str:
    """Returns the notation of a variant's forms; a variant that only augments the rows keeps that of COGS."""
    return variant if variant in NOTATIONS else "cogs"


@frozen
class GridPlan:
    """The runs of a grid and the rows that they use."""

    source: Path
    """A folder with train.tsv, gen.tsv and, optionally, test.tsv in the notation of COGS."""
    learners: Mapping[str, LearnerSettings]
    """Settings by model."""
    variants: tuple[str, ...]
    seeds: tuple[int, ...]
    rows: int | None = None
    """The number of training rows to draw from those in distribution; None for all. Rows of other categories,
    such as words alone, are always kept.
    """
    asked: int | None = None
    """The number of rows of each category to draw from gen and test; None for all."""
    concatenations: int | None = None
    """The number of rows made of three sentences; None for as many as were published."""
    device: str = "cpu"
    workers: int = 1
    """The number of processes, each with a run of its own. A GPU waits for the processor most of the time: on
    an H100 a Transformer made 30 steps a second, and twelve at a time made 196 together.
    """


def run_grid(
    plan: GridPlan, out: Path, report: Report = lambda stage, done, total: None
) -> Iterator[dict[str, Any]]:
    """Runs what is not done yet, and yields the scores of each run, seed after seed.

    Finished runs are kept, so a stopped grid can be resumed and a finished one can be widened.

    Args:
        out: the folder of the grid; created where it does not exist.
        report: is called with the run and its stage, the steps done, and their total.

    Raises:
        UsageError: there is no such variant, the source folder lacks a file, or `out` holds something else or
            a grid of other rows.
        FindingsError: a row cannot be read.
        CocoaError: a process dies.
    """
    for variant in plan.variants:
        if variant not in VARIANTS:
            raise UsageError("there is no such variant", **not_among(variant, VARIANTS))
    _draw_rows(plan, out)
    for variant in plan.variants:
        _transform(plan, out, variant)
    jobs = [
        (model, variant, seed) for seed in plan.seeds for variant in plan.variants for model in plan.learners
    ]
    if plan.workers > 1:
        yield from _side_by_side(plan, out, jobs, report)
        return
    for number, (model, variant, seed) in enumerate(jobs, start=1):
        name = f"{number} of {len(jobs)}, {model} {variant} seed {seed}: "

        def step(stage: str, done: int, total: int, name: str = name) -> None:
            report(name + stage, done, total)

        yield _run(plan, out, (model, variant, seed), step)


def _side_by_side(
    plan: GridPlan, out: Path, jobs: Sequence[tuple[str, str, int]], report: Report
) -> Generator[dict[str, Any], None, None]:
    """Yields the scores in the order of the jobs. Ctrl-C reaches every process, and each run can go on."""
    pool = ProcessPoolExecutor(min(plan.workers, len(jobs)), get_context("spawn"), _begin_worker)
    try:
        runs = [pool.submit(_run, plan, out, job) for job in jobs]
        for number, run in enumerate(runs):
            report("runs", number, len(runs))
            yield run.result()
    except BrokenProcessPool as error:
        raise CocoaError(
            "a process ended before its run was done", got=str(error), fix="use fewer workers; runs go on"
        ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin_worker() -> None:
    Thread(target=end_with_parent, daemon=True).start()


def _draw_rows(plan: GridPlan, out: Path) -> None:
    data = {"rows": plan.rows, "asked": plan.asked, "concatenations": plan.concatenations}
    path = out / _PLAN
    if path.exists():
        if read_json(path) != data:
            raise UsageError(
                "the folder holds a grid of other rows",
                got=json.dumps(read_json(path)),
                expected=json.dumps(data),
                fix="name another folder",
            )
    elif is_occupied(out):
        raise UsageError("the folder holds something else", got=str(out), fix="name another one")
    folder = out / "data" / "cogs"
    sources = {split: plan.source / f"{split}.tsv" for split in ("train", *_ASKED)}
    for split, source in list(sources.items()):
        if (folder / source.name).exists() or (split == "test" and not source.exists()):
            del sources[split]
        elif not source.is_file():
            raise UsageError(
                "there is no such file", got=str(source), expected="a folder with train.tsv and gen.tsv"
            )
    folder.mkdir(parents=True, exist_ok=True)
    write_whole(path, f"{json.dumps(data)}\n".encode())
    for split, source in sources.items():
        limit = plan.rows if split == "train" else plan.asked
        rows = _drawn(RowFile(source).whole(), split, limit)
        write_whole(folder / source.name, b"".join(row.text() for row in rows))


def _drawn(rows: Sequence[ParsingRow], split: str, limit: int | None) -> Iterator[ParsingRow]:
    """Yields rows in their order: at most `limit` of each category; in train the limit holds only for the
    category in distribution.
    """
    rng, remaining = stream("grid", split), Counter(row.category for row in rows)
    quota = {
        category: count if limit is None or (split == "train" and category != IN_DISTRIBUTION) else limit
        for category, count in remaining.items()
    }
    for row in rows:
        if rng.random() * remaining[row.category] < quota[row.category]:
            quota[row.category] -= 1
            yield row
        remaining[row.category] -= 1


def _transform(plan: GridPlan, out: Path, variant: str) -> None:
    for split in SPLITS:
        source, target = (out / "data" / name / f"{split}.tsv" for name in ("cogs", variant))
        if source.exists() and not target.exists():
            target.parent.mkdir(exist_ok=True)
            job = TransformJob(source, split, concatenations=plan.concatenations)
            transform_file(job, target, variant)


def _run(
    plan: GridPlan,
    out: Path,
    job: tuple[str, str, int],
    step: Report = lambda stage, done, total: None,
) -> dict[str, Any]:
    model, variant, seed = job
    folder, data = out / model / variant / f"seed-{seed}", out / "data" / variant
    settings = plan.learners[model]
    if (folder / _SCORES).exists() and read_json(folder / MANIFEST)["settings"] == settings.to_json():
        return read_json(folder / _SCORES)
    asked_files = [path for split in _ASKED if (path := data / f"{split}.tsv").exists()]
    run = LearnerRun(data / "train.tsv", settings, seed, plan.device)
    manifest = learn(run, asked_files, folder, step)
    scores: dict[str, Any] = {"model": model, "variant": variant, "seed": seed, "loss": manifest["loss"]}
    for path in asked_files:
        measured = score_files(path, predictions_of(folder, path.stem), notation_in(variant))
        scores[path.stem] = {"rows": measured.rows, "right": measured.right}
    write_whole(folder / _SCORES, f"{json.dumps(scores, indent=2)}\n".encode())
    (folder / CHECKPOINT).unlink(missing_ok=True)
    return scores


def scored_runs(out: Path) -> list[dict[str, Any]]:
    """Returns the scores of every finished run of a grid.

    Raises:
        UsageError: the folder holds no grid.
    """
    if not (out / _PLAN).is_file():
        raise UsageError("this folder holds no grid", got=str(out), fix="cocoa learn grid makes one")
    return [read_json(path) for path in sorted(out.glob(f"*/*/seed-*/{_SCORES}"))]
