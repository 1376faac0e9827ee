"""Each run's accuracy, parted by what the questions are like."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

from cocoa_core.analysis.results import Result
from cocoa_core.analysis.runs import COUNTED, RUN, Answers, Run, counted
from cocoa_core.analysis.tables import Cell, Column, Table

__all__ = ["complexity_tables", "entropy_bands", "knowledge", "parted", "sides", "typicality"]

Part: TypeAlias = tuple[Cell, ...]

_MEASURES: Final = (
    ("sum_terms", "sum terms"),
    ("width", "width"),
    ("component", "component"),
    ("longest_path", "longest path"),
    ("max_degree", "maximum degree"),
)
_BANDS: Final = 10


def parted(
    runs: Sequence[Run],
    name: str,
    title: str,
    by: Sequence[Column],
    part: Callable[[Result], Part],
    note: str = "",
) -> Table:
    """A table with a row for every run and every part that its answers fall into; parts in their order."""
    rows: list[Part] = []
    for run in runs:
        parts: dict[Part, list[Result]] = {}
        for result in run.results:
            parts.setdefault(part(result), []).append(result)
        rows.extend((*run.cells, *key, *counted(parts[key])) for key in sorted(parts))
    return Table(name, title, (*RUN, *by, *COUNTED), tuple(rows), note, tuple(column.name for column in by))


def typicality(runs: Sequence[Answers]) -> Table:
    """Regular questions, atypical ones, and all of them: the paper's Table 3."""
    rows: list[Part] = []
    for run in runs:
        atypical = [one for one in run.results if one.facts.atypical]
        regular = [one for one in run.results if not one.facts.atypical]
        for what, results in (("regular", regular), ("atypical", atypical), ("total", run.results)):
            rows.append((*run.cells, what, *counted(results)))
    note = "Atypical: a condition in the request is one that few people ask for."
    columns = (*RUN, Column("questions", "questions"), *COUNTED)
    return Table("typicality", "Regular and atypical", columns, tuple(rows), note, ("questions",))


def sides(runs: Sequence[Run]) -> Table:
    """By side of the data set, for data sets of which questions of several sides were asked."""
    found: dict[str, set[str]] = {}
    for run in runs:
        found.setdefault(run.dataset, set()).update(one.facts.side for one in run.results)
    return parted(
        [run for run in runs if len(found[run.dataset]) > 1],
        "by_side",
        "By side",
        (Column("side", "side"),),
        lambda one: (one.facts.side,),
        "The other tables count all of these sides together.",
    )


def complexity_tables(runs: Sequence[Run]) -> tuple[Table, ...]:
    """By setting, and by each measure of complexity: the paper's Figure 3."""
    setting = parted(
        runs,
        "by_setting",
        "By setting",
        (Column("slots", "slots", "count"), Column("minterms", "minterms", "count")),
        lambda one: one.facts.setting,
        "A setting: slots and minterms. (4, 3) is four slots and three minterms.",
    )
    measured = (
        parted(
            runs,
            f"by_{measure}",
            f"By {title}",
            (Column(measure, title, "count"),),
            partial(_measured, measure),
        )
        for measure, title in _MEASURES
    )
    return (setting, *measured)


def _measured(measure: str, result: Result) -> Part:
    return (result.facts.measures[measure],)


def entropy_bands(runs: Sequence[Run]) -> Table:
    """By the entropy of the right option, in bands of a tenth; the last holds 1."""

    def band(result: Result) -> Part:
        low = min(int(result.facts.entropy * _BANDS + 1e-9), _BANDS - 1)
        return low / _BANDS, (low + 1) / _BANDS

    columns = (Column("from", "entropy from", "number"), Column("below", "to below", "number"))
    return parted(
        runs, "by_entropy", "By entropy of the right option", columns, band, "The last band holds 1."
    )


def knowledge(runs: Sequence[Run]) -> Table:
    """Questions that need a fact that no option shows, and the others."""
    return parted(
        runs,
        "knowledge",
        "World knowledge",
        (Column("needed", "knowledge needed"),),
        lambda one: ("yes" if one.facts.knowledge else "no",),
        "Needed: the request asks about something that the options do not show, such as a city's continent.",
    )
