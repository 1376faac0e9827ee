"""What an analysis says, in a few plain sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.report.standing import Row, best_of, certainty, counted_runs
from cocoa_core.analysis.tables import Cell
from cocoa_core.counts import counted

__all__ = ["summary"]

_SHORTCUT: Final = "cocoa/literals"


def summary(analysis: Analysis, dataset: str) -> tuple[str, ...]:
    """The sentences on one data set: its defects, how good the best is and how sure that is, who guesses,
    how many answers, where they are worse, what to mind."""
    rows = [row for row in analysis.tables["summary"].dicts() if row["dataset"] == dataset]
    runs = counted_runs(rows)
    remarks = [one for one in analysis.remarks if one.dataset == dataset]
    return (
        *(one.text for one in remarks if one.defect),
        *_best(analysis, dataset, rows),
        *_near_chance(rows, runs),
        _counts(analysis, dataset, runs),
        *_typicality(analysis, dataset, runs),
        *_sizes(analysis, dataset, runs),
        *_failures(runs),
        *(one.text for one in remarks if not one.defect),
    )


def _counts(analysis: Analysis, dataset: str, runs: list[Row]) -> str:
    inside = [run for run in analysis.runs if run.dataset == dataset]
    questions = counted(len({one.sample for run in inside for one in run.results}), "question")
    answers = sum(int(row["answers"] or 0) for row in runs)
    models = counted(len({row["model"] for row in runs}), "model")
    if runs[0]["role"] != "model":
        return f"{answers:,} answers to {questions}, by reference models only."
    others = sum(len(run.results) for run in inside) - answers
    beside = f", and {others:,} of reference models" if others else ""
    return f"{answers:,} answers to {questions} by {models} in {counted(len(runs), 'run')}{beside}."


def _best(analysis: Analysis, dataset: str, rows: list[Row]) -> Iterator[str]:
    best = best_of(rows)
    yield f"The best run is {best['model']} by {best['strategy']}: {_right(best)}."
    sure = certainty(best, [one for one in analysis.pairs if one.dataset == dataset])
    if sure is not None:
        yield sure
    shortcut = next((float(row["accuracy"] or 0) for row in rows if row["model"] == _SHORTCUT), None)
    if any(row["role"] == "theory" for row in rows):
        beside = best["role"] == "model" and shortcut is not None
        yield f"Guessing is worth {_chance(rows):.0%}" + (
            f", the shortcut {_SHORTCUT} {shortcut:.1%}." if beside else "."
        )


def _right(row: Row) -> str:
    share = f"{float(row['accuracy'] or 0):.1%} right"
    if row["low"] is None or row["high"] is None:
        return share
    return f"{share}, 95 % interval {100 * float(row['low']):.1f} to {100 * float(row['high']):.1f}"


def _near_chance(rows: list[Row], runs: list[Row]) -> Iterator[str]:
    near = [
        f"{row['model']} by {row['strategy']}"
        for row in runs
        if row["role"] == "model" and float(row["low"] or 0) <= _chance(rows)
    ]
    if near:
        yield f"Not told apart from guessing: {', '.join(near)}."


def _chance(rows: list[Row]) -> float:
    return next((float(row["accuracy"] or 0) for row in rows if row["role"] == "theory"), 0.0)


def _typicality(analysis: Analysis, dataset: str, runs: list[Row]) -> Iterator[str]:
    found = _by_run(analysis, "typicality", dataset, "questions")
    gaps = []
    for row in runs:
        own = found.get((row["model"], row["strategy"]), {})
        regular, atypical = own.get("regular"), own.get("atypical")
        if regular is not None and atypical is not None:
            gaps.append(regular - atypical)
    if gaps:
        lower = sum(gap > 0 for gap in gaps)
        yield (
            f"On atypical questions accuracy is lower than on regular ones in {lower} of "
            f"{counted(len(gaps), 'run')}; the mean difference is {100 * sum(gaps) / len(gaps):.1f} points."
        )


def _sizes(analysis: Analysis, dataset: str, runs: list[Row]) -> Iterator[str]:
    """From the fewest sum terms to the most, where both have enough answers."""
    counted: dict[int, list[tuple[float, int]]] = {}
    wanted = {(row["model"], row["strategy"]) for row in runs}
    for row in analysis.tables["by_sum_terms"].dicts():
        if row["dataset"] == dataset and (row["model"], row["strategy"]) in wanted:
            parts = counted.setdefault(int(row["sum_terms"] or 0), [])
            parts.append((float(row["accuracy"] or 0.0), int(row["answers"] or 0)))
    enough = sorted(terms for terms, parts in counted.items() if min(size for _, size in parts) >= 10)
    if len(enough) > 1:
        low, high = (
            sum(share for share, _ in counted[terms]) / len(counted[terms])
            for terms in (enough[0], enough[-1])
        )
        yield (
            f"With {enough[0]} sum terms the mean accuracy of these runs is {low:.1%}, with {enough[-1]} it "
            f"is {high:.1%}."
        )


def _failures(runs: list[Row]) -> Iterator[str]:
    failures = sum(int(row["parse_failures"] or 0) for row in runs)
    answers = sum(int(row["answers"] or 0) for row in runs)
    if not failures:
        yield "An option could be read out of every answer."
        return
    worst = max(runs, key=lambda row: float(row["parse_failure_share"] or 0.0))
    share = float(worst["parse_failure_share"] or 0.0)
    yield (
        f"{failures:,} of {answers:,} answers name no option that can be read; they count as wrong. The "
        f"highest share, {share:.1%}, is that of {worst['model']} by {worst['strategy']}."
    )


def _by_run(
    analysis: Analysis, table: str, dataset: str, part: str
) -> Mapping[tuple[Cell, Cell], Mapping[Cell, float | None]]:
    found: dict[tuple[Cell, Cell], dict[Cell, float | None]] = {}
    for row in analysis.tables[table].dicts():
        if row["dataset"] == dataset:
            share = row["accuracy"]
            own = found.setdefault((row["model"], row["strategy"]), {})
            own[row[part]] = None if share is None else float(share)
    return found
