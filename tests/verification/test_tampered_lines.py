"""Lines that are missing, added, cut, swapped or forged are found, and named."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from verification.conftest import FLIGHTS
from verification.dataset_edits import DATA, dumped, lines, renamed, whats, write

import cocoa_core
from cocoa_core.verification import verify


def moved(line: bytes, index: int) -> bytes:
    """The line as that of another index, with the id that follows from it."""
    record = json.loads(line)
    record["provenance"]["index"] = index
    return dumped(renamed(record))


def with_swapped_ids(content: list[bytes]) -> list[bytes]:
    one, two = map(json.loads, content[4:6])
    one["id"], two["id"] = two["id"], one["id"]
    return [*content[:4], dumped(one), dumped(two), *content[6:]]


Found = tuple[str, int]
"""What is found, and on which line; 0 for what is found of the file or the data set."""
EDITS: dict[str, tuple[Callable[[list[bytes]], list[bytes]], set[Found], bool]] = {
    "a line cut short": (
        lambda content: [*content[:5], content[5][:700] + b"\n", *content[6:]],
        {("json", 6), ("missing", 0), ("counts", 0)},
        False,
    ),
    "no last line end": (
        lambda content: [*content[:-1], content[-1][:-1]],
        {("cut-line", 40)},
        True,
    ),
    "a missing line": (
        lambda content: content[:7] + content[8:],
        {("missing", 0), ("counts", 0)},
        False,
    ),
    "an empty line": (lambda content: [*content[:7], b"\n", *content[7:]], {("json", 8)}, True),
    "a question asked twice under another index": (
        lambda content: [*content, moved(content[3], 40)],
        {("duplicate", 41)},
        False,
    ),
    "swapped lines": (
        lambda content: [*content[:4], content[5], content[4], *content[6:]],
        {("order", 6)},
        True,
    ),
    "swapped ids": (with_swapped_ids, {("id", 5), ("id", 6)}, True),
    "an index far away, which takes no memory": (
        lambda content: [*content[:-1], moved(content[-1], 10**15)],
        {("order", 40)},
        True,
    ),
    "a key twice, and blanks": (
        lambda content: [
            content[0].replace(b'"answer":', b'"answer":"A","answer":', 1),
            json.dumps(json.loads(content[1])).encode() + b"\n",
            *content[2:],
        ],
        {("json", 1), ("json", 2)},
        True,
    ),
}
"""An edit of the lines, what is found, and whether nothing else is."""


@pytest.mark.parametrize("name", EDITS)
def test_an_edit_of_lines_is_found_where_it_is(name: str, folder: Path) -> None:
    edit, expected, alone = EDITS[name]
    write(folder, edit(lines(folder)), hide=True)
    found = {(finding.what, finding.place.line or 0) for finding in verify(folder).findings}
    assert found == expected if alone else found >= expected, found


def test_a_file_cut_short_is_found(folder: Path) -> None:
    content = (folder / DATA).read_bytes()
    (folder / DATA).write_bytes(content[:-300])
    report = verify(folder)
    assert {"cut-line", "json", "sha256", "counts"} <= whats(report)
    assert report.findings[0].place.line == 40


@pytest.mark.parametrize(("count", "made"), [(60, {"option_sets": 2}), (10, {"groups": "edit"})])
def test_a_missing_last_item_of_an_index_is_found(count: int, made: dict[str, Any], tmp_path: Path) -> None:
    """All but of the last index, which the number of questions that were asked for may cut short."""
    cocoa_core.load_domain(FLIGHTS).write(tmp_path / "set", count, seed=6, slots=2, minterms=2, **made)
    assert verify(tmp_path / "set").clean
    content = lines(tmp_path / "set")
    records = [json.loads(line) for line in content]
    rings = Counter(one["groups"]["ring"] for one in records if one["provenance"]["option_set"] == 0)
    number = next(
        number
        for number, one in enumerate(records)
        if one["provenance"]["option_set"] == 1 and (rings[one["groups"]["ring"]] > 1 or "groups" in made)
    )
    write(tmp_path / "set", content[:number] + content[number + 1 :], hide=True)
    assert "group" in whats(verify(tmp_path / "set"))


def test_an_added_line_is_found(folder: Path) -> None:
    content = lines(folder)
    write(folder, [*content[:7], content[3], *content[7:]])
    report = verify(folder)
    assert {"lines", "sha256", "order", "duplicate", "counts"} <= whats(report)
    assert all(
        finding.place.line == 8 for finding in report.findings if finding.what in ("order", "duplicate")
    )


def test_a_letter_out_of_balance_is_found(folder: Path) -> None:
    """Options relabelled throughout so that every answer is A: each question alone is right."""
    content = [dumped(with_answer_a(json.loads(line))) for line in lines(folder)]
    write(folder, content, hide=True)
    report = verify(folder)
    # Of objects by letter all have one key now, so that the card states other types than the lines have.
    assert whats(report) == {"letters", "counts", "card"}


def with_answer_a(record: dict[str, Any]) -> dict[str, Any]:
    names = {record["answer"]: "A", "A": record["answer"]}
    for option in record["options"]:
        option["label"] = names.get(option["label"], option["label"])
    record["options"].sort(key=lambda option: str(option["label"]))
    record["answer"] = "A"
    record["key"] = ["A"]
    (satisfied,) = record["certificate"]["satisfied"].values()
    record["certificate"]["satisfied"] = {"A": satisfied}
    for holder in (record["certificate"], record["complexity"]):
        for key in {"broken", "entropy"} & holder.keys():
            holder[key] = dict(sorted((names.get(label, label), one) for label, one in holder[key].items()))
    for use in record["certificate"]["terms"]:
        for key in use:
            use[key] = sorted(names.get(label, label) for label in use[key])
    return record


def test_a_requirement_on_two_sides_is_found(sided_folder: Path) -> None:
    train, test = lines(sided_folder, "train.jsonl"), lines(sided_folder, "test.jsonl")
    stray, last = json.loads(train[0]), json.loads(test[-1])
    stray["provenance"].update(side="test", index=last["provenance"]["index"] + 1)
    write(sided_folder, [*test, dumped(renamed(stray))], "test.jsonl", hide=True)
    assert "two-sides" in whats(verify(sided_folder))


def test_an_index_on_two_sides_is_found(sided_folder: Path) -> None:
    train, test = lines(sided_folder, "train.jsonl"), lines(sided_folder, "test.jsonl")
    stray = json.loads(test[-1])
    stray["provenance"]["index"] = max(json.loads(line)["provenance"]["index"] for line in train)
    write(sided_folder, [*test[:-1], dumped(renamed(stray))], "test.jsonl", hide=True)
    report = verify(sided_folder)
    assert any(finding.what == "order" and "two places" in finding.message for finding in report.findings)


def test_a_question_in_the_file_of_another_side_is_found(sided_folder: Path) -> None:
    train, test = lines(sided_folder, "train.jsonl"), lines(sided_folder, "test.jsonl")
    write(sided_folder, train[:-1], "train.jsonl", hide=True)
    write(sided_folder, [*test, train[-1]], "test.jsonl", hide=True)
    assert "provenance" in whats(verify(sided_folder))


def test_a_missing_option_set_is_found(sided_folder: Path) -> None:
    for name in ("train.jsonl", "test.jsonl"):
        content = lines(sided_folder, name)
        places = [json.loads(line)["provenance"] for line in content]
        number = next((at for at, made in enumerate(places[:-1]) if places[at + 1]["option_set"] == 1), None)
        if number is not None:
            write(sided_folder, content[:number] + content[number + 1 :], name, hide=True)
            assert "order" in whats(verify(sided_folder))
            return
    pytest.fail("no question has two option sets")


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe\n",
        b"[]\n",
        b"null\n",
        b'"text"\n',
        b"{}\n",
        b'{"id": NaN}\n',
        b'{"id": 1' + b"0" * 5000 + b"}\n",
        b"[" * 100_000 + b"\n",
        b'{"id": {"a": []}, "options": 3}\n',
    ],
)
def test_rubbish_is_found_and_stops_nothing(line: bytes, folder: Path) -> None:
    write(folder, [line, *lines(folder)], hide=True)
    report = verify(folder)
    assert report.checked == 41
    assert {finding.place.line for finding in report.findings if finding.place.file == DATA} == {1}
