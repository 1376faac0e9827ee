"""The command `cocoa generate`: writes a data set, or streams questions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from .flags import (
    AsJson,
    Engine,
    Family,
    Format,
    Given,
    OptionalDomain,
    PartOf,
    Quiet,
    Range,
    Seed,
    Shard,
    Split,
    Workers,
    read_named,
    read_split,
)
from .guard import ended_by, lacking, terminable
from .settings import call_of, with_settings

if TYPE_CHECKING:
    from cocoa_core.items import Packing
    from cocoa_core.running import Production, RunSpec

    from .progress import Writing

__all__ = ["generate"]


_FAMILIES: Final = "Other families of tasks"
_FILES: Final = "Long runs and files"
_HEADINGS: Final = {
    **dict.fromkeys(("family", "hold_out", "given"), _FAMILIES),
    **dict.fromkeys(("engine", "part", "indices", "form", "shard", "quiet", "as_json"), _FILES),
}
"""By parameter, its heading in `--help`, below the ten options that most calls need. Settings bring
theirs.
"""


@with_settings(_HEADINGS)
def generate(
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FOLDER",
            help="A folder, or s3://BUCKET/FOLDER; - streams JSON lines to stdout.",
            show_default=False,
        ),
    ] = None,
    domain: OptionalDomain = None,
    count: Annotated[
        int | None,
        typer.Option(
            "--count", "-n", metavar="INT", help="How many questions; a stream without it has no end."
        ),
    ] = None,
    seed: Seed = 0,
    *,
    settings: dict[str, Any],
    split: Split = None,
    workers: Workers = 1,
    family: Family = None,
    hold_out: Annotated[
        str | None,
        typer.Option(
            "--hold-out",
            metavar="CASE,...",
            help="Of parsing: what is kept from training, such as pp-recursion; or all.",
            show_default=False,
        ),
    ] = None,
    given: Given = None,
    engine: Engine = "processes",
    part: PartOf = None,
    indices: Range = None,
    form: Format = "jsonl",
    shard: Shard = None,
    quiet: Quiet = False,
    as_json: AsJson = False,
) -> None:
    """Write a data set of proved questions, or stream them.

    The same call gives the same bytes, whatever the workers. A call that was interrupted, however it was,
    goes on where it stopped when it is repeated; a larger --count adds to what is there.

    Examples:

      cocoa generate -d flights --count 5000 --seed 7 --out exam/
      cocoa generate -d flights --count 500 --ask every --level 0.7 --out every/
      cocoa generate -d flights -n 10000 --split train=0.9,test=0.1 --out exam/
      cocoa generate -d flights --out - | head -1
      cocoa generate --family parsing -n 24000 --hold-out all --out sentences/
      cocoa generate -d flights -n 1000 --format parquet --out s3://exams/flights
    """
    from .progress import Writing

    needs = {
        "--domain": domain is not None or family not in (None, "selection"),
        "--count": count is not None or out == "-",
        "--out": out is not None,
    }
    missing = [name for name, given in needs.items() if not given]
    if out is None or (missing and missing != ["--domain"]):  # the family says which domains there are
        raise lacking(missing, "cocoa generate")
    settings |= {"split": read_split(split) or None, "hold-out": hold_out, **read_named(given or [], "--set")}
    settings = {name: value for name, value in settings.items() if value is not None}
    part_text = part or indices
    from cocoa_core.items import Packing

    packing = Packing.of(form, shard)
    if (out == "-" and packing != Packing()) or (part_text and shard is not None):
        from cocoa_core.errors import UsageError

        raise UsageError(
            "a stream is plain lines" if out == "-" else "a part is one file",
            got=f"--format {form}" if shard is None else f"--shard {shard}",
            expected="--shard for a data set's folder, --format for one or a part",
            fix="leave it out; `cocoa join` takes both" if part_text else "leave it out",
        )
    if out == "-":
        if part_text or engine != "processes":
            raise lacking(["--out FOLDER"], "cocoa generate")
        with terminable(), Writing(quiet=quiet, streaming=True) as writing:
            _stream(call_of(family, domain, settings, seed), count, workers, writing)
        return
    if count is None:
        raise lacking(["--count"], "cocoa generate")
    if part_text:
        from .part import make_part

        with terminable(), Writing(quiet=quiet) as writing:
            call = call_of(family, domain, settings, seed)
            make_part(
                call, out, count, (part, indices), settings, (engine, workers), writing, form, as_json=as_json
            )
        return
    with terminable(), Writing(quiet=quiet) as writing:
        call = call_of(family, domain, settings, seed)
        production = _write(call, out, count, settings, (engine, workers), writing, packing)
    if as_json:
        from .production_view import production_data
        from .terminal import write_json

        write_json(production_data(production))
    elif not quiet:
        from .production_view import print_production
        from .terminal import console

        print_production(console(), production, writing.rate())


def _stream(call: RunSpec, count: int | None, workers: int, writing: Writing) -> None:
    from collections import Counter

    from cocoa_core.running import generate, infrequent_gc

    from .terminal import write_line

    rejections: Counter[str] = Counter()
    with infrequent_gc():
        for done, item in enumerate(generate(call, count, workers), start=1):
            write_line(item.line())
            if call.family.entry(item).number == 0:
                rejections.update(item.provenance.rejections)
            writing(done, count, rejections)


def _write(
    call: RunSpec,
    out: str,
    count: int,
    settings: dict[str, Any],
    makers: tuple[str, int],
    writing: Writing,
    packing: Packing,
) -> Production:
    from cocoa_core.remote import is_address, write_dataset_at
    from cocoa_core.running import blocks_of, write_dataset

    from .terminal import print_notes

    engine, workers = makers
    blocks = blocks_of(engine, call, workers)
    try:
        if is_address(out):
            return write_dataset_at(call, out, count, settings, workers, writing, packing, blocks)
        return write_dataset(call, out, count, workers, writing, blocks, packing)
    except KeyboardInterrupt as interrupt:
        writing.stop()
        done = (
            f"{writing.done:,} of {count:,} questions are"
            if writing.done is not None and not is_address(out)
            else "what was there is"
        )
        print_notes((f"interrupted; {done} kept in {out}. Repeat the same command to go on from there.",))
        raise typer.Exit(ended_by(interrupt)) from None
