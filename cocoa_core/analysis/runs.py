"""The runs in some logs: one data set, one model, one strategy, and all answers."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from typing import Final, Literal, Protocol

from attrs import field, frozen

from cocoa_core.analysis.facts import Facts
from cocoa_core.analysis.intervals import accuracy
from cocoa_core.analysis.results import Result
from cocoa_core.analysis.tables import Cell, Column

__all__ = ["COUNTED", "RUN", "Answered", "Answers", "Role", "Run", "counted", "runs_of"]

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

COUNTED: Final = (
    Column("answers", "answers", "count"),
    Column("right", "right", "count"),
    Column("accuracy", "accuracy", "share"),
    Column("low", "low", "share"),
    Column("high", "high", "share"),
    Column("requirements", "requirements", "count"),
    Column("effective", "effective", "number"),
    Column("parse_failures", "parse failures", "count"),
)
"""The columns that say what some answers are worth; see `counted`."""


class Answered(Protocol):
    """One answer, as far as counting goes; see `results.Result`."""

    @property
    def facts(self) -> Facts:
        """Of the question."""

    @property
    def correct(self) -> bool:
        """Whether it is right."""

    @property
    def parse_failure(self) -> bool:
        """Whether it names no option."""

    @property
    def cluster(self) -> Hashable:
        """What answers share that are not independent: a requirement."""


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
    """The runs: by data set, models before reference models, by name, strategies in the paper's order."""
    found: dict[tuple[str, str, str], list[Result]] = {}
    for one in results:
        found.setdefault((one.dataset, one.model, one.strategy), []).append(one)
    runs = [Run(*key, tuple(of_run)) for key, of_run in found.items()]
    return tuple(sorted(runs, key=_order))


def _order(run: Run) -> tuple[str, bool, str, int, str]:
    known = run.strategy.partition(" ")[0]
    rank = _STRATEGIES.index(known) if known in _STRATEGIES else len(_STRATEGIES)
    return run.dataset, run.role == "reference", run.model, rank, run.strategy


def counted(results: Sequence[Answered]) -> tuple[Cell, ...]:
    """Cells of the columns COUNTED. An answer that names no option is a wrong one."""
    found = accuracy([one.correct for one in results], [one.cluster for one in results])
    failures = sum(one.parse_failure for one in results)
    return (
        found.answers,
        found.right,
        found.share if found.answers else None,
        found.low,
        found.high,
        found.clusters,
        found.effective,
        failures,
    )
