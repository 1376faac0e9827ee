"""Which sign stands before the decimals of a column."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from typing import Final

from cocoa_core.importing.columns.cells import Cells
from cocoa_core.importing.conventions import DecimalSign
from cocoa_core.importing.kinds.amounts import read_amount

__all__ = ["decimal_signs"]

_SIGNS: Final = "[$€£¥₹₩₽₺₫₱฿]|[A-Z]{3}"
_MONEY: Final = re.compile(
    rf"(?=.*(?:{_SIGNS}))(?:{_SIGNS})? ?(?P<number>[0-9][0-9.,]{{0,20}}) ?(?:{_SIGNS})?"
)
_PART: Final = re.compile(r"(?<![0-9.,])0[.,][0-9]")
_LARGE: Final = re.compile(r"(?<![0-9.,])[0-9]{4,20}(?![0-9.,])")
_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+")
_DECIMALS: Final[tuple[DecimalSign, ...]] = (".", ",")


def decimal_signs(cells: Cells) -> tuple[tuple[DecimalSign, ...], str, str]:
    """Returns the decimal signs that the column's amounts allow, the usual one first; then two texts.

    The first one is read with the one sign only, as far as there is such a text; the second one could be read
    with either, to different numbers, and nothing says with which: "" where there is none. Commas before
    three digits everywhere part thousands, unless another column has decimal commas.
    """
    if not any(sign in text for text in cells.counts for sign in ".,"):
        return _DECIMALS, "", ""
    points, commas = (cells.readings(partial(read_amount, decimal=sign)) or {} for sign in _DECIMALS)
    rows = [sum(cells.counts[text] for text in found) for found in (points, commas)]
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
    if not any("." in text for text in differing):
        return _DECIMALS, "", ""
    if any(_LARGE.search(text) for text in cells.counts):
        return (".",), differing[0], ""  # who parts thousands does so in 1500, too
    return _DECIMALS, "", differing[0]


def _thousands_with_points(texts: Iterable[str]) -> bool:
    """Returns whether all points in amounts of money part thousands; of "3.599" alone nobody can tell."""
    money = [found for text in texts if (found := _MONEY.fullmatch(text)) is not None]
    pointed = [found["number"] for found in money if "." in found["number"]]
    if not pointed or not all(map(_THOUSANDS.fullmatch, pointed)):
        return False
    return len(pointed) < len(money) or any(
        number.index(".") > 1 or number.count(".") > 1 for number in pointed
    )
