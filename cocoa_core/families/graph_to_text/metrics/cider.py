"""CIDEr-D: agreement with the references in n-grams, each weighted by how few items have it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from cocoa_core.families.graph_to_text.metrics.lemmas import words_of

_LONGEST: Final = 4
"""Words of the longest n-grams."""
_SIGMA: Final = 6.0
_SCALE: Final = 10.0

Grams = Counter[tuple[str, ...]]


def cider_d(sentences: Sequence[str], references: Sequence[Sequence[str]]) -> list[float] | None:
    """Returns the score of each sentence, from 0 to 10.

    For n from 1 to 4, counts of n-grams are weighted by ln(items) - ln(max(1, items whose references have the
    n-gram)), and the candidate's weight is cut to the reference's. The product of the two vectors over their
    norms is multiplied by exp(-d^2 / 2 s^2) of the difference in length d (in bigrams, s = 6). The score is
    the mean over n, then over references, times 10. (Vedantam et al., CVPR 2015; as CommonGen computes it.)

    Args:
        references: the references of each sentence, at least one.

    Returns:
        None where no n-gram distinguishes items, as with a single item: every weight is then 0, and
        no score is defined.
    """
    targets = [[_grams(text) for text in texts] for texts in references]
    document_counts: Counter[tuple[str, ...]] = Counter()
    for texts in targets:
        document_counts.update({gram for levels in texts for level in levels for gram in level})
    if all(items == len(sentences) for items in document_counts.values()):
        return None
    log_items = math.log(len(sentences))

    def weighted(level: Grams) -> dict[tuple[str, ...], float]:
        return {
            gram: count * (log_items - math.log(max(1, document_counts[gram])))
            for gram, count in level.items()
        }

    results = []
    for sentence, texts in zip(sentences, targets, strict=True):
        candidate = [weighted(level) for level in _grams(sentence)]
        lengths = sum(_grams(sentence)[1].values())
        scores = []
        for levels in texts:
            length_difference = lengths - sum(levels[1].values())
            length_penalty = math.exp(-(length_difference**2) / (2 * _SIGMA**2))
            scores.append(length_penalty * sum(map(_alike, candidate, map(weighted, levels))) / _LONGEST)
        results.append(_SCALE * sum(scores) / len(scores))
    return results


def _grams(text: str) -> list[Grams]:
    words = words_of(text)
    return [
        Counter(tuple(words[start : start + n]) for start in range(len(words) - n + 1))
        for n in range(1, _LONGEST + 1)
    ]


def _alike(candidate: dict[tuple[str, ...], float], reference: dict[tuple[str, ...], float]) -> float:
    product = sum(
        min(weight, reference[gram]) * reference[gram]
        for gram, weight in candidate.items()
        if gram in reference
    )
    norms = math.sqrt(
        sum(weight**2 for weight in candidate.values())
        * sum(reference_weight**2 for reference_weight in reference.values())
    )
    return product / norms if norms else 0.0
