"""Messages that were unclear, each after the mistake that brings it: what was found, and how to mend it."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from calling import Cocoa, call_cocoa
from checking.laptops import CATALOGUE, RULES, SCHEMA, edited, write_laptops

from cocoa_core.checking import check_domain

TABLE = "name,price,size,colour\n" + "".join(
    f"n{n},{100 + 37 * n % 900},{n % 7},{('red', 'green', 'blue')[n % 3]}\n" for n in range(40)
)


@pytest.fixture
def cocoa() -> Cocoa:
    return call_cocoa


def request(text: str) -> str:
    return edited(SCHEMA, ("group_by: [shop]\n", f"group_by: [shop]\nrequest: {text}\n"))


def grid(step: str) -> str:
    return edited(RULES, ("      draw: {quantiles: 5}\n", f"      draw: {{grid: {step}}}\n"))


def cell(column: str, value: str) -> str:
    """The catalogue with another value in its first row."""
    header, first, *rest = CATALOGUE.splitlines()
    cells = dict(zip(header.split(","), first.split(","), strict=True)) | {column: value}
    return "\n".join([header, ",".join(cells.values()), *rest]) + "\n"


GRADES = edited(SCHEMA, ("[Ardent, Boreal,", "[economy, business, first class, Ardent, Boreal,"))
SCHEMA_KEY = edited(SCHEMA, ("slots:", "slot:"))

CASES: list[tuple[str, dict[str, str], str, str]] = [
    ("a step without a unit", {"rules": grid("30")}, "got: 30, without a unit", "`30m` for minutes"),
    ("the same in quotation marks", {"rules": grid('"30"')}, "without a unit", "`30h` for hours"),
    ("a bound without a unit", {"schema": edited(SCHEMA, ("min: 1h", "min: 1"))}, "unit", "`1h` for hours"),
    (
        "items between commas",
        {"catalogue": cell("ports", '"HDMI, USB-A"')},
        "'HDMI, USB-A'",
        "put semicolons between the items: 'HDMI; USB-A'",
    ),
    (
        "more words than the value has",
        {"schema": GRADES, "catalogue": cell("brand", "business class")},
        "'business class'",
        "did you mean 'business'?",
    ),
    (
        "a key that there is not",
        {"schema": SCHEMA_KEY},
        "the schema has no key 'slot'",
        "did you mean 'slots'?",
    ),
    (
        "a sentence as request",
        {"schema": request("I need a laptop.")},
        "the text 'I need a laptop.'",
        """write it in parts and without its full stop: `["I'm looking for a hotel in", {slot: city}]`""",
    ),
    (
        "a request with a full stop of its own",
        {"schema": request('["I need one from", {slot: shop}, "please."]')},
        "`request` ends its sentence itself",
        "leave the '.' out",
    ),
    (
        "a tab",
        {"schema": edited(SCHEMA, ("  brand: {", "\tbrand: {"))},
        "found character '\\t'",
        "indent with blanks: YAML has no tabs",
    ),
    (
        "a misspelt group",
        {"schema": request('["I need one from", {slot: shop}]').replace("[shop]", "[shp]")},
        "there is no slot 'shp'",
        "did you mean 'shop'?",
    ),
    (
        "an id that stands twice",
        {"catalogue": CATALOGUE.replace("\nN3,", "\nN1,")},
        "line 3 has this one",
        "correct the cell",
    ),
    (
        "bounds the wrong way round",
        {"schema": edited(SCHEMA, ("min: 100, max: 3000", "min: 3000, max: 100"))},
        "`max` (100) is below `min` (3000)",
        "turn the two around",
    ),
    (
        "durations the wrong way round",
        {"schema": edited(SCHEMA, ("min: 1h, max: 24h", "min: 24h, max: 1h"))},
        "`max` (1h) is below `min` (24h)",
        "turn the two around",
    ),
    (
        "a spreadsheet named .csv",
        {"catalogue": "PK\x03\x04" + "\x00\x01" * 200},
        "this is a spreadsheet, whatever its name says",
        "save it as CSV",
    ),
]


@pytest.mark.parametrize(
    ("files", "found", "fix"), [case[1:] for case in CASES], ids=[case[0] for case in CASES]
)
def test_a_mistake_in_a_domain_is_one_error_that_says_how_to_mend_it(
    files: dict[str, str], found: str, fix: str, tmp_path: Path
) -> None:
    folder = write_laptops(tmp_path / "laptops", **files)
    errors = [finding for finding in check_domain(folder, quick=True).findings if finding.severity == "error"]
    (error,) = errors
    assert error.place.line
    assert found in f"{error.problem}\ngot: {error.got}\nexpected: {error.expected}"
    assert fix in error.fix


@pytest.mark.deep
def test_a_missing_catalogue_is_named_with_its_fix(tmp_path: Path, cocoa: Cocoa) -> None:
    folder = write_laptops(tmp_path / "laptops")
    (folder / "catalogue.csv").unlink()
    result = cocoa("sample", "--domain", folder)
    assert result.exit_code == 1
    assert "write catalogue.csv with your options" in result.stderr


def test_a_noun_that_cannot_be_said_is_a_wrong_call_and_names_no_file(tmp_path: Path, cocoa: Cocoa) -> None:
    table = tmp_path / "table.csv"
    table.write_text(TABLE, encoding="utf-8")
    for more in ((), ("--from", table)):
        result = cocoa("new-domain", "houses", "--into", tmp_path, "--noun", "houses!", *more)
        assert result.exit_code == 2
        assert result.stderr.startswith("error: what an option is called holds '!'\n")
        assert "yaml" not in result.stderr


def test_a_folder_in_place_of_a_table_is_said_and_its_tables_are_named(tmp_path: Path, cocoa: Cocoa) -> None:
    (tmp_path / "table.csv").write_text(TABLE, encoding="utf-8")
    result = cocoa("new-domain", "things", "--into", tmp_path, "--from", tmp_path)
    assert result.exit_code == 2
    assert "this is a folder, not a table" in result.stderr
    assert "name a file in it: table.csv" in result.stderr


@pytest.mark.deep
def test_the_test_of_a_new_domain_says_that_it_was_renamed(tmp_path: Path, cocoa: Cocoa) -> None:
    assert cocoa("new-domain", "huts", "--into", tmp_path).exit_code == 0
    schema = tmp_path / "huts" / "schema.yaml"
    renamed = schema.read_text(encoding="utf-8").replace('name: "huts"', 'name: "cabins"')
    schema.write_text(renamed, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, tmp_path / "huts" / "test_huts.py"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr == "error: schema.yaml has `name: cabins`: if that is meant, write it here too\n"


@pytest.mark.parametrize(
    ("call", "missing"),
    [
        (("generate",), "--domain, --count and --out"),
        (("generate", "-d", "flights"), "--count and --out"),
        (("generate", "-d", "flights", "-o", "exam"), "--count"),
        (("export",), "FOLDER, --to and --out"),
        (("graphs", "build", "--out", "x"), "--conceptnet, --commongen and --encoder"),
    ],
)
def test_all_that_a_call_lacks_is_named_at_once(call: tuple[str, ...], missing: str, cocoa: Cocoa) -> None:
    result = cocoa(*call)
    assert result.exit_code == 2
    assert f"missing: {missing}\n" in result.stderr


GENERATE = ("generate", "-d", "flights", "--seed", "3", "--count")


def started(*call: object, **how: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "cocoa", *map(str, call)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **how)  # type: ignore[call-overload, no-any-return]


@pytest.mark.deep
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX limits")
def test_a_full_disk_names_the_file_and_the_same_call_goes_on(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the disk."""

    def small_files() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000))

    call = (*GENERATE, "60", "--out", tmp_path / "exam")
    with started(*call, preexec_fn=small_files) as full:
        _, said = full.communicate(timeout=120)
    assert full.returncode == 2
    assert f"{tmp_path / 'exam' / 'questions.jsonl'} cannot be written" in said
    assert "repeat the same call: it goes on from what is there" in said
    assert "Traceback" not in said
    for out in ("exam", "whole"):
        assert call_cocoa(*GENERATE, 60, "--out", tmp_path / out).exit_code == 0
    written, whole = ((tmp_path / out / "questions.jsonl").read_bytes() for out in ("exam", "whole"))
    assert written == whole


@pytest.mark.deep
@pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")
def test_the_end_of_a_run_with_workers_leaves_nothing_behind_and_warns_of_nothing(tmp_path: Path) -> None:
    exam = tmp_path / "exam"
    with started(*GENERATE, 100_000, "--workers", 2, "--out", exam) as run:
        for _ in range(600):
            if (exam / "questions.jsonl").exists() and (exam / "questions.jsonl").stat().st_size:
                break
            time.sleep(0.1)
        run.send_signal(signal.SIGTERM)
        _, said = run.communicate(timeout=60)
    assert run.returncode == 128 + signal.SIGTERM
    assert "semaphore" not in said
    assert "Traceback" not in said
    assert "Repeat the same command to go on from there." in said
