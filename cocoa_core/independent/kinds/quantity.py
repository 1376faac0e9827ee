"""Quantities: numbers with a unit, shown as `$1,299`, `4.3/5` or `31 in` and written as plain decimals."""

from __future__ import annotations

import re
from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from attrs import evolve

from cocoa_core.independent.kinds.base import NumberKind, matched, read_count
from cocoa_core.independent.slots import Numbers
from cocoa_core.independent.yaml_files import flag, plain_number, text, whole
from cocoa_core.lexicon import UNITS_OF_ONE

_SYMBOLS: Final = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩"}
_PREFIXED: Final = {"AUD": "A$", "BRL": "R$", "CAD": "CA$", "CNY": "CN¥", "MXN": "MX$", "NZD": "NZ$"}
_MOST_DECIMALS: Final = 4
_WRITTEN: Final = re.compile(r"(-?)(\d{1,15})(?:\.(\d{1,4}))?", re.ASCII)
_SHOWN: Final = re.compile(r"(\d{1,3}(?:,\d{3})*)(?:\.(\d{1,4}))?", re.ASCII)
_SHOWN_YEAR: Final = re.compile(r"(\d{1,15})()", re.ASCII)
_SPOKEN: Final = re.compile(r"([^\d.,]*[\d,]+)(?:\.(\d*))?", re.ASCII)


class VerifierQuantity(NumberKind):
    """Numbers with a unit."""

    name = "quantity"
    has_unit = True

    def numbers(self, name: str, given: Mapping[str, Any]) -> Numbers:
        """Reads bounds, unit and decimals, and the keys that go with some units."""
        unit = text(given.get("unit", "count"), f"unit of {name}")
        decimals = whole(given.get("decimals", "0"), f"decimals of {name}", 0, _MOST_DECIMALS)
        places = 2 if unit == "money" else decimals
        currency = text(given.get("currency", "USD"), f"currency of {name}")
        return Numbers(
            look=self.name,
            low=_scaled(name, given.get("min"), places),
            high=_scaled(name, given.get("max"), places),
            step=100 if flag(given.get("whole", "false"), f"whole of {name}") else 1,
            places=places,
            unit=unit,
            symbol=(_SYMBOLS | _PREFIXED).get(currency, currency) if unit == "money" else "",
            signed=flag(given.get("signed", "false"), f"signed of {name}"),
            out_of=text(given.get("out_of", ""), f"out_of of {name}") if unit == "rating" else "",
            relative_to=text(given.get("relative_to", ""), f"relative_to of {name}"),
        )

    def read(self, numbers: Numbers, text: str) -> int:
        """Returns the number of a plain decimal, in the smallest unit."""
        sign, digits, part = matched(_WRITTEN, text).groups()
        size = _in_smallest(numbers, text, digits, part or "")
        return -size if sign else size

    def write(self, numbers: Numbers, number: int) -> str:
        """Returns a plain decimal; money without cents has none."""
        if not numbers.places:
            return f"{number}"
        sign = "-" if number < 0 else ""
        units, part = divmod(abs(number), 10**numbers.places)
        if numbers.unit == "money" and not part:
            return f"{sign}{units}"
        return f"{sign}{units}.{str(part).rjust(numbers.places, '0')}"

    def parse_shown(self, numbers: Numbers, text: str) -> int:
        """Returns the number between a sign and symbol before it and a unit after it."""
        sign = -1 if text[:1] == "-" else 1
        body = text[1:] if text[:1] in ("-", "+") else text
        before, after = _affixes(numbers, body.partition(" ")[0])
        if not body.startswith(before) or not body.endswith(after):
            raise ValueError(f"{text!r} has not the unit of its slot")
        pattern = _SHOWN_YEAR if numbers.unit == "year" else _SHOWN
        digits, part = matched(pattern, body[len(before) : len(body) - len(after)]).groups()
        return sign * _in_smallest(numbers, text, digits.replace(",", ""), part or "")

    def show(self, numbers: Numbers, number: int) -> str:
        """Returns the number with its unit, and commas between thousands but in years."""
        units, part = divmod(abs(number), 10**numbers.places)
        cents = f".{str(part).rjust(numbers.places, '0')}" if numbers.places else ""
        if numbers.unit == "money" and not part:
            cents = ""
        sign = "-" if number < 0 else "+" if number and numbers.signed else ""
        digits = (str(units) if numbers.unit == "year" else f"{units:,}") + cents
        before, after = _affixes(numbers, digits)
        return f"{sign}{before}{digits}{after}"

    def read_spoken(self, numbers: Numbers, text: str) -> int:
        """Returns a count in words or digits, a rating as written, else a number without trailing zeros."""
        if numbers.unit == "count":
            return read_count(text)
        if numbers.unit == "rating":
            return self.read_exactly(numbers, text)
        if numbers.places and numbers.unit != "money":
            text = _with_zeros(_of_one(numbers.unit, text), numbers.places)
        return self.read_shown_exactly(numbers, text)

    def row_of(self, numbers: Numbers) -> str:
        """Returns `relative`, `count`, `rating`, `year` or `amount`."""
        by_unit = numbers.unit if numbers.unit in ("count", "rating", "year") else "amount"
        return "relative" if numbers.relative_to else by_unit

    def wider(self, numbers: Numbers) -> Numbers:
        """Returns the numbers with wider bounds, also below zero."""
        width = numbers.high - numbers.low + 1
        return evolve(numbers, low=numbers.low - width, high=numbers.high + width)


def _scaled(name: str, node: Any, places: int) -> int:
    try:
        scaled = Decimal(plain_number(text(node, f"a bound of {name}"))).scaleb(places)
    except InvalidOperation:
        raise ValueError(f"a bound of {name} is not a number") from None
    if not scaled.is_finite() or scaled != scaled.to_integral_value():
        raise ValueError(f"a bound of {name} has too many decimals")
    return int(scaled)


def _in_smallest(numbers: Numbers, text: str, digits: str, part: str) -> int:
    if len(part) > numbers.places:
        raise ValueError(f"{text!r} has too many decimals")
    return int(digits + part.ljust(numbers.places, "0"))


def _affixes(numbers: Numbers, digits: str) -> tuple[str, str]:
    """Returns what stands around the digits; the unit is singular for one: "1 month", "2 months"."""
    if numbers.unit == "money":
        return numbers.symbol + " " * numbers.symbol[-1:].isalpha(), ""
    if numbers.unit == "percent":
        return "", "%"
    if numbers.unit == "rating":
        return "", f"/{numbers.out_of}" if numbers.out_of else ""
    if numbers.unit in ("", "count", "number", "year"):
        return "", ""
    return "", f" {UNITS_OF_ONE.get(numbers.unit, numbers.unit) if digits == '1' else numbers.unit}"


def _of_one(unit: str, text: str) -> str:
    """Returns the text with the unit in the form that it has after other numbers than one."""
    singular = UNITS_OF_ONE.get(unit)
    if singular is not None and text == f"1 {unit}":
        raise ValueError(f"{text!r} is not how that is said")
    return f"1 {unit}" if singular is not None and text == f"1 {singular}" else text


def _with_zeros(text: str, places: int) -> str:
    """Returns the number with all its decimals."""
    match = _SPOKEN.match(text)
    if match is None or (match[2] or "").endswith("0") or match[2] == "":
        raise ValueError(f"{text!r} is no number as it is said")
    digits = match[2] or ""
    return f"{match[1]}.{digits}{'0' * (places - len(digits))}{text[match.end() :]}"


KIND: Final = VerifierQuantity()
