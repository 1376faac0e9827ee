"""Writes tasks for lm-evaluation-harness: a folder for its `--include_path`.

`cocoa_DOMAIN_STRATEGY` lets the model write, and reads its answer by a copy of cocoa's own reader. Where the
answer is one letter, `cocoa_DOMAIN_choice` compares the likelihood of the letters of the questions, and
`cocoa_DOMAIN_direct` has the model write after the same text. Asks may be mixed: a line says how its answer
is read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any, Final

from attrs import frozen

from cocoa_core.answers import NONE
from cocoa_core.errors import UsageError
from cocoa_core.families.lm_eval import task_word, write_tasks
from cocoa_core.families.selection.asking import ASKS
from cocoa_core.families.selection.prompting.strategies import strategy_named
from cocoa_core.families.selection.prompting.templates import SYSTEM
from cocoa_core.families.selection.record import Question
from cocoa_core.items import CANARY, ExportJob, Prompter, Prompting, Split, Use
from cocoa_core.text import in_yaml
from cocoa_core.version import __version__

_MODULES: Final = {
    "cocoa_questions.py": ("cocoa_core.families.selection.exports", "lm_eval_loader.txt"),
    "cocoa_examples.py": ("cocoa_core.families.selection.exports", "lm_eval_sampler.txt"),
    "cocoa_reader.py": ("cocoa_core.answers", "reader.py"),
    "cocoa_reply.py": ("cocoa_core.items", "reply_text.py"),
}
"""The Python files beside the tasks, each a copy of a file of cocoa."""
_DIRECT: Final = "direct"
_CHOICES: Final = "choice"
_MOST_TOKENS: Final = {_DIRECT: 256}
_MANY_TOKENS: Final = 4096
_ORDER: Final = ("test", "validation")
"""The sides that may be asked about, the preferred one first."""

_HEAD: Final = "# Written by cocoa {version} from {domain} {domain_version}, seed {seed}.\n"
_SHARED: Final = """\
tag: {tag}
custom_dataset: !function cocoa_questions.load
{splits}
doc_to_target: answer
{system}fewshot_config:
  sampler: !function cocoa_examples.Examples
{shots}metadata:
  version: 1.0
  dataset: {dataset}
  origin: "{origin}"
  domain: {quoted}
  digest: "{digest}"
  strategy: {strategy}
  prompt: "{prompt}"
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
  until: [{openings}]
  do_sample: false
  temperature: 0.0
  max_gen_toks: {tokens}
filter_list:
  - name: stated-answer
    filter:
      - function: custom
        filter_fn: !function cocoa_questions.answers
      - function: take_first
process_results: !function cocoa_questions.worth
metric_list:
  - metric: exact_match
    aggregation: mean
    higher_is_better: true
  - metric: unread
    aggregation: mean
    higher_is_better: false
"""
_SHOTS: Final = """\
  doc_to_target: !function cocoa_questions.{reply}
  target_delimiter: "\\n\\n"
"""
"""How an example ends where the model writes: with an answer that the reader reads."""


def write(job: ExportJob) -> Use:
    """Writes the tasks.

    Raises:
        UsageError: the strategy has several turns, which lm-eval cannot ask.
    """
    if strategy_named(job.strategy).stepwise:
        raise UsageError(
            f"lm-eval asks a question in one turn; {job.strategy} needs several",
            got=job.strategy,
            expected="direct, cot-full or cot-partial",
            fix="run `cocoa evaluate`, which asks through inspect",
        )
    plain = job.strategy == _DIRECT
    for split in job.splits:
        prompter = job.prompter(split)
        shipped = Prompting(strategy=_DIRECT, side=split.side)
        direct = prompter if plain else job.dataset.family.prompter(job.dataset, shipped)
        job.write_lines(split, _line_maker(direct, None if plain else _Reasoned.of(job, split)))
    has_system = bool(job.prompter(job.splits[0]).conversation(job.first).system)
    texts = _tasks(job, has_system)
    return write_tasks(job, {name: _head(job) + text for name, text in texts.items()}, _MODULES)


@frozen
class _Reasoned:
    """A strategy with a worked example: its prompts, and replies with reasons."""

    asks: Prompter[Question]
    replies: Prompter[Question]

    @classmethod
    def of(cls, job: ExportJob, split: Split) -> _Reasoned:
        asked = Prompting(strategy=job.strategy, prompt=job.options.prompt, side=split.side, explained=True)
        return cls(job.prompter(split), job.dataset.family.prompter(job.dataset, asked))


def _line_maker(
    direct: Prompter[Question], reasoned: _Reasoned | None
) -> Callable[[Question], Mapping[str, Any]]:
    def line(question: Question) -> Mapping[str, Any]:
        conversation = (reasoned.asks if reasoned else direct).conversation(question)
        texts = {"direct": direct.conversation(question).first if reasoned else conversation.first}
        if reasoned:
            texts |= {"prompt": conversation.first, "reply": reasoned.replies.replies(question)[-1]}
        if conversation.system:
            texts[SYSTEM] = conversation.system
        return {
            "id": question.id,
            "requirement": question.requirement.id,
            "slots": question.complexity.slots,
            "minterms": question.complexity.minterms,
            **texts,
            **_read(question),
            "rows": list(question.rows),
            "answer": ASKS[question.ask].target_reply(question),
            "record": json.dumps(question.to_json(), ensure_ascii=False),
            "canary": CANARY,
        }

    return line


def _read(question: Question) -> dict[str, Any]:
    """Returns how the answer is read: the name of its shape, what it is made with, and whether "none" may be
    right.
    """
    shape = ASKS[question.ask].shape(question)
    return {
        "shape": type(shape).__name__,
        "labels": list(getattr(shape, "labels", getattr(shape, "clash", ()))),
        "none": bool(getattr(shape, "none", False)),
    }


def _one_of_letters(job: ExportJob) -> list[str]:
    """Returns the letters of which one is the answer, and "none" where it may be; else empty."""
    first = job.first
    if "," in str(job.dataset.manifest.settings.get("ask", "")) or first.answer is None:
        return []
    return [*first.labels, *([NONE] if _read(first)["none"] else [])]


def _tasks(job: ExportJob, has_system: bool) -> dict[str, str]:
    choices, plain = _one_of_letters(job), job.strategy == _DIRECT
    texts: dict[str, str] = {}
    if choices:
        letters = ", ".join(map(in_yaml, choices))
        choice = f"{_tag(job)}_{_CHOICES}"
        texts[choice] = _CHOICE.format(name=choice, letters=letters) + _shared(
            job, _CHOICES, has_system and plain, ""
        )
    if choices or plain:
        texts |= _generating(job, _DIRECT, "direct", has_system and plain)
    if not plain:
        texts |= _generating(job, job.strategy, "prompt", has_system)
    return texts


def _generating(job: ExportJob, strategy: str, field: str, has_system: bool) -> dict[str, str]:
    name = f"{_tag(job)}_{task_word(strategy)}"
    text = _GENERATE.format(
        name=name,
        field=field,
        openings=", ".join(in_yaml(opening) for opening in _openings(job, strategy)),
        tokens=_MOST_TOKENS.get(strategy, _MANY_TOKENS),
    )
    reply = "stated" if field == "direct" else "solved"
    return {name: text + _shared(job, strategy, has_system, _SHOTS.format(reply=reply))}


def _openings(job: ExportJob, strategy: str) -> list[str]:
    """Returns how questions begin, where a model that runs on past its answer would ask the next one itself.

    A model that quotes the question while it thinks is not stopped: an opening starts a paragraph.
    """
    prompt_file = job.options.prompt if strategy == job.strategy else None
    prompter = job.dataset.family.prompter(job.dataset, Prompting(strategy=strategy, prompt=prompt_file))
    texts: list[str] = [prompter.conversation(question).first for question in _one_of_each_ask(job)]
    return list(dict.fromkeys("\n\n" + text.lstrip().partition("\n")[0] for text in texts))


def _one_of_each_ask(job: ExportJob) -> list[Question]:
    by_ask: dict[str, Question] = {}
    asks = str(job.dataset.manifest.settings.get("ask", "")).count(",") + 1
    for question in chain.from_iterable(job.dataset.side(split.side) for split in job.splits):
        by_ask.setdefault(question.ask, question)
        if len(by_ask) == asks:
            break
    return list(by_ask.values())


def _head(job: ExportJob) -> str:
    domain = job.dataset.domain
    return _HEAD.format(
        version=__version__, domain=domain.name, domain_version=domain.version, seed=job.dataset.manifest.seed
    )


def _shared(job: ExportJob, strategy: str, has_system: bool, shots: str) -> str:
    domain = job.dataset.domain
    asked = _DIRECT if strategy == _CHOICES else strategy
    how = Prompting(strategy=asked, prompt=job.options.prompt if asked == job.strategy else None)
    return _SHARED.format(
        dataset=in_yaml(job.dataset.folder.resolve().name),
        origin=job.dataset.manifest.origin,
        strategy=strategy,
        prompt=job.dataset.family.prompter(job.dataset, how).digest,
        shots=shots,
        quoted=in_yaml(domain.name),
        digest=domain.digest,
        tag=_tag(job),
        splits=_splits(job.splits),
        system=f"description: {SYSTEM}\n" if has_system else "",
    )


def _splits(splits: tuple[Split, ...]) -> str:
    """Returns the lines that name the sides.

    Asked about is `test`; without it `validation`, or the first there is. Examples are of another side, where
    there is one.
    """
    names = [split.name for split in splits]
    asked = next((name for name in _ORDER if name in names), names[0])
    lines = [f"test_split: {asked}"]
    if "train" in names and asked != "train":
        lines.append("training_split: train")
    if "validation" in names and asked != "validation":
        lines.append("validation_split: validation")
    examples = next((name for name in ("validation", "train") if name in names and name != asked), asked)
    return "\n".join([*lines, f"fewshot_split: {examples}"])


def _tag(job: ExportJob) -> str:
    return f"cocoa_{task_word(job.dataset.domain.name)}"
