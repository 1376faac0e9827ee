"""TravelPlanner's plans: a sound one is sound in both published forms, and each planted fault is named."""

from __future__ import annotations

from copy import deepcopy
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.auditing import Judged, judge_all
from cocoa_core.auditing.travelplanner import _rows

CITY: Final = "Troy(Ohio)"
FOOD: Final = ("Name", "Average Cost", "Cuisines", "Aggregate Rating", "City")
FLIGHT: Final = (
    *("Flight Number", "Price", "DepTime", "ArrTime", "ActualElapsedTime", "FlightDate"),
    *("OriginCityName", "DestCityName", "Distance"),
)
ROOM: Final = (
    *("NAME", "price", "room type", "house_rules", "minimum nights", "maximum occupancy"),
    *("review rate number", "city"),
)
SIGHT: Final = ("Name", "Latitude", "Longitude", "Address", "Phone", "Website", "City")
QUERY: Final = (
    "Please plan 2 days for a group of 3 from Rome to Troy with a budget of $1,200. We bring our pets. "
    "We require entire rooms, and do not plan on self-driving. We would like Thai food, and Italian cuisine."
)


def printed(columns: tuple[str, ...], *rows: tuple[object, ...], index: bool = False) -> str:
    """As pandas prints a table: right-aligned, restaurants with their index."""
    cells = [columns, *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(columns))]
    lines = [" ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in cells]
    before = ["", *map(str, range(7, 7 + len(rows)))] if index else [""] * len(lines)
    return "\n".join(f"{number:<4}{line}" for number, line in zip(before, lines, strict=True))


def flight(number: str, start: str, end: str) -> tuple[object, ...]:
    return number, 100, "10:00", "11:00", "1 hours 0 minutes", "2022-03-16", start, end, 300.0


def row() -> dict[str, Any]:
    """Costs 3 x 200 for flights, 3 x 25 for meals and 2 x 250 for two rooms of two: 1,175 dollars."""
    information = [
        ("Attractions in Troy", printed(SIGHT, ("Old Mill", 1.5, 2.5, "1 Main St", "x", "y", "Troy"))),
        (
            "Restaurants in Troy",
            printed(
                FOOD, ("Bistro", 20, "Cafe, Italian", 4.1, "Troy"), ("Wok", 5, "Tea", 3.0, "Troy"), index=True
            ),
        ),
        (
            "Accommodations in Troy",
            printed(
                ROOM,
                ("Loft", 250.0, "Entire home/apt", "No smoking", 1.0, 2, 3.0, "Troy"),
                ("Den", 10.0, "Private room", "No pets", 2.0, 4, 3.0, "Troy"),
            ),
        ),
        ("Flight from Rome to Troy", printed(FLIGHT, flight("F1", "Rome", "Troy"))),
        ("Flight from Troy to Rome", printed(FLIGHT, flight("F2", "Troy", "Rome"))),
        ("Self-driving from Rome to Troy", "self-driving, from Rome to Troy, duration: 1 hour, cost: 30"),
    ]
    day = {"current_city": f"from Rome to {CITY}", "breakfast": "-", "lunch": "-", "attraction": "-"}
    first = {
        "transportation": f"Flight Number: F1, from Rome to {CITY}, Departure Time: 10:00",
        "dinner": f"Wok, {CITY}",
    }
    last = {
        "current_city": f"from {CITY} to Rome",
        "transportation": f"Flight Number: F2, from {CITY} to Rome",
        "breakfast": f"Bistro, {CITY}",
        "attraction": f"Old Mill, {CITY};",
        "dinner": "-",
        "accommodation": "-",
    }
    days = [day | first | {"accommodation": f"Loft, {CITY}"}, day | last, {}]
    return {
        "query": QUERY,
        "people_number": 3,
        "budget": 1200,
        "local_constraint": str(
            {
                "house rule": "pets",
                "cuisine": ["Italian"],
                "room type": "entire room",
                "transportation": "no self-driving",
            }
        ),
        "reference_information": str([{"Description": name, "Content": text} for name, text in information]),
        "annotated_plan": [{"org": "Rome"}, days],
    }


def as_messages(data: dict[str, Any]) -> dict[str, Any]:
    asked = f"Given Information:{data['reference_information']}\nQuery:{data['query']}\n"
    contents = {"system": "Plan.", "user": asked, "assistant": str(data["annotated_plan"][1])}
    return {"messages": [{"role": role, "content": text} for role, text in contents.items()]}


def judged_in_both_forms(data: dict[str, Any]) -> list[Judged]:
    hub = data | {"annotated_plan": str(data["annotated_plan"])}
    return [*judge_all([hub]), *judge_all([as_messages(data)])]


def test_a_sound_plan_is_sound_in_both_forms_with_the_same_conditions() -> None:
    both = judged_in_both_forms(row())
    assert [item.verdict for item in both] == ["sound", "sound"], [
        item.proof or item.problem for item in both
    ]
    of_hub, of_messages = ([term[0].condition.text for term in item.options[0].terms] for item in both)
    assert of_hub == of_messages
    assert len(of_hub) == 10
    assert "$1,175" in [term[0].shown for term in both[0].options[0].terms]


FAULTS: Final = {
    "unknown restaurant": (0, "lunch", f"Diner, {CITY}", "given information (Diner"),
    "unknown flight": (
        0,
        "transportation",
        f"Flight Number: F9, from Rome to {CITY}",
        "price of a journey (Flight)",
    ),
    "flight the other way": (
        0,
        "transportation",
        f"Flight Number: F2, from Rome to {CITY}",
        "journey (Flight)",
    ),
    "taxi without a price": (0, "transportation", f"Taxi, from Rome to {CITY}", "price of a journey (Taxi)"),
    "another city": (1, "current_city", "Akron", "outside of the cities of the day (Bistro"),
    "twice": (1, "lunch", f"Wok, {CITY}", "twice (Wok"),
    "dear": (1, "dinner", f"Bistro , {CITY}", "costs $1,200 at the most ($1,235)"),
    "too few nights": (0, "accommodation", f"Den, {CITY}", "2.0 nights at least, 1 planned"),
    "no pets": (0, "accommodation", f"Den, {CITY}", "allow pets (Den)"),
    "another room": (0, "accommodation", f"Den, {CITY}", "entire room (Den: Private room)"),
    "no driving": (
        0,
        "transportation",
        f"Self-driving, from Rome to {CITY}",
        "transportation is: no self-driving",
    ),
    "car": (0, "transportation", f"Self-driving, from Rome to {CITY}", "drives neither flies"),
    "no wished meal": (1, "breakfast", "-", "A meal is Italian (Wok: Tea)"),
}


@pytest.mark.parametrize(("day", "part", "text", "proof"), FAULTS.values(), ids=FAULTS)
def test_each_planted_fault_is_named(day: int, part: str, text: str, proof: str) -> None:
    data = deepcopy(row())
    data["annotated_plan"][1][day][part] = text
    for item in judged_in_both_forms(data):
        assert (item.verdict, item.corrected) == ("wrong key", None)
        broken = [
            f"{term[0].condition.text} ({term[0].shown})"
            for term in item.options[0].terms
            if not term[0].truth
        ]
        assert any(proof in one for one in broken), broken


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"budget": "much"}, "budget"),
        ({"local_constraint": "{"}, "local_constraint"),
        ({"local_constraint": str({"room type": "tent"})}, "room type"),
        ({"reference_information": "[{}]"}, "Description"),
        (
            {"reference_information": str([{"Description": "Restaurants in X", "Content": "a\nb"}])},
            "column Name",
        ),
        ({"annotated_plan": "[]"}, "days"),
        ({"reference_information": row()["reference_information"].replace("250.0", "a lot")}, "as numbers"),
    ],
)
def test_what_cannot_be_read_is_unreadable_and_said(change: dict[str, Any], part: str) -> None:
    (item,) = judge_all([row() | change])
    assert (item.verdict, part in item.problem) == ("unreadable", True), item.problem


@pytest.mark.parametrize("content", ["Hello", "Given Information:[]\nQuery:no budget"])
def test_other_messages_are_unreadable(content: str) -> None:
    (item,) = judge_all([{"messages": [{"content": "x"}, {"content": content}, {"content": "[]"}]}])
    assert item.verdict == "unreadable"


@given(
    st.lists(
        st.tuples(*[st.from_regex(r"[A-Za-z&.,'-]{1,9}( [A-Za-z]{1,9})?", fullmatch=True)] * 5), min_size=1
    )
)
def test_a_printed_table_is_read_back(rows: list[tuple[str, ...]]) -> None:
    read = list(_rows(printed(FOOD, *rows, index=True), FOOD))
    assert [tuple(one.values()) for one in read] == rows
