"""Tasks for lm-evaluation-harness: a folder for its `--include_path`.

Two tasks over the same questions: `cocoa_DOMAIN_choice` compares the likelihood of the five letters, and
`cocoa_DOMAIN_STRATEGY` lets the model write and reads its last line `Answer: X`.
(lm-eval 0.4.13: docs/task_guide.md; `custom_dataset` is what makes the folder work from anywhere.)
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path
from shlex import quote
from typing import Any, Final

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.conversations import Prompter
from cocoa_core.evaluation.templates import SYSTEM
from cocoa_core.export.job import Job, Split
from cocoa_core.export.prompting import DIRECT, direct_prompter, prompter_of, strategy_of
from cocoa_core.records.question import CANARY, Question
from cocoa_core.version import __version__

__all__ = ["task_names", "write"]

_LOADER: Final = "cocoa_questions.py"
_MOST_TOKENS: Final = {DIRECT: 256}
_MANY_TOKENS: Final = 4096
_ORDER: Final = ("test", "validation")

_HEAD: Final = "# Written by cocoa {version} from {domain} {domain_version}, seed {seed}.\n"
_SHARED: Final = """\
tag: {tag}
custom_dataset: !function cocoa_questions.load
{splits}
doc_to_target: answer
{system}num_fewshot: 0
metadata:
  version: 1.0
  domain: {quoted}
  digest: "{digest}"
"""
_CHOICE: Final = """\
task: {name}
output_type: multiple_choice
doc_to_text: !function cocoa_questions.context
gen_prefix: "Answer:"
doc_to_choice: [{letters}]
metric_list:
  - metric: acc
    aggregation: mean
    higher_is_better: true
"""
_GENERATE: Final = """\
task: {name}
output_type: generate_until
doc_to_text: {field}
generation_kwargs:
  until: []
  do_sample: false
  temperature: 0.0
  max_gen_toks: {tokens}
filter_list:
  - name: answer-line
    filter:
      - function: custom
        filter_fn: !function cocoa_questions.answers
      - function: take_first
metric_list:
  - metric: exact_match
    aggregation: mean
    higher_is_better: true
"""


def task_names(job: Job) -> tuple[str, str]:
    """The names of the two tasks, of likelihoods and of answers in words."""
    tag = _tag(job)
    return f"{tag}_choice", f"{tag}_{_word(strategy_of(job).name)}"


def write(job: Job) -> Callable[[Path], str]:
    """Write the tasks. Raises UsageError for a strategy of several turns, which lm-eval cannot ask."""
    strategy = strategy_of(job)
    if strategy.stepwise:
        raise UsageError(
            f"lm-eval asks a question in one turn; {strategy.name} needs several",
            got=strategy.name,
            expected="direct, cot-full or cot-partial",
            fix="run `cocoa evaluate`, which asks through inspect",
        )
    shared = strategy.name == DIRECT and job.asked.prompt is None
    has_system = False
    for split in job.splits:
        prompter = prompter_of(job, split)
        has_system = SYSTEM in prompter.template.sections
        job.write_lines(split, _liner(direct_prompter(job, split), None if shared else prompter))
    _write_tasks(job, "direct" if shared else "prompt", has_system)
    tasks = " ".join(task_names(job))
    return lambda folder: f"lm-eval run --include_path {quote(str(folder))} --tasks {tasks} --model ..."


def _liner(direct: Prompter, prompter: Prompter | None) -> Callable[[Question], Mapping[str, Any]]:
    """What a question becomes. prompter: None where the text of `direct` serves both tasks."""

    def line(question: Question) -> Mapping[str, Any]:
        texts = {"direct": direct.conversation(question).first}
        if prompter is not None:
            said = prompter.conversation(question)
            texts |= {"prompt": said.first, **({SYSTEM: said.system} if said.system else {})}
        return {
            "id": question.id,
            "requirement": question.requirement.id,
            "slots": question.complexity.slots,
            "minterms": question.complexity.minterms,
            **texts,
            "answer": question.answer,
            "canary": CANARY,
        }

    return line


def _write_tasks(job: Job, field: str, has_system: bool) -> None:
    choice, generate = task_names(job)
    first = next(job.dataset.side(job.splits[0].side))
    letters = ", ".join(f'"{option.label}"' for option in first.options)
    tokens = _MOST_TOKENS.get(strategy_of(job).name, _MANY_TOKENS)
    texts = {
        choice: _CHOICE.format(name=choice, letters=letters) + _shared(job, ""),
        generate: _GENERATE.format(name=generate, field=field, tokens=tokens)
        + _shared(job, f"description: {SYSTEM}\n" if has_system else ""),
    }
    for name, text in texts.items():
        (job.folder / f"{name}.yaml").write_text(_head(job) + text, encoding="utf-8")
    loader = files("cocoa_core.export").joinpath("lm_eval_loader.txt").read_text(encoding="utf-8")
    (job.folder / _LOADER).write_text(loader, encoding="utf-8")


def _head(job: Job) -> str:
    manifest = job.dataset.manifest
    return _HEAD.format(
        version=__version__,
        domain=manifest.domain.name,
        domain_version=manifest.domain.version,
        seed=manifest.seed,
    )


def _shared(job: Job, system: str) -> str:
    domain = job.dataset.manifest.domain
    return _SHARED.format(
        quoted=json.dumps(domain.name),
        digest=domain.digest,
        tag=_tag(job),
        splits=_splits(job.splits),
        system=system,
    )


def _splits(splits: tuple[Split, ...]) -> str:
    """Asked about is `test`; without it `validation`, or what there is. Examples are of other sides."""
    names = [split.name for split in splits]
    asked = next((name for name in _ORDER if name in names), names[0])
    lines = [f"test_split: {asked}"]
    if "train" in names and asked != "train":
        lines.append("training_split: train")
    if "validation" in names and asked != "validation":
        lines.append("validation_split: validation")
    examples = next((name for name in ("validation", "train") if name in names and name != asked), None)
    return "\n".join([*lines, *([f"fewshot_split: {examples}"] if examples else [])])


def _tag(job: Job) -> str:
    return f"cocoa_{_word(job.dataset.manifest.domain.name)}"


def _word(text: str) -> str:
    return re.sub(r"\W+", "_", text.lower()).strip("_")
