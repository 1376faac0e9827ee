"""Writes Parquet files and a card, which `datasets.load_dataset` reads and the Hugging Face Hub shows."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

from cocoa_core.export.card import loading, write_card
from cocoa_core.items import Arrow, ExportJob, ItemColumns, Split, Use

__all__ = ["write"]

_AT_ONCE: Final = 1_000
"""The number of items in a row group: as many are held in memory, and have to be read to get at one."""


def write(job: ExportJob) -> Use:
    """Writes one file a split, NAME.parquet, and a card.

    The columns are those of the family's optional function `columns(dataset)`, else those of the class of its
    items.

    Returns:
        The function that tells how the folder is loaded.

    Raises:
        UsageError: pyarrow is not installed.
    """
    kit = Arrow.found()
    arrow, parquet = kit.arrow, kit.parquet
    family_columns = getattr(job.dataset.family, "columns", None)
    columns: ItemColumns = (
        family_columns(job.dataset) if family_columns is not None else ItemColumns.of(type(job.first))
    )
    schema = columns.schema(arrow)
    for split in job.splits:
        with parquet.ParquetWriter(job.path(f"{split.name}.parquet"), schema, compression="zstd") as file:
            for rows in _batches(job, split, columns):
                file.write_table(arrow.Table.from_pylist(rows, schema=schema), row_group_size=_AT_ONCE)
    write_card(job, "parquet", columns.about)
    return loading


def _batches(job: ExportJob, split: Split, columns: ItemColumns) -> Iterator[list[dict[str, Any]]]:
    rows = (job.form_of(item, columns.row) for item in job.items(split))
    while batch := list(islice(rows, _AT_ONCE)):
        yield batch
