"""Lists the published sets that can be audited, with one reader each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cocoa_core.auditing import travelplanner
from cocoa_core.auditing.groundcocoa import reading as groundcocoa
from cocoa_core.auditing.natural_plan import calendars, meetings, trips
from cocoa_core.auditing.questions import Reader
from cocoa_core.errors import CocoaError

READERS: Final = (
    groundcocoa.READER,
    trips.READER,
    calendars.READER,
    meetings.READER,
    travelplanner.READER,
    travelplanner.FINE_TUNING,
)


def reader_of(row: Mapping[str, Any]) -> Reader:
    """Returns the reader of the set that a row belongs to by its fields.

    Raises:
        CocoaError: the row has the fields of no set.
    """
    for reader in READERS:
        if reader.fields <= row.keys():
            return reader
    raise CocoaError(
        "these rows are of no set that can be audited",
        got=", ".join(map(str, list(row)[:8])) or "a row without fields",
        expected=" or ".join(f"{reader.name} ({', '.join(sorted(reader.fields))})" for reader in READERS),
    )
