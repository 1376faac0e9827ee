"""Writes the rows of a source as JSON lines, a file that the reader of tables reads like any other."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

from cocoa_core.errors import DomainError, Place
from cocoa_core.sources.fetching import LARGEST

Row: TypeAlias = Mapping[str, Any]
"""By the name of a column: a text, a list of texts, or None; in a row of a reply any JSON value."""
_MOST_ROWS: Final = 1_000_000


def write_rows(rows: Iterable[Row], path: Path, source: str) -> None:
    """Writes the rows, one a line.

    Every line has every column in the same order, so that columns keep their positions.

    Args:
        source: the name of the source in messages.

    Raises:
        DomainError: the source has no rows, or too many.
    """
    collected, size = [], 0
    names: dict[str, None] = {}
    for row in rows:
        names.update(dict.fromkeys(row))
        collected.append(row)
        size += sum(len(str(value)) for value in row.values())
        if len(collected) > _MOST_ROWS or size > LARGEST:
            limit = f"at most {_MOST_ROWS:,} rows and {LARGEST:,} bytes"
            raise DomainError("the source has too many rows", expected=limit, place=Place(source))
    if not collected:
        raise DomainError("the source has no rows", expected="one for each option", place=Place(source))
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for row in collected:
            line = {name: row.get(name) for name in names}
            file.write(json.dumps(line, ensure_ascii=False) + "\n")
