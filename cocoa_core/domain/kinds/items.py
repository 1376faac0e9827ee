"""Cells that hold several items, parted by ";": how many there may be, and what a cell without any means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from cocoa_core.domain.kinds.reading import misconfigured, mismatch

__all__ = ["NO_ITEMS", "check_item_limits", "read_items", "write_items"]

NO_ITEMS: Final = "none"
"""How an empty set or list is shown; so no element may be shown like this."""


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
