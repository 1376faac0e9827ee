"""`cocoa new-domain` and `cocoa json-schema` on the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from calling import Cocoa

import cocoa_core
from cocoa_core.loading import rules_document, schema_document

TABLE = "name,price,weight,lights\n" + "".join(
    f"bike {number},{100 + number * 37 % 900},{8 + number * 7 % 130 / 10},{'yes' if number % 3 else 'no'}\n"
    for number in range(60)
)


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_domain_works_as_its_last_lines_say(cocoa: Cocoa) -> None:
    done = cocoa("new-domain", "huts")
    assert done.exit_code == 0, done.output
    commands = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("  cocoa ")]
    assert [command[0] for command in commands] == ["generate", "verify", "sample", "check-domain"]
    assert commands[0][-3:-1] == ["100", "--out"]
    for command in commands:
        called = cocoa(*command)
        assert called.exit_code == 0, called.output


def test_a_folder_elsewhere_is_named_with_its_path(cocoa: Cocoa) -> None:
    done = cocoa("new-domain", "huts", "--into", "my data")
    assert done.exit_code == 0
    assert (Path("my data") / "huts" / "schema.yaml").is_file()
    assert "--domain 'my data/huts'" in done.stdout


def test_json_says_all_of_it(cocoa: Cocoa) -> None:
    cocoa("new-domain", "huts")
    Path("table.csv").write_text(TABLE, encoding="utf-8")
    done = cocoa("new-domain", "huts", "--force", "--json", "--from", "table.csv")
    data = json.loads(done.stdout)
    assert data["folder"] == "huts"
    assert data["backup"] == "huts.backup-1"
    assert data["works"] is True
    assert all((Path("huts") / name).is_file() for name in data["files"])
    weight = next(column for column in data["columns"] if column["slot"] == "weight")
    assert weight["taken_for"].startswith("number")
    assert weight["read"] + weight["missing"] + weight["unreadable"] > 0
    assert data["next"][0].startswith(f"cocoa generate --domain .{os.sep}huts ")
    assert done.stderr == ""


def test_a_table_of_delimiters_is_one_error(cocoa: Cocoa) -> None:
    Path("table.csv").write_text(",", encoding="utf-8")
    done = cocoa("new-domain", "huts", "--from", "table.csv")
    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("error: table.csv:1: the table is empty")


def test_what_is_there_is_refused(cocoa: Cocoa) -> None:
    Path("huts").mkdir()
    (Path("huts") / "mine.txt").write_text("mine")
    done = cocoa("new-domain", "huts")
    assert done.exit_code == 2
    assert "huts.backup-1" in done.stderr
    assert os.listdir("huts") == ["mine.txt"]


def test_a_name_that_comes_with_cocoa_is_warned_about(cocoa: Cocoa) -> None:
    done = cocoa("new-domain", "flights")
    assert done.exit_code == 0
    assert "note: cocoa comes with a domain 'flights'" in done.stderr


def test_a_table_becomes_a_domain(cocoa: Cocoa) -> None:
    Path("table.csv").write_text(TABLE, encoding="utf-8")
    done = cocoa("new-domain", "bikes", "--from", "table.csv", "--rows", 50)
    assert done.exit_code == 0, done.output
    handle = cocoa_core.load_domain("./bikes")
    assert len(handle.domain.catalogue.rows) == 50
    assert handle.domain.schema.noun == "bike"


@pytest.mark.parametrize("extra", [(), ("--seed", "3")])
def test_the_same_call_gives_the_same_files(cocoa: Cocoa, extra: tuple[str, ...]) -> None:
    for place in ("one", "two"):
        assert cocoa("new-domain", "huts", "--into", place, *extra).exit_code == 0
    for path in Path("one/huts").rglob("*.*"):
        if path.is_file():
            assert path.read_bytes() == (Path("two/huts") / path.relative_to("one/huts")).read_bytes()


def test_json_schema_prints_what_new_domain_writes(cocoa: Cocoa) -> None:
    cocoa("new-domain", "huts")
    for which, document in (("schema", schema_document()), ("rules", rules_document())):
        printed = cocoa("json-schema", which).stdout
        assert json.loads(printed) == document
        assert printed == Path(f"huts/.schemas/{which}.json").read_text(encoding="utf-8")
        first = Path(f"huts/{which}.yaml").read_text(encoding="utf-8").splitlines()[0]
        assert first == f"# yaml-language-server: $schema=.schemas/{which}.json"


def test_a_doubt_is_asked_in_a_terminal_and_the_answer_written_down() -> None:
    pty = pytest.importorskip("pty")
    lines = (f"bike {n},{100 + n * 37 % 900},{n * 7 % 50 + 1}M,{n % 9 + 2.5}\n" for n in range(40))
    Path("table.csv").write_text("name,price,views,hgt\n" + "".join(lines), encoding="utf-8")
    ours, theirs = pty.openpty()
    try:
        os.write(ours, b"7\n1\nSeat height (cm)\nZZZ\nEUR\n")  # three readings, no ZZZ: it asks again
        call = ("new-domain", "bikes", "--noun", "bike", "--from", "table.csv")
        command = [sys.executable, "-m", "cli", *call]
        done = subprocess.run(
            command,
            stdin=theirs,
            stdout=subprocess.PIPE,
            stderr=theirs,
            check=False,
            timeout=300,
            env={**os.environ, "PYTHONPATH": str(Path(cocoa_core.__file__).parent.parent)},
        )
        asked = os.read(ours, 65_536).decode()
    finally:
        os.close(ours)
        os.close(theirs)
    assert done.returncode == 0, asked
    assert "The column views: millions, minutes or metres?" in asked
    assert asked.count("Which") == 2
    assert "(--types views=abbreviated)" in asked
    assert "M is " in asked
    assert "What is 'hgt' short for?" in asked
    assert "What is the currency of Price?" in asked
    assert asked.count("Code (") == 2
    recipe = (Path("bikes") / "import.yaml").read_text(encoding="utf-8")
    assert "read_as: abbreviated" in recipe
    assert "seat_height: {column: hgt, " in recipe
    assert "money:EUR" in recipe
