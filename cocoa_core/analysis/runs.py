"""The runs in some logs: their answers, how they were made, and what they took."""

from __future__ import annotations

import statistics
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, Protocol

from attrs import field, frozen

from cocoa_core.analysis.conditions import LogOrigin, Names, RunOrigin
from cocoa_core.analysis.results import Result
from cocoa_core.analysis.samples import LoggedItem
from cocoa_core.analysis.tables import Cell, Column, Table
from cocoa_core.intervals import Accuracy, accuracy, clustered
from cocoa_core.text import whole

__all__ = [
    "ANSWERS",
    "COUNTED",
    "PARSE_FAILURES",
    "RUN",
    "Answered",
    "Answers",
    "Rest",
    "Role",
    "Run",
    "accuracy_of",
    "answers_table",
    "counted",
    "runs_of",
    "runs_table",
    "strategy_order",
    "usage",
]

Role = Literal["model", "reference", "theory"]

_REFERENCE: Final = "cocoa/"
_STRATEGIES: Final = ("direct", "cot-full", "cot-partial", "l2m")

RUN: Final = (
    Column("dataset", "data set"),
    Column("model", "model"),
    Column("strategy", "strategy"),
    Column("role", "role"),
)
"""Which run a row is of. role: `model`; `reference`, one of cocoa's own models; `theory`: chance.

strategy: none for what was worked out here, and not by a run.
"""

ANSWERS: Final = Column("answers", "answers", "count")
PARSE_FAILURES: Final = Column("parse_failures", "parse failures", "count")
COUNTED: Final = (
    ANSWERS,
    Column("right", "right", "count"),
    Column("accuracy", "accuracy", "share"),
    Column("low", "low", "share"),
    Column("high", "high", "share"),
    Column("clusters", "clusters", "count"),
    Column("effective", "effective", "number"),
    PARSE_FAILURES,
)
"""The columns that say what some answers are worth; see `counted`."""


class Answered(Protocol):
    """One answer, as far as counting goes; see `results.Result`."""

    @property
    def item(self) -> LoggedItem:
        """What was asked."""

    @property
    def score(self) -> float:
        """From 0 to 1."""

    @property
    def correct(self) -> bool:
        """Whether it is wholly right."""

    @property
    def parse_failure(self) -> bool:
        """Whether nothing could be read."""

    @property
    def cluster(self) -> Hashable:
        """What answers share that are not independent."""


class Answers(Protocol):
    """The answers of a run, or of something that is set beside runs."""

    @property
    def dataset(self) -> str:
        """The name of the data set."""

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Cells of the columns RUN."""

    @property
    def results(self) -> Sequence[Answered]:
        """In a fixed order."""


@frozen
class Run:
    """All answers of one model by one strategy to one data set, in the order of the logs."""

    dataset: str
    model: str
    strategy: str
    results: tuple[Result, ...] = field(repr=False)

    @property
    def role(self) -> Role:
        """Whether the model is one of the reference models, which show where the scale begins and ends."""
        return "reference" if self.model.startswith(_REFERENCE) else "model"

    @property
    def cells(self) -> tuple[Cell, ...]:
        """Cells of the columns RUN."""
        return (self.dataset, self.model, self.strategy, self.role)


def runs_of(results: Iterable[Result]) -> tuple[Run, ...]:
    """Returns the runs: by data set, models before reference models, by name, strategies in the paper's
    order.
    """
    by_run: dict[tuple[str, str, str], list[Result]] = {}
    for result in results:
        by_run.setdefault((result.dataset, result.model, result.strategy), []).append(result)
    runs = [Run(*key, tuple(of_run)) for key, of_run in by_run.items()]
    return tuple(sorted(runs, key=_order))


def _order(run: Run) -> tuple[str, bool, str, int, str]:
    return run.dataset, run.role == "reference", run.model, *strategy_order(run.strategy)


def strategy_order(name: str) -> tuple[int, str]:
    """By which strategies are sorted: the paper's in its order, then others by name."""
    plain = name.partition(" ")[0]
    return _STRATEGIES.index(plain) if plain in _STRATEGIES else len(_STRATEGIES), name


def accuracy_of(results: Sequence[Answered]) -> Accuracy:
    """Returns the accuracy of some answers. One that could not be read is a wrong one."""
    return accuracy([result.score for result in results], [result.cluster for result in results])


class Rest:
    """The accuracy of all answers of a run but some, for many such sets one after the other."""

    def __init__(self, results: Sequence[Answered]) -> None:
        self._results = results
        self._graded = any(result.score not in (0, 1) for result in results)
        self._places: dict[Hashable, list[int]] = {}
        for index, result in enumerate(results):
            self._places.setdefault(result.cluster, []).append(index)
        self._sums = {cluster: self._sum(places) for cluster, places in self._places.items()}

    def without(self, places: Sequence[int]) -> Accuracy:
        """As `accuracy_of` the results but those at these places, to the last digit."""
        left_out = set(places)
        if self._graded:
            kept = [result for index, result in enumerate(self._results) if index not in left_out]
            return accuracy_of(kept)
        sums = dict(self._sums)
        parted = False
        for cluster in {self._results[index].cluster for index in places}:
            del sums[cluster]
            if kept_places := [index for index in self._places[cluster] if index not in left_out]:
                sums[cluster] = self._sum(kept_places)
                parted = True
        of_clusters = list(sums.values())
        if parted:  # clusters stand in the order of their first answers, in which they are summed up
            of_clusters.sort()
        return clustered([(size, right) for _, size, right in of_clusters])

    def _sum(self, places: Sequence[int]) -> tuple[int, int, float]:
        """Returns the first of some places, how many there are, and the sum of the scores there."""
        return places[0], len(places), sum([self._results[index].score for index in places])


def counted(results: Sequence[Answered], found: Accuracy | None = None) -> tuple[Cell, ...]:
    """Returns cells of the columns COUNTED.

    Args:
        found: their accuracy, where it is known already.
    """
    found = found or accuracy_of(results)
    return (
        found.answers,
        found.right,
        found.share if found.answers else None,
        *((found.low, found.high) if found.answers else (None, None)),
        found.clusters,
        found.effective if found.answers else None,
        sum(result.parse_failure for result in results),
    )


def runs_table(runs: Sequence[Run], origins: Mapping[Names, RunOrigin]) -> Table:
    """Returns a row a run: the settings of the answers, data set, prompt, versions and times; no figures."""
    columns = (
        *RUN,
        Column("logged", "as logged"),
        Column("harness", "harness"),
        Column("reader", "reader"),
        Column("settings", "settings"),
        Column("prompt", "prompt"),
        Column("origin", "origin"),
        Column("domain", "domain"),
        Column("domain_version", "domain version"),
        Column("digest", "digest"),
        Column("seed", "seed"),
        Column("cocoa_version", "cocoa"),
        Column("inspect_version", "inspect"),
        Column("logs", "logs", "count"),
        Column("first_begun", "first begun"),
        Column("last_begun", "last begun"),
    )
    rows = tuple(
        (*run.cells, *_origin_cells(run, origins[names]))
        for run in runs
        if (names := Names(run.dataset, run.model, run.strategy)) in origins
    )
    note = (
        "Settings that are not named are the provider's own, under lm-eval the task's. Digests: prompt is "
        "that of the template, origin that of all that decides on the questions, digest that of the domain. "
        "Seed: of the first question."
    )
    return Table("runs", "How the runs were made", columns, rows, note)


def _origin_cells(run: Run, made: RunOrigin) -> tuple[Cell, ...]:
    records = [result.item.record.unpacked() for result in run.results[:1]]
    return (
        made.condition.model,
        made.condition.harness,
        made.condition.reader or None,
        "; ".join(made.condition.settings),
        made.condition.prompt,
        made.condition.origin,
        *(_each_once(made.logs, "domain"), _stated(records, "domain", "version")),
        *(_each_once(made.logs, "digest"), _stated(records, "provenance", "seed")),
        *(_each_once(made.logs, "cocoa"), _each_once(made.logs, "inspect")),
        len(made.logs),
        made.logs[0].begun,
        made.logs[-1].begun,
    )


def _stated(records: Iterable[Mapping[str, Any]], part: str, name: str) -> str:
    """Returns what a record says, "" where it does not."""
    parts = (record.get(part) for record in records)
    return ", ".join(
        whole(str(values[name])) for values in parts if isinstance(values, Mapping) and name in values
    )


def _each_once(logs: Sequence[LogOrigin], what: str) -> str:
    return ", ".join(dict.fromkeys(filter(None, (getattr(log, what) for log in logs))))


def answers_table(runs: Sequence[Run]) -> Table:
    """Returns a row an answer, in the order of the runs: for other programs; no page shows it."""
    columns = (
        *(*RUN, Column("question", "question"), Column("epoch", "epoch", "count")),
        *(Column("key", "key"), Column("answer", "answer"), Column("score", "score", "number")),
        *(Column("failure", "failure"), Column("cluster", "cluster"), Column("groups", "groups")),
        *(Column("input_tokens", "tokens in", "count"), Column("output_tokens", "tokens out", "count")),
        *(Column("seconds", "seconds", "number"), Column("cost", "dollars", "number"), Column("log", "log")),
    )
    rows = tuple((*run.cells, *_answer_cells(result)) for run in runs for result in run.results)
    return Table("answers", "Answers", columns, rows, "A line an answer. Groups: kind and id of each.")


def _answer_cells(result: Result) -> tuple[Cell, ...]:
    options = result.item.options
    groups = "; ".join(f"{kind} {name}" for kind, name in sorted(result.item.groups.items()))
    return (
        *(
            result.sample,
            result.epoch,
            None if options is None else options.answer,
            result.answer,
            result.score,
        ),
        *(result.failure or None, str(result.cluster), groups, result.input_tokens, result.output_tokens),
        *(result.seconds, result.cost, result.log),
    )


def usage(runs: Sequence[Run]) -> Table:
    """Totals, means and medians over the answers for which a log says something; None where no log does."""
    columns = (
        *RUN,
        ANSWERS,
        PARSE_FAILURES,
        Column("input_tokens", "tokens in", "count"),
        Column("output_tokens", "tokens out", "count"),
        Column("input_mean", "in, mean", "number"),
        Column("output_mean", "out, mean", "number"),
        Column("output_median", "out, median", "number"),
        Column("seconds", "seconds", "number"),
        Column("seconds_mean", "seconds, mean", "number"),
        Column("seconds_median", "seconds, median", "number"),
        Column("cost", "dollars", "number"),
        Column("cost_per_right", "dollars per right answer", "number"),
    )
    note = (
        "Tokens of all turns, cached ones counted. Seconds of work on one answer, waiting for rate limits "
        "left out; answers are worked on at the same time, so a run takes less than their sum."
    )
    return Table("usage", "Tokens, time and cost", columns, tuple(map(_usage_cells, runs)), note)


def _usage_cells(run: Run) -> tuple[Cell, ...]:
    read = [result.input_tokens for result in run.results if result.input_tokens is not None]
    written = [result.output_tokens for result in run.results if result.output_tokens is not None]
    seconds = [result.seconds for result in run.results if result.seconds is not None]
    costs = [result.cost for result in run.results if result.cost is not None]
    right = sum(result.correct for result in run.results)
    return (
        *run.cells,
        len(run.results),
        sum(result.parse_failure for result in run.results),
        sum(read) if read else None,
        sum(written) if written else None,
        statistics.fmean(read) if read else None,
        statistics.fmean(written) if written else None,
        float(statistics.median(written)) if written else None,
        sum(seconds) if seconds else None,
        statistics.fmean(seconds) if seconds else None,
        statistics.median(seconds) if seconds else None,
        sum(costs) if costs else None,
        sum(costs) / right if costs and right else None,
    )
