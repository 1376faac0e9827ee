"""Audits NATURAL PLAN's trips: cities in an order, by direct flights, each for some days, with events.

The day of a flight counts for both cities. A plan is determined by the order of its cities; all orders are
searched.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import islice, pairwise
from typing import Any, Final, TypeAlias

from attrs import frozen

from cocoa_core.auditing.natural_plan.sentences import field, read_sentence, request_of, required
from cocoa_core.auditing.questions import (
    AS_WRITTEN,
    PublishedCondition,
    PublishedQuestion,
    SetReader,
    condition,
)
from cocoa_core.errors import MismatchError

_SHOWN: Final = 20
"""The most other plans, right or dependent on a reading, that are kept: loose trips have thousands."""
_MOST_CITIES: Final = 12
"""The published trips have 3 to 10; the search takes 2 ** cities steps."""
_ONE_DAY: Final = "an event 'between' two days takes place on one of them"

_CITY: Final = r"(?P<city>[^\W\d_][\w' -]*?)"
_DAYS: Final = r"day (?P<first>\d+) and day (?P<last>\d+)"
_STAYS: Final = (
    rf"You would like to visit {_CITY} for (?P<days>\d+) days\.",
    rf"You want to spend (?P<days>\d+) days in {_CITY}\.",
    rf"You plan to stay in {_CITY} for (?P<days>\d+) days\.",
)
_EVENTS: Final = (
    rf"You are going to attend a wedding in {_CITY} between {_DAYS}\.",
    rf"You plan to visit relatives in {_CITY} between {_DAYS}\.",
    rf"You want to meet a friend in {_CITY} between {_DAYS}\.",
    rf"You have to attend a workshop in {_CITY} between {_DAYS}\.",
    rf"You would like to meet your friends at {_CITY} between {_DAYS} to tour together\.",
    rf"During {_DAYS}, you have to attend a conference in {_CITY}\.",
    rf"From day (?P<first>\d+) to day (?P<last>\d+), there is a annual show you want to attend in {_CITY}\.",
)
_LENGTH: Final = r"You plan to visit (?P<cities>\d+) European cities for (?P<days>\d+) days in total\."
_DIRECT: Final = "You only take direct flights to commute between cities."
_FLIGHTS: Final = r"direct flights:\s*(.*?)\.?\s*(?:\n|$)"


@frozen
class TripStay:
    """A stay in a city, between two days of the trip, which are counted from 1."""

    city: str
    first: int
    last: int


Plan: TypeAlias = tuple[TripStay, ...]


@frozen
class TripEvent:
    """An event in a city, on days of the trip."""

    text: str
    city: str
    first: int
    last: int
    lasting: bool
    """Whether it takes all of the days; else it can be read as taking one of them."""

    def readings(self, stay: TripStay | None) -> Mapping[str, bool]:
        """Returns whether the stay in its city fits the event.

        Args:
            stay: None where the plan has no stay in the city.
        """
        if stay is None:
            return {AS_WRITTEN: False}
        whole = {AS_WRITTEN: stay.first <= self.first and self.last <= stay.last}
        overlaps = stay.first <= self.last and self.first <= stay.last
        return whole if self.lasting else whole | {_ONE_DAY: overlaps}


@frozen
class Trip:
    """What a request demands of a trip."""

    days: int
    """The days in total."""
    stays: Mapping[str, int]
    """The days in each city."""
    flights: frozenset[tuple[str, str]]
    """The direct flights, as pairs (from, to)."""
    events: tuple[TripEvent, ...]


def _read_trip(request: str) -> Trip:
    head, _, rest = request.partition("Here are the cities that have")
    length, direct, *sentences = re.split(r"(?<=\.)\s+", head.strip()) + [""] * 2
    total = read_sentence(length, [_LENGTH])
    if direct != _DIRECT:
        raise MismatchError("the sentence about direct flights", repr(direct))
    stays: dict[str, int] = {}
    events = []
    for sentence in filter(None, sentences):
        match = read_sentence(sentence, (*_STAYS, *_EVENTS))
        if "days" in match.groupdict():
            if match["city"] in stays:
                raise MismatchError("one stay a city", sentence)
            stays[match["city"]] = int(match["days"])
        else:
            lasting = sentence.startswith("During")
            events.append(
                TripEvent(sentence, match["city"], int(match["first"]), int(match["last"]), lasting)
            )
    if len(stays) != int(total["cities"]) or not 0 < len(stays) <= _MOST_CITIES:
        raise MismatchError(f"{total['cities']} cities, {_MOST_CITIES} at most", f"{len(stays)} stays")
    unknown = [event.city for event in events if event.city not in stays]
    flights = frozenset(_flights(required(_FLIGHTS, rest, "a list of direct flights")[1]))
    unknown += sorted({city for flight in flights for city in flight} - stays.keys())
    if unknown:
        raise MismatchError(f"one of the cities {', '.join(stays)}", unknown[0])
    return Trip(int(total["days"]), stays, flights, tuple(events))


def _flights(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split(", "):
        match = read_sentence(part, (rf"from {_CITY} to (?P<to>.+)", rf"{_CITY} and (?P<other>.+)"))
        other = match.groupdict().get("other")
        yield match["city"], other or match["to"]
        if other:
            yield other, match["city"]


def _plans(trip: Trip, allowed: Callable[[TripStay], bool]) -> Iterator[Plan]:
    """Yields every plan by direct flights whose stays are all allowed, cities in the order of the request.

    A stay begins where the cities before it end, in whatever order they are. So the set of cities left
    decides whether a beginning can be completed: `completes` is computed once for each set and last city.
    """
    cities = tuple(trip.stays)

    def stay(visited: frozenset[str], city: str) -> TripStay:
        first = 1 + sum(trip.stays[other] - 1 for other in visited)
        return TripStay(city, first, first + trip.stays[city] - 1)

    def following(visited: frozenset[str], last: str | None) -> list[str]:
        return [
            city
            for city in cities
            if city not in visited
            and (last is None or (last, city) in trip.flights)
            and allowed(stay(visited, city))
        ]

    @cache
    def completes(visited: frozenset[str], last: str | None) -> bool:
        if len(visited) == len(cities):
            return True
        return any(completes(visited | {city}, city) for city in following(visited, last))

    def extended(plan: Plan, visited: frozenset[str]) -> Iterator[Plan]:
        if len(visited) == len(cities):
            yield plan
            return
        last = plan[-1].city if plan else None
        for city in following(visited, last):
            if completes(visited | {city}, city):
                yield from extended((*plan, stay(visited, city)), visited | {city})

    if trip.days == 1 + sum(days - 1 for days in trip.stays.values()):
        yield from extended((), frozenset())


def _conditions(trip: Trip) -> Iterator[PublishedCondition]:
    yield condition(
        f"the trip takes {trip.days} days",
        lambda plan: bool(plan) and plan[-1].last == trip.days,
        lambda plan: f"it ends on day {plan[-1].last}" if plan else "no city",
    )
    yield condition(
        f"each of the {len(trip.stays)} cities is visited once, for its days",
        lambda plan: (
            sorted((stay.city, stay.last - stay.first + 1) for stay in plan) == sorted(trip.stays.items())
        ),
        lambda plan: (
            ", ".join(
                f"{stay.city} {stay.last - stay.first + 1} of {trip.stays.get(stay.city, 0)} days"
                for stay in plan
                if stay.last - stay.first + 1 != trip.stays.get(stay.city)
            )
            or "as demanded"
        ),
    )

    def missing(plan: Plan) -> list[str]:
        return [
            f"none from {stay.city} to {following.city}"
            for stay, following in pairwise(plan)
            if (stay.city, following.city) not in trip.flights
        ]

    yield condition(
        "each flight is one of the direct flights",
        lambda plan: not missing(plan),
        lambda plan: ", ".join(missing(plan)) or "all are",
    )
    yield from (_event_condition(event) for event in trip.events)


def _event_condition(event: TripEvent) -> PublishedCondition:
    def in_city(plan: Plan) -> TripStay | None:
        return next((stay for stay in plan if stay.city == event.city), None)

    def shows(plan: Plan) -> str:
        stay = in_city(plan)
        return f"in {stay.city} on days {stay.first} to {stay.last}" if stay else f"never in {event.city}"

    return PublishedCondition(
        text=event.text.removesuffix("."), evaluate=lambda plan: event.readings(in_city(plan)), shows=shows
    )


def _name(plan: Plan) -> str:
    return ", ".join(f"{stay.city} {stay.first}-{stay.last}" for stay in plan)


def _key(record: Mapping[str, Any]) -> Plan:
    cities = [city for city in field(record, "cities", str).split("**") if city]
    durations = [text for text in field(record, "durations", str).split("**") if text]
    if len(cities) != len(durations) or not cities or not all(map(str.isdecimal, durations)):
        raise MismatchError("cities with as many durations", f"{record['cities']}, {record['durations']}")
    plan: list[TripStay] = []
    for city, days in zip(cities, durations, strict=True):
        first = plan[-1].last if plan else 1
        plan.append(TripStay(city, first, first + int(days) - 1))
    return tuple(plan)


def _findings(record: Mapping[str, Any], key: Plan) -> Iterator[str]:
    text = str(record.get("golden_plan", ""))
    stated = [(city, int(first), int(last)) for first, last, city in re.findall(_TOLD, text)]
    if stated != [(stay.city, stay.first, stay.last) for stay in key]:
        yield f"golden_plan tells another trip than cities and durations: {text[:200]!r}"


_TOLD: Final = r"Day (\d+)-(\d+):\*{0,2} (?:Arriving in .+? and )?[Vv]isit (.+?) for "


def _read(record: Mapping[str, Any], number: int) -> PublishedQuestion:
    request = request_of(record)
    trip, key = _read_trip(request), _key(record)

    def fits(stay: TripStay, leniently: bool) -> bool:
        readings = [event.readings(stay) for event in trip.events if event.city == stay.city]
        return all(any(each.values()) if leniently else all(each.values()) for each in readings)

    options = {_name(key): key}
    for leniently in (False, True):
        plans = _plans(trip, lambda stay, leniently=leniently: fits(stay, leniently))  # type: ignore[misc]
        options |= {_name(plan): plan for plan in islice(plans, _SHOWN)}
    return PublishedQuestion(
        id=str(record.get("id", number)),
        request=request,
        terms=tuple((each,) for each in _conditions(trip)),
        options=options,
        key=_name(key),
        findings=tuple(_findings(record, key)),
        searched=f"Every order of the {len(trip.stays)} cities was tried.",
    )


def _corrected(record: Mapping[str, Any], key: str) -> Mapping[str, Any]:
    stays = [read_sentence(stay, [rf"{_CITY} (?P<first>\d+)-(?P<last>\d+)"]) for stay in key.split(", ")]
    return {
        "cities": "**".join(stay["city"] for stay in stays),
        "durations": "**".join(str(int(stay["last"]) - int(stay["first"]) + 1) for stay in stays),
        "golden_plan": key,
    }


READER: Final = SetReader(
    name="NATURAL PLAN trips",
    fields=frozenset({"cities", "durations", "prompt_0shot", "golden_plan"}),
    request="prompt_0shot",
    read=_read,
    corrected=_corrected,
    by_id=True,
)
