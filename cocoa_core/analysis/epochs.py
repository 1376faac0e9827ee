"""Several answers to each question: votes, one right of k, and how much answers vary from epoch to epoch."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.analysis.results import Result
from cocoa_core.analysis.runs import PARSE_FAILURES, RUN, Run, accuracy_of
from cocoa_core.analysis.tables import Cell, Column, Table
from cocoa_core.intervals import Accuracy, accuracy

__all__ = ["majority", "pass_at", "pass_hat", "several_answers", "variation"]

_ALL_UP_TO: Final = 8


def pass_at(k: int, answers: int, right: int) -> float:
    """The chance that of k of the answers to a question one at least is right.

    (Without bias: M. Chen et al., Evaluating Large Language Models Trained on Code, 2021, equation 1.)
    """
    return 1 - math.comb(answers - right, k) / math.comb(answers, k)


def pass_hat(k: int, answers: int, right: int) -> float:
    """The chance that k of the answers to a question are all right.

    (S. Yao et al., tau-bench, 2024, section 3.)
    """
    return math.comb(right, k) / math.comb(answers, k)


def majority(answers: Sequence[Result]) -> float:
    """The score of the answer to one question that was given most often; of a tie the mean of those that tie.

    What could not be read has no vote; where nothing could be read it is 0. (X. Wang et al.,
    Self-Consistency Improves Chain of Thought Reasoning, ICLR 2023.)
    """
    votes = Counter(one.answer for one in answers if not one.parse_failure)
    if not votes:
        return 0.0
    most = max(votes.values())
    worth = [
        statistics.fmean(one.score for one in answers if one.answer == answer and not one.parse_failure)
        for answer, count in votes.items()
        if count == most
    ]
    return statistics.fmean(worth)


@frozen
class _Asked:
    """A question that was asked several times, and the answers to it."""

    answers: tuple[Result, ...]

    @property
    def right(self) -> int:
        return sum(one.correct for one in self.answers)


def several_answers(runs: Sequence[Run]) -> Table:
    """A row for each run of several epochs and each k; of more than eight answers k doubles.

    The vote stands in the row of all answers. Questions with fewer than k answers are not in the row of k.
    """
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        asked = _asked(run)
        most = max((len(one.answers) for one in asked), default=0)
        for k in _sizes(most):
            own = [one for one in asked if len(one.answers) >= k]
            one_right = _over(own, [pass_at(k, len(one.answers), one.right) for one in own])
            all_right = _over(own, [pass_hat(k, len(one.answers), one.right) for one in own])
            votes: tuple[Cell, ...] = (None, None, None)
            if k == most:
                votes = _cells(_over(own, [majority(one.answers) for one in own]))
            failed = _unread([one for asked in own for one in asked.answers])
            rows.append((*run.cells, k, len(own), *_cells(one_right), *_cells(all_right), *votes, failed))
    columns = (
        *(*RUN, Column("k", "k", "count"), Column("questions", "questions", "count")),
        *(Column("one_right", "one of k right", "share"), Column("one_low", "low", "share")),
        *(Column("one_high", "high", "share"), Column("all_right", "all k right", "share")),
        *(Column("all_low", "low", "share"), Column("all_high", "high", "share")),
        *(Column("majority", "majority vote", "share"), Column("majority_low", "low", "share")),
        *(Column("majority_high", "high", "share"), PARSE_FAILURES),
    )
    note = (
        "Of k answers to a question: whether one is right (pass@k), whether all are, and whether that is "
        "right which was answered most often. 95 % intervals, clustered by requirement."
    )
    return Table("several_answers", "Several answers to a question", columns, tuple(rows), note)


def _unread(results: Sequence[Result]) -> int:
    return sum(one.parse_failure for one in results)


def _sizes(most: int) -> list[int]:
    if most < 2:
        return []
    if most <= _ALL_UP_TO:
        return list(range(1, most + 1))
    return [*(2**power for power in range(most.bit_length()) if 2**power < most), most]


def _asked(run: Run) -> list[_Asked]:
    found: dict[str, list[Result]] = {}
    for one in run.results:
        found.setdefault(one.sample, []).append(one)
    return [_Asked(tuple(own)) for own in found.values()]


def _over(asked: Sequence[_Asked], scores: Sequence[float]) -> Accuracy:
    return accuracy(scores, [one.answers[0].cluster for one in asked])


def _cells(found: Accuracy) -> tuple[Cell, ...]:
    return found.share, found.low, found.high


def variation(runs: Sequence[Run]) -> Table:
    """How much a run of several epochs varies: from epoch to epoch, within a question, between questions.

    Within and between are the components of variance of one-way analysis with random effects (S. Searle,
    G. Casella and C. McCulloch, Variance Components, 1992, chapter 3). What more epochs can take away is the
    part within (E. Miller, Adding Error Bars to Evals, 2024, section 3.1).
    """
    asked = [(run, _asked(run)) for run in runs]
    rows = [
        (*run.cells, *_varied(run, own)) for run, own in asked if any(len(one.answers) > 1 for one in own)
    ]
    columns = (
        *(*RUN, Column("epochs", "epochs", "count"), Column("questions", "questions", "count")),
        *(Column("lowest", "lowest epoch", "share"), Column("highest", "highest epoch", "share")),
        *(Column("deviation", "deviation of epochs", "share"), Column("same", "same answer", "share")),
        *(Column("within", "variance within", "number"), Column("between", "between", "number")),
        Column("within_share", "share within", "share"),
        PARSE_FAILURES,
    )
    note = (
        "Deviation: the standard deviation of the epochs' accuracies. Same answer: questions that were "
        "answered alike every time. The variance of a score within a question is chance; between questions, "
        "their difficulty."
    )
    return Table("variation", "From epoch to epoch", columns, tuple(rows), note)


def _varied(run: Run, asked: Sequence[_Asked]) -> tuple[Cell, ...]:
    epochs: dict[int, list[Result]] = {}
    for one in run.results:
        epochs.setdefault(one.epoch, []).append(one)
    shares = [accuracy_of(own).share for own in epochs.values()]
    repeated = [one for one in asked if len(one.answers) > 1]
    same = sum(_alike(asked.answers) for asked in repeated) / len(repeated)
    within, between = _components([[one.score for one in asked.answers] for asked in asked])
    total = None if within is None or between is None else within + between
    return (
        *(len(epochs), len(asked), min(shares), max(shares), statistics.stdev(shares), same),
        *(within, between, within / total if within is not None and total else None),
        _unread(run.results),
    )


def _alike(answers: Sequence[Result]) -> bool:
    """Whether all state the same answer: one that cannot be read states none."""
    return len({one.answer for one in answers}) == 1 and not any(one.parse_failure for one in answers)


def _components(groups: Sequence[Sequence[float]]) -> tuple[float | None, float | None]:
    """The variance within groups and between them; None where there are too few answers to say."""
    number, sizes = sum(map(len, groups)), [len(group) for group in groups]
    if len(groups) < 2 or number == len(groups):
        return None, None
    means = [statistics.fmean(group) for group in groups]
    mean = sum(size * one for size, one in zip(sizes, means, strict=True)) / number
    inside = sum((score - own) ** 2 for own, group in zip(means, groups, strict=True) for score in group)
    outside = sum(size * (own - mean) ** 2 for size, own in zip(sizes, means, strict=True))
    within = inside / (number - len(groups))
    typical = (number - sum(size * size for size in sizes) / number) / (len(groups) - 1)
    return within, max(0.0, (outside / (len(groups) - 1) - within) / typical)
