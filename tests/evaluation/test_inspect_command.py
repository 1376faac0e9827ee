"""`inspect eval cocoa/exam ...`: inspect's own command line finds our task and shows our errors."""

from __future__ import annotations

import json
import os
import site
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from attrs import frozen
from cocoa.tasks import _task_name
from inspect_ai.log import EvalLog, list_eval_logs, read_eval_log

from cocoa_core.families.selection.prompting.strategies import STRATEGIES

PROGRAM = """
import contextlib, io, json, sys
from importlib.metadata import entry_points

(inspect,) = (one.load() for one in entry_points(group="console_scripts", name="inspect"))
for call in json.loads(sys.argv[1]):
    sys.argv[:] = ["inspect", *call]
    code, said = 0, io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        try:
            inspect()
        except SystemExit as end:
            code = end.code or 0
        except BaseException as error:
            code = 1
            sys.excepthook(type(error), error, error.__traceback__)
    print(json.dumps([code, said.getvalue()]))
"""
"""Calls of the console script `inspect`, one after the other in one process: starting it takes seconds."""

PROMPT = "=== question ===\nPlease.\n\nRequest:\n{request}\n\nOptions:\n{options}\n"


@frozen
class Called:
    code: int
    said: str


def call(folder: Path, calls: Sequence[Sequence[object]]) -> list[Called]:
    """`inspect eval cocoa/exam` with each of the arguments, in a folder."""
    texts = [["eval", "cocoa/exam", *map(str, one)] for one in calls]
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(texts)],
        cwd=folder,
        env={**os.environ, "INSPECT_DISPLAY": "plain", "COLUMNS": "200", "NO_COLOR": "1"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    return [Called(*json.loads(line)) for line in done.stdout.splitlines()]


def logs(folder: Path) -> list[EvalLog]:
    return [read_eval_log(log) for log in list_eval_logs(str(folder), descending=False)]


def test_the_task_is_found_by_name_and_asks_by_every_strategy(hotels_exam: Path, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(PROMPT, encoding="utf-8")
    oracle = ("--model", "cocoa/oracle", "-M", f"domain={hotels_exam / 'domain'}", "--log-dir", "logs")
    exam = ("-T", f"path={hotels_exam}", "-T", "side=test")
    strategies = [(*exam, "-T", f"strategy={strategy}", "--limit", 3, *oracle) for strategy in STRATEGIES]
    prompted = (*exam, "-T", "prompt=mine.txt", "-T", "limit=2", *oracle)
    for one in call(tmp_path, [*strategies, prompted]):
        assert one.code == 0, one.said
    *found, last = logs(tmp_path / "logs")
    assert [(one.eval.metadata or {})["strategy"] for one in found] == list(STRATEGIES)
    for one in (*found, last):
        assert (one.status, one.eval.task_registry_name) == ("success", "cocoa/exam")
        assert one.results is not None
        assert one.results.scores[0].metrics["accuracy"].value == 1.0
        assert {sample.metadata["cocoa"]["provenance"]["side"] for sample in one.samples or ()} == {"test"}
    assert [len(one.samples or ()) for one in (*found, last)] == [3, 3, 3, 3, 2]
    assert str((last.samples or ())[0].messages[0].text).startswith("Please.")


def test_a_mistake_is_answered_with_one_message_and_no_traceback(flights_exam: Path, tmp_path: Path) -> None:
    exam, oracle = ("-T", f"path={flights_exam}"), ("--model", "cocoa/oracle")
    domain = ("-M", f"domain={flights_exam / 'domain'}")
    mistakes = [
        (("-T", "path=nowhere", *oracle, *domain), "error: this is not a data set"),
        ((*oracle, *domain), "fix: add -T path=FOLDER"),
        ((*exam, "-T", "strategy=tot", *oracle, *domain), "expected: direct, cot-full, cot-partial, l2m"),
        ((*exam, "-T", "side=tset", *oracle, *domain), "got: tset"),
        ((*exam, "-T", "limit=many", *oracle, *domain), "got: many"),
        ((*exam, "-T", "prompt=a[bold].txt", *oracle, *domain), "error: a[bold].txt: "),
        ((*exam, "--model", "cocoa/nobody"), "expected: cocoa/oracle, "),
        ((*exam, *oracle), "fix: add -M domain=FOLDER/domain"),
        ((*exam, *oracle, "-M", "domain=nowhere"), "error: this folder holds no domain"),
    ]
    for (args, part), one in zip(mistakes, call(tmp_path, [args for args, _ in mistakes]), strict=True):
        assert one.code == 1
        assert part in one.said, (args, one.said)
        assert one.said.count("error: ") == 1
        assert "Traceback" not in one.said
    assert not (tmp_path / "logs").exists()


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (site.getsitepackages()[0], "exam"),
        (site.getusersitepackages(), "exam"),
        ("/far/Site-Packages", "exam"),
        ("/far/checkout", "cocoa/exam"),
        ("/far/site-packages-of-old", "cocoa/exam"),
    ],
)
def test_the_name_is_completed_by_inspect_where_the_package_lies_among_the_installed(
    place: str, name: str
) -> None:
    paths = ["", "/far/checkout", "/far/Site-Packages"]
    assert _task_name(Path(place) / "cocoa" / "tasks.py", paths) == name
