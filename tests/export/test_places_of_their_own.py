"""Exports to folders of odd names, and what is said of how to read them."""

from __future__ import annotations

import json
import os
import shlex
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from cocoa_core.errors import UsageError
from cocoa_core.export import Exported, ExportOptions, export

NAMES = ["plain", "two words", "it's", 'a "b"', "a{0}{folder}", "$HOME `x`", "日本", "-x", "back\\slash"]


def exported(exam: Path, to: str, out: Path) -> Exported:
    return export(exam, to, out, ExportOptions(limit=2))


@pytest.mark.parametrize("name", NAMES)
def test_what_is_said_can_be_copied_whatever_the_folder_is_called(
    name: str, flights: Path, tmp_path: Path
) -> None:
    words = shlex.split(exported(flights, "lm-eval", tmp_path / "1" / name).use)
    assert words[:3] == ["lm-eval", "run", "--include_path"]
    assert Path(words[3]) == tmp_path / "1" / name
    assert words[4:] == ["--tasks", "cocoa_flights_choice", "cocoa_flights_direct", "--model", "..."]

    def load_dataset(folder: str) -> Path:
        return Path(folder)

    datasets = type("datasets", (), {"load_dataset": staticmethod(load_dataset)})
    for to in ("parquet", "messages"):
        use = exported(flights, to, tmp_path / to / name).use
        assert eval(use, {"datasets": datasets}) == tmp_path / to / name
    use = exported(flights, "groundcocoa", tmp_path / "2" / name).use
    found: Any = eval(use, {"json": json, "open": lambda path: StringIO(Path(path).read_text("utf-8"))})
    assert len(found) == 2


def test_a_side_without_the_name_test_is_read_by_its_own_name(hotels: Path, tmp_path: Path) -> None:
    asked = ExportOptions(side="train", limit=1)
    assert export(hotels, "groundcocoa", tmp_path / "out", asked).use.endswith('["train_set"]')
    assert export(hotels, "groundcocoa", tmp_path / "all").use.endswith('["test_set"]')


def test_the_folder_one_stands_in_stays_the_same_folder(
    flights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = tmp_path / "here"
    here.mkdir()
    before = here.stat().st_ino
    monkeypatch.chdir(here)
    for force in (False, True):
        export(flights, "messages", ".", ExportOptions(limit=2), force=force)
        assert os.stat(".").st_ino == here.stat().st_ino == before
        assert sorted(path.name for path in here.iterdir()) == [
            "README.md",
            "cocoa-export.json",
            "test.jsonl",
        ]
    assert list(tmp_path.iterdir()) == [here]


@pytest.mark.parametrize("force", [False, True])
def test_the_root_is_no_place(flights: Path, force: bool) -> None:
    with pytest.raises(UsageError, match="is the root"):
        export(flights, "messages", "/", force=force)
