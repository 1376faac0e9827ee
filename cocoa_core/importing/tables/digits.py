"""Writes the numbers in cells with the digits 0 to 9, and without the apostrophe that makes them texts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final
from unicodedata import decimal

from cocoa_core.importing.columns.glued import words_of
from cocoa_core.importing.tables.records import Row

_BETWEEN_DIGITS: Final = re.compile(r"(?<=[0-9])[٫٬．，](?=[0-9])")
_SIGNS: Final = {"٫": ".", "٬": ",", "．": ".", "，": ","}
_PERCENT: Final = re.compile(r"(?<=[0-9]) ?[％٪]")
_TEXT_NUMBER: Final = re.compile(r"'[-+]?[$€£]?[0-9][0-9.,]*%?")
_SHORT_YEAR: Final = re.compile(r"'[0-9]{2}")
_OF_YEARS: Final = frozenset("year years yr season vintage model class decade since born founded".split())
"""Words of headers below which '91 is a year."""


def with_ascii_digits(text: str) -> str:
    """Returns the text with digits of other scripts, and what parts them, as English has them: "7.5" for
    "٧٫٥", "361" for "３６１".
    """
    if text.isascii():
        return text
    plain = "".join(str(decimal(sign)) if sign.isdecimal() else sign for sign in text)
    if plain == text:
        return text
    return _PERCENT.sub("%", _BETWEEN_DIGITS.sub(lambda match: _SIGNS[match[0]], plain))


def without_apostrophes(header: Sequence[str], rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Returns the rows without the apostrophe by which spreadsheets keep a number as a text: "'450".

    A column of years keeps those of two digits: '91 is 1991.
    """
    marked: dict[int, set[str]] = {}
    for _, row in rows:
        for column, cell in enumerate(row):
            if cell[:1] == "'" and _TEXT_NUMBER.fullmatch(cell):
                marked.setdefault(column, set()).add(cell)
    for column, cells in list(marked.items()):
        words = {word.casefold() for word in words_of(header[column])}
        if not words.isdisjoint(_OF_YEARS) and all(map(_SHORT_YEAR.fullmatch, cells)):
            del marked[column]
    if not marked:
        return rows
    return tuple(
        (
            line,
            tuple([cell[1:] if cell in marked.get(column, ()) else cell for column, cell in enumerate(row)]),
        )
        for line, row in rows
    )
