"""Measures several answers to each question: majority votes, pass@k, and the variance over epochs."""

from __future__ import annotations

import math
import statistics
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from cocoa_core.analysis.results import Result
from cocoa_core.analysis.runs import PARSE_FAILURES, ModelRun, accuracy_of, run_table
from cocoa_core.analysis.tables import Cell
from cocoa_core.grouping import grouped
from cocoa_core.intervals import accuracy

_ALL_UP_TO: Final = 8


def pass_at(k: int, answers: int, right: int) -> float:
    """Estimates the probability that at least one of k answers to a question is right (pass@k).

    The estimate has no bias (M. Chen et al., Evaluating Large Language Models Trained on Code, 2021, equation
    1).

    Args:
        answers: the number of answers, at least k.
        right: the number of right answers.
    """
    return 1 - math.comb(answers - right, k) / math.comb(answers, k)


def pass_hat(k: int, answers: int, right: int) -> float:
    """Estimates the probability that k answers to a question are all right (pass^k).

    (S. Yao et al., tau-bench, 2024, section 3.)

    Args:
        answers: the number of answers, at least k.
        right: the number of right answers.
    """
    return math.comb(right, k) / math.comb(answers, k)


def majority(answers: Sequence[Result]) -> float:
    """Returns the score of the most frequent answer to a question; of tied answers, their mean score.

    An answer that could not be read has no vote; without votes the score is 0. (X. Wang et al.,
    Self-Consistency Improves Chain of Thought Reasoning, ICLR 2023.)
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


@run_table(
    "several_answers",
    "Several answers to a question",
    "k count; questions count; one_right share one of k right; -one_low share low; -one_high share high; "
    "all_right share all k right; -all_low share low; -all_high share high; "
    "majority share majority vote; -majority_low share low; -majority_high share high",
    PARSE_FAILURES,
    note="Of k answers to a question: whether one is right (pass@k), whether all are, and whether that is "
    "right which was answered most often. 95 % intervals, clustered by requirement.",
)
def several_answers(run: ModelRun) -> Iterator[tuple[Cell, ...]]:
    """Tabulates pass@k, pass^k and the majority vote: a row for each run of several epochs and each k.

    With more than _ALL_UP_TO answers, k doubles from row to row. The vote is in the row of all answers. The
    row of k leaves out questions with fewer than k answers.
    """
    questions = _answers_by_question(run)
    most = max(map(len, questions), default=0)
    for k in _sizes(most):
        answered = [answers for answers in questions if len(answers) >= k]
        counts = [(len(answers), sum(result.correct for result in answers)) for answers in answered]
        one_right = _over(answered, [pass_at(k, *count) for count in counts])
        all_right = _over(answered, [pass_hat(k, *count) for count in counts])
        votes: tuple[Cell, ...] = (None, None, None)
        if k == most:
            votes = _over(answered, list(map(majority, answered)))
        yield k, len(answered), *one_right, *all_right, *votes, sum(map(_unread, answered))


def _unread(results: Sequence[Result]) -> int:
    return sum(result.parse_failure for result in results)


def _sizes(most: int) -> list[int]:
    if most < 2:
        return []
    if most <= _ALL_UP_TO:
        return list(range(1, most + 1))
    return [*(2**power for power in range(most.bit_length()) if 2**power < most), most]


def _answers_by_question(run: ModelRun) -> list[list[Result]]:
    return [*grouped((result.sample, result) for result in run.results).values()]


def _over(questions: Sequence[Sequence[Result]], scores: Sequence[float]) -> tuple[Cell, ...]:
    """Returns the mean of a score for each question, and the ends of its interval."""
    estimate = accuracy(scores, [answers[0].cluster for answers in questions])
    return estimate.share, estimate.low, estimate.high


@run_table(
    "variation",
    "From epoch to epoch",
    "epochs count; questions count; lowest share lowest epoch; highest share highest epoch; "
    "deviation share deviation of epochs; same share same answer; within number variance within; "
    "between number; within_share share share within",
    PARSE_FAILURES,
    note="Deviation: the standard deviation of the epochs' accuracies. Same answer: questions that were "
    "answered alike every time. The variance of a score within a question is chance; between questions, "
    "their difficulty.",
)
def variation(run: ModelRun) -> Iterator[tuple[Cell, ...]]:
    """Tabulates how much a run of several epochs varies: from epoch to epoch, within a question, and between
    questions.

    Within and between are the components of variance of a one-way analysis with random effects (S. Searle, G.
    Casella and C. McCulloch, Variance Components, 1992, chapter 3). More epochs can reduce only the part
    within (E. Miller, Adding Error Bars to Evals, 2024, section 3.1).
    """
    asked = _answers_by_question(run)
    repeated = [answers for answers in asked if len(answers) > 1]
    if not repeated:
        return
    epochs = grouped((result.epoch, result) for result in run.results)
    shares = [accuracy_of(results).share for results in epochs.values()]
    same = sum(map(_alike, repeated)) / len(repeated)
    within, between = _components([[result.score for result in answers] for answers in asked])
    total = None if within is None or between is None else within + between
    yield (
        *(len(epochs), len(asked), min(shares), max(shares), statistics.stdev(shares), same),
        *(within, between, within / total if within is not None and total else None),
        _unread(run.results),
    )


def _alike(answers: Sequence[Result]) -> bool:
    """Tells whether all answers agree. An answer that could not be read agrees with none."""
    return len({result.answer for result in answers}) == 1 and not any(
        result.parse_failure for result in answers
    )


def _components(groups: Sequence[Sequence[float]]) -> tuple[float | None, float | None]:
    """Estimates the variance within and between groups; None for both where there are too few answers."""
    number, sizes = sum(map(len, groups)), [len(group) for group in groups]
    if len(groups) < 2 or number == len(groups):
        return None, None
    means = [statistics.fmean(group) for group in groups]
    mean = sum(size * average for size, average in zip(sizes, means, strict=True)) / number
    inside = sum(
        (score - group_mean) ** 2 for group_mean, group in zip(means, groups, strict=True) for score in group
    )
    outside = sum(size * (group_mean - mean) ** 2 for size, group_mean in zip(sizes, means, strict=True))
    within = inside / (number - len(groups))
    typical = (number - sum(size * size for size in sizes) / number) / (len(groups) - 1)
    return within, max(0.0, (outside / (len(groups) - 1) - within) / typical)
