"""Answers whose sentence says every relation of its graph, as a model judges that the caller names."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence

from attrs import evolve

from cocoa_core.analysis.results import CorpusMetric, LeftOut, Reading, Result
from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text import FAMILY, NAME, RelationModel, corpus_figures, verified

__all__ = ["only_verified"]


def only_verified(reading: Reading, model: RelationModel) -> Reading:
    """Returns the same without the answers of which an edge is not verified; other families' answers stay.

    Where nothing could be read nothing is verified. What was left out stands in `left_out`, by log and
    distribution, with its share; of a model that states its errors also what share of the relations is said
    if these are taken into account. Measures of whole logs are worked out again over the answers that stay.

    Raises:
        UsageError: there is no such answer.
    """
    asked: Counter[tuple[str, str]] = Counter()
    lost: Counter[tuple[str, str]] = Counter()
    kept: list[Result] = []
    shares: dict[tuple[str, str], list[float]] = {}
    for result in reading.results:
        if result.item.family != NAME:
            kept.append(result)
            continue
        place = (result.log, str(result.item.facets.get("distribution")))
        asked[place] += 1
        graph = [tuple(edge) for edge in result.item.record["graph"]]
        share = verified(graph, result.answer, model) if result.answer else 0.0
        shares.setdefault(place, []).extend([share or 0.0] * len(graph))
        if share == 1.0:
            kept.append(result)
        else:
            lost[place] += 1
    if not asked:
        raise UsageError(
            "no answer in these logs is a sentence for a graph",
            got="; ".join(sorted({result.item.family for result in reading.results})) or "no answer",
            expected=f"items of the family {NAME}",
            fix="leave out --verified",
        )
    left_out = [
        LeftOut(
            log,
            f"{side}: {count / asked[log, side]:.1%} not verified by {model.about}"
            + _said(model, shares[log, side]),
            count,
        )
        for (log, side), count in sorted(lost.items())
    ]
    others = tuple(metric for metric in reading.corpus if not any(metric.log == log for log, _ in asked))
    return evolve(
        reading,
        results=tuple(kept),
        left_out=(*reading.left_out, *left_out),
        corpus=(*others, *_corpus(kept)),
    )


def _corpus(results: Sequence[Result]) -> list[CorpusMetric]:
    by_log: dict[tuple[str, str, str, str], list[Result]] = {}
    for result in results:
        if result.item.family == NAME:
            by_log.setdefault((result.dataset, result.model, result.strategy, result.log), []).append(result)
    metrics: list[CorpusMetric] = []
    for names, own in by_log.items():
        answered = [
            (FAMILY.read(json.dumps(result.item.record.unpacked())), [result.answer or ""]) for result in own
        ]
        metrics.extend(CorpusMetric(*names, name, value) for name, value in corpus_figures(answered).items())
    return metrics


def _said(model: RelationModel, shares: Sequence[float]) -> str:
    """Returns the share of relations that are said, estimated from those that were found and the model's
    errors.

    (W. Rogan and B. Gladen, American Journal of Epidemiology 107, 1978.) Nothing where it states none.
    """
    found, mistaken = getattr(model, "found", None), getattr(model, "mistaken", None)
    if not isinstance(found, float) or not isinstance(mistaken, float) or found <= mistaken:
        return ""
    seen = sum(shares) / len(shares)
    said = min(1.0, max(0.0, (seen - mistaken) / (found - mistaken)))
    return f"; it finds {seen:.1%} of the relations, by its errors {said:.1%} are said"
