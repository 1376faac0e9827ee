"""Chooses where blocks of items are generated: in local processes, or as tasks of a Ray cluster."""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Generator
from typing import Any, Final

from attrs import frozen

from cocoa_core.errors import CocoaError, UsageError, one_line
from cocoa_core.extras import library
from cocoa_core.running.makers import AHEAD, Block, Blocks, PicklableRunSpec, RunSpec, block_of, ranges
from cocoa_core.suggestions import not_among

_ENGINES: Final = ("processes", "ray")
_TIMES: Final = 5
"""How often a block is made again after its worker was lost."""


def blocks_of(engine: str, call: RunSpec, workers: int = 1) -> int | Blocks:
    """Returns where blocks of items are made, as `write_dataset` takes it: a number of processes, or tasks
    of a cluster. The items are the same either way.

    Args:
        engine: the name of the engine.
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
