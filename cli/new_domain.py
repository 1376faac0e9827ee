"""`cocoa new-domain`: a folder to write a domain in, which works at once."""

from __future__ import annotations

import os
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .flags import AsJson, At, Seed, Sql

if TYPE_CHECKING:
    from cocoa_core.scaffolding import NewDomain, Written
    from cocoa_core.sources import Snapshot

__all__ = ["new_domain"]


def new_domain(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="What the domain is called: hotels, insurance-plans.", show_default=False
        ),
    ],
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            "-f",
            metavar="FILE|ADDRESS",
            help="Real options: a table (CSV, .xlsx, .xls, .json, .jsonl, .parquet), an SQLite file, or the "
            "http(s) address of one.",
        ),
    ] = None,
    at: At = "",
    sql: Sql = "",
    into: Annotated[Path, typer.Option("--into", metavar="DIR", help="Where the folder NAME goes.")] = Path(),
    noun: Annotated[
        str | None,
        typer.Option("--noun", metavar="NOUN", help="What one option is: hotel."),
    ] = None,
    currency: Annotated[
        str | None,
        typer.Option("--currency", metavar="CODE", help="Of prices that do not say theirs: USD, EUR ..."),
    ] = None,
    decimal: Annotated[
        str | None,
        typer.Option(
            "--decimal",
            metavar="SIGN",
            help="What stands before decimals in FILE, where it could be either: comma or point.",
        ),
    ] = None,
    dates: Annotated[
        str | None,
        typer.Option("--dates", metavar="ORDER", help="What comes first in FILE's dates: dmy, mdy or ymd."),
    ] = None,
    columns: Annotated[
        str | None,
        typer.Option("--columns", metavar="NAMES", help="The columns of FILE to read: price,brand."),
    ] = None,
    types: Annotated[
        str | None,
        typer.Option(
            "--types", metavar="TYPES", help="What columns of FILE are: price=money:EUR,size=number:kg."
        ),
    ] = None,
    missing: Annotated[
        str | None,
        typer.Option("--missing", metavar="WORDS", help="The words of FILE for missing values: TBD,n/a."),
    ] = None,
    id_column: Annotated[
        str | None, typer.Option("--id", metavar="COLUMN", help="The column of FILE with the ids of rows.")
    ] = None,
    rows: Annotated[
        int | None,
        typer.Option("--rows", "-n", metavar="INT", help="Rows to simulate, or to take of FILE at most."),
    ] = None,
    seed: Seed = 0,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a folder that is there; it is kept as a backup.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write the folder of a new domain: schema, rules, rows, a test, and support for editors.

    Without --from it holds a few attributes that make sense for anything, with simulated rows. With it, slots
    and rules are proposed from a table of real ones. What it writes loads, gives questions and is verified as
    it is, to be edited from there. Nothing that is there is overwritten.

    Examples:

      cocoa new-domain hotels
      cocoa new-domain insurance-plans --noun plan --currency EUR
      cocoa new-domain laptops --from laptops.csv
      cocoa new-domain boats --from boats.csv --types price=money:EUR
      cocoa new-domain boats --from shop.db --at boats
    """
    from cocoa_core.importing import checked_name
    from cocoa_core.scaffolding import refuse_existing, write_domain

    from .terminal import print_notes

    folder = into / checked_name(name)
    refuse_existing(folder, force)
    said = {"columns": columns, "types": types, "decimal": decimal, "missing": missing, "dates": dates}
    if source is None:
        new = _starter(name, noun, seed, currency, rows, {"at": at or None, "sql": sql or None, **said})
        written = write_domain(new, folder, force, working=True)
        read: tuple[str, ...] = ()
    else:
        from cocoa_core.sources import Query, keep_snapshot, snapshot_of

        with snapshot_of(source, Query(at, sql)) as snapshot:
            choices = {**said, "id": id_column, "currency": currency or ""}
            new = _from_table(snapshot, name, noun, seed, rows, choices)
            written = write_domain(new, folder, force)
            keep_snapshot(snapshot, folder)
            read = snapshot.notes
    notes = (*_warnings(name), *read, *new.notes, *_remarks(written))
    if as_json:
        _print_json(written, new, notes)
        return
    notes = (*notes, *(one.sentence() for one in new.columns))
    _print_written(written)
    print_notes(notes)


def _from_table(
    snapshot: Snapshot, name: str, noun: str | None, seed: int, rows: int | None, said: dict[str, Any]
) -> NewDomain:
    """What the table suggests. said: flags about it, None where not given."""
    from cocoa_core.importing import choices_of
    from cocoa_core.scaffolding import domain_from_table

    several: dict[str, Any] = {"rows": rows} if rows is not None else {}
    choices = choices_of(**said)
    return domain_from_table(snapshot.path, name, noun, seed=seed, at=snapshot.at, choices=choices, **several)


def _starter(
    name: str,
    noun: str | None,
    seed: int,
    currency: str | None,
    rows: int | None,
    said: dict[str, str | None],
) -> NewDomain:
    """The small domain to start from; UsageError for flags that are about a table."""
    several: dict[str, Any] = {"rows": rows} if rows is not None else {}
    given = [flag for flag, text in said.items() if text is not None]
    if given:
        from cocoa_core.errors import UsageError

        raise UsageError(f"--{given[0]} says how a table is read", expected="--from FILE with it")
    from cocoa_core.scaffolding import starter_domain

    if currency is not None:
        several["currency"] = currency
    return starter_domain(name, noun, seed=seed, **several)


def _warnings(name: str) -> tuple[str, ...]:
    """Other domains of this name."""
    from cocoa_core.loading import shipped_folder

    shipped = shipped_folder()
    if shipped is None or not (shipped / name).is_dir():
        return ()
    return (f"cocoa comes with a domain {name!r}; in a folder that holds this one, the name means this one",)


def _remarks(written: Written) -> tuple[str, ...]:
    remarks = []
    if written.backup is not None:
        remarks.append(f"what was there is kept as {written.backup}")
    if not written.works:
        remarks.append(f"no questions can be drawn yet, `cocoa check-domain` says more; {written.remark}")
    elif written.remark:
        remarks.append(written.remark)
    return tuple(remarks)


def _next_commands(written: Written) -> tuple[str, ...]:
    """What to call now, each with what it does; the folder as the domains are called by path."""
    path = str(written.folder)
    if not written.folder.is_absolute() and os.sep not in path:
        path = os.path.join(os.curdir, path)
    folder, exam = shlex.quote(path), shlex.quote(f"{written.folder.name}-exam")
    check = f"cocoa check-domain {folder}"
    if not written.works:
        return (check,)
    return (
        check,
        f"cocoa sample --domain {folder}",
        f"cocoa generate --domain {folder} --count 100 --out {exam}",
        f"cocoa verify {exam}",
    )


def _print_written(written: Written) -> None:
    from .terminal import console, plain

    out = console()
    out.print(plain(f"{written.folder}{os.sep} is written:"), soft_wrap=True)
    out.print(plain(f"  {', '.join(written.files)}"))
    out.print(plain("\nNext:\n"))
    for command in _next_commands(written):
        out.print(plain(f"  {command}"), soft_wrap=True)
    out.print()


def _print_json(written: Written, new: NewDomain, notes: tuple[str, ...]) -> None:
    from .terminal import write_json

    data = {
        "folder": str(written.folder),
        "files": list(written.files),
        "backup": str(written.backup) if written.backup else None,
        "works": written.works,
        "columns": [one.data() for one in new.columns],
        "notes": list(notes),
        "next": list(_next_commands(written)),
    }
    write_json(data)
