"""Keeps the lines of a data set as rows of a Parquet file: columns to filter by, and the record as it was
written. (Parquet exports have typed columns instead: `export_columns.py`.)
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

from attrs import define, field, frozen

from cocoa_core.extras import library
from cocoa_core.items.file_reading import record_in

PARQUET: Final = ".parquet"
RECORD: Final = "record"
"""The column that holds the line, without its end."""
_TEXTS: Final[Mapping[str, tuple[str, ...]]] = {
    "id": ("id",),
    "family": ("family",),
    "ask": ("ask",),
    "variant": ("variant",),
    "domain": ("domain.name",),
    "text": ("request", "sentence"),
    "answer": ("answer",),
    "side": ("provenance.side",),
}
_NUMBERS: Final[Mapping[str, tuple[str, ...]]] = {
    "index": ("provenance.index",),
    "slots": ("complexity.slots",),
    "minterms": ("complexity.minterms",),
}
"""Where in a record a column's value stands: at the first of these places that holds one of its type."""
_AT_ONCE: Final = 1_000
"""Rows in a row group: what is held in memory when they are written."""
_READ: Final = 64
"""Rows that are held in memory when they are read."""


@frozen
class Arrow:
    """The modules of pyarrow in use."""

    arrow: Any
    parquet: Any

    @classmethod
    def installed(cls) -> Arrow:
        """Imports pyarrow.

        Raises:
            UsageError: it is not installed.
        """
        return cls(*(library(name, "parquet", "Parquet") for name in ("pyarrow", "pyarrow.parquet")))

    @property
    def faults(self) -> tuple[type[Exception], ...]:
        """The exceptions that pyarrow raises for a broken file."""
        return (self.arrow.ArrowException, OSError, ValueError)

    def schema(self) -> Any:
        """Returns the columns, the same for every family, so that all files can be read together."""
        text, number = self.arrow.string(), self.arrow.int64()
        texts = [(name, text) for name in (*_TEXTS, "key")]
        return self.arrow.schema([*texts, *((name, number) for name in _NUMBERS), (RECORD, text)])


@define
class Rows:
    """Writes lines to a Parquet file. Close it at the end."""

    _file: BinaryIO
    _path: Path
    _kit: Arrow = field(factory=Arrow.installed)
    _count: int = field(default=0, init=False)
    _waiting: list[dict[str, Any]] = field(factory=list, init=False)
    _writer: Any = field(init=False)

    @_writer.default
    def _open(self) -> Any:
        repeated = ["family", "ask", "variant", "domain", "answer", "side"]
        return self._kit.parquet.ParquetWriter(
            self._file, self._kit.schema(), compression="zstd", use_dictionary=repeated
        )

    def write(self, line: bytes) -> None:
        """Adds a line.

        Args:
            line: the record, with its line end.

        Raises:
            FindingsError: the line is no record.
        """
        self._count += 1
        self._waiting.append(_row(line, record_in(line, self._path, self._count)))
        if len(self._waiting) == _AT_ONCE:
            self._flush()

    def _flush(self) -> None:
        rows = self._kit.arrow.Table.from_pylist(self._waiting, schema=self._kit.schema())
        self._writer.write_table(rows)
        self._waiting.clear()

    def close(self) -> None:
        if self._waiting:
            self._flush()
        self._writer.close()


def _row(line: bytes, record: Mapping[str, Any]) -> dict[str, Any]:
    return {
        **{name: _value(record, paths, str) for name, paths in _TEXTS.items()},
        "key": json.dumps(record.get("key"), ensure_ascii=False),
        **{name: _value(record, paths, int) for name, paths in _NUMBERS.items()},
        RECORD: line.decode().removesuffix("\n"),
    }


def _value(record: Any, paths: tuple[str, ...], kind: type[Any]) -> Any:
    for path in paths:
        value = record
        for name in path.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        if type(value) is kind:
            return value
    return None


def records_in(file: BinaryIO, most: int) -> Iterator[bytes]:
    """Yields the lines of a Parquet file.

    Args:
        most: the largest number of bytes to accept.

    Raises:
        ValueError: it is no Parquet file, or holds more than `most` bytes.
    """
    kit, count = Arrow.installed(), 0
    try:
        table = kit.parquet.ParquetFile(file)
        if table.schema_arrow != kit.schema():
            raise ValueError(f"other columns than {', '.join(kit.schema().names)}")
        groups = (table.metadata.row_group(number) for number in range(table.metadata.num_row_groups))
        if sum(group.total_byte_size for group in groups) > most:
            raise ValueError(f"more than {most:,} bytes when it is unpacked")
        for batch in table.iter_batches(_READ, columns=[RECORD], use_threads=False):
            for text in batch.column(0).to_pylist():
                line = f"{text}\n".encode()
                count += len(line)
                if count > most or line.count(b"\n") != 1:
                    raise ValueError(
                        "a record of several lines"
                        if count <= most
                        else f"more than {most:,} bytes when it is unpacked"
                    )
                yield line
    except kit.faults as error:
        raise ValueError(str(error).splitlines()[0] if str(error) else type(error).__name__) from None
