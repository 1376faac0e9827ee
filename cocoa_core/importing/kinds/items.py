"""Splits a printed text into several items."""

from __future__ import annotations

import json
import re
from typing import Final

from cocoa_core.domain.kinds import mismatch

_BRACKETS: Final = {"[": "]", "{": "}", "(": ")"}
_QUOTES: Final = "\"'"
_EMPTY: Final = frozenset(("", "none"))
_LONGEST: Final = 100_000
_COMMA: Final = re.compile(r",(?!(?<=[0-9],)[0-9]{3}(?![0-9]))")
_MORE_THAN_DIGITS: Final = re.compile(r"[^\d\s.,]")


def split_items(text: str, separator: str | None = None) -> tuple[str, ...]:
    """Returns the items of "[Lufthansa, United]", "wifi; pool; gym", "wifi, pool", "a | b" or a JSON list, in
    their order.

    Blanks, brackets around all items and quotation marks around each are removed; an empty text, "[]" and
    "none" have no items. A comma within a number ("[wifi, 1,828 kg]") separates nothing, unless the text
    consists of digits and commas.

    Args:
        separator: None for ";", "|" or a line end where the text has one of them, else ",".

    Raises:
        ValueError: an item is empty, the text is too long, or it has several kinds of separators.
    """
    cell = text.strip()
    if len(cell) > _LONGEST:
        raise mismatch(f"at most {_LONGEST:,} characters", cell)
    listed = _from_json(cell)
    if listed is not None:
        return listed
    bracketed = len(cell) > 1 and _BRACKETS.get(cell[0]) == cell[-1] and cell[0] not in cell[1:]
    inner = cell[1:-1].strip() if bracketed else cell
    if inner.casefold() in _EMPTY:
        return ()
    sign = separator or _separator(inner)
    if len(inner) > len(sign) * 2 and inner.startswith(sign) and inner.endswith(sign):  # ",us,nn,"
        inner = inner[len(sign) : -len(sign)]
    items = tuple(_bare(item) for item in _parted(inner, sign))
    if "" in items:
        raise mismatch("items with one separator between two of them", cell)
    return items


def _from_json(cell: str) -> tuple[str, ...] | None:
    """Returns the items of a JSON list of texts and numbers; None where the text is no such list."""
    if not (cell.startswith("[") and cell.endswith("]")):
        return None
    try:
        items = json.loads(cell, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return None
    if not all(isinstance(item, str) and item.strip() for item in items):
        return None
    return tuple(item.strip() for item in items)


def _separator(text: str) -> str:
    signs = [sign for sign in (";", "|", "\n") if sign in text]
    if len(signs) > 1:
        raise mismatch("items with one kind of separator", text)
    return signs[0] if signs else ","


def _parted(text: str, separator: str) -> list[str]:
    if separator == "," and _MORE_THAN_DIGITS.search(text):
        return _COMMA.split(text)
    return text.split(separator)


def _bare(item: str) -> str:
    cell = item.strip()
    quoted = len(cell) > 1 and cell[0] in _QUOTES and cell[0] == cell[-1]
    return cell[1:-1].strip() if quoted else cell


def printed_items(cell: str) -> tuple[str, ...]:
    """Returns the items of a printed cell; a comma separates them inside brackets only."""
    return split_items(cell, None if cell.startswith(("[", "{")) else ";")
