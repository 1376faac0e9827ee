"""Reads the answers in logs, and lists what was left out of the logs and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
from attrs import field, frozen

from cocoa_core.analysis import lm_eval_logs, target_logs
from cocoa_core.analysis.log_files import TooLargeError, UnreadableLogError, log_files
from cocoa_core.analysis.logs import read_header, sample_key, samples_of
from cocoa_core.analysis.run_conditions import (
    LogOrigin,
    RunConditions,
    RunNames,
    RunOrigin,
    conditions_of,
    is_exam,
    names_of,
    origin_of,
    run_origins,
)
from cocoa_core.analysis.samples import (
    LoggedItem,
    SampleOutcome,
    StoredRecord,
    UnusableError,
    item_of,
    outcome_of,
)
from cocoa_core.text import whole

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

_UNFINISHED: Final = {
    "started": "the run was killed, or goes on",
    "cancelled": "the run was interrupted",
    "error": "the run ended in an error",
}
_OF_EVERY_RUN: Final = frozenset(("accuracy", "stderr", "mean", "std", "parse_failures"))
"""Metrics of a log that the tables compute themselves."""


@frozen(kw_only=True)
class Result(SampleOutcome):
    """One answer of a model to one item."""

    model: str
    strategy: str
    """The strategy; empty for a reference line, in which no prompt takes part."""
    dataset: str
    """The name of the data set; this and the next two names are those of `run_conditions.names_of`."""
    log: str = ""
    """The name of the log file; empty for a reference line."""
    sample: str
    """The id of the item."""
    epoch: int = 1
    """The epoch, counted from 1."""
    item: LoggedItem = field(repr=False)

    @property
    def correct(self) -> bool:
        """Whether the answer is entirely right."""
        return self.score == 1

    @property
    def parse_failure(self) -> bool:
        """Whether the answer could not be read; it then counts as wrong."""
        return bool(self.failure)

    @property
    def cluster(self) -> Hashable:
        """The key of the cluster: answers with the same key are not independent."""
        return self.item.cluster


@frozen
class CorpusMetric:
    """A metric over all answers of a log together, as the log states it; names are those of `Result`."""

    dataset: str
    model: str
    strategy: str
    log: str
    metric: str
    value: float


@frozen
class LeftOut:
    """Something in the logs that does not count, with the reason."""

    log: str
    """The name of the log file; for a reference line, the name of the data set."""
    reason: str
    count: int = 0
    """The number of samples; 0 for a whole log or a remark."""


@frozen
class LogReading:
    """The content of a set of logs."""

    results: tuple[Result, ...]
    """The answers by data set, model and strategy, then in the order of the logs and of their samples."""
    left_out: tuple[LeftOut, ...]
    """What does not count, in the order in which the logs were read."""
    logs: Mapping[str, Path] = field(factory=dict)
    """The files that the answers come from, by name."""
    folders: tuple[Path, ...] = ()
    """The folders of data sets that these logs name. They may no longer exist."""
    origins: Mapping[RunNames, RunOrigin] = field(factory=dict, repr=False)
    """How each run was made, by its names."""
    corpus: tuple[CorpusMetric, ...] = ()
    """The metrics of whole logs."""


@frozen
class _Log:
    path: Path
    name: str
    condition: RunConditions
    origin: LogOrigin
    status: str
    folder: str | None
    metrics: Mapping[str, float]

    def samples(self) -> Iterator[Mapping[str, Any] | UnreadableLogError]:
        """Yields the samples of this run; in place of one that cannot be read, the error."""
        if target_logs.is_results(self.path):
            return target_logs.samples_of(self.path, self.name.rpartition("@")[2])
        return samples_of(self.path)


def read_results(
    paths: Sequence[Path],
    progress: Callable[[int], None] | None = None,
    names: Mapping[str, str] | None = None,
) -> LogReading:
    """Reads all answers to cocoa's items in logs and in folders of logs.

    Of several answers to one item in one epoch under one condition (a run that was resumed or repeated), the
    last counts: logs are ordered by the time at which they began. Whatever does not count is listed with its
    reason, never raised.

    Args:
        progress: called with the number of samples read so far.
        names: new names for models, by their names in the logs.

    Raises:
        UsageError: there is no log; a path is missing; a log is inspect's, which is not installed; or a name
            is refused by `run_conditions.models_of`.
    """
    return _Reader(progress, names or {}).read(log_files(paths))


class _Reader:
    """Collects the answers of logs; a later answer to an item replaces an earlier one."""

    def __init__(self, progress: Callable[[int], None] | None, names: Mapping[str, str]) -> None:
        self._progress = progress
        self._names = names
        self._done = 0
        self._left_out: list[LeftOut] = []
        self._results: dict[tuple[RunConditions, str, int], Result] = {}
        self._failed: list[tuple[tuple[RunConditions, str, int], str, UnusableError]] = []
        self._items: dict[str, LoggedItem] = {}

    def read(self, files: Sequence[Path]) -> LogReading:
        names = _short_names(files)
        logs = [log for path in files for log in self._logs(path, names[path])]
        logs.sort(key=lambda log: (log.origin.begun, log.name))
        called = names_of((log.condition for log in logs), self._names)
        self._left_out.extend(_name_remarks(called))
        for log in logs:
            self._read_log(log, called[log.condition])
        self._report_failures()
        results = sorted(self._results.values(), key=lambda run: (run.dataset, run.model, run.strategy))
        used_names = {result.log for result in results}
        item_metrics = {name for result in results for name in result.metrics}
        used = [log for log in logs if log.name in used_names]
        return LogReading(
            tuple(results),
            tuple(self._left_out),
            {log.name: log.path for log in used},
            tuple(dict.fromkeys(Path(log.folder) for log in used if log.folder)),
            run_origins([(log.condition, log.origin) for log in used], called),
            tuple(
                CorpusMetric(names.dataset, names.model, names.strategy, log.name, *metric)
                for log in used
                for names in (called[log.condition],)
                for metric in log.metrics.items()
                if metric[0] not in item_metrics
            ),
        )

    def _logs(self, path: Path, name: str) -> list[_Log]:
        """Reads the headers of a file: one run, or one run per delivery for results of `cocoa test`."""
        try:
            if lm_eval_logs.is_samples(path):
                return [_Log(path, name, *lm_eval_logs.header_of(path), "success", None, {})]
            if target_logs.is_results(path):
                return [
                    _Log(path, f"{name}@{delivery}", *header, "success", None, {})
                    for delivery, header in target_logs.headers_of(path).items()
                ]
            header = read_header(path)
        except UnreadableLogError as error:
            self._left_out.append(LeftOut(name, str(error)))
            return []
        if not is_exam(header):
            self._left_out.append(LeftOut(name, f"a log of another task: {whole(header.eval.task)}"))
            return []
        folder = header.eval.task_args.get("path")
        named = folder if isinstance(folder, str) else None
        metrics = _corpus_metrics(header)
        return [_Log(path, name, conditions_of(header), origin_of(header), header.status, named, metrics)]

    def _read_log(self, log: _Log, called: RunNames) -> None:
        skipped: Counter[str] = Counter()
        replaced: Counter[str] = Counter()
        remarks: list[str] = []
        before = self._done
        accepted = 0
        try:
            for sample in log.samples():
                self._done += 1
                if self._progress is not None:
                    self._progress(self._done)
                accepted += self._read_sample(log, called, sample, skipped, replaced)
        except UnreadableLogError as error:
            remarks.append(str(error))
        if log.status != "success":
            remarks.append(_UNFINISHED.get(log.status, f"the run's status is {log.status}"))
        counting = f"its {accepted:,} finished answers count" if accepted else "none of its answers counts"
        self._left_out.extend(LeftOut(log.name, f"{remark}; {counting}") for remark in remarks)
        self._left_out.extend(LeftOut(log.name, reason, count) for reason, count in skipped.items())
        for earlier, count in replaced.items():
            self._left_out.append(LeftOut(earlier, "answered again in a later log, which counts", count))
        if self._done == before and not remarks:
            self._left_out.append(LeftOut(log.name, "it holds no samples"))

    def _read_sample(
        self,
        log: _Log,
        called: RunNames,
        sample: Mapping[str, Any] | UnreadableLogError,
        skipped: Counter[str],
        replaced: Counter[str],
    ) -> bool:
        """Returns whether the sample counts."""
        if isinstance(sample, UnreadableLogError):
            too_large = isinstance(sample, TooLargeError)
            skipped[str(sample) if too_large else "a sample that cannot be read"] += 1
            return False
        key = (log.condition, *sample_key(sample))
        try:
            item = self._item(key[1], sample)
            outcome = outcome_of(sample, item)
        except UnusableError as why:
            if why.failed:
                self._failed.append((key, log.name, why))
            else:
                skipped[str(why)] += 1
            return False
        if key in self._results:
            replaced[self._results.pop(key).log] += 1
        self._results[key] = Result(
            model=called.model,
            strategy=called.strategy,
            dataset=called.dataset,
            log=log.name,
            sample=key[1],
            epoch=key[2],
            item=item,
            **attrs.asdict(outcome, recurse=False),
        )
        return True

    def _item(self, sample_id: str, sample: Mapping[str, Any]) -> LoggedItem:
        """Returns the item of a sample, cached by its id: one object, however many models answered it."""
        item = item_of(sample)
        cached = self._items.get(sample_id)
        if cached is None or cached != item:
            record = sample["metadata"].get("cocoa")
            try:
                stored = StoredRecord.of(record if isinstance(record, Mapping) else {})
            except ValueError:  # halves of characters, which no text can hold
                raise UnusableError("no record of a cocoa item in the sample") from None
            cached = self._items[sample_id] = attrs.evolve(item, record=stored)
        return cached

    def _report_failures(self) -> None:
        """Lists unanswered samples, with the first message of each group; answered elsewhere apart."""
        counted: Counter[tuple[str, str]] = Counter()
        reasons: dict[tuple[str, str], str] = {}
        for key, log, why in self._failed:
            group = (log, f"{why}, answered in another log" if key in self._results else str(why))
            counted[group] += 1
            if why.message:
                reasons.setdefault(group, f" (the first: {why.message})")
        for group, count in counted.items():
            log, reason = group
            self._left_out.append(LeftOut(log, reason + reasons.get(group, ""), count))


def _corpus_metrics(header: EvalLog) -> dict[str, float]:
    return {
        whole(name): float(metric.value)
        for score in (header.results.scores if header.results else ())
        for name, metric in score.metrics.items()
        if name not in _OF_EVERY_RUN
    }


def _name_remarks(called: Mapping[RunConditions, RunNames]) -> list[LeftOut]:
    """Returns a remark for each model that logs of several harnesses call by different names."""
    models: dict[str, dict[str, str]] = {}
    for condition, names in called.items():
        models.setdefault(names.base, {}).setdefault(condition.harness, condition.model)
    return [
        LeftOut(
            ", ".join(f"{model} ({harness})" for harness, model in logged.items()),
            f"taken for one model, {base}, as the names agree but for how it is reached",
        )
        for base, logged in models.items()
        if len(set(logged.values())) > 1
    ]


def _short_names(files: Sequence[Path]) -> dict[Path, str]:
    counted = Counter(path.name for path in files)
    return {path: path.name if counted[path.name] == 1 else str(path) for path in files}
