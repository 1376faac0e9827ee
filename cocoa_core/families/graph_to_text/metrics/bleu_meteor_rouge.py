"""Computes ROUGE, METEOR without WordNet and the counts of BLEU by maintained libraries (extra `text`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Final

from cocoa_core.families.graph_to_text.metrics.lemmas import words_of

BLEU_ORDER: Final = 4
_PACKAGES: Final = {
    "rouge_2": "rouge_score",
    "rouge_l": "rouge_score",
    "meteor_es": "nltk",
    "bleu_3": "sacrebleu",
    "bleu_4": "sacrebleu",
}
"""The package that a metric needs."""


@cache
def absent(metric: str) -> str:
    """Returns why a metric cannot be computed here; empty where it can, or needs no library."""
    package = _PACKAGES.get(metric)
    if package is None or find_spec(package) is not None:
        return ""
    return f"{package} is not installed: pip install -e '.[text]' in a checkout of cocoa"


def item_metrics(sentence: str, references: Sequence[str]) -> dict[str, float]:
    """Returns ROUGE-2 and ROUGE-L (F1 on stems) and METEOR (exact and stem stages), each for the best
    reference.

    Metrics whose library is not installed are left out; see `absent`. So are measures that neither the
    sentence nor any reference has a unit of, such as ROUGE-2 where all of them have at most one word.
    """
    result: dict[str, float] = {}
    if not absent("rouge_2"):
        scores = _rouge().score_multi(list(references), sentence)
        longest = max(len(_words_of_rouge(text)) for text in (sentence, *references))
        result |= {"rouge_2": float(scores["rouge2"].fmeasure)} if longest > 1 else {}
        result |= {"rouge_l": float(scores["rougeL"].fmeasure)} if longest else {}
    if not absent("meteor_es"):
        words, texts = words_of(sentence), [words_of(reference) for reference in references]
        result |= {"meteor_es": _meteor(texts, words)} if any((words, *texts)) else {}
    return result


def bleu_counts(sentence: str, references: Sequence[str]) -> tuple[int, ...]:
    """Returns the numbers that BLEU sums over a corpus: matching n-grams and all n-grams (n from 1 to 4
    each), then the length of the sentence and that of the reference.
    """
    score = _bleu().sentence_score(sentence, list(references))
    return (*score.counts, *score.totals, score.sys_len, score.ref_len)


def bleu(counts: Iterable[int], order: int) -> float | None:
    """Returns BLEU, from 0 to 1, for n-grams up to an order, without smoothing.

    Args:
        counts: the sums of `bleu_counts`.

    Returns:
        None where no sentence has that many words: the precision of no n-grams is undefined.
    """
    numbers = [int(count) for count in counts]
    matching, produced = numbers[:order], numbers[BLEU_ORDER : BLEU_ORDER + order]
    if not all(produced):
        return None
    scorer: Any = import_module("sacrebleu.metrics").BLEU
    score = scorer.compute_bleu(
        matching, produced, numbers[-2], numbers[-1], smooth_method="none", max_ngram_order=order
    )
    return float(score.score) / 100


@cache
def _rouge() -> Any:
    return import_module("rouge_score.rouge_scorer").RougeScorer(["rouge2", "rougeL"], use_stemmer=True)


def _words_of_rouge(text: str) -> list[str]:
    words: list[str] = import_module("rouge_score.tokenize").tokenize(text, None)
    return words


@cache
def _bleu() -> Any:
    scorer: Any = import_module("sacrebleu.metrics").BLEU
    # Counts are the same with effective_order; without it the library warns of every sentence.
    return scorer(max_ngram_order=BLEU_ORDER, smooth_method="none", lowercase=True, effective_order=True)


class _NoWordNet:
    """Replaces WordNet, whose data the library does not include: no word has synonyms."""

    @staticmethod
    def synsets(word: str) -> tuple[()]:
        return ()


def _meteor(references: Sequence[Sequence[str]], words: Sequence[str]) -> float:
    module: Any = import_module("nltk.translate.meteor_score")
    return float(module.meteor_score(references, words, wordnet=_NoWordNet())) if words else 0.0
