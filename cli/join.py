"""The command `cocoa join`: makes one data set of the parts of a run."""

from __future__ import annotations

from typing import Annotated

from .flag_groups import option
from .flags import Family, OptionalDomain, OutputFlags, PackingFlags
from .guard import terminable
from .progress import WritingProgress, kept_after_interrupt
from .terminal import console, write_json


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

    with (
        terminable(),
        WritingProgress(quiet=output.quiet or output.as_json) as writing,
        kept_after_interrupt(writing, lambda: f"repeat the same command to go on from what is in {out}."),
    ):
        production = join_at(parts, out, domain, family, writing, Packing.of(packing.form, packing.shard))
    if output.as_json:
        write_json(production_data(production))
    elif not output.quiet:
        print_production(console(), production, writing.pace())
