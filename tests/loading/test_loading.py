"""Loading reads the folder's files, digests them, and answers every mistake with an error a user can mend."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest
from domain.small_domain import CATALOGUE, RULES, SCHEMA, edited, write_domain
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.errors import CocoaError, DomainError, UsageError
from cocoa_core.loading import load_domain, read_definition
from cocoa_core.loading.files import folder_files

FILES = {"schema.yaml": SCHEMA, "rules.yaml": RULES, "catalogue.csv": CATALOGUE}


def test_a_domain_carries_its_files_and_their_digests(tmp_path: Path) -> None:
    folder = write_domain(tmp_path / "inns")
    (folder / "tables").mkdir()
    (folder / "tables" / "fares.csv").write_bytes(b"a,b\r\n1,2\r\n")
    (folder / "README.md").write_text("about")
    domain = load_domain(folder)
    assert domain.files == {
        "schema.yaml": SCHEMA.encode(),
        "rules.yaml": RULES.encode(),
        "tables/fares.csv": b"a,b\r\n1,2\r\n",
    }
    digests = {
        "catalogue": sha256(CATALOGUE.encode()).hexdigest(),
        "rules": sha256(RULES.encode()).hexdigest(),
        "schema": sha256(SCHEMA.encode()).hexdigest(),
        "tables/fares.csv": sha256(b"a,b\r\n1,2\r\n").hexdigest(),
    }
    assert domain.digests == digests
    lines = "".join(f"{name} {digests[name]}\n" for name in sorted(digests))
    assert domain.digest == sha256(lines.encode()).hexdigest()
    assert domain.folder == folder.resolve()


def test_the_definition_alone_can_be_read_from_the_carried_files(tmp_path: Path) -> None:
    domain = load_domain(write_domain(tmp_path / "inns"))
    assert read_definition(domain.files, Path("elsewhere")) == (
        domain.schema,
        domain.rules,
        domain.inert,
    )


@pytest.mark.parametrize("name", ["schema.yaml", "rules.yaml", "catalogue.csv"])
def test_a_missing_file_is_named(tmp_path: Path, name: str) -> None:
    folder = write_domain(tmp_path / "inns")
    (folder / name).rename(folder / name.replace(".yaml", ".yml").replace(".csv", ".cvs"))
    with pytest.raises(DomainError, match=f"lacks {name}") as caught:
        load_domain(folder)
    assert f"to {name}" in str(caught.value.fix)


def test_two_catalogues_are_one_too_many(tmp_path: Path) -> None:
    folder = write_domain(tmp_path / "inns")
    (folder / "catalogue.jsonl").write_text("{}\n")
    with pytest.raises(DomainError, match="several catalogues"):
        load_domain(folder)


def test_a_catalogue_in_json_lines_is_read(tmp_path: Path) -> None:
    import csv
    import json

    folder = write_domain(tmp_path / "inns")
    rows = list(csv.DictReader(CATALOGUE.splitlines()))
    expected = load_domain(folder).catalogue.rows
    (folder / "catalogue.csv").unlink()
    (folder / "catalogue.jsonl").write_text("\n".join(map(json.dumps, rows)))
    assert load_domain(folder).catalogue.rows == expected


@pytest.mark.parametrize("name", ["schema.yaml", "rules.yaml", "catalogue.csv", "tables/a.csv", "tables"])
def test_a_link_out_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    folder = write_domain(tmp_path / "inns")
    (folder / "tables").mkdir()
    (folder / "tables" / "a.csv").write_text("a\n")
    outside = tmp_path / "outside"
    (folder / name).rename(outside)
    (folder / name).symlink_to(outside)
    with pytest.raises(DomainError, match="outside the domain's folder"):
        load_domain(folder)


def test_a_link_within_the_folder_and_one_to_the_folder_are_followed(tmp_path: Path) -> None:
    folder = write_domain(tmp_path / "inns")
    (folder / "schema.yaml").rename(folder / "first.yaml")
    (folder / "schema.yaml").symlink_to("first.yaml")
    (tmp_path / "link").symlink_to(folder)
    assert load_domain(tmp_path / "link") == load_domain(folder)


def test_what_is_not_a_plain_file_is_refused_without_waiting(tmp_path: Path) -> None:
    folder = write_domain(tmp_path / "inns")
    (folder / "rules.yaml").unlink()
    os.mkfifo(folder / "rules.yaml")
    with pytest.raises(DomainError, match="not a file"):
        load_domain(folder)
    (folder / "rules.yaml").unlink()
    (folder / "rules.yaml").symlink_to("rules.yaml")
    with pytest.raises(DomainError, match=r"cannot be read"):
        load_domain(folder)


def test_files_beyond_their_limits_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = write_domain(tmp_path / "inns", schema=SCHEMA + "#" * 2_000_000)
    with pytest.raises(DomainError, match="too large"):
        load_domain(folder)
    write_domain(folder)
    monkeypatch.setattr(folder_files, "LARGEST_CATALOGUE", len(CATALOGUE) - 1)
    with pytest.raises(DomainError, match="too large") as caught:
        load_domain(folder)
    assert "catalogue.csv" in str(caught.value.place)


@pytest.mark.parametrize("name", ["a\nb.csv", "a b.csv", ".csv", "é.csv"])
def test_tables_have_plain_names(tmp_path: Path, name: str) -> None:
    folder = write_domain(tmp_path / "inns")
    (folder / "tables").mkdir()
    (folder / "tables" / name).write_text("a\n")
    with pytest.raises(DomainError, match="a table is called"):
        load_domain(folder)


def test_messages_name_files_from_the_working_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_domain(tmp_path / "inns", rules=edited(RULES, "draw: {grid: 50}", "draw: {grid: 0}"))
    monkeypatch.chdir(tmp_path)
    with pytest.raises(DomainError) as caught:
        load_domain("./inns")
    assert str(caught.value.place) == f"{Path('inns', 'rules.yaml')}:16:20"


def test_loading_runs_and_imports_nothing_heavy(tmp_path: Path) -> None:
    folder = write_domain(tmp_path / "inns")
    (folder / "__init__.py").write_text("raise SystemExit('a domain ran code')")
    code = (
        "import sys; from cocoa_core.loading.loading import load_domain; load_domain(sys.argv[1]);"
        "print(sorted({'numpy', 'sympy', 'pysat', 'pyarrow', 'inns'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


GARBAGE = (
    "\0",
    "\ufeff",
    "\t",
    "\n",
    "- ",
    ": ",
    "[",
    "{",
    "}",
    "]",
    "&a ",
    "*a",
    "!!str ",
    "<<: ",
    "'",
    '"',
    "|",
)
GARBAGE += (
    "\\",
    "%",
    "~",
    "true",
    "-1",
    "1e999",
    ".nan",
    "9" * 30,
    "\x85",
    "\ud7ff",
    "é",
    ",",
    "#",
    "---\n",
    "...",
)


def damaged(text: str, rng: random.Random) -> str:
    """The text after one to three random kinds of harm."""
    for _ in range(rng.randint(1, 3)):
        lines = text.split("\n")
        here, there = sorted(rng.choices(range(len(text) + 1), k=2))
        line = rng.randrange(len(lines))
        words = text.split(" ")
        text = rng.choice(
            [
                text[:here] + text[here + 1 :],
                text[:here],
                text[:here] + rng.choice(GARBAGE) + text[here:],
                text[:here] + text[there:],
                text[:here] + chr(rng.randrange(0xD800)) + text[here:],
                "\n".join(lines[:line] + lines[line + 1 :]),
                "\n".join([*lines[: line + 1], *lines[line:]]),
                "\n".join([*lines[:line], " " + lines[line], *lines[line + 1 :]]),
                " ".join(rng.choice(words) if one == line else word for one, word in enumerate(words)),
                " ".join(rng.choice(GARBAGE) if one == line else word for one, word in enumerate(words)),
            ]
        )
    return text


@given(st.integers(0, 2**64), st.sampled_from(sorted(FILES)))
@settings(max_examples=120)
def test_a_domain_broken_in_any_way_is_loaded_or_refused_with_a_place(
    tmp_path_factory: pytest.TempPathFactory, seed: int, name: str
) -> None:
    folder = write_domain(tmp_path_factory.getbasetemp() / "damaged")
    (folder / name).write_bytes(damaged(FILES[name], random.Random(seed)).encode("utf-8"))
    error = None
    try:
        load_domain(folder)
    except CocoaError as caught:
        error = caught
    if error is not None:
        assert isinstance(error, DomainError | UsageError)
        assert str(error.place).startswith(str(folder))
        assert str(error).encode("utf-8")
        assert len(str(error)) < 4000


def test_a_folder_that_is_no_domain_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DomainError, match=r"lacks schema.yaml"):
        load_domain(tmp_path)
    with pytest.raises(UsageError, match="there is no folder"):
        load_domain(tmp_path / "nothing")
    shutil.rmtree(tmp_path)
