"""Compares metrics in and out of distribution, and ranks relations by frequency and by metric."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Final, TypeAlias

from cocoa_core.analysis.results import CorpusMetric, Result
from cocoa_core.analysis.runs import RUN, Run
from cocoa_core.analysis.tables import Cell, Column, Table
from cocoa_core.families.graph_to_text import METRICS, NAME, rank_biased_overlap

__all__ = ["gaps", "generalization", "generalization_tables", "relation_rankings"]

_FACET: Final = "distribution"
_INSIDE: Final = "id"
_OUTSIDE: Final = "ood"
_PARTS: Final = ("relations", "label", "structure", "coverage", "order", "concepts")
"""Facets by which the gap is parted."""
_LEVEL: Final = 0.95
_EQUAL: Final = 1e-12
"""Means that differ by less tie: sums of the same scores in another order do."""
_SCORE: Final = "score"

Row: TypeAlias = tuple[Cell, ...]
Values: TypeAlias = dict[str, list[tuple[float, Hashable]]]
"""By distribution: the values of a metric, each with the cluster of its item."""


_MEASURED: Final = (
    *(Column("id_answers", "answers id", "count"), Column("ood_answers", "answers ood", "count")),
    *(Column("id", "id", "number"), Column("ood", "ood", "number"), Column("gap", "gap", "number")),
    *(Column("gap_low", "from", "number"), Column("gap_high", "to", "number")),
    Column("gap_share", "of id", "share"),
)
_NOTE: Final = (
    "Gap: in distribution (id) less out of it (ood), with its 95 % interval: Student's t over concept sets "
    "or requirements, for measures of whole logs as the log states it. The score of sentences for graphs is "
    "coverage of the concepts, that of questions over options accuracy."
)


def generalization_tables(runs: Sequence[Run], corpus: Sequence[CorpusMetric]) -> tuple[Table, ...]:
    """All of them; none where no item was asked in or out of distribution."""
    asked = [run for run in runs if any(_FACET in result.item.facets for result in run.results)]
    made = (generalization(asked, corpus), gaps(asked), relation_rankings(asked))
    return tuple(table for table in made if table.rows)


def generalization(runs: Sequence[Run], corpus: Sequence[CorpusMetric]) -> Table:
    """A row for every run and metric; one that cannot be worked out is named with nothing in its cells."""
    rows: list[Row] = []
    for run in runs:
        single = _metrics(run.results)
        rows.extend((*run.cells, name, *_compared(_values(iter(run.results), name)), "") for name in single)
        key = (run.dataset, run.model, run.strategy)
        own = {one.metric: one.value for one in corpus if (one.dataset, one.model, one.strategy) == key}
        for name in METRICS:
            if any(f"{name}_{side}" in own for side in (_INSIDE, _OUTSIDE)):
                rows.append((*run.cells, name, *_stated(own, name, run.results), ""))
            elif name not in single and any(result.item.family == NAME for result in run.results):
                rows.append((*run.cells, name, *(None,) * len(_MEASURED), "absent"))
    columns = (*RUN, Column("metric", "metric"), *_MEASURED, Column("remark", ""))
    note = (
        f"{_NOTE} Absent: what works it out was not at hand, or the items are too few for it; it is not zero."
    )
    return Table("generalization", "In and out of distribution", columns, tuple(rows), note)


def gaps(runs: Sequence[Run]) -> Table:
    """The metrics of single answers by what the items are like."""
    rows: list[Row] = []
    for run in runs:
        for facet in _PARTS:
            parts = sorted({str(one.item.facets[facet]) for one in run.results if facet in one.item.facets})
            for name in _metrics(run.results) if len(parts) > 1 else ():
                for part in parts:
                    inside = (one for one in run.results if str(one.item.facets.get(facet)) == part)
                    rows.append((*run.cells, facet, part, name, *_compared(_values(inside, name))))
    columns = (*RUN, Column("by", "by"), Column("value", "value"), Column("metric", "metric"), *_MEASURED)
    return Table("gaps", "The gap by what items are like", columns, tuple(rows), _NOTE)


def relation_rankings(runs: Sequence[Run]) -> Table:
    """How alike the order of relations by frequency is to that by each metric."""
    rows: list[Row] = []
    for run in runs:
        counts: dict[str, set[str]] = {}
        for result in run.results:
            for relation in _relations(result):
                counts.setdefault(relation, set()).add(result.sample)
        if len(counts) < 2:
            continue
        often = {name: float(len(samples)) for name, samples in counts.items()}
        for name in _metrics(run.results):
            values = {one: _values((r for r in run.results if one in _relations(r)), name) for one in often}
            whole = [
                one for one in sorted(often) if all(values[one].get(side) for side in (_INSIDE, _OUTSIDE))
            ]
            if len(whole) < 2:
                continue
            means = {side: {one: _mean(values[one][side]) for one in whole} for side in (_INSIDE, _OUTSIDE)}
            gaps = {one: means[_OUTSIDE][one] - means[_INSIDE][one] for one in whole}
            shared = {one: often[one] for one in whole}
            found = (_overlap(shared, one) for one in (*means.values(), gaps))
            rows.append((*run.cells, name, len(whole), *found))
    columns = (
        *(*RUN, Column("metric", "metric"), Column("ranked", "relations", "count")),
        *(Column("id", "id", "number"), Column("ood", "ood", "number"), Column("gap", "gap", "number")),
    )
    note = (
        "Rank-biased overlap (p = 0.9, extrapolated) of the relations by how many items have them with those "
        "by the mean of the metric, and with those by the gap, the smallest first; relations that tie have "
        "one rank. 1: the same order; absent where all relations tie."
    )
    return Table("relation_rankings", "Frequent relations and good ones", columns, tuple(rows), note)


def _metrics(results: Sequence[Result]) -> list[str]:
    return [_SCORE, *dict.fromkeys(name for result in results for name in result.metrics)]


def _relations(result: Result) -> tuple[str, ...]:
    relation = result.item.facets.get("relation")
    return relation if isinstance(relation, tuple) else ()


def _values(results: Iterator[Result], metric: str) -> Values:
    """Where nothing could be read a metric is 0, as the score is; an answer too short for it has no part."""
    values: Values = {}
    for result in results:
        unread = 0.0 if result.parse_failure else None
        value = result.score if metric == _SCORE else result.metrics.get(metric, unread)
        if value is None:
            continue
        values.setdefault(str(result.item.facets.get(_FACET)), []).append((value, result.cluster))
    return values


def _compared(values: Values) -> Row:
    inside, outside = values.get(_INSIDE, []), values.get(_OUTSIDE, [])
    counts = (len(inside), len(outside))
    if not inside or not outside:
        return (*counts, *(_mean(own) if own else None for own in (inside, outside)), *(None,) * 4)
    inner, other = _mean(inside), _mean(outside)
    low, high = _interval(inside, outside)
    return (*counts, inner, other, inner - other, low, high, (inner - other) / inner if inner else None)


def _mean(values: Sequence[tuple[float, Hashable]]) -> float:
    return sum(value for value, _ in values) / len(values)


def _interval(
    inside: Sequence[tuple[float, Hashable]], outside: Sequence[tuple[float, Hashable]]
) -> tuple[float | None, float | None]:
    """Of the difference of two means over the same clusters, by what each cluster moves it (linearized).

    None where no cluster moves it: then there is no variance to see.
    """
    from scipy.special import stdtrit

    moves: dict[Hashable, float] = {}
    for values, sign in ((inside, 1.0), (outside, -1.0)):
        mean = _mean(values)
        for value, cluster in values:
            moves[cluster] = moves.get(cluster, 0.0) + sign * (value - mean) / len(values)
    groups = len(moves)
    squares = sum(move**2 for move in moves.values())
    if groups < 2 or squares < 1e-24:
        return None, None
    spread = math.sqrt(groups / (groups - 1) * squares)
    reach = float(stdtrit(groups - 1, (1 + _LEVEL) / 2)) * spread
    gap = _mean(inside) - _mean(outside)
    return gap - reach, gap + reach


def _stated(own: Mapping[str, float], name: str, results: Sequence[Result]) -> Row:
    """Reads a measure of a whole log."""
    sides = [str(result.item.facets.get(_FACET)) for result in results]
    one, gap = own.get(f"{name}_{_INSIDE}"), own.get(f"{name}_gap")
    return (
        *(sides.count(_INSIDE), sides.count(_OUTSIDE)),
        *(one, own.get(f"{name}_{_OUTSIDE}"), gap, own.get(f"{name}_gap_low"), own.get(f"{name}_gap_high")),
        gap / one if gap is not None and one else None,
    )


def _overlap(one: Mapping[str, float], other: Mapping[str, float]) -> float | None:
    """None where all values of a side are equal: they are in no order."""
    first, second = _ranked(one), _ranked(other)
    return None if len(first) == 1 or len(second) == 1 else rank_biased_overlap(first, second)


def _ranked(values: Mapping[str, float]) -> list[list[str]]:
    """Groups equal values, the largest first."""
    groups: list[list[str]] = []
    for name in sorted(values, key=lambda name: -values[name]):
        if groups and math.isclose(values[groups[-1][0]], values[name], rel_tol=0, abs_tol=_EQUAL):
            groups[-1].append(name)
        else:
            groups.append([name])
    return groups
