"""The formats that every family has, and how each is written: Parquet, chat messages, rows for trainers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from cocoa_core.export.card import write_card
from cocoa_core.items import (
    CANARY,
    FULL,
    Arrow,
    ExportJob,
    Family,
    Format,
    Item,
    ItemColumns,
    Prompter,
    Split,
    Use,
    in_words,
    messages_of,
)


def loading(folder: Path) -> str:
    """Returns the line of Python by which the library `datasets` loads the folder."""
    return f"datasets.load_dataset({json.dumps(str(folder), ensure_ascii=False)})"


_MESSAGES: Final = {
    "id": "of the question, as in the data set",
    "answer": "the key in words",
    "messages": "`role` (system, user or assistant) and `content`; the last message holds the answer",
    "canary": "the line that stands in every record",
}
"""By column, what the card says of it."""


def write_messages(job: ExportJob) -> Use:
    """Writes one file a split, NAME.jsonl, and a card.

    Returns:
        The function that tells how the folder is loaded.
    """
    return _written(job, _answered, _MESSAGES)


def _answered(prompter: Prompter[Any], item: Item) -> Mapping[str, Any]:
    messages = right_conversation(prompter, item)
    return {"id": item.id, "answer": in_words(item.key), "messages": messages}


def right_conversation(prompter: Prompter[Any], item: Item) -> list[dict[str, str]]:
    """Returns all messages of an item's conversation, in order, with the assistant's right replies."""
    return prompter.conversation(item).messages(prompter.replies(item))


_TRL: Final = {
    "id": "of the question, as in the data set",
    "prompt": "messages: `role` and `content`",
    "record": "the question's record, as JSON in a text: the column that `cocoa_core.reward` takes",
    "canary": "the line that stands in every record",
}
"""By column, what the card says of it."""
_NEMO_GYM: Final = {
    "responses_create_params": "`input`: the messages, as NeMo Gym's model servers take them",
    "answer": "the key in words",
    "record": "the question's record, as JSON in a text, for a server's `verify`",
    "metadata": "`id`, `family` and `ask` of the question",
    "canary": "the line that stands in every record",
}
"""By column, what the card says of it."""


def write_trl(job: ExportJob) -> Use:
    """Writes one file a split, NAME.jsonl, and a card, with the columns that TRL takes."""

    def row(prompter: Prompter[Any], item: Item) -> Mapping[str, Any]:
        return {"id": item.id, "prompt": _prompt(job, prompter, item), "record": item.line()}

    return _written(job, row, _TRL)


def write_nemo_gym(job: ExportJob) -> Use:
    """Writes one file a split, NAME.jsonl, and a card, with the columns that NeMo Gym takes."""

    def row(prompter: Prompter[Any], item: Item) -> Mapping[str, Any]:
        return {
            "responses_create_params": {"input": _prompt(job, prompter, item)},
            "answer": in_words(item.key),
            "record": item.line(),
            "metadata": {"id": item.id, "family": item.family, "ask": item.ask},
        }

    return _written(job, row, _NEMO_GYM)


def _written(
    job: ExportJob, row: Callable[[Prompter[Any], Item], Mapping[str, Any]], columns: Mapping[str, str]
) -> Use:
    """Writes the splits and the card.

    Args:
        row: makes the columns of an item, all but the canary.
        columns: by column, what the card says of it.
    """
    for split in job.splits:
        prompter: Prompter[Any] = job.prompter(split)

        def line(item: Item, prompter: Prompter[Any] = prompter) -> Mapping[str, Any]:
            return {**row(prompter, item), "canary": CANARY}

        job.write_lines(split, line, getattr(prompter, "fits", None))
    write_card(job, "jsonl", columns)
    return loading


def _prompt(job: ExportJob, prompter: Prompter[Any], item: Item) -> list[dict[str, str]]:
    """Returns the messages before the last reply.

    Raises:
        UsageError: the strategy asks in several turns, which only a delivery can do.
    """
    in_one_message = job.options.delivery == FULL
    return messages_of(prompter, item) if in_one_message else right_conversation(prompter, item)[:-1]


_AT_ONCE: Final = 1_000
"""The number of items in a row group: as many are held in memory, and have to be read to get at one."""


def write_parquet(job: ExportJob) -> Use:
    """Writes one file a split, NAME.parquet, and a card.

    The columns are those of the family's optional function `columns(dataset)`, else those of the class of its
    items.

    Returns:
        The function that tells how the folder is loaded.

    Raises:
        UsageError: pyarrow is not installed.
    """
    kit = Arrow.installed()
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


FORMATS: Final[Mapping[str, Format]] = MappingProxyType(
    {
        form.name: form
        for form in (
            Format(
                "parquet",
                "Parquet files with a card, as the Hugging Face Hub has them",
                "cocoa_core.export.formats:write_parquet",
            ),
            Format(
                "messages",
                "chat messages, one conversation a line",
                "cocoa_core.export.formats:write_messages",
                takes=(
                    *("--strategy", "--prompt", "--explain", "--shots", "--demonstrations", "--order"),
                    *("--delivery", "--answering"),
                ),
            ),
            Format(
                "trl",
                "prompts with their records, for `cocoa_core.reward`",
                "cocoa_core.export.formats:write_trl",
                takes=("--strategy", "--prompt", "--explain", "--delivery", "--answering"),
            ),
            Format(
                "nemo-gym",
                "rows for a resources server of NeMo Gym",
                "cocoa_core.export.formats:write_nemo_gym",
                takes=("--strategy", "--prompt", "--explain", "--delivery", "--answering"),
            ),
        )
    }
)
"""The formats that every family has, by the name that `--to` takes."""


def formats_of(family: Family[Any]) -> Mapping[str, Format]:
    """Returns the formats of a family by name: those of its optional attribute `exports`, and FORMATS."""
    return {**getattr(family, "exports", {}), **FORMATS}
