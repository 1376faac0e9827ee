"""Blocks of questions from several processes, in the order of their indices."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Generator, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.synchronize import Event
from pathlib import Path
from threading import Thread
from typing import Final

from attrs import define, frozen

from cocoa_core.errors import CocoaError, UsageError
from cocoa_core.generation.collector import collecting_rarely
from cocoa_core.generation.engine import Engine
from cocoa_core.generation.schedule import BLOCK
from cocoa_core.generation.settings import Settings
from cocoa_core.records.entry import Entry

__all__ = ["Block", "Job", "make_block", "parallel_blocks"]

_AHEAD: Final = 2
"""Blocks that each worker may be ahead of the parent: what bounds the memory of a run."""


@frozen
class Job:
    """What a run makes. folder, digest: the domain, in which state."""

    folder: str
    digest: str
    settings: Settings
    seed: int


@frozen
class Block:
    """First attempts: requirements in index order from `start`, as far as they go before `error`, if any."""

    start: int
    requirements: tuple[tuple[Entry, ...], ...]
    error: CocoaError | None = None


def make_block(
    engine: Engine, start: int, stop: int, *, written: bool, stopped: Event | None = None
) -> Block:
    """The block of these indices, with lines or with questions; what comes before an error is kept."""
    found: list[tuple[Entry, ...]] = []
    try:
        for index in range(start, stop):
            if stopped is not None and stopped.is_set():
                break
            found.append(tuple(Entry.of(one, written=written) for one in engine.questions(index)))
    except CocoaError as error:
        return Block(start, tuple(found), error)
    return Block(start, tuple(found))


def parallel_blocks(job: Job, start: int, stop: int | None, workers: int) -> Generator[Block, None, None]:
    """Blocks of the indices from `start` to `stop` (None: without end), computed by as many processes.

    At most two blocks a worker are under way or waiting. When the iterator is closed the processes end, after
    the question each is at; when this process is killed, they end at once. CocoaError where one of them dies.
    """
    context = get_context("spawn")
    stopped = context.Event()
    pool = ProcessPoolExecutor(workers, context, _begin, (job, stopped))
    waiting: deque[Future[Block]] = deque()
    try:
        for first, last in _ranges(start, stop):
            waiting.append(pool.submit(_make, first, last))
            if len(waiting) > _AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise CocoaError(
            "a worker process ended before its work was done",
            got=str(error),
            expected="processes that run to their end",
            fix="use fewer workers if memory is short; in a script, call under `if __name__ == '__main__':`",
        ) from error
    finally:
        stopped.set()
        pool.shutdown(wait=True, cancel_futures=True)


def _ranges(start: int, stop: int | None) -> Iterator[tuple[int, int]]:
    """Indices in blocks that end where the schedule's do."""
    while stop is None or start < stop:
        end = (start // BLOCK + 1) * BLOCK
        yield start, end if stop is None else min(end, stop)
        start = end


@define
class _Worker:
    """What a worker process keeps between blocks."""

    job: Job
    stopped: Event
    _engine: Engine | None = None

    def engine(self) -> Engine:
        """Made at the first block, so that its errors reach the parent like any other."""
        if self._engine is None:
            from cocoa_core.domain.loading import load_domain

            domain = load_domain(Path(self.job.folder))
            if domain.digest != self.job.digest:
                raise UsageError(
                    f"the files of the domain {domain.schema.name} changed while it was in use",
                    got=f"digest {domain.digest[:16]} in {self.job.folder}",
                    expected=f"digest {self.job.digest[:16]}",
                    fix="run it again",
                )
            self._engine = Engine(domain, self.job.settings, self.job.seed)
        return self._engine


_worker: _Worker | None = None


def _begin(job: Job, stopped: Event) -> None:
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then tells the workers
    _worker = _Worker(job, stopped)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A pool's workers would wait for ever for work from a parent that was killed."""
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _make(start: int, stop: int) -> Block:
    if _worker is None:
        raise RuntimeError("a worker that was not begun")
    try:
        engine = _worker.engine()
    except CocoaError as error:
        return Block(start, (), error)
    with collecting_rarely():
        return make_block(engine, start, stop, written=True, stopped=_worker.stopped)
