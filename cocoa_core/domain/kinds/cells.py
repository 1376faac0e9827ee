"""Cells: bounded numbers, items parted by ";", and errors that say what was expected."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from typing import Final

from cocoa_core.errors import MismatchError

__all__ = [
    "NO_ITEMS",
    "check_item_limits",
    "check_op",
    "misconfigured",
    "mismatch",
    "read_items",
    "read_whole_number",
    "write_items",
]

_SHOWN: Final = 60

NO_ITEMS: Final = "none"
"""How an empty set or list is shown; so no element may be shown like this."""


def mismatch(expected: str, text: str) -> MismatchError:
    """Returns the error for a text that is not what was wanted: quoted, escaped, cut to 60 characters."""
    if not text:
        return MismatchError(expected, "an empty text")
    return MismatchError(expected, repr(text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."))


def misconfigured(expected: str, got: object) -> MismatchError:
    """Returns the error for a kind that cannot be set up like this."""
    return MismatchError(expected, str(got))


def read_whole_number(text: str) -> int:
    """Returns a whole number from 0 to 999999999, plain digits without a leading zero.

    Raises:
        ValueError: in every other case.
    """
    cell = text.strip(" ")
    if re.fullmatch(r"0|[1-9][0-9]{0,8}", cell) is None:
        raise mismatch("a whole number such as 2", cell)
    return int(cell)


def check_op(op: str, ops: Collection[str], over: str | None) -> None:
    """Refuses with ValueError a test that is not among `ops`, those that may be asked over `over`."""
    if op not in ops:
        scope = f" over {over}" if over else ""
        expected = f"one of the tests {', '.join(sorted(ops))}{scope}" if ops else f"no test{scope}"
        raise mismatch(expected, op)


def check_item_limits(min_items: int, max_items: int) -> None:
    """Refuses with ValueError limits that no number of items meets, or none but 0."""
    if not 0 <= min_items <= max_items or max_items == 0:
        raise misconfigured(
            "0 <= min_items <= max_items, and max_items at least 1", f"{min_items} and {max_items}"
        )


def read_items(text: str, min_items: int, max_items: int, missing: bool) -> tuple[str, ...] | None:
    """Returns the texts between ";" without blanks around them; None if missing.

    An empty cell is a missing value where there may be one, else it holds no items; "none" always holds none.

    Raises:
        ValueError: too few or many.
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
    """Returns the items, between them "; "; no items as an empty cell, but as "none" where that would be
    missing.
    """
    return "; ".join(items) or (NO_ITEMS if missing else "")
