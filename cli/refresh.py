"""The command `cocoa refresh`: renews a domain's catalogue from the next export of its table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from cocoa_core.errors import UsageError
from cocoa_core.text import counted

from .flag_groups import option
from .flags import AsJson, QueryFlags, SkipBad
from .terminal import print_line, print_notes, write_json


def refresh(
    folder: Annotated[Path, option("DIR", "The folder of a domain made from a table.")],
    source: Annotated[
        str,
        option("FILE|ADDRESS", "The newer export of the same table, or the source that it was read from."),
    ],
    *,
    query: QueryFlags,
    skip_bad: SkipBad = False,
    dry_run: Annotated[bool, option("--dry-run", "Print what would change, and write nothing.")] = False,
    as_json: AsJson = False,
) -> None:
    """Read a newer table as the first one was read, and list what changed.

    How it is read stands in import.yaml, which `cocoa new-domain --from` wrote. Schema and rules stay as they
    are; the catalogue that was there is kept as a backup. A table that lacks a column is refused, and so is a
    cell that the slot cannot hold, unless --skip-bad leaves its row out.

    Examples:

      cocoa refresh ./laptops laptops-may.csv
      cocoa refresh ./laptops laptops-may.csv --dry-run
      cocoa refresh ./laptops shop.db
    """
    from cocoa_core.scaffolding import refresh as refresh_
    from cocoa_core.scaffolding import write_refreshed
    from cocoa_core.sources import Query, keep_snapshot, kept_snapshot, query_before, snapshot_of

    before = kept_snapshot(folder)
    with snapshot_of(source, Query(query.at, query.sql), query_before(before, source)) as snapshot:
        if query.at and snapshot.at:
            raise UsageError("import.yaml says where the rows stand in a file", got="--at")
        done = refresh_(folder, snapshot.path, skip_bad=skip_bad)
        backup = None if dry_run else write_refreshed(done)
        if not dry_run:
            keep_snapshot(snapshot, folder)
    same = []
    if before and snapshot.digest == before["digest"]:
        same = ["the source is as it was when it was read last"]
    if as_json:
        data = {"written": not dry_run, "backup": str(backup) if backup else None, **done.data()}
        write_json({**data, "file": snapshot.source, "digest": snapshot.digest, "same": bool(same)})
        return
    begin = "would hold" if dry_run else "holds"
    print_line(f"{folder / 'catalogue.csv'} {begin} {done.rows:,} rows")
    for line in done.lines():
        print_line(f"  {line}")
    lost = [f"left out: {counted(number, 'row')}: {reason}" for reason, number in done.left_out.items()]
    backup_notes = [f"the catalogue that was there is kept as {backup}"] if backup else []
    print_notes(*same, *snapshot.notes, *done.column_notes(), *done.notes, *lost, *backup_notes)
