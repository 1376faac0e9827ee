"""`cocoa new-domain`: a folder to write a domain in, which works at once."""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .flags import AsJson, Seed

if TYPE_CHECKING:
    from cocoa_core.scaffolding.drafts import Draft
    from cocoa_core.scaffolding.files.writing import Written

__all__ = ["new_domain"]

_ANSWERS = "Answers"


def new_domain(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME", help="What the domain is called: hotels, insurance-plans.", show_default=False
        ),
    ],
    table: Annotated[
        Path | None,
        typer.Option(
            "--from",
            "-f",
            metavar="FILE",
            help="A table of real options: .csv, .tsv, .json, .jsonl or .parquet.",
        ),
    ] = None,
    into: Annotated[Path, typer.Option("--into", metavar="DIR", help="Where the folder NAME goes.")] = Path(),
    noun: Annotated[
        str | None,
        typer.Option("--noun", metavar="NOUN", help="What one option is: hotel.", rich_help_panel=_ANSWERS),
    ] = None,
    attributes: Annotated[
        str | None,
        typer.Option(
            "--attributes",
            metavar="LIST",
            help="Such as price, stars, parking:boolean, weight:kg.",
            rich_help_panel=_ANSWERS,
        ),
    ] = None,
    group_by: Annotated[
        str | None,
        typer.Option(
            "--group-by",
            metavar="ATTRIBUTE",
            help="What all options of a question share, such as city; none for nothing.",
            rich_help_panel=_ANSWERS,
        ),
    ] = None,
    currency: Annotated[
        str | None,
        typer.Option(
            "--currency", metavar="CODE", help="Of all prices: USD, EUR ...", rich_help_panel=_ANSWERS
        ),
    ] = None,
    rows: Annotated[
        int | None,
        typer.Option("--rows", "-n", metavar="INT", help="Rows to simulate, or to take of FILE at most."),
    ] = None,
    seed: Seed = 0,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Ask nothing; take the defaults.")] = False,
    force: Annotated[
        bool, typer.Option("--force", help="Replace a folder that is there; it is kept as a backup.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write the folder of a new domain: schema, rules, rows, a test, and support for editors.

    Without --from it asks what the options are and simulates rows; with it, slots and rules are proposed from
    a table of real ones. What it writes loads, gives questions and is verified as it is, to be edited from
    there. Nothing that is there is overwritten.

    Examples:

      cocoa new-domain hotels
      cocoa new-domain bikes --attributes "price, weight:kg, lights:boolean"
      cocoa new-domain laptops --from laptops.csv
    """
    from cocoa_core.scaffolding.files.writing import refuse_existing, write_domain
    from cocoa_core.scaffolding.naming import checked_name

    from .terminal import print_notes

    folder = into / checked_name(name)
    refuse_existing(folder, force)
    if table is not None:
        _refuse_answers(attributes, group_by, currency)
        draft = _from_table(table, name, noun, seed, rows)
    else:
        draft = _from_answers(name, noun, attributes, group_by, currency, rows, seed, ask=not yes)
    written = write_domain(draft, folder, force, working=table is None)
    notes = (*_warnings(name), *draft.notes, *_remarks(written))
    if as_json:
        _print_json(written, notes)
        return
    _print_written(written)
    print_notes(notes)


def _refuse_answers(*answers: str | None) -> None:
    if any(answer is not None for answer in answers):
        from cocoa_core.errors import UsageError

        raise UsageError(
            "--attributes, --group-by and --currency were given with --from",
            expected="--from, whose table says them; or the others",
            fix="leave them out, and edit schema.yaml afterwards",
        )


def _from_table(table: Path, name: str, noun: str | None, seed: int, rows: int | None) -> Draft:
    from cocoa_core.scaffolding.from_table import draft_from_table

    if rows is None:
        return draft_from_table(table, name, noun, seed)
    return draft_from_table(table, name, noun, seed, rows)


def _from_answers(
    name: str,
    noun: str | None,
    attributes: str | None,
    group_by: str | None,
    currency: str | None,
    rows: int | None,
    seed: int,
    *,
    ask: bool,
) -> Draft:
    from attrs import evolve

    from cocoa_core.scaffolding.from_answers import default_answers
    from cocoa_core.scaffolding.simulation.draft import draft_from_answers

    answers = default_answers(name, noun)
    given = {"attributes": attributes, "group": group_by, "currency": currency, "rows": rows}
    said: dict[str, Any] = {key: value for key, value in given.items() if value is not None}
    if said.get("group") == "none" or (attributes is not None and group_by is None):
        said["group"] = ""
    answers = evolve(answers, **said)
    if ask and _on_terminal():
        from .domain_questions import asked

        known = {*said, *(["noun"] if noun is not None else [])}
        answers = asked(answers, known)
    return draft_from_answers(answers, seed)


def _on_terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _warnings(name: str) -> tuple[str, ...]:
    """Other domains of this name."""
    from cocoa_core.domain.installed_domains import shipped_folder

    shipped = shipped_folder()
    if shipped is None or not (shipped / name).is_dir():
        return ()
    return (f"cocoa comes with a domain {name!r}; in a folder that holds this one, the name means this one",)


def _remarks(written: Written) -> tuple[str, ...]:
    remarks = []
    if written.backup is not None:
        remarks.append(f"what was there is kept as {written.backup}")
    if not written.works:
        remarks.append("no questions can be drawn yet: `cocoa check-domain` says why")
    elif written.slots is not None:
        remarks.append(f"questions of more than {written.slots} attributes are hard to draw from these rows")
    return tuple(remarks)


def _next_commands(written: Written) -> tuple[str, ...]:
    """What to call now, each with what it does; the folder as the domains are called by path."""
    path = str(written.folder)
    if not written.folder.is_absolute() and os.sep not in path:
        path = os.path.join(os.curdir, path)
    folder, exam = shlex.quote(path), shlex.quote(f"{written.folder.name}-exam")
    flags = f" --slots {written.slots}" if written.slots is not None else ""
    return (
        f"cocoa check-domain {folder}",
        f"cocoa sample --domain {folder}{flags}",
        f"cocoa generate --domain {folder} --count 100{flags} --out {exam}",
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


def _print_json(written: Written, notes: tuple[str, ...]) -> None:
    import json

    from .terminal import write_line

    data = {
        "folder": str(written.folder),
        "files": list(written.files),
        "backup": str(written.backup) if written.backup else None,
        "slots": written.slots,
        "works": written.works,
        "notes": list(notes),
        "next": list(_next_commands(written)),
    }
    write_line(json.dumps(data, ensure_ascii=False, indent=2))
