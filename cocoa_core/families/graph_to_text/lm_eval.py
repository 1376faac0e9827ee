"""Writes tasks for lm-evaluation-harness: a folder for its `--include_path`, with one task for each
distribution.

In the tasks `cocoa_NAME_STRATEGY_id` and `..._ood` the model writes; the metric is Coverage, by copies of
cocoa's own reader and lemmatizer. (lm-eval 0.4.13: docs/task_guide.md.)
"""

from __future__ import annotations

import re
from importlib.resources import files
from shlex import quote
from typing import Final

from cocoa_core.families.graph_to_text.record import GraphItem
from cocoa_core.items import CANARY, ExportJob, Use
from cocoa_core.version import __version__

_HERE: Final = "cocoa_core.families.graph_to_text"
_MODULES: Final = {
    "cocoa_sentences.py": (_HERE, "lm_eval_loader.txt"),
    "cocoa_replies.py": (_HERE, "replies.py"),
    "cocoa_reply.py": ("cocoa_core.items", "replies.py"),
    "cocoa_lemmas.py": (f"{_HERE}.metrics", "lemmas.py"),
}
"""The Python files beside the tasks, each with the package and the file of cocoa that it is a copy of."""
_MOST_TOKENS: Final = 256
_TASK: Final = """\
# Written by cocoa {version} from {source}, seed {seed}.
task: {name}
tag: {tag}
custom_dataset: !function cocoa_sentences.load
process_docs: !function cocoa_sentences.only_{distribution}
test_split: test
output_type: generate_until
doc_to_text: prompt
doc_to_target: answer
process_results: !function cocoa_sentences.scored
generation_kwargs:
  until: []
  do_sample: false
  temperature: 0.0
  max_gen_toks: {tokens}
metric_list:
  - metric: coverage
    aggregation: mean
    higher_is_better: true
num_fewshot: 0
metadata:
  version: 1.0
"""


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
    source = manifest.domain.name if manifest.domain is not None else manifest.family
    tag = f"cocoa_{_word(source)}"
    tasks = {name: f"{tag}_{_word(job.strategy)}_{name}" for name in sorted(distributions)}
    for distribution, name in tasks.items():
        text = _TASK.format(
            version=__version__,
            source=source,
            seed=manifest.seed,
            name=name,
            tag=tag,
            distribution=distribution,
            tokens=_MOST_TOKENS,
        )
        job.path(f"{name}.yaml").write_text(text, encoding="utf-8")
    for name, (package, file) in _MODULES.items():
        job.path(name).write_bytes(files(package).joinpath(file).read_bytes())
    task_names = " ".join(tasks.values())
    return lambda folder: f"lm-eval run --include_path {quote(str(folder))} --tasks {task_names} --model ..."


def _word(text: str) -> str:
    return re.sub(r"\W+", "_", text.lower()).strip("_")
