"""Catalogues in Parquet, for which the extra `parquet` has to be installed."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Sequence
from typing import Any, Final

from cocoa_core.domain.suggestions import quoted
from cocoa_core.errors import DomainError, Place

__all__ = ["read_parquet"]

_LARGEST_TABLE: Final = 200_000_000
_ROWS_AT_ONCE: Final = 10_000
_SHORT: Final = 1_000
"""Bytes of a text that may be held once for every row of a batch."""


def read_parquet(data: bytes, file: str) -> tuple[tuple[str, ...], Iterator[tuple[int, Sequence[str]]]]:
    """Columns, and rows with their number from 1; every column holds texts, a null is an empty text.

    DomainError where pyarrow is not installed, for other types, and for what is not Parquet.
    """
    try:
        parquet: Any = importlib.import_module("pyarrow.parquet")
        arrow: Any = importlib.import_module("pyarrow")
    except ImportError:
        raise DomainError(
            "reading Parquet needs pyarrow",
            got="pyarrow is not installed",
            fix="pip install 'cocoa-exams[parquet]', or save the catalogue as catalogue.csv",
            place=Place(file),
        ) from None
    try:
        columns = _columns(parquet.ParquetFile(arrow.BufferReader(data)), arrow, file)
        source = parquet.ParquetFile(arrow.BufferReader(data), read_dictionary=columns)
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise _broken(error, file) from None
    return columns, _rows(source, arrow, file)


def _columns(source: Any, arrow: Any, file: str) -> tuple[str, ...]:
    size = sum(source.metadata.row_group(part).total_byte_size for part in range(source.num_row_groups))
    if size > _LARGEST_TABLE:
        raise DomainError(
            "the table is too large",
            got=f"{size:,} bytes",
            expected=f"at most {_LARGEST_TABLE:,}",
            place=Place(file),
        )
    for field in source.schema_arrow:
        if not (arrow.types.is_string(field.type) or arrow.types.is_large_string(field.type)):
            raise DomainError(
                f"the column {quoted(field.name)} does not hold texts",
                got=quoted(str(field.type)),
                expected="texts, as cells of a CSV file would have them",
                fix="cast it to string",
                place=Place(file),
            )
    return tuple(field.name for field in source.schema_arrow)


def _rows(source: Any, arrow: Any, file: str) -> Iterator[tuple[int, Sequence[str]]]:
    """Texts that repeat are held once: in Parquet a few bytes can stand for a long text in every row."""
    compute: Any = importlib.import_module("pyarrow.compute")
    number = 0
    try:
        for batch in source.iter_batches(_ROWS_AT_ONCE):
            for cells in zip(*(_texts(column, compute) for column in batch.columns), strict=True):
                number += 1
                yield number, cells
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise _broken(error, file) from None


def _texts(column: Any, compute: Any) -> list[str]:
    longest = compute.max(compute.binary_length(column.dictionary)).as_py() or 0
    if longest <= _SHORT:
        return [cell or "" for cell in column.dictionary_decode().to_pylist()]
    words = column.dictionary.to_pylist()
    return [(words[place] or "") if place is not None else "" for place in column.indices.to_pylist()]


def _broken(error: Exception, file: str) -> DomainError:
    words = " ".join(str(error).split())[:200]
    return DomainError(
        "this is not valid Parquet",
        got="".join(letter if letter.isprintable() else "?" for letter in words) or None,
        fix="write it again, or save the catalogue as catalogue.csv",
        place=Place(file),
    )
