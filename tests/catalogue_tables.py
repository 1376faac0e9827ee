"""What tests of the shipped domains share: tables of texts, their cells, words for cocoa alone."""

from __future__ import annotations

import csv
from pathlib import Path

COMPARING = """
under over below above before after by until least most more less fewer between within exactly than only every
each any no none not earlier later longer shorter inclusive or and either unless if otherwise
"""
"""Words that compare: a rule's own words hold none of them."""

Row = dict[str, str]


def table(path: Path) -> list[Row]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def several(cell: str) -> list[str]:
    return cell.split("; ") if cell else []


def minutes(cell: str) -> int:
    """Of a duration: 2h 15m."""
    return sum(int(part[:-1]) * {"h": 60, "m": 1}[part[-1]] for part in cell.split(" "))


def clock(cell: str) -> int:
    """Minutes since midnight of the first day: 19:40+1."""
    time, _, days = cell.partition("+")
    return int(time[:2]) * 60 + int(time[3:]) + 24 * 60 * int(days or 0)
