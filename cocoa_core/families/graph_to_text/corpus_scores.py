"""Measures all answers together, in and out of distribution, and the gap between the two."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, TypeAlias

import numpy as np
from attrs import frozen

from cocoa_core.families.graph_to_text.metrics.bleu_meteor_rouge import BLEU_ORDER, absent, bleu, bleu_counts
from cocoa_core.families.graph_to_text.metrics.cider import cider_d
from cocoa_core.families.graph_to_text.metrics.spice import spice, spice_absent
from cocoa_core.families.graph_to_text.record import GraphItem
from cocoa_core.families.graph_to_text.replies import stated_sentence
from cocoa_core.seeds import seed_of

_RESAMPLES: Final = 400
_LEVEL: Final = 0.95

Rows: TypeAlias = np.ndarray
"""A row for each answer, with the numbers that a measure sums."""
Worth: TypeAlias = Callable[[Rows], float | None]
"""Returns the measure of summed rows; None where it is undefined."""


@frozen
class _Answers:
    """The answers of one distribution."""

    sentences: list[str]
    references: list[list[str]]
    """The sentences to compare each answer with."""
    clusters: list[str]
    """The concept set of each answer."""


def corpus_figures(answered: Iterable[tuple[GraphItem, Sequence[str]]]) -> dict[str, float]:
    """Returns figures by name: `bleu_3_id`, `bleu_3_ood`, `bleu_3_gap` with `_gap_low` and `_gap_high`, and
    so on.

    BLEU is that of the corpus, CIDEr-D and SPICE are means over sentences; CIDEr-D goes from 0 to 10, the
    others from 0 to 1. An interval is the middle 95 % of 400 resamples of concept sets, the same ones in and
    out of distribution.

    Figures that cannot be computed are left out: those without their library, BLEU-4 where no sentence has
    four words, CIDEr-D where no n-gram distinguishes items, and an interval where resamples do not differ, as
    with one concept set.
    """
    answers_by_distribution: dict[str, _Answers] = {}
    for item, replies in answered:
        answers = answers_by_distribution.setdefault(item.distribution, _Answers([], [], []))
        answers.sentences.append(stated_sentence(replies[-1] if replies else ""))
        answers.references.append([str(text) for text in item.key])
        answers.clusters.append(item.sample.rpartition("-")[0])
    result: dict[str, float] = {}
    for name, (rows_of, worth) in _measures().items():
        measured = {
            distribution: rows_of(answers)
            for distribution, answers in sorted(answers_by_distribution.items())
        }
        rows = {distribution: numbers for distribution, numbers in measured.items() if numbers is not None}
        for distribution, numbers in rows.items():
            if (figure := worth(numbers.sum(axis=0))) is not None:
                result[f"{name}_{distribution}"] = figure
        if {f"{name}_id", f"{name}_ood"} <= result.keys():
            result[f"{name}_gap"] = result[f"{name}_id"] - result[f"{name}_ood"]
            if (ends := _interval(answers_by_distribution, rows, worth)) is not None:
                result |= {f"{name}_gap_low": ends[0], f"{name}_gap_high": ends[1]}
    return result


def _measures() -> Mapping[str, tuple[Callable[[_Answers], Rows | None], Worth]]:
    """Returns the measures that can be computed here: the rows of each, and the measure of their sums."""

    def mean(numbers: Rows) -> float:
        return float(numbers[0] / numbers[1])

    def with_ones(scores: Sequence[float]) -> Rows:
        return np.column_stack([scores, np.ones(len(scores))])

    def cider_rows(answers: _Answers) -> Rows | None:
        scores = cider_d(answers.sentences, answers.references)
        return None if scores is None else with_ones(scores)

    def spice_rows(answers: _Answers) -> Rows:
        return with_ones(spice(answers.sentences, answers.references))

    def bleu_rows(answers: _Answers) -> Rows:
        pairs = zip(answers.sentences, answers.references, strict=True)
        return np.array([bleu_counts(sentence, texts) for sentence, texts in pairs])

    measures: dict[str, tuple[Callable[[_Answers], Rows | None], Worth]] = {}
    if not absent("bleu_4"):
        for order in (3, BLEU_ORDER):
            measures[f"bleu_{order}"] = bleu_rows, lambda numbers, order=order: bleu(numbers, order)  # type: ignore[misc]
    measures["cider_d"] = cider_rows, mean
    if not spice_absent():
        measures["spice"] = spice_rows, mean
    return measures


def _interval(
    answers_by_distribution: Mapping[str, _Answers], rows: Mapping[str, Rows], worth: Worth
) -> tuple[float, float] | None:
    """Returns the ends of the gap's interval over resampled sets; None where these do not differ."""
    names = sorted({name for answers in answers_by_distribution.values() for name in answers.clusters})
    cluster_rows = {name: number for number, name in enumerate(names)}
    sums = {}
    for distribution in ("id", "ood"):
        summed = np.zeros((len(names), rows[distribution].shape[1]))
        np.add.at(
            summed,
            [cluster_rows[name] for name in answers_by_distribution[distribution].clusters],
            rows[distribution],
        )
        sums[distribution] = summed
    rng = np.random.default_rng(seed_of("resamples", len(names)))
    gaps = []
    for _ in range(_RESAMPLES):
        weights = np.bincount(rng.integers(len(names), size=len(names)), minlength=len(names))
        parts = {name: weights @ summed for name, summed in sums.items()}
        inside, outside = (worth(parts[name]) if parts[name].any() else None for name in ("id", "ood"))
        if inside is not None and outside is not None:
            gaps.append(inside - outside)
    if not gaps or max(gaps) - min(gaps) < 1e-12:
        return None
    low, high = np.quantile(gaps, [(1 - _LEVEL) / 2, (1 + _LEVEL) / 2])
    return float(low), float(high)
