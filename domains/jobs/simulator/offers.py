"""Job offers: what one gets, what is asked for, and when, where and how one works and is hired."""

from __future__ import annotations

import math
from typing import Final

from attrs import frozen

from ...simulating.draws import Draws
from .employers import Employer, draw_employer
from .fact_tables import City, Occupation, cities, languages
from .hiring import Hiring, draw_hiring
from .working_time import WorkingTime, draw_working_time

SENIORITIES: Final = ("junior", "intermediate", "senior", "lead")
CONTRACTS: Final = ("permanent", "fixed-term", "freelance", "trainee")
BENEFITS: Final = (
    "childcare",
    "dental insurance",
    "free meals",
    "free parking",
    "health insurance",
    "paid parental leave",
    "paid training",
    "relocation assistance",
    "stock options",
    "tuition assistance",
)
_ON_SITE_ONLY: Final = ("free meals", "free parking", "relocation assistance")
_OF_FREELANCERS: Final = ("free meals", "free parking", "paid training")
_NOT_OF_TRAINEES: Final = ("relocation assistance", "stock options")
_CHILDCARE_FROM: Final = 250
_LEAST_AN_HOUR: Final = 13
_WEEKS: Final = 52
_PAY: Final = {"junior": 1.0, "intermediate": 1.25, "senior": 1.55, "lead": 1.8}
_EXPERIENCE: Final = {"junior": (0, 2), "intermediate": (2, 5), "senior": (4, 9), "lead": (6, 12)}
_FULL_WEEK: Final = 40 * 60
_SPOKEN_HERE: Final = ("Spanish", "French", "Mandarin", "Portuguese", "German", "Arabic")


@frozen
class Offer:
    """One job offer. `salary`: dollars a year; `experience`: years; `travel`: percent of the time."""

    occupation: Occupation
    employer: Employer
    city: City
    seniority: str
    contract: str
    salary: int
    time: WorkingTime
    hiring: Hiring
    vacation: int
    languages: tuple[str, ...]
    experience: int
    degree: str
    benefits: tuple[str, ...]
    travel: int


def draw_offer(occupation: Occupation, seed: int, draws: Draws) -> Offer:
    """One offer in an occupation. Trainees are junior, and who leads works full time."""
    contract = draws.weighted(CONTRACTS, (5, 2.5, 3.5 if occupation.freelance else 0, 1.5))
    seniority = "junior" if contract == "trainee" else draws.weighted(SENIORITIES, (3, 4, 3, 1.5))
    city = draws.pick(cities())
    employer = draw_employer(occupation, seed, draws)
    part_time = seniority != "lead" and draws.chance(0.28)
    time = draw_working_time(occupation, city, part_time, draws)
    return Offer(
        occupation=occupation,
        employer=employer,
        city=city,
        seniority=seniority,
        contract=contract,
        salary=_salary(occupation, city, seniority, contract, time, draws),
        time=time,
        hiring=draw_hiring(seniority, contract, occupation.hours == "office", draws),
        vacation=_vacation(seniority, contract, draws),
        languages=_languages(occupation, draws),
        experience=0 if contract == "trainee" else draws.whole(*_EXPERIENCE[seniority]),
        degree=_degree(occupation, contract),
        benefits=_benefits(contract, employer, time, draws),
        travel=_travel(occupation, draws),
    )


def _degree(occupation: Occupation, contract: str) -> str:
    """A trainee is still on the way to what the occupation asks for."""
    if contract != "trainee" or occupation.degree == "none":
        return occupation.degree
    return "none" if occupation.degree == "high school diploma" else "high school diploma"


def _salary(
    occupation: Occupation, city: City, seniority: str, contract: str, time: WorkingTime, draws: Draws
) -> int:
    """Dollars a year for the hours of the job, at a multiple of 500."""
    factor = {"trainee": 0.75, "freelance": 1.12}.get(contract, 1.0)
    yearly = occupation.pay * _PAY[seniority] * factor * city.pay * (1 + draws.bell(0.11))
    least = _LEAST_AN_HOUR * _WEEKS * _FULL_WEEK / 60
    return math.ceil(max(yearly, least) * time.weekly / _FULL_WEEK / 500) * 500


def _vacation(seniority: str, contract: str, draws: Draws) -> int:
    if contract == "freelance":
        return 0
    return draws.whole(8, 18) + 2 * SENIORITIES.index(seniority) + draws.pick((0, 0, 0, 5))


def _languages(occupation: Occupation, draws: Draws) -> tuple[str, ...]:
    """English, and further languages; those that many people speak are liked. Translators know more."""
    if not draws.chance(occupation.foreign):
        return ("English",)
    others = [name for name in languages() if name != "English"]
    liking = [4 if name in _SPOKEN_HERE else 1 for name in others]
    number = draws.weighted((1, 2, 3), (5, 3, 2) if occupation.foreign == 1 else (7, 2, 0))
    return tuple(sorted({"English"} | {draws.weighted(others, liking) for _ in range(number)}))


def _benefits(contract: str, employer: Employer, time: WorkingTime, draws: Draws) -> tuple[str, ...]:
    """Up to six. What one has to be on site for does not come with a fully remote job, and what an
    employer owes its own people not with freelance work."""
    possible = [name for name in BENEFITS if not (time.remote and name in _ON_SITE_ONLY)]
    if contract == "freelance":
        possible = [name for name in possible if name in _OF_FREELANCERS]
    if contract == "trainee":
        possible = [name for name in possible if name not in _NOT_OF_TRAINEES]
    if employer.employees < _CHILDCARE_FROM:
        possible = [name for name in possible if name != "childcare"]
    number = draws.whole(0, 2) if contract == "freelance" else draws.whole(2, 6)
    return tuple(sorted(draws.shuffled(possible)[:number]))


def _travel(occupation: Occupation, draws: Draws) -> int:
    """Percent of the time, at a multiple of 5."""
    return 5 * draws.whole(0, occupation.travel // 5) if draws.chance(0.8) else 0
