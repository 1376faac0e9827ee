"""Progress speaks on stderr only: a bar on a terminal, a line every few seconds elsewhere, or nothing."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from itertools import pairwise

import pytest
from cocoa import progress
from cocoa.progress import CountProgress, WritingProgress


class Clock:
    """A clock that the test turns."""

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    turned = Clock()
    monkeypatch.setattr(progress, "time", turned)
    return turned


@contextmanager
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[io.StringIO, io.StringIO]]:
    """Standard output and error as terminals 120 columns wide."""
    out, err = io.StringIO(), io.StringIO()
    for stream in (out, err):
        stream.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    with redirect_stdout(out), redirect_stderr(err):
        yield out, err


REFUSED: Counter[str] = Counter({"one reason": 1200, "another": 34})


def test_lines_every_few_seconds_and_rarer_ones_later_where_there_is_no_terminal(
    clock: Clock, capsys: pytest.CaptureFixture[str]
) -> None:
    with WritingProgress() as writing:
        for second in range(4000):
            clock.now = 100.0 + second
            writing(400 + 10 * second, 50_000, REFUSED)
    captured = capsys.readouterr()
    assert captured.out == ""
    lines = captured.err.splitlines()
    assert lines[0] == "writing: 450 of 50,000, 10 a second, 4,955 s left, 1,234 draws refused"
    seconds = [(int(line.split()[1].replace(",", "")) - 400) // 10 for line in lines]
    apart = [later - earlier for earlier, later in pairwise(seconds)]
    assert apart[:6] == [5] * 6
    assert apart == sorted(apart)
    assert apart[-1] == 60


def test_the_time_left_does_not_count_the_start(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with WritingProgress() as writing:
        writing(0, 1000, REFUSED)
        for second in range(4, 7):  # the first are done after four seconds, then 50 a second
            clock.now = 100.0 + second
            writing(50 * (second - 3), 1000, REFUSED)
    [line] = capsys.readouterr().err.splitlines()
    assert line == "writing: 100 of 1,000, 50 a second, 18 s left, 1,234 draws refused"


def test_a_bar_on_a_terminal_with_rate_and_rejections(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch) as (out, err), WritingProgress() as writing:
        for second in range(30):
            clock.now = 100.0 + second
            writing(100 * second, 3000, REFUSED)
    text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", err.getvalue())
    assert "/3000" in text
    assert "1,234 draws refused" in text
    assert out.getvalue() == ""


@pytest.mark.parametrize("how", [{"quiet": True}, {"streaming": True}])
def test_nothing_is_said_when_quiet_or_when_records_stream_to_the_same_terminal(
    clock: Clock, monkeypatch: pytest.MonkeyPatch, how: dict[str, bool]
) -> None:
    with terminal(monkeypatch) as (out, err), WritingProgress(**how) as writing:
        clock.now += 1000
        writing(1, 10, REFUSED)
        clock.now += 1000
        writing(10, 10, REFUSED)
    assert err.getvalue() == out.getvalue() == ""


def test_rate_and_count_are_kept_for_the_summary(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with WritingProgress(quiet=True) as writing:
        assert (writing.done, writing.pace()) == (None, "0 a second")
        writing(50, 100, REFUSED)
        clock.now += 5
        writing(100, 100, REFUSED)
        assert (writing.done, writing.pace()) == (100, "10 a second")


def test_checking_works_without_a_known_total(clock: Clock, capsys: pytest.CaptureFixture[str]) -> None:
    with CountProgress("checking") as checking:
        checking(0)
        clock.now += 31
        checking(620)
    assert capsys.readouterr().err == "checking: 620, 20 a second\n"
