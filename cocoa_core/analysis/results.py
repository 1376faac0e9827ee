"""The answers that logs hold, and what of the logs was left out and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import field, frozen

from cocoa_core.analysis.conditions import Condition, Names, condition_of, is_exam, names_of
from cocoa_core.analysis.facts import Facts, StoredRecord, facts_of
from cocoa_core.analysis.log_files import log_files
from cocoa_core.analysis.log_reading import (
    UnreadableLogError,
    read_header,
    require_inspect,
    sample_key,
    samples_of,
)
from cocoa_core.analysis.making import LogOrigin, Making, makings, origin_of
from cocoa_core.analysis.outcomes import UnusableError, outcome_of
from cocoa_core.analysis.visible_text import whole

__all__ = ["LeftOut", "Reading", "Result", "read_results"]


@frozen
class Result:
    """One answer of a model to one question.

    model, strategy, dataset: their names; see `conditions.names_of`
    log:      the name of the file; sample: the id of the record; epoch: from 1
    record:   the whole record; facts: what tables need of it
    answer:   the letter named, None where none could be read; then `parse_failure`, and `failure` says why
    input_tokens, output_tokens: of all turns, cached input counted; None where the provider does not say
    seconds:  of work on the answer, waiting for rate limits left out where the log tells it apart
    cost:     in dollars, None where the log does not say
    """

    model: str
    strategy: str
    dataset: str
    log: str
    sample: str
    epoch: int
    record: Mapping[str, Any] = field(repr=False)
    facts: Facts = field(repr=False)
    answer: str | None
    correct: bool
    parse_failure: bool
    failure: str
    input_tokens: int | None
    output_tokens: int | None
    seconds: float | None
    cost: float | None

    @property
    def cluster(self) -> str:
        """The id of the requirement: answers that share it are not independent."""
        return self.facts.requirement


@frozen
class LeftOut:
    """What does not count.

    log: the file's name; of a reference line the data set's. count: samples, 0 for a whole log or a remark.
    """

    log: str
    reason: str
    count: int = 0


@frozen
class Reading:
    """What was found in some logs.

    results:  by data set, model, strategy, then in the order of the logs and of their samples
    left_out: by log, in the order in which they were read
    logs:     the files that answers came from, by name
    folders:  of data sets, as these logs name them; they may be gone
    made:     how each run was made, by data set, model and strategy
    """

    results: tuple[Result, ...]
    left_out: tuple[LeftOut, ...]
    logs: Mapping[str, Path] = field(factory=dict)
    folders: tuple[Path, ...] = ()
    made: Mapping[tuple[str, str, str], Making] = field(factory=dict, repr=False)


@frozen
class _Log:
    path: Path
    name: str
    condition: Condition
    origin: LogOrigin
    status: str
    folder: str | None


def read_results(paths: Sequence[Path], progress: Callable[[int], None] | None = None) -> Reading:
    """All answers to our questions in some logs and folders of logs.

    Of several answers to one question in one epoch under one condition (a run that was taken up again, or
    repeated) the last counts: logs go by the time at which they were begun. What does not count is listed
    with its reason, never raised. progress: called with the number of samples read so far.
    Raises UsageError where there is no log at all, where a path is missing, and without inspect.
    """
    require_inspect()
    return _Reader(progress).read(log_files(paths))


class _Reader:
    def __init__(self, progress: Callable[[int], None] | None) -> None:
        self._progress = progress
        self._done = 0
        self._left_out: list[LeftOut] = []
        self._found: dict[tuple[Condition, str, int], Result] = {}
        self._failed: list[tuple[tuple[Condition, str, int], str, UnusableError]] = []
        self._records: dict[tuple[str, str], tuple[StoredRecord, Facts]] = {}

    def read(self, files: Sequence[Path]) -> Reading:
        names = _short_names(files)
        logs = [log for path in files if (log := self._header(path, names[path])) is not None]
        logs.sort(key=lambda log: (log.origin.begun, log.name))
        called = names_of(log.condition for log in logs)
        for log in logs:
            self._read_log(log, called[log.condition])
        self._report_failures()
        results = sorted(self._found.values(), key=lambda one: (one.dataset, one.model, one.strategy))
        named = {one.log for one in results}
        used = [log for log in logs if log.name in named]
        return Reading(
            tuple(results),
            tuple(self._left_out),
            {log.name: log.path for log in used},
            tuple(dict.fromkeys(Path(log.folder) for log in used if log.folder)),
            makings([(log.condition, log.origin) for log in used], called),
        )

    def _header(self, path: Path, name: str) -> _Log | None:
        try:
            header = read_header(path)
        except UnreadableLogError as why:
            self._left_out.append(LeftOut(name, str(why)))
            return None
        if not is_exam(header):
            self._left_out.append(LeftOut(name, f"a log of another task: {whole(header.eval.task)}"))
            return None
        folder = header.eval.task_args.get("path")
        named = folder if isinstance(folder, str) else None
        return _Log(path, name, condition_of(header), origin_of(header), header.status, named)

    def _read_log(self, log: _Log, called: Names) -> None:
        skipped: Counter[str] = Counter()
        replaced: Counter[str] = Counter()
        remarks: list[str] = []
        before = self._done
        kept = 0
        try:
            for sample in samples_of(log.path):
                self._done += 1
                if self._progress is not None:
                    self._progress(self._done)
                kept += self._read_sample(log, called, sample, skipped, replaced)
        except UnreadableLogError as why:
            remarks.append(str(why))
        if log.status != "success":
            remarks.append(_UNFINISHED.get(log.status, f"the run's status is {log.status}"))
        still = f"its {kept:,} finished answers count" if kept else "none of its answers counts"
        self._left_out.extend(LeftOut(log.name, f"{remark}; {still}") for remark in remarks)
        self._left_out.extend(LeftOut(log.name, reason, count) for reason, count in skipped.items())
        for earlier, count in replaced.items():
            self._left_out.append(LeftOut(earlier, "answered again in a later log, which counts", count))
        if self._done == before and not remarks:
            self._left_out.append(LeftOut(log.name, "it holds no samples"))

    def _read_sample(
        self,
        log: _Log,
        called: Names,
        sample: Mapping[str, Any] | UnreadableLogError,
        skipped: Counter[str],
        replaced: Counter[str],
    ) -> bool:
        """Whether the sample counts."""
        if isinstance(sample, UnreadableLogError):
            skipped["a sample that cannot be read"] += 1
            return False
        key = (log.condition, *sample_key(sample))
        try:
            record, facts = self._record(sample)
            outcome = outcome_of(sample, facts)
        except UnusableError as why:
            if why.failed:
                self._failed.append((key, log.name, why))
            else:
                skipped[str(why)] += 1
            return False
        if key in self._found:
            replaced[self._found.pop(key).log] += 1
        self._found[key] = Result(
            model=called.model,
            strategy=called.strategy,
            dataset=called.dataset,
            log=log.name,
            sample=key[1],
            epoch=key[2],
            record=record,
            facts=facts,
            answer=outcome.answer,
            correct=outcome.correct,
            parse_failure=outcome.answer is None,
            failure=outcome.failure,
            input_tokens=outcome.input_tokens,
            output_tokens=outcome.output_tokens,
            seconds=outcome.seconds,
            cost=outcome.cost,
        )
        return True

    def _record(self, sample: Mapping[str, Any]) -> tuple[StoredRecord, Facts]:
        """Records are held once, however many models answered them."""
        metadata = sample.get("metadata")
        record = metadata.get("cocoa") if isinstance(metadata, Mapping) else None
        try:
            facts = facts_of(record)
            key = (facts.id, facts.requirement)
            held = self._records.get(key)
            if held is None or held[1] != facts:
                held = self._records[key] = (StoredRecord.of(record), facts)  # type: ignore[arg-type]
        except ValueError:  # halves of characters, which no text can hold, among them
            raise UnusableError("no record of a cocoa question in the sample") from None
        return held

    def _report_failures(self) -> None:
        """Samples without an answer, told apart by whether another log has one, with the first message."""
        counted: Counter[tuple[str, str]] = Counter()
        said: dict[tuple[str, str], str] = {}
        for key, log, why in self._failed:
            group = (log, f"{why}, answered in another log" if key in self._found else str(why))
            counted[group] += 1
            if why.said:
                said.setdefault(group, f" (the first: {why.said})")
        for group, count in counted.items():
            log, reason = group
            self._left_out.append(LeftOut(log, reason + said.get(group, ""), count))


_UNFINISHED = {
    "started": "the run was killed, or goes on",
    "cancelled": "the run was interrupted",
    "error": "the run ended in an error",
}


def _short_names(files: Sequence[Path]) -> dict[Path, str]:
    """File names, and of files of one name the paths."""
    counted = Counter(path.name for path in files)
    return {path: path.name if counted[path.name] == 1 else str(path) for path in files}
