"""What lies where a log should: pipes, devices and folders have no end, and nothing huge is read at once."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from analysis.test_run_identity import lm_eval_log
from analysis_logs import made_log, members_of, write_log, zipped
from calling import call_cocoa

from cocoa_core.analysis import read_results
from cocoa_core.errors import UsageError

Records = list[dict[str, Any]]
ODD: Final[dict[str, tuple[Callable[[Path], object], str]]] = {
    "a pipe": (os.mkfifo, "a pipe, a socket or a device"),
    "a device": (lambda path: path.symlink_to("/dev/zero"), "a pipe, a socket or a device"),
    "a folder": (lambda path: path.symlink_to("."), "a folder"),
    "a link to nowhere": (lambda path: path.symlink_to("nowhere"), "No such file"),
    "a link to itself": (lambda path: path.symlink_to(path.name), "Too many levels"),
}
"""Name -> puts it at a path, and what is said of it."""
NAMES: Final = ("x.eval", "2026-05-01.json", "samples_task_2026-05-01T10-00-00.000000.jsonl")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("odd", ODD)
def test_what_is_no_file_is_one_line_and_takes_nothing_from_the_others(
    odd: str, name: str, records: Records, tmp_path: Path
) -> None:
    put, said = ODD[odd]
    write_log(tmp_path / "whole.eval", made_log(records[:4]))
    put(tmp_path / name)
    reading = read_results([tmp_path])
    assert len(reading.results) == 4
    assert [said in one.reason for one in reading.left_out] in ([True], [])  # a folder is looked into
    assert reading.left_out or odd == "a folder"


@pytest.mark.parametrize("command", ["analyze", "profile"])
def test_a_pipe_that_is_named_is_one_error(command: str, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "x.eval")
    done = call_cocoa(command, tmp_path / "x.eval")
    assert done.exit_code == UsageError.exit_code
    assert "this is not a log" in done.stderr
    assert "a pipe, a socket or a device" in done.stderr


def test_a_socket_that_is_named_is_one_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """To open a socket fails at once, where a pipe would wait for who writes to it."""
    monkeypatch.chdir(tmp_path)  # the path of a socket has 107 bytes at most
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("x.eval")
        done = call_cocoa("analyze", "x.eval")
    assert "this is not a log" in done.stderr


def test_the_results_of_lm_eval_are_not_read_from_a_pipe(records: Records, tmp_path: Path) -> None:
    lm_eval_log(tmp_path, records[:3], "ABC", "hf/m")
    (beside,) = tmp_path.glob("results_*.json")
    beside.unlink()
    os.mkfifo(beside)
    (left_out,) = read_results([tmp_path]).left_out
    assert "a pipe, a socket or a device" in left_out.reason


def test_what_others_than_inspect_wrote_is_read_without_inspect(
    records: Records, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lm_eval_log(tmp_path, records[:3], "ABC", "hf/m")
    monkeypatch.setitem(sys.modules, "inspect_ai.log", None)
    assert len(read_results([tmp_path]).results) == 3


def test_a_log_may_be_a_link(records: Records, tmp_path: Path) -> None:
    whole = write_log(tmp_path / "elsewhere" / "whole.eval", made_log(records[:4]))
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "x.eval").symlink_to(whole)
    assert len(read_results([tmp_path / "logs"]).results) == 4


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> int:
    """What may be read at once, made small."""
    most = 200_000
    for module in ("logs", "lm_eval_logs"):
        monkeypatch.setattr(f"cocoa_core.analysis.{module}.MOST_AT_ONCE", most)
    return most


@pytest.mark.parametrize(("part", "left"), [("samples/", 3), ("header.json", 0)])
def test_a_part_that_unpacks_to_too_much_is_left_out(
    part: str, left: int, limit: int, records: Records, tmp_path: Path
) -> None:
    path = write_log(tmp_path / "large.eval", made_log(records[:4]))
    members = members_of(path)
    padded = next(name for name in members if name.startswith(part))
    reading = read_results([zipped(path, members | {padded: members[padded] + b" " * limit})])
    assert len(reading.results) == left
    assert f"{limit:,}" in reading.left_out[0].reason


def test_a_line_that_is_too_long_is_where_the_reading_ends(
    limit: int, records: Records, tmp_path: Path
) -> None:
    lm_eval_log(tmp_path, records[:3], "ABC", "hf/m")
    (samples,) = tmp_path.glob("samples_*.jsonl")
    first, *rest = samples.read_bytes().splitlines(keepends=True)
    samples.write_bytes(b"".join([first, b" " * limit, *rest]))
    reading = read_results([tmp_path])
    assert len(reading.results) == 1
    assert f"more than {limit:,} bytes" in reading.left_out[0].reason


def test_a_log_that_can_only_be_read_at_once_is_left_out_where_it_is_huge(
    limit: int, records: Records, tmp_path: Path
) -> None:
    path = write_log(tmp_path / "2026-05-01.json", made_log(records[:3]))
    log = json.loads(path.read_bytes())
    assert len(read_results([path]).results) == 3
    log["samples"][1]["working_time"] = float("nan")
    path.write_text(json.dumps(log) + " " * limit)
    reading = read_results([path])
    assert len(reading.results) == 1
    assert f"{limit:,} at most" in reading.left_out[0].reason
