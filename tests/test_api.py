"""The public names are there, cost nothing until used, and give the same records whichever is called."""

from __future__ import annotations

import subprocess
import sys
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from running.folders import rooms

import cocoa_core
from cocoa_core.errors import UsageError
from cocoa_core.families.selection import Engine, Settings

CALLS: list[dict[str, Any]] = [
    {},
    {"seed": 4},
    {"slots": 3},
    {"slots": 3, "minterms": 3},
    {"preset": "paper", "seed": 2},
    {"primitives": "per-slot"},
    {"split": {"train": 0.5, "test": 0.5}},
    {"slots": 2, "plain": True},
]


@pytest.fixture(scope="module")
def handle(tmp_path_factory: pytest.TempPathFactory) -> cocoa_core.DomainHandle:
    return cocoa_core.load_domain(rooms(tmp_path_factory.mktemp("domain") / "rooms"))


def run(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout


def test_importing_loads_nothing_heavy() -> None:
    loaded = run(
        "import sys; before = set(sys.modules); import cocoa_core; print(*set(sys.modules) - before)"
    )
    names = {name for name in loaded.split() if name.startswith("cocoa_core")}
    assert names == {"cocoa_core", "cocoa_core.lazy_exports"}
    tops = {name.partition(".")[0] for name in loaded.split()}
    assert tops.isdisjoint({"attr", "attrs", "numpy", "pysat", "sympy", "ruamel", "rich", "typer"})


@pytest.mark.parametrize("name", dir(cocoa_core))
def test_every_public_name_resolves_by_itself(name: str) -> None:
    assert getattr(cocoa_core, name) is getattr(cocoa_core, name)


def test_names_resolve_in_a_fresh_process_and_unknown_ones_do_not() -> None:
    code = "import cocoa_core\nfor name in dir(cocoa_core): getattr(cocoa_core, name)\nprint(dir(cocoa_core))"
    assert "'load_domain'" in run(code)
    assert run("from cocoa_core import *\nprint(load_domain.__module__)") == "cocoa_core.api\n"
    with pytest.raises(AttributeError, match="no attribute 'questions'"):
        cocoa_core.questions  # type: ignore[attr-defined]  # noqa: B018
    with pytest.raises(ImportError):
        exec("from cocoa_core import questions")


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_the_same_call_gives_the_same_records_whichever_way(
    handle: cocoa_core.DomainHandle, tmp_path: Path, call: dict[str, Any]
) -> None:
    known = list(handle.generate(6, **call))
    assert list(cocoa_core.generate(handle.domain.folder, 6, **call)) == known
    assert list(cocoa_core.generate(handle, **call, count=6)) == known
    for question in known:
        made = question.provenance
        found = handle.question(index=made.index, option_set=made.option_set, attempt=made.attempt, **call)
        assert found == question
    production = handle.write(tmp_path / "set", 6, **call)
    dataset = cocoa_core.read_dataset(tmp_path / "set")
    assert list(dataset) == known
    assert dataset.manifest == production.manifest
    assert dataset.find(2) == known[2]


def test_the_command_streams_and_writes_the_same_lines(
    handle: cocoa_core.DomainHandle, tmp_path: Path
) -> None:
    known = [question.line() for question in handle.generate(5, seed=3, slots=3, split={"test": 1.0})]
    command = [sys.executable, "-m", "cocoa", "generate", "--domain", str(handle.domain.folder), "-n", "5"]
    command += ["--seed", "3", "--slots", "3", "--split", "test=1.0"]
    streamed = subprocess.run([*command, "--out", "-"], capture_output=True, text=True, check=True)
    assert streamed.stdout.splitlines() == known
    subprocess.run([*command, "--out", str(tmp_path / "set"), "--quiet"], check=True)
    assert (tmp_path / "set" / "test.jsonl").read_text("utf-8").splitlines() == known


def test_a_handle_is_a_domain_with_a_name(handle: cocoa_core.DomainHandle) -> None:
    assert handle.name == "rooms"
    assert repr(handle) == "<DomainHandle rooms 1>"
    assert cocoa_core.load_domain(handle) is handle
    assert cocoa_core.load_domain(handle.domain).domain is handle.domain
    assert cocoa_core.load_domain(str(handle.domain.folder)).domain == handle.domain


def test_a_handle_keeps_few_engines_and_makes_none_twice(
    handle: cocoa_core.DomainHandle, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[int] = []
    begin = Engine.__init__

    def counted(self: Engine, domain: Any, settings: Settings, seed: int = 0) -> None:
        made.append(seed)
        begin(self, domain, settings, seed)

    monkeypatch.setattr(Engine, "__init__", counted)
    fresh = cocoa_core.load_domain(handle.domain)
    first = [fresh.question(seed=seed, slots=3) for seed in (1, 2, 1, 3, 4, 1, 5, 1)]
    assert made == [1, 2, 3, 4, 5]
    assert first[0] == first[2] == first[5] == first[7]
    fresh.question(seed=2, slots=3)
    assert made == [1, 2, 3, 4, 5, 2]


@pytest.mark.parametrize("wrong", [{"index": -1}, {"attempt": -1}, {"option_set": 1}, {"option_set": -1}])
def test_a_question_that_there_is_not_is_a_wrong_call(
    handle: cocoa_core.DomainHandle, wrong: dict[str, int]
) -> None:
    with pytest.raises(UsageError, match=r"out of range|no such option set"):
        handle.question(slots=3, **wrong)


def test_endless_streams_go_on(handle: cocoa_core.DomainHandle) -> None:
    stream = cocoa_core.generate(handle, slots=2, seed=8)
    assert [question.provenance.index for question in islice(stream, 12)] == list(range(12))


def test_what_is_written_verifies_and_scores(handle: cocoa_core.DomainHandle, tmp_path: Path) -> None:
    handle.write(tmp_path / "set", 12, split={"train": 0.5, "test": 0.5})
    report = cocoa_core.verify(tmp_path / "set")
    assert report.checked == 12
    assert report.findings == ()
    for question in cocoa_core.read_dataset(tmp_path / "set"):
        assert float(cocoa_core.score(question, f"Answer: {question.answer}")) == 1.0
        assert cocoa_core.read_answer(f"**Option {question.answer}**").value == question.answer
