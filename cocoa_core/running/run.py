"""Yields the items of a run in index order without duplicates, the same for any number of workers.

A first attempt that repeats an earlier item is replaced by the next attempt at its index that does not.
"""

from __future__ import annotations

import itertools
from collections.abc import Generator, Iterator
from contextlib import closing
from itertools import islice
from typing import Any, Final

from cocoa_core.errors import ExhaustedError, UsageError
from cocoa_core.items import Entry, Maker
from cocoa_core.running.blocks import (
    BLOCK,
    Block,
    Blocks,
    PicklableRunSpec,
    RunSpec,
    entries_of,
    infrequent_gc,
    make_block,
    parallel_blocks,
)
from cocoa_core.running.fingerprints import FingerprintSets

_ATTEMPTS: Final = 100
"""Attempts at one index before its settings are called exhausted."""
_SHOWN_ATTEMPTS: Final = 20
"""Attempts at one index to get options that were not shown before. When all of them fail at some index, the
source has run out of new options, and no later index tries again.
"""


class ProductionRun:
    """Commits indices in order.

    `written` says whether entries carry lines, or else items. `repeats` holds what was made so far; a run
    that goes on where another stopped is given the other's. `workers` is the number of processes that make
    first attempts, or whatever makes them elsewhere.
    """

    def __init__(self, call: RunSpec, workers: int | Blocks = 1, *, written: bool = False) -> None:
        if isinstance(workers, int) and workers < 1:
            raise UsageError(
                "the number of workers is out of range", got=str(workers), expected="a whole number from 1"
            )
        self.call, self.written = call, written
        self.repeats = FingerprintSets()
        self._workers = workers if isinstance(workers, int) else 1
        self._blocks: Blocks = self._first_blocks if isinstance(workers, int) else workers
        self._retry_maker: Maker[Any] | None = None

    def indices(self, start: int = 0, stop: int | None = None) -> Generator[tuple[Entry, ...], None, None]:
        """Yields the entries of each index from `start` to `stop` (None: without end).

        Of the attempts at an index the first is taken whose items were not made before, share nothing with
        another side, and show nothing that others showed, as long as the source has more to show.

        Raises:
            SettingsError: the settings cannot be met, or a bounded number of attempts gives no such items.
        """
        index = start
        with closing(self._blocks(start, stop)) as blocks:
            for block in blocks:
                for first in block.indices:
                    entries = self._first_admitted(index, first)
                    self.repeats.add(entries)
                    yield entries
                    index += 1
                if block.error is not None:
                    raise block.error

    def first_attempts(self, start: int, stop: int) -> Generator[tuple[Entry, ...], None, None]:
        """Yields the first attempt at each index, before anything is compared with others."""
        with closing(self._blocks(start, stop)) as blocks:
            for block in blocks:
                yield from block.indices
                if block.error is not None:
                    raise block.error

    def _first_blocks(self, start: int, stop: int | None) -> Generator[Block, None, None]:
        """Returns first attempts: from processes if there is more than one block, else one by one."""
        call = self.call
        ends_at = (start // BLOCK + 1) * BLOCK
        if self._workers > 1 and (stop is None or stop > ends_at):
            return parallel_blocks(PicklableRunSpec.of(call), start, stop, self._workers)
        maker = call.family.maker(call.source, call.settings, call.seed)
        return (
            self._block_of(maker, index)
            for index in (itertools.count(start) if stop is None else range(start, stop))
        )

    def _block_of(self, maker: Maker[Any], index: int) -> Block:
        with infrequent_gc():
            return make_block(self.call.family, maker, index, index + 1, written=self.written)

    def _first_admitted(self, index: int, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """Returns these entries of the first attempt, or those of the next that the run can take."""
        attempt, spare = 0, None
        while not self.repeats.admits(entries) or self._worth_retrying(entries):
            if self.repeats.admits(entries):
                spare = spare or entries
            attempt += 1
            if spare is not None and attempt >= _SHOWN_ATTEMPTS:
                return spare
            if attempt == _ATTEMPTS:
                raise self._exhausted(index)
            entries = self._attempt(index, attempt)
        return entries

    def _worth_retrying(self, entries: tuple[Entry, ...]) -> bool:
        """Returns whether another attempt is worth it, since these items show what others have shown."""
        return not self.repeats.all_shown and self.repeats.shows_again(entries)

    def _attempt(self, index: int, attempt: int) -> tuple[Entry, ...]:
        # A maker of its own: what later attempts keep would push out what the first ones do.
        call = self.call
        if self._retry_maker is None:
            self._retry_maker = call.family.maker(call.source, call.settings, call.seed)
        return entries_of(call.family, self._retry_maker.items(index, attempt), written=self.written)

    def _exhausted(self, index: int) -> ExhaustedError:
        source = self.call.source
        return ExhaustedError(
            f"{source.name if source is not None else self.call.family.name} has no further question for "
            f"index {index:,}",
            got=f"{_ATTEMPTS} attempts, all asked before, after {len(self.repeats.items):,} questions",
            fix=f"ask for fewer{getattr(self.call.family, 'or_widen', '')}",
        )


def generate(call: RunSpec, count: int | None = None, workers: int = 1, start: int = 0) -> Iterator[Any]:
    """Returns items in the order of their indices, no two with the same fingerprints.

    It takes 11 to 15 bytes of memory an item, as much again with sides, and twice as much for each thing
    shown.

    Args:
        count: the number of items; None for no end.
        workers: the number of processes. The items are the same for any number.
        start: the first index. A run from there does not know the items before it: it gives those of the run
            from 0, except where that one had to avoid an item from before `start`.

    Raises:
        UsageError: at once, for a count or start below 0 or workers below 1.
        SettingsError: the settings cannot be met, which may turn out late.
    """
    for name, number in (("count", count), ("start", start)):
        if number is not None and (not hasattr(number, "__index__") or number < 0):
            raise UsageError(f"the {name} is out of range", got=str(number), expected="a whole number from 0")
    return _items(ProductionRun(call, workers), start, count)


def _items(run: ProductionRun, start: int, count: int | None) -> Iterator[Any]:
    stop = None if count is None else start + count  # at least one item an index
    with closing(run.indices(start, stop)) as indices:
        every = (entry for entries in indices for entry in entries)
        for entry in islice(every, count):
            # A line from a worker is read again: half the work of unpickling an item.
            yield entry.item if entry.item is not None else run.call.family.read(entry.line)
