"""Settles what holds for a whole file: the decimal sign, and the order of day and month."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from cocoa_core.errors import DomainError, Place
from cocoa_core.importing.columns.cells import Cells
from cocoa_core.importing.conventions import DayOrder, DecimalSign
from cocoa_core.importing.kinds.date import day_orders
from cocoa_core.importing.kinds.printed_amounts import decimal_signs
from cocoa_core.importing.tables.records import RawTable

_T = TypeVar("_T", DecimalSign, DayOrder)


class AmbiguousValueError(ValueError):
    """A text that could be read in two ways.

    Its attributes are `labels`, of all columns concerned, of which the first holds `text`; `reason`, the
    readings in words; and `ways`, the decimal sign and the order of each reading, one of which is None.
    """

    def __init__(
        self,
        doubtful: Sequence[tuple[str, str]],
        reason: str,
        ways: tuple[tuple[DecimalSign | None, DayOrder | None], ...],
    ) -> None:
        self.labels, texts = zip(*doubtful, strict=True)
        self.text, self.reason, self.ways = texts[0], reason, ways
        super().__init__(self.text)

    def of(self, table: RawTable, file: str, fix: str) -> DomainError:
        """Returns the error for a table that holds this text."""
        line = next((line for line, row in table.rows if self.text in map(str.strip, row)), 0)
        return DomainError(
            f"the column {self.labels[0]} could be read in two ways",
            got=f"{self.text}: {self.reason}; nothing else in the table shows which",
            fix=fix,
            place=Place(file, line),
        )


def decimal_of(
    columns: Sequence[Cells], given_sign: DecimalSign | None
) -> tuple[DecimalSign | None, tuple[str, ...]]:
    """Returns the decimal sign of the file, which columns show that allow only one, and notes on it.

    The sign is None where nothing depends on it or columns show both.

    Args:
        given_sign: the sign that an author names; it takes precedence.

    Raises:
        AmbiguousValueError: a column allows both signs, with different numbers, and the other columns show no
            sign or both.
    """
    examples, doubtful = _evidence(columns, decimal_signs)
    sign = _settled(given_sign, examples)
    if doubtful and sign is None:
        raise AmbiguousValueError(
            doubtful, "with decimals, or with thousands parted", ((".", None), (",", None))
        )
    if sign is None and len(examples) > 1:
        return None, (f"Decimal points and commas in one file: {examples['.']}, {examples[',']}.",)
    if sign is None or (sign == "." and not doubtful):
        return sign, ()
    name = "commas" if sign == "," else "points"
    return sign, (f"Decimal {name} in the whole file{_seen(sign, given_sign, examples, doubtful)}.",)


def day_order_of(
    columns: Sequence[Cells], given_order: DayOrder | None
) -> tuple[DayOrder | None, tuple[str, ...]]:
    """Returns the order of day and month in the file, and notes on it, as `decimal_of` does for the sign.

    Raises:
        AmbiguousValueError: a column allows both orders, with different days, and the other columns show no
            order or both.
    """
    examples, doubtful = _evidence(columns, day_orders)
    order = _settled(given_order, examples)
    if doubtful and order is None:
        raise AmbiguousValueError(
            doubtful, "with the day or with the month first", ((None, "dmy"), (None, "mdy"))
        )
    if not doubtful or order in (None, "ymd"):
        return order, ()
    name = "month" if order == "mdy" else "day"
    return order, (
        f"Dates with the {name} first in the whole file{_seen(order, given_order, examples, doubtful)}.",
    )


def _evidence(
    columns: Sequence[Cells], choices_in: Callable[[Cells], tuple[tuple[_T, ...], str, str]]
) -> tuple[dict[_T, str], list[tuple[str, str]]]:
    """Returns a text for each choice that is the only one in some column, and the columns that allow both.
    `choices_in` gives the choices of a column, a text that shows the only one, and one that allows both.
    """
    examples: dict[_T, str] = {}
    doubtful: list[tuple[str, str]] = []
    for cells in columns:
        allowed, example, either = choices_in(cells)
        if len(allowed) == 1:
            examples.setdefault(allowed[0], f"{example} in {cells.header.label}")
        elif either:
            doubtful.append((cells.header.label, either))
    return examples, doubtful


def _settled(given: _T | None, examples: dict[_T, str]) -> _T | None:
    return given or (next(iter(examples)) if len(examples) == 1 else None)


def _seen(sign: _T, given: _T | None, examples: dict[_T, str], doubtful: Sequence[tuple[str, str]]) -> str:
    shown = f" ({examples[sign]})" if sign in examples and not given else ""
    also = ", ".join(f"{text} in {label}" for label, text in doubtful)
    return f"{shown}; so read: {also}" if also else shown
