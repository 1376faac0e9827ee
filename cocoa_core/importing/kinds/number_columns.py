"""Reads columns of numbers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Mapping
from decimal import ROUND_HALF_EVEN, Decimal
from itertools import product
from typing import Final

from attrs import evolve

from cocoa_core.domain.kinds import LONGEST_DURATION, mismatch
from cocoa_core.importing.columns.abbreviations import ANYWHERE
from cocoa_core.importing.columns.cells import TOLERATED, Cells, ColumnReading
from cocoa_core.importing.columns.glued_words import PRICED
from cocoa_core.importing.columns.measures import (
    decimals_of,
    names_money,
    quantity_settings,
    quantity_type,
    rounded_decimals,
    scale_of,
    scaled_currency,
    settings_as,
)
from cocoa_core.importing.columns.units import MINUTES, UNITS, WORD_MARKS, currency_code, factor, shown_unit
from cocoa_core.importing.conventions import DecimalSign
from cocoa_core.importing.kinds.duration import DURATION_WORDS, duration_reading, read_minutes
from cocoa_core.importing.kinds.printed_amounts import Amount, decimal_signs, read_amount
from cocoa_core.importing.kinds.quantity import LARGEST
from cocoa_core.lexicon import CURRENCIES

_BEST_RATING: Final = 1000
_DRAWN: Final = re.compile("[★⭐🌟]")
_CODE: Final = re.compile(r"[-+]?0[0-9]+")
_LETTERED_CODE: Final = re.compile(
    rf"[-+]?0[0-9]+|[A-Za-z]{{1,3}}[0-9]{{1,6}}|(?i:{'|'.join(map(re.escape, WORD_MARKS))})\.? [0-9]{{1,6}}"
)
"""Codes such as TL431, the room RM 12 and the road SR 520, which are money only under a word for money."""
_PRICED: Final = (*PRICED, "charges", "mrp", "pay", "rate", "rates", "tariff", "total", "value")
_GLUED: Final = re.compile(
    r"[0-9](?:[年月日号號番級级万萬億亿千百만억천]|(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])[^\W\d_])"
)
"""Letters directly behind digits. In Chinese, Japanese and Korean a unit stands there without a blank, except
for what makes a date, a rank or a larger number of them.
"""
_MOST_DECIMALS: Final = 4
_FINE: Final = Decimal("0.001")
"""Of smaller numbers, `_MOST_DECIMALS` decimals leave one digit or none."""
TOO_FINE: Final = "numbers too small for the four decimals of a quantity: shown as text, without rules"
TOO_LARGE: Final = "numbers too large for a quantity: shown as text, without rules"
_FEW_DECIMALS: Final = 2
"""Decimals after a conversion; more of them call for a smaller unit: 256 GB rather than 0.256 TB."""
_MOST_YEARS: Final = 10_000
_MARKS: Final = (
    "US$=USD C$=CAD AU$=AUD HK$=HKD S$=SGD NT$=TWD Mex$=MXN ₽=RUB ₺=TRY ₫=VND ฿=THB ₱=PHP ₦=NGN ₪=ILS ₴=UAH"
    " zł=PLN Kč=CZK 円=JPY"
)
_SIGNS: Final = {sign: code for code, sign in CURRENCIES.items()} | dict(
    pair.split("=") for pair in _MARKS.split()
)
"""Codes of currencies by what stands for them in cells."""
_GRADED: Final = ("rating", "score", "grade", "points", "marks", "stars")
_RATING_MAXIMA: Final = (3, 4, 5, 6, 7, 8, 10, 20, 50, 100)
"""What ratings are out of. Behind another number a slash says something else: 5/325 are two doses."""
_TOLD: Final = {
    "number": "in {}",
    "money": "money in {}",
    "percent": "a percentage",
    "rating": "a rating out of {}",
    "count": "a number of things",
    "year": "a year",
}
"""What reports call the quantities that an author names, with what follows the colon in `--types`."""
_Numbers = dict[str, Decimal]


def read_numbers(cells: Cells) -> ColumnReading | None:
    """Returns the column as a quantity, or as a duration in minutes or hours; None for neither."""
    read = _numbers(cells)
    if read is None or max(map(abs, read[0].values())) >= LARGEST:
        return None
    reading = _duration(cells, *read[:3]) or _quantity(cells, *read)
    return None if reading is None else evolve(reading, decimal=_decimal_sign(cells))


def read_as_quantity(cells: Cells, type_name: str, detail: str) -> ColumnReading | None:
    """Returns the column as the quantity that `--types` names; None where no cell can be read as one.

    A text with another unit or currency cannot be read, nor a number too large for a quantity.

    Args:
        detail: what follows the colon in `--types`.
    """
    numbers_of: _Numbers = {}
    cells = evolve(cells, currency=detail) if detail in CURRENCIES else cells
    for text, amount in (_amounts(cells) or {}).items():
        multiplier = _multiplier(amount, type_name, detail)
        number = amount.number * (multiplier or 0)
        if multiplier is not None and abs(number) < LARGEST and _holds(type_name, detail, number):
            numbers_of[text] = number
    if not numbers_of:
        return None
    most = cells.places if cells.places is not None else 2 if type_name == "money" else _MOST_DECIMALS
    numbers, decimals, note = _rounded(numbers_of, most)
    settings = settings_as(type_name, detail, _weighted(cells, numbers), decimals)
    named = _TOLD[type_name] if detail or type_name != "number" else "a plain number"
    reading = _written(cells, numbers, settings, f"{named.format(detail)}, as told{note}")
    return evolve(reading, decimal=_decimal_sign(cells), rounded=bool(note))


def read_as_minutes(cells: Cells, unit: str) -> ColumnReading | None:
    """Returns the column as durations; None where no cell can be read as one.

    Args:
        unit: the unit of a bare number: "min", "h" or "days".
    """
    minutes_of = cells.readings(read_minutes, 1) or {}
    for text, amount in (_amounts(cells.without(minutes_of)) or {}).items():
        unit_named = _unit(amount.unit) or unit
        minutes = amount.number * MINUTES.get(unit_named, 0)
        if unit_named in MINUTES and not amount.before and minutes == int(minutes) and minutes >= 0:
            minutes_of[text] = int(minutes)
    minutes_of = {text: minutes for text, minutes in minutes_of.items() if minutes <= LONGEST_DURATION}
    if not minutes_of:
        return None
    reading = duration_reading(cells, minutes_of, f"a duration in {unit}, as told", f"duration:{unit}")
    return evolve(reading, decimal=_decimal_sign(cells))


def _holds(type_name: str, detail: str, number: Decimal) -> bool:
    """Returns whether a value of the type can be this number at all."""
    if type_name == "rating":
        return 0 <= number <= int(detail)
    whole = number == int(number)
    return whole and 0 <= number < _MOST_YEARS if type_name == "year" else whole or type_name != "count"


def _multiplier(amount: Amount, type_name: str, detail: str) -> Decimal | None:
    """Returns the factor of an amount that is read as the type; None where it is something else."""
    unit, behind = _unit(amount.unit), _currency(amount.unit)
    currency = {_currency(amount.before), "" if behind == "?" else behind} - {""}
    if detail == "CNY" and "¥" in (amount.before, amount.unit):
        currency, behind = {"CNY"}, "CNY" if behind else ""  # the sign is that of the yen, too
    if type_name == "money":
        return Decimal(1) if currency <= {detail} and (currency or not unit) else None
    if currency:
        code = detail if detail in CURRENCIES else scaled_currency(detail)
        return Decimal(1) if currency == {code} and not amount.scaled else None
    if type_name == "number" and detail in ("MB", "GB", "TB") and amount.unit == detail[0]:
        return Decimal(1)
    if type_name == "number" and detail and unit:
        return factor(unit, shown_unit(detail) or detail)
    if type_name == "percent" and detail == "fraction":
        return Decimal(1 if unit == "%" else 100) if unit in ("", "%") else None
    allowed = {"percent": ("%",), "rating": (f"/{detail}", "star", "stars", "★")}.get(type_name, ())
    return Decimal(1) if not unit or unit in allowed else None


def currencies(cells: Cells) -> tuple[str, ...]:
    """Returns the codes of the currencies that the column's amounts name, sorted."""
    amounts = _amounts(cells) or {}
    marks = {_currency(mark) for amount in amounts.values() for mark in (amount.before, amount.unit)}
    return tuple(sorted(marks - {"", "?"}))


def unheld_numbers(cells: Cells) -> str:
    """Returns why no quantity can hold the numbers of the texts: TOO_LARGE or, where its decimals would
    distort most of them, TOO_FINE. Empty for other columns, and for whole numbers, which may be codes.
    """
    read = _numbers(cells)
    if read is None:
        return ""
    numbers, unit, currency, _ = read
    if max(map(abs, numbers.values())) >= LARGEST and (unit or currency or names_money(cells.header)):
        return TOO_LARGE
    fine = [text for text, number in numbers.items() if 0 < abs(number) < _FINE]
    return TOO_FINE if 2 * sum(cells.counts[text] for text in fine) > cells.present else ""


def _numbers(cells: Cells) -> tuple[_Numbers, str, str, str] | None:
    """Returns the number of each text, the unit and the currency of all, and a remark on what was converted.

    Unit, currency and remark may be empty. None where the texts are not numbers of one kind.
    """
    paid = cells.header.unit in CURRENCIES or names_money(cells.header)
    coded = _CODE if paid or cells.header.has(*_PRICED) else _LETTERED_CODE
    if any(coded.fullmatch(text) for text in cells.counts):
        return None
    amounts = _without_remarks(cells, _amounts(cells))
    if amounts is None or any(_glued_code(text, amount) for text, amount in amounts.items()):
        return None
    if scale_of(cells.header.unit) and any(amount.scaled for amount in amounts.values()):
        return None  # the header names thousands or millions, and a cell such as "$20K" does so, too
    before = {_currency(amount.before) for amount in amounts.values()}
    behind = {amount.unit: _currency(amount.unit) for amount in amounts.values() if amount.unit}
    units = {_unit(unit) for unit, code in behind.items() if code in ("", "?")}
    currencies = (before | set(behind.values())) - {"", "?"}
    if "?" in before | units or len(currencies) > 1 or (units and currencies):
        return None
    scaled = scaled_currency(cells.header.unit)
    if scaled and currencies - {scaled}:
        return None
    bare = any(not amount.unit for amount in amounts.values())
    named = cells.header.unit if bare and cells.header.unit not in CURRENCIES else ""
    if any("/" in unit and not _is_speakable_unit(cells, unit) for unit in behind):
        return None
    if units == {"in"} and cells.header.has(*DURATION_WORDS) and any("'" in text for text in amounts):
        return None  # 5'10" under "split" are minutes and seconds
    if units == {"ft"} and paid:
        return None if currencies else ({text: a.number for text, a in amounts.items()}, "", "HUF", "")
    if len(units) > 1 or (units and named and {named} != units):
        return _converted(cells, amounts, units, named, bare)
    numbers = {text: amount.number for text, amount in amounts.items()}
    return numbers, next(iter(units), ""), next(iter(currencies), ""), ""


def _is_speakable_unit(cells: Cells, unit: str) -> bool:
    """Returns whether a unit with a slash is one that a request can name: no "€/month", no "/325"."""
    out_of = unit.removeprefix("/")
    if out_of.isdecimal():
        return int(out_of) in _RATING_MAXIMA or cells.header.has(*_GRADED)
    return _unit(unit) != "?"


def _without_remarks(cells: Cells, amounts: Mapping[str, Amount] | None) -> Mapping[str, Amount] | None:
    """Drops the few amounts that a word follows ("1,558 combined"); None where there are many of them."""
    if amounts is None or not any(not amount.unit for amount in amounts.values()):
        return amounts
    words = {text: amount.unit for text, amount in amounts.items() if amount.unit.isalpha()}
    odd = [text for text, word in words.items() if word.casefold() not in UNITS and not _currency(word)]
    rows = sum(cells.counts[text] for text in odd)
    if 2 * rows > sum(cells.counts[text] for text in amounts):
        return amounts
    few = rows <= TOLERATED * cells.present
    return {text: amount for text, amount in amounts.items() if text not in odd} if few else None


def _converted(
    cells: Cells, amounts: Mapping[str, Amount], units: set[str], named: str, bare: bool
) -> tuple[_Numbers, str, str, str] | None:
    """Returns the numbers in one of several units, as `_numbers` does.

    None where the units measure different things, or an amount has none.
    """
    if bare and not named:
        return None
    rows = Counter[str]()
    for text, amount in amounts.items():
        rows[_unit(amount.unit) or named] += cells.counts[text]
    usual = [named] if named else sorted(rows, key=lambda unit_text: (-rows[unit_text], unit_text))
    for most, target in product((_FEW_DECIMALS, _MOST_DECIMALS), usual):
        factors = {unit: factor(unit, target) for unit in {*units, *rows}}
        numbers = {
            text: amount.number * (factors[_unit(amount.unit) or named] or 0)
            for text, amount in amounts.items()
        }
        if None in factors.values():
            return None
        if named or max(map(decimals_of, [*numbers.values(), *filter(None, factors.values())])) <= most:
            others = sorted(factors.keys() - {target}, key=lambda unit: (-rows[unit], unit))
            remarks = (f"; 1 {other} is {factors[other]:,f} {target}" for other in others)
            return numbers, target, "", "".join(remarks)
    return None


def _decimal_sign(cells: Cells) -> DecimalSign | None:
    """Returns the decimal sign of the column; None where no text has a point or a comma."""
    if not any(sign in text for text in cells.counts for sign in ".,"):
        return None
    allowed = decimal_signs(cells)[0]
    return cells.decimal if cells.decimal in allowed else allowed[0]


def _amounts(cells: Cells) -> dict[str, Amount] | None:
    """Reads all amounts with the decimal sign of the file, unless only the other sign reads as many."""
    sign = _decimal_sign(cells)
    named = {cells.currency, cells.header.unit} & CURRENCIES.keys()
    amounts = cells.readings(lambda text: _uncoded(read_amount(text, sign)))
    return amounts and {text: _in_currency(amount, named) for text, amount in amounts.items()}


def _in_currency(amount: Amount, named: Collection[str]) -> Amount:
    """Replaces a word for several currencies by a code, where one of these is named."""
    codes = [code for code in WORD_MARKS.get(amount.unit, ()) if code in named]
    return evolve(amount, unit=codes[0]) if len(codes) == 1 else amount


def _uncoded(amount: Amount) -> Amount:
    """Refuses an amount with letters before its digits that are no currency: "PAL0708"."""
    if any(map(str.isalpha, amount.before)) and not _currency(amount.before):
        raise mismatch("an amount, or a currency before it", amount.before)
    return amount


def _unit(unit: str) -> str:
    """Returns the unit as it is shown, or a currency as it is written; "?" if it cannot be shown."""
    if unit.startswith("/"):
        return unit if int(unit[1:]) <= _BEST_RATING else "?"
    if not unit or _currency(unit) not in ("", "?"):
        return unit
    if unit.casefold() in ("%", "percent", "pct", "per cent", "% off"):
        return "%"
    return shown_unit(unit) or "?"


def _currency(mark: str) -> str:
    """Returns the code of a currency; empty for nothing or a unit, "?" for an unknown sign."""
    if not mark:
        return ""
    if code := _SIGNS.get(mark, "") or currency_code(mark):
        return code
    known = any(map(str.isalpha, mark)) or mark in ("%", "°") or mark.startswith("/")
    return "" if known else "?"


def _glued_code(text: str, amount: Amount) -> bool:
    """Returns whether letters that are no unit follow the digits directly: "4WD", "12A"."""
    unit = amount.unit
    known = unit.casefold() in UNITS or unit in WORD_MARKS or _currency(unit)
    return unit == "?" or (unit != "" and _GLUED.search(text) is not None and not known)


def _duration(
    cells: Cells, numbers: Mapping[str, Decimal], cell_unit: str, currency: str
) -> ColumnReading | None:
    """Returns minutes or hours as durations; None for one that is negative, too long or no whole minutes."""
    unit = cell_unit or cells.header.unit
    if unit not in ("min", "h") or currency:
        return None
    minutes = {text: number * MINUTES[unit] for text, number in numbers.items()}
    if any(minute < 0 or minute != int(minute) or minute > LONGEST_DURATION for minute in minutes.values()):
        return None
    whole = {text: int(minute_number) for text, minute_number in minutes.items()}
    source = "its cells" if cell_unit else "its name"
    why = f"a duration, in {'hours' if unit == 'h' else 'minutes'} by {source}"
    return duration_reading(cells, whole, why, f"duration:{unit}")


def _quantity(
    cells: Cells, numbers: _Numbers, unit: str, currency: str, converted: str
) -> ColumnReading | None:
    cents = currency and rounded_decimals(list(numbers.values())) <= _FEW_DECIMALS
    rounded, needed, note = _rounded(numbers, _FEW_DECIMALS if cents else _MOST_DECIMALS)
    if note and len(set(rounded.values())) < min(20, len(set(numbers.values())) // 2 + 1):
        return None
    weighted = _weighted(cells, rounded)
    if _repeats_name(cells, unit):
        unit = ""
    if unit == "stars" and max(weighted) < 5 and any(map(_DRAWN.match, cells.counts)):
        return None  # out of how many, only empty stars or five would say: Michelin gives three
    settings, why = quantity_settings(cells.header, weighted, needed, unit, currency, cells.currency)
    if unit.startswith("/") and settings["unit"] != "rating":
        return None  # "4/5" beside 200 is no number
    return evolve(_written(cells, rounded, settings, why + converted + note), rounded=bool(note))


def _repeats_name(cells: Cells, unit: str) -> bool:
    """Returns whether the unit repeats the header: "320 pages", "4.1 avg rating" under "Average rating"."""
    words = {ANYWHERE.get(word, word) for word in unit.casefold().split()}
    measure = unit in UNITS.values() and unit != "pages"
    return bool(words) and not measure and unit not in ("star", "stars") and words <= {*cells.header.words}


def _rounded(numbers: _Numbers, most: int) -> tuple[_Numbers, int, str]:
    """Returns the numbers with at most so many decimals, how many they need, and a remark on the rounding."""
    needed = max(map(decimals_of, numbers.values()))
    if needed <= most:
        return numbers, needed, ""
    places_kept = rounded_decimals(list(numbers.values())) if most == _MOST_DECIMALS else most
    least = Decimal(1).scaleb(-places_kept)
    rounded = {text: number.quantize(least, ROUND_HALF_EVEN) for text, number in numbers.items()}
    needed = max(map(decimals_of, rounded.values()))
    return rounded, needed, f", rounded to {needed} decimals" if needed else ", rounded to whole numbers"


def _weighted(cells: Cells, numbers: _Numbers) -> list[Decimal]:
    return [number for text, number in numbers.items() for _ in range(cells.counts[text])]


def _written(cells: Cells, numbers: _Numbers, settings: dict[str, object], why: str) -> ColumnReading:
    decimals = 2 if settings["unit"] == "money" else max(map(decimals_of, numbers.values()))
    canonical = {text: _plain_text(number, decimals) for text, number in numbers.items()}
    return ColumnReading(settings, cells.written(canonical), why, taken=quantity_type(settings))


def _plain_text(number: Decimal, decimals: int) -> str:
    """Returns a plain decimal with so many decimals, and zero without a sign."""
    text = f"{number:.{decimals}f}"
    return text.removeprefix("-") if not number else text
