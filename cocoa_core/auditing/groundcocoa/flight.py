"""Reads one option of GroundCocoa's published file: the texts of a flight as typed values."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Mapping
from contextlib import suppress
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import MismatchError

_CLOCK: Final = re.compile(r"(\d{1,2}):(\d\d)\s*(AM|PM)?\s*(?:\+(\d))?", re.IGNORECASE)
_MINUTES: Final = re.compile(r"(?:(\d+)\s*h(?:r|rs|ours?)?)?\s*(?:(\d+)\s*min(?:ute)?s?)?", re.IGNORECASE)
_LAYOVER: Final = re.compile(r"layover(\d+)(location|time)")


@frozen
class FlightTime:
    """A time of day."""

    minute: int
    """Minutes after midnight, from 0 to 1,439."""
    days: int = 0
    """How many days later than the departure it is."""


@frozen
class PublishedFlight:
    """An option. Durations are in minutes, the price in dollars, emissions in percent above the average."""

    airlines: tuple[str, ...]
    ticket_class: str
    departure: FlightTime
    arrival: FlightTime
    travel_minutes: int
    emissions: int | None
    """None where it is printed as "+0", which the published file also writes for an unknown value."""
    date: str
    price: Decimal
    layovers: tuple[tuple[str, int], ...]
    """City and minutes of each, in order."""
    texts: Mapping[str, Any]
    """The fields as they were published."""


def option_of(published: object) -> Mapping[str, Any] | None:
    """Returns the fields of an option that was published as an object or, as on the Hub, as its text in JSON
    or Python; None for anything else.
    """
    option: object = published
    if isinstance(published, str):
        for read in (json.loads, ast.literal_eval):
            with suppress(ValueError, SyntaxError, RecursionError, MemoryError):
                option = read(published)
                break
    return option if isinstance(option, dict) else None


def read_flight(option: Mapping[str, Any]) -> PublishedFlight:
    """Returns the values of an option, whose keys may be written with or without blanks.

    Raises:
        MismatchError: a key is missing, a value cannot be read, or the number of layovers is not that of the
            layovers listed.
    """
    texts = {
        re.sub(r"\s", "", key).lower(): str(value).strip()
        for key, value in option.items()
        if value is not None
    }

    def text(key: str, shown: str) -> str:
        if key not in texts:
            raise MismatchError(f"an option with {shown}", ", ".join(option) or "nothing")
        return texts[key]

    cities = {int(m[1]): texts[key] for key in texts if (m := _LAYOVER.fullmatch(key)) and m[2] == "location"}
    times = {int(m[1]): texts[key] for key in texts if (m := _LAYOVER.fullmatch(key)) and m[2] == "time"}
    declared = text("numberoflayovers", "Number Of Layovers")
    if cities.keys() != times.keys() or declared != str(len(cities)):
        raise MismatchError(f"{declared} layovers, each with its location and time", f"{len(cities)} of them")
    emissions = _whole(text("carbonemissionavgdiff(%)", "Carbon Emission Avg Diff (%)"), "a whole percentage")
    return PublishedFlight(
        airlines=tuple(
            name.strip() for name in text("airline", "Airline").removeprefix("[").removesuffix("]").split(",")
        ),
        ticket_class=text("ticketclass", "Ticket Class").casefold(),
        departure=read_clock(text("departuretime", "Departure Time")),
        arrival=read_clock(text("arrivaltime", "Arrival Time")),
        travel_minutes=read_minutes(text("traveltime", "Travel Time")),
        emissions=emissions or None,
        date=text("traveldate", "Travel Date"),
        price=_dollars(text("price", "Price")),
        layovers=tuple((cities[number], read_minutes(times[number])) for number in sorted(cities)),
        texts={name: value for name, value in option.items() if value is not None},
    )


def read_clock(text: str) -> FlightTime:
    """Returns the time of day in a text.

    "12:30 AM" is half past midnight, "10:00 AM+2" two days after the departure, "18:45" a time in 24 hours.

    Raises:
        MismatchError: the text is no time of day.
    """
    match = _CLOCK.fullmatch(text.strip())
    if match is None:
        raise MismatchError("a time such as 4:15 AM", text)
    hour, minute, half = int(match[1]), int(match[2]), (match[3] or "").upper()
    if minute > 59 or not (1 <= hour <= 12 if half else hour <= 23):
        raise MismatchError("a time such as 4:15 AM", text)
    if half:
        hour = hour % 12 + 12 * (half == "PM")
    return FlightTime(60 * hour + minute, int(match[4] or 0))


def read_minutes(text: str) -> int:
    """Returns the minutes in a text: "1 hr 45 min" is 105; 60 minutes and more are carried.

    Raises:
        MismatchError: the text is no duration.
    """
    match = _MINUTES.fullmatch(text.strip())
    if match is None or match[1] is match[2] is None:
        raise MismatchError("a duration such as 1 hr 45 min", text)
    return 60 * int(match[1] or 0) + int(match[2] or 0)


def _whole(text: str, expected: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise MismatchError(expected, text) from None


def _dollars(text: str) -> Decimal:
    try:
        amount = Decimal(text.removeprefix("$").replace(",", ""))
    except InvalidOperation:
        amount = Decimal("NaN")
    if not amount.is_finite():
        raise MismatchError("a price such as $979.0", text)
    return amount
