"""A run of `generate` that was ended, however it was, gives the same bytes when the call is repeated."""

from __future__ import annotations

import os
import shutil
import signal
import time
from pathlib import Path

import pytest

from net.calls import cocoa, data, start

COUNT = 480
CALL = ("--domain", "flights", "--seed", "3", "--quiet")
SECONDS = 60


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that was not disturbed."""
    folder = tmp_path_factory.mktemp("whole") / "exam"
    assert cocoa("generate", *CALL, "--count", COUNT, "--out", folder).code == 0
    return folder


def files(folder: Path) -> dict[str, bytes]:
    """Every file by its path."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }


def stopped(folder: Path, size: int, how: signal.Signals, workers: int) -> int:
    """Begin the run, and stop it where its questions have this many bytes; how it exited.

    A run that is over before is begun anew, a few times.
    """
    for _ in range(10):
        shutil.rmtree(folder, ignore_errors=True)
        running = start("generate", *CALL, "--count", COUNT, "--workers", workers, "--out", folder)
        over = time.monotonic() + SECONDS
        questions = folder / "questions.jsonl"
        while running.poll() is None and time.monotonic() < over:
            if questions.exists() and questions.stat().st_size >= size:
                break
            time.sleep(0.002)
        if running.poll() is None:
            if how is signal.SIGKILL:
                os.killpg(running.pid, how)
            else:
                running.send_signal(how)
        _, err = running.communicate(timeout=SECONDS)
        assert "Traceback" not in err
        if running.returncode != 0:
            return running.returncode
    raise AssertionError("the run was always over before it could be stopped")


def test_a_killed_run_goes_on_to_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    exam = tmp_path / "exam"
    assert stopped(exam, 1, signal.SIGKILL, workers=1) == -signal.SIGKILL
    assert cocoa("generate", *CALL, "--count", COUNT, "--out", exam).code == 0
    assert files(exam) == files(whole)


@pytest.mark.deep
@pytest.mark.parametrize(
    ("size", "workers"), [(0, (1, 1)), (200_000, (2, 1)), (200_000, (1, 2)), (700_000, (2, 2))]
)
def test_wherever_it_is_killed(whole: Path, tmp_path: Path, size: int, workers: tuple[int, int]) -> None:
    exam = tmp_path / "exam"
    stopped(exam, size, signal.SIGKILL, workers[0])
    assert cocoa("generate", *CALL, "--count", COUNT, "--workers", workers[1], "--out", exam).code == 0
    assert files(exam) == files(whole)


@pytest.mark.deep
@pytest.mark.parametrize("cut", [1, 20_000])
def test_a_torn_last_line_is_written_anew(whole: Path, tmp_path: Path, cut: int) -> None:
    exam = tmp_path / "exam"
    stopped(exam, 200_000, signal.SIGKILL, workers=1)
    assert cocoa("verify", exam).code == 1, "an unfinished data set is not clean"
    questions = exam / "questions.jsonl"
    os.truncate(questions, questions.stat().st_size - cut)
    assert cocoa("generate", *CALL, "--count", COUNT, "--out", exam).code == 0
    assert files(exam) == files(whole)


@pytest.mark.deep
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_says_so_and_goes_on(whole: Path, tmp_path: Path, how: signal.Signals) -> None:
    exam = tmp_path / "exam"
    assert stopped(exam, 1, how, workers=1) in (128 + how, -how)
    assert cocoa("generate", *CALL, "--count", COUNT, "--out", exam).code == 0
    assert files(exam) == files(whole)


@pytest.mark.deep
def test_a_larger_count_adds_and_another_call_is_refused(tmp_path: Path) -> None:
    exam, once = tmp_path / "exam", tmp_path / "once"
    for count in (20, 50):
        assert cocoa("generate", *CALL, "--count", count, "--out", exam).code == 0
    assert cocoa("generate", *CALL, "--count", 50, "--out", once).code == 0
    before = files(exam)
    assert before == files(once)
    for other in (
        ("--seed", "4"),
        ("--knowledge",),
        ("--domain", "hotels"),
        ("--split", "train=0.5,test=0.5"),
    ):
        refused = cocoa("generate", *CALL, *other, "--count", 50, "--out", exam)
        assert refused.code == 2
        assert refused.clean
        assert refused.out == ""
    assert files(exam) == before


@pytest.mark.deep
def test_the_same_call_again_changes_nothing(tmp_path: Path) -> None:
    exam = tmp_path / "exam"
    for written in (30, 0):
        output = data("generate", *CALL, "--count", 30, "--out", exam)
        assert (output["before"], output["written"]) == (30 - written, written)


@pytest.mark.deep
def test_a_folder_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    refused = cocoa("generate", *CALL, "--count", 5, "--out", tmp_path)
    assert (refused.code, refused.clean) == (2, True)
    assert files(tmp_path) == {"notes.txt": b"mine"}
