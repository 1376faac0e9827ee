"""A file of COGS in, a transformed file out, whole or not at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from attrs import frozen

from cocoa_core.atomic_files import writing_whole
from cocoa_core.errors import MismatchError, UsageError
from cocoa_core.families.parsing.transforms.cogs_rows import CogsRows
from cocoa_core.families.parsing.transforms.published import SPLITS, TRANSFORMS, Job

__all__ = ["Transformed", "transform_file"]


@frozen
class Transformed:
    """What was written."""

    rows: int
    categories: Mapping[str, int]
    """Rows by category."""
    skipped: Mapping[int, str]
    """What was wrong, by line."""


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
    """Writes `target`: the rows of `source`, transformed as the part of COGS that `split` names.

    Args:
        concatenations: rows of three sentences to be added, None for as many as were published. The rows
            stream; those of a concatenation alone are held.

    Raises:
        UsageError: a wrong call, FindingsError at the first row that cannot be read, unless skip_bad; then
            nothing is written.
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
    job = Job(CogsRows(source, skip_bad), split, seed, concatenations)
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
