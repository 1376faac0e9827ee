"""Columns of numbers: money, percentages, ratings, years, counts, measures and plain numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Final

from attrs import frozen

from cocoa_core.domain.printed.numbers import Amount, DecimalSign, read_amount
from cocoa_core.domain.reading.quantities import CURRENCIES
from cocoa_core.scaffolding.columns.bounds import decimals_of, rounded_decimals
from cocoa_core.scaffolding.columns.cells import Cells, Reading
from cocoa_core.scaffolding.columns.quantities import quantity_settings
from cocoa_core.scaffolding.columns.units import MINUTES, UNITS, shown_unit

__all__ = ["LARGEST", "LONGEST_DURATION", "duration_reading", "minutes_text", "read_numbers"]

_BEST_RATING: Final = 1000
LARGEST: Final = Decimal(10) ** 11
"""Numbers from here on are names, not amounts."""
_CODE: Final = re.compile(r"[-+]?0[0-9]+")
_GLUED: Final = re.compile(r"[0-9][^\W\d_]")
_SIGNS: Final = "[$€£¥₹₩₽₺₫₱฿]|[A-Z]{3}"
_MONEY: Final = re.compile(
    rf"(?=.*(?:{_SIGNS}))(?:{_SIGNS})? ?(?P<number>[0-9][0-9.,]{{0,20}}) ?(?:{_SIGNS})?"
)
_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+")
_MOST_DECIMALS: Final = 4
LONGEST_DURATION: Final = 500_000
"""Minutes, almost a year."""


@frozen
class _Numbers:
    """One number for each text, and what all of them are in."""

    by_text: Mapping[str, Decimal]
    unit: str
    currency: str


def read_numbers(cells: Cells) -> Reading | None:
    """The column as a quantity (or a duration, of numbers of minutes or hours); None where it is none."""
    found = _numbers(cells)
    if found is None or max(map(abs, found.by_text.values())) >= LARGEST:
        return None
    duration = _duration(cells, found)
    return duration or _quantity(cells, found)


def _numbers(cells: Cells) -> _Numbers | None:
    if any(_CODE.fullmatch(text) for text in cells.counts):
        return None
    amounts = _amounts(cells)
    if amounts is None:
        return None
    units = _one(Counter(_unit(amount.unit) for amount in amounts.values()))
    marks = _one(Counter(_currency(amount.before) for amount in amounts.values()))
    if units is None or marks is None or any(_glued_code(text, amount) for text, amount in amounts.items()):
        return None
    currency = marks or _currency(units)
    if currency == "?" or (marks and units):
        return None
    return _Numbers(
        {text: amount.number for text, amount in amounts.items()}, "" if currency else units, currency
    )


def _amounts(cells: Cells) -> dict[str, Amount] | None:
    """Amounts, all with the same decimal sign: the English one, unless only the other reads them all.

    Money with points before three digits everywhere, "1.000 €" beside "500 €", has the other one too.
    """
    signs: tuple[DecimalSign, ...] = (",", ".") if _thousands_with_points(cells.counts) else (".", ",")
    for sign in signs:
        found = cells.readings(lambda text, sign=sign: read_amount(text, sign), 0)  # type: ignore[misc]
        if found is not None:
            return found
    return cells.readings(lambda text: read_amount(text, "."))


def _thousands_with_points(texts: Iterable[str]) -> bool:
    """Whether all points in amounts of money part thousands; of "3.599" alone nobody can tell."""
    money = [found for text in texts if (found := _MONEY.fullmatch(text)) is not None]
    pointed = [found["number"] for found in money if "." in found["number"]]
    if not pointed or not all(map(_THOUSANDS.fullmatch, pointed)):
        return False
    return len(pointed) < len(money) or any(
        number.index(".") > 1 or number.count(".") > 1 for number in pointed
    )


def _one(found: Counter[str]) -> str | None:
    """The one text beside the empty one; None where there are several."""
    named = [text for text in found if text]
    return (named[0] if named else "") if len(named) < 2 else None


def _unit(unit: str) -> str:
    """The unit as it is shown, a currency as it stands; "?" for one that cannot be shown."""
    if unit.startswith("/"):
        return unit if int(unit[1:]) <= _BEST_RATING else "?"
    if not unit or _currency(unit) not in ("", "?"):
        return unit
    if unit.casefold() in ("%", "percent", "pct", "per cent"):
        return "%"
    return shown_unit(unit) or "?"


def _currency(mark: str) -> str:
    """The code of a currency from its sign or code; "" for nothing or a unit, "?" for an unknown sign."""
    if not mark:
        return ""
    signs = {sign: code for code, sign in CURRENCIES.items()} | {"US$": "USD", "C$": "CAD", "AU$": "AUD"}
    if mark in signs or mark.upper() in CURRENCIES:
        return signs.get(mark, mark.upper())
    return (
        "?" if not any(map(str.isalpha, mark)) and mark not in ("%", "°") and not mark.startswith("/") else ""
    )


def _glued_code(text: str, amount: Amount) -> bool:
    """Whether letters hang on the digits that are no unit: "4WD", "12A"."""
    glued = _GLUED.search(text) is not None and amount.unit != ""
    return amount.unit == "?" or (
        glued and amount.unit.casefold() not in UNITS and not _currency(amount.unit)
    )


def _duration(cells: Cells, found: _Numbers) -> Reading | None:
    """Minutes or hours, where every number is whole minutes."""
    unit = found.unit or cells.header.unit
    if unit not in MINUTES or found.currency:
        return None
    minutes = {text: number * MINUTES[unit] for text, number in found.by_text.items()}
    if any(one < 0 or one != int(one) or one > LONGEST_DURATION for one in minutes.values()):
        return None
    whole = {text: int(one) for text, one in minutes.items()}
    source = "its cells" if found.unit else "its name"
    return duration_reading(
        cells, whole, f"a duration, in {'hours' if unit == 'h' else 'minutes'} by {source}"
    )


def duration_reading(cells: Cells, minutes: Mapping[str, int], why: str) -> Reading:
    """The column as durations of so many minutes."""
    highest = max(minutes.values())
    most = next(
        one for one in (60, 120, 180, 360, 720, 1440, 2880, 10_080, 599_999) if one >= highest * 11 // 10
    )
    settings = {"kind": "duration", "min": "0m", "max": minutes_text(most)}
    return Reading(settings, cells.written({text: minutes_text(one) for text, one in minutes.items()}), why)


def minutes_text(minutes: int) -> str:
    """Minutes as a cell has them: "2h 15m"."""
    hours, rest = divmod(minutes, 60)
    return f"{hours}h {rest}m" if hours and rest else f"{hours}h" if hours else f"{rest}m"


def _quantity(cells: Cells, found: _Numbers) -> Reading | None:
    needed = max(map(decimals_of, found.by_text.values()))
    rounded, note = found.by_text, ""
    if needed > _MOST_DECIMALS:
        decimals = rounded_decimals(list(found.by_text.values()))
        unit = Decimal(1).scaleb(-decimals)
        rounded = {text: number.quantize(unit, ROUND_HALF_EVEN) for text, number in found.by_text.items()}
        if len(set(rounded.values())) < min(20, len(set(found.by_text.values())) // 2 + 1):
            return None
        needed = max(map(decimals_of, rounded.values()))
        note = f", rounded to {needed} decimals" if needed else ", rounded to whole numbers"
    settings, why = quantity_settings(
        cells.header, _weighted(cells, rounded), needed, found.unit, found.currency
    )
    places = 2 if settings["unit"] == "money" else needed
    canonical = {text: _plain_text(number, places) for text, number in rounded.items()}
    return Reading(settings, cells.written(canonical), why + note)


def _weighted(cells: Cells, numbers: Mapping[str, Decimal]) -> Sequence[Decimal]:
    """Every row's number."""
    return [number for text, number in numbers.items() for _ in range(cells.counts[text])]


def _plain_text(number: Decimal, places: int) -> str:
    """A plain decimal with so many places."""
    text = f"{number:.{places}f}"
    return text.removeprefix("-") if not number else text
