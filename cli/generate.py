"""`cocoa generate`: a data set, or a stream of questions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .flags import (
    AsJson,
    Ask,
    Atypical,
    Component,
    Degree,
    Family,
    Format,
    Given,
    Groups,
    Inert,
    Knowledge,
    Level,
    Minterms,
    NearMisses,
    NoneRight,
    OptionalDomain,
    Options,
    OptionSets,
    PartOf,
    Preset,
    Primitives,
    Range,
    Relations,
    Seed,
    Shard,
    Shared,
    Slots,
    Split,
    Structure,
    Take,
    Terms,
    Wishes,
    Workers,
    read_named,
    read_split,
)
from .guard import ended_by, lacking, terminable

if TYPE_CHECKING:
    from cocoa_core.items import Packing
    from cocoa_core.running import Call, Production

    from .progress import Writing

__all__ = ["generate"]


def generate(
    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FOLDER|-",
            help="A folder; - streams JSON lines to stdout.",
            show_default=False,
        ),
    ] = None,
    domain: OptionalDomain = None,
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
    wishes: Wishes = None,
    preset: Preset = None,
    shared: Shared = None,
    atypical: Atypical = None,
    inert: Inert = None,
    structure: Structure = None,
    relations: Relations = None,
    primitives: Primitives = "per-occurrence",
    option_sets: OptionSets = 1,
    groups: Groups = None,
    knowledge: Knowledge = False,
    ask: Ask = None,
    options: Options = None,
    none: NoneRight = False,
    level: Level = None,
    terms: Terms = None,
    component: Component = None,
    degree: Degree = None,
    near_misses: NearMisses = None,
    take: Take = None,
    family: Family = None,
    hold_out: Annotated[
        str | None,
        typer.Option(
            "--hold-out",
            metavar="CASE,...",
            help="Of the family parsing: what is kept from training, such as pp-recursion; or all.",
            show_default=False,
        ),
    ] = None,
    given: Given = None,
    part: PartOf = None,
    indices: Range = None,
    form: Format = "jsonl",
    shard: Shard = None,
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
      cocoa generate -d flights --count 500 --ask every --out every/
      cocoa generate -d flights --count 500 --groups edit --out edits/
      cocoa generate -d flights -n 500 --structure A --relations implies --out a/
      cocoa generate -d flights -n 10000 --split train=0.9,test=0.1 --out exam/
      cocoa generate -d flights --out - | head -1
      cocoa generate --family parsing -n 24000 --hold-out all --out sentences/
      cocoa generate -d flights -n 1000000 --part 3/64 --out parts/
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
    settings: dict[str, Any] = {
        "slots": slots,
        "minterms": minterms,
        "wishes": wishes,
        "preset": preset,
        "shared": shared,
        "atypical": atypical,
        "inert": inert,
        "primitives": None if primitives == "per-occurrence" else primitives,
        "option_sets": None if option_sets == 1 else option_sets,
        "groups": groups,
        "split": read_split(split) or None,
        "knowledge": knowledge or None,
        "ask": ask,
        "options": options,
        "none": none or None,
        "level": level,
        "terms": terms,
        "component": component,
        "degree": degree,
        "near_misses": near_misses,
        "take": take,
        "structure": structure,
        "relations": relations,
        "hold-out": hold_out,
        **read_named(given or [], "--set"),
    }
    settings = {name: value for name, value in settings.items() if value is not None}
    asked = part or indices
    from cocoa_core.items import Packing

    packing = Packing.of(form, shard)
    if (asked or out == "-") and packing != Packing():
        from cocoa_core.errors import UsageError

        raise UsageError(
            "parts and streams are plain lines",
            got=f"--format {form}" if shard is None else f"--shard {shard}",
            expected="--format and --shard for a data set's folder",
            fix="leave them out; `cocoa join` takes them",
        )
    if out == "-":
        if asked:
            raise lacking(["--out FOLDER"], "cocoa generate")
        with terminable(), Writing(quiet=quiet, streaming=True) as writing:
            _stream(_call(family, domain, settings, seed), count, workers, writing)
        return
    if count is None:
        raise lacking(["--count"], "cocoa generate")
    if asked:
        from .part import make_part

        with terminable(), Writing(quiet=quiet) as writing:
            call = _call(family, domain, settings, seed)
            make_part(call, out, count, (part, indices), settings, workers, writing, as_json=as_json)
        return
    with terminable(), Writing(quiet=quiet) as writing:
        production = _write(_call(family, domain, settings, seed), out, count, workers, writing, packing)
    if as_json:
        from .production_view import production_data
        from .terminal import write_line

        write_line(json.dumps(production_data(production), ensure_ascii=False, indent=2))
    elif not quiet:
        from .production_view import print_production
        from .terminal import console

        print_production(console(), production, writing.rate())


def _call(family: str | None, domain: str | None, settings: dict[str, Any], seed: int) -> Call:
    from cocoa_core.checking import refuse_wrong_words
    from cocoa_core.domain import Domain
    from cocoa_core.items import BUILT_IN, family_named
    from cocoa_core.running import Call

    from .terminal import print_notes

    found = family_named(family or next(iter(BUILT_IN)))
    source = found.source(domain)
    if source is not None:
        print_notes(source.notes)
        if isinstance(source.origin, Domain):
            refuse_wrong_words(source.origin)
    return Call(found, source, found.settings(settings), seed)


def _stream(call: Call, count: int | None, workers: int, writing: Writing) -> None:
    from collections import Counter

    from cocoa_core.running import collecting_rarely, generate

    from .terminal import write_line

    rejections: Counter[str] = Counter()
    with collecting_rarely():
        for done, item in enumerate(generate(call, count, workers), start=1):
            write_line(item.line())
            if call.family.entry(item).number == 0:
                rejections.update(item.provenance.rejections)
            writing(done, count, rejections)


def _write(call: Call, out: str, count: int, workers: int, writing: Writing, packing: Packing) -> Production:
    from cocoa_core.running import write_dataset

    from .terminal import print_notes

    try:
        return write_dataset(call, out, count, workers, writing, packing=packing)
    except KeyboardInterrupt as interrupt:
        writing.stop()
        done = (
            f"{writing.done:,} of {count:,} questions are"
            if writing.done is not None
            else "what was there is"
        )
        print_notes((f"interrupted; {done} kept in {out}. Repeat the same command to go on from there.",))
        raise typer.Exit(ended_by(interrupt)) from None
