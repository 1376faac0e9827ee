"""CIDEr-D: agreement with the references in n-grams, each weighted by how few items have it."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Final

from cocoa_core.families.graph_to_text.metrics.lemmas import words_of

__all__ = ["cider_d"]

_LONGEST: Final = 4
_SIGMA: Final = 6.0
_SCALE: Final = 10.0

Grams = Counter[tuple[str, ...]]


def cider_d(sentences: Sequence[str], references: Sequence[Sequence[str]]) -> list[float] | None:
    """Returns the score of each sentence, from 0 to 10.

    None where no n-gram tells items apart, as with one item: each weighs nothing, so no score is defined.

    For n from 1 to 4: counts of n-grams times ln(items) - ln(max(1, items whose references have the n-gram));
    the candidate's count is cut to the reference's; the products over the norms, times exp(-d^2 / 2 s^2) of
    the difference in length (in bigrams, s = 6). Means over n, then over references, times 10. (Vedantam et
    al., CVPR 2015; as CommonGen works it out.)

    Args:
        references: of each, one at the least.
    """
    targets = [[_grams(text) for text in texts] for texts in references]
    having: Counter[tuple[str, ...]] = Counter()
    for texts in targets:
        having.update({gram for levels in texts for level in levels for gram in level})
    if all(items == len(sentences) for items in having.values()):
        return None
    total = math.log(len(sentences))

    def weighted(level: Grams) -> dict[tuple[str, ...], float]:
        return {gram: count * (total - math.log(max(1, having[gram]))) for gram, count in level.items()}

    found = []
    for sentence, texts in zip(sentences, targets, strict=True):
        said = [weighted(level) for level in _grams(sentence)]
        lengths = sum(_grams(sentence)[1].values())
        scores = []
        for levels in texts:
            apart = lengths - sum(levels[1].values())
            close = math.exp(-(apart**2) / (2 * _SIGMA**2))
            scores.append(close * sum(map(_alike, said, map(weighted, levels))) / _LONGEST)
        found.append(_SCALE * sum(scores) / len(scores))
    return found


def _grams(text: str) -> list[Grams]:
    words = words_of(text)
    return [
        Counter(tuple(words[place : place + n]) for place in range(len(words) - n + 1))
        for n in range(1, _LONGEST + 1)
    ]


def _alike(said: dict[tuple[str, ...], float], wanted: dict[tuple[str, ...], float]) -> float:
    product = sum(min(weight, wanted[gram]) * wanted[gram] for gram, weight in said.items() if gram in wanted)
    norms = math.sqrt(
        sum(weight**2 for weight in said.values())
        * sum(weight_wanted**2 for weight_wanted in wanted.values())
    )
    return product / norms if norms else 0.0
