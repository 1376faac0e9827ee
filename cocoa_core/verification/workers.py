"""Checks batches in order, in this process or in several. It shares no code with the workers that write."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from threading import Thread
from typing import Final

from cocoa_core.errors import CocoaError
from cocoa_core.verification.checker import Checker
from cocoa_core.verification.item_files import Batch, CheckedBatch, check_batch

_AHEAD: Final = 4
"""The number of batches under way for each process: enough to keep it busy, few enough to bound memory."""

_checkers: list[Checker] = []
"""In a worker process, its only checker."""


def checked_batches(
    checker: Checker, batches: Iterable[Batch], workers: int
) -> Generator[CheckedBatch, None, None]:
    """Yields the outcome of every batch, in the order of the batches, whatever the number of workers.

    Processes are spawned, so a script that asks for more than one calls this under `if __name__ ==
    "__main__":`.

    Args:
        workers: the number of processes.

    Raises:
        CocoaError: a process dies.
    """
    if workers <= 1:
        for batch in batches:
            yield check_batch(checker, batch)
        return
    pool = ProcessPoolExecutor(workers, get_context("spawn"), _begin, (checker,))
    waiting: deque[Future[CheckedBatch]] = deque()
    try:
        for batch in batches:
            waiting.append(pool.submit(_check, batch))
            if len(waiting) > _AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise CocoaError(
            "a process of the verification ended before its work was done",
            got=str(error),
            fix="use fewer workers; in a script, call under `if __name__ == '__main__':`",
        ) from error
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _begin(checker: Checker) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then ends the pool
    _checkers.append(checker)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """Ends this process with its parent. Otherwise a process of a pool would wait for work for ever."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _check(batch: Batch) -> CheckedBatch:
    return check_batch(_checkers[0], batch)
