"""`cocoa refresh`: a domain's catalogue made anew from the next export of its table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .flags import AsJson

__all__ = ["refresh"]


def refresh(
    folder: Annotated[
        Path,
        typer.Argument(metavar="DIR", help="The folder of a domain made from a table.", show_default=False),
    ],
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="The newer export of the same table.", show_default=False)
    ],
    skip_bad: Annotated[
        bool, typer.Option("--skip-bad", help="Leave out rows that cannot be used, and say how many.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Say what would change, and write nothing.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Read a newer table as the first one was read, and say what changed.

    How it is read stands in import.yaml, which `cocoa new-domain --from` wrote. Schema and rules stay as they
    are; the catalogue that was there is kept as a backup. A table that lacks a column is refused, and so is a
    cell that the slot cannot hold, unless --skip-bad leaves its row out.

    Examples:

      cocoa refresh ./laptops laptops-may.csv
      cocoa refresh ./laptops laptops-may.csv --dry-run
    """
    from cocoa_core.scaffolding import refresh as refresh_
    from cocoa_core.scaffolding import write_refreshed

    from .terminal import console, plain, print_notes, write_json

    done = refresh_(folder, file, skip_bad=skip_bad)
    backup = None if dry_run else write_refreshed(done)
    if as_json:
        data = {"written": not dry_run, "backup": str(backup) if backup else None, **done.data()}
        write_json(data)
        return
    begin = "would hold" if dry_run else "holds"
    console().print(plain(f"{folder / 'catalogue.csv'} {begin} {done.rows:,} rows"), soft_wrap=True)
    for line in done.lines():
        console().print(plain(f"  {line}"), soft_wrap=True)
    lost = [f"left out: {number:,} rows: {reason}" for reason, number in done.left_out.items()]
    kept = [f"the catalogue that was there is kept as {backup}"] if backup else []
    print_notes((*done.column_notes(), *done.notes, *lost, *kept))
