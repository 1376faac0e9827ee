"""Rewords the requests of a data set: lists the open tasks, and writes the data set with what passed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import Any

from attrs import asdict, define, evolve, frozen

from cocoa_core.domain import Domain
from cocoa_core.errors import UsageError
from cocoa_core.families.selection.definition import domain_of
from cocoa_core.families.selection.record import SELECTION
from cocoa_core.items import Dataset, Manifest, write_changed
from cocoa_core.paraphrasing.judging import SAME
from cocoa_core.paraphrasing.mutants import Mutant, kinds_of, mutants_of
from cocoa_core.paraphrasing.rounds import Rewrite, Task, TaskReply, judged_reply, reader_tasks, rewrite_of
from cocoa_core.paraphrasing.subjects import DELIVERIES, ParaphraseSubject, subjects_of
from cocoa_core.suggestions import not_among


@define
class KindReport:
    """The number of mutants of one kind that were read, and of those that readers took for the original."""

    read: int = 0
    by_first: int = 0
    """Those that the first reader took for it."""
    by_second: int = 0
    """Those that the second reader took for it."""
    by_both: int = 0
    """Those that both readers took for it."""


@frozen
class ParaphraseReport:
    """What became of the requests that were asked about."""

    requests: int
    passed: int
    """Requests whose first rewrite passed."""
    repaired: int
    """Requests of which a rewrite passed after one or two repairs."""
    dropped: int
    """Requests of which no rewrite passed."""
    open: int
    """Requests for which replies are missing."""
    open_tasks: int
    unused: int
    """Replies to no task of this data set."""
    verdicts: Mapping[str, int]
    """How often each verdict was given, over all rounds."""
    mutants: Mapping[str, KindReport]
    """The mutants by kind."""
    writers: tuple[str, ...]
    """The models that wrote."""
    readers: tuple[tuple[str, ...], ...]
    """The models that read, for each reader."""
    drops: tuple[tuple[str, str], ...] = ()
    """The id of each question whose rewrite was dropped, and what was wrong with its last rewrite."""

    def to_manifest(self) -> dict[str, Any]:
        """Returns the object for the manifest of the new data set."""
        return {
            "asked": self.requests,
            "passed": self.passed,
            "repaired": self.repaired,
            "dropped": self.dropped,
            "open": self.open,
            "mutants": {kind: asdict(report) for kind, report in self.mutants.items()},
        }

    def to_json(self) -> dict[str, Any]:
        """Returns the same with tasks, verdicts, models and drops."""
        return {
            **self.to_manifest(),
            "open_tasks": self.open_tasks,
            "unused": self.unused,
            "verdicts": dict(self.verdicts),
            "writers": list(self.writers),
            "readers": [list(names) for names in self.readers],
            "drops": [list(drop) for drop in self.drops],
        }


@frozen(eq=False, slots=False)
class Paraphrasing:
    """The paraphrases of one data set; they follow from the data set, these numbers and the replies.

    Raises:
        UsageError: the data set is of another family or incomplete, or an argument is out of range.
    """

    dataset: Dataset
    limit: int | None = None
    """How many questions are rewritten, from the first on; None for all."""
    mutants: int = 0
    """How many changed meanings are drawn for the readers, as evenly over the kinds as possible."""
    seed: int = 0
    """The seed of the mutants."""
    delivery: str = DELIVERIES[0]
    """The delivery whose texts are rewritten, one of `DELIVERIES`; with revisions the conversation."""

    def __attrs_post_init__(self) -> None:
        """Refuses another family, an incomplete data set and arguments that are out of range."""
        manifest = self.dataset.manifest
        if manifest.family != SELECTION or not manifest.complete:
            raise UsageError(
                "these requests cannot be said in other words",
                got=f"one of the family {manifest.family}, {'' if manifest.complete else 'not '}complete",
                expected=f"a complete data set of the family {SELECTION}",
            )
        if self.delivery not in DELIVERIES:
            raise UsageError(
                "there are no other words for this delivery", **not_among(self.delivery, DELIVERIES)
            )
        self.dataset.checked(self.limit)
        if self.mutants < 0:
            raise UsageError(
                "the number of mutants is out of range", got=str(self.mutants), expected="0 or more"
            )

    @cached_property
    def domain(self) -> Domain:
        """The domain in the data set."""
        return domain_of(self.dataset)

    @cached_property
    def subjects(self) -> tuple[ParaphraseSubject, ...]:
        """The texts that are rewritten of each question that has them."""
        return tuple(subjects_of(islice(iter(self.dataset), self.limit), self.domain, self.delivery))

    @cached_property
    def drawn_mutants(self) -> tuple[Mutant, ...]:
        """Texts of the grammar whose meaning is not that of the question that they were made from."""
        return tuple(mutants_of(self.subjects, self.domain, self.mutants, self.seed))

    def rewrites(self, replies: Mapping[str, TaskReply]) -> Iterator[Rewrite]:
        """Returns how far each rewrite has come."""
        return (rewrite_of(subject, self.domain, replies) for subject in self.subjects)

    def open_tasks(self, replies: Mapping[str, TaskReply]) -> list[Task]:
        """Returns what has to be answered next, each once: rewrites, and from the first readings on mutants.

        They are sorted by their ids alone, so that nothing distinguishes mutants from rewrites.
        """
        tasks = {task.id: task for rewrite in self.rewrites(replies) for task in rewrite.open}
        if any(task.role == "reader" for task in tasks.values()) or not tasks:
            for mutant in self.drawn_mutants:
                tasks.update({task.id: task for task in self._read(mutant) if task.id not in replies})
        return [tasks[name] for name in sorted(tasks)]

    def report(self, replies: Mapping[str, TaskReply]) -> ParaphraseReport:
        """Returns what became of every request, and which mutants the readers let through."""
        outcomes: Counter[str] = Counter()
        verdicts: Counter[str] = Counter()
        writers: dict[str, None] = {}
        readers: tuple[dict[str, None], ...] = ({}, {})
        drops: list[tuple[str, str]] = []
        used = {task.id for mutant in self.drawn_mutants for task in self._read(mutant)}
        for rewrite in self.rewrites(replies):
            used.update(rewrite.answered)
            outcomes["requests"] += 1
            outcomes[_outcome(rewrite)] += 1
            if _outcome(rewrite) == "dropped":
                drops.append((rewrite.subject.question.id, rewrite.problem))
            for rewrite_round in rewrite.rounds:
                verdicts.update(rewrite_round.verdicts)
            if rewrite.writer:
                writers[rewrite.writer] = None
            for names, name in zip(readers, rewrite.readers, strict=False):
                names[name] = None
        return ParaphraseReport(
            **{name: outcomes[name] for name in ("requests", "passed", "repaired", "dropped", "open")},
            open_tasks=len(self.open_tasks(replies)),
            unused=len(replies.keys() - used),
            verdicts=dict(sorted(verdicts.items())),
            mutants=self._let_through(replies),
            writers=tuple(writers),
            readers=tuple(map(tuple, readers)),
            drops=tuple(drops),
        )

    def write(self, replies: Mapping[str, TaskReply], out: Path) -> Manifest:
        """Writes the data set with a paraphrase in each record whose rewrite passed; nothing else is changed.

        Returns:
            The manifest of the new data set.

        Raises:
            UsageError: `out` exists and is not empty.
        """
        passed = {
            rewrite.subject.question.id: rewrite.to_json()
            for rewrite in self.rewrites(replies)
            if rewrite.passed
        }
        manifest = evolve(self.dataset.manifest, paraphrase=self.report(replies).to_manifest())
        return write_changed(
            self.dataset, manifest, lambda item: evolve(item, paraphrase=passed.get(item.id, {})), out
        )

    def _read(self, mutant: Mutant) -> tuple[Task, ...]:
        return reader_tasks(mutant.subject, self.domain, mutant.parts)

    def _let_through(self, replies: Mapping[str, TaskReply]) -> dict[str, KindReport]:
        result = {kind: KindReport() for kind in kinds_of(self.subjects)} if self.mutants else {}
        for mutant in self.drawn_mutants:
            tasks = self._read(mutant)
            if any(task.id not in replies for task in tasks):
                continue
            let_through = [
                judged_reply(mutant.subject, self.domain, replies[task.id].text).verdict == SAME
                for task in tasks
            ]
            report = result[mutant.kind]
            report.read += 1
            report.by_first += let_through[0]
            report.by_second += let_through[1]
            report.by_both += all(let_through)
        return result


def _outcome(rewrite: Rewrite) -> str:
    if rewrite.open:
        return "open"
    if not rewrite.passed:
        return "dropped"
    return "passed" if len(rewrite.rounds) == 1 else "repaired"
