"""Reads and evaluates GroundCocoa's condition templates: fixed sentences, each with a negation.

The templates are those that the published file lists under `condition_templates` (Kohli, Kumar and Sun, NAACL
2025; the code that wrote them is public). A condition has one truth value for each way in which a careful
person may read it, named after the convention that the reading assumes (`cocoa_core.auditing.questions`).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from decimal import Decimal
from functools import partial
from operator import attrgetter, gt, lt
from re import Match
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.auditing.groundcocoa.flight import FlightTime, PublishedFlight, read_clock
from cocoa_core.auditing.questions import AS_WRITTEN, PublishedCondition, Readings
from cocoa_core.errors import MismatchError

_BOUNDARY: Final = "a time that is equal counts as before and as after"
_OPEN_ENDS: Final = "the ends of 'between' do not count"
_ARRIVAL_DAY: Final = "an arrival on a later day is later than any time of the day of departure"
_NOT_EACH: Final = "'each layover should not' asks for one layover that does not"
_FAILED_BY_NONSTOP: Final = {"a nonstop flight does not meet a condition on its layovers": False}
_UNKNOWN_EMISSIONS: Final = "+0 stands for unknown emissions, which may meet it"


@frozen(kw_only=True)
class FlightCondition(PublishedCondition):
    """A template with its values."""

    slot: str
    """The name as the published formula spells it: "DepartureTimeBetween"."""
    negated: bool
    """Whether it is the negation of its template."""
    mentions: tuple[str, ...]
    """The values in it, in a form that `text_findings` looks for in the request."""


_Meaning: TypeAlias = tuple[tuple[str, ...], Callable[[PublishedFlight], Readings]]
"""The values that a condition mentions, and its readings on a flight."""
_Read: TypeAlias = Callable[[Match[str], bool], _Meaning]
"""Returns what a sentence means, given its match and whether it is the negation of its template."""


def read_condition(text: str) -> FlightCondition:
    """Returns the condition that a template states.

    Raises:
        MismatchError: the text is none of the templates.
    """
    for pattern, slot, read in _TEMPLATES:
        match = re.fullmatch(pattern, " ".join(text.split()))
        if match is not None:
            negated = _NEGATING.search(match[1] or "") is not None
            mentions, evaluate = read(match, negated)

            return FlightCondition(
                text=text,
                slot=slot,
                negated=negated,
                mentions=mentions,
                evaluate=evaluate,
                shows=partial(_shown, slot),
            )
    raise MismatchError(
        "one of GroundCocoa's condition templates", repr(text) if text.strip() else "an empty text"
    )


def _shown(slot: str, flight: PublishedFlight) -> str:
    """Returns the fields of a slot: "Layover 1 Time" is one of LayoverTimes, and of TotalLayoverTime."""
    names = (name for name in flight.texts if re.sub(r"\s|\d", "", name) in slot)
    return "; ".join(f"{name}: {flight.texts[name]}" for name in names)


def _names(text: str) -> tuple[str, ...]:
    *others, last = [name.strip() for name in text.split(",")]
    return (*others, last.removeprefix("and ").strip()) if others else (last,)


def _airlines(match: Match[str], negated: bool) -> _Meaning:
    names = _names(match[2])

    def evaluate(flight: PublishedFlight) -> Readings:
        listed = [airline in names for airline in flight.airlines]
        return {AS_WRITTEN: not any(listed) if negated else all(listed)}

    return names, evaluate


def _ticket_class(match: Match[str], negated: bool) -> _Meaning:
    name = match[2].casefold()
    return (match[2],), lambda flight: {AS_WRITTEN: (flight.ticket_class == name) != negated}


def _date(match: Match[str], negated: bool) -> _Meaning:
    return (match[2],), lambda flight: {AS_WRITTEN: (flight.date == match[2]) != negated}


def _clock(clock_of: Callable[[PublishedFlight], FlightTime]) -> _Read:
    """Reads a condition on a time. An equal time, or a later day, has a second reading."""

    def read(match: Match[str], negated: bool) -> _Meaning:
        limit, before = read_clock(match[3]).minute, match[2] == "before"

        def evaluate(flight: PublishedFlight) -> Readings:
            clock = clock_of(flight)
            readings = {AS_WRITTEN: clock.minute < limit if before else clock.minute > limit}
            if clock.minute == limit:
                readings[_BOUNDARY] = True
            if clock.days:
                readings[_ARRIVAL_DAY] = not before
            return {name: truth != negated for name, truth in readings.items()}

        return (match[3],), evaluate

    return read


def _between(clock_of: Callable[[PublishedFlight], FlightTime]) -> _Read:
    def read(match: Match[str], negated: bool) -> _Meaning:
        first, last = read_clock(match[2]).minute, read_clock(match[3]).minute

        def evaluate(flight: PublishedFlight) -> Readings:
            clock = clock_of(flight)
            readings = {AS_WRITTEN: first <= clock.minute <= last}
            if clock.minute in (first, last):
                readings[_OPEN_ENDS] = False
            if clock.days:
                readings[_ARRIVAL_DAY] = False
            return {name: truth != negated for name, truth in readings.items()}

        return (match[2], match[3]), evaluate

    return read


def _number(mention: str, number_of: Callable[[PublishedFlight], Decimal | int]) -> _Read:
    """Reads a comparison of a number with a limit, which the request mentions in this form."""

    def read(match: Match[str], negated: bool) -> _Meaning:
        limit, beyond = _limit(match), _COMPARED[match[2]]
        return (mention.format(limit),), lambda flight: {
            AS_WRITTEN: beyond(number_of(flight), limit) != negated
        }

    return read


def _total_layover(match: Match[str], negated: bool) -> _Meaning:
    total = _number("{} min", lambda flight: sum(minutes for _, minutes in flight.layovers))
    mentions, evaluate = total(match, negated)
    return mentions, lambda flight: {**evaluate(flight), **({} if flight.layovers else _FAILED_BY_NONSTOP)}


def _each_layover(match: Match[str], negated: bool) -> _Meaning:
    limit, beyond = _limit(match), _COMPARED[match[2]]

    def evaluate(flight: PublishedFlight) -> Readings:
        holding = [beyond(minutes, limit) for _, minutes in flight.layovers]
        readings = {AS_WRITTEN: not any(holding) if negated else all(holding)}
        if negated:
            readings[_NOT_EACH] = not all(holding)
        return readings | ({} if holding else _FAILED_BY_NONSTOP)

    return (f"{limit} min",), evaluate


def _layover_cities(match: Match[str], negated: bool) -> _Meaning:
    names = _names(match[2].removesuffix("."))

    def evaluate(flight: PublishedFlight) -> Readings:
        listed = [city in names for city, _ in flight.layovers]
        if negated:
            return {AS_WRITTEN: not any(listed)}
        return {AS_WRITTEN: all(listed)} | ({} if listed else _FAILED_BY_NONSTOP)

    return names, evaluate


def _emissions(match: Match[str], above: bool) -> _Meaning:
    def evaluate(flight: PublishedFlight) -> Readings:
        if flight.emissions is None:
            return {AS_WRITTEN: False, _UNKNOWN_EMISSIONS: True}
        return {AS_WRITTEN: flight.emissions > 0 if above else flight.emissions < 0}

    return ("emissions",), evaluate


def _limit(match: Match[str]) -> int:
    """Returns the number of the third group; with a fourth, hours and minutes as minutes."""
    return int(match[3]) if match.re.groups == 3 else 60 * int(match[3]) + int(match[4] or 0)


_COMPARED: Final = {"less": lt, "more": gt}
_NEGATING: Final = re.compile("not|above")
_TIME: Final = r"(\d{1,2}:\d\d)"
_HOURS: Final = r"(\d+) hours(?: and (\d+) minutes)?"
_DEPARTURE: Final = attrgetter("departure")
_ARRIVAL: Final = attrgetter("arrival")
_TEMPLATES: Final[tuple[tuple[str, str, _Read], ...]] = (
    (r"I (do not )?want to travel on (.+)", "TravelDate", _date),
    (r"I (only|do not) want to travel (.+) airlines\.", "Airline", _airlines),
    (r"I (only|do not) want to travel (.+) class", "TicketClass", _ticket_class),
    (rf"I (want to|cannot) leave (before|after) {_TIME}", "DepartureTime", _clock(_DEPARTURE)),
    (rf"I (want|do not want) to arrive (before|after) {_TIME}", "ArrivalTime", _clock(_ARRIVAL)),
    (
        rf"I (want|do not want) to depart between {_TIME} and {_TIME}",
        "DepartureTimeBetween",
        _between(_DEPARTURE),
    ),
    (
        rf"I (want|do not want) to arrive between {_TIME} and {_TIME}",
        "ArrivalTimeBetween",
        _between(_ARRIVAL),
    ),
    (
        rf"Travel time should (not )?be (less|more) than {_HOURS}",
        "TravelTime",
        _number("{} min", attrgetter("travel_minutes")),
    ),
    (
        r"I (do not )?want (less|more) than (\d+) layovers",
        "NumberOfLayovers",
        _number("layovers", lambda flight: len(flight.layovers)),
    ),
    (
        r"The average carbon emissions difference should be strictly (below|above) average",
        "CarbonEmissionAvgDiff(%)",
        _emissions,
    ),
    (r"The price should (not )?be (less|more) than \$(\d+)", "Price", _number("${}", attrgetter("price"))),
    (r"I (only want|do not want to have) layovers in (.+)", "LayoverLocations", _layover_cities),
    (rf"Each layover should (not )?be (less|more) than {_HOURS}", "LayoverTimes", _each_layover),
    (
        rf"Total layover time across all my layovers should (not )?be (less|more) than {_HOURS}",
        "TotalLayoverTime",
        _total_layover,
    ),
)
"""Patterns, of which the first group holds what negates, with the slot and the reader of each."""
