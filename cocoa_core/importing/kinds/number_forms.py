"""Reads numbers in forms that an author has to name: brackets, unit letters, scales, m:ss and inexact ones.

Each form rewrites a cell as a plain amount, which the reader of quantities then reads.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from attrs import evolve

from cocoa_core.importing.columns.cells import Cells, ColumnReading
from cocoa_core.importing.kinds.duration import read_seconds
from cocoa_core.importing.kinds.number_columns import read_as_quantity, read_numbers
from cocoa_core.importing.kinds.printed_amounts import INDIAN, TIMES, read_amount
from cocoa_core.lexicon import CURRENCIES

_BRACKETED: Final = re.compile(
    r"(?P<before>[^\d()]*)\( ?(?P<inner>[^()]*[0-9][^()]*?) ?\)(?P<after>[^\d()]*)"
)
_LETTERED: Final = re.compile(r"(?P<number>.*[0-9.]) ?(?P<letter>[A-Za-z]{1,3})\.?")
_POWERS: Final = {**TIMES, **INDIAN, "l": 5, "t": 12}
_MINUTES_SECONDS: Final = re.compile(r"(?P<m>[0-9]{1,4}):(?P<s>[0-5][0-9])")
_SIGNS: Final = " ,.'’_·\u00a0\u202f"
MARK_BEFORE: Final = (
    r"(?:[~≈≃≤≥]|[<>]=?|(?:ca|approx|min|max)\.?(?= )|(?:circa|approximately|about|around|almost|nearly"
    r"|roughly|under|over|below|above|up to|at least|at most|(?:more|less|fewer) than|from"
    r"|starting (?:at|from)|as low as|ab)(?= )) ?"
)
MARK_AFTER: Final = r" ?(?:\+|[†‡§]|(?<=[0-9]{2})\*{1,2}| (?:plus|or (?:more|less|fewer|over|under)))"
"""Patterns of the words and signs that say that an amount is not exact, or is a bound."""
_MARKS: Final = re.compile(rf"^{MARK_BEFORE}(?=.*[0-9])|(?<=\S){MARK_AFTER}(?= ?[^\s0-9]*$)", re.IGNORECASE)


def _accounting(text: str) -> str:
    match = _BRACKETED.fullmatch(text)
    if match is None:
        return f"-{text[:-1].rstrip()}" if text.endswith(("-", "−")) else text
    return f"-{match['before']}{match['inner']}{match['after']}"


def _bracketed(text: str) -> str:
    match = _BRACKETED.fullmatch(text)
    return f"{match['before']}{match['inner']}{match['after']}" if match else text


def _abbreviated(text: str) -> str:
    match = _LETTERED.fullmatch(text)
    power = _POWERS.get(match["letter"].casefold()) if match else None
    return f"{read_amount(match['number']).number.scaleb(power):f}" if match and power else text


def _scaled(power: int) -> Callable[[str], str]:
    def rewritten(text: str) -> str:
        amount = read_amount(text)
        return f"{amount.before}{amount.number.scaleb(power):f}{amount.unit}"

    return rewritten


def _seconds(text: str) -> str:
    match = _MINUTES_SECONDS.fullmatch(text)
    return str(read_seconds(text) if match is None else int(match["m"]) * 60 + int(match["s"]))


REWRITTEN: Final[Mapping[str, Callable[[str], str]]] = {
    "accounting": _accounting,
    "bracketed": _bracketed,
    "abbreviated": _abbreviated,
    "grouped": lambda text: "".join(letter for letter in text if letter not in _SIGNS),
    "hundredths": _scaled(-2),
    "thousands": _scaled(3),
    "millions": _scaled(6),
    "seconds": _seconds,
}
"""Functions that rewrite a cell, by the name of the type: "(450)" is -450 with accounting and 450 with
bracketed, "35M" is 35,000,000 with abbreviated, "1,2,300" is 12300 with grouped, 1999 is 19.99 with
hundredths, 27 is 27,000 with thousands and 27,000,000 with millions, "3:45" is 225 with seconds.
"""


def read_rewritten(cells: Cells, name: str, detail: str) -> ColumnReading | None:
    """Returns the column as amounts in a rewritten form; None where no cell can be read.

    Args:
        name: a key of REWRITTEN.
        detail: a currency, a unit, "percent", or empty.
    """
    rewritten = cells.rewritten(lambda text: _tried(REWRITTEN[name], text))
    type_name = "money" if detail in CURRENCIES else "percent" if detail == "percent" else "number"
    unit = "s" if name == "seconds" else "" if type_name == "percent" else detail
    reading = read_as_quantity(rewritten, type_name, unit)
    if reading is None:
        return None
    taken = f"{name}:{detail}" if detail else name
    return evolve(reading, taken=taken, why=f"{reading.why}, as told: {taken}")


def read_unmarked(cells: Cells) -> ColumnReading | None:
    """Returns the column as amounts or durations without the marks of inexact ones: "~18 h", "<20", "10+" as
    18 h, 20 and 10. None where no cell can be read so.
    """
    reading = read_numbers(cells.rewritten(lambda text: _MARKS.sub("", text)))
    return None if reading is None else evolve(reading, taken="unmarked", why=f"{reading.why}, without marks")


def _tried(rewrite: Callable[[str], str], text: str) -> str:
    """Returns the text rewritten; unchanged where it is no amount."""
    try:
        return rewrite(text)
    except ValueError:
        return text


def amount_detail(cells: Cells) -> str:
    """Returns the detail of the type of a column's amounts: ":USD", ":kg", ":percent" or empty."""
    plain = cells.rewritten(_bracketed)
    reading = read_numbers(evolve(plain, forced=False))
    if reading is None:
        return ""
    unit = str(reading.settings.get("unit", ""))
    currency = str(reading.settings.get("currency", "")) or _shown_currency(cells)
    if currency:
        return f":{currency}"
    if unit == "percent":
        return ":percent"
    return "" if unit in ("number", "count", "year", "rating", "") else f":{unit}"


def _shown_currency(cells: Cells) -> str:
    """Returns the currency in brackets beside a scale, as in "price ($1000)"; empty if there is none."""
    marks = re.findall(r"[$€£₹]|(?<![A-Z])[A-Z]{3}(?![A-Z])", cells.header.text)
    signs = {"$": "USD", "€": "EUR", "£": "GBP", "₹": "INR"}
    codes = {signs.get(mark, mark) for mark in marks} & CURRENCIES.keys()
    return codes.pop() if len(codes) == 1 else ""
