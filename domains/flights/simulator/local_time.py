"""Between local clocks and one time line, through the IANA time zones."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

MINUTES_A_DAY: Final = 1440
_START: Final = datetime(2020, 1, 1, tzinfo=UTC)
_MINUTE: Final = timedelta(minutes=1)


def instant(day: date, minute: int, zone: ZoneInfo) -> int | None:
    """Minutes since the start of 2020 (UTC) at a local clock time; None where the clocks are changed
    and the local time comes twice or never."""
    local = datetime(day.year, day.month, day.day, minute // 60, minute % 60, tzinfo=zone)
    if local.utcoffset() != local.replace(fold=1).utcoffset():
        return None
    return (local.astimezone(UTC) - _START) // _MINUTE


def local_clock(moment: int, zone: ZoneInfo) -> tuple[date, int]:
    """The local date, and minutes after its midnight, at an instant as `instant` counts them."""
    local = (_START + moment * _MINUTE).astimezone(zone)
    return local.date(), local.hour * 60 + local.minute
