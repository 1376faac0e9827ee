"""How far a long command is: a bar on a terminal, a line every half minute elsewhere; always on stderr."""

from __future__ import annotations

import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Final, Self

from .terminal import errors, plain

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress as Bars
    from rich.progress import TaskID
    from rich.status import Status

__all__ = ["Checking", "Counting", "Doing", "Exporting", "Stages", "Writing"]

_BETWEEN_UPDATES: Final = 0.1
_BETWEEN_LINES: Final = 30.0
"""Seconds between two looks of a bar, and between two lines."""
_BEFORE_STAGES: Final = 2.0
"""Seconds that a stage may take before a line names it."""


class _Shown:
    """A bar or lines, begun at the first update. quiet: nothing at all."""

    def __init__(self, what: str, *, quiet: bool = False) -> None:
        self._what = what
        self._console = errors()
        self._bar = self._console.is_terminal and not quiet
        self._lines = not self._console.is_terminal and not quiet
        self._next = time.monotonic() + _BETWEEN_LINES if self._lines else 0.0
        self._progress: Bars | None = None
        self._task: TaskID | None = None
        self._first: tuple[float, int] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """Takes the bar away."""
        if self._progress is not None:
            self._progress.stop()

    def update(self, done: int, total: int | None, remark: Callable[[], str]) -> None:
        """Shows `done` of `total` (None: not known); cheap enough to be called for every question."""
        now = time.monotonic()
        if self._first is None:
            self._first = (now, done)
        if now < self._next and done != total:
            return
        if self._bar:
            self._next = now + _BETWEEN_UPDATES
            self._update_bar(done, total, remark())
        elif self._lines and now >= self._next:
            self._next = now + _BETWEEN_LINES
            self._console.print(self._line(now, done, total, remark()), soft_wrap=True)

    def _line(self, now: float, done: int, total: int | None, remark: str) -> str:
        began, before = self._first or (now, done)
        rate = (done - before) / (now - began) if now > began else 0.0
        parts = [f"{self._what}: {done:,}" + (f" of {total:,}" if total else ""), f"{rate:,.0f} a second"]
        if total and rate:
            parts.append(f"{(total - done) / rate:,.0f} s left")
        return ", ".join([*parts, *([remark] if remark else [])])

    def _update_bar(self, done: int, total: int | None, remark: str) -> None:
        if self._progress is None:
            self._progress = _bars(self._console)
            self._task = self._progress.add_task(self._what, completed=done, total=total, remark=remark)
            self._progress.start()
        elif self._task is not None:
            self._progress.update(
                self._task, description=self._what, completed=done, total=total, remark=remark
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

    class Rate(ProgressColumn):
        """Questions a second."""

        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text(f"{speed:,.0f}/s" if speed else "", style="cyan")

    return Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(bar_width=None),
        MofNCompleteColumn(),
        Rate(),
        TimeRemainingColumn(compact=True),
        TextColumn("{task.fields[remark]}", markup=False, style="dim"),
        console=console,
        transient=True,
        expand=False,
    )


class Writing(_Shown):
    """Progress of `generate`: how many questions are there, and how many draws were refused on the way."""

    def __init__(self, *, quiet: bool = False, streaming: bool = False) -> None:
        # A bar and a stream of records on the same terminal would write over each other.
        super().__init__("writing", quiet=quiet or (streaming and sys.stdout.isatty()))
        self.quiet = quiet
        self.done: int | None = None

    def __call__(self, done: int, total: int | None, rejections: Counter[str]) -> None:
        self.done = done
        self.update(done, total, lambda: f"{rejections.total():,} refused")

    def rate(self) -> float:
        """Questions a second since the first report."""
        if self._first is None or self.done is None:
            return 0.0
        began, before = self._first
        passed = time.monotonic() - began
        return (self.done - before) / passed if passed > 0 else 0.0


class Checking(_Shown):
    """Progress of a check: how many questions, or parts of a domain, of how many if that is known."""

    def __init__(self, total: int | None) -> None:
        super().__init__("checking")
        self._total = total

    def __call__(self, checked: int) -> None:
        self.update(checked, self._total, str)


class Counting(_Shown):
    """Progress of a command that cannot know how much there is. what: a verb, such as `reading`."""

    def __call__(self, done: int) -> None:
        self.update(done, None, str)


class Exporting(_Shown):
    """Progress of `export`: how many questions are written, of how many if that is known."""

    def __init__(self, *, quiet: bool = False, what: str = "exporting") -> None:
        super().__init__(what, quiet=quiet)

    def __call__(self, done: int, total: int | None) -> None:
        self.update(done, total, str)


class Doing(_Shown):
    """Progress of a command that does one thing after the other, each of a known length."""

    def __init__(self) -> None:
        super().__init__("")
        self._total = 0

    def __call__(self, what: str, done: int, total: int) -> None:
        """Shows how much of `what` is done."""
        if total != self._total:
            self._first, self._total = None, total
        self._what = what
        self.update(done, total, str)


class Stages:
    """What a command is doing, as a spinner on a terminal; elsewhere a line for what takes two seconds."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._quiet = quiet
        self._console = errors()
        self._status: Status | None = None
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def __call__(self, stage: str) -> None:
        """Says that this is done next."""
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
        """Takes the spinner away, before a question or the end."""
        if self._status is not None:
            self._status.stop()
        if self._timer is not None:
            self._timer.cancel()
        self._status = self._timer = None
