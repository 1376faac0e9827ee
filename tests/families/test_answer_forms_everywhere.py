"""The law of answer forms over every shipped domain, ask and strategy, and over domains that are new."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Final

import pytest
from answer_forms import LABEL_SETS, form_of, loader_in, misread, stated_in, worth

import cocoa_core
from cocoa_core.export import export
from cocoa_core.families.selection import (
    ASKS,
    FAMILY,
    Message,
    Question,
    answer,
    reader_of_folder,
    reference_model,
)
from cocoa_core.families.selection.prompting.strategies import STRATEGIES
from cocoa_core.items import Dataset, Prompting, read_dataset
from cocoa_core.loading import find_domain

DOMAINS: Final = ("diamonds", "flights", "hotels", "jobs")
ODD: Final = tuple({label.casefold(): label for label in chain(*LABEL_SETS.values())}.values())
"""All labels, none of which is another in capital letters."""


def faults(folder: Path, home: Path) -> Iterator[str]:
    """Whatever is wrong with the forms of a data set, by every way that states or reads one."""
    dataset = read_dataset(folder)
    for strategy in STRATEGIES:
        prompter = FAMILY.prompter(dataset, Prompting(strategy=strategy))
        explained = FAMILY.prompter(dataset, Prompting(strategy=strategy, explained=True))
        for question in dataset:
            conversation, reply = prompter.conversation(question), explained.replies(question)[-1]
            before = reply.rpartition("Answer: ")[0]
            yield from misread(question, (conversation.first, *conversation.turns)[-1], before)
            yield from (
                f"{text!r} is worth nothing"
                for text in (*prompter.replies(question)[-1:], reply)
                if FAMILY.score(question, (text,)).value != 1.0
            )
            if question.ask == "missing":
                yield from _unsolved(folder, question, (conversation.first, *conversation.turns))
    yield from _misread_by_lm_eval(dataset, home / "tasks")


def _unsolved(folder: Path, question: Question, turns: Sequence[str]) -> Iterator[str]:
    """What the oracle answers, where it is wrong: it reads odd labels in the prompt, too."""
    model, reader, messages = reference_model("oracle"), reader_of_folder(folder), list[Message]()
    assert model is not None
    for turn in turns:
        messages.append(Message("user", turn))
        messages.append(Message("assistant", answer(model, reader, 0, messages)))
    if FAMILY.score(question, (messages[-1].text,)).value != 1.0:
        yield f"the oracle says {messages[-1].text!r} to {question.id}, whose key is {question.key}"


def _misread_by_lm_eval(dataset: Dataset, tasks: Path) -> Iterator[str]:
    export(dataset.folder, "lm-eval", tasks)
    loader = loader_in(tasks)
    lines = (tasks / "test.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    for line, question in zip(lines, dataset, strict=True):
        doc = json.loads(line)
        for text in (doc["answer"], *stated_in(form_of(doc["direct"]), question)):
            value = FAMILY.score(question, (f"Answer: {text}",)).value
            if worth(loader, doc, f"Answer: {text}") != value:
                yield f"lm-eval does not give {text!r} what it is worth: {value}"


@pytest.mark.parametrize("domain", DOMAINS)
def test_every_ask_of_every_shipped_domain(domain: str, tmp_path: Path) -> None:
    cocoa_core.load_domain(domain).write(tmp_path / "exam", 2 * len(ASKS), seed=5, ask=",".join(ASKS))
    assert list(faults(tmp_path / "exam", tmp_path)) == []


@pytest.mark.parametrize("domain", DOMAINS)
def test_a_domain_whose_labels_are_odd(domain: str, tmp_path: Path) -> None:
    folder = shutil.copytree(find_domain(domain).folder, tmp_path / "domain")
    schema = folder / "schema.yaml"
    start = 20 * DOMAINS.index(domain)
    labels = iter(ODD[start:] + ODD[:start])
    text = schema.read_text(encoding="utf-8")
    renamed = re.sub(
        r"(?m)^    label: .*$", lambda _: f"    label: {json.dumps(next(labels), ensure_ascii=False)}", text
    )
    schema.write_text(renamed, encoding="utf-8")
    cocoa_core.load_domain(folder).write(tmp_path / "exam", 8, seed=5, ask="missing,best")
    assert list(faults(tmp_path / "exam", tmp_path)) == []
