"""`cocoa evaluate` ended from outside: what was answered is kept, and the same call asks the rest."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from calling import OFFLINE, Cocoa
from evaluation.local_server import LocalServer, Messages
from heeding import heed_interrupts
from inspect_ai.log import list_eval_logs, read_eval_log

import cocoa_core

QUESTIONS = 10
ANSWERING_KEY = 4
AT_ONCE = 2

pytestmark = pytest.mark.skipif(os.name == "nt", reason="needs POSIX signals")


def asked(server: LocalServer) -> Counter[str]:
    """How often each question came."""
    return Counter(body["messages"][-1]["content"] for body in server.bodies)


def start(exam: Path, logs: Path, said: Path, *flags: str) -> subprocess.Popen[str]:
    call = ["evaluate", str(exam), "-m", "openai-api/local/served", "--log-dir", str(logs), "--json", *flags]
    with said.open("w", encoding="utf-8") as errors:
        return subprocess.Popen(
            [sys.executable, "-m", "cocoa", *call, "--max-connections", str(AT_ONCE)],
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, **OFFLINE, "INSPECT_DISPLAY": "plain"},
            preexec_fn=heed_interrupts,
        )


def wait_until_answers_are_in(said: Path) -> None:
    """Until inspect's own lines say that the answers are in: two minutes at most."""
    for _ in range(1200):
        if re.search(rf"Samples: +{ANSWERING_KEY}/", said.read_text(encoding="utf-8")):
            return
        time.sleep(0.1)
    raise TimeoutError(said.read_text(encoding="utf-8"))


def end(process: subprocess.Popen[str], how: signal.Signals) -> str:
    """What it printed until one signal ended it."""
    process.send_signal(how)
    return process.communicate(timeout=60)[0]


@pytest.mark.parametrize(
    ("how", "code"),
    [(signal.SIGINT, 130), (signal.SIGKILL, -signal.SIGKILL)],
)
def test_answers_outlive_the_end_of_a_run_and_are_not_asked_for_again(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path, how: signal.Signals, code: int
) -> None:
    def answer(messages: Messages) -> str:
        if len(asked(server)) > ANSWERING_KEY:
            server.closing.wait(120)
        return "Answer: B"

    server.answer = answer
    said = tmp_path / "said.txt"
    with start(exam, tmp_path / "logs", said) as process:
        wait_until_answers_are_in(said)
        printed = end(process, how)
    assert process.returncode == code
    assert printed == ""
    if how == signal.SIGINT:
        last = said.read_text(encoding="utf-8").rstrip().splitlines()[-1]
        assert (
            last
            == f"note: interrupted; answers are kept in {tmp_path / 'logs'}: the same call goes on from there"
        )
    assert "Traceback" not in said.read_text(encoding="utf-8")
    for log in list_eval_logs(str(tmp_path / "logs")):
        assert read_eval_log(log).status == ("cancelled" if how == signal.SIGINT else "started")

    before = asked(server)
    assert len(before) == ANSWERING_KEY + AT_ONCE
    server.answer = lambda messages: "Answer: B"
    call = (exam, "-m", "openai-api/local/served", "--log-dir", tmp_path / "logs", "--json")
    result = cocoa("evaluate", *call, **OFFLINE)
    assert result.exit_code == 0, result.stderr[-3000:]
    (model,) = json.loads(result.stdout)["models"]
    assert (model["answers"], model["errors"], model["complete"]) == (QUESTIONS, 0, True)
    again = [text for text, times in asked(server).items() if times > 1]
    assert len(asked(server)) == QUESTIONS
    assert len(again) == AT_ONCE  # those that the server was still at


def test_a_conversation_that_is_killed_at_some_turn_is_asked_again_to_the_same_end(
    cocoa: Cocoa, server: LocalServer, tmp_path: Path
) -> None:
    """What a model says hangs on what was said before, so a turn that was lost or said twice would show. One
    question of four conditions is asked twice.
    """
    exam, flags = tmp_path / "exam", ("--delivery", "turns", "--epochs", "2")
    cocoa_core.load_domain("flights").write(exam, 1, seed=7, slots=3, minterms=3, wishes=2, terms=4)

    def answer(messages: Messages) -> str:
        text = json.dumps([message["content"] for message in messages])
        return f"Answer: {'ABCDE'[sum(text.encode()) % 5]}"

    def conversations(logs: Path) -> dict[str, list[tuple[str, str]]]:
        samples = [sample for log in list_eval_logs(str(logs)) for sample in read_eval_log(log).samples or ()]
        return {
            f"{sample.id}, {sample.epoch}": [(message.role, message.text) for message in sample.messages]
            for sample in samples
            if sample.scores
        }

    server.answer = answer
    call = (exam, "-m", "openai-api/local/served", "--json", *flags)
    assert cocoa("evaluate", *call, "--log-dir", tmp_path / "whole", **OFFLINE).exit_code == 0
    whole = conversations(tmp_path / "whole")
    turns = len(server.bodies)
    assert turns > 2 * len(whole) == 4
    for turn in (turns // 2, turns - 1):
        reached, begun = threading.Event(), len(server.bodies)

        def until(messages: Messages, turn: int = turn, begun: int = begun, reached: Any = reached) -> str:
            if len(server.bodies) - begun >= turn:
                reached.set()
                server.closing.wait(120)
            return answer(messages)

        server.answer = until
        with start(exam, tmp_path / "killed", tmp_path / "said.txt", *flags) as process:
            assert reached.wait(120)
            end(process, signal.SIGKILL)
    server.answer = answer
    assert cocoa("evaluate", *call, "--log-dir", tmp_path / "killed", **OFFLINE).exit_code == 0
    assert conversations(tmp_path / "killed") == whole
