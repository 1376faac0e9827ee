"""How one is hired: interviews, the time the whole process takes, deadline and first day, probation."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from ...simulating.draws import Draws

__all__ = ["Hiring", "draw_hiring"]

_FIRST_DEADLINE: Final = 32
_DEADLINE_DAYS: Final = 150
_ROUNDS: Final = {"junior": (0, 3), "intermediate": (1, 4), "senior": (1, 5), "lead": (2, 5)}
_LENGTHS: Final = (15, 20, 30, 30, 45, 45, 60, 60, 75, 90, 120)
_TASKS: Final = (0, 0, 0, 15, 30, 30, 60, 90, 120, 180, 240)


@frozen
class Hiring:
    """The way to a contract: minutes of each interview in order, and of the whole process, tests included.

    `deadline` and `starts` are days after January 1, 2027; `probation` is in months, None where not said.
    """

    interviews: tuple[int, ...]
    process: int
    deadline: int
    starts: int
    probation: int | None


def draw_hiring(seniority: str, contract: str, draws: Draws) -> Hiring:
    """More rounds for higher posts; freelancers have fewer, and no probation."""
    low, high = _ROUNDS[seniority]
    rounds = draws.whole(low, high) if contract != "freelance" else draws.whole(0, 2)
    interviews = tuple(draws.pick(_LENGTHS) for _ in range(rounds))
    deadline = _FIRST_DEADLINE + draws.whole(0, _DEADLINE_DAYS)
    return Hiring(
        interviews=interviews,
        process=sum(interviews) + draws.pick(_TASKS) + draws.pick((15, 30, 45)),
        deadline=deadline,
        starts=deadline + draws.whole(5, 90),
        probation=None if contract == "freelance" or draws.chance(0.12) else draws.pick((1, 2, 3, 3, 4, 6)),
    )
