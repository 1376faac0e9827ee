"""Reading a data set gives back what was written, and a folder is only written to where that is right."""

from __future__ import annotations

import hashlib
import json
import re
import shutil
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from attrs import evolve
from items import made_up

from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.families.selection import FAMILY, Option, Question
from cocoa_core.items import (
    ASKED_BEFORE,
    CANARY,
    MANIFEST,
    existing_manifest,
    locked,
    read_dataset,
    read_manifest,
    write_card,
)
from cocoa_core.running import entries_of


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixty questions on two sides, up to three option sets each."""
    folder = tmp_path_factory.mktemp("finished") / "set"
    made_up.write(folder, made_up.wanted(60, split=True, option_sets=3))
    return folder


def expected(count: int) -> list[Question]:
    entries = (entry for requirement in made_up.requirements(True, 3) for entry in requirement)
    return [Question.read(entry.line) for entry in islice(entries, count)]


def test_questions_are_read_in_the_order_in_which_they_were_written(finished: Path) -> None:
    dataset = read_dataset(finished)
    assert list(dataset) == expected(60)
    assert len(dataset) == 60
    assert dataset.sides == made_up.SIDES
    for side in dataset.sides:
        assert list(dataset.side(side)) == [one for one in expected(60) if one.provenance.side == side]


def test_an_entry_is_the_same_from_the_question_and_from_its_line() -> None:
    for index in range(12):
        question = made_up.question(index, 1, "test", index % 2)
        (entry,) = entries_of(FAMILY, [question], written=True)
        assert evolve(FAMILY.entry(FAMILY.read(entry.line)), line=entry.line) == entry
        assert entries_of(FAMILY, [question], written=False) == (evolve(entry, line=b"", item=question),)


@pytest.mark.parametrize(
    "line", [b"", b"{}\n", b"null\n", b"[1]\n", b'{"id":"x"', b"\xff\n", b"\0\0\n", b'{"family":"toy-text"}']
)
def test_what_is_no_whole_record_is_no_question(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"\S"):
        FAMILY.read(line)


def test_a_question_of_another_family_or_ask_is_none_of_this_one() -> None:
    question = made_up.question(3)
    for other in (evolve(question, family="toy-text"), evolve(question, ask="guess")):
        with pytest.raises(ValueError, match="not one of selection"):
            FAMILY.read(other.line())


def test_a_fingerprint_depends_on_the_requirement_the_set_of_rows_and_the_ask_alone() -> None:
    question = made_up.question(3)
    known = FAMILY.entry(question)
    shuffled = tuple(
        evolve(option, label=label)
        for option, label in zip(reversed(question.options), made_up.LETTERS, strict=True)
    )
    others = evolve(made_up.question(4), options=shuffled, requirement=question.requirement)
    assert FAMILY.entry(others).fingerprint == known.fingerprint
    assert FAMILY.entry(others).shared == known.shared
    another_row = (*question.options[:4], Option("E", "r6", {"A b": "E"}))
    requirement = evolve(question.requirement, id="f" * 16)
    for changed in ({"options": another_row}, {"requirement": requirement}, {"ask": "every"}):
        assert FAMILY.entry(evolve(question, **changed)).fingerprint != known.fingerprint
    assert FAMILY.entry(evolve(question, options=another_row, ask="every")).shared == known.shared
    assert FAMILY.entry(evolve(question, requirement=requirement)).shared != known.shared


def test_a_question_is_found_by_index_and_by_the_start_of_its_id(finished: Path) -> None:
    dataset = read_dataset(finished)
    for question in expected(60):
        assert dataset.find(question.id) == question
        first = dataset.find(question.provenance.index)
        assert (first.provenance.index, first.provenance.option_set) == (question.provenance.index, 0)
        assert dataset.find(str(question.provenance.index)) == first
    ids = [question.id for question in expected(60)]
    start = next(name[:4] for name in ids if not name[:4].isdigit())
    assert [name[:4] for name in ids].count(start) == 1
    assert dataset.find(start).id.startswith(start)


def test_a_key_of_no_question_or_of_several_is_a_wrong_call(finished: Path) -> None:
    dataset = read_dataset(finished)
    for key in (1000, "1000", "xyz", "0" * 17, "", -1):
        with pytest.raises(UsageError, match="no such question"):
            dataset.find(key)
    letter = Counter(question.id[0] for question in expected(60) if question.id[0].isalpha()).most_common(1)
    with pytest.raises(UsageError, match="several questions"):
        dataset.find(letter[0][0])


def test_a_last_line_that_is_being_written_is_left_out(finished: Path, tmp_path: Path) -> None:
    made_up.write(tmp_path, made_up.wanted(20))
    made_up.wanted(30).write(tmp_path)
    path = tmp_path / "questions.jsonl"
    path.write_bytes(path.read_bytes()[:-9])
    assert len(list(read_dataset(tmp_path))) == len(read_dataset(tmp_path)) == 19


def test_a_line_that_is_no_question_is_a_finding_at_its_place(tmp_path: Path) -> None:
    made_up.write(tmp_path, made_up.wanted(5))
    path = tmp_path / "questions.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join([*lines[:3], b'{"id": 3}\n', lines[4]]))
    with pytest.raises(FindingsError, match=r"questions\.jsonl:4: "):
        list(read_dataset(tmp_path))
    path.unlink()
    with pytest.raises(FindingsError, match="missing"):
        list(read_dataset(tmp_path))


def test_the_manifest_counts_what_the_files_hold(finished: Path) -> None:
    manifest, questions = read_manifest(finished), expected(60)
    assert manifest.complete
    assert manifest.count == 60
    for side, state in manifest.files.items():
        assert state.sha256 == hashlib.sha256((finished / state.file).read_bytes()).hexdigest()
        own = [question for question in questions if question.provenance.side == side]
        assert state.items == len(own)
        counts = manifest.counts[side]
        assert counts["ask"] == {"choose": len(own)}
        assert counts["key"] == dict(Counter(one.answer for one in own))
        assert counts["setting"] == dict(Counter(str(one.provenance.setting) for one in own))
        assert counts["atypical"] == dict(Counter(rule for one in own for rule in one.complexity.atypical))
        assert counts["minimality"] == {"exact": len(own)}
    assert manifest.domain is not None
    assert manifest.domain.asserted_wordings == 2
    settings = Counter(str(question.provenance.setting) for question in questions)
    firsts = [question.provenance for question in questions if question.provenance.option_set == 0]
    assert set(manifest.draws) == set(settings)
    for setting, draws in manifest.draws.items():
        own = [made for made in firsts if str(made.setting) == setting]
        assert draws["indices"] == len(own)
        assert draws["items"] == settings[setting]
        assert draws["rejections"].get("some reason", 0) == sum(
            made.rejections.get("some reason", 0) for made in own
        )
        assert draws["rejections"].get(ASKED_BEFORE, 0) == sum(made.attempt for made in own)


def test_a_manifest_comes_back_from_its_file(finished: Path, tmp_path: Path) -> None:
    begun = made_up.wanted(10, split=True)
    begun.write(tmp_path)
    assert read_manifest(tmp_path) == begun
    assert not (tmp_path / f"{MANIFEST}.tmp").exists()
    data = json.loads((finished / MANIFEST).read_bytes())
    assert data["format"] == "cocoa-dataset/2"
    assert data["files"]["test"]["file"] == "test.jsonl"
    again = tmp_path / "again"
    again.mkdir()
    read_manifest(finished).write(again)
    assert (again / MANIFEST).read_bytes() == (finished / MANIFEST).read_bytes()


@pytest.mark.parametrize(
    "text", ["", "{", "[]", '{"format": "cocoa-dataset/9"}', '{"format": "cocoa-dataset/1"}']
)
def test_a_manifest_that_cannot_be_read_is_an_error_of_ours(text: str, tmp_path: Path) -> None:
    (tmp_path / MANIFEST).write_text(text)
    with pytest.raises((UsageError, FindingsError), match=r"manifest|format"):
        read_dataset(tmp_path)


def test_what_is_no_data_set_is_named_for_what_it_is(tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("id,price\n")
    kinds = {
        tmp_path: "without a manifest.json",
        tmp_path / "none": "which does not exist",
        tmp_path / "rows.csv": "a file",
    }
    for path, kind in kinds.items():
        with pytest.raises(UsageError, match="not a data set") as refused:
            read_dataset(path)
        assert refused.value.got == f"{path}, {kind}"


def test_the_card_names_the_file_of_every_split_in_its_header(finished: Path, tmp_path: Path) -> None:
    from ruamel.yaml import YAML

    opening, header, body = (finished / "README.md").read_text("utf-8").split("---\n", 2)
    data = YAML(typ="safe").load(header)
    assert opening == ""
    assert data["configs"] == [
        {
            "config_name": "default",
            "description": data["configs"][0]["description"],
            "data_files": [
                {"split": "train", "path": "train.jsonl"},
                {"split": "test", "path": "test.jsonl"},
            ],
        }
    ]
    assert re.fullmatch("sha256 [0-9a-f]{64}", data["configs"][0]["description"])
    assert data["size_categories"] == ["n<1K"]
    assert CANARY in body
    assert "cocoa verify" in body
    manifest = read_manifest(finished)
    one_file = {"questions": evolve(manifest.files["test"], file="questions.jsonl")}
    shutil.copy(finished / "test.jsonl", tmp_path / "questions.jsonl")
    write_card(tmp_path, evolve(manifest, files=one_file, counts={}), FAMILY)
    whole = (tmp_path / "README.md").read_text("utf-8")
    assert '- split: test\n    path: "questions.jsonl"' in whole


def test_a_folder_of_something_else_is_refused_and_not_touched(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("mine")
    with pytest.raises(UsageError, match=r"thesis\.tex"):
        existing_manifest(tmp_path, made_up.wanted(5))
    with pytest.raises(UsageError, match="a file"):
        existing_manifest(tmp_path / "thesis.tex", made_up.wanted(5))
    assert made_up.contents(tmp_path) == {"thesis.tex": b"mine"}


def test_a_new_or_empty_folder_holds_nothing(tmp_path: Path) -> None:
    assert existing_manifest(tmp_path, made_up.wanted(5)) is None
    assert existing_manifest(tmp_path / "new", made_up.wanted(5)) is None
    (tmp_path / f"{MANIFEST}.tmp").write_text("torn")
    assert existing_manifest(tmp_path, made_up.wanted(5)) is None


def test_another_call_is_refused_with_what_differs(tmp_path: Path) -> None:
    known = made_up.wanted(5)
    made_up.write(tmp_path, known)
    before = made_up.contents(tmp_path)
    others = {
        "got: seed 8\n.*expected: seed 7": made_up.wanted(5, seed=8),
        "option_sets 2": made_up.wanted(5, option_sets=2),
        "domain made-up 1111": evolve(known, domain=evolve(known.domain, digest="1" * 64)),
        "count": made_up.wanted(4),
        "cocoa 9": evolve(made_up.wanted(6), cocoa_version="9"),
    }
    for message, other in others.items():
        with pytest.raises(UsageError, match=f"(?s){message}"):
            existing_manifest(tmp_path, other)
    assert made_up.contents(tmp_path) == before


def test_a_finished_data_set_stands_as_long_as_its_files_are_what_they_were(tmp_path: Path) -> None:
    known = made_up.wanted(5)
    finished = made_up.write(tmp_path, known)
    assert existing_manifest(tmp_path, known) == finished
    assert existing_manifest(tmp_path, evolve(known, cocoa_version="9")) == finished
    path = tmp_path / "questions.jsonl"
    path.write_bytes(path.read_bytes().replace(b"question 3", b"question 4"))
    with pytest.raises(FindingsError, match="changed"):
        existing_manifest(tmp_path, known)
    path.unlink()
    with pytest.raises(FindingsError, match="no such file"):
        existing_manifest(tmp_path, known)


def test_a_folder_has_one_writer_at_a_time(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(UsageError, match="another process"), locked(tmp_path):
        pass
    with locked(tmp_path):
        assert list(tmp_path.iterdir()) == []
