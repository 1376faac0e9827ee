"""How values are said in a request: times, money, durations, dates, counts and lists as people write them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import lru_cache

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.clock import Clock
from cocoa_core.domain.kinds.date import Date
from cocoa_core.domain.kinds.duration import Duration
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.primitives import Scalar
from cocoa_core.language.phrases import MONTHS, NUMBER_WORDS

__all__ = [
    "article",
    "family_of",
    "joined",
    "same_year",
    "say",
    "say_amount",
    "say_clock",
    "say_count",
    "say_date",
    "say_duration",
]


def family_of(kind: Kind, over: str | None) -> str:
    """The row of the lexicon that says comparisons of this kind over `over`."""
    if over == "count":
        return "count"
    if isinstance(kind, NumberList):
        return family_of(kind.items, None)
    if isinstance(kind, Clock):
        return "clock with day" if kind.day_offset else "clock"
    if isinstance(kind, Quantity):
        if kind.relative_to:
            return "relative"
        return kind.unit if kind.unit in ("count", "year") else "amount"
    return kind.name


@lru_cache(maxsize=1 << 14)
def say(kind: Kind, over: str | None, arg: Scalar) -> str:
    """One argument of a test, as a request says it. The same for equal kinds and arguments."""
    if isinstance(arg, str):
        return arg
    if family_of(kind, over) == "count":
        return say_count(arg)
    inner = kind.items if isinstance(kind, NumberList) else kind
    if isinstance(inner, Duration):
        return say_duration(arg)
    if isinstance(inner, Clock):
        return say_clock(arg)
    if isinstance(inner, Date):
        return say_date(arg, with_year=not same_year(inner))
    if isinstance(inner, Quantity) and inner.unit == "rating":
        return inner.write(arg)
    if isinstance(inner, Quantity) and inner.places and inner.unit != "money":
        return _without_zeros(inner.show(arg), inner.places)
    return inner.show(arg)


def say_amount(kind: Kind, over: str | None, arg: Scalar) -> str:
    """An amount without its unit, as in "between 3 and 5 km"; "" where the unit is no word after it."""
    inner = kind.items if isinstance(kind, NumberList) else kind
    if over == "count" or not isinstance(inner, Quantity):
        return ""
    number, _, unit = say(kind, over, arg).partition(" ")
    return number if unit else ""


def _without_zeros(shown: str, places: int) -> str:
    """A number with its unit, without zeros at the end of its decimals: "3 km", "1.5 km"."""
    whole, _, rest = shown.partition(".")
    digits = rest[:places].rstrip("0")
    return f"{whole}{'.' * bool(digits)}{digits}{rest[places:]}"


def say_count(number: int) -> str:
    """A whole number, in words up to twelve."""
    return NUMBER_WORDS[number] if 0 <= number < len(NUMBER_WORDS) else f"{number:,}"


@lru_cache(maxsize=4096)
def say_duration(minutes: int) -> str:
    """Minutes as people say them: "45 minutes", "an hour", "two and a half hours", "13 hours 15 minutes"."""
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
def say_clock(minutes: int) -> str:
    """A time of day, in minutes after midnight (0 to 1439): "noon", "6 AM", "7:45 PM", "12:30 AM"."""
    if minutes == 720:
        return "noon"
    hour, minute = divmod(minutes, 60)
    half = "AM" if hour < 12 else "PM"
    return f"{(hour - 1) % 12 + 1}:{minute:02d} {half}" if minute else f"{(hour - 1) % 12 + 1} {half}"


@lru_cache(maxsize=4096)
def say_date(ordinal: int, *, with_year: bool) -> str:
    """A day: "April 17", and its year where the slot spans more than one."""
    day = date.fromordinal(ordinal)
    return f"{MONTHS[day.month - 1]} {day.day}" + (f", {day.year}" if with_year else "")


def same_year(kind: Date) -> bool:
    """Whether all dates of the slot lie in one calendar year, so that a request may leave it out."""
    return date.fromordinal(kind.minimum).year == date.fromordinal(kind.maximum).year


def article(noun: str) -> str:
    """The indefinite article before a noun."""
    return "an" if noun[:1].lower() in "aeiou" else "a"


def joined(words: Sequence[str], conjunction: str) -> str:
    """A list in words: "A", "A or B", "A, B or C"."""
    if len(words) == 1:
        return words[0]
    return f"{', '.join(words[:-1])} {conjunction} {words[-1]}"
