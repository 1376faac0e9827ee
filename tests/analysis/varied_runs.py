"""Runs that differ in all that a page speaks of."""

from __future__ import annotations

from pathlib import Path

from analysis_logs import made_log, right, write_log, wrong_by_one
from analysis_reports import analysis_of, questions, sometimes

from cocoa_core.analysis import Analysis


def varied(folder: Path) -> Analysis:
    """Four models, one by two strategies, two much alike; two reference models; and another data set."""
    good = sometimes(0.8, "a")
    missed = [record["id"] for record in questions() if good(record, 1) == record["answer"]][:2]
    runs = [
        ("m/good", "direct", good, "exam"),
        ("m/good", "l2m", right, "exam"),
        ("m/poor", "direct", sometimes(0.25, "c"), "exam"),
        ("m/never", "direct", wrong_by_one, "exam"),
        (
            "m/twin",
            "direct",
            lambda one, at: (wrong_by_one if one["id"] in missed else good)(one, at),
            "exam",
        ),
        ("cocoa/literals", "direct", sometimes(0.4, "d"), "exam"),
        ("cocoa/first-term", "direct", sometimes(0.3, "e"), "exam"),
        ("cocoa/literals", "direct", wrong_by_one, "other"),
    ]
    for number, (model, strategy, answers, dataset) in enumerate(runs):
        records = questions() if dataset == "exam" else questions()[:8]
        log = made_log(
            records, answers, model=model, strategy=strategy, dataset=dataset, origin=f"{dataset:0<12}"
        )
        write_log(folder / f"{number}.eval", log)
    return analysis_of(folder)
