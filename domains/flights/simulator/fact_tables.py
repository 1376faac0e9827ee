"""Reads the small tables of facts that lie beside the simulator."""

from __future__ import annotations

import csv
from pathlib import Path

_FOLDER = Path(__file__).parent / "facts"


def fact_rows(name: str) -> tuple[dict[str, str], ...]:
    """The rows of `facts/NAME.csv` in file order, each from column name to text."""
    with (_FOLDER / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
        return tuple(csv.DictReader(stream))


def split_words(text: str, separator: str = " ") -> tuple[str, ...]:
    """The parts of a cell that holds several, in order; none for an empty cell."""
    return tuple(part.strip() for part in text.split(separator) if part.strip())
