"""A manifest that is edited or cannot be read is found, and named."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from verification.dataset_edits import change_at, edit_manifest, whats

from cocoa_core.errors import FindingsError
from cocoa_core.verification import ComparedEntry, read_manifest, verify
from cocoa_core.verification.across_records import Totals
from cocoa_core.verification.item_files import Line
from cocoa_core.verification.selection import QuestionChecker


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        "{}",
        '{"format": "cocoa-dataset/1"}',
        '{"format": "cocoa-dataset/2"}',
        "null",
        "[" * 100_000,
    ],
)
def test_a_manifest_that_cannot_be_read_is_one_clear_error(content: str, folder: Path) -> None:
    (folder / "manifest.json").write_text(content)
    with pytest.raises(FindingsError) as caught:
        verify(folder)
    assert "manifest.json" in str(caught.value)


@pytest.mark.parametrize(
    ("what", "path", "value"),
    [
        ("provenance", "seed", 6),
        ("provenance", "settings.plain", True),
        ("provenance", "cocoa_version", "9"),
        ("counts", "count", 41),
        ("counts", "counts.questions.atypical", {"price": 1}),
        ("counts", "counts.questions.key.A", 0),
        ("counts", "counts.questions.setting.(2, 2)", 99),
        ("counts", "draws", None),
        ("counts", "counts.questions.minimality.exact", 1),
        ("counts", "domain.asserted_wordings", 0),
        ("lines", "files.questions.items", 39),
        ("sha256", "files.questions.sha256", "0" * 64),
        ("sha256", "files.questions.sha256", None),
        ("manifest", "domain.name", "trains"),
        ("manifest", "domain.version", "9"),
        ("digest", "domain.digest", "0" * 64),
    ],
)
def test_an_edited_manifest_is_found(what: str, path: str, value: Any, folder: Path) -> None:
    edit_manifest(folder, lambda manifest: change_at(manifest, path, lambda _: value))
    assert what in whats(verify(folder))


@pytest.mark.parametrize(
    ("what", "path", "same"),
    [
        ("provenance", "settings.plain", int),
        ("provenance", "settings.option_sets", float),
        ("provenance", "settings.mix.0.0", float),
        ("counts", "counts.questions.key.A", float),
        ("counts", "counts.questions.minimality.exact", float),
    ],
)
def test_what_is_equal_but_not_the_same_is_found(
    what: str, path: str, same: Callable[[Any], Any], folder: Path
) -> None:
    edit_manifest(folder, lambda manifest: change_at(manifest, path, same))
    assert whats(verify(folder)) == {what}


def renamed_side(manifest: dict[str, Any]) -> None:
    """The one file is called a side, and counted so."""
    manifest["files"]["test"] = manifest["files"].pop("questions") | {"file": "test.jsonl"}
    manifest["counts"]["test"] = manifest["counts"].pop("questions")


def test_a_side_that_the_settings_do_not_have_is_found(folder: Path) -> None:
    edit_manifest(folder, renamed_side)
    (folder / "questions.jsonl").rename(folder / "test.jsonl")
    assert "manifest" in whats(verify(folder))


QUESTIONS = {"file": "questions.jsonl"}


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("count", -1, "count is out of range"),
        ("count", 10**15, "count is out of range"),
        ("count", 40.0, "count has another type"),
        ("complete", 1, "complete has another type"),
        ("domain.asserted_wordings", False, "asserted_wordings has another"),
        ("domain.asserted_wordings", 0.0, "asserted_wordings has another"),
        ("files.questions.items", -1, "items is out of range"),
        ("files.questions.shards", [{"file": "questions.parquet"}] * 2, "one file of questions twice"),
        ("files", {}, "0 files"),
        ("files", {f"s{n}": {"file": f"{n}.jsonl"} for n in range(5)}, "5 files"),
        (
            "files.questions.shards",
            [{"file": f"questions-{n:05}.jsonl"} for n in range(10_001)],
            "10,001 files",
        ),
        (
            "files.questions.shards",
            [],
            "'questions.jsonl' is said to lie in shards, of which there are none",
        ),
        ("files", {"more": QUESTIONS}, "'more' is no side"),
        ("files", {"test": QUESTIONS}, "'questions.jsonl' is not the name of a file of test"),
        ("settings.split", ["train"], "split has another type"),
    ],
)
def test_a_manifest_that_cannot_be_is_one_error_in_words(
    path: str, value: Any, said: str, folder: Path
) -> None:
    edit_manifest(folder, lambda manifest: change_at(manifest, path, lambda _: value))
    with pytest.raises(FindingsError, match="cannot be understood") as caught:
        verify(folder)
    assert said in str(caught.value)
    assert "fix: " in str(caught.value)


def test_a_manifest_without_a_seed_is_one_error(folder: Path) -> None:
    edit_manifest(folder, lambda manifest: manifest.pop("seed"))
    with pytest.raises(FindingsError, match="no 'seed'"):
        verify(folder)


def test_a_key_that_stands_twice_is_an_error(folder: Path) -> None:
    path = folder / "manifest.json"
    path.write_text(path.read_text().replace('"seed": 5,', '"seed": 6, "seed": 5,', 1))
    with pytest.raises(FindingsError, match="cannot be read") as caught:
        verify(folder)
    assert "'seed' stands twice" in str(caught.value)


def test_the_line_of_broken_json_is_named(folder: Path) -> None:
    path = folder / "manifest.json"
    path.write_text(path.read_text().replace('"seed": 5,', '"seed": 5', 1))
    number = next(n for n, line in enumerate(path.read_text().splitlines(), 1) if '"seed"' in line)
    with pytest.raises(FindingsError) as caught:
        verify(folder)
    assert str(caught.value).startswith(f"manifest.json:{number + 1}: ")


@pytest.mark.parametrize(
    ("most", "named"),
    [
        (200_000, lambda entry, numbers: [evolve(entry, counted={"key": [f"m{n}" for n in numbers]})]),
        (200_000, lambda entry, numbers: [evolve(entry, counted={"knowledge": [f"k{n}" for n in numbers]})]),
        (100, lambda entry, numbers: [evolve(entry, rejections={f"r{number}": 1 for number in numbers})]),
        (2_000, lambda entry, numbers: [evolve(entry, cell=f"({number}, 1)") for number in numbers]),
    ],
    ids=["key", "knowledge", "rejections", "settings"],
)
def test_more_names_than_can_be_counted_are_found(
    most: int,
    named: Callable[[ComparedEntry, Iterable[int]], Sequence[ComparedEntry]],
    clean_set: Path,
    checker: QuestionChecker,
) -> None:
    totals = Totals(read_manifest(clean_set), checker, 1000)
    entry = ComparedEntry(index=0, attempt=0, cell="(2, 2)", asked=1, shared=1)
    for entered in named(entry, range(most)):
        list(totals.add(Line(1, "", entered), "", "questions"))
    assert not any("more things" in finding.message for finding in totals.finish())
    for entered in named(entry, [most]):
        list(totals.add(Line(1, "", entered), "", "questions"))
    assert any("more things" in finding.message for finding in totals.finish())


@pytest.mark.parametrize("path", ["", "domain", "files.questions", "files.questions.shards.0"])
def test_a_key_that_no_manifest_has_is_found(path: str, folder: Path) -> None:

    def change(manifest: dict[str, Any]) -> None:
        if path.endswith("0"):
            change_at(manifest, "files.questions", lambda file: {**file, "shards": [file]})
        change_at(manifest, f"{path}.comment".lstrip("."), lambda _: "mine")

    edit_manifest(folder, change)
    assert ["the manifest has an unknown key" in finding.message for finding in verify(folder).findings] == [
        True
    ]


@pytest.mark.parametrize("name", ["../questions.jsonl", "/etc/hosts", "a/b.jsonl", ""])
def test_a_data_file_outside_the_folder_is_not_read(name: str, folder: Path) -> None:
    edit_manifest(folder, lambda manifest: manifest["files"]["questions"].update(file=name))
    with pytest.raises(FindingsError):
        verify(folder)
