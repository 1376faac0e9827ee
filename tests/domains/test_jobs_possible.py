"""Every offer of the jobs catalogue could be made: rules written apart from the simulator."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from functools import cache
from pathlib import Path

import pytest
from catalogue_tables import Row, clock, minutes, several, table

CATALOGUE = Path(__file__).parents[2] / "domains" / "jobs" / "catalogue.csv"
LONG_SHIFTS = {"paramedic", "registered nurse", "security guard"}
ON_ONES_OWN_ACCOUNT = {
    *("bookkeeper", "carpenter", "data analyst", "graphic designer", "project manager"),
    *("software developer", "translator", "web developer"),
}
OWED_TO_EMPLOYEES = {
    *("childcare", "dental insurance", "health insurance", "paid parental leave", "relocation assistance"),
    *("stock options", "tuition assistance"),
}
HOLIDAYS = """
2027-01-01 2027-01-18 2027-02-15 2027-05-31 2027-06-18 2027-07-05 2027-09-06 2027-10-11 2027-11-11 2027-11-25
"""
"""Federal holidays of 2027 on the days on which they are observed, up to November."""
LEAST_AN_HOUR = 13
"""Dollars."""
WHERE_SOME_WORK_AT_HOME = {
    *("bookkeeper", "customer support agent", "data analyst", "graphic designer", "project manager"),
    *("registered nurse", "sales manager", "software developer", "translator", "web developer"),
}
EXPERIENCE = {"junior": (0, 2), "intermediate": (2, 5), "senior": (4, 9), "lead": (6, 12)}


@cache
def rows() -> list[Row]:
    return table(CATALOGUE)


def a_trainee_is_a_beginner(row: Row) -> bool:
    return row["contract"] != "trainee" or (
        row["seniority"] == "junior" and row["experience"] == "0" and row["degree"] in ("none", SCHOOL)
    )


SCHOOL = "high school diploma"


def experience_fits_the_level(row: Row) -> bool:
    least, most = EXPERIENCE[row["seniority"]]
    return row["contract"] == "trainee" or least <= int(row["experience"]) <= most


def hiring_takes_what_its_steps_take(row: Row) -> bool:
    """Without an interview there is paperwork only, and only beginners and freelancers are hired so."""
    interviews = [minutes(cell) for cell in several(row["interviews"])]
    rest = minutes(row["hiring_time"]) - sum(interviews)
    if not interviews:
        return rest <= 60 and (row["seniority"] == "junior" or row["contract"] == "freelance")
    return 0 < rest <= 240


def one_starts_on_a_working_day_two_weeks_after_the_deadline_or_later(row: Row) -> bool:
    deadline, first = date.fromisoformat(row["deadline"]), date.fromisoformat(row["start_date"])
    working = all(day.weekday() < 5 and day.isoformat() not in HOLIDAYS.split() for day in (deadline, first))
    return working and 14 <= (first - deadline).days <= 95


def a_shift_is_no_longer_than_people_work(row: Row) -> bool:
    length = clock(row["shift_end"]) - clock(row["shift_start"])
    return 4 * 60 <= length <= (12 if row["occupation"] in LONG_SHIFTS else 10) * 60


def shifts_make_up_the_week(row: Row) -> bool:
    """On three to six days, to the minute, each with no break, or one of half an hour to an hour.

    Who works on site alone is there on all of these days: readers multiply.
    """
    length, week = clock(row["shift_end"]) - clock(row["shift_start"]), minutes(row["weekly_hours"])
    days = [days for days in (3, 4, 5, 6) if length - week / days in (0, 30, 45, 60)]
    on_site = int(row["days_on_site"])
    if row["occupation"] not in WHERE_SOME_WORK_AT_HOME:
        return on_site in days
    return any(on_site <= number for number in days)


def offices_open_on_five_days_and_others_interview_three_times(row: Row) -> bool:
    in_office = row["occupation"] in ON_ONES_OWN_ACCOUNT | {"sales manager"}
    return int(row["days_on_site"]) <= 5 if in_office else int(row["interview_rounds"]) <= 3


def all_who_work_at_a_place_have_one(row: Row) -> bool:
    """Nobody drives, flies or sails for a living: days on site would mean nothing to them."""
    return not any(word in row["occupation"] for word in ("driver", "pilot", "sailor", "courier"))


def benefits_fit_the_contract(row: Row) -> bool:
    """Freelancers have none that are owed to employees, and no paid vacation."""
    found = set(several(row["benefits"]))
    if row["contract"] == "freelance":
        return not found & OWED_TO_EMPLOYEES and row["vacation_days"] == "0" and row["probation"] == ""
    return row["contract"] != "trainee" or not found & {"stock options", "relocation assistance"}


def freelancers_are_of_a_trade_that_has_them(row: Row) -> bool:
    return row["contract"] != "freelance" or row["occupation"] in ON_ONES_OWN_ACCOUNT


def an_hour_is_paid_lawfully(row: Row) -> bool:
    hours = 52 * minutes(row["weekly_hours"]) / 60
    return LEAST_AN_HOUR <= int(row["salary"]) / hours <= 150


def english_is_asked_for_in_the_united_states(row: Row) -> bool:
    languages = several(row["languages"])
    return "English" in languages and len(languages) <= (4 if row["occupation"] == "translator" else 3)


def who_leads_works_full_time(row: Row) -> bool:
    return row["seniority"] != "lead" or minutes(row["weekly_hours"]) >= 35 * 60


def childcare_takes_a_large_employer(row: Row) -> bool:
    return "childcare" not in several(row["benefits"]) or int(row["company_size"]) >= 200


BROKEN: tuple[tuple[Callable[[Row], bool], Row], ...] = (
    (a_trainee_is_a_beginner, {"contract": "trainee"}),
    (experience_fits_the_level, {"experience": "9"}),
    (hiring_takes_what_its_steps_take, {"interviews": "", "hiring_time": "4h"}),
    (one_starts_on_a_working_day_two_weeks_after_the_deadline_or_later, {"start_date": "2027-04-03"}),
    (one_starts_on_a_working_day_two_weeks_after_the_deadline_or_later, {"start_date": "2027-03-08"}),
    (a_shift_is_no_longer_than_people_work, {"shift_end": "21:00"}),
    (shifts_make_up_the_week, {"weekly_hours": "16h"}),
    (offices_open_on_five_days_and_others_interview_three_times, {"days_on_site": "6"}),
    (all_who_work_at_a_place_have_one, {"occupation": "truck driver"}),
    (benefits_fit_the_contract, {"contract": "freelance"}),
    (freelancers_are_of_a_trade_that_has_them, {"contract": "freelance", "occupation": "paramedic"}),
    (an_hour_is_paid_lawfully, {"salary": "15000"}),
    (english_is_asked_for_in_the_united_states, {"languages": "German; Hebrew"}),
    (who_leads_works_full_time, {"seniority": "lead", "weekly_hours": "28h"}),
    (childcare_takes_a_large_employer, {"benefits": "childcare", "company_size": "12"}),
)
"""Each rule, and a change of a sound row that breaks it."""
RULES = tuple(dict.fromkeys(rule for rule, _ in BROKEN))


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_rule_of_the_world_holds_of_every_offer(rule: Callable[[Row], bool]) -> None:
    assert [row["id"] for row in rows() if not rule(row)] == []


@pytest.mark.parametrize(("rule", "change"), BROKEN, ids=lambda part: getattr(part, "__name__", ""))
def test_what_readers_found_wrong_breaks_a_rule(rule: Callable[[Row], bool], change: Row) -> None:
    sound = {
        "occupation": "bookkeeper",
        "contract": "permanent",
        "seniority": "intermediate",
        "degree": "associate degree",
        "experience": "3",
        "salary": "45000",
        "weekly_hours": "40h",
        "shift_start": "08:00",
        "shift_end": "16:45",
        "days_on_site": "5",
        "company_size": "300",
        "interviews": "1h; 30m",
        "hiring_time": "2h 30m",
        "deadline": "2027-03-03",
        "start_date": "2027-04-05",
        "benefits": "paid parental leave",
        "vacation_days": "15",
        "languages": "English",
        "probation": "",
    }
    assert all(one(sound) for one in RULES)
    assert not rule(sound | change)
