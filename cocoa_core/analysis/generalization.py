"""Compares metrics in and out of distribution, and ranks relations by frequency and by metric."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final, TypeAlias

from attrs import frozen

from cocoa_core.analysis.log_files import mapping_in
from cocoa_core.analysis.paired_tests import holm
from cocoa_core.analysis.results import CorpusMetric, Result
from cocoa_core.analysis.runs import RUN, ModelRun, question_sets, run_table
from cocoa_core.analysis.tables import Cell, ReportTable, TableColumn, columns_of
from cocoa_core.families.graph_to_text import METRICS, NAME, rank_biased_overlap
from cocoa_core.grouping import grouped

_FACET: Final = "distribution"
_INSIDE: Final = "id"
_OUTSIDE: Final = "ood"
_PARTS: Final = ("relations", "label", "structure", "coverage", "concepts")
"""Facets by which the gap is broken down."""
_LEVEL: Final = 0.95
_EQUAL: Final = 1e-12
"""Values closer than this are tied: adding the same floats in another order changes the sum by as much."""
_SCORE: Final = "score"
_SHOWING: Final = ("order", "shown", "shots")
"""Settings of the family graph-to-text that do not change the graphs that are asked."""

Row: TypeAlias = tuple[Cell, ...]
Values: TypeAlias = list[tuple[float, Hashable]]
"""The values of a metric, each with the cluster of its item."""


_MEASURED: Final = columns_of(
    "id_answers count answers id; ood_answers count answers ood; id number; ood number; gap number; "
    "gap_low number from; gap_high number to; gap_share share of id"
)
_NOTE: Final = (
    "Gap: in distribution (id) less out of it (ood), with its 95 % interval: Student's t over concept sets "
    "or requirements, for measures of whole logs as the log states it. The score of sentences for graphs is "
    "coverage of the concepts, that of questions over options accuracy."
)


def generalization_tables(
    runs: Sequence[ModelRun], corpus: Sequence[CorpusMetric]
) -> tuple[ReportTable, ...]:
    """Returns the tables that have rows; empty where no item was asked in or out of distribution."""
    divided_runs = [run for run in runs if any(_FACET in result.item.facets for result in run.results)]
    overall = generalization(divided_runs, corpus)
    tables = (
        overall,
        gaps(divided_runs),
        structures(divided_runs),
        demonstrations(divided_runs),
        rank_scores(divided_runs, overall),
        relation_rankings(divided_runs),
    )
    return tuple(table for table in tables if table.rows)


def generalization(runs: Sequence[ModelRun], corpus: Sequence[CorpusMetric]) -> ReportTable:
    """Tabulates each run's metrics in and out of distribution; what cannot be computed is empty."""
    rows: list[Row] = []
    for run in runs:
        single = _metrics(run.results)
        rows.extend((*run.cells, name, *_compared(*_sides(run.results, name)), "") for name in single)
        key = (run.dataset, run.model, run.strategy)
        stated = {
            score.metric: score.value
            for score in corpus
            if (score.dataset, score.model, score.strategy) == key
        }
        for name in METRICS:
            if any(f"{name}_{side}" in stated for side in (_INSIDE, _OUTSIDE)):
                rows.append((*run.cells, name, *_stated(stated, name, run.results), ""))
            elif name not in single and any(result.item.family == NAME for result in run.results):
                rows.append((*run.cells, name, *(None,) * len(_MEASURED), "absent"))
    columns = columns_of(*RUN, "metric", *_MEASURED, TableColumn("remark", ""))
    note = (
        f"{_NOTE} Absent: what works it out was not at hand, or the items are too few for it; it is not zero."
    )
    return ReportTable("generalization", "In and out of distribution", columns, tuple(rows), note)


@run_table("gaps", "The gap by what items are like", "by; value; metric", *_MEASURED, note=_NOTE)
def gaps(run: ModelRun) -> Iterator[Row]:
    """Breaks the gap of the metrics of single answers down by facets of the items."""
    for facet in _PARTS:
        parts = sorted(
            {str(result.item.facets[facet]) for result in run.results if facet in result.item.facets}
        )
        for name in _metrics(run.results) if len(parts) > 1 else ():
            for part in parts:
                inside = [result for result in run.results if str(result.item.facets.get(facet)) == part]
                yield facet, part, name, *_compared(*_sides(inside, name))


@run_table(
    "relation_rankings",
    "Frequent relations and good ones",
    "metric; ranked count relations; id number; ood number; gap number",
    note="Rank-biased overlap (p = 0.9, extrapolated) of the relations by how many items have them with "
    "those by the mean of the metric, and with those by the gap, the smallest first; relations that tie have "
    "one rank. 1: the same order; absent where all relations tie.",
)
def relation_rankings(run: ModelRun) -> Iterator[Row]:
    """Tabulates how similar the order of relations by frequency is to that by each metric."""
    counts: dict[str, set[str]] = {}
    for result in run.results:
        for relation in _relations(result):
            counts.setdefault(relation, set()).add(result.sample)
    frequency = {name: float(len(samples)) for name, samples in counts.items()}
    for name in _metrics(run.results) if len(counts) > 1 else ():
        sides = {
            relation: _sides([r for r in run.results if relation in _relations(r)], name)
            for relation in sorted(frequency)
        }
        means = {relation: tuple(map(_mean, both)) for relation, both in sides.items() if all(both)}
        if len(means) > 1:
            orders = zip(
                *((inside, outside, outside - inside) for inside, outside in means.values()), strict=True
            )
            shared = {relation: frequency[relation] for relation in means}
            overlaps = (_overlap(shared, dict(zip(means, order, strict=True))) for order in orders)
            yield name, len(means), *overlaps


_TESTED: Final = columns_of("-low number from; -high number to; p p; p_holm p p, Holm")


@run_table(
    "structures",
    "The gap by structure, tested",
    "metric; first text structure; second text and; -clusters count concept sets; first_gap number gap; "
    "second_gap number other gap; difference number",
    *_TESTED,
    note="A: one relation follows the other; B: common source; C: common target. The difference of two gaps, "
    "its 95 % interval and p by Student's t over concept sets, adjusted for the pairs of a metric (Holm).",
)
def structures(run: ModelRun) -> Iterator[Row]:
    """Tests whether the gap differs between two structures of graphs (the paper's Table 6)."""
    kinds = sorted({str(result.item.facets.get("structure")) for result in run.results} & set("ABC"))
    for name in _metrics(run.results):
        sides = {
            kind: _sides([r for r in run.results if r.item.facets.get("structure") == kind], name)
            for kind in kinds
        }
        pairs = list(combinations([kind for kind in kinds if all(sides[kind])], 2))
        tests = [
            _Difference.of(list(zip([*sides[first], *sides[second]], (1, -1, -1, 1), strict=True)))
            for first, second in pairs
        ]
        for pair, test, p in zip(pairs, tests, holm([test.p for test in tests]), strict=True):
            gap = [_mean(sides[kind][0]) - _mean(sides[kind][1]) for kind in pair]
            yield name, *pair, test.clusters, *gap, *test.cells(p)


def demonstrations(runs: Sequence[ModelRun]) -> ReportTable:
    """Compares ways to demonstrate on the same graphs: runs that differ in `_SHOWING` alone."""
    comparable: dict[tuple[str, str, str, str], list[ModelRun]] = {}
    for run in runs:
        if settings := _settings(run):
            unvaried = {name: value for name, value in settings.items() if name not in _SHOWING}
            key = (run.model, run.strategy, run.role, repr(sorted(unvaried.items())))
            comparable.setdefault(key, []).append(run)
    rows: list[Row] = []
    for (model, strategy, role, _), same_runs in comparable.items():
        ways = {
            (i, j): way
            for i, j in combinations(range(len(same_runs)), 2)
            if all(way := _ways(same_runs[i], same_runs[j]))
        }
        for side in (_INSIDE, _OUTSIDE):
            for name in _metrics([result for run in same_runs for result in run.results]):
                values = [_by_graph(run, side, name) for run in same_runs]
                tests = [_Difference.paired(values[i], values[j]) for i, j in ways]
                adjusted = holm([test.p for test in tests])
                for ((i, j), way), test, p in zip(ways.items(), tests, adjusted, strict=True):
                    shared = [graph for graph in values[i] if graph in values[j]]
                    if shared:
                        means = (_mean([values[k][graph] for graph in shared]) for k in (i, j))
                        cells = (model, strategy, role, side, name, *way, len(shared))
                        rows.append((*cells, *means, *test.cells(p)))
    columns = columns_of(
        *RUN[1:],
        "distribution; metric; first text demonstrations; second text and; graphs count; "
        "first_mean number mean; second_mean number other mean; -difference number",
        *_TESTED,
    )
    note = (
        "Data sets of the same graphs that differ in their demonstrations alone: over the graphs that both "
        "ask, paired. Interval and p by Student's t over concept sets, adjusted for the pairs of a metric "
        "and distribution (Holm)."
    )
    return ReportTable("demonstrations", "Demonstrations on the same graphs", columns, tuple(rows), note)


def rank_scores(runs: Sequence[ModelRun], overall: ReportTable) -> ReportTable:
    """Ranks the models by each metric and adds up their ranks (the paper's Appendix F).

    Args:
        runs: those of the table.
        overall: the table that `generalization` returns.
    """
    figures = {_INSIDE: 1, _OUTSIDE: 1, "gap": -1, "gap_share": -1}
    alike = _asked_alike(runs)
    groups: dict[tuple[Cell, ...], dict[str, dict[str, list[Cell]]]] = {}
    for row in overall.dicts():
        if tuple(row[column.name] for column in RUN) not in alike:
            continue
        group = groups.setdefault((row["dataset"], row["strategy"], row["role"]), {})
        group.setdefault(str(row["metric"]), {})[str(row["model"])] = [row[name] for name in figures]
    rows: list[Row] = []
    for (dataset, strategy, role), by_metric in groups.items():
        models = list(dict.fromkeys(model for by_model in by_metric.values() for model in by_model))
        complete = [
            by_model
            for by_model in by_metric.values()
            if by_model.keys() == set(models) and all(None not in values for values in by_model.values())
        ]
        if len(models) < 2 or not complete:
            continue
        sums = {model: [0.0] * len(figures) for model in models}
        for by_model in complete:
            for column, sign in enumerate(figures.values()):
                values = {model: sign * float(by_model[model][column] or 0) for model in models}
                for model, points in _points(values).items():
                    sums[model][column] += points
        best_first = sorted(models, key=lambda model: -sums[model][1])
        rows.extend((dataset, model, strategy, role, len(complete), *sums[model]) for model in best_first)
    columns = columns_of(*RUN, "metrics count; id number; ood number; gap number; gap_share number of id")
    note = (
        "By each metric that all models have, the worst of them gets one point, the next two, and so on; "
        "models that tie share their points. Best is the highest figure in and out of distribution, and the "
        "smallest gap and share of id; so most points are best everywhere. Models that answered other graphs "
        "than most are left out."
    )
    return ReportTable("rank_scores", "Ranks of the models, added up", columns, tuple(rows), note)


def _asked_alike(runs: Sequence[ModelRun]) -> set[tuple[Cell, ...]]:
    """Returns the runs over the same questions as most of their data set, strategy and role."""
    alike: set[tuple[Cell, ...]] = set()
    for group in grouped(((run.dataset, run.strategy, run.role), run) for run in runs).values():
        set_indices = question_sets(group)
        alike.update(run.cells for run in group if set_indices[run.model, run.strategy] == 0)
    return alike


def _points(values: Mapping[str, float]) -> dict[str, float]:
    """Returns 1 point for the smallest value and one more for each next; ties share their points."""
    points: dict[str, float] = {}
    better = 0
    for tied in _ranked(values)[::-1]:
        points |= dict.fromkeys(tied, better + (len(tied) + 1) / 2)
        better += len(tied)
    return points


def _ways(first_run: ModelRun, second_run: ModelRun) -> tuple[str, str]:
    """Returns in what of `_SHOWING` two runs differ, as a text per run; both empty where they agree."""
    facets, other_facets = (run.results[0].item.facets for run in (first_run, second_run))
    differing = [name for name in _SHOWING if facets.get(name) != other_facets.get(name)]
    first, second = (
        ", ".join(f"{name} {stated.get(name)}" for name in differing) for stated in (facets, other_facets)
    )
    return first, second


def _settings(run: ModelRun) -> Mapping[str, Cell]:
    """Returns the settings of a run's first item; empty for runs of other families than graph-to-text."""
    item = run.results[0].item
    record = item.record.unpacked() if item.family == NAME else {}
    return mapping_in(mapping_in(record, "provenance"), "settings")


def _by_graph(run: ModelRun, side: str, metric: str) -> dict[str, tuple[float, Hashable]]:
    """Returns the mean of a metric and the cluster for each graph of one distribution."""
    by_graph = grouped(
        (f"{record.get('sample')} {sorted(map(str, record.get('graph') or ()))}", value)
        for result in run.results
        for value in _sides([result], metric)[side == _OUTSIDE]
        for record in (result.item.record.unpacked(),)
    )
    return {graph: (_mean(values), values[0][1]) for graph, values in by_graph.items()}


def _metrics(results: Sequence[Result]) -> list[str]:
    return [_SCORE, *dict.fromkeys(name for result in results for name in result.metrics)]


def _relations(result: Result) -> tuple[str, ...]:
    relation = result.item.facets.get("relation")
    return relation if isinstance(relation, tuple) else ()


def _sides(results: Iterable[Result], metric: str) -> tuple[Values, Values]:
    """Returns the values of a metric in and out of distribution.

    A metric is 0 where the answer could not be read, as the score is. An answer too short for the metric is
    left out.
    """
    values: dict[str, Values] = {_INSIDE: [], _OUTSIDE: []}
    for result in results:
        unread = 0.0 if result.parse_failure else None
        value = result.score if metric == _SCORE else result.metrics.get(metric, unread)
        if value is not None and (side := str(result.item.facets.get(_FACET))) in values:
            values[side].append((value, result.cluster))
    return values[_INSIDE], values[_OUTSIDE]


def _compared(inside: Values, outside: Values) -> Row:
    counts = (len(inside), len(outside))
    if not inside or not outside:
        return (*counts, *(_mean(side) if side else None for side in (inside, outside)), *(None,) * 4)
    inner, other = _mean(inside), _mean(outside)
    low, high = _Difference.of([(inside, 1), (outside, -1)]).cells(math.nan)[1:3]
    return (*counts, inner, other, inner - other, low, high, (inner - other) / inner if inner else None)


def _mean(values: Values) -> float:
    return sum(value for value, _ in values) / len(values)


@frozen
class _Difference:
    """A signed sum of means, with its interval and p by Student's t over clusters; NaN without variance."""

    value: float
    low: float
    high: float
    p: float
    clusters: int

    @classmethod
    def of(cls, sides: Iterable[tuple[Values, int]]) -> _Difference:
        """Computes a signed sum of means whose clusters may overlap, from the amount by which each cluster
        moves it (linearization).

        Args:
            sides: values with their clusters, and the sign of their mean.
        """
        from scipy.special import stdtr, stdtrit

        moves: dict[Hashable, float] = {}
        total = 0.0
        for values, sign in sides:
            mean = _mean(values)
            total += sign * mean
            for value, cluster in values:
                moves[cluster] = moves.get(cluster, 0.0) + sign * (value - mean) / len(values)
        groups = len(moves)
        squares = sum(move**2 for move in moves.values())
        if groups < 2 or squares < 1e-24:
            return cls(total, math.nan, math.nan, math.nan, groups)
        spread = math.sqrt(groups / (groups - 1) * squares)
        reach = float(stdtrit(groups - 1, (1 + _LEVEL) / 2)) * spread
        p = 2 * float(stdtr(groups - 1, -abs(total) / spread))
        return cls(total, total - reach, total + reach, p, groups)

    @classmethod
    def paired(
        cls, first: Mapping[str, tuple[float, Hashable]], second: Mapping[str, tuple[float, Hashable]]
    ) -> _Difference:
        """Computes the difference of two means over the names that both have."""
        shared = [name for name in first if name in second]
        if not shared:
            return cls(math.nan, math.nan, math.nan, math.nan, 0)
        return cls.of([([first[name] for name in shared], 1), ([second[name] for name in shared], -1)])

    def cells(self, adjusted: float) -> Row:
        """Returns the cells of the columns _TESTED; None for NaN.

        Args:
            adjusted: p, adjusted by Holm's method.
        """
        numbers = (self.value, self.low, self.high, self.p, adjusted)
        return tuple(None if math.isnan(number) else number for number in numbers)


def _stated(measures: Mapping[str, float], name: str, results: Sequence[Result]) -> Row:
    sides = [str(result.item.facets.get(_FACET)) for result in results]
    inside, gap = measures.get(f"{name}_{_INSIDE}"), measures.get(f"{name}_gap")
    outside, low, high = (measures.get(f"{name}_{figure}") for figure in (_OUTSIDE, "gap_low", "gap_high"))
    share = gap / inside if gap is not None and inside else None
    return (sides.count(_INSIDE), sides.count(_OUTSIDE), inside, outside, gap, low, high, share)


def _overlap(first_values: Mapping[str, float], second_values: Mapping[str, float]) -> float | None:
    """Returns the rank-biased overlap of two orders; None where all values of a side are equal."""
    first, second = _ranked(first_values), _ranked(second_values)
    return None if len(first) == 1 or len(second) == 1 else rank_biased_overlap(first, second)


def _ranked(values: Mapping[str, float]) -> list[list[str]]:
    """Returns the names in groups of equal values, the largest value first."""
    groups: list[list[str]] = []
    for name in sorted(values, key=lambda name: -values[name]):
        if groups and math.isclose(values[groups[-1][0]], values[name], rel_tol=0, abs_tol=_EQUAL):
            groups[-1].append(name)
        else:
            groups.append([name])
    return groups
