"""One export while it is written: which questions, in which splits, into which folder."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeAlias

from attrs import field, frozen

from cocoa_core.domain.domain import Domain
from cocoa_core.errors import UsageError
from cocoa_core.records.dataset import Dataset
from cocoa_core.records.definition import domain_of
from cocoa_core.records.ledger import QUESTIONS
from cocoa_core.records.question import Question

__all__ = ["Asked", "Job", "Progress", "Split", "json_line"]

Progress: TypeAlias = Callable[[int, int | None], None]
"""Called with how many questions are written, of how many; None where that is not known."""

_TEST: Final = "test"


@frozen
class Asked:
    """What a user asked for. side, limit: None for all; the limit is one of each side."""

    side: str | None = None
    limit: int | None = None
    strategy: str | None = None
    prompt: Path | None = None
    explain: bool = False


@frozen
class Split:
    """One file of an export. name: as other tools know it. side: where its questions come from."""

    name: str
    side: str


@frozen(slots=False, eq=False)
class Job:
    """Gives a writer its questions, one by one, and counts them.

    folder: where the writer puts its files, in any order; what is there appears under its final name at the
    end or not at all. counts: questions by split, once they are written.
    """

    dataset: Dataset
    asked: Asked
    folder: Path
    progress: Progress
    counts: dict[str, int] = field(factory=dict, init=False)

    @cached_property
    def domain(self) -> Domain:
        """The domain as the data set carries it."""
        return domain_of(self.dataset)

    @cached_property
    def splits(self) -> tuple[Split, ...]:
        """The sides that have questions; those of a data set without sides are the split `test`.

        Raises UsageError for an unknown side, for a limit below 1, and where there is no question.
        """
        if self.asked.limit is not None and self.asked.limit < 1:
            raise UsageError(
                "the limit is out of range", got=str(self.asked.limit), expected="a whole number from 1"
            )
        sides = self.dataset.sides if self.asked.side is None else (self.asked.side,)
        found = [side for side in sides if next(self.dataset.side(side), None) is not None]
        if not found:
            raise UsageError(
                "there are no questions to export",
                got=f"{self.dataset.folder}" + (f", side {self.asked.side}" if self.asked.side else ""),
                expected="one question at least",
                fix="generate some with `cocoa generate`, or name another side",
            )
        return tuple(Split(_TEST if side == QUESTIONS else side, side) for side in found)

    def questions(self, split: Split) -> Iterator[Question]:
        """The questions of a split in their order, as many as were asked for; one is held at a time."""
        before = sum(self.counts.values())
        self.counts[split.name] = 0
        for done, question in enumerate(islice(self.dataset.side(split.side), self.asked.limit), start=1):
            yield question
            self.counts[split.name] = done
            self.progress(before + done, self._total)

    def write_lines(self, split: Split, line: Callable[[Question], Mapping[str, Any]]) -> None:
        """Write NAME.jsonl, one line of JSON a question."""
        with (self.folder / f"{split.name}.jsonl").open("wb") as file:
            for question in self.questions(split):
                file.write(json_line(line(question)))

    @cached_property
    def _total(self) -> int | None:
        files = self.dataset.manifest.files
        known = [files[split.side].questions for split in self.splits]
        if not self.dataset.manifest.complete or None in known:
            return None
        most = self.asked.limit
        return sum(min(most, one) if most is not None else one for one in known if one is not None)


def json_line(data: Mapping[str, Any]) -> bytes:
    """One line of JSON Lines, in UTF-8, keys as they come."""
    return f"{json.dumps(data, ensure_ascii=False)}\n".encode()
