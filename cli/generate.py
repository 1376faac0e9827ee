"""`cocoa generate`: a data set, or a stream of questions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .flags import (
    AsJson,
    Domain,
    Knowledge,
    Minterms,
    OptionSets,
    Preset,
    Primitives,
    Seed,
    Slots,
    Split,
    Workers,
    read_split,
)

if TYPE_CHECKING:
    from cocoa_core.api import DomainHandle
    from cocoa_core.generation.production import Production

    from .progress import Writing

__all__ = ["generate"]


def generate(
    domain: Domain,
    out: Annotated[
        str,
        typer.Option(
            "--out",
            "-o",
            metavar="FOLDER|-",
            help="A folder; - streams JSON lines to stdout.",
            show_default=False,
        ),
    ],
    count: Annotated[
        int | None,
        typer.Option(
            "--count", "-n", metavar="INT", help="How many questions; without it a stream has no end."
        ),
    ] = None,
    seed: Seed = 0,
    workers: Workers = 1,
    split: Split = None,
    slots: Slots = None,
    minterms: Minterms = None,
    preset: Preset = None,
    primitives: Primitives = "per-occurrence",
    option_sets: OptionSets = 1,
    knowledge: Knowledge = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no summary.")] = False,
    as_json: AsJson = False,
) -> None:
    """Write a data set of proved questions, or stream them.

    The same call gives the same bytes, whatever the workers. A call that was interrupted, however it was,
    goes on where it stopped when it is repeated; a larger --count adds to what is there.

    Examples:

      cocoa generate -d flights --count 5000 --seed 7 --out exam/
      cocoa generate -d flights --count 500 --slots 4 --minterms 3 --out hard/
      cocoa generate -d flights --count 500 --knowledge --out travelled/
      cocoa generate -d flights -n 10000 --split train=0.9,test=0.1 --out exam/
      cocoa generate -d flights --out - | head -1
    """
    from .progress import Writing

    settings: dict[str, Any] = {
        "seed": seed,
        "slots": slots,
        "minterms": minterms,
        "preset": preset,
        "primitives": primitives,
        "option_sets": option_sets,
        "split": read_split(split),
        "knowledge": knowledge,
        "workers": workers,
    }
    if out == "-":
        with Writing(quiet=quiet, streaming=True) as writing:
            _stream(_loaded(domain), count, settings, writing)
        return
    if count is None:
        raise typer.BadParameter("a folder needs one; a stream (--out -) does not", param_hint="'--count'")
    with Writing(quiet=quiet) as writing:
        production = _write(_loaded(domain), out, count, settings, writing)
    if as_json:
        from .terminal import write_line

        write_line(json.dumps(_data(production), ensure_ascii=False, indent=2))
    elif not quiet:
        from .production_view import print_production
        from .terminal import console

        print_production(console(), production, writing.rate())


def _loaded(domain: str) -> DomainHandle:
    from cocoa_core.api import load_domain

    from .terminal import print_notes

    handle = load_domain(domain)
    print_notes(handle.domain.notes)
    return handle


def _stream(handle: DomainHandle, count: int | None, settings: dict[str, Any], writing: Writing) -> None:
    from collections import Counter

    from cocoa_core.generation.collector import collecting_rarely

    from .terminal import write_line

    rejections: Counter[str] = Counter()
    with collecting_rarely():
        for done, question in enumerate(handle.generate(count, **settings), start=1):
            write_line(question.line())
            if question.provenance.option_set == 0:
                rejections.update(question.provenance.rejections)
            writing(done, count, rejections)


def _write(
    handle: DomainHandle, out: str, count: int, settings: dict[str, Any], writing: Writing
) -> Production:
    from .guard import INTERRUPTED
    from .terminal import print_notes

    try:
        return handle.write(out, count, progress=writing, **settings)
    except KeyboardInterrupt:
        writing.stop()
        done = (
            f"{writing.done:,} of {count:,} questions are"
            if writing.done is not None
            else "what was there is"
        )
        print_notes((f"interrupted; {done} kept in {out}. Repeat the same command to go on from there.",))
        raise typer.Exit(INTERRUPTED) from None


def _data(production: Production) -> dict[str, Any]:
    return {
        "folder": str(production.folder),
        "before": production.before,
        "written": production.written,
        "manifest": production.manifest.to_json(),
    }
