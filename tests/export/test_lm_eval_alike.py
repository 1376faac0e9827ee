"""A reply is worth the same in inspect and in lm-eval, from the bytes that a server sends to the score."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import anyio
import pytest
from answer_forms import module_at
from answers.cases import CASES
from evaluation.local_server import Reply, completion
from every_ask import call_of
from inspect_ai.model import ChatMessageUser, ModelName, ModelOutput, get_model
from inspect_ai.scorer import Score, Target
from inspect_ai.solver import TaskState
from openai.types.chat import ChatCompletion
from servers.chat_faults import FAULTS

import cocoa_core
from cocoa_core.evaluation.retry_policy import restrain
from cocoa_core.evaluation.scoring import by_family
from cocoa_core.export import ExportOptions, export
from cocoa_core.families.selection import ASKS
from cocoa_core.items import Prompting, family_named, read_dataset
from cocoa_core.running import write_dataset


@pytest.fixture(scope="module")
def exam(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Of each ask a question."""
    folder = tmp_path_factory.mktemp("alike") / "exam"
    cocoa_core.load_domain("diamonds").write(folder, 3 * len(ASKS), seed=7, ask=",".join(ASKS))
    return folder


def docs_of(tasks: Path) -> list[dict[str, Any]]:
    """The items as lm-eval has them."""
    return [
        json.loads(line) for path in sorted(tasks.glob("*.jsonl")) for line in path.read_bytes().splitlines()
    ]


@pytest.fixture(scope="module", params=["direct", "cot-full"])
def exported(request: pytest.FixtureRequest, exam: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The strategy, the questions as lm-eval has them, and the module that reads its answers."""
    out = tmp_path_factory.mktemp("alike") / "tasks"
    export(exam, "lm-eval", out, ExportOptions(strategy=request.param))
    return request.param, docs_of(out), module_at(out / "cocoa_questions.py")


@cache
def parser() -> Any:
    """What inspect makes of a reply to `openai-api/...`."""
    api: Any = get_model("openai-api/local/x", base_url="http://127.0.0.1:9/v1", api_key="none").api
    restrain(api)
    return api


def in_inspect(record: Mapping[str, Any], body: Mapping[str, Any], opening: str) -> float:
    """The score of a reply, by way of inspect's reader of bodies and our scorer."""
    parsed = parser().chat_choices_from_completion(_constructed(body), [])
    output = ModelOutput(model="x", choices=parsed)
    state = TaskState(
        model=ModelName("openai-api/local/x"),
        sample_id=record["id"],
        epoch=1,
        input=[ChatMessageUser(content=opening)],
        messages=[ChatMessageUser(content=opening), output.message],
        output=output,
        metadata={"cocoa": dict(record), "family": record["family"]},
    )
    score: Any = anyio.run(by_family(), state, Target(""))  # type: ignore[arg-type]
    assert isinstance(score, Score)
    return {"C": 1.0, "I": 0.0}.get(score.value, score.value)  # type: ignore[arg-type,return-value]


def _constructed(body: Mapping[str, Any]) -> Any:
    """As the client of OpenAI builds it: without looking at types."""
    from openai._models import construct_type

    return construct_type(type_=ChatCompletion, value=dict(body))


def in_lm_eval(module: ModuleType, doc: Mapping[str, Any], body: Mapping[str, Any]) -> float:
    """The score of a reply, by way of lm-eval's reader of bodies and the exported functions."""
    from lm_eval.models.openai_completions import LocalChatCompletion

    model: Any = SimpleNamespace(think_end_token=None)
    (text, *_) = LocalChatCompletion.parse_generations(model, dict(body))
    text = "" if text is None else text
    value: float
    if hasattr(module, "scored"):
        value = next(iter(module.scored(doc, [text]).values()))
    else:
        ((answer,),) = module.answers([[text]], [doc])
        value = module.worth(doc, [answer])["exact_match"]
    return value


def bodies(right: str, opening: str) -> dict[str, Mapping[str, Any]]:
    """The corpus: every case of the contract, every reply that counts, and the right answer in odd dress."""
    found = {f"case {number}": completion(case["completion"]) for number, case in enumerate(CASES)}
    for name, fault in FAULTS.items():
        if fault.outcome in ("read", "unread") and isinstance(fault.reply, Reply):
            assert isinstance(fault.reply.body, dict)
            found[name] = fault.reply.body
    dressed = {
        "right": right,
        "blanks": f"\n\n  {right}  \n\n",
        "an end of turn": f"{right}<|im_end|>",
        "an end of text": f"{right}</s>",
        "thinking before": f"<think>Answer: none</think>\n{right}",
        "thinking after": f"{right}\n<think>Answer: none</think>",
        "thinking that has no end": f"<think>{right}",
        "thinking alone": f"<think>{right}</think>",
        "thinking that quotes the question": f"<think>I am told: {opening}</think>\n{right}",
        "running on": f"{right}\n\n{opening}\nA next question.\n\nAnswer: none",
        "running on twice": f"{right}\n\n{opening}\n\n{opening}\nAnswer: none",
        "the question alone": f"{opening}\n\n{right}",
        "line ends of Windows": f"Well.\r\n\r\n{right}\r\n",
    }
    found |= {name: completion(text) for name, text in dressed.items()}
    found["parts"] = completion(None)
    found["parts"]["choices"][0]["message"]["content"] = [{"type": "text", "text": right}]  # type: ignore[index]
    found["thinking apart"] = completion(right, reasoning_content="Answer: none")
    return found


def test_a_reply_scores_alike(exam: Path, exported: tuple[str, list[dict[str, Any]], ModuleType]) -> None:
    strategy, docs, module = exported
    dataset = read_dataset(exam)
    prompter = dataset.family.prompter(dataset, Prompting(strategy=strategy))
    openings = {item.id: prompter.conversation(item).first for item in dataset}
    asks: dict[str, dict[str, Any]] = {}
    for doc in docs:
        asks.setdefault(json.loads(doc["record"])["ask"], doc)
    assert set(asks) == set(family_named("selection").asks)
    for doc in asks.values():
        first = openings[doc["id"]]
        found, record = (
            bodies(f"Answer: {doc['answer']}", first.partition("\n")[0]),
            json.loads(doc["record"]),
        )
        values = {
            name: (in_inspect(record, body, first), in_lm_eval(module, doc, body))
            for name, body in found.items()
        }
        assert {name: pair for name, pair in values.items() if pair[0] != pair[1]} == {}
        rights = (
            "right",
            "blanks",
            "thinking before",
            "thinking after",
            "running on",
            "parts",
            "thinking apart",
        )
        assert {name: values[name] for name in rights} == dict.fromkeys(rights, (1.0, 1.0))


@pytest.mark.parametrize(("family", "mark"), [("parsing", "Answer: "), ("graph-to-text", "")])
def test_a_sentence_or_a_form_scores_alike(family: str, mark: str, tmp_path: Path) -> None:
    (ask,) = family_named(family).asks
    write_dataset(call_of(family, ask), tmp_path / "exam", 3)
    export(tmp_path / "exam", "lm-eval", tmp_path / "tasks", ExportOptions())
    module = module_at(tmp_path / "tasks" / "cocoa_sentences.py")
    records = {item.id: item.to_json() for item in read_dataset(tmp_path / "exam")}
    for doc in docs_of(tmp_path / "tasks"):
        first = doc["prompt"]
        found = bodies(f"{mark}{doc['answer']}", first.lstrip().partition("\n")[0])
        values = {
            name: (in_inspect(records[doc["id"]], body, first), in_lm_eval(module, doc, body))
            for name, body in found.items()
        }
        assert {name: pair for name, pair in values.items() if pair[0] != pair[1]} == {}
        assert {values[name] for name in ("right", "running on", "parts")} == {(1.0, 1.0)}
