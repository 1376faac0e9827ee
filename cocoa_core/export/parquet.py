"""Parquet files and a card: what `datasets.load_dataset` reads, and the Hugging Face Hub shows."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any, Final

from cocoa_core.errors import UsageError
from cocoa_core.export.columns import COLUMNS, arrow_schema, row_of
from cocoa_core.export.hub_card import loading, write_card
from cocoa_core.export.job import Job, Split

__all__ = ["write"]

_AT_ONCE: Final = 1_000
"""Questions in a row group: what is held in memory, and what a reader has to read for one."""


def write(job: Job) -> Callable[[Path], str]:
    """Write one file a split, NAME.parquet, and a card. Raises UsageError where pyarrow is not installed."""
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError(
            "writing Parquet needs pyarrow",
            got="pyarrow is not installed",
            fix='pip install "cocoa-exams[parquet]"',
        ) from None
    schema = arrow_schema(arrow, job.domain.schema)
    for split in job.splits:
        with parquet.ParquetWriter(job.folder / f"{split.name}.parquet", schema, compression="zstd") as file:
            for rows in _batches(job, split):
                file.write_table(arrow.Table.from_pylist(rows, schema=schema), row_group_size=_AT_ONCE)
    write_card(job, "parquet", COLUMNS)
    return loading


def _batches(job: Job, split: Split) -> Iterator[list[dict[str, Any]]]:
    rows = (row_of(question.to_json()) for question in job.questions(split))
    while batch := list(islice(rows, _AT_ONCE)):
        yield batch
