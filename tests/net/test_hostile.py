"""Folders and tables of somebody hostile: one short error, soon, whatever the file is."""

from __future__ import annotations

import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from net.calls import cocoa
from net.outputs import TABLES

SECONDS = 45
SECRET = "what stands in a file elsewhere"


def told(*args: object, cwd: Path) -> None:
    """That a call ends soon in one short error that shows nothing of other files."""
    begun = time.monotonic()
    call = cocoa(*args, cwd=cwd)
    assert time.monotonic() - begun < SECONDS
    assert call.code in (1, 2)
    assert call.clean, call.err[-2000:]
    assert "fault of cocoa" not in call.err
    assert len(call.out + call.err) < 6000
    assert SECRET not in call.out + call.err


def link(path: Path) -> None:
    away = path.parent.parent / "away"
    away.write_text(f"{SECRET}: 1\n")
    path.unlink()
    path.symlink_to(away)


def loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path)


def fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def zeros(path: Path) -> None:
    path.write_bytes(bytes(5_000))


def latin(path: Path) -> None:
    path.write_bytes(b"caf\xe9: \xff\n")


def huge(path: Path) -> None:
    with path.open("ab") as file:
        file.truncate(3_000_000_000)  # sparse: it takes no room


def laughs(path: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 9)}]" for n in range(1, 12)]
    path.write_text("\n".join(lines) + "\n")


def anchored(path: Path) -> None:
    path.write_text(path.read_text("utf-8").replace("kind: boolean", "kind: &kind boolean", 1) + "x: *kind\n")


def code(path: Path) -> None:
    path.write_text('!!python/object/apply:os.system ["touch harmed"]\n')


def deep(path: Path) -> None:
    path.write_text("name: " + "[" * 50_000)


def wide(path: Path) -> None:
    path.write_text(",".join(f"c{number}" for number in range(200_000)) + "\n")


def one_cell(path: Path) -> None:
    path.write_text('id,shop\n"' + "x" * 3_000_000)


def comma(path: Path) -> None:
    path.write_text(",\n")


HOSTILE: list[tuple[str, Callable[[Path], None]]] = [
    *(
        (file, harm)
        for file in ("schema.yaml", "rules.yaml")
        for harm in (loop, fifo, folder, empty, zeros, latin, huge, laughs, anchored, code, deep, link)
    ),
    *(
        ("catalogue.csv", harm)
        for harm in (loop, fifo, folder, empty, zeros, latin, huge, wide, one_cell, comma, link)
    ),
]
QUICK = (("schema.yaml", laughs), ("rules.yaml", code), ("catalogue.csv", fifo))


@pytest.mark.parametrize(
    ("file", "harm"),
    [one if one in QUICK else pytest.param(*one, marks=pytest.mark.deep) for one in HOSTILE],
)
def test_a_hostile_domain_is_one_error(tmp_path: Path, file: str, harm: Callable[[Path], None]) -> None:
    shutil.copytree(TABLES / "bikes", tmp_path / "bikes")
    harm(tmp_path / "bikes" / file)
    told("sample", "--domain", "bikes", cwd=tmp_path)
    assert not list(tmp_path.rglob("harmed"))


@pytest.mark.parametrize("text", [",\n", pytest.param(";;\n;;\n", marks=pytest.mark.deep)])
def test_a_table_of_delimiters_alone_is_one_error(tmp_path: Path, text: str) -> None:
    shutil.copytree(TABLES, tmp_path, dirs_exist_ok=True)
    (tmp_path / "empty.csv").write_text(text)
    told("new-domain", "laptops", "--from", "empty.csv", cwd=tmp_path)
    assert not (tmp_path / "laptops").exists()
    told("import-options", "--domain", "bikes", "empty.csv", "--out", "out.csv", cwd=tmp_path)
    assert not (tmp_path / "out.csv").exists()


@pytest.mark.deep
@pytest.mark.parametrize("harm", [loop, fifo, folder, empty, zeros, one_cell])
def test_a_hostile_table_is_one_error(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    table = tmp_path / "laptops.csv"
    shutil.copy(TABLES / "laptops.csv", table)
    harm(table)
    told("new-domain", "laptops", "--from", "laptops.csv", cwd=tmp_path)
    assert not (tmp_path / "laptops").exists()


@pytest.mark.deep
@pytest.mark.parametrize("name", ["laptops.html", "laptops.xml"])
def test_a_pipe_that_is_named_like_a_page_or_feed_is_one_error(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    told("new-domain", "laptops", "--from", name, cwd=tmp_path)


@pytest.mark.deep
@pytest.mark.parametrize("harm", [loop, fifo, folder, empty, zeros, latin, deep, huge])
@pytest.mark.parametrize("file", ["manifest.json", "test.jsonl", "domain/schema.yaml"])
def test_a_hostile_data_set_is_not_clean(
    desk: Path, tmp_path: Path, file: str, harm: Callable[[Path], None]
) -> None:
    shutil.copytree(desk / "exam", tmp_path / "exam")
    harm(tmp_path / "exam" / file)
    told("verify", "exam", cwd=tmp_path)
    if file == "manifest.json" or (file == "test.jsonl" and harm is not empty):
        told("stats", "exam", cwd=tmp_path)


@pytest.mark.deep
@pytest.mark.parametrize("value", ["1e999", "NaN", '"\\ud800"', "[" * 9000 + "]" * 9000, "9" * 9000])
def test_an_odd_value_in_a_record_is_named(desk: Path, tmp_path: Path, value: str) -> None:
    exam = Path(shutil.copytree(desk / "exam", tmp_path / "exam"))
    path = exam / "test.jsonl"
    first, rest = path.read_text("utf-8").split("\n", 1)
    record = json.loads(first)
    record["provenance"]["seed"] = "?"
    path.write_text(json.dumps(record).replace('"?"', value, 1) + "\n" + rest, "utf-8")
    told("verify", "exam", cwd=tmp_path)


@pytest.mark.deep
def test_an_export_goes_into_no_folder_that_holds_something(desk: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    told("export", desk / "exam", "--to", "messages", "--out", tmp_path, cwd=tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
