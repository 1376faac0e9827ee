"""When and where one works: hours a week, the shift with its start and end, days on site, commute."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from ...simulating.draws import Draws
from .fact_tables import City, Occupation

_QUARTER: Final = 15
_FULL_TIME: Final = (35, 36, 37.5, 37.5, 40, 40, 40, 42.5, 45)
_PART_TIME: Final = (16, 18, 20, 20, 24, 25, 28, 30, 32)
_STARTS: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "office": ((7, 8), (8, 9), (9, 10)),
    "rota": ((5, 8), (12, 15), (18, 23)),
    "evening": ((9, 11), (13, 16), (16, 18)),
}
_STARTS_LIKED: Final = {"office": (3, 5, 3), "rota": (4, 2, 3), "evening": (2, 3, 2)}
_SHORTEST_SHIFT: Final = 4 * 60
_NO_BREAK_UNTIL: Final = 6 * 60
_SHORTEST_BREAK: Final = 30
_BREAKS: Final = (_SHORTEST_BREAK, 45, 60)
_REMOTE_OF_FLEXIBLE: Final = 0.6


@frozen
class WorkingTime:
    """Hours of a job, in minutes; `starts` and `ends` after midnight of the day on which the shift starts.

    `commute` is None where the job is fully remote; `on_site` is the number of days a week on site.
    """

    weekly: int
    starts: int
    ends: int
    on_site: int
    commute: int | None

    @property
    def remote(self) -> bool:
        """Whether all work is done from home."""
        return self.on_site == 0


def draw_working_time(occupation: Occupation, city: City, part_time: bool, draws: Draws) -> WorkingTime:
    """Hours that fit the occupation: equal shifts from four hours on, with a break, on three to six days.

    Without their breaks the shifts come to the hours of the week to the minute: readers add them up.
    """
    weekly = round(60 * draws.pick(_PART_TIME if part_time else _FULL_TIME))
    shifts = {days: weekly // days for days in (3, 4, 5, 6) if weekly % (days * _QUARTER) == 0}
    days = draws.pick(
        [
            days
            for days in ((3, 4, 5, 5) if occupation.hours == "office" else (3, 4, 5, 5, 6))
            if days in shifts
            and _SHORTEST_SHIFT <= shifts[days] <= occupation.longest_shift - _SHORTEST_BREAK
        ]
    )
    breaks = [one for one in _BREAKS if shifts[days] + one <= occupation.longest_shift]
    shift = shifts[days] + (draws.pick(breaks) if shifts[days] > _NO_BREAK_UNTIL else 0)
    low, high = draws.weighted(_STARTS[occupation.hours], _STARTS_LIKED[occupation.hours])
    starts = low * 60 + _QUARTER * draws.whole(0, (high - low) * 60 // _QUARTER)
    on_site = _days_on_site(occupation, days, draws)
    commute = max(5, round(city.commute * (1 + draws.bell(0.45)) / 5) * 5)
    return WorkingTime(weekly, starts, starts + shift, on_site, commute if on_site else None)


def _days_on_site(occupation: Occupation, days: int, draws: Draws) -> int:
    if not draws.chance(occupation.remote):
        return days
    return 0 if draws.chance(_REMOTE_OF_FLEXIBLE) else draws.whole(1, days - 1)
