"""The form that a prompt states, filled in, is read as what it states: of every ask and family."""

from __future__ import annotations

import csv
import random
from collections.abc import Sequence
from functools import cache
from itertools import combinations, islice
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest
from answer_forms import (
    DOUBTFUL,
    LABEL_SETS,
    form_of,
    is_label,
    loader_in,
    misread,
    relabelled,
    worth,
)
from checking.laptops import SCHEMA, edited, write_laptops
from every_ask import items_of
from hypothesis import given
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.answers import Letter, Letters, read_answer
from cocoa_core.errors import SettingsError
from cocoa_core.export import export
from cocoa_core.families.graph_to_text import FAMILY as GRAPHS
from cocoa_core.families.graph_to_text.family import STRATEGIES as LAYOUTS
from cocoa_core.families.parsing.family import FAMILY as PARSING
from cocoa_core.families.parsing.notations import NOTATIONS
from cocoa_core.families.parsing.prompting import STRATEGIES as WAYS
from cocoa_core.families.selection import ASKS, FAMILY, Engine, Question, Settings, misread_labels
from cocoa_core.families.selection.asking import ParsedPrompt
from cocoa_core.families.selection.record import labels_of
from cocoa_core.items import Prompting
from cocoa_core.loading import load_domain
from cocoa_core.running import RunSpec, generate
from cocoa_core.scaffolding import as_written, draft_from_table

ALONE: Final = ("direct", "l2m")
"""Strategies that show no other question."""
every_ask = pytest.mark.parametrize("ask", list(ASKS))
every_set = pytest.mark.parametrize("labels", LABEL_SETS.values(), ids=list(LABEL_SETS))


def last_prompt(question: Question, strategy: str) -> str:
    """What a model is told last about a question that stands alone."""
    conversation = FAMILY.prompter_for(question, Prompting(strategy=strategy)).conversation(question)
    return (conversation.first, *conversation.turns)[-1]


@cache
def missing() -> Question:
    """A question about hidden values, whose labels tests change."""
    (question, *_) = items_of("selection", "missing")
    assert isinstance(question, Question)
    return question


@pytest.mark.parametrize("strategy", ALONE)
@every_ask
def test_the_form_of_an_ask_is_read_as_what_it_states(ask: str, strategy: str) -> None:
    for question in items_of("selection", ask):
        assert isinstance(question, Question)
        assert misread(question, last_prompt(question, strategy)) == []


@every_set
def test_a_label_is_listed_and_read_whatever_it_holds(labels: tuple[str, ...]) -> None:
    for index in range(len(labels)):
        for some in (labels[index:] + labels[:index], (labels[index - 2], labels[index - 1], labels[index])):
            question = relabelled(missing(), some)
            prompt = last_prompt(question, "direct")
            assert form_of(prompt).labels == tuple(some)
            assert misread(question, prompt) == []
            lines = {
                option.label: [f"{label}: {value}" for label, value in option.shown.items()]
                for option in question.options
            }
            heard = ParsedPrompt(prompt, (), lines=lines)
            guesses = {ASKS["missing"].random_answer(heard, random.Random(seed)) for seed in range(60)}
            assert guesses == set(some)


def test_a_label_that_looks_like_markup_is_never_read_as_another() -> None:
    for labels in combinations(DOUBTFUL, 3):
        for label in labels:
            assert read_answer(f"Answer: {label}", Letter(labels)).value in (label, None)


def test_a_domain_with_a_label_that_is_not_read_is_refused_for_missing_alone(tmp_path: Path) -> None:
    edits = (("label: Touch screen", 'label: "<think>"'), ("label: Battery life", 'label: "Life (h)"'))
    domain = load_domain(write_laptops(tmp_path / "laptops", schema=edited(SCHEMA, *edits)))
    assert misread_labels(domain) == {"touch": None}
    Engine(domain, Settings.of(ask="choose"))
    with pytest.raises(SettingsError, match=r"missing.*is answered with the label") as refused:
        Engine(domain, Settings.of(ask="missing"))
    assert refused.value.got == "'<think>'"


PIECES: Final = (
    *"aAI12,;:/.()[]'\"-–&%€#é",
    "or",
    "and",
    "none",
    "not",
    "Price",
    "price",
    "a year",
    "Цена",
    "价格",
    "option",
    "answer",
)


def label_texts() -> st.SearchStrategy[str]:
    """Texts that a schema takes for a label."""
    worded = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map(" ".join)
    joined = st.lists(st.sampled_from(PIECES), min_size=1, max_size=5).map("".join)
    return st.one_of(worded, joined, st.text(min_size=1, max_size=12)).filter(is_label)


@given(st.lists(label_texts(), min_size=3, max_size=6, unique_by=str.casefold), st.data())
def test_labels_that_are_told_apart_together_are_told_apart_in_any_prompt(
    labels: list[str], data: st.DataObject
) -> None:
    """A domain is checked with all of its labels; a prompt lists three or four of them."""
    whole = Letter(tuple(labels))
    readable = [label for label in labels if read_answer(f"Answer: {label}", whole).value == label]
    if len(readable) == len(labels):
        question = relabelled(missing(), data.draw(st.permutations(labels))[:3])
        assert misread(question, last_prompt(question, "direct")) == []


HEADERS: Final = {
    **LABEL_SETS,
    "twins": ("Price", "price", "PRICE.", "Price (net)", "Price per night", "price_per_night"),
    "markup": DOUBTFUL,
}
"""Headers of tables, of which `new-domain` makes labels."""


@pytest.mark.parametrize("headers", HEADERS.values(), ids=list(HEADERS))
def test_labels_that_come_from_a_table_are_read(headers: tuple[str, ...], tmp_path: Path) -> None:
    table = tmp_path / "things.csv"
    with table.open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(("Name", *headers))
        for row in range(40):
            numbers = (10 + row * (7 + 2 * index) % 83 for index in range(len(headers)))
            lines.writerow((f"thing {row}", *numbers))
    for name, text in as_written(draft_from_table(table, "things")).texts.items():
        (tmp_path / "things" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "things" / name).write_text(text, encoding="utf-8")
    domain = load_domain(tmp_path / "things")
    labels = [slot.label for slot in domain.schema.slots]
    assert misread_labels(domain) == {}
    question = relabelled(missing(), labels)
    assert misread(question, last_prompt(question, "direct")) == []


def test_letters_of_a_thousand_options_are_read_alone_and_in_sets() -> None:
    labels = labels_of(1000)
    words = {
        "A",
        "I",
        "AI",
        "AM",
        "AN",
        "AS",
        "AT",
        "BE",
        "BY",
        "DO",
        "IF",
        "IS",
        "NO",
        "OF",
        "OR",
        "SO",
        "ALL",
    }
    for number, label in enumerate(labels):
        if label in words or number % 40 == 0:
            beside = labels[(number + 7) % 1000]
            assert read_answer(f"Answer: {label}", Letter(labels)).value == label
            assert read_answer(f"Answer: {label}", Letters(labels)).value == {label}
            assert read_answer(f"Answer: {label}, {beside}", Letters(labels)).value == {label, beside}


@pytest.fixture(scope="module")
def loader(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The module beside lm-eval's tasks."""
    folder = tmp_path_factory.mktemp("exported")
    cocoa_core.load_domain("flights").write(folder / "exam", 1)
    export(folder / "exam", "lm-eval", folder / "tasks")
    return loader_in(folder / "tasks")


@pytest.mark.parametrize(
    "labels", [*LABEL_SETS.values(), ("A, b", "b, A", "A", "b")], ids=[*LABEL_SETS, "turned round"]
)
def test_lm_eval_gives_a_label_what_it_is_worth(loader: ModuleType, labels: Sequence[str]) -> None:
    for key in labels:
        doc = {"shape": "Letter", "labels": list(labels), "none": False, "answer": key}
        assert {label for label in labels if worth(loader, doc, f"Answer: {label}")} == {key}


@pytest.mark.parametrize("strategy", list(WAYS))
@pytest.mark.parametrize("notation", NOTATIONS)
def test_the_form_of_a_sentence_is_read_as_it_stands(notation: str, strategy: str) -> None:
    items = list(islice(generate(RunSpec(PARSING, None, PARSING.settings({"notation": notation}), 4)), 12))
    for item in items:
        prompt = PARSING.prompter_for(item, Prompting(strategy=strategy)).conversation(item).first
        assert prompt.endswith("End with a line `Answer: ` and the form, on one line.")
        for other in items:
            score = PARSING.score(item, (f"Answer: {other.key}",))
            assert score.answer == other.key
            assert score.value == float(other.key == item.key)


@pytest.mark.parametrize("strategy", list(LAYOUTS))
def test_a_sentence_written_where_the_prompt_ends_is_read_as_it_stands(strategy: str) -> None:
    items = items_of("graph-to-text", "sentence", 6)
    for item in items:
        prompt = GRAPHS.prompter_for(item, Prompting(strategy=strategy)).conversation(item).first
        assert prompt.endswith("sentence:")
        for other in items:
            score = GRAPHS.score(item, (str(other.key[0]),))
            assert score.answer == other.key[0]
            assert score.value == 1.0 or other is not item
