"""Published keys are judged by their conditions: planted faults are found, sound questions not doubted."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from auditing.published_form import (
    SLOTS,
    Flight,
    drawn_condition,
    drawn_terms,
    flight,
    label,
    option,
    question,
    sound_question,
)

from cocoa_core.auditing import (
    judge,
    judge_all,
    read_rows,
    reader_of,
    rescore,
    summary_of,
    write_audit,
)
from cocoa_core.errors import CocoaError, UsageError

GROUNDCOCOA = reader_of(sound_question(random.Random(0), 0))


def test_a_sound_question_is_sound_and_nothing_is_found_about_it() -> None:
    rng = random.Random(1)
    judged = judge_all([sound_question(rng, number) for number in range(1_000)])
    assert {item.verdict for item in judged} == {"sound"}
    assert [item.findings for item in judged if item.findings] == []
    assert all(item.corrected == item.key and item.literally_right == (item.key,) for item in judged)


def test_keys_of_the_published_labelling_are_found_where_they_are_wrong() -> None:
    """Keyed as the published code labels: the only option that it takes for right. The meaning may differ."""
    rng, seen = random.Random(3), Counter[str]()
    while seen.total() < 150:
        terms, flights = drawn_terms(rng), [flight(rng) for _ in range(60)]
        taken = [it for it in flights if all(any(one.published(it) for one in term) for term in terms)]
        others = [it for it in flights if it not in taken]
        if not taken or len(others) < 4:
            continue
        shown = [taken[0], *others[:4]]
        key, *rest = (label(terms, it) for it in shown)
        wrong = "none" if not any(one is not False for one in (key, *rest)) else "wrong key"
        several = "several" if True in rest else "convention" if None in rest else "sound"
        expected = wrong if key is False else several if key else "convention"
        judged = judge(GROUNDCOCOA, question(seen.total(), terms, shown, "A"))
        assert judged.verdict == expected
        seen[expected] += 1
    assert set(seen) == {"sound", "wrong key", "several", "none", "convention"}


def test_every_label_is_that_of_the_meaning_beside_the_text() -> None:
    """Also where it depends on a convention: over every template, asked for and denied."""
    rng, seen = random.Random(2), set()
    for number in range(1_500):
        slot, negated = SLOTS[number % len(SLOTS)], number // len(SLOTS) % 2 == 1
        terms = [[drawn_condition(rng, slot, negated)]]
        flights = [flight(rng) for _ in range(5)]
        judged = judge(GROUNDCOCOA, question(number, terms, flights, "A"), number)
        labels = [one.label for one in judged.options]
        assert labels == [label(terms, it) for it in flights], terms[0][0].text
        seen |= {(slot, negated) for _ in labels}
    assert seen == {(slot, sign) for slot in SLOTS for sign in (False, True)}


@pytest.mark.parametrize("seed", range(5))
def test_another_key_is_named_and_corrected(seed: int) -> None:
    row = sound_question(random.Random(seed), 1)
    right = row["Answer"]
    row["Answer"] = next(letter for letter in "ABCDE" if letter != right)
    judged = judge(GROUNDCOCOA, row)
    assert (judged.verdict, judged.corrected) == ("wrong key", right)


def test_a_key_is_corrected_only_if_every_label_is_settled() -> None:
    """Option A leaves at the time itself, B before it, the others after: whether A is right is a reading."""
    layovers = (("Dubai", 90),)
    times = (600, 400, 700, 800, 900)
    flights = [Flight(("KLM",), "First", time, 900, 0, 700, 5, "2024-04-17", 900, layovers) for time in times]
    row = question(1, [[drawn_condition(random.Random(4), "DepartureTime", False)]], flights, "C")
    row |= {"condition_templates": [["I want to leave before 10:00"]]}
    judged = judge(GROUNDCOCOA, row)
    assert (judged.verdict, judged.right, judged.corrected) == ("wrong key", ("B",), None)
    assert judged.options[0].conventions


def test_none_and_several_are_told_apart() -> None:
    row = sound_question(random.Random(3), 1)
    right = row["Answer"]
    other = next(letter for letter in "ABCDE" if letter != right)
    twice = row | {f"Option {other}": row[f"Option {right}"]}
    assert judge(GROUNDCOCOA, twice).verdict == "several"
    never = row | {f"Option {right}": row[f"Option {other}"]}
    assert judge(GROUNDCOCOA, never).verdict == "none"


EMIRATES = {"Airline": "[Emirates]"}
HALF_PAST_NOON = {"Departure Time": "12:30 PM"}
BELOW_AVERAGE = "The average carbon emissions difference should be strictly below average"

PLANTED = {
    "a single airline in brackets": ("I only want to travel Emirates airlines.", EMIRATES, True),
    "a denied single airline": ("I do not want to travel Emirates airlines.", EMIRATES, False),
    "a leading blank": ("I do not want to have layovers in Rome", {"Layover 1 Location": " Rome"}, False),
    "half past midnight": ("I want to leave before 10:15", {"Departure Time": "12:30 AM"}, True),
    "half past noon": ("I want to leave before 10:15", HALF_PAST_NOON, False),
    "sixty minutes": ("Travel time should be less than 3 hours", {"Travel Time": "1 hr 125 min"}, False),
    "an amount that is equal": ("The price should be less than $1600", {"Price": "$1600.0"}, False),
    "its denial": ("The price should not be less than $1600", {"Price": "$1600.0"}, True),
    "a time that is equal": ("I want to leave before 10:15", {"Departure Time": "10:15 AM"}, None),
    "the day after": ("I want to arrive before 20:15", {"Arrival Time": "10:15 AM+1"}, None),
    "a denial of each": ("Each layover should not be less than 2 hours", {"Layover 2 Time": "3 hr"}, None),
    "emissions of +0": (BELOW_AVERAGE, {"Carbon Emission Avg Diff ( % )": "+0"}, None),
}


@pytest.mark.parametrize(("text", "shown", "truth"), PLANTED.values(), ids=PLANTED)
def test_what_the_published_labelling_gets_wrong(
    text: str, shown: dict[str, str], truth: bool | None
) -> None:
    layovers = (("Dubai", 90), ("Almaty", 90))
    it = Flight(("KLM",), "First", 400, 900, 0, 700, 5, "2024-04-17", 900, layovers)
    row = question(1, [[drawn_condition(random.Random(4), "Price", False)]], [it] * 5, "A")
    row |= {"condition_templates": [[text]], "Option A": option(it) | shown}
    assert judge(GROUNDCOCOA, row).options[0].label is truth


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ({"query_fol": "Price"}, "the formula is not that"),
        ({"width": 7}, "width is declared as 7"),
        ({"query": "Any flight."}, "the request does not say"),
        ({"query": "$123,456"}, "the request says $123,456"),
    ],
)
def test_what_the_row_says_otherwise_is_a_finding(change: dict[str, Any], finding: str) -> None:
    rng = random.Random(5)
    terms = [[drawn_condition(rng, slot, False) for slot in ("Airline", "TravelTime")]]
    row = question(1, terms, [flight(rng) for _ in range(5)], "A")
    assert judge(GROUNDCOCOA, row).findings == ()
    assert any(finding in one for one in judge(GROUNDCOCOA, row | change).findings)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"condition_templates": []}, "condition_templates"),
        ({"condition_templates": [["I would like a flight"]]}, "condition templates"),
        ({"Answer": "F"}, "Answer"),
        ({"Option B": "a flight"}, "Option B"),
        ({"Option B": {}}, "Option B"),
    ],
)
def test_what_cannot_be_read_is_unreadable_and_said(change: dict[str, Any], part: str) -> None:
    row = sound_question(random.Random(6), 1) | change
    (judged,) = judge_all([row])
    assert judged.verdict == "unreadable"
    assert part in judged.problem


@pytest.mark.parametrize("form", ["list", "sets", "lines", "parquet", "hub", "hub as JSON"])
def test_every_published_form_of_the_file_is_read(form: str, tmp_path: Path) -> None:
    rng = random.Random(7)
    rows = asked = [sound_question(rng, number) for number in range(6)]
    if form.startswith("hub"):
        rows = [_as_on_the_hub(row, json.dumps if form.endswith("JSON") else str) for row in rows]
    path = tmp_path / {"lines": "cocoa.jsonl", "parquet": "cocoa.parquet"}.get(form, "cocoa.json")
    if form == "parquet":
        arrow, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
        parquet.write_table(arrow.Table.from_pylist(rows), path)
    else:
        data: Any = {"validation_set": rows[:2], "test_set": rows[2:]} if form == "sets" else rows
        lines = "\n".join(map(json.dumps, rows))
        path.write_text(lines if form == "lines" else json.dumps(data), "utf-8")
    judged = judge_all(read_rows(path))
    assert [(item.verdict, item.findings) for item in judged] == [("sound", ())] * 6
    log = tmp_path / "samples.jsonl"
    log.write_text("\n".join(json.dumps(_sample(row, row["Answer"])) for row in asked))
    assert rescore(log, judged).published.right == 6


def _as_on_the_hub(row: dict[str, Any], text: Callable[[object], str]) -> dict[str, Any]:
    """Other names for formula and templates, and options as texts."""
    names = {"query_fol": "query_pos", "condition_templates": "primitives"}
    return {
        names.get(name, name): text(value) if name.startswith("Option") else value
        for name, value in row.items()
    }


def test_what_ends_a_line_elsewhere_ends_none_in_json(tmp_path: Path) -> None:
    """JSON allows U+2028 and U+0085 in a string."""
    rows = [sound_question(random.Random(11), 1) | {"query": f"One{mark}line."} for mark in "\u2028\x85"]
    path = tmp_path / "cocoa.jsonl"
    path.write_text("\r\n".join(json.dumps(row, ensure_ascii=False) for row in rows), "utf-8", newline="")
    assert list(read_rows(path)) == rows


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("empty.json", "", r"empty\.json:1: the file is no JSON\n  got: an empty file\n  expected: a list"),
        ("head.jsonl", "id,query\n{}", r"head\.jsonl:1: a line is no JSON(.|\n)*fix: remove a line"),
    ],
)
def test_a_file_of_another_form_is_told_with_what_to_do(
    name: str, content: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(content, "utf-8")
    with pytest.raises(CocoaError, match=told):
        judge_all(read_rows(tmp_path / name))


@pytest.mark.parametrize("content", ["{", "[1]", '{"a": 1}\n{', "\x00", "[]", "\ufeff[]", "{}", ""])
def test_a_file_of_another_form_is_refused(content: str, tmp_path: Path) -> None:
    path = tmp_path / "cocoa.json"
    path.write_text(content, "utf-8")
    with pytest.raises(CocoaError):
        judge_all(read_rows(path))
    with pytest.raises(UsageError):
        judge_all(read_rows(tmp_path / "absent.json"))


def test_the_folder_holds_every_label_the_sound_part_and_corrected_keys(tmp_path: Path) -> None:
    rng = random.Random(8)
    rows = [sound_question(rng, number) for number in range(12)]
    right = rows[0]["Answer"]
    wrong = rows[0]["Answer"] = "A" if right != "A" else "B"
    rows[1]["query"] = "<script>alert(1)</script>"
    judged = judge_all(rows)
    write_audit(tmp_path / "audit", "cocoa.json", judged)
    texts = {path.name: path.read_text("utf-8") for path in (tmp_path / "audit").iterdir()}
    verdicts = [json.loads(line)["verdict"] for line in texts["audit.jsonl"].splitlines()]
    assert verdicts == ["wrong key"] + ["sound"] * 11
    assert json.loads(texts["sound.json"]) == rows[1:]
    corrected = rows[0] | {"Answer": right, "published_answer": wrong}
    assert json.loads(texts["corrected.json"]) == [corrected, *rows[1:]]
    assert "<script>alert" not in texts["audit.html"]
    assert summary_of(judged)["verdicts"]["wrong key"] == 1
    (tmp_path / "audit" / "mine.txt").touch()
    with pytest.raises(UsageError, match="other files"):
        write_audit(tmp_path / "audit", "cocoa.json", judged)


def test_samples_of_lm_eval_are_scored_again(tmp_path: Path) -> None:
    """Eight sound questions, two of whose keys are made wrong: a model that answers what is right."""
    rng = random.Random(9)
    rows = [sound_question(rng, number) for number in range(8)]
    right = [row["Answer"] for row in rows]
    for row in rows[:2]:
        row["Answer"] = next(letter for letter in "ABCDE" if letter != row["Answer"])
    log = tmp_path / "samples_groundcocoa.jsonl"
    log.write_text(
        "\n".join(json.dumps(_sample(row, letter)) for row, letter in zip(rows, right, strict=True))
    )
    scores = rescore(log, judge_all(rows))
    assert (scores.published.answers, scores.published.right) == (8, 6)
    assert (scores.sound.answers, scores.sound.right) == (6, 6)
    assert (scores.corrected.answers, scores.corrected.right) == (8, 8)
    with pytest.raises(CocoaError, match="no sample"):
        rescore(log, judge_all([sound_question(rng, 99)]))


def _sample(row: dict[str, Any], answer: str) -> dict[str, Any]:
    """As lm-eval 0.4 logs it: the prompt has options as Python prints them, with None for what is absent."""
    names = sorted({name for letter in "ABCDE" for name in row[f"Option {letter}"]})
    options = {letter: {name: row[f"Option {letter}"].get(name) for name in names} for letter in "ABCDE"}
    prompt = f"Review these options.\n\nUser Criteria: {row['query']}\n"
    prompt += "".join(f"\n Option {letter}: {shown}\n" for letter, shown in options.items())
    likelihoods = [[str(-1.0 if letter == answer else -9.5), "False"] for letter in "ABCDE"]
    return {"doc": {"criteria": prompt, "gold": row["Answer"]}, "filtered_resps": likelihoods}


def test_drawn_terms_speak_of_every_slot() -> None:
    """The maker of these tests draws from all fourteen templates."""
    rng = random.Random(10)
    assert {one.slot for _ in range(300) for term in drawn_terms(rng) for one in term} == set(SLOTS)
