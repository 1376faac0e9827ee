"""Shows the progress of a long command on stderr: a bar on a terminal, elsewhere a line every few seconds."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, Self

import typer

from .guard import ended_by
from .terminal import errors, plain, print_notes

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bars
    from rich.progress import TaskID
    from rich.status import Status

_BETWEEN_UPDATES: Final = 0.1
"""The seconds between two updates of a bar."""
_BETWEEN_LINES: Final = 5.0
"""The seconds between two lines of a call that has just begun."""
_SLOWEST: Final = 12
"""How much longer the lines of a call of many minutes are apart: a log of hours has a line a minute."""
_BEFORE_STAGES: Final = 2.0
"""The seconds after which a line names a stage that is not done."""


class _Display:
    """The base of what is shown until the end of a block."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Removes what is shown."""
        raise NotImplementedError


class _ProgressDisplay(_Display):
    """A bar or lines of progress, which begin at the first update."""

    def __init__(self, activity: str, *, quiet: bool = False) -> None:
        """Begins without output; `activity` is the verb in front of the counts, such as `reading`."""
        self._activity = activity
        self._console = errors()
        self._bar = self._console.is_terminal and not quiet
        self._lines = not self._console.is_terminal and not quiet
        self._began = time.monotonic()
        self._next = self._began + _BETWEEN_LINES if self._lines else 0.0
        self._progress: Bars | None = None
        self._task: TaskID | None = None
        # The time and what was done by then, at the first update and when the first item was done.
        self._first: tuple[float, int] | None = None
        self._loaded: tuple[float, int] | None = None

    def stop(self) -> None:
        """Removes the bar."""
        if self._progress is not None:
            self._progress.stop()

    def update(self, done: int, total: int | None, remark: Callable[[], str] = str) -> None:
        """Shows a state of the progress; cheap enough to be called for every question.

        Args:
            done: how much is done.
            total: how much there is; None where that is not known.
            remark: returns further text, and is called only where something is shown.
        """
        now = time.monotonic()
        if self._first is None:
            self._first = (now, done)
        elif self._loaded is None and done > self._first[1]:
            self._loaded = (now, done)
        if now < self._next and done != total:
            return
        if self._bar:
            self._next = now + _BETWEEN_UPDATES
            self._update_bar(done, total, remark())
        elif self._lines and now >= self._next:
            longer = min(max(1.0, (now - self._began) / 60), _SLOWEST)
            self._next = now + longer * _BETWEEN_LINES
            self._console.print(self._line(now, done, total, remark()), soft_wrap=True)

    def _line(self, now: float, done: int, total: int | None, remark: str) -> str:
        # Loading is over when the first are done: counted in, it made the first estimate five times too long.
        loaded = self._loaded if self._loaded is not None and self._loaded[0] < now else None
        began, before = loaded or self._first or (now, done)
        rate = (done - before) / (now - began) if now > began else 0.0
        parts = [f"{self._activity}: {done:,}" + (f" of {total:,}" if total else "")]
        parts += [f"{rate:,.0f} a second"] if rate >= 1 else []
        if total and rate:
            parts.append(f"{(total - done) / rate:,.0f} s left")
        return ", ".join([*parts, *([remark] if remark else [])])

    def _update_bar(self, done: int, total: int | None, remark: str) -> None:
        if self._progress is None:
            self._progress = _bars(self._console)
            self._task = self._progress.add_task(self._activity, completed=done, total=total, remark=remark)
            self._progress.start()
        elif self._task is not None:
            self._progress.update(
                self._task, description=self._activity, completed=done, total=total, remark=remark
            )


def _bars(console: Console) -> Bars:
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        ProgressColumn,
        Task,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.text import Text

    class SpeedColumn(ProgressColumn):
        """Questions a second."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text(f"{speed:,.0f}/s" if speed else "", style="cyan")

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        SpeedColumn(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[remark]}", markup=False, style="dim"),
        console=console,
        transient=True,
        expand=False,
    )


class WritingProgress(_ProgressDisplay):
    """The progress of `generate`: the number of questions so far, and of refused draws."""

    def __init__(self, *, quiet: bool = False, streaming: bool = False, workers: int = 1) -> None:
        # A bar and a stream of records on the same terminal would write over each other.
        super().__init__("writing", quiet=quiet or (streaming and sys.stdout.isatty()))
        self.quiet = quiet
        self.done: int | None = None
        self._workers = workers

    def __call__(self, done: int, total: int | None, rejections: Counter[str]) -> None:
        self.done = done
        self.update(done, total, lambda: f"{rejections.total():,} draws refused")

    def pace(self) -> str:
        """Returns in words the number of questions a second since the first report, and of processes."""
        began, before = self._first or (0.0, 0)
        passed = time.monotonic() - began
        rate = (self.done - before) / passed if self._first and self.done is not None and passed > 0 else 0.0
        by = f" by {self._workers} processes" if self._workers > 1 else ""
        return f"{rate:,.0f} a second{by}"


@contextmanager
def kept_after_interrupt(display: _ProgressDisplay, remark: Callable[[], str]) -> Iterator[None]:
    """Ends a command that is interrupted within the block, and says what is kept of its work."""
    try:
        yield
    except KeyboardInterrupt as interrupt:
        display.stop()
        print_notes(f"interrupted; {remark()}")
        raise typer.Exit(ended_by(interrupt)) from None


class CountProgress(_ProgressDisplay):
    """The progress of a command through one kind of thing."""

    def __init__(self, activity: str, total: int | None = None, *, quiet: bool = False) -> None:
        super().__init__(activity, quiet=quiet)
        self._total = total

    def __call__(self, done: int, total: int | None = None) -> None:
        self.update(done, self._total if total is None else total)


class StageProgress(_ProgressDisplay):
    """The progress of a command with several stages, no two of one length in a row."""

    def __init__(self, *, quiet: bool = False) -> None:
        super().__init__("", quiet=quiet)
        self._total: int | None = 0

    def __call__(self, stage: str, done: int, total: int | None) -> None:
        """Shows how much of a stage is done; its length is None where it is not known."""
        if total != self._total:
            self._first, self._loaded, self._total = None, None, total
        self._activity = stage
        self.update(done, total)


class StageSpinner(_Display):
    """The stage of a command: a spinner on a terminal, elsewhere a line if it takes over two seconds."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._console = errors()
        self._status: Status | None = None
        self._timer: threading.Timer | None = None

    def __call__(self, stage: str) -> None:
        """Shows that this stage begins."""
        self.stop()
        if self._quiet:
            return
        if self._console.is_terminal:
            self._status = self._console.status(plain(f"{stage} ..."))
            self._status.start()
            return
        self._timer = threading.Timer(_BEFORE_STAGES, self._console.print, [plain(f"{stage} ...")])
        self._timer.daemon = True
        self._timer.start()

    def stop(self) -> None:
        """Removes the spinner, before a question or at the end."""
        if self._status is not None:
            self._status.stop()
        if self._timer is not None:
            self._timer.cancel()
        self._status = self._timer = None
