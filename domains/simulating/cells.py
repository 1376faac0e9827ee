"""Values in the text forms of a catalogue's cells, and the catalogue as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence


def clock(minute: int, day_offset: int = 0) -> str:
    """A time of day, such as 07:05 or 00:10+1; `minute`: of the day, 0 to 1439."""
    return f"{minute // 60:02d}:{minute % 60:02d}" + (f"{day_offset:+d}" if day_offset else "")


def duration(minutes: int) -> str:
    """A time span, such as 45m, 2h or 2h 15m."""
    hours, rest = divmod(minutes, 60)
    if not hours:
        return f"{rest}m"
    return f"{hours}h {rest}m" if rest else f"{hours}h"


def several(items: Iterable[object]) -> str:
    """The items of a set or list, in their order."""
    return "; ".join(str(item) for item in items)


def truth(value: bool) -> str:
    """A boolean."""
    return "yes" if value else "no"


def csv_text(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A header and rows as CSV; lines end with a line feed on every system."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(rows)
    return stream.getvalue()
