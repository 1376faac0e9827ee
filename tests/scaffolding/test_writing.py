"""A domain's folder is written whole or not at all, works at once, and replaces nothing that is not kept."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st
from items.made_up import contents
from jsonschema import Draft202012Validator
from plain import plain

import cocoa_core
from cocoa_core.errors import CocoaError, DomainError, UsageError
from cocoa_core.loading import rules_document, schema_document
from cocoa_core.scaffolding import NewDomain, starter_domain, write_domain, writing

FILES = (
    *("schema.yaml", "rules.yaml", "catalogue.csv", "README.md", "test_huts.py"),
    *(".schemas/schema.json", ".schemas/rules.json"),
)


DOMAIN_NAMES = st.one_of(
    st.from_regex(r"[a-z][a-z0-9_-]{0,40}", fullmatch=True),
    st.sampled_from(["hotels", "insurance-plans", "my-jobs", "no-names", "y", "null", "test", "a-or-b"]),
)
NOUNS = st.sampled_from([None, "thing", "hotel", "Übung", "insurance plan", "no", "", "not a hut", "hut: x"])


def huts() -> NewDomain:
    return starter_domain("huts")


def edited(new: NewDomain, name: str, before: str, after: str) -> NewDomain:
    assert before in new.texts[name]
    return evolve(new, texts={**new.texts, name: new.texts[name].replace(before, after)})


def with_slots(new: NewDomain, *kept: str) -> NewDomain:
    """The domain without the other slots."""
    texts = {}
    for name, key in (("schema.yaml", "slots"), ("rules.yaml", "rules")):
        found = plain(new.texts[name])
        found[key] = {slot: found[key][slot] for slot in kept}
        texts[name] = json.dumps(found)
    rows = list(csv.DictReader(io.StringIO(new.texts["catalogue.csv"])))
    lines = [["id", *kept], *([row["id"], *(row[slot] for slot in kept)] for row in rows)]
    texts["catalogue.csv"] = "".join(",".join(line) + "\n" for line in lines)
    return evolve(new, texts=texts)


def asked_and_verified(folder: Path, count: int = 5) -> None:
    with TemporaryDirectory() as out:
        cocoa_core.load_domain(folder).write(Path(out) / "exam", count)
        report = cocoa_core.verify(Path(out) / "exam")
    assert report.checked == count
    assert report.clean, report.findings


@settings(max_examples=6)
@given(DOMAIN_NAMES, NOUNS, st.sampled_from(["USD", "eur", "JPY", "dollars"]))
def test_whatever_is_asked_for_the_folder_works_or_nothing_is_written(
    name: str, noun: str | None, currency: str
) -> None:
    with TemporaryDirectory() as place:
        folder = Path(place) / name
        try:
            written = write_domain(starter_domain(name, noun, currency), folder, False, working=True)
        except UsageError:
            assert os.listdir(place) == []
            return
        assert os.listdir(place) == [name]
        assert written.works
        asked_and_verified(folder)
        for file, document in (("schema", schema_document()), ("rules", rules_document())):
            found = plain((folder / f"{file}.yaml").read_bytes())
            assert Draft202012Validator(document).is_valid(found)


def test_a_new_domain_is_clean_and_asks_of_every_attribute(tmp_path: Path) -> None:
    written = write_domain(starter_domain("things"), tmp_path / "things", False, working=True)
    assert written.works
    asked_and_verified(tmp_path / "things")
    domain = cocoa_core.load_domain(tmp_path / "things").domain
    assert all(domain.rules_of(slot.name) for slot in domain.schema.slots)


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
        assert ("40 questions" in done.stdout) == (call == ["test_huts.py"])


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
        numbered = edited(huts(), "schema.yaml", "max: 900", f"max: {1000 + number}")
        backup = write_domain(numbered, tmp_path / "huts", True).backup
        assert backup == tmp_path / f"huts.backup-{number}"
    assert contents(tmp_path / "huts.backup-1") == {"mine.txt": b"mine"}
    for number in (2, 3):
        assert f"max: {999 + number}" in (tmp_path / f"huts.backup-{number}" / "schema.yaml").read_text()


def test_an_empty_folder_is_not_in_the_way(tmp_path: Path) -> None:
    (tmp_path / "huts").mkdir()
    assert write_domain(huts(), tmp_path / "huts", False).backup is None


STEPS = ("loaded", "draw_trial_questions", "companions", "put_in_place")


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
        write_domain(starter_domain("huts", "cabin"), tmp_path / "huts", True)
    assert contents(tmp_path) == before


def test_a_domain_that_does_not_load_is_not_written(tmp_path: Path) -> None:
    wrong = edited(huts(), "schema.yaml", "slots:", "group_by: [weather]\nslots:")
    with pytest.raises(DomainError, match="no slot 'weather'"):
        write_domain(wrong, tmp_path / "huts", False)
    assert os.listdir(tmp_path) == []


def test_what_gives_no_questions_is_written_only_where_that_is_allowed(tmp_path: Path) -> None:
    alike = with_slots(huts(), "discounted", "provider")
    alike = evolve(alike, texts={**alike.texts, "catalogue.csv": "id,discounted,provider\n1,yes,Elm\n"})
    alike = edited(alike, "schema.yaml", "Alder", "Elm")
    with pytest.raises(UsageError, match="no question can be asked"):
        write_domain(alike, tmp_path / "huts", False, working=True)
    assert os.listdir(tmp_path) == []
    assert not write_domain(alike, tmp_path / "huts", False).works


def test_a_name_that_no_domain_can_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(CocoaError):
        write_domain(evolve(huts(), name="My Huts"), tmp_path / "huts", False)


def test_the_default_is_fitted_where_there_are_fewer_attributes(tmp_path: Path) -> None:
    few = with_slots(huts(), "price", "rating", "reviews")
    written = write_domain(few, tmp_path / "huts", False, working=True)
    assert "no group is split by more than 3 slots (price, rating, reviews)" in written.remark
    for file in ("test_huts.py", "README.md"):
        assert "slots" not in (tmp_path / "huts" / file).read_text().lower().replace("the slots:", "")
    asked_and_verified(tmp_path / "huts")
