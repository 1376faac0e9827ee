"""Every command that reads a data set reads one of an object store, and writes to this machine alone."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from calling import Cocoa
from items.made_up import contents
from reading_calls import READING, same_said
from remote_servers import client, object_store

from cocoa_core.remote import at_hand

SET = "s3://exams/here/exam"
WRITING = (
    ("export", SET, "--to", "messages", "--out", "s3://exams/out"),
    ("split", SET, "--by", "exact", "--out", "s3://exams/out"),
    ("evaluate", SET, "--model", "cocoa/oracle", "--log-dir", "s3://exams/logs"),
    ("read", SET, "--out", "s3://exams/sheet.txt"),
    ("show", SET, 1, "--graph", "s3://exams/graph.svg"),
    ("analyze", "s3://exams/logs"),
    ("profile", "s3://exams/logs"),
)


@pytest.fixture(scope="module")
def bucket(exam: Path) -> Iterator[tuple[Any, dict[str, str]]]:
    """A store that holds the exam, and its environment."""
    with object_store("exams") as environment:
        store = client(environment)
        for name, body in contents(exam).items():
            store.put_object(Bucket="exams", Key=f"here/exam/{name}", Body=body)
        yield store, environment


@pytest.fixture(autouse=True)
def temporary(
    bucket: tuple[Any, dict[str, str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[None]:
    """Folders for what is fetched; nothing is left in them."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.chdir(tmp_path)
    for name, value in bucket[1].items():
        monkeypatch.setenv(name, value)
    yield
    assert list(folder.glob("cocoa-*")) == []
    assert not list(tmp_path.glob("s3:*"))


@pytest.mark.parametrize("call", READING, ids=lambda call: " ".join(map(str, call)))
def test_every_command_that_reads_a_data_set_says_the_same_of_one_in_a_store(
    cocoa: Cocoa, exam: Path, tmp_path: Path, call: tuple[object, ...]
) -> None:
    same_said(cocoa, call, exam, SET, tmp_path / "out")


def test_models_are_asked_about_it_and_the_same_call_goes_on(cocoa: Cocoa, tmp_path: Path) -> None:
    logs = tmp_path / "logs"
    for _ in range(2):
        result = cocoa("evaluate", SET, "--model", "cocoa/oracle", "--log-dir", logs, "--json")
        assert result.exit_code == 0, result.output
        assert len(list(logs.glob("*.eval"))) == 1
    from inspect_ai.log import read_eval_log

    header = read_eval_log(str(next(logs.glob("*.eval"))), header_only=True).eval
    assert (header.task_args["path"], header.metadata and header.metadata["dataset"]) == (SET, "exam")
    result = cocoa("analyze", logs, "--exam", SET, "--json")
    assert (result.exit_code, json.loads(result.stdout)["answers"]) == (0, 10), result.output


@pytest.mark.parametrize("call", WRITING, ids=lambda call: str(call[0]))
def test_nothing_is_written_to_an_address_by_a_command_that_writes_files(
    cocoa: Cocoa, call: tuple[object, ...]
) -> None:
    result = cocoa(*call)
    assert result.exit_code == 2, result.output
    assert "this has to be a folder or a file of this machine" in result.stderr


def test_an_error_names_the_address_and_not_the_copy(cocoa: Cocoa) -> None:
    result = cocoa("show", SET, 1000)
    assert (result.exit_code, f"{SET} has no such question" in result.stderr) == (2, True), result.output
    result = cocoa("stats", "s3://exams/nothing")
    assert (result.exit_code, "s3://exams/nothing, without" in result.stderr) == (2, True), result.output


def test_a_data_set_that_was_changed_there_is_refused(
    cocoa: Cocoa, bucket: tuple[Any, dict[str, str]], exam: Path
) -> None:
    body = (exam / "questions.jsonl").read_bytes()
    for name, data in {**contents(exam), "questions.jsonl": body.replace(b"I ", b"J ", 1)}.items():
        bucket[0].put_object(Bucket="exams", Key=f"changed/{name}", Body=data)
    result = cocoa("stats", "s3://exams/changed")
    assert (result.exit_code, "s3://exams/changed/questions.jsonl" in result.stderr) == (1, True), (
        result.output
    )
    assert "has changed since" in result.stderr


def test_a_copy_is_fetched_once_and_gone_afterwards() -> None:
    with at_hand(SET) as first, at_hand(f"{SET}/") as second:
        assert first == second
        assert first.name == "exam"
    assert not first.exists()
