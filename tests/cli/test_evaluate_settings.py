"""Settings of answers reach the server, and runs that differ in them are never taken for one another."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from calling import OFFLINE, Cocoa, models
from evaluation.local_server import LocalServer, Reply, completion

LOCAL = ("-m", "openai-api/local/served", "--limit", 2)


def test_a_setting_is_sent_with_every_question(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path
) -> None:
    named = ("--temperature", 0.5, "--max-tokens", 77)
    others = ("-G", "seed=3", "-G", "top_p=0.9", "-G", "num_choices=1", "-G", "system_message=Be brief.")
    models(cocoa, 0, exam, *LOCAL, *named, *others, "-s", "l2m", "--log-dir", tmp_path)
    assert len(server.bodies) > 2
    for body in server.bodies:
        assert (body["temperature"], body["seed"], body["top_p"]) == (0.5, 3, 0.9)
        assert 77 in (body.get("max_tokens"), body.get("max_completion_tokens"))
        assert body["messages"][0] == {"role": "system", "content": "Be brief."}
        assert [message["role"] for message in body["messages"]].count("system") == 1
    models(cocoa, 0, exam, *LOCAL, "--reasoning-effort", "low", "--log-dir", tmp_path)
    assert server.bodies[-1]["reasoning_effort"] == "low"


def test_runs_with_other_settings_are_asked_anew_and_analyzed_apart(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path
) -> None:
    call = (exam, *LOCAL, "-m", "cocoa/random", "--log-dir", tmp_path)
    for asked, settings in (
        (2, ()),
        (4, ("--temperature", 0)),
        (6, ("--temperature", 1)),
        (6, ("-G", "temperature=0")),
    ):
        local, random = models(cocoa, 0, *call, *settings)
        assert (local["answers"], random["answers"]) == (2, 2)
        assert server.met["answer"] == asked
    result = cocoa("analyze", tmp_path, "--json")
    assert result.exit_code == 0, result.stderr
    summary = json.loads(result.stdout)["tables"]["summary"]
    names = {row[summary["columns"].index("model")] for row in summary["rows"]}
    assert sorted(name for name in names if name.startswith("openai")) == [
        "openai-api/local/served",
        "openai-api/local/served (temperature=0.0)",
        "openai-api/local/served (temperature=1.0)",
    ]
    assert "cocoa/random" in names


def test_models_strategies_and_epochs_of_one_call_each_have_a_line_in_their_order(
    cocoa: Cocoa, exam: Path, tmp_path: Path
) -> None:
    asked = ("-m", "cocoa/random", "-m", "cocoa/oracle", "-s", "l2m", "-s", "direct", "--epochs", 2, "-n", 3)
    found = models(cocoa, 0, exam, *asked, "--log-dir", tmp_path)
    assert [(one["model"], one["strategy"], one["answers"], one["clusters"]) for one in found] == [
        (model, strategy, 6, 3)
        for model in ("cocoa/random", "cocoa/oracle")
        for strategy in ("l2m", "direct")
    ]
    assert [one["right"] for one in found][2:] == [6, 6]


def test_the_help_keeps_its_brackets(cocoa: Cocoa) -> None:
    result = cocoa("evaluate", "--help")
    assert 'pip install -e ".[eval]"' in " ".join(result.stdout.split())


def test_answers_that_were_cut_off_are_told_apart_at_the_end_and_by_the_analysis(
    cocoa: Cocoa, exam: Path, server: LocalServer, tmp_path: Path
) -> None:
    body = completion("Let me go through the options. A costs too much, B")
    body["choices"][0]["finish_reason"] = "length"
    server.answer = lambda messages: Reply(200, body)
    call = ("evaluate", exam, *LOCAL, "--max-tokens", 9, "--log-dir", tmp_path)
    result = cocoa(*call, **OFFLINE)
    assert result.exit_code == 0, result.stderr[-3000:]
    assert "2 answers were cut off before an option was named" in " ".join(result.stdout.split())
    assert json.loads(cocoa(*call, "--json", **OFFLINE).stdout)["models"][0]["cut_off"] == 2
    found = json.loads(cocoa("analyze", tmp_path, "--json").stdout)["tables"]["parse_failures"]
    assert [(row[4], row[5]) for row in found["rows"]] == [("cut_off", 2)]


@pytest.mark.parametrize(
    ("stopped", "text", "figure", "remark"),
    [
        ("stop", None, "empty", "2 replies were empty"),
        ("stop", "<think>It is B.", "empty", "2 replies were empty"),
        ("content_filter", "", "refused", "2 answers were stopped by the provider"),
    ],
)
def test_replies_without_a_text_are_spoken_of(
    cocoa: Cocoa,
    exam: Path,
    server: LocalServer,
    tmp_path: Path,
    stopped: str,
    text: str | None,
    figure: str,
    remark: str,
) -> None:
    body = completion(text)
    body["choices"][0]["finish_reason"] = stopped
    server.answer = lambda messages: Reply(200, body)
    call = ("evaluate", exam, *LOCAL, "--log-dir", tmp_path)
    result = cocoa(*call, **OFFLINE)
    assert remark in " ".join(result.stdout.split()), result.stderr[-3000:]
    assert json.loads(cocoa(*call, "--json", **OFFLINE).stdout)["models"][0][figure] == 2
