"""Lets people rate sentences from graphs: texts that models wrote, by four questions, or whether a sentence
states each relation of its graph; and sums up what they sent back, with their agreement.
"""

from __future__ import annotations

import heapq
from collections.abc import Mapping, Sequence
from itertools import combinations_with_replacement, permutations
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from attrs import asdict, frozen

from cocoa_core.analysis import read_results
from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text import NAME
from cocoa_core.grouping import grouped
from cocoa_core.items import Dataset, Item, Recorded
from cocoa_core.reviewing.page import RELATED, TEXT_QUESTIONS, check_count
from cocoa_core.reviewing.plan import Planned, check_origin
from cocoa_core.reviewing.subjects import relation_subjects, text_subject
from cocoa_core.seeds import digest_of, seed_of


def krippendorff_alpha(units: Sequence[Mapping[str, int]], *, ordinal: bool = False) -> float | None:
    """Returns Krippendorff's alpha: 1 for agreement, 0 for what chance gives, below 0 for less.

    (K. Krippendorff, Content Analysis, 2018, chapter 12: 1 - observed / expected disagreement over the
    coincidence matrix, with the nominal difference or the ordinal one. Missing values are allowed.)

    Args:
        units: for each item the value that each reviewer gave, by reviewer. Items that fewer than two
            reviewed do not count.
        ordinal: whether values are ranks, so that distant ones disagree more than near ones.

    Returns:
        None where no two reviewers valued the same item, or where all values are the same.
    """
    weights: dict[tuple[int, int], float] = {}
    for values in units:
        rated = list(values.values())
        for pair in permutations(range(len(rated)), 2):
            key = rated[pair[0]], rated[pair[1]]
            weights[key] = weights.get(key, 0.0) + 1 / (len(rated) - 1)
    totals: dict[int, float] = {}
    for (value, _), weight in weights.items():
        totals[value] = totals.get(value, 0.0) + weight
    whole = sum(totals.values())
    scale = sorted(totals)
    if len(scale) < 2:
        return None

    def difference(low: int, high: int) -> float:
        if not ordinal:
            return float(low != high)
        between = sum(totals[value] for value in scale if low <= value <= high)
        return (between - (totals[low] + totals[high]) / 2) ** 2

    pairs = [pair for pair in combinations_with_replacement(scale, 2) if pair[0] != pair[1]]
    observed = sum(2 * weights.get(pair, 0.0) * difference(*pair) for pair in pairs)
    expected = sum(2 * totals[low] * totals[high] * difference(low, high) for low, high in pairs)
    return 1 - (whole - 1) * observed / expected


_RELATIONS: Final = "relations"
_TEXTS: Final = "texts"


@frozen
class ModelText:
    """What a model wrote for an item."""

    model: str
    item: str
    text: str


def model_texts(logs: Sequence[Path]) -> list[ModelText]:
    """Returns the texts in logs: of each model and strategy the first answer to each item that was read.

    Raises:
        UsageError: there is no log or no such answer, or inspect is not installed.
    """
    results = [result for result in read_results(logs).results if result.epoch == 1 and result.answer]
    if not results:
        raise UsageError("there is no text in these logs", got=", ".join(map(str, logs)))
    several = len({result.strategy for result in results}) > 1
    texts = [
        ModelText(
            f"{result.model}, {result.strategy}" if several else result.model,
            result.sample,
            result.answer or "",
        )
        for result in results
    ]
    return sorted(texts, key=lambda text: (text.model, text.item))


@frozen(slots=False)
class RatingPlan(Recorded):
    """The numbers from which, with the data set and the texts, all that is rated follows."""

    origin: str
    """The origin of the data set."""
    kind: str
    """`texts` of models, or the `relations` of graphs."""
    count: int
    """The most graphs. The texts of a graph are those of all models, in and out of distribution."""
    seed: int
    """The seed of the draw."""
    texts: str
    """The digest of the texts."""

    @classmethod
    def of(cls, dataset: Dataset, count: int, seed: int, texts: Sequence[ModelText]) -> RatingPlan:
        """Returns a plan: for texts if there are some, else for the relations of graphs.

        Raises:
            UsageError: the data set is of another family, or the number is out of range.
        """
        if dataset.manifest.family != NAME:
            raise UsageError(
                "texts and relations are rated of sentences from graphs",
                got=dataset.manifest.family,
                expected=f"a data set of {NAME}",
            )
        check_count(count, "graphs")
        kind = _TEXTS if texts else _RELATIONS
        return cls(dataset.manifest.origin, kind, count, seed, _digest(texts))

    def drawn_from(self, dataset: Dataset, texts: Sequence[ModelText] = ()) -> list[Planned]:
        """Returns what is rated.

        Raises:
            UsageError: the data set or the texts are not those of the plan, or nothing or too much is rated.
        """
        if _digest(texts) != self.texts:
            raise UsageError(
                "these are not the texts that are rated",
                got=", ".join(dict.fromkeys(text.model for text in texts)) or "no log",
                expected="the logs of which the page was made",
                fix="name them with --log",
            )
        check_origin(self.origin, dataset)
        graphs = grouped((item.groups.get("pair", item.id), item) for item in dataset)
        lots = {name: (seed_of("review", self.seed, name), name) for name in graphs}
        drawn = [graphs[name] for name in heapq.nsmallest(self.count, graphs, key=lots.__getitem__)]
        planned = _relations(drawn) if self.kind == _RELATIONS else self._texts(drawn, texts)
        check_count(len(planned), f"{self.kind} of {len(drawn):,} graphs")
        return planned

    def _texts(self, graphs: Sequence[Sequence[Item]], texts: Sequence[ModelText]) -> list[Planned]:
        items = {item.id: item for graph in graphs for item in graph}
        planned = []
        for text in texts:
            if text.item in items:
                name = digest_of("rated", self.seed, text.model, text.item).hex()[:16]
                item, subject = items[text.item], text_subject(items[text.item], text.text)
                planned.append(Planned(item, subject, "", False, name, TEXT_QUESTIONS, name, text.model))
        return planned


def _relations(graphs: Sequence[Sequence[Item]]) -> list[Planned]:
    return [
        Planned(item, subject, "", False, f"{item.id}#{number}", (RELATED,), item.id)
        for item, *_ in graphs
        for number, subject in enumerate(relation_subjects(item))
    ]


def _digest(texts: Sequence[ModelText]) -> str:
    parts = [part for text in texts for part in (text.model, text.item, text.text)]
    return digest_of("texts", *parts).hex()[:16]


@frozen
class Rating:
    """The mean of all ratings of one model in one distribution."""

    model: str
    """Empty for the sentences of the data set."""
    distribution: str
    """`id` or `ood`; empty for relations, which are the same in both."""
    rated: int
    """The texts or relations that somebody rated."""
    means: Mapping[str, float]
    """By question. Texts have 1 to 3 points, relations 1 if they follow from the sentence, else 0."""


@frozen
class Agreement:
    """How far the reviewers agree in one question."""

    question: str
    rated_by_several: int
    """The texts or relations that at least two reviewers rated."""
    same: float | None
    """The share of it that all rated alike."""
    alpha: float | None
    """Krippendorff's alpha, ordinal for points; None where it is not defined."""


@frozen
class RatingReport:
    """The result of all ratings of one plan."""

    reviewers: int
    ratings: tuple[Rating, ...]
    agreement: tuple[Agreement, ...]

    def to_json(self) -> dict[str, Any]:
        """Returns all figures."""
        return asdict(self)


def rating_report(
    planned: Mapping[str, Planned], ratings: Mapping[str, Mapping[str, Mapping[str, int]]]
) -> RatingReport:
    """Sums up ratings.

    Args:
        planned: what was rated, by id.
        ratings: the values by reviewer, id and question.
    """
    units: dict[str, dict[str, dict[str, int]]] = {}
    groups: dict[tuple[str, str], set[str]] = {}
    for reviewer, by_id in ratings.items():
        for name, values in by_id.items():
            item: Any = planned[name].item
            distribution = item.distribution if planned[name].model else ""
            groups.setdefault((planned[name].model, distribution), set()).add(name)
            for question, value in values.items():
                units.setdefault(question, {}).setdefault(name, {})[reviewer] = value
    return RatingReport(
        len(ratings),
        tuple(
            Rating(model, distribution, len(names), _means(units, names))
            for (model, distribution), names in sorted(groups.items())
        ),
        tuple(_agreement(question, list(by_id.values())) for question, by_id in units.items()),
    )


def _means(units: Mapping[str, Mapping[str, Mapping[str, int]]], names: set[str]) -> dict[str, float]:
    """Returns by question the mean of all values that these names have."""
    values = {
        question: [value for name in names & by_id.keys() for value in by_id[name].values()]
        for question, by_id in units.items()
    }
    return {question: fmean(given) for question, given in values.items() if given}


def _agreement(question: str, units: Sequence[Mapping[str, int]]) -> Agreement:
    several = [unit for unit in units if len(unit) > 1]
    same = fmean(len(set(unit.values())) == 1 for unit in several) if several else None
    return Agreement(question, len(several), same, krippendorff_alpha(several, ordinal=question != RELATED))
