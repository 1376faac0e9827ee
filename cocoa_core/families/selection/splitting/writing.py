"""Splits a data set and writes it as another one: the same records, line by line, on other sides."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from attrs import evolve

from cocoa_core.errors import UsageError
from cocoa_core.families.selection.record import SELECTION
from cocoa_core.families.selection.splitting.dividing import Plan, divide
from cocoa_core.families.selection.splitting.parts import Parts, parts_of
from cocoa_core.items import TEST_ID, TEST_OOD, TRAIN, Dataset, Manifest, write_resplit


def split_dataset(
    dataset: Dataset, plan: Plan, out: Path, progress: Callable[[int], None] | None = None
) -> Manifest:
    """Writes the division of a data set into a new folder, and returns its manifest.

    Args:
        plan: how it is split.
        progress: called with the number of questions read so far.

    Raises:
        UsageError: the data set is of another family, has sides or paraphrases, is not complete, or lacks
            labels; or the folder is not empty.
    """
    manifest = dataset.manifest
    if manifest.family != SELECTION:
        raise UsageError(
            "only questions over options can be split by what they are composed of",
            got=f"the family {manifest.family}",
            expected=SELECTION,
        )
    if manifest.paraphrase is not None:
        raise UsageError(
            "this data set cannot be split",
            got="one with paraphrases, whose manifest counts them all",
            expected="the data set that they were made for",
            fix="split that one, and say the parts in other words",
        )
    if len(dataset.sides) > 1 or not manifest.complete:
        raise UsageError(
            "this data set cannot be split",
            got=f"the sides {', '.join(dataset.sides)}" if manifest.complete else "one that is not complete",
            expected="a complete data set without sides",
            fix="generate it without --split" if manifest.complete else "repeat the call that began it",
        )
    questions: list[Parts] = []
    for number, question in enumerate(dataset, 1):
        parts = parts_of(question, plan.granularity)
        if parts is None:
            raise UsageError(
                "the questions of this data set have no labels",
                got=f"question {question.id}, written by cocoa {manifest.cocoa_version}",
                expected="records with `composition`",
                fix="generate the data set again, with the same seed and settings",
            )
        questions.append(parts)
        if progress is not None:
            progress(number)
    division = divide(questions, plan)
    new_manifest = evolve(manifest, split=division.report)
    return write_resplit(dataset, new_manifest, (TRAIN, TEST_ID, TEST_OOD), division.side, out)
