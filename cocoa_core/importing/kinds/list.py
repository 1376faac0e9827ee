"""Reads lists of durations or numbers as they are printed, and columns of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Final

from cocoa_core.domain.kinds import LONGEST_DURATION, Duration, NumberList
from cocoa_core.importing.columns.cells import Cells, ColumnReading
from cocoa_core.importing.columns.measures import decimals_of, plain, slack_bounds
from cocoa_core.importing.conventions import DecimalSign
from cocoa_core.importing.kinds.duration import minutes_text, read_minutes
from cocoa_core.importing.kinds.items import printed_items
from cocoa_core.importing.kinds.printed_amounts import read_amount
from cocoa_core.importing.kinds.quantity import LARGEST, number_of_shown, read_quantity

_MOST_DECIMALS: Final = 4


def list_reading(
    cells: Cells, items_of: Mapping[str, Sequence[str]], separator_name: str
) -> ColumnReading | None:
    """Returns the column of these items as lists; None where they are neither all durations nor numbers."""
    for read, settings_of in ((read_minutes, _durations), (_number, _numbers)):
        try:
            numbers = {text: tuple(Decimal(read(item)) for item in items) for text, items in items_of.items()}
            items, write, plural = settings_of([number for items in numbers.values() for number in items])
        except (ValueError, OverflowError):
            continue
        sizes = set(map(len, numbers.values()))
        least = {"min_items": min(sizes)} if min(sizes) else {}
        settings = {"kind": "list", "items": items, **least, "max_items": max(sizes)}
        canonical = {text: "; ".join(map(write, values)) for text, values in numbers.items()}
        why, taken = f"several {plural} in each cell", f"list:{separator_name}"
        return ColumnReading(settings, item_cells(cells, canonical), why, taken=taken)
    return None


def item_cells(cells: Cells, canonical: Mapping[str, str]) -> tuple[str | None, ...]:
    """Returns the cells, with "none" for one without items where an empty cell would be missing."""
    empty = "none" if any(text not in cells.counts for text in cells.texts) else ""
    return cells.written({text: items or empty for text, items in canonical.items()})


def _number(item: str) -> Decimal:
    amount = read_amount(item, ".")
    if amount.unit or amount.before:
        raise ValueError("expected a number without a unit")
    return amount.number


def _durations(numbers: Sequence[Decimal]) -> tuple[dict[str, object], Callable[[Decimal], str], str]:
    if max(numbers) > LONGEST_DURATION:
        raise ValueError(f"expected durations of at most {LONGEST_DURATION:,} minutes")
    highest = next(bound for bound in (60, 120, 360, 1440, 10_080, LONGEST_DURATION) if bound >= max(numbers))
    settings: dict[str, object] = {"kind": "duration", "min": "0m", "max": minutes_text(highest)}
    return settings, lambda number: minutes_text(int(number)), "durations"


def _numbers(numbers: Sequence[Decimal]) -> tuple[dict[str, object], Callable[[Decimal], str], str]:
    decimals = max(map(decimals_of, numbers))
    if decimals > _MOST_DECIMALS or max(map(abs, numbers)) >= LARGEST:
        raise ValueError("expected numbers of fewer digits")
    low, high = slack_bounds(numbers, decimals)
    placed = {"decimals": decimals} if decimals else {}
    settings: dict[str, object] = {"kind": "quantity", "unit": "number", **placed}
    settings |= {"min": plain(low), "max": plain(high)}
    return settings, lambda number: f"{number:.{decimals}f}", "numbers"


def read_list(kind: NumberList, cell: str, decimal: DecimalSign | None) -> tuple[int, ...]:
    """Returns the durations or numbers of a printed cell.

    Raises:
        ValueError: an item is no such value.
    """
    items, printed = kind.items, printed_items(cell)
    if isinstance(items, Duration):
        return tuple(map(read_minutes, printed))
    return tuple(read_quantity(items, item, decimal) for item in printed)


def list_of_shown(kind: NumberList, cell: str) -> str:
    """Returns a list as `NumberList.show` writes it in canonical text; any other text may be no list."""
    items = kind.items
    if cell == "none" or isinstance(items, Duration):
        return cell
    return "; ".join(number_of_shown(items, item.strip(" ")) for item in cell.split(";"))
