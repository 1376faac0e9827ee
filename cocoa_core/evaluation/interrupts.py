"""Ends a run by one Ctrl-C while questions are asked, even if the first cancellation is lost.

asyncio turns the first press into one cancellation of its main task, which has to pass through every library
on the way to a question. A library that takes it for the end of something of its own swallows it, and the run
goes on as if nobody had pressed. So the cancellation is repeated as long as questions are being asked.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any, Final

import anyio
from attrs import define, field

_RECHECK_AFTER: Final = 1.0
"""Seconds after which a question that is still asked shows that a cancellation was lost."""


@define
class _Guard:
    """The questions that are asked in one event loop. While there are any, SIGINT is handled here."""

    loop: asyncio.AbstractEventLoop
    main: asyncio.Task[Any]
    """The task that asyncio cancels on SIGINT."""
    before: Callable[[int, FrameType | None], Any]
    """The handler of SIGINT that was there before."""
    tasks: set[asyncio.Task[Any]] = field(factory=set)
    """The tasks that ask a question."""

    def pressed(self, number: int, frame: FrameType | None) -> None:
        """Handles SIGINT as asyncio does (a second press ends the process), and checks that it worked."""
        self.before(number, frame)
        self.loop.call_soon_threadsafe(self._schedule_check)

    def _schedule_check(self) -> None:
        self.loop.call_later(_RECHECK_AFTER, self._check)

    def _check(self) -> None:
        if any(not task.done() for task in self.tasks) and not self.main.done():
            self.main.cancel()
            self._schedule_check()


_guards: dict[asyncio.AbstractEventLoop, _Guard] = {}


@contextlib.contextmanager
def asking() -> Iterator[None]:
    """Keeps a press of Ctrl-C from being lost while a question is asked in the block.

    It does nothing outside of asyncio, in another thread than the main one, and where SIGINT is ignored or
    has Python's default handler.
    """
    try:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
    except RuntimeError:
        task = None
    guard = None if task is None else _guards.get(loop) or _guarded(loop, task)
    if guard is None or task is None:
        yield
        return
    guard.tasks.add(task)
    try:
        yield
    finally:
        guard.tasks.discard(task)
        if not guard.tasks and _guards.pop(loop, None) is not None:
            signal.signal(signal.SIGINT, guard.before)


def _guarded(loop: asyncio.AbstractEventLoop, task: asyncio.Task[Any]) -> _Guard | None:
    """Puts a guard in place of the loop's handler of SIGINT, and returns it; None where there is none."""
    before, main = signal.getsignal(signal.SIGINT), _main_of(loop, task)
    on_main_thread = threading.current_thread() is threading.main_thread()
    if not on_main_thread or main is None or not callable(before) or before is signal.default_int_handler:
        return None
    guard = _guards[loop] = _Guard(loop, main, before)
    signal.signal(signal.SIGINT, guard.pressed)
    return guard


def _main_of(loop: asyncio.AbstractEventLoop, task: asyncio.Task[Any]) -> asyncio.Task[Any] | None:
    """Returns the first of the tasks that started one another and at last this one; None where it is gone."""
    parents = {running.id: running.parent_id for running in anyio.get_running_tasks()}
    first = id(task)
    while (parent := parents.get(first)) is not None:
        first = parent
    return next((running for running in asyncio.all_tasks(loop) if id(running) == first), None)
