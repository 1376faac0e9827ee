"""Transforms a file of COGS into another file, which is written whole or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from cocoa_core.atomic_files import writing_whole
from cocoa_core.errors import MismatchError, UsageError
from cocoa_core.families.parsing.transforms.cogs_rows import CogsRows
from cocoa_core.families.parsing.transforms.published import SPLITS, TRANSFORMS, TransformJob


@frozen
class Transformed:
    """What was written and what was left out."""

    rows: int
    """The number of rows written."""
    categories: Mapping[str, int]
    """Rows by category."""
    skipped: Mapping[int, str]
    """What is wrong with each row that was left out, by line: the first hundred; of the others, the line
    alone.
    """


def transform_file(
    source: Path,
    target: Path,
    to: str,
    *,
    split: str = "train",
    seed: int = 42,
    concatenations: int | None = None,
    skip_bad: bool = False,
    force: bool = False,
) -> Transformed:
    """Writes the rows of `source`, transformed, to `target`.

    The rows stream; only those that a concatenation needs are held in memory.

    Args:
        to: the name of a transformation.
        split: the part of COGS that the rows are; training rows are transformed further than others.
        seed: the seed of the published program's random draws.
        concatenations: the number of rows of three sentences to add; None for as many as were published.
        skip_bad: whether rows that cannot be read or transformed are left out.
        force: whether an existing `target` is replaced.

    Raises:
        UsageError: a wrong call, or a file with too few rows for the concatenations.
        FindingsError: a row cannot be read or transformed, unless `skip_bad` is set; nothing is written.
    """
    if to not in TRANSFORMS:
        raise UsageError("there is no such transformation", got=to, expected=", ".join(TRANSFORMS))
    if split not in SPLITS:
        raise UsageError("there is no such split", got=split, expected=", ".join(SPLITS))
    if concatenations is not None and concatenations < 0:
        raise UsageError("the number of concatenations is out of range", got=str(concatenations))
    if not source.is_file():
        raise UsageError("there is no such file", got=str(source), expected="a file of COGS, in tabs")
    if target.exists() and not force:
        raise UsageError(
            "the file is there already", got=str(target), fix="name another, or add --force to replace it"
        )
    if not target.parent.is_dir():
        raise UsageError("there is no such folder", got=str(target.parent))
    job = TransformJob(CogsRows(source, skip_bad), split, seed, concatenations)
    categories: Counter[str] = Counter()
    try:
        with writing_whole(target) as file:
            for row in TRANSFORMS[to].rows(job):
                file.write(row.text())
                categories[row.category] += 1
    except MismatchError as error:
        raise UsageError(
            f"{to} cannot be made of this file",
            got=error.got,
            expected=error.expected,
            fix="give a number that the file has rows for: --concatenations INT",
        ) from error
    return Transformed(categories.total(), dict(categories), dict(job.rows.skipped))
