"""The command `cocoa import-options`: turns another system's options into the catalogue of a domain."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from attrs import NOTHING, frozen

from cocoa_core.errors import UsageError

from .flag_groups import FlagGroup, flag
from .flags import AsJson, Domain, Force, SkipBad
from .terminal import print_line, print_notes, write_json, write_line

if TYPE_CHECKING:
    from cocoa_core.importing import Imported


@frozen(kw_only=True)
class ImportFlags(FlagGroup):
    """What is read and what is written."""

    file: Path = flag(
        "FILE", "Options as they are printed: CSV, .xlsx, .xls, .json, .jsonl or .parquet.", default=NOTHING
    )
    domain: Domain
    out: Path | None = flag("--out -o FILE", "The catalogue to write; without it, stdout.")
    at: str = flag(
        "--at WHERE", "In FILE: the name of a sheet, or the keys to the options: KEY.KEY.", default=""
    )
    skip_bad: SkipBad = False
    opened: bool = flag(
        "--open",
        "Write a domain of its own to --out: any dates, words and sizes that FILE holds.",
        default=False,
    )
    force: Force = False
    as_json: AsJson = False


def import_options(flags: ImportFlags) -> None:
    """Read options as other systems print them, and write a catalogue.

    How they are read is declared in the domain's import.yaml; slots that it does not name are looked for by
    their names and labels. The domain may still lack its catalogue. Nothing is written where anything cannot
    be used. With --json a summary is printed; the catalogue then goes to --out only.

    With --open the folder of --out becomes a domain of its own, whose schema has the bounds that the options
    have; what is derived by tables that lack a word of theirs is left out.

    Examples:

      cocoa import-options --domain flights found.json --out catalogue.csv
      cocoa import-options --domain ./laptops export.csv --out catalogue.csv
      cocoa import-options --domain flights found.json --at results.options
      cocoa import-options --domain flights found.json --open --out found-flights
    """
    from cocoa_core.atomic_files import check_target, write_whole
    from cocoa_core.importing import import_options as import_
    from cocoa_core.loading import find_domain

    if flags.opened:
        _open(flags)
        return
    out = flags.out
    if out is not None:
        check_target(out, force=flags.force)
    located = find_domain(flags.domain)
    print_notes(*located.notes)
    imported = import_(located.folder, flags.file, flags.at, skip_bad=flags.skip_bad)
    if out is not None:
        write_whole(out, imported.text.encode("utf-8"))
    if flags.as_json:
        _print_data(located.name, imported, out)
    else:
        _print(imported, out)


def _open(flags: ImportFlags) -> None:
    from cocoa_core.importing import checked_name
    from cocoa_core.loading import find_domain
    from cocoa_core.scaffolding import refuse_existing, widened_domain, write_domain

    from .new_domain import print_new

    if flags.out is None:
        raise UsageError("--open writes the folder of a domain", expected="--out FOLDER with it")
    name = checked_name(flags.out.name)
    refuse_existing(flags.out, flags.force)
    folder = find_domain(flags.domain).folder
    new = widened_domain(folder, flags.file, name, flags.at, skip_bad=flags.skip_bad)
    print_new(write_domain(new, flags.out, flags.force), new, (), flags.as_json)


def _print_data(name: str, imported: Imported, out: Path | None) -> None:
    write_json(
        {
            "domain": name,
            "file": imported.file,
            "out": str(out) if out is not None else None,
            "records": imported.records,
            "rows": imported.rows,
            "left_out": dict(imported.left_out()),
            "mistakes": [finding.to_json() for finding in imported.findings],
            "notes": list(imported.notes),
        }
    )


def _print(imported: Imported, out: Path | None) -> None:
    if out is None:
        write_line(imported.text.removesuffix("\n"))
    else:
        print_line(f"{out}: {imported.rows:,} of {imported.records:,} records")
    print_notes(*imported.notes)
    if left_out := imported.left_out():
        reasons = ", ".join(f"{reason} ({count:,})" for reason, count in left_out.items())
        print_notes(f"left out {sum(left_out.values()):,} of {imported.records:,} records: {reasons}")
