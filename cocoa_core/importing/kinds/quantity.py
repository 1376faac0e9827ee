"""Reads quantities as they are printed."""

from __future__ import annotations

from decimal import Decimal
from typing import Final

from cocoa_core.domain.kinds import Quantity, mismatch
from cocoa_core.importing.conventions import DecimalSign
from cocoa_core.importing.kinds.printed_amounts import Amount, read_amount
from cocoa_core.lexicon import CURRENCIES

_PERCENT: Final = frozenset(("%", "percent", "per cent", "pct"))
_BARE: Final = frozenset(("", "count", "number", "year"))
_STARS: Final = frozenset(("★", "star", "stars"))
LARGEST: Final = Decimal(10) ** 11
"""Numbers of this size or more are taken for identifiers, not amounts."""


def read_quantity(kind: Quantity, text: str, decimal: DecimalSign | None) -> int:
    """Returns the number in the kind's smallest unit.

    Raises:
        ValueError: the text has another unit or too many decimals.
    """
    amount = read_amount(text, decimal)
    if not _own_unit(kind, amount):
        raise mismatch(f"{kind.noun()}, {_unit_text(kind)}", text)
    scaled = amount.number.scaleb(kind.places)
    if scaled != scaled.to_integral_value():
        decimals = f"at most {kind.places} decimals" if kind.places else "no decimals"
        raise mismatch(f"{kind.noun()}, {decimals}", text)
    return int(scaled)


def currency_signs(symbol: str) -> frozenset[str]:
    """Returns the texts for a currency: its symbol, its codes, and "US$" for the dollar."""
    codes = {code for code, sign in CURRENCIES.items() if sign == symbol}
    return frozenset({symbol, *codes} | ({"US$"} if symbol == "$" else set()))


def _own_unit(kind: Quantity, amount: Amount) -> bool:
    """Returns whether nothing beside the number names another unit than the kind's."""
    if not amount.unit and not amount.before:
        return True
    if kind.unit == "money":
        mark = amount.before or amount.unit
        return mark in currency_signs(kind.symbol) and not (amount.before and amount.unit)
    if amount.before:
        return False
    if kind.unit == "percent":
        return amount.unit.casefold() in _PERCENT
    if kind.unit == "rating":
        return amount.unit == f"/{kind.out_of}" or amount.unit.casefold() in _STARS
    return kind.unit not in _BARE and _plain(amount.unit) == _plain(kind.unit)


def _plain(unit: str) -> str:
    return "".join(unit.split()).casefold().removesuffix(".")


def _unit_text(kind: Quantity) -> str:
    if kind.unit == "money":
        return f"in {kind.symbol}"
    return "without a unit" if kind.unit in _BARE else f"in {kind.unit}"


def number_of_shown(kind: Quantity, cell: str) -> str:
    """Returns a number as `Quantity.show` writes it without plus sign, symbol, unit and commas."""
    sign = "-" if cell.startswith("-") else ""
    digits = cell.removeprefix("-").removeprefix("+")
    bare = kind.unit in ("money", "count", "number", "year")
    after = {"percent": "%", "rating": f"/{kind.out_of}"}.get(kind.unit, "" if bare else kind.unit)
    digits = digits.removeprefix(kind.symbol).removesuffix(after).strip(" ")
    return sign + digits.replace(",", "")
