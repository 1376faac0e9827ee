"""Questions that need a table: the verifier says which, and looks everything up for itself."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from verification.dataset_edits import edit_manifest, lines, renamed, whats

from cocoa_core.verification import verify
from cocoa_core.verification.selection.checker import QuestionChecker

Record = dict[str, Any]


@pytest.fixture(scope="module")
def knowing(knowing_set: Path) -> list[Record]:
    return [json.loads(line) for line in lines(knowing_set)]


def found(checker: QuestionChecker, record: Record) -> set[str]:
    return {flaw.what for flaw in checker.flaws(record)}


def test_questions_that_need_a_table_are_clean(knowing_set: Path, knowing: list[Record]) -> None:
    assert verify(knowing_set).clean
    assert all(record["knowledge"] for record in knowing)
    assert len({name for record in knowing for name in record["knowledge"]}) > 1


@pytest.mark.parametrize(
    "change",
    [
        lambda record: record.update(knowledge=[]),
        lambda record: record["knowledge"].append("price"),
        lambda record: record["provenance"]["settings"].update(knowledge=False),
    ],
)
def test_a_question_that_hides_what_it_needs_is_found(
    change: Callable[[Record], Any], knowing: list[Record], checker: QuestionChecker
) -> None:
    for record in knowing:
        spoiled = copy.deepcopy(record)
        change(spoiled)
        assert "knowledge" in found(checker, renamed(spoiled))


def test_a_question_that_needs_no_table_does_not_say_so(
    records: list[Record], checker: QuestionChecker
) -> None:
    for record in records:
        spoiled = copy.deepcopy(record)
        spoiled["provenance"]["settings"]["knowledge"] = True
        assert "knowledge" in found(checker, renamed(spoiled))


def test_a_label_rests_on_the_table(knowing_folder: Path) -> None:
    """With another table the same questions have other labels, whatever their digests say."""
    for path in sorted((knowing_folder / "domain" / "tables").iterdir()):
        header, *rows = path.read_text().splitlines()
        keys = [row.split(",", 1)[0] for row in rows]
        values = [row.split(",", 1)[1] for row in rows]
        turned = [f"{key},{value}" for key, value in zip(keys, values[7:] + values[:7], strict=True)]
        path.write_text("\n".join([header, *turned, ""]))
    assert {"digest", "label", "certificate"} <= whats(verify(knowing_folder))


def test_a_city_that_the_table_lacks_is_found(knowing_folder: Path) -> None:
    path = knowing_folder / "domain" / "tables" / "places.csv"
    path.write_text("\n".join(path.read_text().splitlines()[:20]) + "\n")
    assert "knowledge" in whats(verify(knowing_folder))


def test_the_manifest_counts_what_needs_a_table(knowing_folder: Path) -> None:
    edit_manifest(knowing_folder, lambda manifest: manifest["counts"]["questions"]["knowledge"].popitem())
    assert "counts" in whats(verify(knowing_folder))
