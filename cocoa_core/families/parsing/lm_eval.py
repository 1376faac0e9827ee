"""Writes a task for lm-evaluation-harness: the model writes a form, which is scored by its meaning.

(lm-eval 0.4.13: docs/task_guide.md, `process_results`; `custom_dataset` makes the folder work from anywhere.)
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files
from shlex import quote
from typing import Any, Final

from cocoa_core.families.parsing.record import ParsingItem
from cocoa_core.items import CANARY, ExportJob, Split, Use
from cocoa_core.version import __version__

_ORDER: Final = ("gen", "test", "dev")
"""The sides that a task may ask, the preferred first."""
_TASK: Final = """\
# Written by cocoa {version}, family parsing, seed {seed}.
task: {name}
tag: cocoa_parsing
custom_dataset: !function cocoa_sentences.load
test_split: {split}
output_type: generate_until
doc_to_text: prompt
doc_to_target: answer
process_results: !function cocoa_sentences.scored
generation_kwargs:
  until: []
  do_sample: false
  temperature: 0.0
  max_gen_toks: 1024
num_fewshot: 0
metric_list:
  - metric: semantic_match
    aggregation: mean
    higher_is_better: true
  - metric: published
    aggregation: mean
    higher_is_better: true
  - metric: string
    aggregation: mean
    higher_is_better: true
metadata:
  version: 1.0
"""


def write(job: ExportJob) -> Use:
    """Writes the task, its questions and the module that scores; the prompts contain their examples.

    Returns:
        The function that tells how to use the folder.
    """
    for split in job.splits:
        job.write_lines(split, _liner(job, split))
    names = [split.name for split in job.splits]
    test_split = next((name for name in _ORDER if name in names), names[0])
    task = f"cocoa_parsing_{job.strategy}"
    seed = job.dataset.manifest.seed
    text = _TASK.format(version=__version__, seed=seed, name=task, split=test_split)
    job.path(f"{task}.yaml").write_text(text, encoding="utf-8")
    loader = files("cocoa_core.families.parsing").joinpath("lm_eval_loader.txt")
    job.path("cocoa_sentences.py").write_bytes(loader.read_bytes())
    return lambda folder: f"lm-eval run --include_path {quote(str(folder))} --tasks {task} --model ..."


def _liner(job: ExportJob, split: Split) -> Any:
    prompter = job.prompter(split)

    def line(item: ParsingItem) -> Mapping[str, Any]:
        return {
            "id": item.id,
            "category": item.category,
            "variant": item.variant,
            "prompt": prompter.conversation(item).first,
            "answer": item.key,
            "record": item.line(),
            "canary": CANARY,
        }

    return line
