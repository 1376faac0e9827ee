"""`datasets.load_dataset` gives the records back, from an export and from a data set's own folder."""

from __future__ import annotations

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cocoa_core.answers import score
from cocoa_core.errors import UsageError
from cocoa_core.export import export, formats
from cocoa_core.families.selection.exports.columns import question_columns, record_of
from cocoa_core.families.selection.record import ABSENT

DIGITS = 10
"""So many digits of a number in JSON lines survive `datasets`, which reads some columns by way of pandas."""


Loaded = dict[str, dict[str, list[dict[str, Any]]]]


def records(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def kept(value: Any) -> Any:
    """Without what is null, numbers as far as they survive."""
    if isinstance(value, dict):
        return {key: kept(one) for key, one in value.items() if one is not None}
    if isinstance(value, list):
        return [kept(one) for one in value]
    return round(value, DIGITS) if isinstance(value, float) else value


def test_every_record_comes_back_whole_by_split(hotels: Path, loaded: Loaded) -> None:
    found = loaded["parquet of hotels"]
    assert list(found) == ["train", "validation", "test"]
    for side, read in found.items():
        assert list(map(record_of, read)) == records(hotels / f"{side}.jsonl")


def test_knowledge_and_the_order_of_what_is_shown_come_back(travelled: Path, loaded: Loaded) -> None:
    (read,) = loaded["parquet of travelled"].values()
    written = records(travelled / "questions.jsonl")
    assert list(map(record_of, read)) == written
    assert all(row["knowledge"] for row in read)
    for row, record in zip(read, written, strict=True):
        assert json.dumps(row["options"]) == json.dumps(record["options"])


def test_another_folder_of_the_same_name_is_not_taken_for_the_first(flights: Path, loaded: Loaded) -> None:
    assert [row["id"] for row in loaded["a part of flights"]["test"]] == [
        record["id"] for record in records(flights / "questions.jsonl")[:3]
    ]
    here = {row["id"] for split in loaded["hotels"].values() for row in split}
    there = {row["id"] for split in loaded["other hotels"].values() for row in split}
    assert len(here) == len(there) == 200
    assert not here & there


def test_a_row_can_be_scored_as_it_is(loaded: Loaded) -> None:
    (read,) = loaded["parquet of flights"].values()
    for row in read:
        assert score(row, f"Answer: {row['answer']}").outcome == "right"
        other = next(letter for letter in "ABCDE" if letter != row["answer"])
        assert score(row, f"Answer: {other}").outcome == "wrong"


@pytest.mark.parametrize("name", ["flights", "hotels", "travelled"])
def test_a_data_set_itself_can_be_loaded(name: str, request: pytest.FixtureRequest, loaded: Loaded) -> None:
    folder: Path = request.getfixturevalue(name)
    for split, read in loaded[name].items():
        path = folder / f"{split}.jsonl"
        written = records(path if path.exists() else folder / "questions.jsonl")
        assert kept(read) == kept(written)


def test_the_columns_are_the_keys_of_the_record(hotels: Path, loaded: Loaded) -> None:
    record = records(hotels / "train.jsonl")[0]
    about = question_columns(tuple(record["options"][0]["shown"])).about
    assert list(about) == list(loaded["parquet of hotels"]["train"][0])
    assert [name for name in about if name not in ABSENT or name in record] == list(record)
    assert "the family's" not in "".join(about.values())


def test_row_groups_are_small_enough_to_be_read_one_by_one(
    flights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(formats, "_AT_ONCE", 6)
    export(flights, "parquet", tmp_path / "hub")
    file: Any = import_module("pyarrow.parquet").ParquetFile(tmp_path / "hub" / "test.parquet")
    groups = [file.metadata.row_group(index).num_rows for index in range(file.num_row_groups)]
    file.close()
    assert groups == [6, 6, 4]


def test_without_pyarrow_the_package_to_install_is_named(
    flights: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr("cocoa_core.extras.import_module", missing)
    with pytest.raises(UsageError, match="pyarrow") as caught:
        export(flights, "parquet", tmp_path / "hub")
    assert caught.value.fix == "pip install -e '.[parquet]' in a checkout of cocoa"
    assert list(tmp_path.iterdir()) == []
