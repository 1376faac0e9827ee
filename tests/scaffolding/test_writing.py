"""A domain's folder is written whole or not at all, works at once, and replaces nothing that is not kept."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from attrs import evolve
from hypothesis import given, settings
from jsonschema import Draft202012Validator
from plain import plain

import cocoa_core
from cocoa_core.domain.keys.json_schema import rules_document, schema_document
from cocoa_core.errors import CocoaError, DomainError, UsageError
from cocoa_core.scaffolding.attributes.familiar import FAMILIAR
from cocoa_core.scaffolding.drafts import Draft
from cocoa_core.scaffolding.files import writing
from cocoa_core.scaffolding.files.writing import write_domain
from cocoa_core.scaffolding.from_answers import Answers, default_answers
from cocoa_core.scaffolding.simulation.draft import draft_from_answers

from .drafted import answers

FILES = (
    *("schema.yaml", "rules.yaml", "catalogue.csv", "README.md", "test_huts.py"),
    *(".schemas/schema.json", ".schemas/rules.json"),
)


def huts(rows: int = 60) -> Draft:
    return draft_from_answers(evolve(default_answers("huts"), rows=rows))


def contents(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def asked_and_verified(folder: Path, slots: int | None, count: int = 5) -> None:
    with TemporaryDirectory() as out:
        cocoa_core.load_domain(folder).write(Path(out) / "exam", count, slots=slots)
        report = cocoa_core.verify(Path(out) / "exam")
    assert report.checked == count
    assert report.clean, report.findings


@settings(max_examples=15, deadline=None)
@given(answers())
def test_whatever_is_answered_the_folder_works_or_nothing_is_written(given_answers: Answers) -> None:
    with TemporaryDirectory() as place:
        folder = Path(place) / given_answers.name
        try:
            written = write_domain(draft_from_answers(given_answers), folder, False, working=True)
        except UsageError:
            assert os.listdir(place) == []
            return
        assert os.listdir(place) == [given_answers.name]
        asked_and_verified(folder, written.slots)
        for name, document in (("schema", schema_document()), ("rules", rules_document())):
            found = plain((folder / f"{name}.yaml").read_bytes())
            assert Draft202012Validator(document).is_valid(found)


@pytest.mark.parametrize("noun", [*FAMILIAR, "widget", "Übung", "or"])
def test_defaults_make_sense_for_any_noun(noun: str, tmp_path: Path) -> None:
    usual = default_answers("things", noun if noun != "or" else None)
    written = write_domain(draft_from_answers(usual), tmp_path / "things", False, working=True)
    assert written.slots is None
    asked_and_verified(tmp_path / "things", None)


def test_what_is_written_is_what_is_said(tmp_path: Path) -> None:
    written = write_domain(huts(), tmp_path / "huts", False)
    assert written.files == FILES
    assert set(contents(tmp_path / "huts")) == set(FILES)
    assert written.backup is None
    assert os.listdir(tmp_path) == ["huts"]


def test_the_same_draft_gives_the_same_bytes(tmp_path: Path) -> None:
    for place in ("one", "two"):
        write_domain(huts(), tmp_path / place, False)
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


def test_the_test_that_comes_along_runs_both_ways(tmp_path: Path) -> None:
    write_domain(huts(), tmp_path / "huts", False)
    for call in (["test_huts.py"], ["-m", "pytest", "-q", "-p", "no:cacheprovider", "test_huts.py"]):
        done = subprocess.run(
            [sys.executable, *call], cwd=tmp_path / "huts", capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr
    assert "40 questions" in subprocess.check_output(
        [sys.executable, str(tmp_path / "huts" / "test_huts.py")], text=True
    )


def test_the_test_that_comes_along_fails_where_the_domain_is_broken(tmp_path: Path) -> None:
    write_domain(huts(), tmp_path / "huts", False)
    schema = tmp_path / "huts" / "schema.yaml"
    schema.write_text(schema.read_text(encoding="utf-8").replace("noun:", "nuon:"), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "test_huts.py"], cwd=tmp_path / "huts", capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stderr.startswith("error: ")
    assert "Traceback" not in done.stderr


def test_a_folder_that_is_there_is_refused_and_let_be(tmp_path: Path) -> None:
    (tmp_path / "huts").mkdir()
    (tmp_path / "huts" / "mine.txt").write_text("mine")
    with pytest.raises(UsageError, match="is there already") as caught:
        write_domain(huts(), tmp_path / "huts", False)
    assert "huts.backup-1" in (caught.value.fix or "")
    assert contents(tmp_path) == {"huts/mine.txt": b"mine"}


def test_force_keeps_what_was_there_every_time(tmp_path: Path) -> None:
    (tmp_path / "huts").mkdir()
    (tmp_path / "huts" / "mine.txt").write_text("mine")
    for number in (1, 2, 3):
        backup = write_domain(huts(50 + number), tmp_path / "huts", True).backup
        assert backup == tmp_path / f"huts.backup-{number}"
    assert contents(tmp_path / "huts.backup-1") == {"mine.txt": b"mine"}
    for number in (2, 3):
        kept = (tmp_path / f"huts.backup-{number}" / "catalogue.csv").read_text().count("\n")
        assert kept == 50 + number


def test_an_empty_folder_is_not_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "huts").mkdir()
    assert write_domain(huts(), tmp_path / "huts", False).backup is None


STEPS = ("schema_text", "catalogue_text", "load_domain", "tried_slots", "readme_text", "put_in_place")


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_an_interrupted_call_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, step: str, error: type[BaseException]
) -> None:
    write_domain(huts(), tmp_path / "huts", False)
    before = contents(tmp_path)

    def stopped(*_: object) -> None:
        raise error

    monkeypatch.setattr(writing, step, stopped)
    with pytest.raises(error):
        write_domain(huts(70), tmp_path / "huts", True)
    assert contents(tmp_path) == before


def test_a_draft_that_does_not_load_is_not_written(tmp_path: Path) -> None:
    draft = huts()
    with pytest.raises(DomainError, match="no slot 'weather'"):
        write_domain(evolve(draft, group_by=("weather",)), tmp_path / "huts", False)
    assert os.listdir(tmp_path) == []


def test_what_gives_no_questions_is_written_only_where_that_is_allowed(tmp_path: Path) -> None:
    alike = draft_from_answers(evolve(default_answers("huts"), attributes="lit:boolean, old:boolean"))
    with pytest.raises(UsageError, match="no question can be asked"):
        write_domain(alike, tmp_path / "huts", False, working=True)
    assert os.listdir(tmp_path) == []
    assert not write_domain(alike, tmp_path / "huts", False).works


def test_a_name_that_no_domain_can_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CocoaError):
        write_domain(evolve(huts(), name="My Huts"), tmp_path / "huts", False)


def test_fewer_attributes_are_asked_about_where_there_are_fewer(tmp_path: Path) -> None:
    few = draft_from_answers(evolve(default_answers("huts"), attributes="price, weight, reviews"))
    written = write_domain(few, tmp_path / "huts", False, working=True)
    assert written.slots in (2, 3)
    assert f"SLOTS = {written.slots} " in (tmp_path / "huts" / "test_huts.py").read_text()
    assert f"--slots {written.slots}" in (tmp_path / "huts" / "README.md").read_text()
    asked_and_verified(tmp_path / "huts", written.slots)
