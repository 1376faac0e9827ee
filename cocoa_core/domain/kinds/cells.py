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


def mismatch(wanted: str, text: str) -> MismatchError:
    """The error for a text that is not what was wanted: quoted, escaped, cut to 60 characters."""
    if not text:
        return MismatchError(wanted, "an empty text")
    return MismatchError(wanted, repr(text if len(text) <= _SHOWN else text[: _SHOWN - 3] + "..."))


def misconfigured(wanted: str, got: object) -> MismatchError:
    """The error for a kind that cannot be set up like this."""
    return MismatchError(wanted, str(got))


def read_whole_number(text: str) -> int:
    """A whole number from 0 to 999999999, plain digits without a leading zero; ValueError otherwise."""
    cell = text.strip(" ")
    if re.fullmatch(r"0|[1-9][0-9]{0,8}", cell) is None:
        raise mismatch("a whole number such as 2", cell)
    return int(cell)


def check_op(op: str, ops: Collection[str], over: str | None) -> None:
    """Refuse with ValueError a test that is not among `ops`, those that may be asked over `over`."""
    if op not in ops:
        place = f" over {over}" if over else ""
        wanted = f"one of the tests {', '.join(sorted(ops))}{place}" if ops else f"no test{place}"
        raise mismatch(wanted, op)


def check_item_limits(min_items: int, max_items: int) -> None:
    """Refuse with ValueError limits that no number of items meets, or none but 0."""
    if not 0 <= min_items <= max_items or max_items == 0:
        raise misconfigured(
            "0 <= min_items <= max_items, and max_items at least 1", f"{min_items} and {max_items}"
        )


def read_items(text: str, min_items: int, max_items: int, missing: bool) -> tuple[str, ...] | None:
    """The texts between ";" without blanks around them; None if missing; ValueError for too few or many.

    An empty cell is a missing value where there may be one, else it holds no items; "none" always holds none.
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
    """The items, between them "; "; no items as an empty cell, but as "none" where that would be missing."""
    return "; ".join(items) or (NO_ITEMS if missing else "")
