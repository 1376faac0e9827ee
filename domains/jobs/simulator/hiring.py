"""How one is hired: interviews, the time the whole process takes, deadline and first day, probation."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Final

from attrs import frozen

from ...simulating.draws import Draws

_NEW_YEAR: Final = date(2027, 1, 1)
_FIRST_DEADLINE: Final = 32
_DEADLINE_DAYS: Final = 150
_NOTICE: Final = (14, 90)
"""Days from the deadline to the first day of work."""
_HOLIDAYS: Final = frozenset(
    date(2027, month, day)
    for month, day in (
        (1, 1),
        (1, 18),
        (2, 15),
        (5, 31),
        (6, 18),
        (7, 5),
        (9, 6),
        (10, 11),
        (11, 11),
        (11, 25),
    )
)
"""Holidays of the United States on which offices are closed."""
_ROUNDS: Final = {"junior": (1, 3), "intermediate": (1, 4), "senior": (1, 5), "lead": (2, 5)}
_MOST_OUTSIDE_OFFICES: Final = 3
_NO_INTERVIEW: Final = 0.15
_LENGTHS: Final = (15, 20, 30, 30, 45, 45, 60, 60, 75, 90, 120)
_TASKS: Final = (0, 0, 0, 15, 30, 30, 60, 90, 120, 180)
_PAPERWORK: Final = (15, 30, 45)


@frozen
class Hiring:
    """The way to a contract: minutes of each interview in order, and of the whole process, tests included.

    `probation` is in months, None where not said.
    """

    interviews: tuple[int, ...]
    process: int
    deadline: date
    starts: date
    probation: int | None


def draw_hiring(seniority: str, contract: str, office: bool, draws: Draws) -> Hiring:
    """More rounds for higher posts, and in offices; freelancers have fewer, and no probation.

    Freelancers and trainees may be taken without an interview, and then for paperwork alone.
    """
    low, high = (1, 2) if contract in ("freelance", "trainee") else _ROUNDS[seniority]
    rounds = draws.whole(low, high if office else min(high, _MOST_OUTSIDE_OFFICES))
    if draws.chance(_NO_INTERVIEW) and (contract in ("freelance", "trainee") or seniority == "junior"):
        rounds = 0
    interviews = tuple(draws.pick(_LENGTHS) for _ in range(rounds))
    tasks = draws.pick(_TASKS) if rounds else 0
    deadline = _working_day(_NEW_YEAR + timedelta(days=_FIRST_DEADLINE + draws.whole(0, _DEADLINE_DAYS)))
    months = (1, 2, 3, 3, 4, 6)
    return Hiring(
        interviews=interviews,
        process=sum(interviews) + tasks + draws.pick(_PAPERWORK),
        deadline=deadline,
        starts=_working_day(deadline + timedelta(days=draws.whole(*_NOTICE))),
        probation=None if contract == "freelance" or draws.chance(0.12) else draws.pick(months),
    )


def _working_day(day: date) -> date:
    """That day or the first working day after it."""
    while day.weekday() >= 5 or day in _HOLIDAYS:
        day += timedelta(days=1)
    return day
