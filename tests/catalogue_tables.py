"""What tests of the shipped domains share: tables of texts, and the words that only cocoa may say."""

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
