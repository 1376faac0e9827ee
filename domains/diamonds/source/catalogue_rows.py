"""Diamonds as rows of the catalogue, every cell in the text form that the schema reads."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import ROUND_HALF_UP, ROUND_UP, Decimal
from typing import Final

from ...simulating.cells import csv_text
from .selection import Chosen

COLUMNS: Final = (
    "id",
    "weight_class",
    "price",
    "carat",
    "cut",
    "color",
    "clarity",
    "price_per_carat",
    "price_compared",
    "length",
    "width",
    "height",
    "difference",
    "depth",
    "table",
)
"""The header, in order."""


def _fixed(number: Decimal, places: int) -> str:
    """Rounded half up to so many digits after the point, all of them written."""
    return str(number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP))


def _size(millimetres: Decimal | None) -> str:
    return "" if millimetres is None else _fixed(millimetres, 2)


def catalogue_row(one: Chosen) -> tuple[str, ...]:
    """The cells of one diamond, in the order of COLUMNS."""
    stone = one.stone
    compared = 100 * Decimal(stone.price) / Decimal(one.mean_price) - 100
    difference = None if stone.length is None or stone.width is None else abs(stone.length - stone.width)
    return (
        f"D{stone.number:05d}",
        one.weight_class,
        str(stone.price),
        _fixed(stone.carat, 2),
        stone.cut,
        stone.color,
        stone.clarity,
        _fixed(stone.price / stone.carat, 2),
        str(int(compared.quantize(Decimal(1), ROUND_UP))),  # away from zero: the sign stays true
        _size(stone.length),
        _size(stone.width),
        _size(stone.height),
        _size(difference),
        _fixed(stone.depth, 1),
        _fixed(stone.table, 1),
    )


def catalogue_text(rows: Iterable[Chosen]) -> str:
    """The catalogue as CSV, in the order of the rows."""
    return csv_text(COLUMNS, map(catalogue_row, rows))
