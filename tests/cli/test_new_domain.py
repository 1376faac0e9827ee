"""`cocoa new-domain`, `cocoa simulate` and `cocoa json-schema` on the command line."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import cocoa.new_domain
import pytest
from calling import Cocoa
from cocoa.main import app
from typer.testing import CliRunner, Result

import cocoa_core
from cocoa_core.domain.keys.json_schema import rules_document, schema_document

Asked = Callable[..., Result]

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
    done = cocoa("new-domain", "huts", "--rows", 80)
    assert done.exit_code == 0, done.output
    commands = [line.split()[1:] for line in done.stdout.splitlines() if line.startswith("  cocoa ")]
    assert [command[0] for command in commands] == ["check-domain", "sample", "generate", "verify"]
    for command in commands:
        called = cocoa(*(word if word != "100" else "10" for word in command))
        assert called.exit_code == 0, called.output


def test_a_folder_elsewhere_is_named_with_its_path(cocoa: Cocoa) -> None:
    done = cocoa("new-domain", "huts", "--into", "my data", "--yes")
    assert done.exit_code == 0
    assert (Path("my data") / "huts" / "schema.yaml").is_file()
    assert "--domain 'my data/huts'" in done.stdout


def test_json_says_all_of_it(cocoa: Cocoa) -> None:
    cocoa("new-domain", "huts")
    done = cocoa("new-domain", "huts", "--force", "--json", "--attributes", "price, weight, mood, reviews")
    data = json.loads(done.stdout)
    assert data["folder"] == "huts"
    assert data["backup"] == "huts.backup-1"
    assert data["works"] is True
    assert all((Path("huts") / name).is_file() for name in data["files"])
    assert any("Mood" in note for note in data["notes"])
    assert f"--slots {data['slots']}" in data["next"][1]
    assert done.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("My Hotels",), "my-hotels"),
        (("data/huts",), "--into 'data'"),
        (("huts", "--attributes", "price:mony"), "money"),
        (("huts", "--attributes", "lit:boolean"), "no question can be asked"),
        (("huts", "--currency", "dollars"), "USD"),
        (("huts", "--rows", "0"), "number of rows"),
        (("huts", "--noun", "not a hut"), "the word 'not'"),
        (("huts", "--from", "none.csv"), "none.csv"),
        (("huts", "--from", "table.csv", "--attributes", "price"), "--from"),
    ],
)
def test_a_wrong_call_is_answered_and_writes_nothing(
    cocoa: Cocoa, arguments: tuple[str, ...], said: str
) -> None:
    Path("table.csv").write_text(TABLE, encoding="utf-8")
    done = cocoa("new-domain", *arguments)
    assert done.exit_code == 2
    assert done.stderr.startswith("error: ")
    assert said in done.stderr
    assert os.listdir() == ["table.csv"]


def test_what_is_there_is_refused_before_anything_is_asked(cocoa: Cocoa) -> None:
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


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    """A call whose questions are answered: `asked("new-domain", "huts", typed="...")`."""
    monkeypatch.setattr(cocoa.new_domain, "_on_terminal", lambda: True)

    def call(*arguments: str, typed: str) -> Result:
        return CliRunner().invoke(app, list(arguments), input=typed)

    return call


def test_answers_that_are_just_enter_are_the_defaults(asked: Asked) -> None:
    assert asked("new-domain", "huts", typed="\n" * 10).exit_code == 0
    assert asked("new-domain", "huts", "--into", "other", "--yes", typed="").exit_code == 0
    assert Path("huts/schema.yaml").read_bytes() == Path("other/huts/schema.yaml").read_bytes()
    assert Path("huts/catalogue.csv").read_bytes() == Path("other/huts/catalogue.csv").read_bytes()


def test_answers_are_taken_and_asked_again_where_they_cannot_be(asked: Asked) -> None:
    typed = [
        *("not a hut", "cabin"),  # what one option is called
        "lake",  # what they share
        *("price, no smoking", "price, weight, mood, pier"),  # attributes
        *("pear:boolean", "pier:boolean", "none"),  # corrections
        *("dollar", "eur"),  # currency
        *("many", "80"),  # rows
    ]
    done = asked("new-domain", "huts", typed="\n".join(typed) + "\n")
    assert done.exit_code == 0, done.output
    assert "the word 'not'" in done.output
    assert "no attribute 'pear'" in done.output
    schema = cocoa_core.load_domain("./huts").domain.schema
    assert schema.noun == "cabin"
    assert schema.group_by == ("lake",)
    assert [slot.name for slot in schema.slots] == ["lake", "price", "weight", "mood", "pier"]
    assert schema.slot("pier").kind.name == "boolean"
    assert schema.slot("price").kind.show(4000) == "€40"
    assert len(cocoa_core.load_domain("./huts").domain.catalogue.rows) == 80


def test_another_noun_has_other_defaults(asked: Asked) -> None:
    assert asked("new-domain", "huts", typed="hotel\n" + "\n" * 9).exit_code == 0
    assert cocoa_core.load_domain("./huts").domain.schema.group_by == ("city",)


def test_what_flags_say_is_not_asked(asked: Asked) -> None:
    flags = ("--noun", "hut", "--attributes", "price, weight, reviews", "--group-by", "none", "--rows", "60")
    done = asked("new-domain", "huts", *flags, "--currency", "EUR", typed="")
    assert done.exit_code == 0, done.output
    assert cocoa_core.load_domain("./huts").domain.schema.group_by == ()


def test_who_ends_the_questions_gets_nothing_written(asked: Asked) -> None:
    assert asked("new-domain", "huts", typed="").exit_code != 0
    assert os.listdir() == []


def test_simulate_fills_and_keeps(cocoa: Cocoa) -> None:
    cocoa("new-domain", "huts", "--rows", 60)
    done = cocoa("simulate", "huts", "--rows", 45, "--seed", 7)
    assert done.exit_code == 0
    assert "45 simulated rows" in done.stdout
    assert "catalogue.csv.backup-1" in done.stderr
    data = json.loads(cocoa("simulate", "huts", "--json", "--out", "more.csv").stdout)
    assert data == {"file": "more.csv", "rows": 45, "backup": None}


def test_simulate_refuses_what_cannot_be_met(cocoa: Cocoa) -> None:
    cocoa("new-domain", "huts", "--attributes", "price, weight, reviews, stars", "--rows", 60)
    schema = Path("huts/schema.yaml")
    few = "{never: [{slot: reviews, at_most: 5}, {slot: stars, at_least: 1}]}"
    axioms = f"axioms: [{{at_most: [reviews, stars]}}, {few}]\n"
    schema.write_text(schema.read_text(encoding="utf-8") + axioms, encoding="utf-8")
    before = Path("huts/catalogue.csv").read_bytes()
    done = cocoa("simulate", "huts")
    assert done.exit_code == 1
    assert "no row was found that meets the axioms" in done.stderr
    assert "huts/schema.yaml" in done.stderr
    assert Path("huts/catalogue.csv").read_bytes() == before


def test_json_schema_prints_what_new_domain_writes(cocoa: Cocoa) -> None:
    cocoa("new-domain", "huts", "--rows", 60)
    for which, document in (("schema", schema_document()), ("rules", rules_document())):
        printed = cocoa("json-schema", which).stdout
        assert json.loads(printed) == document
        assert printed == Path(f"huts/.schemas/{which}.json").read_text(encoding="utf-8")
        first = Path(f"huts/{which}.yaml").read_text(encoding="utf-8").splitlines()[0]
        assert first == f"# yaml-language-server: $schema=.schemas/{which}.json"
    assert cocoa("json-schema", "catalogue").exit_code == 2
