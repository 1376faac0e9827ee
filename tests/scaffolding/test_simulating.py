"""`simulate_catalogue`: fills a catalogue from a schema alone, and keeps what it replaces."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import cocoa_core
from cocoa_core.errors import DomainError, UsageError
from cocoa_core.scaffolding import simulate_catalogue, starter_domain, write_domain
from cocoa_core.scaffolding.simulation import filling as simulating

SCHEMA = """\
name: huts
version: 1
noun: hut
slots:
  lake: {kind: category, closed: false}
  price: {kind: quantity, unit: money, whole: true, min: 20, max: 900}
  extras: {kind: set, closed: false, max_items: 3}
"""
REAL = "id,lake,price,extras\nh1,Como,40,sauna\nh2,Ness,70,canoe; sauna\nh3,Como,90,\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "huts").mkdir()
    (tmp_path / "huts" / "schema.yaml").write_text(SCHEMA, encoding="utf-8")
    return tmp_path / "huts"


def text(folder: Path, name: str = "catalogue.csv") -> str:
    return (folder / name).read_text(encoding="utf-8")


def test_a_schema_is_enough(folder: Path) -> None:
    done = simulate_catalogue(folder)
    assert done == simulating.Simulated(folder / "catalogue.csv", 240, None)
    assert text(folder).startswith("id,lake,price,extras\nsim-0001,")
    assert text(folder).count("\n") == 241


def test_the_same_call_gives_the_same_bytes_and_no_backup(folder: Path) -> None:
    simulate_catalogue(folder, 50, 3)
    first = text(folder)
    assert simulate_catalogue(folder, 50, 3).backup is None
    assert text(folder) == first
    assert set(os.listdir(folder)) == {
        "schema.yaml",
        "catalogue.csv",
    }


def test_a_simulated_catalogue_is_replaced_with_as_many_rows_and_kept(folder: Path) -> None:
    simulate_catalogue(folder, 50)
    first = text(folder)
    (folder / "schema.yaml").write_text(SCHEMA.replace("max: 900", "max: 90"), encoding="utf-8")
    done = simulate_catalogue(folder)
    assert (done.rows, done.backup) == (50, folder / "catalogue.csv.backup-1")
    assert text(folder, "catalogue.csv.backup-1") == first


def test_real_rows_are_replaced_only_by_force_and_kept(folder: Path) -> None:
    (folder / "catalogue.csv").write_text(REAL, encoding="utf-8")
    with pytest.raises(UsageError, match="not all of its rows are simulated") as caught:
        simulate_catalogue(folder)
    assert "catalogue.csv.backup-1" in (caught.value.fix or "")
    assert text(folder) == REAL
    assert simulate_catalogue(folder, force=True).backup == folder / "catalogue.csv.backup-1"
    assert text(folder, "catalogue.csv.backup-1") == REAL


def test_one_real_row_among_simulated_ones_counts(folder: Path) -> None:
    simulate_catalogue(folder, 50)
    with (folder / "catalogue.csv").open("a", encoding="utf-8") as file:
        file.write("mine,Como,40,\n")
    with pytest.raises(UsageError):
        simulate_catalogue(folder)


def test_open_vocabularies_keep_their_words(folder: Path) -> None:
    (folder / "catalogue.csv").write_text(REAL, encoding="utf-8")
    simulate_catalogue(folder, force=True)
    rows = [line.split(",") for line in text(folder).splitlines()[1:]]
    assert {row[1] for row in rows} == {"Como", "Ness"}
    assert {word for row in rows for word in row[3].split("; ") if word} == {"sauna", "canoe"}


def test_a_catalogue_in_another_format_is_moved_aside(folder: Path) -> None:
    line = '{"id": "h1", "lake": "Como", "price": "40", "extras": ""}\n'
    (folder / "catalogue.jsonl").write_text(line, encoding="utf-8")
    with pytest.raises(UsageError):
        simulate_catalogue(folder)
    simulate_catalogue(folder, force=True)
    assert text(folder, "catalogue.jsonl.backup-1") == line
    assert not (folder / "catalogue.jsonl").exists()


def test_another_file_is_written_and_the_catalogue_let_be(folder: Path) -> None:
    (folder / "catalogue.csv").write_text(REAL, encoding="utf-8")
    out = folder.parent / "more.csv"
    assert simulate_catalogue(folder, 45, out=out).file == out
    assert out.read_text(encoding="utf-8").count("\n") == 46
    assert text(folder) == REAL
    with pytest.raises(UsageError):
        simulate_catalogue(folder, 46, out=out)
    assert simulate_catalogue(folder, 46, force=True, out=out).backup == folder.parent / "more.csv.backup-1"


def test_what_comes_with_cocoa_is_not_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="is installed"):
        simulate_catalogue("flights", force=True)
    done = simulate_catalogue("flights", 90, out=tmp_path / "flights.csv")
    assert done.rows == 90


@pytest.mark.parametrize("rows", [0, -1, 10**6])
def test_the_number_of_rows_is_bounded(folder: Path, rows: int) -> None:
    with pytest.raises(UsageError, match="number of rows"):
        simulate_catalogue(folder, rows)
    assert not (folder / "catalogue.csv").exists()


@pytest.mark.parametrize(
    ("edit", "problem"), [("nuon: x", "lacks the key 'slots'"), ("slots: {}", "cannot be read")]
)
def test_a_schema_that_does_not_load_is_refused(folder: Path, edit: str, problem: str) -> None:
    (folder / "schema.yaml").write_text(f"name: x\nversion: 1\nnoun: x\n{edit}\n", encoding="utf-8")
    with pytest.raises(DomainError, match=problem):
        simulate_catalogue(folder)


def test_a_folder_without_a_schema_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DomainError, match="lacks schema"):
        simulate_catalogue(tmp_path)


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_an_interrupted_call_changes_nothing(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: type[BaseException]
) -> None:
    (folder / "catalogue.csv").write_text(REAL, encoding="utf-8")

    def stopped(*_: object) -> None:
        raise error

    monkeypatch.setattr(simulating, "put_in_place", stopped)
    with pytest.raises(error):
        simulate_catalogue(folder, force=True)
    assert sorted(os.listdir(folder)) == ["catalogue.csv", "schema.yaml"]
    assert text(folder) == REAL


def test_after_an_edit_the_domain_works_again(tmp_path: Path) -> None:
    folder = tmp_path / "huts"
    write_domain(starter_domain("huts", rows=60), folder, False)
    schema = folder / "schema.yaml"
    before = schema.read_text(encoding="utf-8")
    after = before.replace("    max: 900\n", "    max: 400\n").replace("Rowan]", "Rowan, Yew]")
    assert after != before
    schema.write_text(after, encoding="utf-8")
    simulate_catalogue(folder)
    handle = cocoa_core.load_domain(folder)
    assert max(row[handle.domain.schema.position("price")] for row in handle.domain.catalogue.rows) <= 40000
    assert "Yew" in {row[handle.domain.schema.position("provider")] for row in handle.domain.catalogue.rows}
    assert handle.question().answer in "ABCDE"
