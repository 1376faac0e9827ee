"""`datasets.load_dataset` reads small data sets with several sides, where a column is null on one of them."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from every_ask import ASKS, call_of
from export.conftest import LOAD
from export.outside import outside

import cocoa_core
from cocoa_core.items import FORMATS, Packing, family_named, features_of, hub_header, in_words
from cocoa_core.running import RunSpec, write_dataset

COUNT = 6
HARD: dict[str, list[dict[str, Any]]] = {
    "train": [
        {"null": None, "empty": [], "keys": {"a": 1}, "number": 1, "deep": [{"x": None}], "mixed": [1, "b"]},
        {"null": None, "empty": [], "keys": {}, "number": 2, "deep": [], "mixed": []},
    ],
    "test": [
        {"null": "now", "empty": [[2]], "keys": {"b": [1]}, "number": 0.5, "deep": [{"x": {"y": True}}]},
        {"null": None, "empty": [[]], "keys": {"a": "c"}, "number": 3, "deep": [{"x": None}], "late": "1"},
    ],
}
"""Rows of which no side says all: other types, other keys, no items, columns that are not there."""


def without_nulls(value: Any) -> Any:
    """What is left of a value; numbers as far as they survive `datasets`."""
    if isinstance(value, dict):
        return {key: without_nulls(one) for key, one in value.items() if one is not None}
    if isinstance(value, list):
        return [without_nulls(one) for one in value]
    return round(value, 10) if isinstance(value, float) else value


def in_halves(family: str, ask: str) -> RunSpec:
    """A run of the ask, parted into two sides where the family can."""
    call = call_of(family, ask)
    if family != "selection":
        return call
    found = family_named(family)
    halves = found.settings({"ask": ask, "split": {"train": 0.5, "test": 0.5}})
    return RunSpec(found, call.source, halves, call.seed)


def lines_of(folder: Path) -> dict[str, list[dict[str, Any]]]:
    """The records of a data set by the split that `datasets` makes of their side."""
    dataset = cocoa_core.read_dataset(folder)
    return {
        "test" if side == "questions" else side: [json.loads(item.line()) for item in dataset.side(side)]
        for side in dataset.sides
    }


def hard(folder: Path) -> Path:
    """A folder with the rows of HARD and a header as that of a data set."""
    folder.mkdir()
    texts = {side: "".join(f"{json.dumps(row)}\n" for row in rows).encode() for side, rows in HARD.items()}
    files: list[tuple[str, str | list[str], str]] = []
    for side, text in texts.items():
        (folder / f"{side}.jsonl").write_bytes(text)
        files.append((side, f"{side}.jsonl", hashlib.sha256(text).hexdigest()))
    features = features_of(json.loads(line) for text in texts.values() for line in text.splitlines())
    (folder / "README.md").write_text(hub_header("hard", 4, (), files, features), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def read(tmp_path_factory: pytest.TempPathFactory) -> dict[Path, dict[str, list[dict[str, Any]]]]:
    """What `datasets` reads in a data set of each ask, and in some of them however they are packed."""
    home = tmp_path_factory.mktemp("small")
    folders = [hard(home / "hard")]
    for family, ask in ASKS:
        folders.append(home / f"{family}-{ask}")
        write_dataset(in_halves(family, ask), folders[-1], COUNT)
    for form in FORMATS:
        folders.append(home / f"shards-{form}")
        write_dataset(in_halves("selection", "relax"), folders[-1], COUNT, packing=Packing(form, shard=2))
    return dict(zip(folders, json.loads(outside(home, sys.executable, LOAD, *folders)), strict=True))


def test_rows_of_which_no_side_says_all_come_back(read: dict[Path, dict[str, Any]]) -> None:
    (found,) = (splits for folder, splits in read.items() if folder.name == "hard")
    assert without_nulls(found) == without_nulls(HARD)


def test_every_ask_comes_back_and_can_be_scored(read: dict[Path, dict[str, Any]]) -> None:
    for family, ask in ASKS:
        (folder,) = (folder for folder in read if folder.name == f"{family}-{ask}")
        records = lines_of(folder)
        assert without_nulls(read[folder]) == without_nulls(records), folder.name
        for side, rows in read[folder].items():
            for row, record in zip(rows, records[side], strict=True):
                right = f"Answer: {in_words(record['key'])}"
                assert cocoa_core.score(row, right) == cocoa_core.score(record, right), folder.name


def test_shards_come_back_however_they_are_packed(read: dict[Path, dict[str, Any]]) -> None:
    written = {folder.name: lines_of(folder) for folder in read if folder.name.startswith("shards")}
    assert len(written) == len(FORMATS)
    for folder, splits in read.items():
        if folder.name in written:
            rows = {
                side: [json.loads(row["record"]) if "record" in row else row for row in of_side]
                for side, of_side in splits.items()
            }
            assert without_nulls(rows) == without_nulls(written[folder.name]), folder.name
