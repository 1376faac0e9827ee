"""Writes the folder of a new domain: all of it or nothing, and never over files that exist."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from itertools import count
from pathlib import Path
from typing import Final

from attrs import frozen

from cocoa_core.domain import Domain, Slot
from cocoa_core.errors import SettingsError, UsageError
from cocoa_core.families.selection import Settings
from cocoa_core.importing import IMPORT, ColumnReport, checked_name, details, import_document
from cocoa_core.loading import BUNDLE, bundle_document, rules_document, schema_document
from cocoa_core.scaffolding.drafts import NewDomain, loaded

_TRIES: Final = 10
_CHECK: Final = '''\
"""Draws questions from this domain, writes them as a data set, and has every one of them verified.

Run it after every edit of schema.yaml, rules.yaml or the catalogue, whichever way you like:

    python {file}
    pytest {file}
"""

from pathlib import Path
from tempfile import TemporaryDirectory

import cocoa_core

FOLDER = Path(__file__).resolve().parent
COUNT = 40


def test_the_domain_loads():
    name = cocoa_core.load_domain(FOLDER).name
    assert name == "{name}", f"schema.yaml has `name: {{name}}`: if that is meant, write it here too"


def test_every_question_is_verified():
    domain = cocoa_core.load_domain(FOLDER)
    with TemporaryDirectory() as folder:
        exam = Path(folder) / "exam"
        domain.write(exam, COUNT, seed=0)
        report = cocoa_core.verify(exam)
    assert report.checked == COUNT
    assert report.clean, "\\n".join(map(str, report.findings))


if __name__ == "__main__":
    try:
        test_the_domain_loads()
        test_every_question_is_verified()
    except (AssertionError, cocoa_core.CocoaError) as error:
        raise SystemExit(f"error: {{error}}") from None
    print(f"{{COUNT}} questions drawn from {name}, all of them verified")
'''
_FILES: Final = """\
| file | what it holds |
|---|---|
| `schema.yaml` | the slots: their kinds, bounds and labels |
| `rules.yaml` | what a request may ask of each slot, and in which words |
| `catalogue.csv` | the options, one a row |
| `{test}` | draws questions and has them verified: run it after every edit |
| `.schemas/` | JSON Schemas of the YAML files, for editors that complete and check as you type |"""

_BUNDLE_FILE: Final = """
| `bundle.yaml` | what several options may have to meet together, where somebody takes several |"""

_IMPORT_FILE: Final = """
| `import.yaml` | how the table was read: `cocoa refresh . FILE` reads its next export in the same way |"""


@frozen
class Written:
    """The result of writing a new domain."""

    folder: Path
    files: tuple[str, ...]
    """Names in the folder, in the order in which an author reads them."""
    backup: Path | None
    """The new path of the folder that existed before; None where there was none."""
    works: bool = True
    """Whether questions could be drawn from the domain."""
    remark: str = ""
    """What of the usual difficulty was left out, and why; or why no questions could be drawn."""


def write_domain(new: NewDomain, folder: Path, force: bool, *, working: bool = False) -> Written:
    """Writes the domain to a folder, which need not have the domain's name.

    The domain is loaded first, and its files are written beside the folder before they take its place. So an
    interrupted call, and a domain that cannot be loaded, leave everything as it was.

    Args:
        force: replaces a folder that exists: it is renamed to FOLDER.backup-1, or the next number that is
            free.
        working: makes it an error that no question can be drawn from the domain.

    Raises:
        UsageError: the folder exists and `force` is not set, or no question can be drawn and `working` is
            set.
        DomainError: the domain cannot be loaded.
    """
    folder = Path(folder)
    checked_name(new.name)
    refuse_existing(folder, force)
    domain = loaded(new.texts)
    works, remark = draw_trial_questions(domain)
    if working and not works:
        attributes, rows = len(domain.schema.slots), len(domain.catalogue.rows)
        raise UsageError(
            f"no question can be asked about these attributes of a {new.noun}",
            got=f"{attributes} attributes and {rows} rows, too few that differ; {remark}",
            expected="several attributes with many values, such as a price or a date; and 40 rows or more",
            fix="take more rows",
        )
    texts = {**new.texts, **companions(new, domain)}
    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".new", dir=folder.parent))
    try:
        staging = scratch / folder.name
        for name, text in texts.items():
            (staging / name).parent.mkdir(parents=True, exist_ok=True)
            (staging / name).write_bytes(text.encode("utf-8"))
        if _is_empty_folder(folder):
            folder.rmdir()
        backup = put_in_place(staging, folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return Written(folder, tuple(texts), backup, works, remark)


def _is_empty_folder(path: Path) -> bool:
    return path.is_dir() and not path.is_symlink() and not any(path.iterdir())


def refuse_existing(folder: Path, force: bool) -> None:
    """Refuses a path where something exists that may not be replaced; an empty folder may be.

    Raises:
        UsageError: something is there, and `force` is not set.
    """
    if force or _is_empty_folder(folder) or not os.path.lexists(folder):
        return
    raise UsageError(
        f"{folder} is there already",
        fix=f"choose another name; or pass --force, which keeps what is there as {next_backup(folder).name}",
    )


def draw_trial_questions(domain: Domain) -> tuple[bool, str]:
    """Draws a few questions with the settings that are fitted to a domain.

    Returns:
        Whether they could all be drawn; and what was left out to fit the settings, or why they give no
            questions.
    """
    from cocoa_core.families.selection import FAMILY, source_of
    from cocoa_core.running import RunSpec, generate

    try:
        call = RunSpec.fitted(FAMILY, source_of(domain), Settings.of())
        drawn = sum(1 for _ in generate(call, _TRIES))
    except SettingsError as error:
        return False, f"{error.problem}: {error.got}"
    return drawn == _TRIES, call.remark


def companions(new: NewDomain, domain: Domain) -> dict[str, str]:
    """Returns the files beside the domain's own, as texts by name: a README, a check and the JSON Schemas.

    Args:
        domain: what the new domain loads to.
    """
    check = f"test_{new.name.replace('-', '_')}.py"
    commands = (
        "cocoa check-domain .",
        "cocoa sample --domain .",
        "cocoa generate --domain . --count 100 --out exam/",
        "cocoa verify exam/",
        f"python {check}",
    )
    return {
        "README.md": _readme(new, domain, check, commands),
        check: _CHECK.format(file=check, name=new.name),
        ".schemas/schema.json": _json(schema_document()),
        ".schemas/rules.json": _json(rules_document()),
        **({".schemas/bundle.json": _json(bundle_document())} if BUNDLE in new.texts else {}),
        **({".schemas/import.json": _json(import_document())} if IMPORT in new.texts else {}),
    }


def _json(document: object) -> str:
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _readme(new: NewDomain, domain: Domain, test: str, commands: tuple[str, ...]) -> str:
    """Returns what the rows are, what each column holds and what was guessed."""
    notes = "\n".join(f"- {_plain(note)}" for note in new.notes)
    files = _FILES.replace("{test}", test)
    files += _BUNDLE_FILE * (BUNDLE in new.texts) + _IMPORT_FILE * (IMPORT in new.texts)
    parts = (
        f"# {new.name}",
        domain.schema.description,
        new.origin,
        files,
        "## Use it\n\nIn this folder:\n\n" + "\n".join(f"    {command}" for command in commands),
        "## Columns\n\n" + _columns(domain),
        "## How the table was read\n\n" + _import(new.columns) if new.columns else "",
        f"## To look at\n\n{notes}" if notes else "",
        "## Licence\n\nSay here under which licence others may use these files.",
    )
    return "\n\n".join(filter(None, parts)) + "\n"


def _columns(domain: Domain) -> str:
    lines = ["| column | shown as | kind |", "|---|---|---|"]
    for slot in domain.schema.slots:
        group = "; groups the options" if slot.name in domain.schema.group_by else ""
        lines.append(f"| `{slot.name}` | {_plain(slot.label)} | {_kind(slot)}{group} |")
    return "\n".join(lines)


def _import(columns: Sequence[ColumnReport]) -> str:
    """Returns a table with a line for each column, and below it what could not be read."""
    lines = ["| column | slot | taken for | read | missing | unreadable |", "|---|---|---|---|---|---|"]
    for report in columns:
        slot = f"`{report.slot}`" if report.slot else report.taken or "left out"
        numbers = f"{report.read} | {report.missing} | {len(report.unreadable)}"
        lines.append(f"| {_plain(report.column)} | {slot} | {_plain(report.why)} | {numbers} |")
    problems = [(column.column, details(column).removeprefix("; ")) for column in columns]
    lines_below = [f"- {_plain(column)}: {_plain(text)}." for column, text in problems if text]
    return "\n".join([*lines, "", *lines_below] if lines_below else lines)


def _kind(slot: Slot) -> str:
    if slot.derived is not None:
        return f"derived from `{slot.derived.source}`"
    unit = getattr(slot.kind, "unit", "")
    return f"{slot.kind.name} ({_plain(unit)})" if unit else slot.kind.name


def _plain(text: str) -> str:
    """Returns the text with the signs escaped that would break a table or be read as markup."""
    return "".join(f"\\{sign}" if sign in "|*_<>[]`\\#" else sign for sign in " ".join(text.split()))


def next_backup(path: Path) -> Path:
    """Returns NAME.backup-1, or the first such name with a higher number that is free."""
    names = (path.with_name(f"{path.name}.backup-{number}") for number in count(1))
    return next(name for name in names if not os.path.lexists(name))


def move_to_backup(path: Path) -> Path | None:
    """Renames what exists at the path to its next backup.

    Returns:
        The backup; None where nothing was there.
    """
    if not os.path.lexists(path):
        return None
    backup = next_backup(path)
    os.rename(path, backup)
    return backup


def put_in_place(new: Path, path: Path) -> Path | None:
    """Renames `new` to `path`, after it renamed what was there to its next backup.

    Both must lie on one file system. Whatever interrupts this, the old content is whole, at its path or as
    the backup; if the second renaming fails, the first is undone.

    Returns:
        The backup; None where nothing was there.
    """
    backup = move_to_backup(path)
    try:
        os.rename(new, path)
    except BaseException:
        if backup is not None and not os.path.lexists(path):
            os.rename(backup, path)
        raise
    return backup
