"""Writes the formats that every family has (Parquet, chat messages, rows for trainers), and their README."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any, Final

from cocoa_core.export.staging import sha256_of
from cocoa_core.items import (
    CANARY,
    CARD,
    FULL,
    Arrow,
    ExportJob,
    Item,
    ItemColumns,
    Prompter,
    Split,
    Use,
    hub_header,
    in_words,
    markdown_table,
    messages_of,
)
from cocoa_core.version import __version__

_BODY: Final = """\

# {count} questions{about}

Exported by cocoa {version} from a data set of {source} (seed {seed}, written by
cocoa {written_by}). Family `{family}`: {what}.

{splits}

{columns}

```python
from datasets import load_dataset

questions = load_dataset("path/to/this/folder")
```

## Licence and use

cocoa puts no terms of its own on the questions.{terms}

This is an exam. A split that models are tested on is to be kept out of training; this line stands in the data
so that a leak can be found:

    {canary}
"""
_TERMS: Final = """ The options are rows of the catalogue of the domain: the
terms of that catalogue hold for them, as its own README states them."""


def write_card(job: ExportJob, ending: str, columns: Mapping[str, str]) -> None:
    """Writes README.md, once the splits are written.

    Args:
        ending: the file extension of the splits, without the dot.
        columns: by the name of each column, what it holds.
    """
    manifest, family, domain = job.dataset.manifest, job.dataset.family, job.dataset.manifest.domain
    count = sum(job.counts.values())
    body = _BODY.format(
        count=f"{count:,}",
        about="" if domain is None else f" about {domain.name}",
        source=f"the family {family.name}"
        if domain is None
        else f"the domain {domain.name} {domain.version}",
        version=__version__,
        written_by=manifest.cocoa_version,
        seed=manifest.seed,
        family=family.name,
        what=family.about,
        splits=markdown_table(
            ("split", "questions"), [(name, f"{many:,}") for name, many in job.counts.items()]
        ),
        columns=markdown_table(
            ("column", "what it holds"), [(f"`{name}`", text) for name, text in columns.items()], words=True
        ),
        terms="" if domain is None else _TERMS,
        canary=CANARY,
    )
    files = [f"{split.name}.{ending}" for split in job.splits]
    header = hub_header(
        family.name if domain is None else domain.name,
        count,
        family.categories,
        [
            (split.name, file, sha256_of(job.path(file)))
            for split, file in zip(job.splits, files, strict=True)
        ],
    )
    job.path(CARD).write_text(header + body, encoding="utf-8")


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
