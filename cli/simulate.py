"""`cocoa simulate`: a catalogue of simulated rows for a schema."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .flags import AsJson, Seed

__all__ = ["simulate"]


def simulate(
    domain: Annotated[
        str,
        typer.Argument(
            metavar="FOLDER", help="A domain's folder; its schema.yaml is enough.", show_default=False
        ),
    ],
    rows: Annotated[
        int | None,
        typer.Option(
            "--rows", "-n", metavar="INT", help="How many; without it as many as there are, or 240."
        ),
    ] = None,
    seed: Seed = 0,
    force: Annotated[
        bool,
        typer.Option("--force", help="Replace a catalogue that is not simulated; it is kept as a backup."),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help="Write to this file; without it to catalogue.csv."),
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Fill a domain's catalogue with simulated rows that fit its schema.

    For a domain without rows yet, or after an edit of its schema. Rows obey kinds, bounds, steps and axioms;
    open vocabularies keep the words of the catalogue that is there. Ids begin with sim-. What is replaced is
    kept beside it, as catalogue.csv.backup-1.

    Examples:

      cocoa simulate ./my-laptops
      cocoa simulate ./my-laptops --rows 1000 --seed 7
      cocoa simulate flights --rows 500 --out more.csv
    """
    from cocoa_core.scaffolding import simulate_catalogue

    from .terminal import console, plain, print_notes, write_line

    done = simulate_catalogue(domain, rows, seed, force, out)
    if as_json:
        import json

        backup = str(done.backup) if done.backup else None
        write_line(
            json.dumps({"file": str(done.file), "rows": done.rows, "backup": backup}, ensure_ascii=False)
        )
        return
    console().print(plain(f"{done.rows:,} simulated rows written to {done.file}"), soft_wrap=True)
    if done.backup:
        print_notes((f"what was there is kept as {done.backup}",))
