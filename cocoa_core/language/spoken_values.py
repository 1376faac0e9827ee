"""Says values in a request as people do: times, money, durations, dates, counts and lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any, Final

from cocoa_core.domain import Scalar
from cocoa_core.domain.kinds import Date, Kind, Quantity
from cocoa_core.lexicon import BOUNDED, COMPARISONS, MONTHS, NUMBER_WORDS, SHIFTED, UNITS_OF_ONE, UNSHIFTED

__all__ = [
    "FAMILIES",
    "SAID",
    "article",
    "bounded_phrases",
    "family_of",
    "joined",
    "same_year",
    "say",
    "say_amount",
    "say_clock",
    "say_count",
    "say_date",
    "say_days",
    "say_duration",
]


def family_of(kind: Kind, over: str | None) -> str:
    """Returns the name of the lexicon's row of comparisons for a kind over `over`."""
    return "count" if over == "count" else FAMILIES[kind.name](kind)


def bounded_phrases(kind: Kind, op: str) -> tuple[str, ...]:
    """Returns the ways to say a comparison with one number without a noun, "{0}" for the number; empty where
    it cannot be said.
    """
    family = family_of(kind, None)
    return COMPARISONS[family].get(op, ()) if family in BOUNDED else ()


def can_shift(kind: Kind) -> bool:
    """Returns whether an amount can be added to a value: to prices and durations, not to times of day or
    percentages.
    """
    return family_of(kind, None) in SHIFTED and getattr(kind, "unit", "") not in UNSHIFTED


_DAY: Final = 24 * 60
"""The number of minutes in a day."""


@lru_cache(maxsize=1 << 14)
def say(kind: Kind, over: str | None, arg: Scalar) -> str:
    """Returns an argument of a test as a request says it. Equal kinds and arguments give equal texts."""
    if isinstance(arg, str):
        return arg
    return say_count(arg) if family_of(kind, over) == "count" else SAID[kind.name](kind, arg)


def say_amount(kind: Kind, over: str | None, arg: Scalar) -> str:
    """Returns an amount without its unit, as in "between 3 and 5 km"; empty where the unit is no word after
    it.
    """
    if over == "count" or not isinstance(kind.item_kind, Quantity):
        return ""
    number, _, unit = say(kind, over, arg).partition(" ")
    return number if unit else ""


def _without_zeros(shown: str, places: int) -> str:
    """Returns a number and its unit without trailing zeros: "3 km", "1.5 km"."""
    whole, _, rest = shown.partition(".")
    digits = rest[:places].rstrip("0")
    return f"{whole}{'.' * bool(digits)}{digits}{rest[places:]}"


def say_count(number: int) -> str:
    """Returns a whole number, in words up to twelve."""
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else f"{number:,}"


@lru_cache(maxsize=4096)
def say_duration(minutes: int) -> str:
    """Returns a duration: "45 minutes", "an hour", "two and a half hours", "13 hours 15 minutes"."""
    hours, rest = divmod(minutes, 60)
    if rest == 30 and hours == 1:
        return "an hour and a half"
    if rest == 30 and hours >= 2:
        return f"{say_count(hours)} and a half hours"
    if not rest and hours:
        return "an hour" if hours == 1 else f"{say_count(hours)} hours"
    parts = [f"{hours} hour{'s' * (hours != 1)}"] if hours else []
    return " ".join([*parts, f"{rest} minute{'s' * (rest != 1)}"])


@lru_cache(maxsize=4096)
def say_days(minutes: int) -> str:
    """Returns a duration that is counted in days: "a week", "three days", "1 day 6 hours"."""
    days, rest = divmod(minutes, _DAY)
    number, unit = (days // 7, "week") if days and days % 7 == 0 and not rest else (days, "day")
    if not days:
        return say_duration(minutes)
    if not rest:
        return f"a {unit}" if number == 1 else f"{say_count(number)} {unit}s"
    parts = [(days, "day"), (rest // 60, "hour"), (rest % 60, "minute")]
    return " ".join(f"{part} {unit}{'s' * (part != 1)}" for part, unit in parts if part)


@lru_cache(maxsize=4096)
def say_clock(minutes: int) -> str:
    """Returns a time of day, in minutes after midnight (0 to 1439): "noon", "6 AM", "7:45 PM", "12:30 AM"."""
    if minutes == 720:
        return "noon"
    hour, minute = divmod(minutes, 60)
    half = "AM" if hour < 12 else "PM"
    return f"{(hour - 1) % 12 + 1}:{minute:02d} {half}" if minute else f"{(hour - 1) % 12 + 1} {half}"


@lru_cache(maxsize=4096)
def say_date(ordinal: int, *, with_year: bool) -> str:
    """Returns a day, "April 17", with its year where the slot spans more than one."""
    day = date.fromordinal(ordinal)
    return f"{MONTHS[day.month - 1]} {day.day}" + (f", {day.year}" if with_year else "")


def same_year(kind: Date) -> bool:
    """Returns whether all dates of the slot lie in one calendar year, so that a request may leave it out."""
    return date.fromordinal(kind.minimum).year == date.fromordinal(kind.maximum).year


def _quantity_family(kind: Quantity) -> str:
    if kind.relative_to:
        return "relative"
    return kind.unit if kind.unit in ("count", "rating", "year") else "amount"


def _say_quantity(kind: Quantity, arg: int) -> str:
    if kind.unit == "rating":
        return kind.write(arg)
    if kind.places and kind.unit != "money":
        trimmed = _without_zeros(kind.show(arg), kind.places)
        return f"1 {UNITS_OF_ONE.get(kind.unit, kind.unit)}" if trimmed == f"1 {kind.unit}" else trimmed
    return kind.show(arg)


def _shown(kind: Kind, arg: Scalar) -> str:
    return kind.show(arg)


FAMILIES: Final[Mapping[str, Callable[[Any], str]]] = {
    "category": lambda kind: "grade" if kind.grades else "category",
    "boolean": lambda _: "boolean",
    "quantity": _quantity_family,
    "duration": lambda _: "duration",
    "clock": lambda kind: "clock with day" if kind.day_offset else "clock",
    "date": lambda _: "date",
    "set": lambda _: "set",
    "list": lambda kind: family_of(kind.items, None),
}
"""By the name of a slot kind: the row of the lexicon for comparisons of one of its values."""

SAID: Final[Mapping[str, Callable[[Any, Any], str]]] = {
    "category": _shown,
    "boolean": _shown,
    "quantity": _say_quantity,
    "duration": lambda kind, minutes: say_days(minutes) if kind.days else say_duration(minutes),
    "clock": lambda _, minutes: say_clock(minutes),
    "date": lambda kind, ordinal: say_date(ordinal, with_year=not same_year(kind)),
    "set": _shown,
    "list": lambda kind, arg: say(kind.items, None, arg),
}
"""By the name of a slot kind: how an argument of a test is said that is neither a text nor a count."""


def article(noun: str) -> str:
    """Returns the indefinite article before a noun."""
    return "an" if noun[:1].lower() in "aeiou" else "a"


def joined(words: Sequence[str], conjunction: str) -> str:
    """Returns a list in words: "A", "A or B", "A, B or C"."""
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"
