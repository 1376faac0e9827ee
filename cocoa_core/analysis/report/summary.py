"""Summarizes the analysis of a data set in a few plain sentences: which run is best, and how sure that is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from cocoa_core.analysis.analysis import Analysis
from cocoa_core.analysis.comparison import RunPair
from cocoa_core.analysis.paired_tests import difference_interval
from cocoa_core.analysis.results import Result
from cocoa_core.analysis.runs import accuracy_of, chance_among, question_sets
from cocoa_core.analysis.tables import Cell, Row, row_interval
from cocoa_core.intervals import Accuracy, ends_text, wilson, with_ends
from cocoa_core.text import counted

_ROLES: Final = ("model", "reference", "theory")
_SHORTCUT: Final = "cocoa/literals"
_ENOUGH: Final = 10


def summary(analysis: Analysis, dataset: str) -> tuple[str, ...]:
    """Returns the sentences on a data set.

    In order: its defects, how good the best run is and how sure that is, which runs are not ranked, which
    cannot be told from guessing, the number of answers, where accuracy is lower, parse failures, and that no
    defect is seen.
    """
    rows = analysis.rows("summary", dataset)
    runs, ranked = model_runs(rows), _ranked(analysis, dataset, rows)
    checks = [check for check in analysis.checks if check.dataset == dataset]
    return (
        *(check.text for check in checks if check.defect),
        *_best(analysis, dataset, ranked),
        *_unranked(runs, ranked),
        *_near_chance(rows, runs),
        _counts(analysis, dataset, runs),
        *_typicality(analysis, dataset, runs),
        *_sizes(analysis, dataset, runs),
        *_failures(runs),
        *(check.text for check in checks if not check.defect),
    )


def _ranked(analysis: Analysis, dataset: str, rows: list[Row]) -> list[Row]:
    """Returns the rows without those of runs over other questions than most runs answered."""
    set_indices = question_sets([run for run in analysis.runs if run.dataset == dataset])
    return [row for row in rows if not set_indices.get((str(row["model"]), str(row["strategy"])), 0)]


def _unranked(runs: list[Row], ranked: list[Row]) -> Iterator[str]:
    unranked = [run for run in runs if run not in ranked]
    if unranked:
        named = ", ".join(
            f"{run['model']} by {run['strategy']} ({counted(int(run['questions'] or 0), 'question')})"
            for run in unranked
        )
        yield f"Not ranked with the others, as other questions were asked: {named}."


def _counts(analysis: Analysis, dataset: str, runs: list[Row]) -> str:
    dataset_runs = [run for run in analysis.runs if run.dataset == dataset]
    questions = counted(len({result.sample for run in dataset_runs for result in run.results}), "question")
    answers = sum(int(row["answers"] or 0) for row in runs)
    origins = analysis.reading.origins
    bases = {names.model: names.base for names in origins}
    models = counted(len({bases.get(str(row["model"])) or row["model"] for row in runs}), "model")
    if runs[0]["role"] != "model":
        return f"{answers:,} answers to {questions}, by reference models only."
    by_references = sum(len(run.results) for run in dataset_runs) - answers
    beside = f", and {by_references:,} of reference models" if by_references else ""
    return f"{answers:,} answers to {questions} by {models} in {counted(len(runs), 'run')}{beside}."


def _best(analysis: Analysis, dataset: str, rows: list[Row]) -> Iterator[str]:
    best = best_of(rows)
    yield f"The best run is {best['model']} by {best['strategy']}: {_right(best)}."
    sure = certainty(best, [pair for pair in analysis.pairs if pair.dataset == dataset])
    if sure is not None:
        yield sure
    chance = chance_among(rows)
    if chance is not None:
        shortcut = next((row for row in rows if row["model"] == _SHORTCUT), None)
        beside = ""
        if shortcut is not None and best["role"] == "model":
            beside = f", the shortcut {_SHORTCUT} {row_interval(shortcut)}"
        yield f"Guessing is worth {chance:.0%}{beside}."


def _right(row: Row) -> str:
    share = f"{float(row['accuracy'] or 0):.1%} right"
    if row["low"] is None or row["high"] is None:
        return share
    return f"{share}, 95 % interval {ends_text(float(row['low']), float(row['high']))}"


def _share_text(accuracy: Accuracy) -> str:
    return with_ends(accuracy.share, accuracy.low, accuracy.high)


def _answers(analysis: Analysis, dataset: str, rows: list[Row]) -> list[Result]:
    names = {(row["model"], row["strategy"]) for row in rows}
    runs = [run for run in analysis.runs if run.dataset == dataset and (run.model, run.strategy) in names]
    return [result for run in runs for result in run.results]


def _near_chance(rows: list[Row], runs: list[Row]) -> Iterator[str]:
    chance = chance_among(rows)
    if chance is None:
        return
    near = [
        f"{row['model']} by {row['strategy']}"
        for row in runs
        if row["role"] == "model" and row["low"] is not None and float(row["low"]) <= chance
    ]
    if near:
        yield f"Not told apart from guessing: {', '.join(near)}."


def _typicality(analysis: Analysis, dataset: str, runs: list[Row]) -> Iterator[str]:
    table, facet = analysis.typicality(dataset)
    shares = {
        (row["model"], row["strategy"], row["questions"]): row["accuracy"]
        for row in analysis.rows(table, dataset)
    }
    gaps = []
    for row in runs:
        regular, atypical = (
            shares.get((row["model"], row["strategy"], kind)) for kind in ("regular", "atypical")
        )
        if regular is not None and atypical is not None:
            gaps.append(float(regular) - float(atypical))
    answers = _answers(analysis, dataset, runs)
    sides = [
        accuracy_of([result for result in answers if result.item.facets.get(facet) is atypical])
        for atypical in (False, True)
    ]
    if gaps and all(side.answers for side in sides):
        lower = sum(gap > 0 for gap in gaps)
        points, low, high = (100 * end for end in difference_interval(*sides))
        yield (
            f"On atypical questions accuracy is lower than on regular ones in {lower} of "
            f"{counted(len(gaps), 'run')}; of all these answers {_share_text(sides[1])} are right there, "
            f"against {_share_text(sides[0])}: a difference of {points:.1f} points ({low:.1f} to {high:.1f})."
        )


def _sizes(analysis: Analysis, dataset: str, runs: list[Row]) -> Iterator[str]:
    """Compares the fewest and the most sum terms of which every run has enough answers or none."""
    sizes: dict[tuple[Cell, Cell], Counter[int]] = {}
    answers: dict[int, list[Result]] = {}
    for result in _answers(analysis, dataset, runs):
        terms = result.item.facets.get("sum_terms")
        if isinstance(terms, int):
            answers.setdefault(terms, []).append(result)
            sizes.setdefault((result.model, result.strategy), Counter())[terms] += 1
    enough = [
        terms
        for terms in sorted(answers)
        if all(counts[terms] >= _ENOUGH or not counts[terms] for counts in sizes.values())
    ]
    if len(enough) > 1:
        low, high = (accuracy_of(answers[terms]) for terms in (enough[0], enough[-1]))
        yield (
            f"With {enough[0]} sum terms {_share_text(low)} of the answers of these runs are right, with "
            f"{enough[-1]} {_share_text(high)}."
        )


def _failures(runs: list[Row]) -> Iterator[str]:
    failures = sum(int(row["parse_failures"] or 0) for row in runs)
    answers = sum(int(row["answers"] or 0) for row in runs)
    if not failures:
        yield "Every answer could be read."
        return
    worst = max(runs, key=lambda row: float(row["parse_failure_share"] or 0.0))
    share, clusters = float(worst["parse_failure_share"] or 0.0), int(worst["clusters"] or 0)
    low, high = wilson(share, clusters)
    yield (
        f"{failures:,} of {answers:,} answers could not be read; they count as wrong. The highest share, "
        f"{with_ends(share, low, high)}, is that of {worst['model']} by {worst['strategy']}."
    )


def model_runs(rows: Sequence[Row]) -> list[Row]:
    """Returns the rows of models in a summary; those of reference models only where no other was run."""
    ran = [row for row in rows if row["strategy"] is not None]
    return [row for row in ran if row["role"] == "model"] or ran


def best_of(rows: Sequence[Row]) -> Row:
    """Returns the row of the run with the highest accuracy; of equal ones the first.

    Raises:
        ValueError: there is no run.
    """
    return max(model_runs(rows), key=_share)


def best_first(rows: Sequence[Row], set_indices: Mapping[tuple[str, str], int] | None = None) -> list[Row]:
    """Sorts rows by role and by the best run of their model. The rows of a model stay together, in their
    order.

    Args:
        set_indices: the index of the set of questions that each run answered, by model and strategy; runs
            over different sets are sorted separately. None where all runs answered one set.
    """
    if set_indices and len(set(set_indices.values())) > 1:
        parted: dict[int, list[Row]] = {}
        for row in rows:
            set_index = (
                set_indices.get((str(row["model"]), str(row["strategy"])), 0) if row["role"] == "model" else 0
            )
            parted.setdefault(set_index, []).append(row)
        ranked = [best_first(parted[index]) for index in sorted(parted)]
        beside = [row for row in ranked[0] if row["role"] != "model"]
        models = [row for inside in ranked for row in inside if row["role"] == "model"]
        return [*models, *beside]
    best: dict[Cell, float] = {}
    for row in rows:
        best[row["model"]] = max(_share(row), best.get(row["model"], -1.0))
    first = {model: index for index, model in reversed(list(enumerate(row["model"] for row in rows)))}
    return sorted(
        rows, key=lambda row: (_ROLES.index(str(row["role"])), -best[row["model"]], first[row["model"]])
    )


def certainty(best: Row, pairs: Sequence[RunPair]) -> str | None:
    """Returns a sentence on whether a run is better than the other models by its strategy; None where there
    are no others.

    Args:
        pairs: the comparisons of its data set.
    """
    model, strategy = best["model"], best["strategy"]
    signs = {
        (pair.second if pair.first == model else pair.first): _ahead(pair, pair.first == model)
        for pair in pairs
        if pair.same == strategy and model in (pair.first, pair.second) and not pair.one_model
    }
    if not signs:
        return None
    by, count = f"by {strategy}", len(signs)
    unclear = [name for name, sign in signs.items() if not sign]
    behind = [name for name, sign in signs.items() if sign < 0]
    if not unclear and not behind:
        compared = "the other model" if count == 1 else f"each of the {count} other models"
        return f"It is better than {compared} {by}; chance alone would hardly show that (p < 0.05, Holm)."
    text = f"No difference can be told between it and {', '.join(unclear)} {by}" if unclear else ""
    if behind:
        text += "; on" if text else "On"
        text += f" the questions that both answered, better {by}: {', '.join(behind)}"
    better = count - len(unclear) - len(behind)
    others = "the other one" if better == 1 else f"the other {better}"
    return f"{text}; it is better than {others}." if better else f"{text}."


def _ahead(pair: RunPair, first: bool) -> int:
    """Returns 1 where the first run (`first`, else the second) is better, -1 where worse, 0 if untold."""
    if not pair.significant:
        return 0
    return 1 if (pair.comparison.difference > 0) == first else -1


def _share(row: Row) -> float:
    return float(row["accuracy"] or 0.0)
