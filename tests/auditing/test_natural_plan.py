"""NATURAL PLAN's keys are judged as by trying every answer: faults are found, sound rows not doubted."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from auditing.natural_plan_form import drawn_diary, drawn_journey, drawn_town

from cocoa_core.auditing import judge, judge_all, read_rows, reader_of, write_audit

READERS = {
    drawn.__name__: reader_of(drawn(random.Random(1)).row())
    for drawn in (drawn_journey, drawn_diary, drawn_town)
}


@pytest.mark.parametrize("drawn", [drawn_journey, drawn_diary], ids=["trips", "calendars"])
def test_a_verdict_is_that_of_trying_every_answer(drawn: Callable[[random.Random], Any]) -> None:
    """1,000 sound rows are drawn of each, and whatever else comes: their verdicts are those of the oracle."""
    rng, reader, sound = random.Random(1), READERS[drawn.__name__], 0
    while sound < 1_000:
        question = drawn(rng)
        truths = question.truths()
        judged = judge(reader, question.row())
        key = truths.get(question.order if hasattr(question, "order") else question.time, False)
        right = list(truths.values())
        expected = (
            "none"
            if not right
            else "wrong key"
            if key is False
            else "several"
            if key and right.count(True) > 1
            else "convention"
            if None in right
            else "sound"
        )
        assert (judged.verdict, judged.problem, judged.findings) == (expected, "", ()), question
        assert bool(judged.proof) == (expected in ("none", "wrong key", "several"))
        sound += expected == "sound"


def test_a_day_is_sound_if_no_day_meets_more_friends() -> None:
    rng = random.Random(2)
    for _ in range(1_000):
        town = drawn_town(rng)
        assert judge(READERS["drawn_town"], town.row()).verdict == "sound", town
        if town.met:
            shorter = judge(READERS["drawn_town"], evolve(town, met=town.met[:-1]).row())
            assert shorter.verdict == "wrong key"
            assert f"{len(town.met) - 1} of {len(town.met)} that can be met" in shorter.proof
            assert shorter.corrected is not None


SOUND_TRIP = {
    "cities": "Oslo**Riga**Split",
    "durations": "3**2**4",
    "prompt_0shot": "You plan to visit 3 European cities for 7 days in total. You only take direct flights "
    "to commute between cities. You would like to visit Riga for 2 days. You want to spend 3 days in Oslo. "
    "During day 1 and day 3, you have to attend a conference in Oslo. You plan to stay in Split for 4 days."
    "\n\nHere are the cities that have direct flights:\nOslo and Riga, from Riga to Split.\n\nFind a plan.",
    "golden_plan": "Day 1-3: visit Oslo for 3 days.\nDay 3-4: visit Riga for 2 days.\n"
    "Day 4-7: visit Split for 4 days.",
}
PLANTED = {
    "order": (
        {"cities": "Oslo**Split**Riga", "durations": "3**4**2"},
        "wrong key",
        "none from Oslo to",
    ),
    "days": ({"durations": "2**3**4"}, "wrong key", "Oslo 2 of 3 days"),
    "missing city": ({"cities": "Oslo**Riga", "durations": "3**2"}, "wrong key", "it ends on day 4"),
    "event": (("conference in Oslo", "conference in Split"), "none", "in Split on days 4 to 7"),
    "flight": (("from Riga to Split", "from Split to Riga"), "none", "none from Riga to Split"),
    "second plan": (("Oslo and Riga", "Oslo and Riga, Split and Oslo"), "sound", ""),
    "open ends": (("During day 1 and day 3", "During day 3 and day 3"), "sound", ""),
    "total": (
        ("for 7 days in total", "for 9 days in total"),
        "none",
        "Every order of the 3",
    ),
    "sentence": (("You want to spend 3 days in Oslo", "Oslo is nice"), "unreadable", "Oslo is nice"),
    "unknown city": (("Oslo and Riga", "Oslo and Roma"), "unreadable", "Roma"),
    "no request": ({"prompt_0shot": None}, "unreadable", "prompt_0shot"),
    "no days": ({"durations": "3**x**4"}, "unreadable", "as many durations"),
}


@pytest.mark.parametrize(("change", "verdict", "reason"), PLANTED.values(), ids=PLANTED)
def test_a_planted_fault_of_a_trip_is_found(change: Any, verdict: str, reason: str) -> None:
    assert judge(READERS["drawn_journey"], SOUND_TRIP).verdict == "sound"
    if isinstance(change, tuple):
        change = {"prompt_0shot": SOUND_TRIP["prompt_0shot"].replace(*change)}
    judged = judge(READERS["drawn_journey"], SOUND_TRIP | change)
    assert judged.verdict == verdict
    assert reason in judged.proof + judged.problem


def test_a_text_that_tells_another_trip_is_a_finding() -> None:
    (finding,) = judge(
        READERS["drawn_journey"], SOUND_TRIP | {"golden_plan": "Day 1-3: visit Riga for 3 days."}
    ).findings
    assert "another trip" in finding


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("You meet Ann", "You meet Eve", "nobody of that name"),
        ("from 10:00AM to 11:00AM", "from 8:00AM to 9:00AM", "is in Hill from"),
        ("from 10:00AM to 11:00AM", "from 10:00AM to 10:30AM", "60 minutes at least"),
        ("You travel to Hill", "You travel to Park", "is in Hill"),
        ("from 10:00AM to 11:00AM", "from 9:05AM to 10:05AM", "one arrives at"),
    ],
)
def test_a_planted_fault_of_a_day_is_found(old: str, new: str, reason: str) -> None:
    places = ("Quay", "Hill", "Park")
    ways = {(place, other): 10 * (place != other) for place in places for other in places}
    town = evolve(
        drawn_town(random.Random(3)),
        friends={"Ann": ("Hill", 0, 300, 60)},
        ways=ways,
        met=(("Ann", 60, 120),),
    )
    row = town.row()
    assert judge(READERS["drawn_town"], row).verdict == "sound"
    row["golden_plan"] = [step.replace(old, new) for step in row["golden_plan"]]
    judged = judge(READERS["drawn_town"], row)
    assert judged.verdict == "wrong key"
    assert reason in judged.proof


def test_a_request_that_contradicts_the_fields_is_a_finding() -> None:
    row = drawn_town(random.Random(4)).row()
    row["dist_matrix"]["Quay"]["Hill"] += 1
    assert any("from Quay to Hill" in finding for finding in judge(READERS["drawn_town"], row).findings)


def test_files_come_back_in_their_form_with_corrected_keys(tmp_path: Path) -> None:
    """The corrected rows are sound, and a table has each wrong key with its proof."""
    rng = random.Random(5)
    town = next(town for town in iter(lambda: drawn_town(rng), None) if town.met)
    rows = {"a": town.row(), "b": evolve(town, met=town.met[:-1]).row()}
    (tmp_path / "meetings.json").write_text(json.dumps(rows), "utf-8")
    judged = judge_all(read_rows(tmp_path / "meetings.json"))
    write_audit(tmp_path / "audit", "meetings.json", judged)
    assert json.loads((tmp_path / "audit" / "sound.json").read_text("utf-8")) == {"a": rows["a"]}
    corrected = judge_all(read_rows(tmp_path / "audit" / "corrected.json"))
    assert [item.verdict for item in corrected] == ["sound"] * 2
    table = (tmp_path / "audit" / "wrong_keys.csv").read_text("utf-8").splitlines()
    assert len(table) == 2
    assert table[1].startswith("NATURAL PLAN meetings,b,wrong key,")
    trip = judge(READERS["drawn_journey"], SOUND_TRIP | PLANTED["order"][0])
    fields = trip.reader.corrected(trip.record, str(trip.corrected))
    assert (fields["cities"], fields["durations"]) == (SOUND_TRIP["cities"], SOUND_TRIP["durations"])
