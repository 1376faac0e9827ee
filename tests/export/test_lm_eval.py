"""lm-eval runs the exported tasks from another folder and asks what the records say."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from export.outside import BIN, outside
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

from cocoa_core.errors import UsageError
from cocoa_core.evaluation.conversations import Prompter
from cocoa_core.evaluation.strategies import strategy_named
from cocoa_core.evaluation.templates import load_template
from cocoa_core.evaluation.worked_examples import example_pool
from cocoa_core.export.export import export
from cocoa_core.export.job import Asked
from cocoa_core.records.answers.reader import read_answer
from cocoa_core.records.dataset import read_dataset
from cocoa_core.records.definition import domain_of
from cocoa_core.records.question import Question

LIMIT = 5


def prompts(folder: Path, name: str, side: str) -> Iterator[tuple[Question, str]]:
    dataset = read_dataset(folder)
    domain, strategy = domain_of(dataset), strategy_named(name)
    prompter = Prompter(strategy, load_template(strategy), domain, example_pool(dataset, domain, side))
    return ((question, prompter.conversation(question).first) for question in dataset.side(side))


@pytest.fixture(scope="module")
def logged(hotels: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
    """The samples that lm-eval logs, by task, in order."""
    home = tmp_path_factory.mktemp("lm-eval")
    export(hotels, "lm-eval", home / "tasks" / "here", Asked(strategy="cot-full"))
    tasks = ("cocoa_hotels_choice", "cocoa_hotels_cot_full")
    called = [BIN / "lm-eval", "run", "--include_path", home / "tasks", "--tasks", *tasks, "--model", "dummy"]
    called += ["--limit", str(LIMIT), "--log_samples", "--output_path", home / "out"]
    (home / "elsewhere").mkdir()
    outside(home / "elsewhere", *called)
    found: dict[str, list[dict[str, Any]]] = {}
    for task in tasks:
        (path,) = (home / "out").rglob(f"samples_{task}_*.jsonl")
        lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        found[task] = sorted(lines, key=lambda one: one["doc_id"])
    return found


def test_lm_eval_asks_for_the_likelihood_of_each_letter(
    hotels: Path, logged: dict[str, list[dict[str, Any]]]
) -> None:
    for (question, text), sample in zip(
        prompts(hotels, "direct", "test"), logged["cocoa_hotels_choice"], strict=False
    ):
        asked = sample["arguments"]
        contexts = [asked[f"gen_args_{place}"]["arg_0"] for place in range(5)]
        assert contexts == [f"{text}\n\nAnswer:"] * 5
        assert [asked[f"gen_args_{place}"]["arg_1"] for place in range(5)] == [" A", " B", " C", " D", " E"]
        assert (sample["doc"]["id"], sample["target"]) == (question.id, question.answer)
    assert len(logged["cocoa_hotels_choice"]) == LIMIT


def test_lm_eval_asks_the_prompt_of_the_strategy_and_wants_the_letter(
    hotels: Path, logged: dict[str, list[dict[str, Any]]]
) -> None:
    samples = logged["cocoa_hotels_cot_full"]
    for (question, text), sample in zip(prompts(hotels, "cot-full", "test"), samples, strict=False):
        first = sample["arguments"]["gen_args_0"]
        assert first["arg_0"] == text
        assert first["arg_1"]["until"] == []
        assert (sample["doc"]["id"], sample["target"]) == (question.id, question.answer)
        assert sample["filtered_resps"] == ["[no answer]"]
    assert len(samples) == LIMIT


def tasks_of(folder: Path) -> dict[str, dict[str, Any]]:
    yaml = YAML(typ="safe")
    yaml.constructor.add_constructor("!function", lambda _, node: node.value)
    return {path.stem: yaml.load(path.read_text(encoding="utf-8")) for path in folder.glob("*.yaml")}


def test_without_a_strategy_one_text_serves_both_tasks(flights: Path, tmp_path: Path) -> None:
    export(flights, "lm-eval", tmp_path / "tasks")
    lines = (tmp_path / "tasks" / "test.jsonl").read_text(encoding="utf-8").split("\n")[:-1]
    for (question, text), line in zip(prompts(flights, "direct", "questions"), lines, strict=True):
        assert json.loads(line)["direct"] == text
        assert json.loads(line)["answer"] == question.answer
        assert "prompt" not in json.loads(line)
    tasks = tasks_of(tmp_path / "tasks")
    assert set(tasks) == {"cocoa_flights_choice", "cocoa_flights_direct"}
    assert tasks["cocoa_flights_direct"]["doc_to_text"] == "direct"


def test_the_test_side_is_asked_about_and_examples_come_from_another(hotels: Path, tmp_path: Path) -> None:
    export(hotels, "lm-eval", tmp_path / "all")
    export(hotels, "lm-eval", tmp_path / "train", Asked(side="train"))
    for task in tasks_of(tmp_path / "all").values():
        assert (task["test_split"], task["fewshot_split"]) == ("test", "validation")
    for task in tasks_of(tmp_path / "train").values():
        assert task["test_split"] == "train"
        assert "fewshot_split" not in task


def test_a_system_section_becomes_the_description(flights: Path, tmp_path: Path) -> None:
    template = tmp_path / "own.txt"
    template.write_text(
        "=== system ===\nYou know each {noun}.\n=== question ===\n{request}\n{options}\n", encoding="utf-8"
    )
    export(flights, "lm-eval", tmp_path / "tasks", Asked(prompt=template, limit=2))
    lines = [json.loads(one) for one in (tmp_path / "tasks" / "test.jsonl").read_text("utf-8").splitlines()]
    assert {line["system"] for line in lines} == {"You know each flight."}
    tasks = tasks_of(tmp_path / "tasks")
    assert tasks["cocoa_flights_direct"]["description"] == "system"
    assert "description" not in tasks["cocoa_flights_choice"]


def test_a_strategy_of_several_turns_is_refused(flights: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="one turn"):
        export(flights, "lm-eval", tmp_path / "tasks", Asked(strategy="l2m"))
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def beside(flights: Path, tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The Python file that lies beside the tasks."""
    folder = tmp_path_factory.mktemp("beside") / "tasks"
    export(flights, "lm-eval", folder, Asked(limit=1))
    spec = spec_from_file_location("cocoa_questions", folder / "cocoa_questions.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def read(beside: ModuleType, completion: str) -> str | None:
    """The letter that the task's filter reads."""
    ((letter,),) = beside.answers([[completion]], [{}])
    return None if letter == beside.NONE else str(letter)


@pytest.mark.parametrize(
    "line",
    [
        "Answer: {}",
        "**Answer: {}**",
        "**Answer:** {}",
        "answer: ({})",
        "> Answer: Option {}.",
        "- Answer: `{}`",
    ],
)
def test_the_answer_line_is_read_with_marks_around_it(beside: ModuleType, line: str) -> None:
    for letter in "ABCDE":
        assert read(beside, f"A and B fail.\n{line.format(letter)}\n") == letter


MARKS = st.sampled_from(["", " ", "*", "**", "> ", "- ", "(", ")", ".", '"', "`", "# ", "[", "]"])
WORDS = st.sampled_from(
    [
        "A",
        "B",
        "Answer",
        "answer",
        ":",
        "Option",
        "is",
        "not",
        "or",
        "I think",
        "so",
        "breaks",
        ",",
        "\n",
        "X",
    ]
)
LINES = st.builds(
    "{}{}nswer{}:{} {}{}{}".format,
    MARKS,
    st.sampled_from("Aa"),
    MARKS,
    MARKS,
    st.sampled_from(["", "Option "]),
    st.sampled_from("ABCDE"),
    MARKS,
)
TEXTS = st.lists(st.one_of(LINES, st.lists(WORDS, max_size=6).map(" ".join)), max_size=5).map("\n".join)


@given(TEXTS)
def test_lm_eval_never_reads_another_letter_than_cocoa(beside: ModuleType, completion: str) -> None:
    letter = read(beside, completion)
    if letter is not None:
        assert read_answer(completion).label in (letter, None), completion


PROSE = st.lists(
    st.sampled_from(["It costs $400.", "1. It leaves before noon.", "", "Let us see:"]), max_size=4
)


@given(PROSE.map("\n".join), LINES)
def test_an_answer_line_that_lm_eval_reads_cocoa_reads_too(beside: ModuleType, prose: str, line: str) -> None:
    letter = read(beside, f"{prose}\n{line}")
    if letter is not None:
        assert read_answer(f"{prose}\n{line}").label == letter


def test_answer_lines_that_differ_or_name_nothing_are_no_answer(beside: ModuleType) -> None:
    for lines in ("Answer: A\nAnswer: B", "Answer: A\nAnswer: none of them", "Answer: A, B", "Answer: F"):
        assert read(beside, lines) is None
    assert read(beside, "Answer: B\nSo I say it again.\nAnswer: B") == "B"
    assert read(beside, "<think>\nAnswer: A\n</think>\nAnswer: B") == "B"


def test_cocoa_reads_more_than_lm_eval(beside: ModuleType) -> None:
    for completion in ("The answer is B.", "I'd go with option B", "B"):
        assert read(beside, completion) is None
        assert read_answer(completion).label == "B"
