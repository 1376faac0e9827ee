"""Requests typed by hand are read as a person reads them, and what is almost one is not read."""

from __future__ import annotations

import pytest
from independent.trips import TRIPS, meant, read, terms

from cocoa_core.independent import clauses


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("It has to cost under $400.", "(price < 400)"),
        ("I want it to cost under $400.", "(price < 400)"),
        ("I want it under $400.", "(price < 400)"),
        ("I want it nonstop.", "(stops < 1)"),
        ("I don't want it nonstop.", "(!stops < 1)"),
        ("I don't want it to be nonstop.", "(!stops < 1)"),
        ("It has to make no stops.", "(stops < 1)"),
        ("I'd like to leave before noon.", "(departure < 12:00)"),
        ("I can't fly business.", '(!cabin = "business")'),
        ("There have to be at most two stops.", None),
        ("There has to be wifi.", "(wifi = yes)"),
        ("There shouldn't be wifi.", "(!wifi = yes)"),
        ("I want wifi.", "(wifi = yes)"),
        ("I don't want wifi.", "(!wifi = yes)"),
        ("I'd like economy or business class.", '(cabin in {"business", "economy"})'),
        ("I don't want first class.", '(!cabin = "first")'),
        ("I want business class or better.", '(cabin in {"business", "first"})'),
        ("The cabin should be business or better.", '(cabin in {"business", "first"})'),
        ("I can't fly business or better.", '(!cabin in {"business", "first"})'),
        ("If the cabin is worse than business, I want wifi.",
         '(cabin in {"business", "first"} | wifi = yes)'),
        ("I can fly business or better only if there's wifi.",
         '(!cabin in {"business", "first"} | wifi = yes)'),
        ("The cabin can't be worse than business.", '(cabin in {"business", "first"})'),
        ("I don't want a seat worse than business.", '(cabin in {"business", "first"})'),
        ("If the cabin isn't worse than business, I want wifi.", None),
        ("The cabin can't be worse than first.", None),
        ("I want business or better class.", None),
        ("I want first class or better.", None),
        ("I want economy class or better.", None),
        ("The cabin should be worse than first.", None),
        ("I want economy or business class or better.", None),
        ("The cabin should be cheap or better.", None),
        ("I don't want a layover in Oslo or Rome.", '(!cities meets {"Oslo", "Rome"})'),
        ("I want layovers under two hours.", None),
        ("I need layovers of two hours or more.", None),
        ("I want at least one layover to be in Rome.", '(cities meets {"Rome"})'),
        ("I don't want any layover to be in Rome.", '(!cities meets {"Rome"})'),
        ("No layover should be in Rome.", '(!cities meets {"Rome"})'),
        ("If any layover is in Rome, I want wifi.", '(!cities meets {"Rome"} | wifi = yes)'),
        ("If any layover doesn't last under an hour, I want wifi.", None),
        ("If any layover lasts an hour or more, I want wifi.", "(each layovers < 1h | wifi = yes)"),
        ("Every layover should last under an hour.", "(each layovers < 1h)"),
        ("I don't want it to last between five hours and ten hours overall.", "(!time in (5h, 10h))"),
        ("I want under ten hours of travel.", "(time < 10h)"),
        ("I need ten hours or more of travel.", "(!time < 10h)"),
        ("I don't want under ten hours of travel.", None),
        ("Departure has to be before noon.", "(departure < 12:00)"),
        ("I want it nonstop and under $400.", "(price < 400) & (stops < 1)"),
        ("I want it to cost under $400, make no stops and have a pool.",
         '(extras meets {"a pool"}) & (price < 400) & (stops < 1)'),
        ("I want wifi and under ten hours of travel.", "(time < 10h) & (wifi = yes)"),
        ("It has to be nonstop, and I want to leave before noon.", "(departure < 12:00) & (stops < 1)"),
        ("It has to be nonstop, and I can't fly first.", '(!cabin = "first") & (stops < 1)'),
        ("If it costs $400 or more, I want it nonstop.", "(price < 400 | stops < 1)"),
        ("I want it nonstop if there isn't wifi.", "(stops < 1 | wifi = yes)"),
        ("If there's more than one stop, I want wifi.", None),
        ("If there are two or more stops, I want wifi.", "(stops < 2 | wifi = yes)"),
        ("Unless it's nonstop, I want it under $400.", "(price < 400 | stops < 1)"),
        ("I want it under $400 unless it's nonstop.", "(price < 400 | stops < 1)"),
        ("It can cost over $400 only if it's nonstop.", "(price <= 400 | stops < 1)"),
        ("I want it nonstop or under $400.", "(price < 400 | stops < 1)"),
        ("I want it to take under ten hours. If it's nonstop, it can take longer.",
         "(stops < 1 | time < 10h)"),
        ("I want it to take under ten hours. If it's nonstop, the trip can be longer.",
         "(stops < 1 | time < 10h)"),
        ("I don't want a pool and a bar.", '(!extras has {"a bar", "a pool"})'),
        ("I want to leave before noon, but later is fine if it's nonstop or there's wifi.",
         "(departure < 12:00 | stops < 1 | wifi = yes)"),
        ("It has to make at most one stop, but more is fine if it costs under $400 and there's wifi.",
         "(price < 400 | stops <= 1) & (stops <= 1 | wifi = yes)"),
        ("I want to leave after noon. If it's nonstop, departure can be earlier.",
         "(!departure <= 12:00 | stops < 1)"),
        ("If it's nonstop, I want it to cost under $400 and have a bar.",
         '(!stops < 1 | extras meets {"a bar"}) & (!stops < 1 | price < 400)'),
        ("If it costs over $400 or it takes ten hours or more, I want it nonstop.",
         "(price <= 400 | stops < 1) & (stops < 1 | time < 10h)"),
        ("If it costs over $400 and it isn't nonstop, I want wifi.",
         "(price <= 400 | stops < 1 | wifi = yes)"),
        ("If it costs over $400, it isn't nonstop and I don't fly first, I want wifi.",
         '(cabin = "first" | price <= 400 | stops < 1 | wifi = yes)'),
        ("If it's nonstop, I want to leave before noon, and if there's wifi, after 9 AM.",
         "(!departure <= 09:00 | !wifi = yes) & (!stops < 1 | departure < 12:00)"),
        ("I want it under $400 if it's nonstop, and at most $300 if there's wifi.",
         "(!stops < 1 | price < 400) & (!wifi = yes | price <= 300)"),
        ("It can't cost over $400 if it's nonstop, or over $300 if there's wifi.", None),
        ("I'm on a tight budget, so I want it under $400.", "(price < 400)"),
        ("It's for the boss, so I'd like wifi.", "(wifi = yes)"),
        ("Money is short, so I want it under $400. If it's nonstop, it can be higher.",
         "(price < 400 | stops < 1)"),
        ("I want it nonstop. Also, if it costs over $400, I want wifi.",
         "(price <= 400 | wifi = yes) & (stops < 1)"),
        ("I don't want a layover in St. Ives. I want it nonstop.",
         '(!cities meets {"St. Ives"}) & (stops < 1)'),
        ("I want a layover in If. So. If it's nonstop, I want wifi.",
         '(!stops < 1 | wifi = yes) & (cities meets {"If. So"})'),
    ],
)  # fmt: skip
def test_it_means_what_a_person_reads(text: str, expected: str | None) -> None:
    assert meant(text) == ([expected] if expected else [])


@pytest.mark.parametrize(
    "text",
    [
        "It has to cost under 400.",
        "It has to cost under $400",
        "It has to  cost under $400.",
        "I want wifi .",
        "I want it.",
        "I want.",
        "",
        "I want it to under $400.",
        "I want it cost under $400.",
        "I want it to nonstop.",
        "I want it nonstop and cost under $400.",
        "It has to cost under $400 and nonstop.",
        "I want to leave before noon and under $400.",
        "I want wifi and to leave before noon.",
        "I want it nonstop, under $400.",
        "I want it to take under ten hours. If it's nonstop, I can pay more.",
        "I want it to take under ten hours. If it's nonstop, it can take less.",
        "I want to leave after noon. If it's nonstop, I can leave later.",
        "I want it nonstop. If it costs under $400, it can take longer.",
        "I want it to take under ten hours. If it's nonstop, it can take longer than that.",
        "I want it to take under ten hours, if it's nonstop, it can take longer.",
        "If it's nonstop, it can take longer.",
        "I want it to take under ten hours, but more is fine if it's nonstop.",
        "I want to leave after noon, but later is fine if it's nonstop.",
        "I want to leave after noon. Later is fine.",
        "I want wifi. Also, plus, I want it nonstop.",
        "I want wifi. Also, I'm on a tight budget, so I want it nonstop.",
        "I'm on a tight budget, so money is short, so I want it under $400.",
        "I'm on a tight budget, so if it's nonstop, I want it under $400.",
        "I'm on a tight budget, so it can cost over $400 only if it's nonstop.",
        "I'm on a budget, so I want it under $400.",
        "I'm on a tight budget, I want it under $400.",
        "I'm on a tight budget.",
        "I want it nonstop. Thanks! I want wifi.",
        "Unless it isn't nonstop, I want wifi.",
        "I want it under $400 if it's nonstop, and under ten hours if there's wifi.",
        "I want it under $400 if it's nonstop, or under $300 if there's wifi.",
        "I want it under $400 if it's nonstop, and under $300.",
        "It can't cost over $400 if it's nonstop, and over $300 if there's wifi.",
        "Every layover should last under an hour if there's wifi, and under two hours if it's nonstop.",
        "I don't want it nonstop or under $400.",
        "It has to be nonstop; otherwise, it has to cost under $400.",
        "It has to either be nonstop or have a bar, or both.",
        "At least one of these has to be true: (a) it's nonstop; or (b) there's wifi.",
        "I'm interested in wifi.",
        "At least one layover has to be in Rome and be in Oslo.",
        "No layover should be in Rome or be in Oslo.",
        "Every layover has to be in Rome or last under an hour.",
        "I don't want a layover in Rome and wifi.",
        "It can't be nonstop and cost over $400.",
        "Not every layover should be in Rome.",
        "I'd like it not to cost over $400.",
    ],
)  # fmt: skip
def test_what_is_almost_a_request_is_not_read(text: str) -> None:
    assert meant(text) == []


def test_every_way_to_take_a_sentence_goes_with_it() -> None:
    ((unless,),) = read("Unless it's nonstop, I want wifi.")
    ((either,),) = read("If it costs over $400 or it isn't nonstop, I want wifi.")
    ((two,),) = read("I want to leave before noon, but later is fine if it's nonstop or there's wifi.")
    assert unless.others == (("xor", 1, 2),)
    assert either.others == (("or", 3, ("or", ("and", 1, 2), ("and", -1, -2))),)
    assert two.others == (("or", 1, ("xor", 2, 3)),)


def test_two_wishes_and_both_of_a_list_are_one_meaning() -> None:
    readings = read("I want a pool and a bar.")
    assert len(readings) == 2
    assert len({clauses(TRIPS.slots, terms(reading)) for reading in readings}) == 1


def test_a_list_is_not_read_as_two_demands_too() -> None:
    assert meant("I want a pool or a bar.") == ['(extras meets {"a bar", "a pool"})']


def test_a_reason_is_told_as_the_rules_write_it() -> None:
    ((one, other),) = read("Money is short, so I want it under $400. I want wifi.")
    assert (one.reason, other.reason) == ("money is short", "")
