"""Questions in the form of NATURAL PLAN, with oracles that try every answer: orders, half hours, friends.

The oracles work on values; the auditor reads the text alone.
"""

from __future__ import annotations

import random
from itertools import pairwise, permutations
from typing import Any, Final

from attrs import evolve, frozen

CITIES: Final = ("Oslo", "Porto", "Riga", "Split", "Tallinn", "Vienna")
NAMES: Final = ("Ann", "Bob", "Cem", "Dora")
DAYS: Final = ("Monday", "Tuesday", "Wednesday")


@frozen
class Journey:
    """order: the published one. events: city, first and last day, and whether it takes all of these days."""

    order: tuple[str, ...]
    days: dict[str, int]
    flights: frozenset[tuple[str, str]]
    events: tuple[tuple[str, int, int, bool], ...]

    def stays(self, order: tuple[str, ...]) -> dict[str, tuple[int, int]]:
        stays, first = {}, 1
        for city in order:
            stays[city] = first, first + self.days[city] - 1
            first = stays[city][1]
        return stays

    def truth(self, order: tuple[str, ...]) -> bool | None:
        """Whether an order of the cities is right; None where that depends on the reading of "between"."""
        if any(flight not in self.flights for flight in pairwise(order)):
            return False
        stays, truths = self.stays(order), []
        for city, first, last, lasting in self.events:
            days = set(range(stays[city][0], stays[city][1] + 1))
            window = set(range(first, last + 1))
            truths.append(True if window <= days else None if window & days and not lasting else False)
        return False if False in truths else None if None in truths else True

    def truths(self) -> dict[tuple[str, ...], bool | None]:
        """The orders of the cities that are not wrong."""
        truths = {order: self.truth(order) for order in permutations(self.days)}
        return {order: truth for order, truth in truths.items() if truth is not False}

    def row(self) -> dict[str, Any]:
        stays = self.stays(self.order)
        total = stays[self.order[-1]][1]
        told = [f"Day {first}-{last}: visit {city} for some days." for city, (first, last) in stays.items()]
        return {
            "num_cities": str(len(self.order)),
            "cities": "**".join(self.order),
            "durations": "**".join(str(self.days[city]) for city in self.order),
            "prompt_0shot": self.request(total),
            "golden_plan": "\n".join(told),
        }

    def request(self, total: int) -> str:
        sentences = [
            f"You plan to visit {len(self.days)} European cities for {total} days in total.",
            "You only take direct flights to commute between cities.",
            *(f"You plan to stay in {city} for {days} days." for city, days in sorted(self.days.items())),
        ]
        for city, first, last, lasting in self.events:
            sentences.append(
                f"During day {first} and day {last}, you have to attend a conference in {city}."
                if lasting
                else f"You want to meet a friend in {city} between day {first} and day {last}."
            )
        flights = [
            f"{one} and {other}" if (other, one) in self.flights else f"from {one} to {other}"
            for one, other in sorted(self.flights)
            if one < other or (other, one) not in self.flights
        ]
        return (
            f"{' '.join(sentences)}\n\nHere are the cities that have direct flights:\n{', '.join(flights)}."
            f"\n\nFind a trip plan of visiting the cities for {total} days."
        )


def drawn_journey(rng: random.Random) -> Journey:
    order = tuple(rng.sample(CITIES, rng.choice((3, 4, 5))))
    days = {city: rng.randrange(2, 6) for city in order}
    journey = Journey(order, days, frozenset(), ())
    flights = set(pairwise(order))
    for _ in range(rng.randrange(2 * len(order))):
        one, other = rng.sample(order, 2)
        flights |= {(one, other)} | ({(other, one)} if rng.random() < 0.7 else set())
    stays = journey.stays(order)
    held = rng.sample(order, rng.randrange(len(order)))
    events = tuple((city, *stays[city], rng.random() < 0.7) for city in held)
    return evolve(journey, flights=frozenset(flights), events=events)


@frozen
class Diary:
    """slots: half hours from 9:00 (0 to 15) on each day. busy: name to days to slots. refused: name, day,
    slots, words, and whether they are a wish. time: the published day and first slot."""

    days: tuple[str, ...]
    length: int
    busy: dict[str, dict[str, set[int]]]
    refused: tuple[tuple[str, str, range, str, bool], ...]
    earliest: bool
    time: tuple[str, int]

    def times(self) -> list[tuple[str, int]]:
        return [(day, slot) for day in self.days for slot in range(16 - self.length + 1)]

    def clashes(self, day: str, slot: int, *, wishes: bool) -> bool:
        slots = set(range(slot, slot + self.length))
        return any(slots & days.get(day, set()) for days in self.busy.values()) or any(
            day == other and slots & set(refused)
            for _, other, refused, _, wish in self.refused
            if wishes or not wish
        )

    def truths(self) -> dict[tuple[str, int], bool | None]:
        """The times that are not wrong; None where nothing meets all wishes, so that some are broken."""
        met = [time for time in self.times() if not self.clashes(*time, wishes=True)]
        possible = met or [time for time in self.times() if not self.clashes(*time, wishes=False)]
        return dict.fromkeys(possible[:1] if self.earliest else possible, True if met else None)

    def row(self) -> dict[str, Any]:
        length = "half an hour" if self.length == 1 else "one hour"
        days = self.days[0] if len(self.days) == 1 else "either " + _listed(self.days, "or")
        lines = []
        for name, busy in self.busy.items():
            spans = ", ".join(
                f"{day} during " + ", ".join(_span(slot, slot + 1) for slot in sorted(slots))
                for day, slots in busy.items()
                if slots
            )
            lines.append(f"{name} is busy on {spans}; " if spans else f"{name}has no meetings the whole day.")
        wishes = [f"{name} {how} on {day}{_side(slots)}." for name, day, slots, how, _ in self.refused] + [
            "The group would like to meet at their earlist availability."
        ] * self.earliest
        schedules = "\n".join(lines)
        request = (
            f"TASK: You need to schedule a meeting for {_listed(list(self.busy), 'and')} for {length} "
            + f"between the work hours of 9:00 to 17:00 on {days}. \n\nHere are the existing schedules "
            + f"for everyone during the days: \n{schedules}\n\n{' '.join(wishes)} "
            + "Find a time that works for everyone's schedule and constraints. \nSOLUTION: "
        )
        day, slot = self.time
        return {
            "num_people": str(len(self.busy)),
            "num_days": str(len(self.days)),
            "duration": str(self.length / 2),
            "prompt_0shot": request,
            "golden_plan": f"The time: {day}, {_clock(slot)} - {_clock(slot + self.length)} ",
        }


def _clock(slot: int) -> str:
    return f"{9 + slot // 2}:{30 * (slot % 2):02d}"


def _span(first: int, last: int) -> str:
    return f"{_clock(first)} to {_clock(last)}"


def _side(slots: range) -> str:
    if len(slots) == 16:
        return ""
    return f" after {_clock(slots.start)}" if slots.start else f" before {_clock(slots.stop)}"


def _listed(names: list[str] | tuple[str, ...], word: str) -> str:
    return " ".join([", ".join(names[:-1]), word, names[-1]]) if len(names) > 1 else names[0]


def drawn_diary(rng: random.Random) -> Diary:
    days = DAYS[: rng.choice((1, 1, 2, 3))]
    names = NAMES[: rng.choice((2, 3, 4))]
    share = rng.choice((0.5, 0.7, 0.8))
    busy = {
        name: {day: {slot for slot in range(16) if rng.random() < share * (i > 0)} for day in days}
        for i, name in enumerate(names)
    }
    refused = []
    for _ in range(rng.randrange(3)):
        limit = rng.randrange(1, 16)
        slots = rng.choice((range(limit), range(limit, 16), range(16)))
        how, wish = rng.choice((("can not meet", False), ("would rather not meet", True)))
        refused.append((rng.choice(names), rng.choice(days), slots, how, wish))
    made = Diary(days, rng.choice((1, 2)), busy, tuple(refused), rng.random() < 0.3, (days[0], 0))
    right = list(made.truths())
    return evolve(made, time=rng.choice(right)) if right else made


@frozen
class Town:
    """Minutes after 9 AM. friends: name to place, first, last and least. ways: (from, to) to minutes.
    met: the published day: name, first and last minute."""

    friends: dict[str, tuple[str, int, int, int]]
    ways: dict[tuple[str, str], int]
    met: tuple[tuple[str, int, int], ...]

    def lived(self, order: tuple[str, ...]) -> tuple[tuple[str, int, int], ...] | None:
        """The day of this order, each meeting as early as can be; None where it cannot be."""
        place, now, met = "Quay", 0, []
        for name in order:
            there, first, last, least = self.friends[name]
            now = max(now + self.ways[place, there], first) + least
            if now > last:
                return None
            met.append((name, now - least, now))
            place = there
        return tuple(met)

    def best(self) -> tuple[tuple[str, int, int], ...]:
        for count in range(len(self.friends), 0, -1):
            for order in permutations(self.friends, count):
                if day := self.lived(order):
                    return day
        return ()

    def row(self) -> dict[str, Any]:
        places = sorted({place for way in self.ways for place in way})
        steps, place = ["You start at Quay at 9:00AM."], "Quay"
        for name, first, last in self.met:
            there = self.friends[name][0]
            minutes = self.ways[place, there]
            steps += [f"You travel to {there} in {minutes} minutes and arrive at {_twelve(minutes)}."]
            steps += [f"You wait until {_twelve(first)}."]
            steps += [f"You meet {name} for {last - first} minutes from {_twelve(first)} to {_twelve(last)}."]
            place = there
        ways = "\n".join(
            f"{one} to {other}: {minutes}." for (one, other), minutes in self.ways.items() if one != other
        )
        people = " ".join(
            f"{name} will be at {place} from {_twelve(first)} to {_twelve(last)}. "
            f"You'd like to meet {name} for a minimum of {least} minutes."
            for name, (place, first, last, least) in self.friends.items()
        )
        return {
            "num_people": len(self.friends),
            "constraints": [
                ["Quay", "9:00AM"],
                *(
                    [name, place, f"{_twelve(first)} to {_twelve(last)}", least]
                    for name, (place, first, last, least) in self.friends.items()
                ),
            ],
            "dist_matrix": {
                one: {other: self.ways[one, other] for other in places if other != one} for one in places
            },
            "prompt_0shot": f"Travel distances:\n{ways}\n\nYou arrive at Quay at 9:00AM. {people}",
            "golden_plan": steps,
        }


def _twelve(minutes: int) -> str:
    hour, minute = divmod(9 * 60 + minutes, 60)
    return f"{hour % 12 or 12}:{minute:02d}{'AM' if hour < 12 else 'PM'}"


def drawn_town(rng: random.Random) -> Town:
    places = ["Quay", "Hill", "Park", "Pier"]
    ways = {
        (place, other): 0 if place == other else rng.randrange(5, 60) for place in places for other in places
    }
    friends = {}
    for name in NAMES[: rng.randrange(1, 5)]:
        first = rng.randrange(0, 600, 15)
        friends[name] = (
            rng.choice(places),
            first,
            first + rng.randrange(30, 240, 15),
            rng.randrange(15, 90, 15),
        )
    town = Town(friends, ways, ())
    return evolve(town, met=town.best())
