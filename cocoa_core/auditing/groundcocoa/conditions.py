"""Reads and evaluates GroundCocoa's condition templates: fixed sentences, each with a negation.

The templates are those that the published file lists under `condition_templates` (Kohli, Kumar and Sun, NAACL
2025; the code that wrote them is public). A condition has one truth value for each way in which a careful
person may read it, named after the convention that the reading assumes (`cocoa_core.auditing.questions`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from re import Match
from typing import Final

from attrs import frozen

from cocoa_core.auditing.groundcocoa.flight import PublishedFlight, read_clock
from cocoa_core.auditing.questions import AS_WRITTEN, PublishedCondition, Readings
from cocoa_core.errors import MismatchError

_BOUNDARY: Final = "a time that is equal counts as before and as after"
_OPEN_ENDS: Final = "the ends of 'between' do not count"
_ARRIVAL_DAY: Final = "an arrival on a later day is later than any time of the day of departure"
_NOT_EACH: Final = "'each layover should not' asks for one layover that does not"
_NO_LAYOVERS: Final = "a nonstop flight does not meet a condition on its layovers"
_UNKNOWN_EMISSIONS: Final = "+0 stands for unknown emissions, which may meet it"

_TIME: Final = r"(\d{1,2}:\d\d)"
_HOURS: Final = r"(\d+) hours(?: and (\d+) minutes)?"


@frozen(kw_only=True)
class FlightCondition(PublishedCondition):
    """A template with its values."""

    slot: str
    """The name as the published formula spells it: "DepartureTimeBetween"."""
    negated: bool
    """Whether it is the negation of its template."""
    mentions: tuple[str, ...]
    """The values in it, in a form that `text_findings` looks for in the request."""


def _condition(
    text: str,
    slot: str,
    negated: bool,
    fields: tuple[str, ...],
    mentions: tuple[str, ...],
    evaluate: Callable[[PublishedFlight], Readings],
) -> FlightCondition:
    names = {"".join(field.split()) for field in fields}

    def shows(flight: PublishedFlight) -> str:
        return "; ".join(
            f"{name}: {value}" for name, value in flight.texts.items() if re.sub(r"\s|\d", "", name) in names
        )

    return FlightCondition(
        text=text, slot=slot, negated=negated, mentions=mentions, evaluate=evaluate, shows=shows
    )


def read_condition(text: str) -> FlightCondition:
    """Returns the condition that a template states.

    Raises:
        MismatchError: the text is none of the templates.
    """
    for pattern, build in _TEMPLATES:
        match = pattern.fullmatch(" ".join(text.split()))
        if match is not None:
            return build(text, match)
    raise MismatchError(
        "one of GroundCocoa's condition templates", repr(text) if text.strip() else "an empty text"
    )


def _names(text: str) -> tuple[str, ...]:
    *others, last = [name.strip() for name in text.split(",")]
    return (*others, last.removeprefix("and ").strip()) if others else (last,)


def _airlines(text: str, match: Match[str]) -> FlightCondition:
    names, negated = _names(match[2]), match[1] == "do not"

    def evaluate(flight: PublishedFlight) -> Readings:
        listed = [airline in names for airline in flight.airlines]
        return {AS_WRITTEN: not any(listed) if negated else all(listed)}

    return _condition(text, "Airline", negated, ("Airline",), names, evaluate)


def _ticket_class(text: str, match: Match[str]) -> FlightCondition:
    name, negated = match[2], match[1] == "do not"
    return _condition(
        text,
        "TicketClass",
        negated,
        ("Ticket Class",),
        (name,),
        lambda flight: {AS_WRITTEN: (flight.ticket_class == name.casefold()) != negated},
    )


def _departure(text: str, match: Match[str]) -> FlightCondition:
    return _clock_condition(text, "Departure", negated=match[1] == "cannot", side=match[2], time=match[3])


def _arrival(text: str, match: Match[str]) -> FlightCondition:
    return _clock_condition(text, "Arrival", negated=match[1] == "do not want", side=match[2], time=match[3])


def _clock_condition(text: str, which: str, *, negated: bool, side: str, time: str) -> FlightCondition:
    """Returns the condition on a time. An equal time, or a later day, has a second reading."""
    limit = read_clock(time).minute

    def evaluate(flight: PublishedFlight) -> Readings:
        clock = flight.departure if which == "Departure" else flight.arrival
        minute = clock.minute
        readings = {AS_WRITTEN: minute < limit if side == "before" else minute > limit}
        if minute == limit:
            readings[_BOUNDARY] = True
        if clock.days:
            readings[_ARRIVAL_DAY] = side == "after"
        return {name: truth != negated for name, truth in readings.items()}

    return _condition(text, f"{which}Time", negated, (f"{which} Time",), (time,), evaluate)


def _between(text: str, match: Match[str]) -> FlightCondition:
    negated, which = match[1] == "do not want", "Arrival" if match[2] == "arrive" else "Departure"
    first, last = read_clock(match[3]).minute, read_clock(match[4]).minute

    def evaluate(flight: PublishedFlight) -> Readings:
        clock = flight.departure if which == "Departure" else flight.arrival
        readings = {AS_WRITTEN: first <= clock.minute <= last}
        if clock.minute in (first, last):
            readings[_OPEN_ENDS] = False
        if clock.days:
            readings[_ARRIVAL_DAY] = False
        return {name: truth != negated for name, truth in readings.items()}

    return _condition(
        text, f"{which}TimeBetween", negated, (f"{which} Time",), (match[3], match[4]), evaluate
    )


def _travel_time(text: str, match: Match[str]) -> FlightCondition:
    negated, less, limit = bool(match[1]), match[2] == "less", _limit(match, 3)
    return _condition(
        text,
        "TravelTime",
        negated,
        ("Travel Time",),
        (f"{limit} min",),
        lambda flight: {AS_WRITTEN: _compared(flight.travel_minutes, limit, less) != negated},
    )


def _layover_count(text: str, match: Match[str]) -> FlightCondition:
    negated, less, limit = bool(match[1]), match[2] == "less", int(match[3])
    return _condition(
        text,
        "NumberOfLayovers",
        negated,
        ("Number Of Layovers",),
        ("layovers",),
        lambda flight: {AS_WRITTEN: _compared(len(flight.layovers), limit, less) != negated},
    )


def _emissions(text: str, match: Match[str]) -> FlightCondition:
    above = match[1] == "above"

    def evaluate(flight: PublishedFlight) -> Readings:
        if flight.emissions is None:
            return {AS_WRITTEN: False, _UNKNOWN_EMISSIONS: True}
        return {AS_WRITTEN: flight.emissions > 0 if above else flight.emissions < 0}

    fields = ("Carbon Emission Avg Diff ( % )",)
    return _condition(text, "CarbonEmissionAvgDiff(%)", above, fields, ("emissions",), evaluate)


def _date(text: str, match: Match[str]) -> FlightCondition:
    negated, date = bool(match[1]), match[2]
    return _condition(
        text,
        "TravelDate",
        negated,
        ("Travel Date",),
        (date,),
        lambda flight: {AS_WRITTEN: (flight.date == date) != negated},
    )


def _price(text: str, match: Match[str]) -> FlightCondition:
    negated, less, limit = bool(match[1]), match[2] == "less", Decimal(match[3])
    return _condition(
        text,
        "Price",
        negated,
        ("Price",),
        (f"${limit}",),
        lambda flight: {AS_WRITTEN: _compared(flight.price, limit, less) != negated},
    )


def _layover_cities(text: str, match: Match[str]) -> FlightCondition:
    names, negated = _names(match[2].removesuffix(".")), match[1] != "only want"

    def evaluate(flight: PublishedFlight) -> Readings:
        listed = [city in names for city, _ in flight.layovers]
        if negated:
            return {AS_WRITTEN: not any(listed)}
        return {AS_WRITTEN: all(listed)} | ({} if listed else {_NO_LAYOVERS: False})

    return _condition(text, "LayoverLocations", negated, ("Layover Location",), names, evaluate)


def _each_layover(text: str, match: Match[str]) -> FlightCondition:
    negated, less, limit = bool(match[1]), match[2] == "less", _limit(match, 3)

    def evaluate(flight: PublishedFlight) -> Readings:
        holding = [_compared(minutes, limit, less) for _, minutes in flight.layovers]
        readings = {AS_WRITTEN: not any(holding) if negated else all(holding)}
        if negated:
            readings[_NOT_EACH] = not all(holding)
        if not holding:
            readings[_NO_LAYOVERS] = False
        return readings

    return _condition(text, "LayoverTimes", negated, ("Layover Time",), (f"{limit} min",), evaluate)


def _total_layover(text: str, match: Match[str]) -> FlightCondition:
    negated, less, limit = bool(match[1]), match[2] == "less", _limit(match, 3)

    def evaluate(flight: PublishedFlight) -> Readings:
        total = sum(minutes for _, minutes in flight.layovers)
        readings = {AS_WRITTEN: _compared(total, limit, less) != negated}
        return readings if flight.layovers else readings | {_NO_LAYOVERS: False}

    return _condition(text, "TotalLayoverTime", negated, ("Layover Time",), (f"{limit} min",), evaluate)


def _limit(match: Match[str], group: int) -> int:
    return 60 * int(match[group]) + int(match[group + 1] or 0)


def _compared(value: Decimal | int, limit: Decimal | int, less: bool) -> bool:
    return value < limit if less else value > limit


_TEMPLATES: Final[tuple[tuple[re.Pattern[str], Callable[[str, Match[str]], FlightCondition]], ...]] = tuple(
    (re.compile(pattern), build)
    for pattern, build in (
        (r"I (do not )?want to travel on (.+)", _date),
        (r"I (only|do not) want to travel (.+) airlines\.", _airlines),
        (r"I (only|do not) want to travel (.+) class", _ticket_class),
        (rf"I (want to|cannot) leave (before|after) {_TIME}", _departure),
        (rf"I (want|do not want) to arrive (before|after) {_TIME}", _arrival),
        (rf"I (want|do not want) to (arrive|depart) between {_TIME} and {_TIME}", _between),
        (rf"Travel time should (not )?be (less|more) than {_HOURS}", _travel_time),
        (r"I (do not )?want (less|more) than (\d+) layovers", _layover_count),
        (r"The average carbon emissions difference should be strictly (below|above) average", _emissions),
        (r"The price should (not )?be (less|more) than \$(\d+)", _price),
        (r"I (only want|do not want to have) layovers in (.+)", _layover_cities),
        (rf"Each layover should (not )?be (less|more) than {_HOURS}", _each_layover),
        (
            rf"Total layover time across all my layovers should (not )?be (less|more) than {_HOURS}",
            _total_layover,
        ),
    )
)
