"""Writing a draft as a domain's folder: all of it or nothing, and never over what is there."""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

from attrs import frozen

from cocoa_core.domain.catalogue_text import catalogue_text
from cocoa_core.domain.keys.json_schema import rules_document, schema_document
from cocoa_core.domain.loading import load_domain
from cocoa_core.errors import UsageError
from cocoa_core.scaffolding.drafts import Draft
from cocoa_core.scaffolding.files.backups import next_backup, put_in_place
from cocoa_core.scaffolding.files.check_text import check_file, check_text
from cocoa_core.scaffolding.files.readme_text import readme_text
from cocoa_core.scaffolding.files.rules_text import rules_text
from cocoa_core.scaffolding.files.schema_text import schema_text
from cocoa_core.scaffolding.naming import checked_name
from cocoa_core.scaffolding.trial import tried_slots

__all__ = ["Written", "domain_texts", "refuse_existing", "write_domain"]


@frozen
class Written:
    """What was written.

    files:  names in the folder, in the order in which an author reads them
    backup: where the folder went that was there before
    slots:  of how many attributes questions can be asked, None for the usual mix of two to six
    works:  whether questions could be drawn at all
    """

    folder: Path
    files: tuple[str, ...]
    backup: Path | None
    slots: int | None = None
    works: bool = True


def write_domain(draft: Draft, folder: Path, force: bool, *, working: bool = False) -> Written:
    """Write the draft to a folder of its name or another.

    The files are written beside the folder and loaded as any domain; then they take its place. So a draft
    that cannot be loaded (DomainError) and an interrupted call leave everything as it was. UsageError where
    the folder is there, unless `force`: then it is kept as FOLDER.backup-1, or the next number that is free.
    working: whether a domain of which no questions can be drawn is an error, too (UsageError).
    """
    folder = Path(folder)
    checked_name(draft.name)
    refuse_existing(folder, force)
    folder.parent.mkdir(parents=True, exist_ok=True)
    scratch = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", suffix=".new", dir=folder.parent))
    try:
        new = scratch / folder.name
        texts = domain_texts(draft)
        _write_files(new, texts)
        works, slots = tried_slots(load_domain(new))
        if working and not works:
            raise _too_much_alike(draft)
        companions = _companions(draft, slots)
        _write_files(new, companions)
        if folder.is_dir() and not folder.is_symlink() and not any(folder.iterdir()):
            folder.rmdir()
        backup = put_in_place(new, folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    return Written(folder, (*texts, *companions), backup, slots, works)


def refuse_existing(folder: Path, force: bool) -> None:
    """UsageError where something is in the way and may not be replaced; an empty folder is not."""
    if not os.path.lexists(folder) or force:
        return
    if folder.is_dir() and not folder.is_symlink() and not any(folder.iterdir()):
        return
    raise UsageError(
        f"{folder} is there already",
        fix=f"choose another name; or pass --force, which keeps what is there as {next_backup(folder).name}",
    )


def _too_much_alike(draft: Draft) -> UsageError:
    return UsageError(
        f"no question can be asked about these attributes of a {draft.noun}",
        got=f"{len(draft.slots)} attributes and {len(draft.rows)} rows, too few that differ",
        expected="several attributes with many values, such as a price or a date; and 40 rows or more",
        fix="add some to the list",
    )


def domain_texts(draft: Draft) -> dict[str, str]:
    """The files that the domain of a draft is loaded from, by name."""
    return {
        "schema.yaml": schema_text(draft),
        "rules.yaml": rules_text(draft),
        "catalogue.csv": catalogue_text(draft.header, draft.rows),
    }


def _companions(draft: Draft, slots: int | None) -> dict[str, str]:
    check = check_file(draft.name)
    flags = f" --slots {slots}" if slots else ""
    commands = (
        "cocoa check-domain .",
        f"cocoa sample --domain .{flags}",
        f"cocoa generate --domain . --count 100{flags} --out exam/",
        "cocoa verify exam/",
        f"python {check}",
    )
    return {
        "README.md": readme_text(draft, check, commands),
        check: check_text(draft.name, slots),
        ".schemas/schema.json": _json(schema_document),
        ".schemas/rules.json": _json(rules_document),
    }


def _json(document: Callable[[], Mapping[str, object]]) -> str:
    import json

    return json.dumps(document(), ensure_ascii=False, indent=2) + "\n"


def _write_files(folder: Path, texts: Mapping[str, str]) -> None:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode("utf-8"))
