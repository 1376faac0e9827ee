"""The README of an exported folder, with the header by which `datasets.load_dataset` finds its files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final

from cocoa_core.export.job import Job
from cocoa_core.export.placing import sha256_of
from cocoa_core.records.question import CANARY
from cocoa_core.version import __version__

__all__ = ["loading", "write_card"]

_SIZES: Final = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))
_LARGEST: Final = "1M<n<10M"
_BODY: Final = """\

# {count} questions about {domain}

Exported by cocoa {version} from a data set of the domain {domain} {domain_version} (seed {seed}, written by
cocoa {written_by}). Exactly one of the five options of a question satisfies its request.

{table}

{columns}

```python
from datasets import load_dataset

questions = load_dataset("path/to/this/folder")
```

## Licence and use

cocoa puts no terms of its own on the questions. The options are rows of the catalogue of the domain: the
terms of that catalogue hold for them, as its own README states them.

This is an exam. A split that models are tested on is to be kept out of training; this line stands in the data
so that a leak can be found:

    {canary}
"""


def write_card(job: Job, ending: str, columns: Mapping[str, str]) -> None:
    """Write README.md, once the splits are written. columns: what each holds, by name."""
    manifest = job.dataset.manifest
    count = sum(job.counts.values())
    body = _BODY.format(
        count=f"{count:,}",
        domain=manifest.domain.name,
        domain_version=manifest.domain.version,
        version=__version__,
        written_by=manifest.cocoa_version,
        seed=manifest.seed,
        table=_table(("split", "questions"), {name: f"{many:,}" for name, many in job.counts.items()}),
        columns=_table(("column", "what it holds"), {f"`{name}`": text for name, text in columns.items()}),
        canary=CANARY,
    )
    text = _header(job, manifest.domain.name, ending, count) + body
    (job.folder / "README.md").write_text(text, encoding="utf-8")


def loading(folder: Path) -> str:
    """The call by which `datasets` reads the folder."""
    return f"datasets.load_dataset({json.dumps(str(folder), ensure_ascii=False)})"


def _header(job: Job, domain: str, ending: str, count: int) -> str:
    size = next((name for most, name in _SIZES if count < most), _LARGEST)
    lines = ["---", f"pretty_name: {json.dumps(f'cocoa, {domain}')}", "language:", "- en"]
    lines += [
        "task_categories:",
        "- multiple-choice",
        "- question-answering",
        "size_categories:",
        f"- {size}",
    ]
    lines += [
        "configs:",
        "- config_name: default",
        f"  description: sha256 {_digest(job, ending)}",
        "  data_files:",
    ]
    for split in job.splits:
        lines += [f"  - split: {split.name}", f"    path: {json.dumps(f'{split.name}.{ending}')}"]
    return "\n".join([*lines, "---", ""])


def _digest(job: Job, ending: str) -> str:
    """Of the data files. `datasets` keeps what it has read by folder name and header, not by content: without
    this, another export under the same name would be answered with what was there before."""
    found = [sha256_of(job.folder / f"{split.name}.{ending}") for split in job.splits]
    return sha256("".join(found).encode()).hexdigest()


def _table(head: tuple[str, str], rows: Mapping[str, str]) -> str:
    lines = [f"| {name} | {text} |" for name, text in rows.items()]
    return "\n".join([f"| {head[0]} | {head[1]} |", "| --- | --- |", *lines])
