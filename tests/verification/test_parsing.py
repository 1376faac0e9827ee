"""What is forged in a sentence, its form or its place is found, each by its name."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cocoa_core.families.parsing.family import FAMILY
from cocoa_core.items import Dataset
from cocoa_core.running import RunSpec, write_dataset
from cocoa_core.verification import ManifestFacts, verify
from cocoa_core.verification.parsing import ParsingChecker


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    """240 sentences in three forms each, everything held out."""
    folder = tmp_path_factory.mktemp("parsing") / "items"
    settings = FAMILY.settings({"hold-out": "all", "variants": "recogs,reordered"})
    manifest = write_dataset(RunSpec(FAMILY, None, settings, 5), folder, 720).manifest
    return Dataset(folder, manifest, FAMILY)


def records(dataset: Dataset, side: str, variant: str = "plain") -> list[dict[str, Any]]:
    return [item.to_json() for item in dataset.side(side) if item.variant == variant]


def found(dataset: Dataset, record: Any, side: str) -> set[str]:
    manifest = dataset.manifest
    run = ManifestFacts(None, manifest.seed, manifest.settings, manifest.cocoa_version, side, "parsing")
    return {flaw.what for flaw in ParsingChecker().flaws(record, run)}


def test_what_was_written_is_clean_whatever_the_workers(dataset: Dataset) -> None:
    for workers in (1, 2):
        report = verify(dataset.folder, workers=workers)
        assert (report.clean, report.checked, report.plugged) == (True, 720, False)
        assert report.checker == "cocoa's own checker of the family parsing"


def sentence_of(dataset: Dataset, wanted: Callable[[dict[str, Any]], bool], variant: str = "plain") -> Any:
    return next(record for record in records(dataset, "train", variant) if wanted(record))


FORGERIES: dict[str, tuple[Callable[[dict[str, Any]], dict[str, Any]], str]] = {
    "a role exchanged": (lambda one: {"key": one["key"].replace("agent", "recipient", 1)}, "label"),
    "a conjunct dropped": (lambda one: {"key": one["key"].rpartition(" AND ")[0]}, "label"),
    "a definite made indefinite": (lambda one: {"key": one["key"].replace("* ", "", 1)}, "label"),
    "key and form exchanged": (lambda one: {"key": one["form"]}, "label"),
    "the form in COGS": (lambda one: {"form": one["form"].replace("x _ 1", "x _ 3")}, "form"),
    "another noun": (lambda one: {"sentence": one["sentence"].replace("The ", "A ", 1)}, "form"),
    "no sentence": (lambda one: {"sentence": f"so {one['sentence']}"}, "sentence"),
    "a category": (lambda one: {"category": "cp_recursion"}, "held-out"),
    "an id": (lambda one: {"id": "0" * 16}, "id"),
    "a group": (lambda one: {"groups": {"meaning": "0" * 16}}, "groups"),
    "an ask": (lambda one: {"ask": "sense"}, "ask"),
    "a notation": (lambda one: {"notation": "cogs"}, "settings"),
    "a variant": (lambda one: {"variant": "rm-x"}, "type"),
    "a number for a key": (lambda one: {"key": 7}, "type"),
    "one key more": (lambda one: {"hint": "none"}, "keys"),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_a_forgery_is_found(dataset: Dataset, name: str) -> None:
    record = sentence_of(
        dataset,
        lambda one: one["sentence"].startswith("The ") and "agent" in one["key"] and "AND" in one["key"],
    )
    assert found(dataset, record, "train") == set()
    forge, what = FORGERIES[name]
    assert what in found(dataset, {**record, **forge(record)}, "train")


@pytest.mark.parametrize("variant", ["recogs", "reordered"])
def test_in_a_variant_names_or_order_are_free_and_the_meaning_is_not(dataset: Dataset, variant: str) -> None:
    for record in records(dataset, "train", variant)[:40]:
        if record["category"] == "primitive":
            continue
        key = record["key"]
        front, _, body = key.rpartition(" ; ")
        turned = f"{front} ; {' AND '.join(reversed(body.split(' AND ')))}" if front else key
        moved = turned != key and variant == "recogs"
        assert ("label" in found(dataset, {**record, "key": turned}, "train")) is moved
        wrong = key.replace("agent", "theme").replace("nmod", "acl")
        if wrong != key:
            assert "label" in found(dataset, {**record, "key": wrong}, "train")


def test_two_variables_of_recogs_made_one_are_found(dataset: Dataset) -> None:
    record = sentence_of(dataset, lambda one: one["key"].count(" ; ") > 1, "recogs")
    first, second = (part.split(" ")[-2] for part in record["key"].split(" ; ")[:2])
    merged = " ".join(first if token == second else token for token in record["key"].split(" "))
    assert "label" in found(dataset, {**record, "key": merged}, "train")


def test_a_tested_sentence_on_a_side_to_learn_from_is_found(dataset: Dataset) -> None:
    """And one without anything that is held out on the side that tests it."""
    for record in records(dataset, "gen"):
        made = {**record["provenance"], "side": "train"}
        forged = {**record, "category": "in_distribution", "provenance": made}
        assert found(dataset, forged, "train") == {"held-out"}
    for record in records(dataset, "train")[:30]:
        made = {**record["provenance"], "side": "gen"}
        forged = {**record, "category": "pp_recursion", "provenance": made}
        assert "held-out" in found(dataset, forged, "gen")


def test_a_held_out_word_alone_is_one_that_is_seen_so(dataset: Dataset) -> None:
    record = next(one for one in records(dataset, "train") if one["category"] == "primitive")
    assert found(dataset, record, "train") == set()
    wrong = {"sentence": "badger", "form": "LAMBDA a . badger ( a )", "key": "LAMBDA a . badger ( a )"}
    assert found(dataset, {**record, **wrong}, "train") == {"held-out"}


def test_a_sentence_on_two_sides_and_one_asked_twice_are_found(dataset: Dataset, tmp_path: Path) -> None:
    lines = {
        side: (dataset.folder / f"{side}.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)
        for side in dataset.sides
    }
    for state in dataset.folder.iterdir():
        (tmp_path / state.name).write_bytes(state.read_bytes())
    moved = json.loads(lines["train"][0])
    lines["dev"][0] = json.dumps({**moved, "provenance": {**moved["provenance"], "side": "dev"}}) + "\n"
    (tmp_path / "dev.jsonl").write_text("".join(lines["dev"]), encoding="utf-8")
    names = {finding.what for finding in verify(tmp_path).findings}
    assert {"two-sides", "duplicate"} <= names


TEXTS = ("id", "family", "ask", "variant", "key", "sentence", "notation", "category", "form")
PLACES = ("seed", "index", "attempt", "settings", "side", "rejections", "version", "canary")
MADE: tuple[Any, ...] = (None, {}, {"settings": {"variants": None}}, dict.fromkeys(PLACES))
WRONG = tuple({**dict.fromkeys(TEXTS, "x"), "groups": {}, "provenance": made} for made in MADE)


@pytest.mark.parametrize("record", [None, [], {}, {"provenance": {}}, *WRONG], ids=str)
def test_nothing_raises_for_any_json(record: Any) -> None:
    assert ParsingChecker().flaws(record)


def test_sentences_without_end_and_hostile_keys_end(dataset: Dataset) -> None:
    record = records(dataset, "train")[0]
    long = "The goat " + "that the goat " * 200 + "smiled ."
    for forged in ({"sentence": long}, {"key": "( " * 5_000}, {"form": "x" * 19_000}):
        assert found(dataset, {**record, **forged}, "train")
