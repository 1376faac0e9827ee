"""The command `cocoa read`: writes a sheet of requests for people to read."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

from attrs import frozen

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import UsageError

from .flag_groups import FlagGroup, flag, option
from .flags import DataSet, Family, Force
from .terminal import print_line, write_line


@frozen
class SheetFlags(FlagGroup):
    """Where the sheet is written."""

    out: Path | None = flag(
        "--out -o FILE",
        "A page for a browser where the name ends in .html, else text; - or nothing: the terminal.",
    )
    force: Force = False


def read(
    folder: DataSet,
    count: Annotated[int, option("--count -n INT", "The number of requests.", min=1)] = 40,
    seed: Annotated[int, option("--seed INT", "Any whole number; each draws other requests.")] = 0,
    options: Annotated[bool, option("--options", "Show the options too, never the answer.")] = False,
    *,
    sheet: SheetFlags,
    family: Family = None,
) -> None:
    """Draw requests of a data set for people to read, without the answers.

    A plain sheet of requests, drawn at random, to give to somebody who knows neither the code nor the key.
    For a figure that means something, mix in requests by people first. `cocoa review` writes a page instead,
    and evaluates what people answer there; `cocoa show` shows one question with its proof.

    Examples:

      cocoa read exam/ --count 20
      cocoa read exam/ --seed 7 --out sheet.html
      cocoa read exam/ --options --out sheet.txt
    """
    from cocoa_core.atomic_files import check_target
    from cocoa_core.families.selection import SELECTION, drawn_for_reading, sheet_page, sheet_text
    from cocoa_core.items import read_dataset

    dataset = read_dataset(folder, family)
    if dataset.manifest.family != SELECTION:
        raise UsageError(
            "this data set has no requests to read",
            got=f"a data set of the family {dataset.manifest.family}",
            expected=f"one of the family {SELECTION}",
            fix=f"look at its items with: cocoa show {shlex.quote(str(folder))} 0",
        )
    out = None if str(sheet.out) == "-" else sheet.out
    if out is not None:
        check_target(out, force=sheet.force)
    drawn = drawn_for_reading(dataset, count, seed)
    if out is None:
        write_line(sheet_text(drawn, options).rstrip("\n"))
        return
    page = sheet_page if out.suffix.lower() in (".html", ".htm") else sheet_text
    write_whole(out, page(drawn, options).encode())
    print_line(f"wrote {out}: {len(drawn):,} requests.")
