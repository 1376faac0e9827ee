"""Forged data sets: `verify` exits with 1, and names the question or the file."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from net.calls import cocoa, data
from net.forgeries import FORGERIES, forge
from net.outputs import records

NAMES = list(FORGERIES)
INTACT = 3


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As many questions as there are forgeries, and a few more."""
    exam = tmp_path_factory.mktemp("large") / "exam"
    how = ("--domain", "hotels", "--count", len(NAMES) + INTACT, "--split", "train=0.5,test=0.5", "--quiet")
    assert cocoa("generate", *how, "--out", exam).code == 0
    return exam


@pytest.fixture
def copy(desk: Path, tmp_path: Path) -> Path:
    """The exam of 12, to be spoilt."""
    return Path(shutil.copytree(desk / "exam", tmp_path / "exam"))


def all_named(exam: Path, turn: int) -> None:
    """Each question is forged in its own way but the last few: verify names these questions and no other."""
    changes = {index: FORGERIES[NAMES[(index + turn) % len(NAMES)]] for index in range(len(NAMES))}
    ids = [record["id"] for record in records(exam)]
    forged = forge(exam, changes)
    output = data("verify", exam, code=1)
    assert not output["clean"]
    named = {(finding["file"], finding["line"]) for finding in output["findings"] if finding["line"]}
    unnamed = [NAMES[(place + turn) % len(NAMES)] for place in forged if forged[place][:2] not in named]
    assert not unnamed
    assert named == {place[:2] for place in forged.values()}
    assert not {finding["question"] for finding in output["findings"]} & set(ids[-INTACT:])


def test_every_forged_question_is_named_and_no_other(large: Path, tmp_path: Path) -> None:
    all_named(Path(shutil.copytree(large, tmp_path / "exam")), turn=0)


@pytest.mark.deep
@pytest.mark.parametrize("turn", range(1, len(NAMES), 6))  # a turn is a process: all of them took a minute
def test_every_question_is_named_however_it_is_forged(large: Path, tmp_path: Path, turn: int) -> None:
    all_named(Path(shutil.copytree(large, tmp_path / "exam")), turn)


def edited(path: Path, change: Callable[[str], str]) -> None:
    before = path.read_text("utf-8")
    after = change(before)
    assert after != before
    path.write_text(after, "utf-8")


def manifest(exam: Path, change: Callable[[dict[str, Any]], object]) -> None:
    path = exam / "manifest.json"
    whole = json.loads(path.read_text("utf-8"))
    change(whole)
    path.write_text(json.dumps(whole, indent=2) + "\n", "utf-8")


def truncated(exam: Path) -> None:
    edited(exam / "test.jsonl", lambda text: text[: len(text) // 2])


def line_lost(exam: Path) -> None:
    edited(exam / "test.jsonl", lambda text: text.split("\n", 1)[1])


def line_twice(exam: Path) -> None:
    edited(exam / "test.jsonl", lambda text: text + text.split("\n", 1)[0] + "\n")


def sides_mixed(exam: Path) -> None:
    train, test = exam / "train.jsonl", exam / "test.jsonl"
    first = train.read_text("utf-8").split("\n", 1)[0]
    edited(test, lambda text: first + "\n" + text.split("\n", 1)[1])


def not_utf8(exam: Path) -> None:
    path = exam / "test.jsonl"
    path.write_bytes(path.read_bytes().replace(b"request", b"re\xffuest", 1))


def unknown_file(exam: Path) -> None:
    shutil.copy(exam / "test.jsonl", exam / "validation.jsonl")


def rules_edited(exam: Path) -> None:
    edited(exam / "domain" / "rules.yaml", lambda text: text.replace("at_most", "less", 1))


def table_edited(exam: Path) -> None:
    edited(exam / "domain" / "tables" / "districts.csv", lambda text: text + "Nowhere,None\n")


def card_lost(exam: Path) -> None:
    (exam / "README.md").unlink()


def count_changed(exam: Path) -> None:
    manifest(exam, lambda whole: whole.update(count=11))


def seed_changed(exam: Path) -> None:
    manifest(exam, lambda whole: whole.update(seed=10))


def file_count_changed(exam: Path) -> None:
    manifest(exam, lambda whole: whole["files"]["test"].update(items=7))


def counts_changed(exam: Path) -> None:
    manifest(exam, lambda whole: whole["counts"]["test"]["key"].clear())


def settings_changed(exam: Path) -> None:
    manifest(exam, lambda whole: whole["settings"].update(primitives="per-slot"))


def digest_changed(exam: Path) -> None:
    manifest(exam, lambda whole: whole["domain"].update(digest="0" * 64))


def out_of_the_folder(exam: Path) -> None:
    manifest(exam, lambda whole: whole["files"]["test"].update(file="../exam/test.jsonl"))


def linked(exam: Path) -> None:
    away = exam.with_name("away.jsonl")
    (exam / "test.jsonl").rename(away)
    (exam / "test.jsonl").symlink_to(away)


def card_sides_swapped(exam: Path) -> None:
    other = {"train.jsonl": "test.jsonl", "test.jsonl": "train.jsonl"}
    edited(exam / "README.md", lambda text: re.sub("train.jsonl|test.jsonl", lambda m: other[m[0]], text))


def minimality_claimed(exam: Path) -> None:
    """Every product is said to be irredundant only, where most are exact; the manifest agrees."""

    def claim(record: dict[str, Any]) -> None:
        record["provenance"]["minimality"] = "irredundant"

    forge(exam, dict.fromkeys(range(12), claim))

    def counted(whole: dict[str, Any]) -> None:
        for counts in whole["counts"].values():
            counts["minimality"] = {"irredundant": sum(counts["minimality"].values())}

    manifest(exam, counted)


SPOILT = {
    truncated: "test.jsonl",
    line_lost: "test.jsonl",
    line_twice: "test.jsonl",
    sides_mixed: "test.jsonl",
    not_utf8: "test.jsonl",
    unknown_file: "validation.jsonl",
    rules_edited: "domain/rules.yaml",
    table_edited: "domain/tables/districts.csv",
    card_lost: "README.md",
    count_changed: "manifest.json",
    seed_changed: "",
    file_count_changed: "test.jsonl",
    counts_changed: "manifest.json",
    settings_changed: "",
    digest_changed: "manifest.json",
    linked: "test.jsonl",
    card_sides_swapped: "README.md",
    minimality_claimed: "test.jsonl",
}
QUICK = (truncated, rules_edited)


@pytest.mark.parametrize(
    "spoil", [one if one in QUICK else pytest.param(one, marks=pytest.mark.deep) for one in SPOILT]
)
def test_a_spoilt_file_is_named(copy: Path, spoil: Callable[[Path], None]) -> None:
    spoil(copy)
    output = data("verify", copy, code=1)
    assert not output["clean"]
    assert output["findings"]
    if SPOILT[spoil]:
        assert SPOILT[spoil] in {finding["file"] for finding in output["findings"]}


@pytest.mark.deep
@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"format": "cocoa-dataset/99"}', "null", "[" * 9999])
def test_a_folder_without_a_manifest_that_can_be_read_is_one_error(copy: Path, text: str) -> None:
    (copy / "manifest.json").write_text(text)
    for command in ("verify", "stats"):
        call = cocoa(command, copy)
        assert call.code in (1, 2)
        assert call.clean
        assert "manifest.json" in call.out + call.err
        assert len(call.err) < 2000


@pytest.mark.deep
def test_a_data_set_without_its_schema_is_one_error(copy: Path) -> None:
    (copy / "domain" / "schema.yaml").unlink()
    call = cocoa("verify", copy)
    assert call.code in (1, 2)
    assert call.clean
    assert "schema.yaml" in call.out + call.err


@pytest.mark.deep
def test_a_manifest_that_leads_out_of_the_folder_is_not_followed(copy: Path) -> None:
    out_of_the_folder(copy)
    call = cocoa("verify", copy)
    assert (call.code in (1, 2), call.clean) == (True, True)


@pytest.mark.deep
def test_a_domain_of_another_name_is_refused(copy: Path) -> None:
    call = cocoa("verify", copy, "--domain", "jobs")
    assert call.code != 0
