"""Holds the units of measure that headers and cells name, each with the text shown after a number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Final

from cocoa_core.lexicon import CURRENCIES
from cocoa_core.text import word_set

MONEY_SIGNS: Final = "$€£¥₹₩₽₺₫₱฿₦₪₴"
"""The signs of currencies in cells, of one letter each."""
_SPELLED_MARKS: Final = (
    "Rs=INR,LKR,NPR,PKR kr=DKK,ISK,NOK,SEK lei=MDL,RON руб=BYN,RUB 元=CNY,TWD Fr=CHF SFr=CHF RM=MYR Rp=IDR"
    " TL=TRY Ft=HUF Ksh=KES Tsh=TZS Ush=UGX S/=PEN R=ZAR Kč=CZK zł=PLN 円=JPY Tk=BDT Dhs=AED QR=QAR SR=SAR"
)
WORD_MARKS: Final[Mapping[str, tuple[str, ...]]] = {
    mark: tuple(codes.split(",")) for mark, codes in re.findall(r"(\S+)=(\S+)", _SPELLED_MARKS)
}
"""Words that stand for currencies in cells, with the codes that each may mean. A word with several is shown
after the number as it is written, unless the author names the currency.
"""


_LONG_MARKS: Final = {mark.casefold(): mark for mark in WORD_MARKS if len(mark) > len("Rs")}
"""Marks that are recognized in any capitalization, such as "KSh", because they are no English words."""
_LEADING_MARKS: Final = ("Ft", "R", "S/", "SR", "QR")
"""Words that stand for a currency only before an amount: "129 Ft" may be feet."""


def word_mark(text: str, *, behind: bool = False) -> str:
    """Returns the word of WORD_MARKS that a text is, with or without a full stop; empty for any other text.

    Args:
        behind: whether the text stands behind an amount.
    """
    plain = text.removesuffix(".")
    mark = next((mark for mark in WORD_MARKS if plain in (mark, mark.upper(), mark.capitalize())), "")
    mark = mark or _LONG_MARKS.get(plain.casefold(), "")
    return "" if behind and mark in _LEADING_MARKS else mark


_SPELLINGS: Final[Mapping[str, str]] = {
    "kg": "kg kgs kilo kilos kilogram kilograms kilogramme kilogrammes",
    "g": "g gr gram grams gramme grammes",
    "mg": "mg milligram milligrams",
    "t": "t ton tons tonne tonnes",
    "lb": "lb lbs pound pounds",
    "oz": "oz ounce ounces",
    "km": "km kms kilometer kilometers kilometre kilometres",
    "m": "m meter meters metre metres mtr",
    "cm": "cm cms centimeter centimeters centimetre centimetres",
    "mm": "mm millimeter millimeters millimetre millimetres",
    "mi": "mi mile miles",
    "ft": "ft foot feet ' ′",
    "in": "in inch inches \" ″ ''",
    "yd": "yd yds yard yards",
    "km/h": "km/h kmh kph kmph",
    "mph": "mph",
    "m/s": "m/s mps",
    "kn": "kn kt kts knot knots",
    "mpg": "mpg",
    "hp": "hp bhp horsepower",
    "kW": "kw kilowatt kilowatts",
    "kWh": "kwh",
    "Wh": "wh",
    "MW": "mw megawatt megawatts",
    "MWh": "mwh",
    "W": "w watt watts",
    "V": "v volt volts",
    "cc": "cc ccm",
    "L": "l liter liters litre litres ltr",
    "ml": "ml milliliter milliliters millilitre millilitres",
    "gal": "gal gallon gallons",
    "°C": "°c degc celsius",
    "°F": "°f degf fahrenheit",
    "K": "kelvin",
    "GB": "gb gigabyte gigabytes",
    "MB": "mb megabyte megabytes",
    "TB": "tb terabyte terabytes",
    "MHz": "mhz",
    "GHz": "ghz",
    "Hz": "hz",
    "px": "px pixel pixels",
    "dpi": "dpi",
    "MP": "mp megapixel megapixels",
    "mAh": "mah",
    "kcal": "kcal calories kilocalories",
    "sq ft": "sqft ft2 ft²",
    "m²": "sqm m2 m² qm",
    "km²": "km2 km²",
    "acres": "acre acres",
    "ha": "ha hectare hectares",
    "hPa": "hpa",
    "bar": "bar",
    "bpm": "bpm",
    "ppm": "ppm",
    "s": "s sec secs second seconds",
    "ms": "ms millisecond milliseconds",
    "h": "h hr hrs hour hours",
    "min": "min mins minute minutes",
    "days": "day days",
    "weeks": "week weeks",
    "months": "month months",
    "years": "year years yr yrs",
    "pages": "p pp pg page pages",
}
UNITS: Final[Mapping[str, str]] = {
    spelling: unit for unit, spellings in _SPELLINGS.items() for spelling in spellings.split()
}
"""The unit as it is shown, for each spelling in small letters."""

SHORT: Final = word_set(
    "g t m w v l s h hr k in day days week weeks month months bar year years yr yrs min mins second"
    " seconds sec minute hour foot pound"
)
"""Spellings that have other meanings too: they are a unit only beside a word of DIMENSIONS or in brackets."""

DIMENSIONS: Final = word_set(
    "mass weight speed height length width depth distance volume altitude elevation size time duration"
    " runtime delay wait age tenure experience latency warranty diameter thickness power voltage capacity"
    " range pressure stay lifespan wt precip precipitation rain snow wheelbase acceleration accel"
    " visibility period gestation cycle lag term contract lease"
)
"""Words before which a short spelling is a unit: "body_mass_g"."""

_SQUARED: Final = {
    "mm": "mm²",
    "cm": "cm²",
    "m": "m²",
    "km": "km²",
    "in": "sq in",
    "ft": "sq ft",
    "yd": "sq yd",
    "mi": "sq mi",
}
_CUBED: Final = {"mm": "mm³", "cm": "cm³", "m": "m³", "in": "cu in", "ft": "cu ft", "yd": "cu yd"}
PHRASES: Final[Mapping[tuple[str, ...], str]] = {
    ("miles", "per", "gallon"): "mpg",
    ("miles", "per", "hour"): "mph",
    ("km", "per", "hour"): "km/h",
    ("km", "per", "h"): "km/h",
    ("kilometers", "per", "hour"): "km/h",
    ("km", "h"): "km/h",
    ("wh", "km"): "Wh/km",
    ("m", "ah"): "mAh",
    ("meters", "per", "second"): "m/s",
    ("beats", "per", "minute"): "bpm",
    **{
        (word, spelling): powers[unit]
        for words, powers in (("square sq", _SQUARED), ("cubic cu", _CUBED))
        for word in words.split()
        for spelling, unit in UNITS.items()
        if unit in powers
    },
}
"""Several words at the end of a header that name a unit together."""

MINUTES: Final[Mapping[str, int]] = {"min": 1, "h": 60, "days": 1440}
"""Units of time that make a number a duration, each in minutes."""

_SCALES: Final[tuple[Mapping[str, str], ...]] = (
    {"MB": "1", "GB": "1e3", "TB": "1e6"},
    {"mg": "1", "g": "1e3", "kg": "1e6"},
    {"mm": "1", "cm": "10", "m": "1e3", "km": "1e6"},
    {"ml": "1", "L": "1e3"},
    {"W": "1", "kW": "1e3", "MW": "1e6"},
    {"kWh": "1", "MWh": "1e3"},
    {"Hz": "1", "MHz": "1e6", "GHz": "1e9"},
    {"ms": "1", "s": "1e3"},
    {"m²": "1", "ha": "1e4", "km²": "1e6"},
    {"days": "1", "weeks": "7"},
    {"months": "1", "years": "12"},
)
"""Units of one dimension with their sizes; 1 TB is 1,000 GB, as in the SI."""

_SIGNS: Final = " -/%°'"
_LONGEST: Final = 20


_DIVIDING: Final = frozenset(("s", "h", "min", "days", "m", "km", "m²", "km²", "L"))
"""Units by which others are divided: "co2_g_km", "bmi_kg_m2"."""
_ALIKE: Final = tuple(
    frozenset(units.split())
    for units in ("kg g mg t lb oz", "km m cm mm mi ft in yd", "s ms h min days weeks months years")
)
"""Units of one dimension, of which none is divided by another."""


def joint_unit(spelling: str, next_spelling: str) -> str | None:
    """Returns the unit that two spellings at the end of a header form together: "g/km" for "g km".

    Empty where both are units and nobody knows which is meant ("lb oz"); None where one of them is none.
    """
    first, second = UNITS.get(spelling), UNITS.get(next_spelling)
    if first is None or second is None or spelling == "in":  # "time in min"
        return None
    parted = second in _DIVIDING and not any({first, second} <= units for units in _ALIKE)
    return f"{first}/{second}" if parted else ""


_ENGLISH_CODES: Final = frozenset(("bob", "cop", "gel", "mad", "pen", "ron", "try"))
"""Codes of currencies that are English words, too."""


def currency_code(text: str) -> str:
    """Returns the currency code that the text is, in any capitalization; empty for any other text.

    Codes that are English words, such as "TRY", must be in capitals.
    """
    code = text.upper()
    return code if code in CURRENCIES and (text == code or text.casefold() not in _ENGLISH_CODES) else ""


def shown_unit(text: str) -> str | None:
    """Returns the unit after a number as it is shown; None where it cannot be shown as one."""
    unit = "/".join([" ".join(part.split()) for part in text.strip(". ").split("/")])
    standard = UNITS.get(unit.casefold())
    if standard is not None:
        return standard if unit.casefold() not in ("mw", "mb", "mp") or unit.isupper() else unit
    fits = 0 < len(unit) <= _LONGEST and all(letter.isalnum() or letter in _SIGNS for letter in unit)
    return unit if fits and unit not in ("money", "percent", "count", "rating", "number", "year") else None


def factor(unit: str, target: str) -> Decimal | None:
    """Returns the number that converts the unit to the target; None where their dimensions differ."""
    if unit == target:
        return Decimal(1)
    scale = next((units for units in _SCALES if unit in units and target in units), None)
    return None if scale is None else Decimal(scale[unit]) / Decimal(scale[target])
