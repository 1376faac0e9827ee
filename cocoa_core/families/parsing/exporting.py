"""Writes items as files of rows like those of COGS: sentence, form and category, separated by tabs."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from shlex import quote
from typing import BinaryIO

from cocoa_core.families.parsing.record import PLAIN
from cocoa_core.families.parsing.rows import ParsingRow
from cocoa_core.items import ExportJob, Use


def write(job: ExportJob) -> Use:
    """Writes NAME.tsv for each split, without a header; the form is the key, in its notation.

    Variants have files of their own, NAME.VARIANT.tsv.

    Returns:
        The function that tells how to use the folder.
    """
    last = ""
    for split in job.splits:
        last = f"{split.name}.tsv"
        with ExitStack() as stack:
            files: dict[str, BinaryIO] = {}
            for item in job.items(split):
                if item.variant not in files:
                    name = last if item.variant == PLAIN else f"{split.name}.{item.variant}.tsv"
                    files[item.variant] = stack.enter_context(job.path(name).open("wb"))
                files[item.variant].write(ParsingRow(item.sentence, item.key, item.category).text())

    def use(folder: Path) -> str:
        rows, notation = quote(str(folder / last)), quote(job.first.notation)
        return f"cocoa recogs score {rows} PREDICTIONS --notation {notation}"

    return use
