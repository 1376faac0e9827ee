"""Builds the tables of the selection family alone: kinds of requests, and options chosen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Hashable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Final

from attrs import evolve

from cocoa_core.analysis.breakdowns import Part, breakdown
from cocoa_core.analysis.paired_tests import Paired, compare
from cocoa_core.analysis.results import Result
from cocoa_core.analysis.runs import ANSWERS, COUNTED, PARSE_FAILURES, RUN, ModelRun, counted, run_table
from cocoa_core.analysis.selection_facts import Constraint, OptionFacts
from cocoa_core.analysis.tables import Cell, ReportTable, columns_of
from cocoa_core.families.selection import SELECTION

IN_ANOTHER: Final = frozenset(("by_atypical", "by_atypical_paper", "by_setting", "by_minterms"))
"""Tables by a facet that another table holds already: `typicality`, `typicality_paper` and `by_setting`."""

_SETTING: Final = re.compile(r"\((\d{1,3}), (\d{1,5})\)")
_MEANING: Final = (
    "A setting is what --slots and --minterms ask for: (4, 3) is 4 slots, 3 minterms. The slots of "
    "wishes are not counted."
)

_TYPICALITY: Final = ReportTable(
    *("typicality", "Regular and atypical", (), ()),
    "Atypical: the request demands something against what people want, as --atypical makes it.",
)
_PAPER_TYPICALITY: Final = ReportTable(
    *("typicality_paper", "Regular and atypical, as GroundCocoa counts", (), ()),
    "Atypical: a condition in the request is one that few people ask for, as the rules mark it.",
)
_BANDS: Final = 10
_BY_CONSTRAINT: Final = {"by_slot": "slot", "by_rule": "rule", "by_test": "test"}
_OVERLOOKED: Final = columns_of(
    "-wrong count wrong answers; -overlooked count; overlooked_share share overlooked; "
    "expected share by chance"
)


def selection_tables(runs: Sequence[ModelRun], beside: Sequence[ModelRun]) -> tuple[ReportTable, ...]:
    """Returns all tables of the selection family; empty where no item is such a question.

    Args:
        beside: the runs and the reference lines.
    """
    if not any(result.item.family == SELECTION for run in runs for result in run.results):
        return ()
    choosing = [
        evolve(run, results=results)
        for run in runs
        if (results := tuple(result for result in run.results if result.item.options is not None))
    ]
    return (
        _typicality(beside, "atypical", _TYPICALITY),
        _typicality(beside, "atypical_paper", _PAPER_TYPICALITY),
        _odd_pairs(beside),
        _questions(runs),
        _setting(runs),
        _entropy_bands(choosing),
        _entropy_means(choosing),
        _positions(choosing),
        _broken_terms(choosing),
    )


def _options(result: Result) -> OptionFacts:
    if result.item.options is None:
        raise ValueError("expected a question with one right option")
    return result.item.options


def _typicality(runs: Sequence[ModelRun], facet: str, table: ReportTable) -> ReportTable:
    """Tabulates regular and atypical questions, and both together: the paper's Table 3."""
    rows: list[Part] = []
    for run in runs:
        stated = [result for result in run.results if facet in result.item.facets]
        atypical = [result for result in stated if result.item.facets[facet]]
        regular = [result for result in stated if not result.item.facets[facet]]
        for kind, results in (("regular", regular), ("atypical", atypical), ("total", stated)):
            rows.extend([(*run.cells, kind, *counted(results))] if stated else ())
    columns = columns_of(*RUN, "questions", *COUNTED)
    return evolve(table, columns=columns, rows=tuple(rows), by=("questions",))


@run_table(
    "odd_pairs",
    "Regular and atypical, paired",
    "pairs count; regular share; odd share; difference points regular less odd; "
    "difference_from points from; difference_to points to; p p",
    note="Requests that differ in one demand, for what people want and against it, over the same options; "
    "openings and reasons may differ. The difference has its 95 % interval.",
)
def _odd_pairs(run: ModelRun) -> Iterator[Part]:
    """Compares the pairs of `--groups odd`: one request without and with the odd demand."""
    pairs: dict[str, dict[bool, list[float]]] = {}
    clusters: dict[str, Hashable] = {}
    for result in run.results:
        pair = result.item.groups.get("odd")
        if pair is not None and "atypical" in result.item.facets:
            odd = bool(result.item.facets["atypical"])
            pairs.setdefault(pair, {False: [], True: []})[odd].append(result.score)
            clusters[pair] = result.cluster
    comparison = compare(
        Paired(clusters[pair], fmean(scores[False]), fmean(scores[True]))
        for pair, scores in pairs.items()
        if all(scores.values())
    )
    if comparison.questions:
        ends = (comparison.difference, comparison.low, comparison.high, comparison.p)
        yield comparison.questions, comparison.first, comparison.second, *ends


def _questions(runs: Sequence[ModelRun]) -> ReportTable:
    """Counts the answered requirements and questions by setting: the paper's Table 1."""
    by_dataset: dict[str, dict[tuple[Cell, ...], dict[str, Hashable]]] = {}
    for run in runs:
        settings = by_dataset.setdefault(run.dataset, {})
        for result in run.results:
            if (size := _setting_of(result)) is not None:
                settings.setdefault(size, {})[result.sample] = result.cluster
    rows: list[Part] = []
    for dataset, settings in by_dataset.items():
        for setting, cluster_of in sorted(settings.items()):
            rows.append((dataset, *setting, len(set(cluster_of.values())), len(cluster_of)))
        every = {
            sample: cluster for cluster_of in settings.values() for sample, cluster in cluster_of.items()
        }
        if every:
            rows.append((dataset, None, None, len(set(every.values())), len(every)))
    columns = columns_of(
        "dataset text data set; slots count; minterms count; requirements count; questions count"
    )
    note = f"Of the questions that were answered. Without slots and minterms: all of them. {_MEANING}"
    return ReportTable("questions", "Questions by setting", columns, tuple(rows), note)


def _setting(runs: Sequence[ModelRun]) -> ReportTable:
    """Breaks accuracy down by slots and minterms together: the paper's Figure 3."""
    columns = columns_of("slots count; minterms count")
    return breakdown(runs, "by_setting", "By setting", columns, _setting_of, _MEANING)


def _setting_of(result: Result) -> tuple[int, int] | None:
    """Returns the numbers of slots and minterms of a question's setting; None where it states none."""
    stated = _SETTING.fullmatch(str(result.item.facets.get("setting")))
    return (int(stated[1]), int(stated[2])) if stated else None


def _entropy_bands(runs: Sequence[ModelRun]) -> ReportTable:
    """Breaks accuracy down by the entropy of the right option, in bands of a tenth; the last band holds 1."""

    def band(result: Result) -> Part:
        low = min(int(_options(result).entropy * _BANDS + 1e-9), _BANDS - 1)
        return low / _BANDS, (low + 1) / _BANDS

    columns = columns_of("from number entropy from; below number to below")
    note = "Entropy 0: the right option satisfies every literal; 1: half of them. The last band holds 1."
    return breakdown(runs, "by_entropy", "By entropy of the right option", columns, band, note)


@run_table(
    "entropy",
    "Entropy of the right option",
    "outcome",
    ANSWERS,
    "mean number mean entropy",
    PARSE_FAILURES,
    note="Entropy 0: the right option satisfies every literal; 1: half of them.",
)
def _entropy_means(run: ModelRun) -> Iterator[Part]:
    """Tabulates the right option's mean entropy over the right and the wrong answers of each run."""
    failures = sum(result.parse_failure for result in run.results)
    for outcome, right, failed in (("right", True, 0), ("wrong", False, failures)):
        entropies = [_options(result).entropy for result in run.results if result.correct == right]
        yield outcome, len(entropies), sum(entropies) / len(entropies) if entropies else None, failed


@run_table(
    "by_position",
    "By answer position",
    "letter text right option",
    *COUNTED,
    "chosen count; chosen_share share of answers",
    note="Chosen: how often the letter was named, whichever was right. Letters are right equally often, so "
    "a letter that is named much more often than another is a habit of the model.",
    by=("letter",),
)
def _positions(run: ModelRun) -> Iterator[Part]:
    """Tabulates accuracy by the letter of the right option, and how often that letter was named."""
    named = Counter(result.answer for result in run.results)
    for letter in sorted({label for result in run.results for label in _options(result).labels}):
        results = [result for result in run.results if _options(result).answer == letter]
        yield letter, *counted(results), named[letter], named[letter] / len(run.results)


@run_table(
    "broken_terms",
    "How wrong the wrong answers are",
    "broken count sum terms broken; chosen count wrong answers; share share; expected share by chance",
    PARSE_FAILURES,
    note="Of the answers that name a wrong option. By chance: the share if a wrong option of the same "
    "questions were drawn at random. More than that at 1 means that the model errs towards near misses.",
)
def _broken_terms(run: ModelRun) -> Iterator[Part]:
    """Tabulates the sum terms that chosen wrong options break, beside those of a random wrong one."""
    failed = sum(result.parse_failure for result in run.results)
    wrong = [(_options(result).broken, str(result.answer)) for result in run.results if _named_wrong(result)]
    chosen = Counter(len(broken[answer]) for broken, answer in wrong)
    share: dict[int, float] = {}
    for broken, _ in wrong:
        for term_indices in broken.values():
            share[len(term_indices)] = share.get(len(term_indices), 0.0) + 1 / len(broken)
    for number in sorted(share):
        yield number, chosen[number], chosen[number] / len(wrong), share[number] / len(wrong), failed


def _named_wrong(result: Result) -> bool:
    return not result.correct and result.answer is not None


def with_overlooked(table: ReportTable, runs: Sequence[ModelRun]) -> ReportTable:
    """Adds to a table by slot, rule or test how often chosen wrong options break a sum term with it; returns
    other tables unchanged.
    """
    if table.name not in _BY_CONSTRAINT:
        return table
    cells_of = {
        (*run.cells, name): cells
        for run in runs
        for name, cells in _overlooked(run.results, _BY_CONSTRAINT[table.name])
    }
    if not cells_of:
        return table
    key_width = len(RUN) + 1
    no_cells: Part = (0, 0, None, None)
    rows = tuple((*row, *cells_of.get(row[:key_width], no_cells)) for row in table.rows)
    note = (
        f"{table.note} Overlooked: of the wrong answers to questions that hold it, those whose option breaks "
        "a sum term with it. By chance: the same for a wrong option drawn at random."
    )
    return evolve(table, columns=(*table.columns, *_OVERLOOKED), rows=rows, note=note)


def _overlooked(results: Sequence[Result], kind: str) -> Iterator[tuple[Cell, Part]]:
    """Yields each name with its wrong answers, those that break it, their share, and that by chance."""
    wrong: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    expected: dict[str, float] = {}
    broken_by: dict[int, Mapping[str, frozenset[str]]] = {}
    names: set[str] = set()
    for result in results:
        if result.item.options is None:
            continue
        options = result.item.options
        held = _named(options.constraints(), kind)
        names |= held
        if not _named_wrong(result):
            continue
        if id(options) not in broken_by:
            labels = {label: _named(options.broken_constraints(label), kind) for label in options.broken}
            broken_by[id(options)] = labels
        broken = broken_by[id(options)]
        for name in held:
            wrong[name] += 1
            hits[name] += name in broken[str(result.answer)]
            share = sum(name in broken_names for broken_names in broken.values()) / len(broken)
            expected[name] = expected.get(name, 0.0) + share
    for name in names:
        count = wrong[name]
        shares = (hits[name] / count, expected[name] / count) if count else (None, None)
        yield name, (count, hits[name], *shares)


def _named(constraints: frozenset[Constraint], kind: str) -> frozenset[str]:
    return frozenset(getattr(constraint, kind) for constraint in constraints)
