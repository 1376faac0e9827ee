"""What a column's other texts, or an author, have settled about how its texts are to be read."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from cocoa_core.domain.printed.dates import DayOrder
from cocoa_core.domain.printed.numbers import DecimalSign

__all__ = ["PLAIN", "Conventions"]


@frozen
class Conventions:
    """How to read texts that could be taken in several ways. The defaults settle nothing.

    decimal:   the sign before decimals; order: what 03/04/2026 means
    colon:     whether "2:15" is a duration of hours and minutes
    separator: what parts the items of a set or list ("," or "|"); None: ";", as cocoa shows them
    unit:      a unit's text that is taken too, beside the kind's own
    missing:   whether "-", "n/a", "null" ... say that a value is missing, where the kind may lack it
    """

    decimal: DecimalSign | None = None
    order: DayOrder | None = None
    colon: bool = False
    separator: str | None = None
    unit: str = ""
    missing: bool = False


PLAIN: Final = Conventions()
"""Nothing settled."""
