"""Writes the README of an exported data set, whose header the Hugging Face Hub reads."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cocoa_core.export.staging import sha256_of
from cocoa_core.items import (
    CANARY,
    CARD,
    ExportJob,
    hub_header,
    markdown_table,
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
