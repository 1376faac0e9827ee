"""The source: 53,940 diamonds, as the package plotnine ships them in one CSV file."""

from __future__ import annotations

import csv
import hashlib
import io
from decimal import Decimal
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from attrs import frozen

TABLE_DIGEST: Final = "9574730b03aba241d899c4a97511c5061b19358fab89510774fb6c24168345c4"
"""SHA-256 of plotnine/data/diamonds.csv in plotnine 0.15.9."""


@frozen
class Stone:
    """One row of the table.

    `number` is its place in the table, from 1. `depth` and `table` are percentages, `price` is in US dollars;
    length, width and height (the table's x, y and z) are in millimetres, and None where the table has 0.
    """

    number: int
    carat: Decimal
    cut: str
    color: str
    clarity: str
    depth: Decimal
    table: Decimal
    price: int
    length: Decimal | None
    width: Decimal | None
    height: Decimal | None


def installed_table() -> Path | None:
    """The file in an installed plotnine, which is located and not imported; None without one."""
    found = find_spec("plotnine")
    if found is None or found.origin is None:
        return None
    return Path(found.origin).parent / "data" / "diamonds.csv"


def read_table(path: Path) -> tuple[Stone, ...]:
    """All rows, in the order of the table. ValueError where the file is not the one that the digest names."""
    data = path.read_bytes()
    digest = hashlib.sha256(data).hexdigest()
    if digest != TABLE_DIGEST:
        raise ValueError(f"expected the table of plotnine 0.15.9 (SHA-256 {TABLE_DIGEST}), got {digest}")
    rows = csv.DictReader(io.StringIO(data.decode("utf-8")))
    return tuple(_stone(number, row) for number, row in enumerate(rows, start=1))


def _stone(number: int, row: dict[str, str]) -> Stone:
    return Stone(
        number=number,
        carat=Decimal(row["carat"]),
        cut=row["cut"],
        color=row["color"],
        clarity=row["clarity"],
        depth=Decimal(row["depth"]),
        table=Decimal(row["table"]),
        price=int(row["price"]),
        length=Decimal(row["x"]) or None,
        width=Decimal(row["y"]) or None,
        height=Decimal(row["z"]) or None,
    )
