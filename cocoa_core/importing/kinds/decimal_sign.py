"""Finds the decimal sign of a column."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import Final

from cocoa_core.importing.columns.cells import Cells
from cocoa_core.importing.conventions import DecimalSign
from cocoa_core.importing.kinds.amounts import MARKS, read_amount

_MONEY: Final = re.compile(rf"(?=.*(?:{MARKS}))(?:{MARKS})? ?(?P<number>[0-9][0-9.,]{{0,20}}) ?(?:{MARKS})?")
_PART: Final = re.compile(r"(?<![0-9.,])0[.,][0-9]")
_POINT: Final = re.compile(r"[0-9]\.|\.[0-9]")
_LARGE: Final = re.compile(r"(?<![0-9.,])[0-9]{4,20}(?![0-9.,])")
_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+")
_DECIMALS: Final[tuple[DecimalSign, ...]] = (".", ",")


def decimal_signs(cells: Cells) -> tuple[tuple[DecimalSign, ...], str, str]:
    """Returns the decimal signs that the column's amounts allow, the usual one first, and two texts.

    Commas before three digits everywhere separate thousands, unless another column has decimal commas.

    Returns:
        The signs; a text that shows why only one is allowed; a text that gives different numbers with each
            sign where nothing shows which is meant. Either text is empty where there is none.
    """
    if not any(sign in text for text in cells.counts for sign in ".,"):
        return _DECIMALS, "", ""
    points, commas = (cells.readings(partial(read_amount, decimal=sign)) or {} for sign in _DECIMALS)
    rows = [sum(cells.counts[text] for text in amounts) for amounts in (points, commas)]
    if rows[0] != rows[1]:
        better, worse = (points, commas) if rows[0] > rows[1] else (commas, points)
        return ("." if rows[0] > rows[1] else ",",), next(text for text in better if text not in worse), ""
    differing = [text for text in points if points[text].number != commas[text].number]
    if not differing:
        return _DECIMALS, "", ""
    if _thousands_with_points(cells.counts):
        return (",",), differing[0], ""
    zero = next((text for text in differing if _PART.search(text)), "")
    if zero:
        return (".",) if "." in zero else (",",), zero, ""
    if not any(map(_POINT.search, differing)):
        return _DECIMALS, "", ""
    if not any("," in text for text in differing) and any(map(_LARGE.search, cells.counts)):
        return (".",), differing[0], ""  # a file that groups thousands would not write 1500
    return _DECIMALS, "", differing[0]


def _thousands_with_points(texts: Iterable[str]) -> bool:
    """Returns whether all points in amounts of money separate thousands; of "3.599" alone nobody can tell."""
    money = [match for text in texts if (match := _MONEY.fullmatch(text)) is not None]
    pointed = [match["number"] for match in money if "." in match["number"]]
    if not pointed or not all(map(_THOUSANDS.fullmatch, pointed)):
        return False
    return len(pointed) < len(money) or any(
        number.index(".") > 1 or number.count(".") > 1 for number in pointed
    )
