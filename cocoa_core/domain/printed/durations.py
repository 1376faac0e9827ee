"""Durations, as they are printed."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Final

from cocoa_core.domain.kinds.reading import mismatch

__all__ = ["read_minutes"]

_PARTS: Final = re.compile(
    r"(?:(?P<d>[0-9]{1,4}(?:\.[0-9]{1,4})?) ?(?:days?|d)(?![a-z]),? ?(?:and )?)?"
    r"(?:(?P<h>[0-9]{1,6}(?:\.[0-9]{1,4})?) ?(?:hours?|hrs?\.?|h)(?![a-z]),? ?(?:and )?)?"
    r"(?:(?P<m>[0-9]{1,7}(?:\.[0-9]{1,4})?) ?(?:minutes?|mins?\.?|m)(?![a-z]),? ?)?"
    r"(?:(?P<s>[0-9]{1,7}(?:\.[0-9]{1,4})?) ?(?:seconds?|secs?\.?|s))?"
)
_SHORT: Final = re.compile(r"(?P<h>[0-9]{1,4})h(?P<m>[0-5][0-9])")
_ISO: Final = re.compile(
    r"p(?:(?P<d>[0-9]{1,4})d)?(?:t(?:(?P<h>[0-9]{1,6})h)?(?:(?P<m>[0-9]{1,7})m)?(?:(?P<s>[0-9]{1,7})s)?)?"
)
_CLOCK: Final = re.compile(
    r"(?:(?P<d>[0-9]{1,4}) ?days?,? )?(?P<h>[0-9]{1,6}):(?P<m>[0-5][0-9])(?::(?P<s>[0-5][0-9])(?:\.0+)?)?"
)
_MINUTES: Final = {"d": Decimal(1440), "h": Decimal(60), "m": Decimal(1), "s": 1 / Decimal(60)}
_LARGER: Final = {"h": "d", "m": "h", "s": "m"}
_FULL: Final = {"h": 24, "m": 60, "s": 60}
_LONGEST: Final = 60


def read_minutes(text: str, colon: bool = False) -> int:
    """Minutes of "1 hr 45 min", "2h 15m", "135 min", "1 day 3 hr", "1.5 hours", "PT2H15M" ...

    colon: whether "2:15" means two hours and a quarter; else only "0 days 02:15:00" is read with colons.
    ValueError where there is no unit, a part overflows ("1 hr 75 min"), or minutes would not be whole.
    """
    cell = " ".join(text.split()).casefold() if len(text) <= _LONGEST else ""
    match = None
    if ":" in cell:
        match = _CLOCK.fullmatch(cell)
        if match is not None and not colon and match["d"] is None:
            match = None
    elif cell.startswith("p"):
        match = _ISO.fullmatch(cell)
    elif not re.fullmatch(r"[0-9.]*", cell):
        match = _SHORT.fullmatch(cell) or _PARTS.fullmatch(cell)
    parts = {name: Decimal(part) for name, part in match.groupdict().items() if part} if match else {}
    total = _total(parts)
    if total is None:
        raise mismatch("a duration such as 2 hr 15 min", text.strip())
    return total


def _total(parts: dict[str, Decimal]) -> int | None:
    """All parts in minutes; None where one overflows into the next, or minutes are not whole."""
    if not parts:
        return None
    for name, part in parts.items():
        if _LARGER.get(name) in parts and part >= _FULL[name]:
            return None
        if part != int(part) and name != next(reversed(parts)):
            return None
    if "s" in parts and parts["s"] % 60:
        return None
    minutes = sum((part * _MINUTES[name] for name, part in parts.items() if name != "s"), Decimal(0))
    minutes += int(parts.get("s", 0)) // 60
    return int(minutes) if minutes == int(minutes) else None
