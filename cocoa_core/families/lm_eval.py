"""Writes the folders that lm-evaluation-harness takes with `--include_path`, for every family.

(lm-eval 0.4.13: docs/task_guide.md; `custom_dataset` makes a folder work from anywhere.)
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from shlex import quote
from typing import Final

from cocoa_core.items import ExportJob, Use
from cocoa_core.version import __version__

_SENTENCE: Final = """\
# Written by cocoa {version} from {source}, seed {seed}.
task: {name}
tag: {tag}
custom_dataset: !function cocoa_sentences.load
{docs}test_split: {split}
output_type: generate_until
doc_to_text: prompt
doc_to_target: answer
process_results: !function cocoa_sentences.scored
generation_kwargs:
  until: []
  do_sample: false
  temperature: 0.0
  max_gen_toks: {tokens}
num_fewshot: 0
metric_list:
{metrics}metadata:
  version: 1.0
"""
_METRIC: Final = "  - metric: {}\n    aggregation: mean\n    higher_is_better: true\n"


def task_word(text: str) -> str:
    """Returns a text as a part of a task's name: letters, digits and underscores."""
    return re.sub(r"\W+", "_", text.lower()).strip("_")


def sentence_task(
    job: ExportJob, name: Sequence[str], split: str, tokens: int, metrics: Sequence[str], docs: str = ""
) -> str:
    """Returns a task in which the model writes a text, which `cocoa_sentences.py` beside it scores.

    Args:
        name: the parts of its name; the first one is its tag.
        split: the name of the file that is asked.
        tokens: the most tokens of a reply.
        metrics: the names of the figures that `cocoa_sentences.scored` returns, of which each is a mean.
        docs: the function in `cocoa_sentences.py` that chooses the questions; empty for all.
    """
    manifest = job.dataset.manifest
    return _SENTENCE.format(
        version=__version__,
        source=manifest.domain.name if manifest.domain is not None else f"the family {manifest.family}",
        seed=manifest.seed,
        name="_".join(name),
        tag=name[0],
        docs=f"process_docs: !function cocoa_sentences.{docs}\n" if docs else "",
        split=split,
        tokens=tokens,
        metrics="".join(map(_METRIC.format, metrics)),
    )


def write_tasks(job: ExportJob, tasks: Mapping[str, str], modules: Mapping[str, tuple[str, str]]) -> Use:
    """Writes tasks, and the Python files beside them.

    Args:
        tasks: the text of each task by its name.
        modules: by the name of each file the package and the file of cocoa that it is a copy of.

    Returns:
        The function that tells how to use the folder.
    """
    for name, text in tasks.items():
        job.path(f"{name}.yaml").write_text(text, encoding="utf-8")
    for name, (package, source) in modules.items():
        job.path(name).write_bytes(files(package).joinpath(source).read_bytes())
    names = " ".join(tasks)
    return lambda folder: f"lm-eval run --include_path {quote(str(folder))} --tasks {names} --model ..."
