"""Offers as rows of the catalogue, every cell in the text form that the schema reads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from ...simulating.cells import clock, duration, several, truth
from .offers import Offer

COLUMNS: Final = (
    "id",
    "occupation",
    "employer",
    "city",
    "contract",
    "seniority",
    "salary",
    "weekly_hours",
    "shift_start",
    "shift_end",
    "remote",
    "days_on_site",
    "commute",
    "travel",
    "vacation_days",
    "benefits",
    "languages",
    "experience",
    "degree",
    "company_size",
    "rating",
    "deadline",
    "start_date",
    "probation",
    "interview_rounds",
    "interviews",
    "hiring_time",
)
"""The header, in order."""

_MINUTES_A_DAY: Final = 24 * 60


def _clock(minutes: int) -> str:
    days, minute = divmod(minutes, _MINUTES_A_DAY)
    return clock(minute, days)


def catalogue_row(number: int, one: Offer) -> tuple[str, ...]:
    """The cells of one offer, in the order of COLUMNS; `number` is its place in its occupation, from 1."""
    time, hiring, rating = one.time, one.hiring, one.employer.rating
    return (
        f"{one.occupation.name.replace(' ', '-')}-{number:02d}",
        one.occupation.name,
        one.employer.name,
        one.city.name,
        one.contract,
        one.seniority,
        str(one.salary),
        duration(time.weekly),
        _clock(time.starts),
        _clock(time.ends),
        truth(time.remote),
        str(time.on_site),
        "" if time.commute is None else duration(time.commute),
        str(one.travel),
        str(one.vacation),
        several(one.benefits),
        several(one.languages),
        str(one.experience),
        one.degree,
        str(one.employer.employees),
        "" if rating is None else f"{rating // 10}.{rating % 10}",
        hiring.deadline.isoformat(),
        hiring.starts.isoformat(),
        "" if hiring.probation is None else str(hiring.probation),
        str(len(hiring.interviews)),
        several(duration(minutes) for minutes in hiring.interviews),
        duration(hiring.process),
    )


def catalogue_rows(offers: Iterable[Offer]) -> Iterator[tuple[str, ...]]:
    """The cells of all offers, numbered in their occupations."""
    seen: Counter[str] = Counter()
    for one in offers:
        seen[one.occupation.name] += 1
        yield catalogue_row(seen[one.occupation.name], one)
