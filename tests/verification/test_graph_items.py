"""The verifier and the graph-to-text family: what is written is clean, and every forgery is named."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cocoa_core.families.graph_to_text import FAMILY
from cocoa_core.running import RunSpec, write_dataset
from cocoa_core.verification import verify
from cocoa_core.verification.graph_to_text import GraphChecker, checker_of

Record = dict[str, Any]
SETTINGS: Record = {"relations": 4, "division": "2&2", "strict": True, "order": "easy-to-hard"}


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _written(tmp_path_factory.mktemp("graphs") / "exam", {})


@pytest.fixture(scope="module")
def divided(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _written(tmp_path_factory.mktemp("graphs") / "divided", SETTINGS)


def _written(folder: Path, given: Record) -> Path:
    source = FAMILY.source(None)
    write_dataset(RunSpec(FAMILY, source, FAMILY.settings(dict(given)), 11), folder, 40)
    return folder


def records(folder: Path) -> list[Record]:
    return [json.loads(line) for line in (folder / "questions.jsonl").read_text("utf-8").splitlines()]


def put(folder: Path, items: list[Record]) -> None:
    lines = [json.dumps(item, ensure_ascii=False, separators=(",", ":")) for item in items]
    (folder / "questions.jsonl").write_text("".join(f"{line}\n" for line in lines), "utf-8")


def found(folder: Path) -> set[str]:
    return {finding.what for finding in verify(folder).findings}


@pytest.mark.parametrize(
    "given",
    [{}, SETTINGS, {"structure": "typed", "order": "hard-to-easy"}, {"shots": 2, "shown": "B"}],
    ids=str,
)
def test_nothing_is_found_in_what_is_written(given: Record, tmp_path: Path) -> None:
    report = verify(_written(tmp_path / "exam", given))
    assert (report.clean, report.checked) == (True, 40), report.findings[:3]
    assert report.checker == "cocoa's own checker of the family graph-to-text"


def test_several_processes_find_the_same(exam: Path) -> None:
    assert verify(exam, workers=2).clean


def of(items: list[Record], distribution: str) -> Record:
    return next(item for item in items if item["distribution"] == distribution)


def _label(items: list[Record]) -> None:
    of(items, "id")["label"] = "AtLocation&IsA"


def _shown_label(items: list[Record]) -> None:
    of(items, "ood")["demonstrations"][2]["label"] = "AtLocation&IsA"


def _structure(items: list[Record]) -> None:
    one = of(items, "id")
    one["structure"] = "A" if one["structure"] != "A" else "B"


def _claims_out(items: list[Record]) -> None:
    of(items, "id")["distribution"] = "ood"


def _claims_in(items: list[Record]) -> None:
    of(items, "ood")["distribution"] = "id"


def _shows_the_label(items: list[Record]) -> None:
    """One demonstration of an item in distribution, put among those of its twin."""
    of(items, "ood")["demonstrations"][0] = items[0]["demonstrations"][0]


def _uncovered(items: list[Record]) -> None:
    """Every demonstration is the one that shows least of the label."""
    one = next(item for item in items if item["distribution"] == "ood" and item["label"].count("&") > 1)
    asked = set(one["label"].split("&"))
    least = min(one["demonstrations"], key=lambda shown: len(asked & set(shown["label"].split("&"))))
    one["demonstrations"] = [least] * 4


def _leaks(items: list[Record]) -> None:
    """A test concept set shown as a demonstration."""
    one, other = items[0], next(item for item in items if item["sample"][:12] != items[0]["sample"][:12])
    names = ("sample", "concepts", "graph", "label", "structure")
    one["demonstrations"][0] = {**{name: other[name] for name in names}, "sentence": other["key"][0]}


def _graph(items: list[Record]) -> None:
    items[0]["graph"][0][1] = "Desires" if items[0]["graph"][0][1] != "Desires" else "IsA"


def _turned(items: list[Record]) -> None:
    head, relation, tail = items[0]["graph"][0]
    items[0]["graph"][0] = [tail, relation, head]


def _concept(items: list[Record]) -> None:
    items[0]["concepts"][0] = "unicorn"


def _sentence(items: list[Record]) -> None:
    items[0]["demonstrations"][1]["sentence"] = "The unicorn is in the garden."


def _key(items: list[Record]) -> None:
    items[0]["key"] = ["The unicorn is in the garden."]


def _three(items: list[Record]) -> None:
    del items[0]["demonstrations"][3]


def _identity(items: list[Record]) -> None:
    items[0]["id"] = "0" * 16


def _pair(items: list[Record]) -> None:
    items[0]["groups"] = {}


def _without_a_twin(items: list[Record]) -> None:
    del items[1], items[2]


def _gives_away(items: list[Record]) -> None:
    items[0]["demonstrations"][3]["sentence"] = items[0]["key"][-1]


FORGERIES: dict[Callable[[list[Record]], None], str] = {
    _label: "label",
    _shown_label: "label",
    _structure: "structure",
    _claims_out: "distribution",
    _claims_in: "distribution",
    _shows_the_label: "distribution",
    _uncovered: "cover",
    _leaks: "group",
    _graph: "sample",
    _turned: "sample",
    _concept: "sample",
    _sentence: "demonstration",
    _key: "key",
    _three: "demonstration",
    _gives_away: "demonstration",
    _identity: "id",
    _pair: "groups",
    _without_a_twin: "counts",
}


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda one: one.__name__.strip("_"))
def test_a_forgery_is_named(forge: Callable[[list[Record]], None], exam: Path, tmp_path: Path) -> None:
    shutil.copytree(exam, tmp_path / "forged")
    items = records(exam)
    forge(items)
    put(tmp_path / "forged", items)
    assert FORGERIES[forge] in found(tmp_path / "forged")


def test_a_division_an_order_and_strictness_are_derived(divided: Path) -> None:
    checker = checker_of(divided)
    one = of(records(divided), "ood")
    assert not checker.flaws(one)

    def named(forged: Record) -> set[str]:
        return {flaw.what for flaw in checker.flaws(forged)}

    other = {**one, "demonstrations": [one["demonstrations"][0]] * 4}
    assert {"division", "cover"} <= named(other)
    several = (
        record
        for record in records(divided)
        if len({each["structure"] for each in record["demonstrations"]}) > 1
    )
    mixed = next(several)
    assert "order-shown" in named({**mixed, "demonstrations": mixed["demonstrations"][::-1]})
    inside = of(records(divided), "id")
    assert "strict" in named({**inside, "distribution": "ood"})


@pytest.mark.parametrize(
    ("name", "value"), [("structure", "A"), ("relations", 12), ("concepts", 9), ("distribution", "ood")]
)
def test_an_item_that_is_not_what_was_asked_for_is_named(name: str, value: object, exam: Path) -> None:
    one = next(
        record for record in records(exam) if record["distribution"] == "id" and record["structure"] != "A"
    )
    one["provenance"]["settings"][name] = value
    assert "settings" in {flaw.what for flaw in checker_of(exam).flaws(one)}


@pytest.mark.parametrize(
    ("name", "value", "what"),
    [
        ("shots", 3, "demonstration"),
        ("shots", "4", "demonstration"),
        ("shown", "A", "structure"),
        ("shown", 1, "structure"),
        ("hidden", "A", "keys"),
    ],
)
def test_other_demonstrations_than_were_asked_for_are_named(
    name: str, value: object, what: str, exam: Path
) -> None:
    """A record has a setting of demonstrations only where it is not the usual one."""
    checker = checker_of(exam)
    for record in records(exam):
        structures = {each["structure"] for each in record["demonstrations"]}
        record["provenance"]["settings"][name] = value
        if structures != {value}:
            assert what in {flaw.what for flaw in checker.flaws(record)}


def test_changed_graphs_are_found_by_their_digest_and_by_the_items(exam: Path, tmp_path: Path) -> None:
    shutil.copytree(exam, tmp_path / "forged")
    path = tmp_path / "forged" / "domain" / "graphs.jsonl"
    sample = records(exam)[0]["sample"][:12]
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(line for line in lines if sample not in line), "utf-8")
    assert {"digest", "sample"} <= found(tmp_path / "forged")


def test_a_label_of_too_few_concept_sets_is_found(exam: Path) -> None:
    samples = checker_of(exam).samples
    record = records(exam)[0]
    samples.sets[record["label"]] = 4  # type: ignore[index]
    flaws = GraphChecker(samples).flaws(record)
    assert any("left out" in flaw.problem for flaw in flaws)


@pytest.mark.parametrize(
    "record",
    [None, [], {}, {"id": 1}, 7, "x"],
    ids=str,
)
def test_any_json_is_answered(record: Any, exam: Path) -> None:
    assert {flaw.what for flaw in checker_of(exam).flaws(record)} <= {"keys", "type"}


def test_a_part_of_any_other_type_is_answered(exam: Path) -> None:
    checker, record = checker_of(exam), records(exam)[0]
    payload = ("key", "sample", "concepts", "graph", "label", "structure", "distribution", "demonstrations")
    for name in payload:
        for value in (None, 7, "", [], {}, [[]], [["a"]], [{}], {"a": []}):
            assert checker.flaws({**record, name: value}) or value == record[name], (name, value)
    for name in set(record) - set(payload):
        assert checker.flaws({**record, name: 7}), name
    for name in record["demonstrations"][0]:
        for value in (None, 7, "", [], {}, [[]]):
            forged = {**record["demonstrations"][0], name: value}
            if value != record["demonstrations"][0][name]:
                assert checker.flaws({**record, "demonstrations": [forged, *record["demonstrations"][1:]]}), (
                    name
                )


def test_a_graph_of_a_hundred_thousand_edges_is_answered_soon(exam: Path) -> None:
    record = records(exam)[0]
    record["graph"] = [[f"node {number}", "IsA", f"node {number + 1}"] for number in range(100_000)]
    record["concepts"] = ["node 0", "node 7", "node 100000"]
    assert {flaw.what for flaw in checker_of(exam).flaws(record)} == {"type"}
