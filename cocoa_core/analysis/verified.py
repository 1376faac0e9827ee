"""Leaves out answers that do not state every relation of their graph, as a named model judges."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from attrs import evolve

from cocoa_core.analysis.results import CorpusMetric, LeftOut, LogReading, Result
from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text import FAMILY, NAME, RelationModel, corpus_figures, verified
from cocoa_core.grouping import grouped


def only_verified(reading: LogReading, model: RelationModel) -> LogReading:
    """Returns the reading without the answers of which a relation is not verified. Answers to items of other
    families stay.

    An answer that could not be read is not verified. What was left out is added to `left_out`, by log and
    distribution, with its share; for a model that states its error rates, also with the share of relations
    that are stated once these are taken into account. Metrics of whole logs are computed again over the
    answers that stay.

    Args:
        model: judges which relation a sentence states between two concepts.

    Raises:
        UsageError: no answer is a sentence for a graph.
    """
    totals: Counter[tuple[str, str]] = Counter()
    rejected: Counter[tuple[str, str]] = Counter()
    accepted: list[Result] = []
    shares: dict[tuple[str, str], list[float]] = {}
    for result in reading.results:
        if result.item.family != NAME:
            accepted.append(result)
            continue
        key = (result.log, str(result.item.facets.get("distribution")))
        totals[key] += 1
        graph = [tuple(edge) for edge in result.item.record["graph"]]
        share = verified(graph, result.answer, model) if result.answer else 0.0
        shares.setdefault(key, []).extend([share or 0.0] * len(graph))
        if share is None or share == 1.0:  # a graph without edges has nothing that could be left out
            accepted.append(result)
        else:
            rejected[key] += 1
    if not totals:
        raise UsageError(
            "no answer in these logs is a sentence for a graph",
            got="; ".join(sorted({result.item.family for result in reading.results})) or "no answer",
            expected=f"items of the family {NAME}",
            fix="leave out --verified",
        )
    left_out = [
        LeftOut(
            log,
            f"{side}: {count / totals[log, side]:.1%} not verified by {model.about}"
            + _corrected_share(model, shares[log, side]),
            count,
        )
        for (log, side), count in sorted(rejected.items())
    ]
    other_metrics = tuple(
        metric for metric in reading.corpus if not any(metric.log == log for log, _ in totals)
    )
    return evolve(
        reading,
        results=tuple(accepted),
        left_out=(*reading.left_out, *left_out),
        corpus=(*other_metrics, *_corpus(accepted)),
    )


def _corpus(results: Sequence[Result]) -> list[CorpusMetric]:
    by_log = grouped(
        ((result.dataset, result.model, result.strategy, result.log), result)
        for result in results
        if result.item.family == NAME
    )
    metrics: list[CorpusMetric] = []
    for names, answers in by_log.items():
        answered = [(FAMILY.read(result.item.record.as_json()), [result.answer or ""]) for result in answers]
        metrics.extend(CorpusMetric(*names, name, value) for name, value in corpus_figures(answered).items())
    return metrics


def _corrected_share(model: RelationModel, shares: Sequence[float]) -> str:
    """Returns a remark on the share of relations that are stated, estimated from the share found and the
    model's error rates; empty where it states none.

    (W. Rogan and B. Gladen, American Journal of Epidemiology 107, 1978.)
    """
    found_share, mistaken_share = getattr(model, "found", None), getattr(model, "mistaken", None)
    if (
        not isinstance(found_share, float)
        or not isinstance(mistaken_share, float)
        or found_share <= mistaken_share
    ):
        return ""
    seen = sum(shares) / len(shares)
    estimate = min(1.0, max(0.0, (seen - mistaken_share) / (found_share - mistaken_share)))
    return f"; it finds {seen:.1%} of the relations, by its errors {estimate:.1%} are said"
