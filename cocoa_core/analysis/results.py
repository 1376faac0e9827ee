"""The answers that logs hold, and what of the logs was left out and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import attrs
from attrs import field, frozen

from cocoa_core.analysis import lm_eval_logs, target_logs
from cocoa_core.analysis.conditions import (
    Condition,
    LogOrigin,
    Names,
    RunOrigin,
    condition_of,
    is_exam,
    names_of,
    origin_of,
    run_origins,
)
from cocoa_core.analysis.log_files import TooLargeError, UnreadableLogError, log_files, require_inspect
from cocoa_core.analysis.logs import read_header, sample_key, samples_of
from cocoa_core.analysis.samples import LoggedItem, StoredRecord, UnusableError, item_of, outcome_of
from cocoa_core.text import whole

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog

__all__ = ["CorpusMetric", "LeftOut", "Reading", "Result", "read_results"]

_UNFINISHED: Final = {
    "started": "the run was killed, or goes on",
    "cancelled": "the run was interrupted",
    "error": "the run ended in an error",
}
_OF_EVERY_RUN: Final = frozenset(("accuracy", "stderr", "mean", "std", "parse_failures"))
"""Metrics of a log that the tables work out themselves."""


@frozen
class Result:
    """One answer of a model to one item."""

    model: str
    strategy: str
    dataset: str
    """`model`, `strategy` and `dataset`: their names; see `conditions.names_of`."""
    log: str
    """The name of the file."""
    sample: str
    """The id of the item."""
    epoch: int
    """From 1."""
    item: LoggedItem = field(repr=False)
    answer: str | None
    """As it was read, None where nothing could be read."""
    score: float
    """From 0 to 1."""
    metrics: Mapping[str, float]
    """Others that the item's family works out, by name."""
    failure: str
    """Why nothing could be read; "" where something was."""
    input_tokens: int | None = None
    output_tokens: int | None = None
    """`input_tokens` and `output_tokens`: of all turns, cached input counted; None where the provider does
    not say.
    """
    seconds: float | None = None
    """Of work on the answer, waiting for rate limits left out where the log tells it apart."""
    cost: float | None = None
    """In dollars, None where the log does not say."""
    reader: str = ""
    """The version of how the family read the answer; "" where the log does not say."""

    @property
    def correct(self) -> bool:
        """Whether it is wholly right."""
        return self.score == 1

    @property
    def parse_failure(self) -> bool:
        """Whether nothing could be read; then it counts as wrong."""
        return bool(self.failure)

    @property
    def cluster(self) -> Hashable:
        """What answers share that are not independent."""
        return self.item.cluster


@frozen
class CorpusMetric:
    """A metric of all answers of a log together, as the log states it; names as in `Result`."""

    dataset: str
    model: str
    strategy: str
    log: str
    metric: str
    value: float


@frozen
class LeftOut:
    """What does not count."""

    log: str
    """The file's name; of a reference line the data set's."""
    reason: str
    count: int = 0
    """Samples, 0 for a whole log or a remark."""


@frozen
class Reading:
    """What was found in some logs."""

    results: tuple[Result, ...]
    """By data set, model, strategy, then in the order of the logs and of their samples."""
    left_out: tuple[LeftOut, ...]
    """By log, in the order in which they were read."""
    logs: Mapping[str, Path] = field(factory=dict)
    """The files that answers came from, by name."""
    folders: tuple[Path, ...] = ()
    """Of data sets, as these logs name them; they may be gone."""
    origins: Mapping[Names, RunOrigin] = field(factory=dict, repr=False)
    """How each run was made, by data set, model and strategy."""
    corpus: tuple[CorpusMetric, ...] = ()
    """Metrics of whole logs."""


@frozen
class _Log:
    path: Path
    name: str
    condition: Condition
    origin: LogOrigin
    status: str
    folder: str | None
    metrics: Mapping[str, float]

    def samples(self) -> Iterator[Mapping[str, Any] | UnreadableLogError]:
        """Reads the samples of this run."""
        if target_logs.is_results(self.path):
            return target_logs.samples_of(self.path, self.name.rpartition("@")[2])
        return samples_of(self.path)


def read_results(
    paths: Sequence[Path],
    progress: Callable[[int], None] | None = None,
    names: Mapping[str, str] | None = None,
) -> Reading:
    """Returns all answers to our questions in some logs and folders of logs.

    Of several answers to one question in one epoch under one condition (a run that was taken up again, or
    repeated) the last counts: logs go by the time at which they were begun. What does not count is listed
    with its reason, never raised.

    Args:
        progress: called with the number of samples read so far.
        names: what models are to be called, by their names in the logs.

    Raises:
        UsageError: there is no log at all; a path is missing, without inspect, and as `conditions.models_of`.
    """
    require_inspect()
    return _Reader(progress, names or {}).read(log_files(paths))


class _Reader:
    def __init__(self, progress: Callable[[int], None] | None, names: Mapping[str, str]) -> None:
        self._progress = progress
        self._names = names
        self._done = 0
        self._left_out: list[LeftOut] = []
        self._found: dict[tuple[Condition, str, int], Result] = {}
        self._failed: list[tuple[tuple[Condition, str, int], str, UnusableError]] = []
        self._items: dict[str, LoggedItem] = {}

    def read(self, files: Sequence[Path]) -> Reading:
        names = _short_names(files)
        logs = [log for path in files for log in self._logs(path, names[path])]
        logs.sort(key=lambda log: (log.origin.begun, log.name))
        called = names_of((log.condition for log in logs), self._names)
        self._left_out.extend(_joined(called))
        for log in logs:
            self._read_log(log, called[log.condition])
        self._report_failures()
        results = sorted(self._found.values(), key=lambda run: (run.dataset, run.model, run.strategy))
        named, of_items = (
            {result.log for result in results},
            {name for result in results for name in result.metrics},
        )
        used = [log for log in logs if log.name in named]
        return Reading(
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
                if metric[0] not in of_items
            ),
        )

    def _logs(self, path: Path, name: str) -> list[_Log]:
        """Reads what a file is a log of: one run, or of `cocoa test` as many as there are deliveries."""
        try:
            if lm_eval_logs.is_samples(path):
                return [_Log(path, name, *lm_eval_logs.header_of(path), "success", None, {})]
            if target_logs.is_results(path):
                return [
                    _Log(path, f"{name}@{delivery}", *header, "success", None, {})
                    for delivery, header in target_logs.headers_of(path).items()
                ]
            header = read_header(path)
        except UnreadableLogError as why:
            self._left_out.append(LeftOut(name, str(why)))
            return []
        if not is_exam(header):
            self._left_out.append(LeftOut(name, f"a log of another task: {whole(header.eval.task)}"))
            return []
        folder = header.eval.task_args.get("path")
        named = folder if isinstance(folder, str) else None
        metrics = _corpus_metrics(header)
        return [_Log(path, name, condition_of(header), origin_of(header), header.status, named, metrics)]

    def _read_log(self, log: _Log, called: Names) -> None:
        skipped: Counter[str] = Counter()
        replaced: Counter[str] = Counter()
        remarks: list[str] = []
        before = self._done
        kept = 0
        try:
            for sample in log.samples():
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
        if key in self._found:
            replaced[self._found.pop(key).log] += 1
        self._found[key] = Result(
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
        """Items are held once, however many models answered them."""
        item = item_of(sample)
        held = self._items.get(sample_id)
        if held is None or held != item:
            record = sample["metadata"].get("cocoa")
            try:
                stored = StoredRecord.of(record if isinstance(record, Mapping) else {})
            except ValueError:  # halves of characters, which no text can hold
                raise UnusableError("no record of a cocoa item in the sample") from None
            held = self._items[sample_id] = attrs.evolve(item, record=stored)
        return held

    def _report_failures(self) -> None:
        """Samples without an answer, told apart by whether another log has one, with the first message."""
        counted: Counter[tuple[str, str]] = Counter()
        reasons: dict[tuple[str, str], str] = {}
        for key, log, why in self._failed:
            group = (log, f"{why}, answered in another log" if key in self._found else str(why))
            counted[group] += 1
            if why.said:
                reasons.setdefault(group, f" (the first: {why.said})")
        for group, count in counted.items():
            log, reason = group
            self._left_out.append(LeftOut(log, reason + reasons.get(group, ""), count))


def _corpus_metrics(header: EvalLog) -> dict[str, float]:
    """Returns metrics that a family works out over all answers, by name."""
    return {
        whole(name): float(metric.value)
        for score in (header.results.scores if header.results else ())
        for name, metric in score.metrics.items()
        if name not in _OF_EVERY_RUN
    }


def _joined(called: Mapping[Condition, Names]) -> list[LeftOut]:
    """Returns a remark on each model that logs of several harnesses call otherwise."""
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
    """File names, and of files of one name the paths."""
    counted = Counter(path.name for path in files)
    return {path: path.name if counted[path.name] == 1 else str(path) for path in files}
