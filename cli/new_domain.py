"""The command `cocoa new-domain`: writes the folder of a domain that works at once."""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from attrs import evolve, frozen

from cocoa_core.errors import UsageError

from .flag_groups import FlagGroup, flag, option
from .flags import AsJson, QueryFlags, Seed
from .progress import StageSpinner
from .terminal import console, errors, plain, print_line, print_notes, write_json

if TYPE_CHECKING:
    from cocoa_core.importing import Doubt, DoubtAnswer, SlotColumn
    from cocoa_core.scaffolding import Dialogue, NewDomain, Written
    from cocoa_core.sources import Snapshot

_WIDEST_ROW = 160
"""The number of characters of an example row that are shown: two hundred columns would hide the question."""
_EXAMPLES: Final = 3
"""The number of example cells in a question."""
_MOST_CHECKED: Final = 5
"""The number of sentences on what to check that are printed without --verbose: of 100 to 200 notes nobody
read the two that mattered.
"""


@frozen
class SourceFlags(QueryFlags):
    """What is read of the source."""

    panel = "What of the source is read"

    following: str = flag(
        "--next KEYS", "In a reply in JSON: the keys to the address of the next.", default=""
    )
    pages: int = flag("--pages INT", "The most replies to fetch.", default=100, min=1)
    header: list[str] | None = flag(
        "--header NAME=env:VARIABLE",
        "A header of requests to an address; the environment variable holds its value. May be given again.",
    )


@frozen
class TableFlags(FlagGroup):
    """How the table is read."""

    panel = "How a table is read"

    decimal: str | None = flag(
        "--decimal SIGN", "What stands before decimals in FILE, where it could be either: comma or point."
    )
    dates: str | None = flag("--dates ORDER", "What comes first in FILE's dates: dmy, mdy or ymd.")
    columns: str | None = flag("--columns NAMES", "The columns of FILE to read: price,brand.")
    types: list[str] | None = flag(
        "--types TYPES", "What columns of FILE are: price=money:EUR,size=number:kg. May be given again."
    )
    labels: list[str] | None = flag(
        "--labels LABELS",
        "What requests call columns of FILE: tdp=Heat output,sqmi=Area. May be given again.",
    )
    missing: str | None = flag("--missing WORDS", "The words of FILE for missing values: TBD,n/a.")
    id_column: str | None = flag("--id COLUMN", "The column of FILE with the ids of rows.")
    rows: int | None = flag("--rows -n INT", "The most rows to take from FILE.", min=1)
    seed: Seed = 0

    def choices(self) -> dict[str, str | None]:
        """Returns the texts about columns and cells, as `choices_of` reads them."""
        return {
            "columns": self.columns,
            "types": ",".join(self.types) if self.types else None,
            "labels": ",".join(self.labels) if self.labels else None,
            "decimal": self.decimal,
            "missing": self.missing,
            "dates": self.dates,
        }

    def arguments(self, currency: str | None, snapshot: Snapshot) -> dict[str, Any]:
        """Returns the arguments of `draft_from_table` about the table of a snapshot."""
        from cocoa_core.importing import choices_of
        from cocoa_core.scaffolding import TablePart

        choices = evolve(
            choices_of(**self.choices()), id=(self.id_column or "").strip(), currency=currency or ""
        )
        part = TablePart(snapshot.at, snapshot.table, seed=self.seed)
        return {"choices": choices, "part": part if self.rows is None else evolve(part, rows=self.rows)}


@frozen
class NewDomainFlags(FlagGroup):
    """The folder that is written, and what is printed of it."""

    noun: str | None = flag("--noun NOUN", "What one option is: hotel.")
    currency: str | None = flag(
        "--currency CODE", "The currency of prices that do not state one: USD, EUR ..."
    )
    into: Path = flag("--into DIR", "The folder in which the folder NAME is made.", default=Path())
    force: bool = flag("--force", "Replace a folder that is there; it is kept as a backup.", default=False)
    verbose: bool = flag(
        "--verbose -v", "Print everything that was guessed, and what became of each column.", default=False
    )
    as_json: AsJson = False


def new_domain(
    name: Annotated[str, option("NAME", "What the domain is called: hotels, insurance-plans.")],
    source: Annotated[
        str | None,
        option(
            "--from -f FILE|ADDRESS",
            "Real options: a table (CSV, .xlsx, .xls, .json, .jsonl, .parquet), an SQLite or DuckDB file, or "
            "the saved pages, a feed in XML, or the http(s) address of one.",
        ),
    ] = None,
    *,
    target: NewDomainFlags,
    where: SourceFlags,
    table: TableFlags,
) -> None:
    """Write the folder of a new domain: schema, rules, rows, a test, and support for editors.

    Without --from it holds a few attributes that make sense for anything, with thirty made-up rows. With it,
    slots and rules are proposed from a table of real ones. What it writes loads, gives questions and is
    verified as it is, to be edited from there. Nothing that is there is overwritten.

    Examples:

      cocoa new-domain hotels
      cocoa new-domain insurance-plans --noun plan --currency EUR
      cocoa new-domain laptops --from laptops.csv
      cocoa new-domain boats --from boats.csv --types price=money:EUR
      cocoa new-domain boats --from shop.db --at boats
    """
    from cocoa_core.importing import checked_name
    from cocoa_core.scaffolding import (
        Dialogue,
        as_written,
        draft_from_table,
        refuse_existing,
        starter_domain,
        write_domain,
    )

    folder = target.into / checked_name(name)
    refuse_existing(folder, target.force)
    notes: tuple[str, ...] = ()
    with StageSpinner(quiet=target.as_json) as stages:
        if source is None:
            _refuse_table_flags(where, table)
            new = starter_domain(name, target.noun, target.currency or "USD")
            stages("drawing questions to try it")
            written = write_domain(new, folder, target.force, working=True)
        else:
            from cocoa_core.sources import Query, header_names, keep_snapshot, snapshot_of

            headers = header_names(where.header or ())
            query = Query(where.at, where.sql, where.following, where.pages, headers)
            stages("reading the source")
            with snapshot_of(source, query) as snapshot:
                dialogue = Dialogue(progress=stages)
                if _can_ask() and not target.as_json:
                    dialogue = _terminal_dialogue(stages)
                arguments = table.arguments(target.currency, snapshot)
                draft = draft_from_table(snapshot.path, name, target.noun, dialogue=dialogue, **arguments)
                new = as_written(draft)
                stages("drawing questions to try it")
                written = write_domain(new, folder, target.force)
                keep_snapshot(snapshot, folder)
                notes = snapshot.notes
    print_new(written, new, (*_warnings(name), *notes), target.as_json, verbose=target.verbose)


def print_new(
    written: Written, new: NewDomain, notes: tuple[str, ...], as_json: bool, *, verbose: bool = False
) -> None:
    """Prints what was written, what to check first, and what to call next; all notes where `verbose`."""
    remarks = (*notes, *_remarks(written))
    if as_json:
        _print_json(written, new, (*notes, *new.notes, *_remarks(written)))
        return
    _print_written(written, new, verbose=verbose)
    print_notes(*remarks, *((*new.notes, *(column.sentence() for column in new.columns)) if verbose else ()))


def _can_ask() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def _terminal_dialogue(stages: StageSpinner) -> Dialogue:
    """Returns what asks a person in the terminal: for the noun, doubtful cells, labels and the currency."""
    from cocoa_core.lexicon import CURRENCIES
    from cocoa_core.scaffolding import Dialogue
    from cocoa_core.suggestions import listed

    def noun(proposed: str) -> str:
        stages.stop()
        return str(typer.prompt("What is one row, in the singular?", default=proposed, err=True))

    def settle(doubt: Doubt) -> DoubtAnswer | None:
        stages.stop()
        return _ask_doubt(doubt)

    def label(column: SlotColumn) -> str:
        stages.stop()
        shown = ", ".join(list(dict.fromkeys(filter(None, column.reading.cells)))[:_EXAMPLES])
        question = f"\nWhat is {column.header.text!r} short for? ({shown} ...)"
        errors().print(plain(question), soft_wrap=True)
        return str(
            typer.prompt("In full (Enter leaves the column out)", default="", show_default=False, err=True)
        )

    def currency(priced: Sequence[str]) -> str:
        stages.stop()
        question = f"\nWhat is the currency of {listed(priced)}? (USD, EUR ...)"
        errors().print(plain(question), soft_wrap=True)
        while True:
            answer = typer.prompt(
                "Code (Enter leaves bare numbers)", default="", show_default=False, err=True
            )
            code = str(answer).strip().upper()
            if not code or code in CURRENCIES:
                return code
            errors().print(plain(f"{code!r} is no code of three letters that cocoa knows"))

    return Dialogue(noun, settle, label, currency, stages)


def _refuse_table_flags(where: SourceFlags, table: TableFlags) -> None:
    flags = {
        "at": where.at or None,
        "sql": where.sql or None,
        "next": where.following or None,
        "header": where.header,
        "rows": table.rows,
        **table.choices(),
    }
    for name, value in flags.items():
        if value is not None:
            raise UsageError(f"--{name} says how a table is read", fix="give --from FILE, too")


def _ask_doubt(doubt: Doubt) -> DoubtAnswer | None:
    """Asks in the terminal what ambiguous cells mean; returns None where the column stays text."""
    out = errors()
    out.print(plain(f"\nThe column {doubt.column}: {doubt.reason}?"), soft_wrap=True)
    for example in doubt.examples:
        out.print(plain(f"  line {example.line}: {' | '.join(example.row)}"[:_WIDEST_ROW]), soft_wrap=True)
    for number, answer in enumerate(doubt.answers, start=1):
        pairs = zip(doubt.examples, answer.meanings(), strict=True)
        meanings = ", ".join(f"{cell_example.cell} is {value}" for cell_example, value in pairs)
        out.print(plain(f"  {number}  {meanings}  ({answer.flag(doubt.column)})"), soft_wrap=True)
    out.print(plain("  0  none of these: the column stays text, and no question is about it"))
    choice = -1
    while not 0 <= choice <= len(doubt.answers):
        choice = typer.prompt("Which reading is right", type=int, default=0, err=True)
    return doubt.answers[choice - 1] if choice else None


def _warnings(name: str) -> tuple[str, ...]:
    """Returns a warning where cocoa comes with a domain of this name."""
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
    return tuple(remarks)


def _next_commands(written: Written) -> tuple[str, ...]:
    path = str(written.folder)
    if not written.folder.is_absolute() and os.sep not in path:
        path = os.path.join(os.curdir, path)
    folder, exam = shlex.quote(path), shlex.quote(f"{written.folder.name}-exam")
    check = f"cocoa check-domain {folder}"
    if not written.works:
        return (check,)
    return (
        f"cocoa generate --domain {folder} --count 100 --out {exam}",
        f"cocoa verify {exam}",
        f"cocoa sample --domain {folder} --count 10",
        check,
    )


def _print_written(written: Written, new: NewDomain, *, verbose: bool) -> None:
    out = console()
    print_line(f"{written.folder}{os.sep} is written.")
    if new.to_check:
        out.print(plain("\nCheck first:"))
        for sentence in new.to_check[:_MOST_CHECKED]:
            print_line(f"  - {sentence}")
        more = len(new.to_check) - _MOST_CHECKED
        if more > 0:
            out.print(plain(f"  and {more} more, with --verbose"))
    out.print(plain("\nReady:" if written.works else "\nNext:"))
    for command in _next_commands(written):
        print_line(f"  {command}")
    if verbose:
        print_line(f"\nFiles: {', '.join(written.files)}")
        fitted = (written.remark,) if written.works and written.remark else ()
        for sentence in (*new.to_check[_MOST_CHECKED:], *fitted):
            print_line(f"  - {sentence}")
    elif new.columns:
        print_line(f"\nAll that was guessed: {written.folder / 'README.md'}, or --verbose.")


def _print_json(written: Written, new: NewDomain, notes: tuple[str, ...]) -> None:
    data = {
        "folder": str(written.folder),
        "files": list(written.files),
        "backup": str(written.backup) if written.backup else None,
        "works": written.works,
        "columns": [column.data() for column in new.columns],
        "to_check": list(new.to_check),
        "notes": list(notes),
        "next": list(_next_commands(written)),
    }
    write_json(data)
