"""Lines that are missing, added, cut, swapped or forged are found, and named."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from verification.conftest import FLIGHTS
from verification.dataset_edits import DATA, Copy, dumped, lines, renamed, whats, write

import cocoa_core
from cocoa_core.verification import verify


def test_a_line_cut_short_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    write(folder, [*content[:5], content[5][:700] + b"\n", *content[6:]], hide=True)
    report = verify(folder)
    first = report.findings[0]
    assert (first.what, first.place.file, first.place.line) == ("json", DATA, 6)
    assert {"missing", "counts"} <= whats(report)


def test_a_file_cut_short_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = (folder / DATA).read_bytes()
    (folder / DATA).write_bytes(content[:-300])
    report = verify(folder)
    assert {"cut-line", "json", "sha256", "counts"} <= whats(report)
    assert report.findings[0].place.line == 40


def test_a_file_without_its_last_line_end_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    write(folder, [*content[:-1], content[-1][:-1]], hide=True)
    assert whats(verify(folder)) == {"cut-line"}


def test_a_missing_line_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    write(folder, content[:7] + content[8:])
    assert {"lines", "sha256", "missing", "counts"} <= whats(verify(folder))
    write(folder, content[:7] + content[8:], hide=True)
    assert {"missing", "counts"} <= whats(verify(folder))


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


def test_an_added_line_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    write(folder, [*content[:7], content[3], *content[7:]])
    report = verify(folder)
    assert {"lines", "sha256", "order", "duplicate", "counts"} <= whats(report)
    assert all(
        finding.place.line == 8 for finding in report.findings if finding.what in ("order", "duplicate")
    )


def test_an_empty_line_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    write(folder, [*content[:7], b"\n", *content[7:]], hide=True)
    assert whats(verify(folder)) == {"json"}


def test_a_question_asked_twice_under_another_index_is_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    again = json.loads(content[3])
    again["provenance"]["index"] = 40
    write(folder, [*content, dumped(renamed(again))], hide=True)
    report = verify(folder)
    assert "duplicate" in whats(report)
    assert next(finding for finding in report.findings if finding.what == "duplicate").question == again["id"]


def test_swapped_lines_are_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    content[4], content[5] = content[5], content[4]
    write(folder, content, hide=True)
    assert whats(verify(folder)) == {"order"}


def test_swapped_ids_are_found(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    one, two = json.loads(content[4]), json.loads(content[5])
    one["id"], two["id"] = two["id"], one["id"]
    content[4:6] = [dumped(one), dumped(two)]
    write(folder, content, hide=True)
    report = verify(folder)
    assert [(finding.what, finding.place.line) for finding in report.findings] == [("id", 5), ("id", 6)]


def test_an_index_far_away_is_found_and_takes_no_memory(clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    content = lines(folder)
    far = json.loads(content[-1])
    far["provenance"]["index"] = 10**15
    write(folder, [*content[:-1], dumped(renamed(far))], hide=True)
    assert whats(verify(folder)) == {"order"}


def test_a_letter_out_of_balance_is_found(clean_set: Path, copy_of: Copy) -> None:
    """Options relabelled throughout so that every answer is A: each question alone is right."""
    folder = copy_of(clean_set)
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


def test_a_requirement_on_two_sides_is_found(sided_set: Path, copy_of: Copy) -> None:
    folder = copy_of(sided_set)
    train, test = lines(folder, "train.jsonl"), lines(folder, "test.jsonl")
    stray, last = json.loads(train[0]), json.loads(test[-1])
    stray["provenance"].update(side="test", index=last["provenance"]["index"] + 1)
    write(folder, [*test, dumped(renamed(stray))], "test.jsonl", hide=True)
    assert "two-sides" in whats(verify(folder))


def test_an_index_on_two_sides_is_found(sided_set: Path, copy_of: Copy) -> None:
    folder = copy_of(sided_set)
    train, test = lines(folder, "train.jsonl"), lines(folder, "test.jsonl")
    stray = json.loads(test[-1])
    stray["provenance"]["index"] = max(json.loads(line)["provenance"]["index"] for line in train)
    write(folder, [*test[:-1], dumped(renamed(stray))], "test.jsonl", hide=True)
    report = verify(folder)
    assert any(finding.what == "order" and "two places" in finding.message for finding in report.findings)


def test_a_question_in_the_file_of_another_side_is_found(sided_set: Path, copy_of: Copy) -> None:
    folder = copy_of(sided_set)
    train, test = lines(folder, "train.jsonl"), lines(folder, "test.jsonl")
    write(folder, train[:-1], "train.jsonl", hide=True)
    write(folder, [*test, train[-1]], "test.jsonl", hide=True)
    assert "provenance" in whats(verify(folder))


def test_a_missing_option_set_is_found(sided_set: Path, copy_of: Copy) -> None:
    folder = copy_of(sided_set)
    for name in ("train.jsonl", "test.jsonl"):
        content = lines(folder, name)
        places = [json.loads(line)["provenance"] for line in content]
        number = next((at for at, made in enumerate(places[:-1]) if places[at + 1]["option_set"] == 1), None)
        if number is not None:
            write(folder, content[:number] + content[number + 1 :], name, hide=True)
            assert "order" in whats(verify(folder))
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
def test_rubbish_is_found_and_stops_nothing(line: bytes, clean_set: Path, copy_of: Copy) -> None:
    folder = copy_of(clean_set)
    write(folder, [line, *lines(folder)], hide=True)
    report = verify(folder)
    assert report.checked == 41
    assert {finding.place.line for finding in report.findings if finding.place.file == DATA} == {1}


def test_a_record_written_in_another_way_is_found(clean_set: Path, copy_of: Copy) -> None:
    """A key that stands twice, blanks, escapes: what another reader might read otherwise."""
    folder = copy_of(clean_set)
    content = lines(folder)
    twice = content[0].replace(b'"answer":', b'"answer":"A","answer":', 1)
    spaced = json.dumps(json.loads(content[1])).encode() + b"\n"
    write(folder, [twice, spaced, *content[2:]], hide=True)
    findings = verify(folder).findings
    assert [(one.what, one.place.line) for one in findings] == [("json", 1), ("json", 2)]
