"""Writes a task for lm-evaluation-harness: the model writes a form, which is scored by its meaning."""

from __future__ import annotations

from typing import Any, Final

from cocoa_core.families.lm_eval import sentence_task, write_tasks
from cocoa_core.families.parsing.record import ParsingItem
from cocoa_core.items import CANARY, ExportJob, Use

_ORDER: Final = ("gen", "test", "dev")
"""The sides that a task may ask, the preferred first."""
_MODULES: Final = {"cocoa_sentences.py": ("cocoa_core.families.parsing", "lm_eval_loader.txt")}
_METRICS: Final = ("semantic_match", "published", "string")
_MOST_TOKENS: Final = 1024


def write(job: ExportJob) -> Use:
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
