"""Rows of files as questions: asked as they are, each once, with rows of training before them."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import CocoaError
from cocoa_core.families.parsing import NOTATIONS, figures_of_file
from cocoa_core.families.parsing.family import FAMILY
from cocoa_core.families.parsing.forms import COGS
from cocoa_core.families.parsing.prompting import ExampleRows, prompter_of
from cocoa_core.families.parsing.record import ParsingItem
from cocoa_core.families.parsing.rows import ParsingRow
from cocoa_core.items import Dataset, Prompting
from cocoa_core.running import RunSpec, write_dataset
from cocoa_core.verification import verify

WORDS = {"cat": "* cat ( x _ 1 ) ; ", "dog": "* dog ( x _ 1 ) ; "}


def rows_of(notation: str, verbs: str) -> list[ParsingRow]:
    """Rows such as "The cat slept .": each verb with both nouns, the noun as the category."""
    result = []
    for verb in verbs.split():
        for noun, definite in WORDS.items():
            words = f"The {noun} {verb} .".split()
            form = f"{definite}{verb} . agent ( x _ 2 , x _ 1 )"
            text = NOTATIONS[notation].written(words, COGS.read(form), random.Random(0))
            result.append(ParsingRow(" ".join(words), text, noun))
    return result


def write_folder(folder: Path, notation: str = "cogs") -> Path:
    folder.mkdir()
    shown, asked = rows_of(notation, "slept ran sang"), rows_of(notation, "sat fell")
    for name, rows in (("train", shown), ("gen", [*asked, asked[0]])):
        (folder / f"{name}.tsv").write_bytes(b"".join(row.text() for row in rows))
    return folder


def made(folder: Path, out: Path, count: int = 4, **settings: Any) -> Dataset:
    call = RunSpec(FAMILY, FAMILY.source(folder), FAMILY.settings({"notation": "cogs", **settings}), 5)
    return Dataset(out, write_dataset(call, out, count).manifest, FAMILY)


@pytest.mark.parametrize("notation", NOTATIONS)
def test_each_row_is_asked_once_and_categories_take_turns(tmp_path: Path, notation: str) -> None:
    rows = write_folder(tmp_path / "rows", notation)
    dataset = made(rows, tmp_path / "out", notation=notation)
    items = list(dataset)
    assert [item.category for item in items] == ["cat", "dog"] * 2
    assert {(item.sentence, item.key) for item in items} == {
        (row.sentence, row.form) for row in rows_of(notation, "sat fell")
    }
    assert not verify(tmp_path / "out").findings
    for item in items:
        assert FAMILY.score(item, [f"Answer: {item.key}"]).value == 1.0
        for strategy in ("direct", "covering", "matching"):
            text = prompter_of(dataset, Prompting(strategy=strategy)).conversation(item).first
            assert text.count("Sentence: ") == 7
            assert text.count(item.sentence) == 1
            assert "The cat sang ." in text
    assert prompter_of(dataset, Prompting(strategy="direct", explained=True)).replies(items[0])


@pytest.mark.parametrize(
    ("changes", "kind"),
    [
        ({"key": "dog ( x _ 1 )", "form": "dog ( x _ 1 )"}, "label"),
        ({"category": "bird"}, "label"),
        ({"sentence": "The bird sat ."}, "sentence"),
        ({"form": "dog ( x _ 1 )"}, "form"),
        ({"id": "0" * 16}, "id"),
        ({"groups": {"meaning": "0" * 16}}, "groups"),
        ({"ask": "write"}, "settings"),
    ],
)
def test_a_changed_row_is_noticed(tmp_path: Path, changes: dict[str, Any], kind: str) -> None:
    dataset = made(write_folder(tmp_path / "rows"), tmp_path / "out")
    path = tmp_path / "out" / "questions.jsonl"
    first, *others = path.read_text(encoding="utf-8").splitlines()
    lines = [json.dumps({**json.loads(first), **changes}), *others]
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    report = verify(dataset.folder)
    assert kind in {finding.what for finding in report.findings}


@pytest.mark.parametrize(
    ("count", "settings", "part"),
    [
        (5, {}, "4 at the most"),
        (1, {"notation": "recogs"}, r"gen\.tsv:\d.*notation recogs"),
        (1, {"hold-out": "all"}, "asked as they are"),
        (1, {"variants": "rm-x"}, "asked as they are"),
    ],
)
def test_what_files_cannot_give_is_refused(
    tmp_path: Path, count: int, settings: dict[str, Any], part: str
) -> None:
    with pytest.raises(CocoaError, match=part):
        made(write_folder(tmp_path / "rows"), tmp_path / "out", count, **settings)


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("", r"no rows\n  got: .*rows/train\.tsv"),
        ("sentence\tform\tcategory\n", r"rows/train\.tsv:1: "),
    ],
)
def test_rows_to_show_that_cannot_be_read_are_refused_before_they_are_copied(
    tmp_path: Path, content: str, told: str
) -> None:
    write_folder(tmp_path / "rows").joinpath("train.tsv").write_text(content, "utf-8")
    with pytest.raises(CocoaError, match=told):
        made(tmp_path / "rows", tmp_path / "out")


def test_a_folder_without_the_files_is_refused(tmp_path: Path) -> None:
    write_folder(tmp_path / "rows").joinpath("gen.tsv").unlink()
    with pytest.raises(CocoaError, match=r"gen\.tsv, which is no file"):
        FAMILY.source(tmp_path / "rows")


def asked(sentence: str, form: str, tmp_path: Path) -> ParsingItem:
    item = next(iter(made(write_folder(tmp_path / "rows"), tmp_path / "out")))
    return evolve(item, sentence=sentence, key=form)


def test_a_word_that_stands_in_one_of_many_rows_is_shown(tmp_path: Path) -> None:
    """COGS has the words that it tests in one row of 24,155."""
    rows = [ParsingRow(f"The cat saw {number} .", "* cat ( x _ 1 )", "") for number in range(3_000)]
    rows[1_500] = ParsingRow("A hedgehog .", "hedgehog ( x _ 1 )", "")
    shown = ExampleRows(rows).covering(asked("The cat saw the hedgehog .", "", tmp_path))
    assert rows[1_500] in shown
    assert len(set(shown)) == 8


@given(st.lists(st.sampled_from(["agent", "agent theme", "agent nmod", "nmod nmod"]), max_size=30))
def test_matching_rows_are_built_alike_as_far_as_there_are_any(builds: list[str]) -> None:
    rows = [ParsingRow(f"s {number}", build, "") for number, build in enumerate(builds)]
    item = _Item("agent theme", "s x")
    shown = ExampleRows(rows).matching(item)  # type: ignore[arg-type]
    assert len(shown) == min(8, len(rows))
    assert Counter(row.form for row in shown)["agent theme"] == min(8, builds.count("agent theme"))
    alike = [row.form == "agent theme" for row in shown]
    assert alike == sorted(alike), "the best last"


class _Item:
    def __init__(self, key: str, sentence: str) -> None:
        self.key, self.sentence = key, sentence


def test_lengths_and_what_follows_a_token_are_counted(tmp_path: Path) -> None:
    folder = write_folder(tmp_path / "rows")
    counted = figures_of_file(folder / "gen.tsv", ",")
    assert counted.rows == 5
    assert counted.sentences.counts == {4: 5}
    assert counted.forms.counts == {20: 5}
    assert (counted.forms.mean, counted.forms.at(0.5), counted.forms.at(1)) == (20, 20, 20)
    assert counted.following == {"x": 5}
    (tmp_path / "empty.tsv").write_bytes(b"")
    for path, part in ((tmp_path / "none.tsv", "no such file"), (tmp_path / "empty.tsv", "no rows")):
        with pytest.raises(CocoaError, match=part):
            figures_of_file(path, ",")
