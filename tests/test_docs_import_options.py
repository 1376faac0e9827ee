"""The page on imports: its example runs, and its tables name what there is."""

from __future__ import annotations

import re
from pathlib import Path

from calling import call_cocoa
from documents.markdown import blocks, tables
from documents.passages import ROOT

from cocoa_core.importing.import_file import COMBINATIONS, SourceKeys

PAGE = (ROOT / "docs" / "import-options.md").read_text(encoding="utf-8")


def test_the_example_gives_its_catalogue(tmp_path: Path) -> None:
    schema, printed = (block.text for block in blocks(PAGE) if block.language == "yaml")
    options, catalogue = (block.text for block in blocks(PAGE) if block.language in ("json", "csv"))
    folder = tmp_path / "tours"
    folder.mkdir()
    (folder / "schema.yaml").write_text(schema, encoding="utf-8")
    (folder / "import.yaml").write_text(printed, encoding="utf-8")
    (tmp_path / "tours.json").write_text(options, encoding="utf-8")
    done = call_cocoa("import-options", "--domain", folder, tmp_path / "tours.json")
    assert done.exit_code == 0, done.stderr
    assert done.stdout == catalogue


def named(table: list[list[str]]) -> set[str]:
    return {name for row in table[1:] for name in re.findall(r"`(\w+)`", row[0])}


def test_the_tables_name_every_key() -> None:
    found = {tuple(table[0]): named(table) for table in tables(PAGE)}
    assert found[("key", "what it says")] | found[("key", "goes with", "what it says")] == set(
        SourceKeys.known()
    )
    assert found[("`combine`", "what it gives")] == set(COMBINATIONS)


def test_the_tables_name_every_reason() -> None:
    (rows,) = (table for table in tables(PAGE) if table[0] == ["reason", "what it is"])
    told = {reason.strip() for row in rows[1:] for reason in row[0].split(",")}
    code = "\n".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "cocoa_core" / "importing").glob("*.py")
    )
    assert all(f'"{reason}"' in code for reason in told)
    assert len(told) == 8
