"""Writes items for other tools: as files of rows like those of COGS (sentence, form and category, separated
by tabs), or as a task of lm-evaluation-harness, where the model writes a form that is scored by its meaning.
"""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from shlex import quote
from typing import Any, BinaryIO, Final

from cocoa_core.families.lm_eval import sentence_task, write_tasks
from cocoa_core.families.parsing.record import PLAIN, ParsingItem
from cocoa_core.families.parsing.rows import ParsingRow
from cocoa_core.items import CANARY, ExportJob, Use


def write_rows(job: ExportJob) -> Use:
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


_ORDER: Final = ("gen", "test", "dev")
"""The sides that a task may ask, the preferred first."""
_MODULES: Final = {"cocoa_sentences.py": ("cocoa_core.families.parsing", "lm_eval_loader.txt")}
_METRICS: Final = ("semantic_match", "published", "string")
_MOST_TOKENS: Final = 1024


def write_task(job: ExportJob) -> Use:
    """Writes the task, its questions and the module that scores; the prompts contain their examples.

    Returns:
        The function that tells how to use the folder.
    """
    for split in job.splits:
        prompter = job.prompter(split)

        def line(item: ParsingItem) -> dict[str, Any]:
            return {
                "id": item.id,
                "category": item.category,
                "variant": item.variant,
                "prompt": prompter.conversation(item).first,  # noqa: B023  # called before the next split
                "answer": item.key,
                "record": item.line(),
                "canary": CANARY,
            }

        job.write_lines(split, line)
    names = [split.name for split in job.splits]
    asked = next((name for name in _ORDER if name in names), names[0])
    name = ("cocoa_parsing", job.strategy)
    text = sentence_task(job, name, asked, _MOST_TOKENS, _METRICS)
    return write_tasks(job, {"_".join(name): text}, _MODULES)
