"""docs/examples/cocoa-verifiers in verifiers itself: loaded, validated, and asked through a local server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import anyio
import pytest
from local_server import LocalServer, serving
from verifiers.v1.utils.loaders import load_taskset, taskset_config_type

import cocoa_core
from cocoa_core.items import BUILT_IN, Prompting, family_named

ASKS = tuple((name, ask) for name in BUILT_IN for ask in family_named(name).asks)


def taskset(**how: Any) -> Any:
    """The taskset as verifiers loads it."""
    config = taskset_config_type("cocoa-verifiers")
    return load_taskset(config(id="cocoa-verifiers", **how))


def right_reply(item: Any) -> str:
    family = family_named(item.family)
    how = Prompting(strategy=next(iter(family.strategies)))
    return family.prompter_for(item, how).replies(item)[-1]


@pytest.mark.parametrize(("family", "ask"), ASKS)
def test_every_ask_of_every_family_is_loaded_and_validated(family: str, ask: str) -> None:
    tasks = list(taskset(family=family, ask=ask, count=3, seed=5))
    assert [task.data.idx for task in tasks] == [0, 1, 2]
    assert len({task.key for task in tasks}) == 3
    for task in tasks:
        record = json.loads(task.data.record)
        assert task.key == task.data.id == record["id"]
        assert task.data.ask == ask
        assert "proof" not in task.data.prompt_text
        assert not any(option["row"] in task.data.prompt_text for option in record.get("options", ()))
        assert anyio.run(task.validate, None) is True


def test_a_wrong_gold_is_not_valid() -> None:
    (task,) = taskset(count=1)
    record = json.loads(task.data.record)
    other = next(option["label"] for option in record["options"] if option["label"] != record["answer"])
    assert anyio.run(task.with_data(record=json.dumps({**record, "key": [other]})).validate, None) is True
    assert anyio.run(task.with_data(record=json.dumps({**record, "key": ["?"]})).validate, None) is False


@pytest.mark.parametrize(
    ("config", "got"),
    [
        ({"side": "test"}, "the side 'test'; expected none without a split"),
        ({"side": "dev", "split": "train=0.5,test=0.5"}, "the side 'dev'; expected train or test"),
        ({"ask": "sums"}, "the ask 'sums'; expected choose or"),
        ({"ask": "choose", "family": "parsing"}, "the ask 'choose'; expected"),
    ],
)
def test_an_ask_and_a_side_that_there_are_not_are_refused(config: dict[str, str], got: str) -> None:
    with pytest.raises(ValueError, match=got):
        next(iter(taskset(**config)))


def test_levels_are_in_order_and_endless_sets_take_turns() -> None:
    levels = ["slots=2,minterms=2", "slots=3,minterms=2"]
    finite = taskset(levels=levels, count=2, seed=9)
    endless = taskset(levels=levels, seed=9)
    assert (finite.INFINITE, endless.INFINITE) == (False, True)
    tasks = list(finite)
    assert [task.data.level for task in tasks] == [levels[0], levels[0], levels[1], levels[1]]
    drawn = list(islice(endless, 4))
    assert [task.key for task in drawn] == [tasks[place].key for place in (0, 2, 1, 3)]
    assert [task.key for task in finite.include(names=[tasks[2].data.name])] == [
        task.key for task in tasks[2:]
    ]


def test_an_exam_is_asked_side_by_side(tmp_path: Path) -> None:
    cocoa_core.load_domain("jobs").write(tmp_path / "exam", 12, seed=2, split={"train": 0.5, "test": 0.5})
    dataset = cocoa_core.read_dataset(tmp_path / "exam")
    tasks = list(taskset(exam=tmp_path / "exam", side="test", strategy="cot-full"))
    assert [task.key for task in tasks] == [item.id for item in dataset.side("test")]
    assert "certificate" in tasks[0].data.record
    assert not json.loads(tasks[0].data.record)["certificate"]["satisfied"]
    partial = next(iter(taskset(exam=tmp_path / "exam", task={"partial": True})))
    assert json.loads(partial.data.record)["certificate"]["satisfied"]
    train = taskset(domain="jobs", seed=2, split="train=0.5,test=0.5", side="train")
    assert {task.key for task in islice(train, 3)} <= {item.id for item in dataset.side("train")}


def run(folder: Path, *words: object, **environment: str) -> None:
    """One of verifiers' own commands."""
    name, *rest = map(str, words)
    done = subprocess.run(
        [Path(sys.executable).parent / name, "cocoa-verifiers", *rest, "--no-rich"],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def test_vf_validate_finds_every_gold_valid(tmp_path: Path) -> None:
    run(
        tmp_path,
        *("vf-validate", "-n", 4, "--runtime.type", "subprocess", "-o", tmp_path / "out"),
        *("--taskset.ask", "every", "--taskset.settings", "slots=2,minterms=2"),
    )
    (summary,) = (tmp_path / "out").glob("*/summary.json")
    assert json.loads(summary.read_bytes())["valid_rate"] == 1.0


def test_vf_eval_pays_what_the_answers_are_worth(tmp_path: Path) -> None:
    """Three items by a server that streams: it is right, wrong and silent about them."""
    cocoa_core.load_domain("jobs").write(tmp_path / "exam", 3, seed=4)
    items = list(cocoa_core.read_dataset(tmp_path / "exam"))
    right = [right_reply(item) for item in items]
    wrong = next(f"Answer: {letter}" for letter in "ABCDE" if letter != items[1].answer)
    said = dict(zip([item.request for item in items], [right[0], wrong, "Who knows."], strict=True))

    def answer(messages: Sequence[Mapping[str, Any]]) -> str:
        return next(reply for request, reply in said.items() if request in str(messages[-1]["content"]))

    with serving(LocalServer(answer)) as server:
        run(
            tmp_path,
            *("vf-eval", "-n", 3, "-r", 2, "-m", "local", "--no-push", "-o", tmp_path / "out"),
            *("--client.base-url", server.url, "--client.api-key-var", "LOCAL_KEY"),
            *("--env.agent.harness.id", "null", "--env.agent.runtime.type", "subprocess"),
            *("--env.taskset.exam", tmp_path / "exam", "--env.taskset.task.unread", -0.5),
            LOCAL_KEY="none",
        )
    (file,) = (tmp_path / "out").rglob("traces.jsonl")
    traces = [json.loads(line) for line in file.read_bytes().splitlines()]
    assert len(traces) == 6
    rewards = {item.id: value for item, value in zip(items, (1.0, 0.0, -0.5), strict=True)}
    text = json.dumps(traces)
    assert "selection-3" in text
    for trace in traces:
        task, paid = found(trace, "task"), found(trace, "rewards")
        assert paid["cocoa"]["score"] == rewards[task["key"]], task["key"]


def found(value: Any, name: str) -> Any:
    """The first value under a key, wherever it stands."""
    if isinstance(value, dict):
        if name in value:
            return value[name]
        value = list(value.values())
    for one in value if isinstance(value, list) else ():
        inside = found(one, name)
        if inside is not None:
            return inside
    return None
