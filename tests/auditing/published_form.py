"""Questions in GroundCocoa's published form: sound ones, and those that its own way of labelling gives.

Conditions are written here as text, with their meaning beside them: True, False, or None where a careful
person may take them either way. The auditor reads the text alone.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Final, TypeAlias

from attrs import frozen

Option: TypeAlias = dict[str, str]

AIRLINES: Final = ("Emirates", "Lufthansa", "KLM", "Air France", "Finnair", "Air Astana")
CITIES: Final = ("Dubai", "Frankfurt am Main", "Zurich", "Almaty", "Atyrau", "Helsinki")
CLASSES: Final = ("Economy", "Business", "First")
DATES: Final = ("2024-04-17", "2024-04-18", "2024-05-02")


@frozen
class Flight:
    """The values behind an option: minutes, dollars, percent."""

    airlines: tuple[str, ...]
    cabin: str
    departs: int
    arrives: int
    days: int
    minutes: int
    emissions: int
    date: str
    price: int
    layovers: tuple[tuple[str, int], ...]


@frozen
class Drawn:
    """A condition as text, and what it means: None where it depends on a convention.

    published: how the published code labels it, with its faults: brackets around a single airline, 12 AM as
    noon, blanks before further cities, times that are equal on both sides, 60 minutes that are not carried.
    """

    slot: str
    negated: bool
    text: str
    means: Callable[[Flight], bool | None]
    said: str
    published: Callable[[Flight], bool]


def flight(rng: random.Random) -> Flight:
    stops, days = rng.choice((0, 1, 1, 2)), rng.choice((0, 0, 1))
    return Flight(
        tuple(rng.sample(AIRLINES, rng.choice((1, 1, 2)))),
        rng.choice(CLASSES),
        rng.randrange(0, 1440, 5),
        rng.randrange(0, 1440, 5),
        days,
        rng.randrange(90, 2400, 5),
        rng.choice((-22, -14, -3, 4, 9, 32)),
        rng.choice(DATES),
        rng.randrange(2, 90) * 100 + rng.choice((0, 0, 18, 79)),
        tuple((city, rng.randrange(45, 700, 5)) for city in rng.sample(CITIES, stops)),
    )


def option(it: Flight) -> Option:
    """As the published file shows a flight."""
    shown = {
        "Airline": f"[{','.join(it.airlines)}]",
        "Ticket Class": it.cabin,
        "Departure Time": _clock(it.departs),
        "Arrival Time": _clock(it.arrives) + (f"+{it.days}" if it.days else ""),
        "Travel Time": _duration(it.minutes),
        "Number Of Layovers": str(len(it.layovers)),
        "Carbon Emission Avg Diff ( % )": f"{it.emissions:+d}",
        "Price": f"${it.price}.0",
        "Travel Date": it.date,
    }
    for number, (city, minutes) in enumerate(it.layovers, start=1):
        shown |= {f"Layover {number} Location": city, f"Layover {number} Time": _duration(minutes)}
    return shown


def _clock(minute: int) -> str:
    hour, rest = divmod(minute, 60)
    return f"{hour % 12 or 12}:{rest:02d} {'AM' if hour < 12 else 'PM'}"


def _duration(minutes: int) -> str:
    hours, rest = divmod(minutes, 60)
    return " ".join([f"{hours} hr"] * (hours > 0) + [f"{rest} min"] * (rest > 0 or not hours)) + " "


def _unless(convention: bool, truth: bool) -> bool | None:
    return None if convention else truth


def drawn_condition(rng: random.Random, slot: str, negated: bool) -> Drawn:
    """One of the fourteen templates, filled in at random."""
    side = rng.choice(("less", "more"))
    hours, minutes = rng.randrange(1, 20), rng.choice((0, 15, 30, 45))
    limit = 60 * hours + minutes
    length = f"{hours} hours" + (f" and {minutes} minutes" if minutes else "")
    before = rng.random() < 0.5
    time = rng.randrange(600, 1260, 15)
    clock = f"{time // 60}:{time % 60:02d}"
    end = rng.randrange(time + 60, 1380, 15)
    span = f"between {clock} and {end // 60}:{end % 60:02d}"
    is_not = "not " if negated else ""

    def beyond(value: int, bound: int) -> bool:
        return (value < bound if side == "less" else value > bound) != negated

    def at(value: int, days: int) -> bool | None:
        later = days > 0 and value < time
        return _unless(value == time or later, (value < time if before else value > time) != negated)

    def within(value: int, days: int) -> bool | None:
        inside = time <= value <= end
        return _unless(value in (time, end) or (days > 0 and inside), inside != negated)

    when = f"{'before' if before else 'after'} {clock}"
    names = rng.sample(AIRLINES, rng.choice((1, 2, 3)))
    cities = rng.sample(CITIES, rng.choice((1, 2)))
    cabin, date = rng.choice(CLASSES), rng.choice(DATES)
    price, count = rng.randrange(2, 90) * 100, rng.choice((1, 2))
    wish = "do not" if negated else "only"

    def each(it: Flight) -> bool | None:
        holding = [minutes < limit if side == "less" else minutes > limit for _, minutes in it.layovers]
        if negated:
            return _unless(not holding or len(set(holding)) > 1, not any(holding))
        return _unless(not holding, all(holding))

    def reached(value: int, bound: int, at_most: bool) -> bool:
        """The published comparison: an equal value is on both sides of the bound."""
        return value <= bound if at_most != negated else value >= bound

    def spanned(minute: int) -> bool:
        return (time <= _published_clock(minute) <= end) != negated

    def each_published(it: Flight) -> bool:
        return all(reached(minutes, limit, side == "less") for _, minutes in it.layovers or (("", 0),))

    labels: dict[str, Callable[[Flight], bool]] = {
        "Airline": lambda it: (
            negated
            if len(it.airlines) == 1
            else not set(names) & set(it.airlines)
            if negated
            else set(it.airlines) <= set(names)
        ),
        "DepartureTime": lambda it: reached(_published_clock(it.departs), time, before),
        "ArrivalTime": lambda it: reached(_published_clock(it.arrives), time, before),
        "DepartureTimeBetween": lambda it: spanned(it.departs),
        "ArrivalTimeBetween": lambda it: spanned(it.arrives),
        "TravelTime": lambda it: reached(it.minutes, limit, side == "less"),
        "LayoverLocations": lambda it: (
            not set(_published_cities(it)) & set(cities)
            if negated
            else set(_published_cities(it)) <= set(cities)
        ),
        "LayoverTimes": each_published,
        "TotalLayoverTime": lambda it: reached(_published_total(it), limit, side == "less"),
    }
    table: dict[str, tuple[str, Callable[[Flight], bool | None], str]] = {
        "Airline": (
            f"I {wish} want to travel {_listed(names)} airlines.",
            lambda it: not set(names) & set(it.airlines) if negated else set(it.airlines) <= set(names),
            " ".join(names),
        ),
        "TicketClass": (
            f"I {wish} want to travel {cabin.lower()} class",
            lambda it: (it.cabin == cabin) != negated,
            cabin,
        ),
        "DepartureTime": (
            f"I {'cannot' if negated else 'want to'} leave {when}",
            lambda it: at(it.departs, 0),
            when,
        ),
        "ArrivalTime": (
            f"I {'do not want' if negated else 'want'} to arrive {when}",
            lambda it: at(it.arrives, it.days),
            when,
        ),
        "DepartureTimeBetween": (
            f"I {'do not want' if negated else 'want'} to depart {span}",
            lambda it: within(it.departs, 0),
            span,
        ),
        "ArrivalTimeBetween": (
            f"I {'do not want' if negated else 'want'} to arrive {span}",
            lambda it: within(it.arrives, it.days),
            span,
        ),
        "TravelTime": (
            f"Travel time should {is_not}be {side} than {length}",
            lambda it: beyond(it.minutes, limit),
            length,
        ),
        "NumberOfLayovers": (
            f"I {'do not want' if negated else 'want'} {side} than {count} layovers",
            lambda it: beyond(len(it.layovers), count),
            "layovers",
        ),
        "CarbonEmissionAvgDiff(%)": (
            "The average carbon emissions difference should be strictly "
            f"{'above' if negated else 'below'} average",
            lambda it: it.emissions > 0 if negated else it.emissions < 0,
            "emissions",
        ),
        "TravelDate": (
            f"I {'do not want' if negated else 'want'} to travel on {date}",
            lambda it: (it.date == date) != negated,
            date,
        ),
        "Price": (
            f"The price should {is_not}be {side} than ${price}",
            lambda it: beyond(it.price, price),
            f"${price}",
        ),
        "LayoverLocations": (
            f"I {'do not want to have' if negated else 'only want'} layovers in {_listed(cities)}"
            + "." * (len(cities) > 1),
            lambda it: (
                not {city for city, _ in it.layovers} & set(cities)
                if negated
                else _unless(not it.layovers, {city for city, _ in it.layovers} <= set(cities))
            ),
            " ".join(cities),
        ),
        "LayoverTimes": (f"Each layover should {is_not or ' '}be {side} than {length}", each, length),
        "TotalLayoverTime": (
            f"Total layover time across all my layovers should {is_not}be  {side} than {length}",
            lambda it: _unless(
                not it.layovers and beyond(0, limit),
                beyond(sum(minutes for _, minutes in it.layovers), limit),
            ),
            length,
        ),
    }
    text, means, said = table[slot]
    published = labels.get(slot, lambda it: bool(means(it)))
    return Drawn(slot, negated, text, means, said, published)


def _published_clock(minute: int) -> int:
    return minute + 720 if minute < 60 else minute


def _published_cities(it: Flight) -> list[str]:
    return [" " * (index > 0) + city for index, (city, _) in enumerate(it.layovers)] or [""]


def _published_total(it: Flight) -> int:
    """Hours and minutes are added apart; more than 60 minutes are carried, exactly 60 are not."""
    hours = minutes = 0
    for _, layover in it.layovers:
        hours, minutes = hours + layover // 60, minutes + layover % 60
        if minutes > 60:
            hours, minutes = hours + 1, minutes - 60
    return 60 * hours + min(minutes, 59)


SLOTS: Final = (
    *("Airline", "TicketClass", "DepartureTime", "ArrivalTime", "DepartureTimeBetween", "ArrivalTimeBetween"),
    *(
        "TravelTime",
        "NumberOfLayovers",
        "CarbonEmissionAvgDiff(%)",
        "TravelDate",
        "Price",
        "LayoverLocations",
    ),
    *("LayoverTimes", "TotalLayoverTime"),
)


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else ", ".join([*names[:-1], f"and {names[-1]}"])


def question(
    number: int, terms: Sequence[Sequence[Drawn]], flights: Sequence[Flight], key: str
) -> dict[str, Any]:
    """A row of the published file."""
    from sympy import And, Not, Or, Symbol

    symbols = [[Not(Symbol(one.slot)) if one.negated else Symbol(one.slot) for one in term] for term in terms]
    return {
        "id": str(number),
        "query": " ".join(f"Please mind {one.said}." for term in terms for one in term),
        "query_fol": str(And(*(Or(*term) for term in symbols))),
        "width": sum(len({one.slot for one in term}) > 1 for term in terms),
        "condition_templates": [[one.text for one in term] for term in terms],
        **{f"Option {letter}": option(it) for letter, it in zip("ABCDE", flights, strict=True)},
        "Answer": key,
    }


def label(terms: Sequence[Sequence[Drawn]], it: Flight) -> bool | None:
    """Strong Kleene over what the conditions mean."""
    values = []
    for term in terms:
        truths = [one.means(it) for one in term]
        values.append(True if True in truths else None if None in truths else False)
    return False if False in values else None if None in values else True


def drawn_terms(rng: random.Random) -> list[list[Drawn]]:
    """Two to three sum terms, one of one literal and the others of two, over slots that differ."""
    slots = rng.sample(SLOTS, rng.choice((3, 5)))
    literals = [drawn_condition(rng, slot, rng.random() < 0.5) for slot in slots]
    return [literals[:1], *(literals[index : index + 2] for index in range(1, len(literals), 2))]


def sound_question(rng: random.Random, number: int) -> dict[str, Any]:
    """A question whose key is right by construction: one option true, four false, none hanging on a
    convention."""
    while True:
        terms = drawn_terms(rng)
        flights = [flight(rng) for _ in range(40)]
        right = [it for it in flights if label(terms, it) is True]
        wrong = [it for it in flights if label(terms, it) is False]
        if right and len(wrong) >= 4:
            shown = [right[0], *wrong[:4]]
            rng.shuffle(shown)
            return question(number, terms, shown, "ABCDE"[shown.index(right[0])])
