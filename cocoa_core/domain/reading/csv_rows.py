"""The rows of CSV with the lines on which they begin."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator

from cocoa_core.domain.suggestions import quoted
from cocoa_core.errors import DomainError, Place

__all__ = ["csv_rows"]


def csv_rows(lines: Iterable[str], file: str, separator: str = ",") -> Iterator[tuple[int, list[str]]]:
    """Every row that has cells, with its line from 1; DomainError with its place for what is no CSV."""
    reader = csv.reader(lines, delimiter=separator, strict=True)
    line = 0
    try:
        for cells in reader:
            if cells:
                yield line + 1, cells
            line = reader.line_num
    except csv.Error as error:
        raise DomainError(
            "this is not valid CSV",
            got=quoted(str(error)),
            fix="close every quotation mark, and double those inside a cell",
            place=Place(file, line + 1),
        ) from None
