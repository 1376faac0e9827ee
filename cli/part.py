"""Makes the part of a run that a call asks for, and reports it."""

from __future__ import annotations

import re
import shlex
from typing import TYPE_CHECKING, Any

import typer

from .guard import ended_by

if TYPE_CHECKING:
    from cocoa_core.running import PartMade, RunSpec

    from .progress import Writing

__all__ = ["make_part"]


def make_part(
    call: RunSpec,
    out: str,
    count: int,
    part_flags: tuple[str | None, str | None],
    settings: dict[str, Any],
    makers: tuple[str, int],
    writing: Writing,
    form: str,
    *,
    as_json: bool,
) -> None:
    """Writes a part of a run, and prints what was written.

    Args:
        call: the run.
        out: the folder or the address.
        count: the number of indices of the run.
        part_flags: the values of --part and --range, one of which is None.
        settings: the settings as the caller named them.
        makers: the engine and the number of its workers.
        writing: the progress.
        form: the format of the lines, as --format has it.
        as_json: whether data are printed instead of text.
    """
    from cocoa_core.remote import is_address, write_part_at
    from cocoa_core.running import blocks_of, write_part

    from .terminal import console, plain, print_notes, write_json

    indices, (engine, workers) = _indices(count, *part_flags), makers
    blocks = blocks_of(engine, call, workers)
    try:
        write = write_part_at if is_address(out) else write_part
        part_made = write(call, out, count, indices, settings, workers, writing, blocks, form)
    except KeyboardInterrupt as interrupt:
        writing.stop()
        remark = f"nothing of this part is in {out}" if is_address(out) else f"what was made is kept in {out}"
        print_notes((f"interrupted; {remark}. Repeat the same command to go on.",))
        raise typer.Exit(ended_by(interrupt)) from None
    writing.stop()
    if as_json:
        write_json(_data(part_made))
    elif not writing.quiet:
        part = part_made.part
        head = plain(f"{part.items:,} questions", "bold green")
        head.append(plain(f" of the indices {part.start:,} to {part.stop - 1:,} in {out}", "bold"))
        head.append(
            f" ({writing.rate():,.0f} a second)" if part_made.written else " (all of them there already)"
        )
        console().print(head)
        console().print(plain(f"Next, with all parts there: cocoa join {shlex.quote(out)} --out EXAM", "dim"))


def _indices(count: int, part: str | None, indices: str | None) -> tuple[int, int]:
    """Returns the first index of the part, and the one after its last.

    Raises:
        UsageError: both flags are given, or the text is not two numbers.
    """
    from cocoa_core.errors import UsageError
    from cocoa_core.running import indices_of_part

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
    return indices_of_part(count, first, second) if part is not None else (first, second)


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
