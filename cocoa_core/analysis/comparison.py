"""Compares runs pairwise on the items that both answered: every two models, every two strategies."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Final

from attrs import frozen

from cocoa_core.analysis.paired_tests import Paired, PairedDifference, compare, holm
from cocoa_core.analysis.run_conditions import RunNames, RunOrigin, decoding
from cocoa_core.analysis.runs import ModelRun
from cocoa_core.analysis.tables import ReportTable, columns_of

_SETTINGS: Final = "the setting"
_CAUSE: Final = "the difference is not one between models."


@frozen
class RunPair:
    """A comparison of two runs on one data set."""

    dataset: str
    same: str
    """The strategy or model that both runs have in common."""
    first: str
    """The name of the first run in what the two differ in: a model or a strategy."""
    second: str
    """The name of the second run."""
    comparison: PairedDifference
    adjusted: float
    """The p, adjusted by Holm's method over all pairs of the data set."""
    sentence: str
    """The result in words. It begins with `same` where the pairs of the data set differ in it."""
    across: tuple[str, ...] = ()
    """Further differences (harness, decoding settings, answer reader), each with both values."""
    one_model: bool = False
    """Whether both runs are of one model by one strategy, so that neither is called the better model."""

    @property
    def ends(self) -> tuple[float, float]:
        """The interval of the difference that agrees with `adjusted`; NaN where there is none."""
        return self.comparison.interval(self.adjusted)

    @property
    def significant(self) -> bool:
        """Whether the difference can be told from chance, over enough requirements."""
        return self.comparison.is_significant(self.adjusted)


def pairs_of(
    runs: Sequence[ModelRun], origins: Mapping[RunNames, RunOrigin] | None = None
) -> tuple[RunPair, ...]:
    """Compares every two models by one strategy, then every two strategies of one model, data set by data
    set.

    Reference models are left out, because their results are known, unless no other model was run.

    Args:
        origins: how the runs were made; harness, settings and reader are compared only where this is known
            for both runs.
    """
    pairs: list[RunPair] = []
    for dataset in dict.fromkeys(run.dataset for run in runs):
        dataset_runs = [run for run in runs if run.dataset == dataset]
        compared = list(_comparable([run for run in dataset_runs if run.role == "model"] or dataset_runs))
        results = [compare(paired_answers(first, second)) for *_, first, second in compared]
        adjusted = holm([comparison.p for comparison in results])
        several = len({same for same, *_ in compared}) > 1
        for (same, names, *run_pair), result, p in zip(compared, results, adjusted, strict=True):
            across, one_model = _apart(
                [(origins or {}).get(RunNames(run.dataset, run.model, run.strategy)) for run in run_pair]
            )
            one_model = one_model and run_pair[0].strategy == run_pair[1].strategy
            sentence = result.sentence(*names, p, len(results))
            if one_model and any(not difference.startswith(_SETTINGS) for difference in across):
                sentence = f"{result.figures(*names, p, len(results))} This is one model: {_CAUSE}"
            sentence += "".join(f" They differ in {difference}." for difference in across)
            pairs.append(
                RunPair(
                    *(dataset, same, *names, result, p, f"{same}: {sentence}" if several else sentence),
                    across=across,
                    one_model=one_model,
                )
            )
    return tuple(pairs)


def _apart(origins: Sequence[RunOrigin | None]) -> tuple[tuple[str, ...], bool]:
    """Returns how two runs differ beside model and strategy, and whether they are of one model."""
    first, second = origins
    if first is None or second is None:
        return (), False
    ours, theirs = first.condition, second.condition
    settings, other_settings = decoding(ours), decoding(theirs)
    parts = [
        ("the harness", ours.harness, theirs.harness),
        *(
            (f"{_SETTINGS} {name}", settings.get(name, "not named"), other_settings.get(name, "not named"))
            for name in sorted({*settings, *other_settings})
        ),
        ("the reader of answers", ours.reader or "not stated", theirs.reader or "not stated"),
    ]
    across = tuple(f"{aspect} ({value} and {other})" for aspect, value, other in parts if value != other)
    return across, first.model == second.model


def comparisons(pairs: Sequence[RunPair]) -> ReportTable:
    """Tabulates the pairs."""
    columns = columns_of(
        "dataset text data set; same text of; first; second; questions count; -clusters count; "
        "first_accuracy share first; second_accuracy share second; -difference points; -low points; "
        "-high points; p p; p_holm p p, Holm; low_holm points low, Holm; high_holm points high, Holm; test; "
        "only_first count first only; only_second count second only; told text told apart; "
        "across text also differ in; sentence text in words"
    )
    rows = tuple(
        (
            *(pair.dataset, pair.same, pair.first, pair.second),
            *(pair.comparison.questions, pair.comparison.clusters),
            *(pair.comparison.first, pair.comparison.second, pair.comparison.difference),
            *(pair.comparison.low, pair.comparison.high, pair.comparison.p, pair.adjusted),
            *pair.ends,
            *(pair.comparison.test, pair.comparison.only_first, pair.comparison.only_second),
            *("yes" if pair.significant else "no", "; ".join(pair.across) or None, pair.sentence),
        )
        for pair in pairs
    )
    note = (
        "Over the questions that both answered. First only, second only: questions that one of them has "
        "right more often. Low and high go with p; low and high, Holm, with p, Holm: without 0 just where it "
        "is below 0.05. Told apart: by p, Holm, and 30 requirements at the least."
    )
    return ReportTable("comparisons", "Comparisons", columns, rows, note)


def _comparable(runs: Sequence[ModelRun]) -> Iterator[tuple[str, tuple[str, str], ModelRun, ModelRun]]:
    for strategy in dict.fromkeys(run.strategy for run in runs):
        for first, second in combinations([run for run in runs if run.strategy == strategy], 2):
            yield strategy, (first.model, second.model), first, second
    for model in dict.fromkeys(run.model for run in runs):
        for first, second in combinations([run for run in runs if run.model == model], 2):
            yield model, (first.strategy, second.strategy), first, second


def paired_answers(first: ModelRun, second: ModelRun) -> list[Paired]:
    """Returns the paired scores of the items that both runs answered."""
    ours, theirs = _shares(first), _shares(second)
    return [
        Paired(cluster, share, theirs[question][1])
        for question, (cluster, share) in ours.items()
        if question in theirs
    ]


def _shares(run: ModelRun) -> dict[str, tuple[Hashable, float]]:
    shares: dict[str, tuple[Hashable, int, float]] = {}
    for result in run.results:
        _, answers, right = shares.get(result.sample, ("", 0, 0.0))
        shares[result.sample] = result.cluster, answers + 1, right + result.score
    return {question: (cluster, right / answers) for question, (cluster, answers, right) in shares.items()}
