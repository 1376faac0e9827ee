"""Reads cells: whole numbers, items separated by ";", and the errors that say what was expected."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from cocoa_core.errors import MismatchError

_SHOWN: Final = 60
"""The number of characters up to which an error quotes a text."""

ANY_ITEMS: Final = 10_000
"""A number of items that no cell reaches."""
MORE_ITEMS: Final = 2
"""The number of items beyond the limit that a wider kind allows."""
NO_ITEMS: Final = "none"
"""The text that shows an empty set or list. No element may be shown like this."""


def mismatch(expected: str, text: str) -> MismatchError:
    """Returns the error for a text that was not expected, which quotes at most 60 characters of it."""
    if not text:
        return MismatchError(expected, "an empty text")
    return MismatchError(expected, repr(text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."))


def misconfigured(expected: str, got: object) -> MismatchError:
    """Returns the error for an impossible configuration of a kind."""
    return MismatchError(expected, str(got))


def read_whole_number(text: str) -> int:
    """Returns a whole number from 0 to 999999999, written in plain digits without a leading zero.

    Raises:
        ValueError: the text is anything else.
    """
    cell = text.strip(" ")
    if re.fullmatch(r"0|[1-9][0-9]{0,8}", cell) is None:
        raise mismatch("a whole number such as 2", cell)
    return int(cell)


def check_op(op: str, ops: Collection[str], over: str | None) -> None:
    """Refuses a test that may not be asked over `over`.

    Args:
        ops: the tests that may be asked.
        over: what the test is over.

    Raises:
        ValueError: `op` is not one of `ops`.
    """
    if op not in ops:
        scope = f" over {over}" if over else ""
        expected = f"one of the tests {', '.join(sorted(ops))}{scope}" if ops else f"no test{scope}"
        raise mismatch(expected, op)


def check_item_limits(min_items: int, max_items: int) -> None:
    """Refuses limits that allow no number of items, or only 0.

    Raises:
        ValueError: no number above 0 is within the limits.
    """
    if not 0 <= min_items <= max_items or max_items == 0:
        raise misconfigured(
            "0 <= min_items <= max_items, and max_items at least 1", f"{min_items} and {max_items}"
        )


def read_items(text: str, min_items: int, max_items: int, missing: bool) -> tuple[str, ...] | None:
    """Returns the texts between ";" without the blanks around them; None for a missing value.

    An empty cell is a missing value where there can be one; otherwise it has no items. "none" always has no
    items.

    Raises:
        ValueError: there are too few items or too many.
    """
    cell = text.strip(" ")
    if not cell and missing:
        return None
    items = () if cell in ("", NO_ITEMS) else tuple(item.strip(" ") for item in cell.split(";"))
    if not min_items <= len(items) <= max_items:
        number = str(min_items) if min_items == max_items else f"{min_items} to {max_items}"
        raise mismatch(f'{number} items parted by ";"', cell)
    return items


def write_items(items: Sequence[str], missing: bool) -> str:
    """Returns the items joined by "; ". Without items that is an empty cell, or "none" if an empty cell means
    that the value is missing.
    """
    return "; ".join(items) or (NO_ITEMS if missing else "")
