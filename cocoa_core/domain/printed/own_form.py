"""The inverse of what cocoa itself shows and writes, exact for every value of every kind."""

from __future__ import annotations

import re
from datetime import date
from typing import Final

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.date import Date
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.primitives import Value

__all__ = ["read_own"]

_DAY: Final = re.compile(r"([A-Z][a-z]{2}) ([0-9]{1,2}), ([0-9]{1,4})")
_MONTHS: Final = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def read_own(kind: Kind, cell: str) -> tuple[Value] | None:
    """The value that the kind shows or writes as this text, in a tuple; None where there is none."""
    for candidate in (_shown(kind, cell), cell):
        try:
            value = kind.read(candidate)
        except ValueError:
            continue
        if candidate == cell or kind.show(value) == cell:
            return (value,)
    return None


def _shown(kind: Kind, cell: str) -> str:
    """The canonical text of what would be shown like this; something illegal where nothing is."""
    if isinstance(kind, Quantity):
        return _undressed(kind, cell)
    if isinstance(kind, Date):
        return _iso(cell)
    if isinstance(kind, NumberList) and cell != "none":
        return "; ".join(_shown(kind.items, item.strip(" ")) for item in cell.split(";"))
    return cell


def _undressed(kind: Quantity, cell: str) -> str:
    """The number without sign of plus, symbol, unit and commas."""
    sign = "-" if cell.startswith("-") else ""
    digits = cell.removeprefix("-").removeprefix("+")
    bare = kind.unit in ("money", "count", "number", "year")
    after = {"percent": "%", "rating": f"/{kind.out_of}"}.get(kind.unit, "" if bare else kind.unit)
    digits = digits.removeprefix(kind.symbol).removesuffix(after).strip(" ")
    return sign + digits.replace(",", "")


def _iso(cell: str) -> str:
    match = _DAY.fullmatch(cell)
    if match is None or match[1] not in _MONTHS:
        return cell
    try:
        return date(int(match[3]), _MONTHS.index(match[1]) + 1, int(match[2])).isoformat()
    except ValueError:
        return cell
