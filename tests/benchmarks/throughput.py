"""Proved questions per CPU second in one process, by stage and overall: flights, the paper's six settings."""

from __future__ import annotations

import argparse
import resource
import time
from collections import Counter
from collections.abc import Callable
from functools import wraps
from typing import Any

from rich.console import Console
from rich.table import Table

import cocoa_core
from cocoa_core.families.selection import Engine, RequestWording, Settings
from cocoa_core.families.selection import engine as engine_module
from cocoa_core.families.selection.generation import requirement_search
from cocoa_core.families.selection.generation.feasible_pairs import FeasiblePairs
from cocoa_core.running import infrequent_gc

STAGES = ("conditions", "primitives", "proofs", "labels", "wording", "assembly", "JSON")


class Stopwatch:
    """CPU seconds by stage, taken by wrapping the functions of each stage; stages do not nest."""

    def __init__(self) -> None:
        self.spent: Counter[str] = Counter()

    def timed(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(function)
        def call(*args: Any, **named: Any) -> Any:
            start = time.process_time()
            try:
                return function(*args, **named)
            finally:
                self.spent[stage] += time.process_time() - start

        return call


def by_stage(count: int, watch: Stopwatch) -> float:
    """CPU seconds for `count` questions with the stages timed."""
    places: list[tuple[Any, str, str]] = [
        (FeasiblePairs, "_ways_of", "conditions"),
        (FeasiblePairs, "_draft", "primitives"),
        (requirement_search, "unproved_reason", "proofs"),
        (requirement_search, "labels_confirmed", "labels"),
        (RequestWording, "requests", "wording"),
        (engine_module, "assemble", "assembly"),
    ]
    kept = [(owner, name, getattr(owner, name)) for owner, name, _ in places]
    try:
        for owner, name, stage in places:
            setattr(owner, name, watch.timed(stage, getattr(owner, name)))
        return overall(count, watch.timed("JSON", lambda question: question.line()))[0]
    finally:
        for owner, name, function in kept:
            setattr(owner, name, function)


def overall(count: int, line: Callable[[Any], str]) -> tuple[float, Counter[str], Engine]:
    """CPU seconds for `count` questions of a fresh engine, and the refused draws by reason."""
    engine = Engine(cocoa_core.load_domain("flights").domain, Settings.of(preset="paper"), seed=1)
    reasons: Counter[str] = Counter()
    start = time.process_time()
    for index in range(count):
        for question in engine.items(index):
            line(question)
            reasons.update(question.provenance.rejections)
    return time.process_time() - start, reasons, engine


def main() -> None:
    """Print two tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=5_000)
    count = parser.parse_args().count
    console = Console()
    with infrequent_gc():  # as `cocoa generate` does
        measure(console, count)


def measure(console: Console, count: int) -> None:
    """The tables for so many questions."""
    plain, reasons, engine = overall(count, lambda question: question.line())
    start = time.process_time()
    for index in range(count, 2 * count):
        for question in engine.items(index):
            question.line()
    warm = time.process_time() - start
    table = Table(
        "one process", "questions a CPU second", "bar", title=f"flights, paper settings, {count:,} questions"
    )
    table.add_row(
        "first run (every group's primitives drawn on the way)", f"{count / plain:,.0f}", "500, then 1,000"
    )
    table.add_row("the next as many", f"{count / warm:,.0f}", "500, then 1,000")
    table.add_row("peak memory", f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:,.0f} MB", "")
    console.print(table)
    watch = Stopwatch()
    total = by_stage(count, watch)
    stages = Table(
        "stage", "CPU microseconds a question", "share", title="where the time goes (with stopwatches)"
    )
    for stage in STAGES:
        stages.add_row(stage, f"{watch.spent[stage] / count * 1e6:,.0f}", f"{watch.spent[stage] / total:.0%}")
    rest = total - sum(watch.spent.values())
    stages.add_row("groups, rings, the rest", f"{rest / count * 1e6:,.0f}", f"{rest / total:.0%}")
    console.print(stages)
    draws = Table("refused draws", "a question", title="draws that did not become questions")
    for reason, number in (+reasons).most_common():
        draws.add_row(reason, f"{number / count:.2f}")
    console.print(draws)


if __name__ == "__main__":
    main()
