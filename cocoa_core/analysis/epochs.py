"""Measures several answers to each question: majority votes, pass@k, and the variance over epochs."""

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
    """Estimates the chance that at least one of k answers to a question is right (pass@k).

    (Without bias: M. Chen et al., Evaluating Large Language Models Trained on Code, 2021, equation 1.)
    """
    return 1 - math.comb(answers - right, k) / math.comb(answers, k)


def pass_hat(k: int, answers: int, right: int) -> float:
    """Estimates the chance that k answers to a question are all right (pass^k).

    (S. Yao et al., tau-bench, 2024, section 3.)
    """
    return math.comb(right, k) / math.comb(answers, k)


def majority(answers: Sequence[Result]) -> float:
    """Returns the score of the answer to one question that was given most often; of a tie the mean of those
    that tie.

    What could not be read has no vote; where nothing could be read it is 0. (X. Wang et al., Self-Consistency
    Improves Chain of Thought Reasoning, ICLR 2023.)
    """
    votes = Counter(result.answer for result in answers if not result.parse_failure)
    if not votes:
        return 0.0
    most = max(votes.values())
    worth = [
        statistics.fmean(
            result.score for result in answers if result.answer == answer and not result.parse_failure
        )
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
        return sum(result.correct for result in self.answers)


def several_answers(runs: Sequence[Run]) -> Table:
    """Returns a row for each run of several epochs and each k; of more than eight answers k doubles.

    The vote stands in the row of all answers. Questions with fewer than k answers are not in the row of k.
    """
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        asked = _asked(run)
        most = max((len(question.answers) for question in asked), default=0)
        for k in _sizes(most):
            own = [question for question in asked if len(question.answers) >= k]
            one_right = _over(own, [pass_at(k, len(question.answers), question.right) for question in own])
            all_right = _over(own, [pass_hat(k, len(question.answers), question.right) for question in own])
            votes: tuple[Cell, ...] = (None, None, None)
            if k == most:
                votes = _cells(_over(own, [majority(question.answers) for question in own]))
            failed = _unread([result for question in own for result in question.answers])
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
    return sum(result.parse_failure for result in results)


def _sizes(most: int) -> list[int]:
    if most < 2:
        return []
    if most <= _ALL_UP_TO:
        return list(range(1, most + 1))
    return [*(2**power for power in range(most.bit_length()) if 2**power < most), most]


def _asked(run: Run) -> list[_Asked]:
    answers: dict[str, list[Result]] = {}
    for result in run.results:
        answers.setdefault(result.sample, []).append(result)
    return [_Asked(tuple(own)) for own in answers.values()]


def _over(asked: Sequence[_Asked], scores: Sequence[float]) -> Accuracy:
    return accuracy(scores, [question.answers[0].cluster for question in asked])


def _cells(estimate: Accuracy) -> tuple[Cell, ...]:
    return estimate.share, estimate.low, estimate.high


def variation(runs: Sequence[Run]) -> Table:
    """Returns how much a run of several epochs varies: from epoch to epoch, within a question, between
    questions.

    Within and between are the components of variance of one-way analysis with random effects (S. Searle, G.
    Casella and C. McCulloch, Variance Components, 1992, chapter 3). What more epochs can take away is the
    part within (E. Miller, Adding Error Bars to Evals, 2024, section 3.1).
    """
    asked = [(run, _asked(run)) for run in runs]
    rows = [
        (*run.cells, *_varied(run, own))
        for run, own in asked
        if any(len(question.answers) > 1 for question in own)
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
    for result in run.results:
        epochs.setdefault(result.epoch, []).append(result)
    shares = [accuracy_of(own).share for own in epochs.values()]
    repeated = [question for question in asked if len(question.answers) > 1]
    same = sum(_alike(asked.answers) for asked in repeated) / len(repeated)
    within, between = _components([[result.score for result in asked.answers] for asked in asked])
    total = None if within is None or between is None else within + between
    return (
        *(len(epochs), len(asked), min(shares), max(shares), statistics.stdev(shares), same),
        *(within, between, within / total if within is not None and total else None),
        _unread(run.results),
    )


def _alike(answers: Sequence[Result]) -> bool:
    """Tells whether all answers agree; one that cannot be read agrees with none."""
    return len({result.answer for result in answers}) == 1 and not any(
        result.parse_failure for result in answers
    )


def _components(groups: Sequence[Sequence[float]]) -> tuple[float | None, float | None]:
    """Estimates the variance within and between groups; None for too few answers."""
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
