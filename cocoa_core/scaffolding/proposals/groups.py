"""What groups the rows, where something naturally does: a place, a market, a category."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import Final

from attrs import frozen

from cocoa_core.scaffolding.columns.roles import Column
from cocoa_core.scaffolding.english import with_article

__all__ = ["FEWEST_IN_GROUP", "Grouping", "proposed_grouping"]

FEWEST_IN_GROUP: Final = 12
_USUAL: Final = 20
_KEPT: Final = 0.8
_FEWEST_OTHERS: Final = 3
_WORDS: Final = {
    "origin": "from",
    "destination": "to",
    "city": "in",
    "town": "in",
    "location": "in",
    "resort": "in",
    "region": "in",
    "island": "on",
    "state": "in",
    "province": "in",
    "county": "in",
    "country": "in",
    "continent": "in",
    "market": "in",
    "store": "at",
    "branch": "at",
    "venue": "at",
    "site": "at",
    "airport": "at",
}
"""Names of columns by which people narrow a search before they ask, and the word that goes with each."""


@frozen
class Grouping:
    """The column that groups the rows ("" for none), the words of the request, and what is to be said."""

    slot: str = ""
    request: tuple[object, ...] = ()
    note: str = "All rows are one group: no column groups them naturally."


def proposed_grouping(columns: Sequence[Column], rows: Sequence[Sequence[str]], noun: str) -> Grouping:
    """A category that many rows share and that a person would name first; none where there is none."""
    ruled = sum(column.ruled for column in columns)
    for word, preposition in _WORDS.items():
        for place, column in enumerate(columns):
            if not column.ruled or column.reading.kind != "category" or column.missing:
                continue
            if column.header.words[-1:] != (word,) or len(column.header.words) > 2:
                continue
            if ruled - 1 >= _FEWEST_OTHERS and _healthy([row[place] for row in rows]):
                request = (f"I'm looking for {with_article(noun)} {preposition}", {"slot": column.name})
                note = f"Options of one question share their {column.header.phrase}: it groups the rows."
                return Grouping(column.name, request, note)
    return Grouping()


def _healthy(cells: Sequence[str]) -> bool:
    """Whether the values make several groups, nearly all of them large enough for many questions."""
    sizes = [size for size in Counter(cells).values() if size >= FEWEST_IN_GROUP]
    return len(sizes) > 1 and sum(sizes) >= _KEPT * len(cells) and median(sizes) >= _USUAL
