"""Several items in one text, as they are printed."""

from __future__ import annotations

import json
import re
from typing import Final

from cocoa_core.domain.kinds import mismatch

__all__ = ["printed_items", "split_items"]

_BRACKETS: Final = {"[": "]", "{": "}", "(": ")"}
_QUOTES: Final = "\"'"
_EMPTY: Final = frozenset(("", "none"))
_LONGEST: Final = 100_000
_COMMA: Final = re.compile(r",(?!(?<=[0-9],)[0-9]{3}(?![0-9]))")
_MORE_THAN_DIGITS: Final = re.compile(r"[^\d\s.,]")


def split_items(text: str, separator: str | None = None) -> tuple[str, ...]:
    """Returns the items of "[Lufthansa, United]", "wifi; pool; gym", "wifi, pool", "a | b" or a JSON list, in
    order.

    Args:
        separator: what parts them, where the caller knows. Without it that is ";" or "|" or a line's end
            where there is one, else ",". Blanks, brackets around all of them and quotation marks around each
            are left out; "", "[]" and "none" are no items. A comma within a number ("[wifi, 1,828 kg]") parts
            nothing, unless the text is digits and commas only.

    Raises:
        ValueError: an empty item; both ";" and "|" in one text.
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
    items = tuple(_bare(item) for item in _parted(inner, separator or _separator(inner)))
    if "" in items:
        raise mismatch("items with one separator between two of them", cell)
    return items


def _from_json(cell: str) -> tuple[str, ...] | None:
    """Returns the items of a JSON list of texts and numbers; None where the text is no such list."""
    if not (cell.startswith("[") and cell.endswith("]")):
        return None
    try:
        found = json.loads(cell, parse_int=str, parse_float=str)
    except (ValueError, RecursionError):
        return None
    if not all(isinstance(item, str) and item.strip() for item in found):
        return None
    return tuple(item.strip() for item in found)


def _separator(text: str) -> str:
    found = [sign for sign in (";", "|", "\n") if sign in text]
    if len(found) > 1:
        raise mismatch("items with one kind of separator", text)
    return found[0] if found else ","


def _parted(text: str, separator: str) -> list[str]:
    if separator == "," and _MORE_THAN_DIGITS.search(text):
        return _COMMA.split(text)
    return text.split(separator)


def _bare(item: str) -> str:
    cell = item.strip()
    quoted = len(cell) > 1 and cell[0] in _QUOTES and cell[0] == cell[-1]
    return cell[1:-1].strip() if quoted else cell


def printed_items(cell: str) -> tuple[str, ...]:
    """Items; a comma parts them inside brackets only."""
    return split_items(cell, None if cell.startswith(("[", "{")) else ";")
