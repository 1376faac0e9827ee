"""Families of another package go through every command as they are: nothing of cocoa knows them by name.

The toys are installed as plug-ins in a folder of their own, and run through the installed `cocoa`.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import toy_families
from calling import rows_of
from evaluation.local_server import LocalServer, Messages, serving
from items.made_up import contents
from net.calls import Call, cocoa, data
from toy_families import CORPUS, NAMES, TEXT, TURNS, ToyFamily

import cocoa_core
from cocoa_core.errors import UsageError
from cocoa_core.items import PlainItem, Prompting, families, family_named, read_dataset

COUNT = 12
FAMILIES: dict[str, ToyFamily] = {family.name: family for family in (TEXT, TURNS, CORPUS)}
WRONG = "Answer: zzzz"
SPLIT = ("--split", "train=0.5,test=0.5")


@pytest.fixture(scope="module", params=NAMES)
def name(request: pytest.FixtureRequest, toys_path: Path) -> Iterator[str]:
    """The name of a toy, which this process and those that it starts find as an installed plug-in."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(toys_path)
        patch.setenv("PYTHONPATH", str(toys_path), prepend=os.pathsep)
        yield request.param


@pytest.fixture(scope="module")
def exam(name: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve items on two sides, written by the installed command."""
    folder = tmp_path_factory.mktemp("plugins") / "exam"
    done(generate(name, folder))
    return folder


@pytest.fixture(scope="module")
def logs(name: str, exam: Path) -> Path:
    """The logs of a model on a server of this machine, that is right where the question has an even index."""
    dataset = read_dataset(exam, name)
    prompter = dataset.family.prompter(dataset, Prompting(strategy="direct"))
    said: dict[str, str] = {}
    for item in dataset:
        asked = prompter.conversation(item)
        turns = (asked.first, *asked.turns)
        wrong = (*["well"] * len(asked.turns), WRONG)
        replies = prompter.replies(item) if even(item) else wrong
        said |= {f"{asked.first}{turn}": reply for turn, reply in zip(turns, replies, strict=True)}

    def answer(messages: Messages) -> str:
        user = [str(message["content"]) for message in messages if message["role"] == "user"]
        return said[f"{user[0]}{user[-1]}"]

    with serving(LocalServer(answer)) as server:
        folder = exam.parent / "logs"
        model = ("--model", "openai-api/local/served", "--base-url", server.url)
        done(cocoa("evaluate", exam, "--family", name, *model, "--log-dir", folder))
    return folder


def even(item: PlainItem) -> bool:
    return item.provenance.index % 2 == 0


def generate(name: str, folder: Path, count: int = COUNT, *more: object) -> Call:
    return cocoa(
        *("generate", "--family", name, "--set", "length=4", *SPLIT),
        *("--count", count, "--seed", 3, "--out", folder, *more),
    )


def done(call: Call, code: int = 0) -> Call:
    assert (call.code, call.clean) == (code, True), f"{call.args}\n{call.out[-2000:]}\n{call.err[-3000:]}"
    return call


def test_an_installed_family_is_found_by_its_name_and_has_every_part(name: str) -> None:
    assert name in families()
    family = family_named(name)
    assert (family.name, family.asks) == (name, FAMILIES[name].asks)
    with pytest.raises(UsageError, match="no family of cocoa's own"):
        family_named(name, built_in=True)


def test_generate_writes_the_same_bytes_with_workers_after_a_kill_and_grown(
    name: str, exam: Path, tmp_path: Path
) -> None:
    whole = contents(exam)
    assert set(whole) == {"README.md", "manifest.json", "train.jsonl", "test.jsonl"}
    manifest = json.loads(whole["manifest.json"])
    assert (manifest["family"], manifest["domain"], manifest["complete"]) == (name, None, True)
    assert sum(state["items"] for state in manifest["files"].values()) == COUNT
    done(generate(name, tmp_path / "workers", COUNT, "--workers", 2))
    assert contents(tmp_path / "workers") == whole
    shutil.copytree(exam, tmp_path / "cut")
    (tmp_path / "cut" / "manifest.json").write_text(json.dumps({**manifest, "complete": False}))
    for side in ("train", "test"):
        text = whole[f"{side}.jsonl"]
        (tmp_path / "cut" / f"{side}.jsonl").write_bytes(text[: len(text) // 2])
    done(generate(name, tmp_path / "cut"))
    assert contents(tmp_path / "cut") == whole
    done(generate(name, tmp_path / "grown", 5))
    done(generate(name, tmp_path / "grown"))
    assert contents(tmp_path / "grown") == whole


def test_a_stream_holds_the_items_of_the_folder(name: str, exam: Path) -> None:
    streamed = cocoa(
        *("generate", "--family", name, "--set", "length=4", *SPLIT),
        *("--count", COUNT, "--seed", 3, "--out", "-"),
    )
    lines = [json.loads(line) for line in done(streamed).out.splitlines()]
    assert lines == [item.to_json() for item in read_dataset(exam, name)]


def test_no_command_loads_the_code_of_a_package_that_nobody_named(
    name: str, exam: Path, tmp_path: Path
) -> None:
    for args in (
        ("show", exam, 0),
        ("stats", exam),
        ("verify", exam),
        ("export", exam, "--to", "messages", "--out", tmp_path / "out"),
        ("evaluate", exam, "--model", "mockllm/model", "--log-dir", tmp_path / "logs"),
    ):
        call = done(cocoa(*args), 2)
        assert "--family" in call.err + call.out, args


def test_verify_accepts_what_was_written_and_finds_a_changed_key(
    name: str, exam: Path, tmp_path: Path
) -> None:
    done(cocoa("verify", exam, "--family", name))
    shutil.copytree(exam, tmp_path / "forged")
    path = tmp_path / "forged" / "test.jsonl"
    first, *others = path.read_text("utf-8").splitlines(keepends=True)
    record = json.loads(first)
    record["key"] = ["zz"] if isinstance(record["key"], list) else 0 if name == TURNS.name else "zzzz"
    line = json.dumps(record, ensure_ascii=False, separators=(",", ":"))
    path.write_text("".join([f"{line}\n", *others]), "utf-8")
    found = done(cocoa("verify", tmp_path / "forged", "--family", name), 1)
    assert record["id"] in found.out + found.err


def test_show_and_stats_speak_of_any_family(name: str, exam: Path) -> None:
    first = next(iter(read_dataset(exam, name)))
    for key in (str(first.provenance.index), first.id):
        assert (
            str(first.key if not isinstance(first.key, list) else first.key[0])
            in done(cocoa("show", exam, key, "--family", name)).out
        )
        assert data("show", exam, key, "--family", name)["id"] == first.id
    assert done(cocoa("stats", exam, "--family", name)).out.strip()
    assert str(COUNT) in json.dumps(data("stats", exam, "--family", name))


def test_evaluate_asks_every_turn_and_scores_by_the_family(name: str, exam: Path, logs: Path) -> None:
    from inspect_ai.log import list_eval_logs, read_eval_log

    (info,) = list_eval_logs(str(logs))
    log = read_eval_log(info)
    assert log.status == "success"
    items = {item.id: item for item in read_dataset(exam, name)}
    assert {str(sample.id) for sample in log.samples or ()} == set(items)
    turns = 2 if name == TURNS.name else 1
    for sample in log.samples or ():
        replies = [message.text for message in sample.messages if message.role == "assistant"]
        assert len(replies) == turns
        if even(items[str(sample.id)]):
            assert FAMILIES[name].score(items[str(sample.id)], replies).value == 1.0
        (found,) = (sample.scores or {}).values()
        expected = FAMILIES[name].score(items[str(sample.id)], replies)
        assert {"C": 1.0, "I": 0.0}.get(str(found.value), found.value) == expected.value
        assert (found.metadata or {})["parse_failure"] == (expected.outcome == "unparsed")
    metrics = {key for result in (log.results.scores if log.results else ()) for key in result.metrics}
    assert ("distinct" in json.dumps(sorted(metrics))) == (name == CORPUS.name)


def test_analyze_reads_the_logs(name: str, exam: Path, logs: Path, tmp_path: Path) -> None:
    """Without the family's code: all that it says of an item is in the log."""
    done(cocoa("analyze", logs))
    rows = rows_of(data("analyze", logs), "summary")
    (summary,) = [row for row in rows if "served" in row["model"]]
    items = list(read_dataset(exam, name))
    assert summary["answers"] == summary["clusters"] == len(items) == COUNT
    worth = [1.0 if even(item) else FAMILIES[name].score(item, [WRONG]).value for item in items]
    assert summary["accuracy"] == pytest.approx(sum(worth) / COUNT, abs=1e-4)
    done(cocoa("analyze", logs, "--out", tmp_path / "report"))
    assert (tmp_path / "report" / "report.html").exists()


def test_export_writes_messages_and_parquet(name: str, exam: Path, tmp_path: Path) -> None:
    for to in ("messages", "parquet"):
        done(cocoa("export", exam, "--family", name, "--to", to, "--out", tmp_path / to))
    lines = [
        json.loads(line)
        for path in sorted((tmp_path / "messages").glob("*.jsonl"))
        for line in path.read_text("utf-8").splitlines()
    ]
    assert len(lines) == COUNT
    assert list((tmp_path / "parquet").rglob("*.parquet"))
    done(cocoa("export", exam, "--family", name, "--to", "lm-eval", "--out", tmp_path / "lm"), 2)
    assert not (tmp_path / "lm").exists()


def test_score_gives_a_right_model_all_and_any_text_something(name: str, exam: Path) -> None:
    dataset = read_dataset(exam, name)
    prompter = dataset.family.prompter(dataset, Prompting(strategy="direct"))
    for item in dataset:
        record: dict[str, Any] = item.to_json()
        right = cocoa_core.score(record, prompter.replies(item), name)
        assert (right.value, right.outcome) == (1.0, "right")
        assert cocoa_core.score(item, ["", "I cannot say."], name).outcome == "unparsed"
        assert cocoa_core.score(record, "Answer: ?", name).value == 0.0
    with pytest.raises(UsageError, match="no family of cocoa's own"):
        cocoa_core.score(record, "Answer: A")


def test_a_graded_answer_is_worth_a_part(toys: tuple[str, ...]) -> None:
    assert TEXT.name in toys
    (item,) = TEXT.maker(None, TEXT.settings({"length": 4}), 3).items(0)
    half = item.key[:2] + "".join("!" for _ in item.key[2:])
    assert cocoa_core.score(item, f"Answer: {half}", TEXT.name).value == 0.5


def test_the_toys_are_what_is_installed(toys_path: Path) -> None:
    """Not a line of them changed on the way."""
    assert (toys_path / "toy_families.py").read_bytes() == Path(toy_families.__file__).read_bytes()
