"""The command `cocoa generate`: writes a data set, or streams questions."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from cocoa_core.errors import UsageError

from .flag_groups import FlagGroup, flag
from .flags import AsJson, Format, Quiet, Shard, Workers, read_split, workers_for
from .guard import lacking, terminable
from .progress import WritingProgress, kept_after_interrupt
from .run_flags import FamilyFlags, RunFlags, SettingFlags, run_spec_of
from .terminal import console, plain, write_json, write_line

if TYPE_CHECKING:
    from cocoa_core.items import Packing, Part
    from cocoa_core.running import Blocks, PartMade, Production, RunSpec

_EXAMPLE: Final = "cocoa generate -d flights --count 100 --out exam/"


@frozen
class DataSetFlags(RunFlags):
    """The data set to write."""

    count: int | None = flag("--count -n INT", "How many questions; a stream without it has no end.")
    out: str | None = flag(
        "--out -o FOLDER", "A folder, or s3://BUCKET/FOLDER; - streams JSON lines to stdout."
    )
    split: str | None = flag(
        "--split SIDE=SHARE,...",
        "Divide into sides, by share: train=0.9,test=0.1. No request is on two sides.",
    )
    workers: Workers = None


@frozen
class LongRunFlags(FlagGroup):
    """How the questions of a long run are made, and how its files keep them."""

    panel = "Long runs and files"

    engine: str = flag(
        "--engine NAME",
        "Where questions are made: processes, or ray (the cluster of RAY_ADDRESS, else a local one).",
        default="processes",
    )
    part: str | None = flag("--part I/N", "Make part I of N only, for `cocoa join`.")
    indices: str | None = flag("--range A:B", "As --part, with the indices from A to B - 1.")
    form: Format = "jsonl"
    shard: Shard = None
    quiet: Quiet = False
    as_json: AsJson = False


def generate(
    dataset: DataSetFlags, settings: SettingFlags, family: FamilyFlags, long_run: LongRunFlags
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
    count, out = dataset.count, dataset.out
    needs = {
        "--domain": dataset.domain is not None or family.family not in (None, "selection"),
        "--count": count is not None or out == "-",
        "--out": out is not None,
    }
    missing = [name for name, given in needs.items() if not given]
    if out is None or (missing and missing != ["--domain"]):  # the family says which domains there are
        raise lacking(missing, _EXAMPLE)
    given = {**settings.given, "split": read_split(dataset.split) or None}
    is_part = bool(long_run.part or long_run.indices)
    packing = _packing(out, long_run, is_part=is_part)
    if out == "-" and (is_part or long_run.engine != "processes"):
        raise UsageError(
            "parts, and questions that Ray makes, are not streamed",
            got="--out - with " + ("--part or --range" if is_part else f"--engine {long_run.engine}"),
            expected="a folder",
            fix="pass --out FOLDER, or leave out " + ("the part" if is_part else "--engine"),
        )
    workers = _workers(dataset, long_run, is_part=is_part)
    quiet = long_run.quiet or long_run.as_json
    with terminable(), WritingProgress(quiet=quiet, streaming=out == "-", workers=workers) as writing:
        run_spec = run_spec_of(dataset, family, given)
        if out == "-":
            _stream(run_spec, count, workers, writing)
            return
        if count is None:
            raise lacking(["--count"], _EXAMPLE)
        from cocoa_core.running import blocks_of

        blocks = blocks_of(long_run.engine, run_spec, workers)
        if is_part:
            part = _part_asked_for(run_spec, count, long_run)
            _make_part(run_spec, out, part, blocks, writing, as_json=long_run.as_json)
            return
        production = _write(run_spec, out, count, blocks, writing, packing)
    if long_run.as_json:
        from .production_view import production_data

        write_json(production_data(production))
    elif not long_run.quiet:
        from .production_view import print_production

        print_production(console(), production, writing.pace())


_WORTH_A_PROCESS: Final = 1_000
"""The questions for which another process is begun: its start, and what it has to work out anew, take as long
as 700 about flights. Seconds of CPU of one process, and of the longest of three with two workers: 12.4 and 11
for 2,000 questions, 29 and 20 for 5,000.
"""


def _workers(dataset: DataSetFlags, long_run: LongRunFlags, *, is_part: bool) -> int:
    """Returns the number of processes: of a part one, since whoever makes parts runs several at a time."""
    if dataset.workers is not None:
        return dataset.workers
    return 1 if is_part or long_run.engine != "processes" else workers_for(dataset.count, _WORTH_A_PROCESS)


def _packing(out: str, long_run: LongRunFlags, *, is_part: bool) -> Packing:
    from cocoa_core.items import Packing

    packing = Packing.of(long_run.form, long_run.shard)
    if (out == "-" and packing != Packing()) or (is_part and long_run.shard is not None):
        raise UsageError(
            "a stream is plain lines" if out == "-" else "a part is one file",
            got=f"--format {long_run.form}" if long_run.shard is None else f"--shard {long_run.shard}",
            expected="--shard for a data set's folder, --format for one or a part",
            fix="leave it out, and give --format and --shard to `cocoa join`" if is_part else "leave it out",
        )
    return packing


def _stream(run_spec: RunSpec, count: int | None, workers: int, writing: WritingProgress) -> None:
    from collections import Counter

    from cocoa_core.running import generate, infrequent_gc

    rejections: Counter[str] = Counter()
    with infrequent_gc():
        for done, item in enumerate(generate(run_spec, count, workers), start=1):
            write_line(item.line())
            if run_spec.family.entry(item).number == 0:
                rejections.update(item.provenance.rejections)
            writing(done, count, rejections)


def _write(
    run_spec: RunSpec, out: str, count: int, workers: int | Blocks, writing: WritingProgress, packing: Packing
) -> Production:
    from cocoa_core.remote import is_address, write_dataset_at
    from cocoa_core.running import write_dataset

    def remark() -> str:
        counted = writing.done is not None and not is_address(out)
        done = f"{writing.done:,} of {count:,} questions are" if counted else "what was there is"
        return f"{done} kept in {out}. Repeat the same command to go on from there."

    write = write_dataset_at if is_address(out) else write_dataset
    with kept_after_interrupt(writing, remark):
        return write(run_spec, out, count, workers, writing, packing)


def _make_part(
    run_spec: RunSpec, out: str, part: Part, workers: int | Blocks, writing: WritingProgress, *, as_json: bool
) -> None:
    from cocoa_core.remote import is_address, write_part_at
    from cocoa_core.running import write_part

    kept = f"nothing of this part is in {out}" if is_address(out) else f"what was made is kept in {out}"
    with kept_after_interrupt(writing, lambda: f"{kept}. Repeat the same command to go on."):
        write = write_part_at if is_address(out) else write_part
        part_made = write(run_spec, out, part, workers, writing)
    writing.stop()
    if as_json:
        write_json(_data(part_made))
    elif not writing.quiet:
        made = part_made.part
        head = plain(f"{made.items:,} questions", "bold green")
        head.append(plain(f" of the indices {part.start:,} to {part.stop - 1:,} in {out}", "bold"))
        head.append(f" ({writing.pace()})" if part_made.written else " (all of them there already)")
        console().print(head)
        console().print(plain(f"Next, with all parts there: cocoa join {shlex.quote(out)} --out EXAM", "dim"))


def _part_asked_for(run_spec: RunSpec, count: int, flags: LongRunFlags) -> Part:
    from cocoa_core.running import indices_of_part, planned_part

    part, indices = flags.part, flags.indices
    if part is not None and indices is not None:
        raise UsageError(
            "a part and a range were both given",
            got=f"--part {part} --range {indices}",
            expected="one of them",
        )
    text, mark = (part, "/") if part is not None else (indices or "", ":")
    match = re.fullmatch(rf"([0-9]{{1,15}}){mark}([0-9]{{1,15}})", text, re.ASCII)
    if match is None:
        name, example = ("--part", "3/64") if part is not None else ("--range", "0:5000")
        raise UsageError(
            f"{name} cannot be understood", got=text, expected=f"two whole numbers, such as {example}"
        )
    first, second = int(match[1]), int(match[2])
    pair = indices_of_part(count, first, second) if part is not None else (first, second)
    return planned_part(run_spec, count, pair, flags.form)


def _data(part_made: PartMade) -> dict[str, Any]:
    part = part_made.part
    return {
        "folder": str(part_made.folder),
        "file": part.lines,
        "start": part.start,
        "stop": part.stop,
        "items": part.items,
        "written": part_made.written,
    }
