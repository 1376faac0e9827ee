"""Writes tasks for lm-evaluation-harness: a folder for its `--include_path`, with one task for each
distribution.

In the tasks `cocoa_NAME_STRATEGY_id` and `..._ood` the model writes; the metric is Coverage, by copies of
cocoa's own reader and lemmatizer.
"""

from __future__ import annotations

from typing import Final

from cocoa_core.families.graph_to_text.record import GraphItem
from cocoa_core.families.lm_eval import sentence_task, task_word, write_tasks
from cocoa_core.items import CANARY, ExportJob, Use

_HERE: Final = "cocoa_core.families.graph_to_text"
_MODULES: Final = {
    "cocoa_sentences.py": (_HERE, "lm_eval_loader.txt"),
    "cocoa_replies.py": (_HERE, "replies.py"),
    "cocoa_reply.py": ("cocoa_core.items", "reply_text.py"),
    "cocoa_lemmas.py": (f"{_HERE}.metrics", "lemmas.py"),
}
"""The Python files beside the tasks, each with the package and the file of cocoa that it is a copy of."""
_MOST_TOKENS: Final = 256


def write(job: ExportJob) -> Use:
    """Writes a task for each distribution that the items have.

    Returns:
        The function that tells how to use the folder.
    """
    distributions: set[str] = set()
    for split in job.splits:
        prompter = job.prompter(split)

        def line(item: GraphItem) -> dict[str, object]:
            distributions.add(item.distribution)
            return {
                "id": item.id,
                "distribution": item.distribution,
                "label": item.label,
                "structure": item.structure,
                "concepts": list(item.concepts),
                "prompt": prompter.conversation(item).first,  # noqa: B023  # called before the next split
                "references": list(item.key),
                "answer": item.key[0],
                "canary": CANARY,
            }

        job.write_lines(split, line)
    manifest = job.dataset.manifest
    tag = f"cocoa_{task_word(manifest.domain.name if manifest.domain is not None else manifest.family)}"
    tasks = {}
    for distribution in sorted(distributions):
        name = (tag, task_word(job.strategy), distribution)
        tasks["_".join(name)] = sentence_task(
            job, name, "test", _MOST_TOKENS, ("coverage",), f"only_{distribution}"
        )
    return write_tasks(job, tasks, _MODULES)
