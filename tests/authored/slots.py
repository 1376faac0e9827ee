"""Random slots: their settings as schema.yaml has them, and cells with the values that they stand for.

The values are worked out here, without the kinds' own readers.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any, Final, TypeAlias

from attrs import frozen

from .odd_words import VALUES, distinct

Cell: TypeAlias = tuple[str, Any]
"""The text of a cell, and the typed value that it stands for."""


@frozen(eq=False)
class Scale:
    """A line of whole numbers: bounds, step, and how schema.yaml, cells and grids write them.

    read: the number that a bound stands for
    """

    low: int
    high: int
    step: int
    bound: Callable[[int], Any]
    cell: Callable[[int], str]
    distance: Callable[[int], Any]
    read: Callable[[Any], int]

    def number(self, rng: random.Random) -> int:
        first = -(-self.low // self.step) * self.step
        count = (self.high - first) // self.step + 1
        return first + self.step * rng.randrange(count)


@frozen(eq=False)
class MadeSlot:
    """A slot.

    scale:   of a number or of a list's items
    words:   of a category or set
    counted: the most items that a set or list has
    derived: the slot in the catalogue from which a derived one follows in the end
    """

    name: str
    kind: str
    settings: dict[str, Any]
    draw: Callable[[random.Random], Cell]
    scale: Scale | None = None
    words: tuple[str, ...] = ()
    counted: int = 0
    derived: str = ""


def _decimal(places: int) -> Callable[[int], Any]:
    """How schema.yaml writes a number: whole where it is, else with a point."""

    def write(number: int) -> Any:
        exact = Decimal(number).scaleb(-places)
        return int(exact) if exact == exact.to_integral_value() else exact

    return write


def _scaled(places: int) -> Callable[[Any], int]:
    return lambda said: int(Decimal(said).scaleb(places))


def _plain(places: int) -> Callable[[int], str]:
    return lambda number: f"{Decimal(number).scaleb(-places):.{places}f}"


def _minutes(number: int) -> str:
    hours, minutes = divmod(number, 60)
    if not hours:
        return f"{minutes}m"
    return f"{hours}h {minutes}m" if minutes else f"{hours}h"


def _clock(number: int) -> str:
    day, minutes = divmod(number, 1440)
    return f"{minutes // 60:02d}:{minutes % 60:02d}" + (f"{day:+d}" if day else "")


def _read_minutes(text: str) -> int:
    return sum(int(part[:-1]) * {"h": 60, "m": 1}[part[-1]] for part in text.split())


def _read_clock(text: str) -> int:
    return int(text[5:] or 0) * 1440 + int(text[:2]) * 60 + int(text[3:5])


def _read_day(text: str) -> int:
    return date.fromisoformat(text).toordinal()


def _day(number: int) -> str:
    return date.fromordinal(number).isoformat()


def _quantity(rng: random.Random, inner: bool) -> tuple[dict[str, Any], Scale]:
    unit = rng.choice(("money", "percent", "count", "rating", "number", "year", "km", "°C", "sq ft", "値"))
    places = {"money": 2, "count": 0, "year": 0}.get(unit, rng.randint(0, 4))
    settings: dict[str, Any] = {} if unit == "count" and rng.random() < 0.5 else {"unit": unit}
    step = 1
    if unit == "money":
        settings["currency"] = rng.choice(("USD", "EUR", "GBP", "JPY", "CHF", "AUD", "NOK", "CAD"))
        if rng.random() < 0.5:
            settings["whole"], step = True, 100
    elif places:
        settings["decimals"] = places
    if unit == "percent":
        settings |= {"signed": rng.random() < 0.5}
        if not inner and rng.random() < 0.4:
            settings["relative_to"] = "the average for this town"
    if unit == "rating":
        settings["out_of"] = rng.choice((1, 5, 10, 1000))
    low = rng.choice((0, 0, 1, -3)) if unit != "count" else rng.choice((0, 1))
    high = low + rng.choice((0, 1, 6, 40, 1000))
    low, high = low * 10**places, high * 10**places
    write = _decimal(places)
    settings |= {"kind": "quantity", "min": write(low), "max": write(high)}
    return settings, Scale(low, high, step, write, _plain(places), write, _scaled(places))


def _duration(rng: random.Random) -> tuple[dict[str, Any], Scale]:
    step = rng.choice((1, 5, 15))
    low = rng.choice((0, 0, 30, 7))
    high = low + rng.choice((15, 90, 600, 5000))
    settings: dict[str, Any] = {"kind": "duration", "min": _minutes(low), "max": _minutes(high)}
    if step > 1 or rng.random() < 0.3:
        settings["step"] = step
    return settings, Scale(low, high, step, _minutes, _minutes, _minutes, _read_minutes)


def _time(rng: random.Random) -> tuple[dict[str, Any], Scale]:
    offset, step = rng.random() < 0.5, rng.choice((1, 5, 30))
    settings: dict[str, Any] = {"kind": "clock"}
    if offset or rng.random() < 0.3:
        settings["day_offset"] = offset
    if step > 1:
        settings["step"] = step
    low, high = (-1440, 4 * 1440 - 1) if offset else (0, 1439)
    return settings, Scale(low, high, step, _clock, _clock, _minutes, _read_clock)


def _date(rng: random.Random) -> tuple[dict[str, Any], Scale]:
    low = date(rng.choice((1, 1900, 2027, 9990)), rng.randint(1, 12), rng.randint(1, 28)).toordinal()
    high = low + rng.choice((0, 10, 90, 800))
    settings = {"kind": "date", "min": _day(low), "max": _day(high)}
    return settings, Scale(low, high, 1, _day, _day, lambda days: f"{days}d", _read_day)


_SCALES: Final[dict[str, Callable[[random.Random], tuple[dict[str, Any], Scale]]]] = {
    "quantity": lambda rng: _quantity(rng, inner=False),
    "duration": _duration,
    "clock": _time,
    "date": _date,
}
KINDS: Final = ("category", "boolean", *_SCALES, "set", "list")


def made_slot(name: str, kind: str, rng: random.Random) -> MadeSlot:
    """A slot of that kind that no option lacks, without the settings that all kinds share."""
    if kind == "boolean":
        return MadeSlot(
            name, kind, {"kind": kind}, lambda draws: draws.choice((("yes", True), ("no", False)))
        )
    if kind == "category":
        return _category(name, rng)
    if kind == "set":
        return _set(name, rng)
    if kind == "list":
        return _list(name, rng)
    settings, scale = _SCALES[kind](rng)

    def draw(draws: random.Random) -> Cell:
        number = scale.number(draws)
        return _spaced(scale.cell(number), draws), number

    return MadeSlot(name, kind, settings, draw, scale)


def _spaced(text: str, rng: random.Random) -> str:
    return f"  {text} " if rng.random() < 0.02 else text


def _vocabulary(most: int, rng: random.Random) -> tuple[dict[str, Any], tuple[str, ...]]:
    words = distinct(VALUES, rng.randint(1, most), rng)
    if rng.random() < 0.5:
        return {"closed": True, "values": list(words)}, words
    return {"closed": False}, words


def _category(name: str, rng: random.Random) -> MadeSlot:
    settings, words = _vocabulary(8, rng)
    if "values" in settings and len(words) % 3:  # grades
        settings["best"] = ("first", "last")[len(words) % 2]

    def draw(draws: random.Random) -> Cell:
        word = draws.choice(words)
        return _spaced(word, draws), word

    return MadeSlot(name, "category", {"kind": "category", **settings}, draw, words=words)


def _set(name: str, rng: random.Random) -> MadeSlot:
    settings, words = _vocabulary(9, rng)
    most = rng.randint(1, 6)
    least = rng.randint(0, min(most, len(words))) if rng.random() < 0.5 else 0
    settings |= {"kind": "set", "max_items": most} | ({"min_items": least} if least else {})

    def draw(draws: random.Random) -> Cell:
        chosen = draws.sample(words, draws.randint(least, min(most, len(words))))
        return draws.choice(("; ", ";", " ; ")).join(chosen), tuple(chosen)

    return MadeSlot(name, "set", settings, draw, words=words, counted=most)


def _list(name: str, rng: random.Random) -> MadeSlot:
    inner, scale = _duration(rng) if rng.random() < 0.5 else _quantity(rng, inner=True)
    most = rng.randint(1, 4)
    least = rng.randint(0, most) if rng.random() < 0.4 else 0
    settings: dict[str, Any] = {"kind": "list", "items": inner, "max_items": most}
    settings |= {"min_items": least} if least or rng.random() < 0.2 else {}

    def draw(draws: random.Random) -> Cell:
        numbers = [scale.number(draws) for _ in range(draws.randint(least, most))]
        return draws.choice(("; ", ";")).join(map(scale.cell, numbers)), tuple(numbers)

    return MadeSlot(name, "list", settings, draw, scale, counted=most)
