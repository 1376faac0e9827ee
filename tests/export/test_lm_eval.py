"""lm-eval runs the exported tasks from another folder and asks what the records say."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from operator import itemgetter
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from answer_forms import loader_in
from answers.cases import CASES, LETTER_CASES
from export.outside import BIN, LM_EVAL, outside
from hypothesis import given
from hypothesis import strategies as st
from ruamel.yaml import YAML

import cocoa_core
from cocoa_core.analysis import analyze, read_results
from cocoa_core.analysis.results import Result
from cocoa_core.answers import LABELS, read_answer, score
from cocoa_core.errors import UsageError
from cocoa_core.export import ExportOptions, export
from cocoa_core.families.selection import ASKS, Question
from cocoa_core.items import Prompting, read_dataset

LIMIT = 5
COT_FULL = ("cocoa_hotels_choice", "cocoa_hotels_cot_full")


def prompts(folder: Path, name: str, side: str) -> Iterator[tuple[Question, str]]:
    dataset = read_dataset(folder)
    prompter = dataset.family.prompter(dataset, Prompting(strategy=name, side=side))
    return ((question, prompter.conversation(question).first) for question in dataset.side(side))


@pytest.fixture(scope="module")
def home(hotels: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the installed lm-eval has asked the first questions by `cot-full`."""
    home = tmp_path_factory.mktemp("lm-eval")
    export(hotels, "lm-eval", home / "tasks" / "here", ExportOptions(strategy="cot-full"))
    samples_of(home, home / "tasks", COT_FULL, "--limit", str(LIMIT), program=(BIN / "lm-eval",))
    return home


@pytest.fixture(scope="module")
def logged(home: Path) -> dict[str, list[dict[str, Any]]]:
    """The samples that it logs, by task, in order."""
    return samples_in(home / "out", COT_FULL)


def samples_of(
    home: Path, tasks: Path, names: Sequence[str], *more: str, program: Sequence[str | Path] = LM_EVAL
) -> dict[str, list[dict[str, Any]]]:
    """What lm-eval logs when it runs some tasks with the model that says always the same."""
    called = [*program, "run", "--include_path", tasks, "--tasks", *names, "--model", "dummy"]
    (home / "elsewhere").mkdir()
    outside(home / "elsewhere", *called, *more, "--log_samples", "--output_path", home / "out")
    return samples_in(home / "out", names)


def samples_in(out: Path, names: Sequence[str]) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = {}
    for task in names:
        (path,) = out.rglob(f"samples_{task}_*.jsonl")
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
        contexts = [asked[f"gen_args_{index}"]["arg_0"] for index in range(5)]
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
        assert first["arg_1"]["until"] == ["\n\n" + text.partition("\n")[0]]
        assert (sample["exact_match"], sample["unread"]) == (0.0, 1.0)
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
    export(hotels, "lm-eval", tmp_path / "train", ExportOptions(side="train"))
    for task in tasks_of(tmp_path / "all").values():
        assert (task["test_split"], task["fewshot_split"]) == ("test", "validation")
    for task in tasks_of(tmp_path / "train").values():
        assert (task["test_split"], task["fewshot_split"]) == ("train", "train")


def test_a_system_section_becomes_the_description(flights: Path, tmp_path: Path) -> None:
    template = tmp_path / "own.txt"
    template.write_text(
        "=== system ===\nYou know each {noun}.\n=== question ===\n{request}\n{options}\n", encoding="utf-8"
    )
    export(flights, "lm-eval", tmp_path / "tasks", ExportOptions(prompt=template, limit=2))
    lines = [json.loads(one) for one in (tmp_path / "tasks" / "test.jsonl").read_text("utf-8").splitlines()]
    assert {line["system"] for line in lines} == {"You know each flight."}
    tasks = tasks_of(tmp_path / "tasks")
    assert {task["description"] for task in tasks.values()} == {"system"}


def test_so_many_examples_stand_before_each_question_and_give_nothing_away(
    flights: Path, tmp_path: Path
) -> None:
    """Sixteen questions without another side: examples are of the same file."""
    export(flights, "lm-eval", tmp_path / "tasks")
    names = ("cocoa_flights_choice", "cocoa_flights_direct")
    samples = samples_of(tmp_path, tmp_path / "tasks", names, "--num_fewshot", "3")
    docs = {doc["direct"]: doc for doc in map(itemgetter("doc"), samples[names[0]])}
    assert [len(samples[name]) for name in names] == [len(docs)] * 2 == [16, 16]
    for name in names:
        for sample in samples[name]:
            shown = sample["arguments"]["gen_args_0"]["arg_0"]
            others = [doc for text, doc in docs.items() if text in shown and doc != sample["doc"]]
            assert len(others) == shown.count("\nRequest:\n") - 1 == 3
            for other in others:
                assert other["direct"] + f"\n\nAnswer: {other['answer']}\n\n" in shown
                assert other["requirement"] != sample["doc"]["requirement"]
                assert not set(other["rows"]) & set(sample["doc"]["rows"])


def test_an_example_that_is_worked_out_ends_as_the_reader_wants(hotels: Path, tmp_path: Path) -> None:
    export(hotels, "lm-eval", tmp_path / "tasks", ExportOptions(strategy="cot-partial"))
    (name,) = names = ("cocoa_hotels_cot_partial",)
    samples = samples_of(tmp_path, tmp_path / "tasks", names, "--num_fewshot", "1", "--limit", "3")[name]
    lines = (tmp_path / "tasks" / "validation.jsonl").read_text("utf-8").splitlines()
    examples = [json.loads(line) for line in lines]
    for sample in samples:
        (example,) = (one for one in examples if one["prompt"] in sample["arguments"]["gen_args_0"]["arg_0"])
        shown = sample["arguments"]["gen_args_0"]["arg_0"]
        assert shown.startswith(f"{example['prompt']}\n\n{example['reply']}\n\n")
        assert read_answer(example["reply"]).value == example["answer"]


def test_the_choice_has_a_twin_that_writes_under_every_strategy(home: Path) -> None:
    tasks = tasks_of(home / "tasks" / "here")
    assert set(tasks) == {"cocoa_hotels_choice", "cocoa_hotels_direct", "cocoa_hotels_cot_full"}
    twin = tasks["cocoa_hotels_direct"]
    assert (twin["output_type"], twin["doc_to_text"]) == ("generate_until", "direct")
    assert "num_fewshot" not in twin


def test_more_examples_than_there_are_is_an_error_that_says_how_many(flights: Path, tmp_path: Path) -> None:
    export(flights, "lm-eval", tmp_path / "tasks", ExportOptions(limit=7))
    (tmp_path / "home").mkdir()
    with pytest.raises(AssertionError, match=r"got 9; expected at most \d"):
        samples_of(tmp_path / "home", tmp_path / "tasks", ["cocoa_flights_direct"], "--num_fewshot", "9")


@pytest.mark.parametrize("strategy", ["direct", "cot-full"])
def test_analyze_reads_the_samples_that_lm_eval_logs(
    hotels: Path, home: Path, tmp_path: Path, strategy: str
) -> None:
    out = home / "out"
    if strategy == "direct":
        out = tmp_path / "out"
        export(hotels, "lm-eval", tmp_path / "tasks", ExportOptions(strategy=strategy))
        samples_of(tmp_path, tmp_path / "tasks", ["cocoa_hotels_choice", "cocoa_hotels_direct"])
    samples = samples_in(out, ["cocoa_hotels_choice"])
    reading = read_results([out])
    assert reading.left_out == ()
    by_strategy: dict[str, list[Result]] = {}
    for one in reading.results:
        by_strategy.setdefault(one.strategy, []).append(one)
    assert list(by_strategy) == ["choice", strategy]
    choice = [(one.sample, one.score) for one in by_strategy["choice"]]
    assert choice == [(one["doc"]["id"], one["acc"]) for one in samples["cocoa_hotels_choice"]]
    assert not any(one.parse_failure for one in by_strategy["choice"])
    assert {one.failure for one in by_strategy[strategy]} == {"unstated"}
    questions = {question.id: question for question in read_dataset(hotels)}
    family = read_dataset(hotels).family
    for one in reading.results:
        question = questions[one.sample]
        assert one.item.facets["slots"] == question.complexity.slots
        assert one.item.facets["slot"] == tuple(sorted(family.facets(question)["slot"]))
        assert one.cluster == family.cluster(question)
    summary = analyze(reading).tables["summary"]
    assert {row["dataset"] for row in summary.dicts()} == {hotels.name}


def test_samples_without_their_results_say_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "samples_cocoa_hotels_choice_2026-11-22T08-20-46.254887.jsonl"
    path.write_text("{}\n", encoding="utf-8")
    reading = read_results([tmp_path])
    (left_out,) = reading.left_out
    assert "results_2026-11-22T08-20-46.254887.json, which names the model, is not beside" in left_out.reason
    path.with_name("results_2026-11-22T08-20-46.254887.json").write_text("{}", encoding="utf-8")
    (left_out,) = read_results([path]).left_out
    assert "no results of a task that `cocoa export` wrote" in left_out.reason


def test_a_strategy_of_several_turns_is_refused(flights: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="one turn"):
        export(flights, "lm-eval", tmp_path / "tasks", ExportOptions(strategy="l2m"))
    assert list(tmp_path.iterdir()) == []


@pytest.fixture(scope="module")
def beside(flights: Path, tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """The Python file that lies beside the tasks."""
    folder = tmp_path_factory.mktemp("beside") / "tasks"
    export(flights, "lm-eval", folder, ExportOptions(limit=1))
    return loader_in(folder)


def worth(home: Path, name: str, cases: dict[str, list[dict[str, Any]]]) -> dict[str, list[float]]:
    """What lm-eval makes of completions: through its own reading of the task, its filters and its metric.

    cases: by the folder of the tasks in `home`; one process scores all, since lm-eval takes 3 s to load.
    """
    (home / "cases.json").write_text(json.dumps(cases), encoding="utf-8")
    (home / "elsewhere").mkdir()
    program = Path(__file__).parent / "scored_by_lm_eval.py"
    printed = outside(home / "elsewhere", sys.executable, program, home, name, home / "cases.json")
    values: dict[str, list[float]] = json.loads(printed.splitlines()[-1])
    return values


def test_lm_eval_gives_every_case_of_the_contract_the_value_that_score_gives(
    flights: Path, tmp_path: Path
) -> None:
    export(flights, "lm-eval", tmp_path / "tasks", ExportOptions(limit=1))
    cases = [
        {
            "completion": case["completion"],
            "answer": case["record"]["answer"],
            "labels": [option["label"] for option in case["record"]["options"]],
        }
        for case in LETTER_CASES
    ]
    values = worth(tmp_path, "cocoa_flights_direct", {"tasks": cases})["tasks"]
    assert len(values) == len(cases) > 120
    assert values == [score(case["record"], case["completion"]).value for case in LETTER_CASES]
    assert set(values) == {0.0, 1.0}


ASKED: dict[str, dict[str, Any]] = {
    "all": {"ask": ",".join(ASKS)},
    "none": {"none": True},
    "every": {"ask": "every", "options": 30},
}


def test_lm_eval_gives_replies_to_every_ask_the_value_that_the_family_gives(tmp_path: Path) -> None:
    written = "cocoa_diamonds_direct"
    cases, values = {}, {}
    for name, settings in ASKED.items():
        exam, tasks = tmp_path / "exams" / name, tmp_path / name
        cocoa_core.load_domain("diamonds").write(exam, 18, seed=7, **settings)
        exported = export(exam, "lm-eval", tasks)
        assert (f"cocoa_diamonds_choice {written}" in exported.use) == ("none" in settings)
        docs = [json.loads(line) for line in (tasks / "test.jsonl").read_bytes().splitlines()]
        said = [f"Answer: {doc['answer']}" for doc in docs]
        said += [case["completion"] for case in CASES if case["record"].get("shape") not in (None, "letter")]
        said += ["Answer: C and A", "Answer: all", "Answer: none of these", "The answer is B, C", "Perhaps A"]
        dataset = read_dataset(exam)
        assert [json.loads(doc["record"])["ask"] for doc in docs] == [item.ask for item in dataset]
        asked = [(doc, item, text) for doc, item in zip(docs, dataset, strict=True) for text in (*said, "")]
        values[name] = [dataset.family.score(item, (text,)).value for _, item, text in asked]
        cases[name] = [{**doc, "completion": text} for doc, _, text in asked]
        assert sum(values[name]) >= len(docs)
    assert worth(tmp_path, written, cases) == values


def test_lm_eval_runs_a_mix_and_stops_where_any_of_its_asks_would_begin_again(tmp_path: Path) -> None:
    mix = "choose,count,relax,possible"
    cocoa_core.load_domain("diamonds").write(tmp_path / "exam", 24, seed=3, ask=mix)
    export(tmp_path / "exam", "lm-eval", tmp_path / "tasks", ExportOptions(strategy="cot-full"))
    names = ("cocoa_diamonds_cot_full",)
    samples = samples_of(tmp_path, tmp_path / "tasks", names, "--num_fewshot", "1")[names[0]]
    assert len(samples) == 24
    openings = {"\n\n" + sample["doc"]["prompt"].partition("\n")[0] for sample in samples}
    for sample in samples:
        assert set(sample["arguments"]["gen_args_0"]["arg_1"]["until"]) == openings
        assert sample["unread"] == 1.0
    reading = read_results([tmp_path / "out"])
    assert reading.left_out == ()
    assert {result.item.ask for result in reading.results} == set(mix.split(","))


WORDS = (
    "A",
    "B",
    "Answer",
    "answer",
    ":",
    "Option",
    "is",
    "not",
    "or",
    "The answer is",
    "so",
    ",",
    "\n",
    "X",
    "**",
)
PARTS = (*WORDS, "Answer: A", "The answer is B.", "<think>", "</think>")
TEXTS = st.lists(st.sampled_from(PARTS), max_size=20).map(" ".join)


@given(TEXTS)
def test_the_reader_beside_the_tasks_is_the_one_of_cocoa(beside: ModuleType, completion: str) -> None:
    ((letter,),) = beside.answers([[completion]], [{"labels": list(LABELS)}])
    assert letter == (read_answer(completion).value or beside.NONE)


def test_the_labels_of_each_question_are_read(beside: ModuleType) -> None:
    docs = [{"labels": ["1", "2"]}, {"labels": ["A", "B", "C"]}]
    said = [["Answer: 2", "Answer: A"], ["Answer: C", "Answer: D"]]
    assert beside.answers(said, docs) == [["2", beside.NONE], ["C", beside.NONE]]


def test_the_copied_reader_needs_nothing_of_cocoa(flights: Path, tmp_path: Path) -> None:
    export(flights, "lm-eval", tmp_path / "tasks", ExportOptions(limit=1))
    text = (tmp_path / "tasks" / "cocoa_reader.py").read_text(encoding="utf-8")
    imported = {
        line.split()[1].split(".")[0] for line in text.splitlines() if line.startswith(("import ", "from "))
    }
    assert imported <= sys.stdlib_module_names
