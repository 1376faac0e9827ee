"""What holds of every format: the same bytes, the questions asked for, refusals that leave nothing behind."""

from __future__ import annotations

import hashlib
import json
import shutil
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from items.made_up import contents
from toy_families import TEXT

from cocoa_core.errors import UsageError
from cocoa_core.export import FORMATS, ExportJob, ExportOptions, export, formats_of
from cocoa_core.export.staging import EXPORT
from cocoa_core.items import Dataset, family_named, read_dataset, read_manifest
from cocoa_core.running import RunSpec, write_dataset

EVERY = pytest.mark.parametrize("to", list(formats_of(family_named("selection"))))


@EVERY
def test_the_same_call_gives_the_same_bytes(to: str, hotels: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(hotels, tmp_path / "elsewhere" / hotels.name))
    export(hotels, to, tmp_path / "one")
    export(copy, to, tmp_path / "two")
    assert contents(tmp_path / "one") == contents(tmp_path / "two")


@EVERY
def test_limit_and_side_choose_the_first_questions_of_a_side(to: str, hotels: Path, tmp_path: Path) -> None:
    dataset = read_dataset(hotels)
    whole = export(hotels, to, tmp_path / "whole")
    assert dict(whole.questions) == {side: dataset.manifest.files[side].items for side in dataset.sides}
    assert set(export(hotels, to, tmp_path / "limited", ExportOptions(limit=3)).questions.values()) == {3}
    assert dict(export(hotels, to, tmp_path / "one", ExportOptions(side="train", limit=2)).questions) == {
        "train": 2
    }


@EVERY
def test_the_export_says_what_it_is_and_what_its_files_are(to: str, flights: Path, tmp_path: Path) -> None:
    exported = export(flights, to, tmp_path / "out", ExportOptions(limit=4))
    facts = json.loads((tmp_path / "out" / EXPORT).read_bytes())
    assert facts["format"] == f"cocoa-export/1 {to}"
    assert facts["dataset"]["digest"] == read_dataset(flights).manifest.domain.digest
    assert facts["questions"] == dict(exported.questions) == {"test": 4}
    assert set(exported.files) == {*facts["files"], EXPORT} == set(contents(tmp_path / "out"))
    for name, digest in facts["files"].items():
        assert hashlib.sha256((tmp_path / "out" / name).read_bytes()).hexdigest() == digest


@EVERY
def test_progress_counts_every_question_once(to: str, hotels: Path, tmp_path: Path) -> None:
    seen: list[tuple[int, int | None]] = []
    export(hotels, to, tmp_path / "out", progress=lambda done, total: seen.append((done, total)))
    count = read_dataset(hotels).manifest.count
    assert seen == [(done, count) for done in range(1, count + 1)]


@pytest.mark.parametrize(
    ("to", "asked", "said"),
    [
        ("csv", ExportOptions(), "no such export format"),
        ("parquet", ExportOptions(strategy="direct"), "no use for --strategy"),
        ("groundcocoa", ExportOptions(prompt=Path("x")), "no use for --prompt"),
        ("lm-eval", ExportOptions(explain=True), "no use for --explain"),
        ("messages", ExportOptions(strategy="guess"), "no such strategy"),
        ("messages", ExportOptions(prompt=Path("nowhere.txt")), "prompt file"),
        ("messages", ExportOptions(side="trian"), "no such side"),
        ("messages", ExportOptions(limit=0), "limit"),
    ],
)
def test_a_wrong_call_is_refused_and_leaves_nothing(
    to: str, asked: ExportOptions, said: str, flights: Path, tmp_path: Path
) -> None:
    with pytest.raises(UsageError, match=said):
        export(flights, to, tmp_path / "out", asked)
    assert list(tmp_path.iterdir()) == []


@EVERY
def test_of_an_interrupted_data_set_what_is_there_is_exported_and_said_to_be_a_part(
    to: str, flights: Path, tmp_path: Path
) -> None:
    exam = Path(shutil.copytree(flights, tmp_path / "exam"))
    manifest = json.loads((exam / "manifest.json").read_bytes())
    manifest["complete"], manifest["count"] = False, 100
    (exam / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    lines = (exam / "questions.jsonl").read_bytes().splitlines(keepends=True)
    (exam / "questions.jsonl").write_bytes(b"".join(lines[:7]) + lines[7][:100])
    seen: list[int | None] = []
    exported = export(exam, to, tmp_path / "out", progress=lambda done, total: seen.append(total))
    assert dict(exported.questions) == {"test": 7}
    assert exported.notes == (f"{exam} is not complete: the questions that are there were exported",)
    assert seen == [None] * 7


def test_no_more_than_one_question_is_held(tmp_path: Path) -> None:
    call = RunSpec(TEXT, None, TEXT.settings({}), 1)
    write_dataset(call, tmp_path / "exam", 1200)
    dataset = Dataset(tmp_path / "exam", read_manifest(tmp_path / "exam"), TEXT)

    def peak(limit: int) -> int:
        form = FORMATS["messages"]
        job = ExportJob(dataset, form, ExportOptions(limit=limit), tmp_path, lambda done, total: None)
        tracemalloc.start()
        job.write_lines(job.splits[0], lambda item: {"id": item.id})
        most: Any = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return int(most)

    peak(1200)  # what reads JSON keeps short texts, up to a bound
    assert peak(1200) < peak(200) + 50_000
