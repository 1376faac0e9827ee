"""Values of the slot kinds from what other systems print, a file a kind: of a known kind, and guessed.

What can be taken in two ways is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from attrs import evolve

from cocoa_core.domain import Value
from cocoa_core.domain.kinds import NOT_GIVEN, Kind, mismatch
from cocoa_core.errors import MismatchError
from cocoa_core.importing.columns.cells import Cells, Reading
from cocoa_core.importing.conventions import Conventions, Lenient
from cocoa_core.importing.kinds.boolean import BOOLEAN, read_truths
from cocoa_core.importing.kinds.category import CATEGORY, read_codes, read_months, read_words, shown_text
from cocoa_core.importing.kinds.clock import CLOCK, read_clocks, read_hours_and_minutes
from cocoa_core.importing.kinds.date import DATE, read_days
from cocoa_core.importing.kinds.duration import DURATION, read_durations
from cocoa_core.importing.kinds.list import LIST
from cocoa_core.importing.kinds.numbers import currencies, read_numbers
from cocoa_core.importing.kinds.quantity import QUANTITY
from cocoa_core.importing.kinds.set import SET, read_items_column
from cocoa_core.loading import SLOT_KEYS

__all__ = ["LENIENT", "read_column", "read_printed", "registered", "unbounded"]

_GUESSES: Final[tuple[Callable[[Cells], Reading | None], ...]] = (
    read_truths,
    read_months,
    read_codes,
    read_durations,
    read_clocks,
    read_hours_and_minutes,
    read_days,
    read_numbers,
    read_items_column,
    read_words,
    shown_text,
)
"""What a column can be, the most telling first."""


def registered(readers: Iterable[Lenient], kinds: Iterable[str]) -> Mapping[str, Lenient]:
    """Returns the readers by kind.

    Raises:
        LookupError: a kind that has none.
    """
    found = {reader.name: reader for reader in readers}
    for name in kinds:
        if name not in found:
            raise LookupError(f"the slot kind {name!r} has no lenient reader: add importing/kinds/{name}.py")
    return MappingProxyType(found)


_PLAIN: Final = Conventions()
LENIENT: Final = registered((QUANTITY, DURATION, CLOCK, DATE, BOOLEAN, CATEGORY, SET, LIST), SLOT_KEYS)


def unbounded(kind: Kind) -> Kind:
    """Returns the kind without bounds and steps: it reads what the kind could hold if it were wider."""
    lenient: Any = kind
    wide: Kind = evolve(lenient, missing=False, **LENIENT[kind.name].wide)
    return wide


def read_column(cells: Cells) -> Reading | None:
    """Returns the most telling reading of a column that has values; None where none can be shown in an
    option.
    """
    found = _guessed(cells)
    if found is not None and found.kind == "category" and len(codes := currencies(cells)) > 1:
        why = f"amounts in {' and '.join(codes)}, which cannot be compared: shown, without rules"
        return evolve(found, why=why, ruled=False)
    said = cells.with_none() if found is not None and found.kind in ("category", "set") else None
    return found if said is None else _guessed(said)


def _guessed(cells: Cells) -> Reading | None:
    return next((found for guess in _GUESSES if (found := guess(cells)) is not None), None)


def read_printed(kind: Kind, text: str, conventions: Conventions = _PLAIN) -> Value:
    """Returns the value of the kind that a printed text stands for, legal for the kind.

    What `kind.show` and `kind.write` give is read back exactly, whatever else it looks like. Other texts are
    read as they say: amounts with their own currency or unit only, texts of closed vocabularies whatever
    their capitals.

    Raises:
        ValueError: the rest; what can be taken in two ways.
    """
    cell = text.strip()
    if kind.missing and cell == NOT_GIVEN:
        return None
    own = _own(kind, cell)
    return own[0] if own else _legal(kind, LENIENT[kind.name].read(kind, cell, conventions), cell)


def _own(kind: Kind, cell: str) -> tuple[Value] | None:
    """Returns the value that the kind shows or writes as this text, in a tuple; None where there is none."""
    for candidate in (LENIENT[kind.name].shown(kind, cell), cell):
        try:
            value = kind.read(candidate)
        except ValueError:
            continue
        if candidate == cell or kind.show(value) == cell:
            return (value,)
    return None


def _legal(kind: Kind, value: Value, cell: str) -> Value:
    """Returns the value, if it is one of the kind: within bounds, on a step, of its vocabulary."""
    try:
        if kind.read(kind.write(value)) == value:
            return value
    except MismatchError as error:
        raise mismatch(error.expected, cell) from None
    except (OverflowError, ValueError):
        pass
    raise mismatch(f"a value of the kind {kind.name}", cell)
