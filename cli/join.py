"""The command `cocoa join`: makes one data set of the parts of a run."""

from __future__ import annotations

from typing import Annotated

import typer

from .flag_groups import option
from .flags import Family, OptionalDomain, OutputFlags, PackingFlags
from .guard import ended_by, terminable
from .progress import Writing
from .terminal import console, print_notes, write_json


def join(
    parts: Annotated[
        str,
        option(
            "FOLDER", "The folder, or s3://BUCKET/FOLDER, that `cocoa generate --part` or `--range` wrote to."
        ),
    ],
    out: Annotated[str, option("--out -o EXAM", "The data set's folder, or s3://BUCKET/FOLDER.")],
    domain: OptionalDomain = None,
    family: Family = None,
    *,
    packing: PackingFlags,
    output: OutputFlags,
) -> None:
    """Join the parts of a run into the data set that one process would have written.

    What was asked before by another part is made anew. A part that is missing, unfinished, there twice or
    changed is named, and nothing is written. A join that was interrupted goes on when it is repeated.
    --domain says where the domain is, if it is not installed under its name.

    Examples:

      cocoa join parts/ --out exam/
      cocoa join parts/ --domain ./laptops --out exam/
      cocoa join s3://exams/parts --out s3://exams/flights
    """
    from cocoa_core.items import Packing
    from cocoa_core.remote import join_at

    from .production_view import print_production, production_data

    with terminable(), Writing(quiet=output.quiet or output.as_json) as writing:
        try:
            production = join_at(parts, out, domain, family, writing, Packing.of(packing.form, packing.shard))
        except KeyboardInterrupt as interrupt:
            writing.stop()
            print_notes((f"interrupted; repeat the same command to go on from what is in {out}.",))
            raise typer.Exit(ended_by(interrupt)) from None
    if output.as_json:
        write_json(production_data(production))
    elif not output.quiet:
        print_production(console(), production, writing.rate())
