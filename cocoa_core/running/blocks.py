"""Makes blocks of items in the order of their indices: in this process, in several, or as tasks of a Ray
cluster. `RunSpec` states the run that the items belong to.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
from collections import deque
from collections.abc import Generator, Iterable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context, parent_process
from multiprocessing.connection import wait
from multiprocessing.synchronize import Event
from pathlib import Path
from threading import Thread
from typing import Any, Final, Protocol

from attrs import define, evolve, field, frozen

from cocoa_core.errors import CocoaError, UsageError, one_line
from cocoa_core.extras import library
from cocoa_core.items import Entry, Family, Item, ItemSource, Maker, Manifest, RunSettings, family_named
from cocoa_core.suggestions import not_among

_THRESHOLDS: Final = (2_000_000, 50, 1_000)


@contextmanager
def infrequent_gc() -> Iterator[None]:
    """Makes Python's cycle collector run rarely within the block.

    Generating a question leaves no cycles, but every collection scans the cached primitives of all groups,
    which took a fifth to a quarter of the time. Use this in a process whose whole work is a run; a library
    call that yields single questions must not leave it changed between them.
    """
    before = gc.get_threshold()
    gc.set_threshold(*_THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)


BLOCK: Final = 100
"""Indices in a block: what a worker makes at a time."""
AHEAD: Final = 2
"""Blocks that each worker may be ahead of the parent: what bounds the memory of a run."""


@frozen
class RunSpec:
    """Everything that determines the items of a run, apart from their index and attempt."""

    family: Family[Any]
    source: ItemSource | None
    settings: RunSettings
    seed: int = 0
    remark: str = field(default="", eq=False)
    """What was fitted to the source, and why; empty for nothing."""
    fit: Mapping[str, Any] | None = field(default=None, eq=False)
    """The same, as a manifest states it."""
    given: Mapping[str, Any] = field(factory=dict, eq=False)
    """The settings as the caller named them, which a part states and `join_parts` reads again."""

    @classmethod
    def fitted(
        cls, family: Family[Any], source: ItemSource | None, settings: RunSettings, seed: int = 0
    ) -> RunSpec:
        """Returns the run with its difficulty fitted where none was named, if the family does this."""
        fit = None
        if (fitted := getattr(family, "fitted", None)) is not None:
            settings, fit = fitted(settings, source)
        if fit is None:
            return cls(family, source, settings, seed)
        return cls(family, source, settings, seed, fit.remark, fit.to_json())

    def manifest(self, count: int) -> Manifest:
        """Returns the manifest of a run of this many items that has yet to write them."""
        return Manifest.begun(self.family.name, self.source, self.seed, self.settings, count, self.fit)


@frozen
class PicklableRunSpec:
    """A run for another process. On a machine without the source's folder, the source that is installed under
    its name is taken if it has the same digest.
    """

    family: str
    """Its name."""
    folder: Path | None
    name: str
    digest: str
    """The digest of the source; `folder` and `name` are those of the source, if there is one."""
    settings: RunSettings
    seed: int

    @classmethod
    def of(cls, call: RunSpec) -> PicklableRunSpec:
        """Returns the run in a form that can be pickled."""
        source = call.source
        if source is None:
            return cls(call.family.name, None, "", "", call.settings, call.seed)
        folder = source.folder.resolve()
        return cls(call.family.name, folder, source.name, source.digest, call.settings, call.seed)


@frozen
class Block:
    """First attempts: entries by index from `start`, up to the one before `error`, if there is any."""

    start: int
    indices: tuple[tuple[Entry, ...], ...]
    error: CocoaError | None = None


class Blocks(Protocol):
    """What makes first attempts: this process, several, or something elsewhere."""

    def __call__(self, start: int, stop: int | None) -> Generator[Block, None, None]:
        """Yields blocks of the indices from `start` to `stop` (None: without end), in order, each once."""


def entries_of(family: Family[Any], items: Iterable[Item], *, written: bool) -> tuple[Entry, ...]:
    """Returns the entries of items, with their lines if they are to be written, otherwise with the items."""
    if written:
        return tuple([evolve(family.entry(item), line=f"{item.line()}\n".encode()) for item in items])
    return tuple([evolve(family.entry(item), item=item) for item in items])


def make_block(
    family: Family[Any],
    maker: Maker[Any],
    start: int,
    stop: int,
    *,
    written: bool,
    stopped: Event | None = None,
) -> Block:
    """Returns the block of these indices, with lines or with items. What comes before an error is kept."""
    indices: list[tuple[Entry, ...]] = []
    try:
        for index in range(start, stop):
            if stopped is not None and stopped.is_set():
                break
            indices.append(entries_of(family, maker.items(index), written=written))
    except CocoaError as error:
        return Block(start, tuple(indices), error)
    return Block(start, tuple(indices))


def parallel_blocks(
    job: PicklableRunSpec, start: int, stop: int | None, workers: int
) -> Generator[Block, None, None]:
    """Yields blocks of the indices from `start` to `stop` (None: without end), made by several processes.

    About `AHEAD` blocks a worker are under way or waiting. When the iterator is closed, the processes end
    after the item each is at; when this process is killed, they end at once.

    Raises:
        CocoaError: a process dies.
    """
    context = get_context("spawn")
    stopped = context.Event()
    pool = ProcessPoolExecutor(workers, context, _begin, (job, stopped))
    waiting: deque[Future[Block]] = deque()
    try:
        for first, last in ranges(start, stop):
            waiting.append(pool.submit(_make, first, last))
            if len(waiting) > AHEAD * workers:
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


def ranges(start: int, stop: int | None) -> Iterator[tuple[int, int]]:
    """Yields ranges of indices that end at multiples of `BLOCK`."""
    while stop is None or start < stop:
        end = (start // BLOCK + 1) * BLOCK
        yield start, end if stop is None else min(end, stop)
        start = end


@define
class _Worker:
    """What a worker process keeps between blocks."""

    job: PicklableRunSpec
    stopped: Event | None = None
    _made: tuple[Family[Any], Maker[Any]] | None = None

    def maker(self) -> tuple[Family[Any], Maker[Any]]:
        """Returns the family and the maker; they are made with the first block so that errors reach the
        parent.
        """
        if self._made is None:
            job = self.job
            family = family_named(job.family)
            moved = job.folder is not None and not job.folder.is_dir()
            source = family.source(job.name if moved else job.folder)
            if source is not None and source.digest != job.digest:
                raise UsageError(
                    f"the files of the domain {source.name} changed while it was in use",
                    got=f"digest {source.digest[:16]} in {job.folder}",
                    expected=f"digest {job.digest[:16]}",
                    fix="run it again",
                )
            self._made = family, family.maker(source, job.settings, job.seed)
        return self._made

    def block(self, start: int, stop: int) -> Block:
        """Returns the block of these indices, with lines."""
        try:
            family, maker = self.maker()
        except CocoaError as error:
            return Block(start, (), error)
        with infrequent_gc():
            return make_block(family, maker, start, stop, written=True, stopped=self.stopped)


_worker: _Worker | None = None


def _begin(job: PicklableRunSpec, stopped: Event) -> None:
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which then tells the workers
    _worker = _Worker(job, stopped)
    Thread(target=end_with_parent, daemon=True).start()


def end_with_parent() -> None:
    """Ends this process when its parent ends: a pool's workers would wait for ever for work from a parent
    that was killed.
    """
    parent = parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


def _make(start: int, stop: int) -> Block:
    if _worker is None:
        raise RuntimeError("a worker that was not begun")
    return _worker.block(start, stop)


def block_of(job: PicklableRunSpec, start: int, stop: int) -> Block:
    """Returns a block of a run, in a process that makes others of it too."""
    global _worker
    if _worker is None or _worker.job != job:
        _worker = _Worker(job)
    return _worker.block(start, stop)


_ENGINES: Final = ("processes", "ray")
_TIMES: Final = 5
"""How often a block is made again after its worker was lost."""


def blocks_of(engine: str, call: RunSpec, workers: int = 1) -> int | Blocks:
    """Returns where blocks of items are made, as `write_dataset` takes it: a number of processes, or tasks
    of a cluster. The items are the same either way.

    Args:
        workers: the number of blocks at a time.

    Raises:
        UsageError: there is no such engine, or it is not installed.
    """
    if engine not in _ENGINES:
        raise UsageError("there is no such engine", **not_among(engine, _ENGINES, " or "))
    if engine == "processes":
        return workers
    if workers < 1:
        raise UsageError("the number of workers is out of range", got=str(workers), expected="1 or more")
    ray = library("ray", "ray", "the engine ray", ", there and on every node")
    return _RayBlocks(PicklableRunSpec.of(call), workers, ray)


@frozen
class _RayBlocks:
    """Makes blocks in core tasks of RAY_ADDRESS's cluster, or of one that ends with the run."""

    job: PicklableRunSpec
    workers: int
    ray: Any

    def __call__(self, start: int, stop: int | None) -> Generator[Block, None, None]:
        ray = self.ray
        begun = not ray.is_initialized()
        try:
            if begun:
                self._begin()
            yield from self._blocks(start, stop)
        except (ray.exceptions.RayError, ConnectionError) as error:
            raise CocoaError(
                "Ray could not make the questions",
                got=one_line(error),
                expected=f"a cluster with cocoa on every node, that loses no block more than {_TIMES} times",
                fix="see to the cluster and repeat the call: it goes on from what is there",
            ) from error
        finally:
            if begun and ray.is_initialized():
                ray.shutdown()

    def _begin(self) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        local = {} if os.environ.get("RAY_ADDRESS") else {"address": "local", "num_cpus": self.workers}
        self.ray.init(include_dashboard=False if local else None, logging_level=logging.ERROR, **local)

    def _blocks(self, start: int, stop: int | None) -> Generator[Block, None, None]:
        """Yields blocks in order, at most so many under way for each worker; as `parallel_blocks` does."""
        ray = self.ray
        make = ray.remote(num_cpus=1, max_retries=_TIMES)(block_of)
        job, waiting = ray.put(self.job), deque[Any]()
        try:
            for first, last in ranges(start, stop):
                waiting.append(make.remote(job, first, last))
                if len(waiting) > AHEAD * self.workers:
                    yield ray.get(waiting.popleft())
            while waiting:
                yield ray.get(waiting.popleft())
        finally:
            for task in waiting:
                ray.cancel(task)
