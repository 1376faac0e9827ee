"""Makes the part of a run that a call asks for, and reports it."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any

import typer

from .guard import ended_by

if TYPE_CHECKING:
    from cocoa_core.items import Part
    from cocoa_core.running import Blocks, PartMade, RunSpec

    from .generate import LongRunFlags
    from .progress import Writing

__all__ = ["make_part", "part_asked_for"]


def make_part(
    call: RunSpec, out: str, part: Part, workers: int | Blocks, writing: Writing, *, as_json: bool
) -> None:
    """Writes a part of a run to the folder or address `out`, and prints what was written."""
    from cocoa_core.remote import is_address, write_part_at
    from cocoa_core.running import write_part

    from .terminal import console, plain, print_notes, write_json

    try:
        write = write_part_at if is_address(out) else write_part
        part_made = write(call, out, part, workers, writing)
    except KeyboardInterrupt as interrupt:
        writing.stop()
        remark = f"nothing of this part is in {out}" if is_address(out) else f"what was made is kept in {out}"
        print_notes((f"interrupted; {remark}. Repeat the same command to go on.",))
        raise typer.Exit(ended_by(interrupt)) from None
    writing.stop()
    if as_json:
        write_json(_data(part_made))
    elif not writing.quiet:
        made = part_made.part
        head = plain(f"{made.items:,} questions", "bold green")
        head.append(plain(f" of the indices {part.start:,} to {part.stop - 1:,} in {out}", "bold"))
        head.append(
            f" ({writing.rate():,.0f} a second)" if part_made.written else " (all of them there already)"
        )
        console().print(head)
        console().print(plain(f"Next, with all parts there: cocoa join {shlex.quote(out)} --out EXAM", "dim"))


def part_asked_for(call: RunSpec, count: int, flags: LongRunFlags) -> Part:
    """Returns the part that --part or --range names, of a run of `count` items.

    Raises:
        UsageError: both flags are given, the text is not two numbers, or there is no such part.
    """
    from cocoa_core.errors import UsageError
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
    return planned_part(call, count, pair, flags.form)


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
