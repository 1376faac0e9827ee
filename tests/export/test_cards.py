"""Cards and listings say what lies beside them; a replaced export loses nothing before its time."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from ruamel.yaml import YAML

from cocoa_core.export import ExportOptions, export
from cocoa_core.export.staging import EXPORT, placed, write_contents
from cocoa_core.items import CANARY, family_named, hub_header, read_manifest, write_card


def card(folder: Path) -> tuple[dict[str, Any], str]:
    _, header, body = (folder / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    return YAML(typ="safe").load(header), body


def table(body: str, head: str) -> dict[str, str]:
    lines = body[body.index(head) :].split("\n\n")[0].splitlines()[2:]
    return {cells[1].strip(" `"): cells[2].strip() for cells in (line.split("|") for line in lines)}


@pytest.mark.parametrize(("to", "ending"), [("messages", "jsonl"), ("parquet", "parquet")])
def test_a_card_names_every_split_and_every_column(
    to: str, ending: str, hotels: Path, tmp_path: Path
) -> None:
    exported = export(hotels, to, tmp_path / "out")
    header, body = card(tmp_path / "out")
    (config,) = header["configs"]
    assert {file["split"]: file["path"] for file in config["data_files"]} == {
        name: f"{name}.{ending}" for name in exported.questions
    }
    assert table(body, "| split |") == {name: str(many) for name, many in exported.questions.items()}
    if to == "messages":
        columns = list(json.loads((tmp_path / "out" / "train.jsonl").read_text("utf-8").splitlines()[0]))
    else:
        columns = list(json.loads((hotels / "train.jsonl").read_text("utf-8").splitlines()[0]))
        columns[-1:-1] = ["asked", "differs"]  # a table has them also where no question says anything there
    assert list(table(body, "| column |")) == columns
    assert CANARY in body
    assert f"# {sum(exported.questions.values())} questions about hotels" in body


@pytest.mark.parametrize(
    ("count", "size"),
    [(999, "n<1K"), (1_000, "1K<n<10K"), (9_999, "1K<n<10K"), (10_000, "10K<n<100K"), (10**6, "1M<n<10M")],
)
def test_a_size_class_begins_where_the_one_before_ends(count: int, size: str) -> None:
    header = YAML(typ="safe").load(hub_header("x", count, ("question-answering",), []).strip("-\n"))
    assert header["size_categories"] == [size]


def test_the_listing_holds_what_was_asked_for(hotels: Path, tmp_path: Path) -> None:
    asked = ExportOptions(side="train", limit=2, strategy="cot-full", explain=True)
    export(hotels, "messages", tmp_path / "out", asked)
    facts = json.loads((tmp_path / "out" / EXPORT).read_bytes())
    assert [facts[key] for key in ("side", "limit", "strategy", "explain")] == ["train", 2, "cot-full", True]
    assert facts["dataset"]["domain"] == "hotels"
    assert facts["dataset"]["seed"] == 3


def put(out: Path, names: tuple[str, ...]) -> None:
    with placed(out, force=True) as folder:
        for name in names:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(name, encoding="utf-8")
        write_contents(folder, {"format": "test"})


def test_force_writes_into_folders_that_are_not_there_yet(tmp_path: Path) -> None:
    put(tmp_path / "out", ("a",))
    put(tmp_path / "out", ("a", "deep/b"))
    assert (tmp_path / "out" / "deep" / "b").read_text(encoding="utf-8") == "deep/b"


def test_files_of_the_export_before_go_only_when_the_new_ones_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path / "out", ("a", "old"))
    before = (tmp_path / "out" / EXPORT).read_bytes()

    def full(source: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    with pytest.raises(OSError, match="No space"):
        put(tmp_path / "out", ("a", "new"))
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["a", EXPORT, "old"]
    assert (tmp_path / "out" / EXPORT).read_bytes() == before


def test_what_records_say_is_no_markup_in_a_card(flights: Path, tmp_path: Path) -> None:
    manifest = read_manifest(flights)
    text = "<img src=x>|`a`\n# [x](javascript:1)"
    counts = {"questions": {text: {text: 3}}}
    shutil.copytree(flights, tmp_path / "exam")
    write_card(tmp_path / "exam", evolve(manifest, counts=counts), family_named("selection"))
    card = (tmp_path / "exam" / "README.md").read_text(encoding="utf-8")
    shown = r"\<img src=x>\|\`a\` # \[x](javascript:1)"
    assert f"| {shown} | 3 |" in card
    assert card.count("img src") == 2
    assert "\n# [" not in card
