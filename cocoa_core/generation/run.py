"""The questions of a run in index order, none asked twice: the same for any number of workers."""

from __future__ import annotations

import itertools
import json
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from itertools import islice
from typing import Final

from cocoa_core.domain.domain import Domain
from cocoa_core.errors import SettingsError, UsageError
from cocoa_core.generation.engine import Engine
from cocoa_core.generation.schedule import BLOCK
from cocoa_core.generation.seen import Asked
from cocoa_core.generation.settings import Settings
from cocoa_core.generation.workers import Block, Job, make_block, parallel_blocks
from cocoa_core.records.entry import Entry
from cocoa_core.records.question import Question

__all__ = ["Run", "generate"]

_ATTEMPTS: Final = 100
"""Attempts at one index before its settings are called exhausted."""


class Run:
    """Commits requirements in index order.

    asked: what was asked so far; a run that goes on where another one stopped is given what that one asked.
    """

    def __init__(
        self, domain: Domain, settings: Settings, seed: int = 0, workers: int = 1, *, written: bool = False
    ) -> None:
        if workers < 1:
            raise UsageError(
                "the number of workers is out of range", got=str(workers), expected="a whole number from 1"
            )
        self.domain, self.settings, self.seed = domain, settings, seed
        self.workers, self.written = workers, written
        self.asked = Asked()
        self._again: Engine | None = None

    def requirements(
        self, start: int = 0, stop: int | None = None
    ) -> Generator[tuple[Entry, ...], None, None]:
        """The entries of each index from `start` to `stop` (None: without end), one for each option set.

        Of the attempts at an index the first one is taken whose questions were not asked before (same
        requirement, same set of options) and whose requirement is on no other side.
        Raises SettingsError where the settings cannot be met, or no such attempt is found in bounded tries.
        """
        index = start
        with closing(self._blocks(start, stop)) as blocks:
            for block in blocks:
                for first in block.requirements:
                    entries = self._new(index, first)
                    self.asked.add(entries)
                    yield entries
                    index += 1
                if block.error is not None:
                    raise block.error

    def _blocks(self, start: int, stop: int | None) -> Generator[Block, None, None]:
        """First attempts: from processes where there is more than one block of them, else one by one."""
        ends_at = (start // BLOCK + 1) * BLOCK
        if self.workers > 1 and (stop is None or stop > ends_at):
            folder = str(self.domain.folder.resolve())
            job = Job(folder, self.domain.digest, self.settings, self.seed)
            return parallel_blocks(job, start, stop, self.workers)
        engine = Engine(self.domain, self.settings, self.seed)
        return (make_block(engine, index, index + 1, written=self.written) for index in _from(start, stop))

    def _new(self, index: int, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        attempt = 0
        while not self.asked.admits(entries):
            attempt += 1
            if attempt == _ATTEMPTS:
                raise self._exhausted(index)
            entries = self._attempt(index, attempt)
        return entries

    def _attempt(self, index: int, attempt: int) -> tuple[Entry, ...]:
        # An engine of its own: the rings of later attempts would push those of the first out of its memory.
        if self._again is None:
            self._again = Engine(self.domain, self.settings, self.seed)
        questions = self._again.questions(index, attempt)
        return tuple(Entry.of(one, written=self.written) for one in questions)

    def _exhausted(self, index: int) -> SettingsError:
        return SettingsError(
            f"{self.domain.schema.name} has no further question for index {index:,}",
            got=f"{_ATTEMPTS} attempts, all asked before, after {len(self.asked.questions):,} questions",
            expected="settings, rules and rows that give as many different questions as are asked for",
            fix="ask for fewer questions or more slots, or give the domain more rules and more varied rows",
        )


def generate(
    domain: Domain,
    settings: Settings,
    seed: int = 0,
    count: int | None = None,
    workers: int = 1,
    start: int = 0,
) -> Iterator[Question]:
    """Questions in the order of their indices, then option sets; no two with equal requirement and options.

    count: how many questions (None: without end). workers: processes; they change nothing of the questions.
    start: the first index. A run from there knows nothing of the questions before it: it gives those of the
    run from 0 but where that one had to avoid a question from before `start`.
    Memory: 11 to 15 bytes a question, with sides as much again.
    Raises UsageError, at once, for a count or start below 0 or workers below 1; SettingsError, where it comes
    to that, if the settings cannot be met.
    """
    for name, number in (("count", count), ("start", start)):
        if number is not None and number < 0:
            raise UsageError(f"the {name} is out of range", got=str(number), expected="a whole number from 0")
    return _questions(Run(domain, settings, seed, workers), start, count)


def _questions(run: Run, start: int, count: int | None) -> Iterator[Question]:
    stop = None if count is None else start + count  # at least one question an index
    with closing(run.requirements(start, stop)) as requirements:
        every = (entry for entries in requirements for entry in entries)
        for entry in islice(every, count):
            # A line from a worker is read again: half the work of unpickling a question.
            yield entry.question or Question.from_json(json.loads(entry.line))


def _from(start: int, stop: int | None) -> Iterable[int]:
    return itertools.count(start) if stop is None else range(start, stop)
