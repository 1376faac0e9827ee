"""What kind of slot a column is: the readers in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from cocoa_core.scaffolding.columns.cells import Cells, Reading
from cocoa_core.scaffolding.columns.items import read_items_column
from cocoa_core.scaffolding.columns.numbers import read_numbers
from cocoa_core.scaffolding.columns.times import read_times
from cocoa_core.scaffolding.columns.words import read_codes, read_months, read_truths, read_words, shown_text

__all__ = ["read_column"]

_READERS: Final[tuple[Callable[[Cells], Reading | None], ...]] = (
    read_truths,
    read_months,
    read_codes,
    read_times,
    read_numbers,
    read_items_column,
    read_words,
    shown_text,
)


def read_column(cells: Cells) -> Reading | None:
    """The most telling reading of a column that has values; None where none can be shown in an option."""
    for reader in _READERS:
        found = reader(cells)
        if found is not None:
            return found
    return None
