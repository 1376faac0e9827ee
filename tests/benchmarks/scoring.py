"""Completions a second of CPU that `score` reads and `reward` pays, by their length.

Run with `python -m tests.benchmarks.scoring`.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from typing import Final

from rich.console import Console
from rich.table import Table

import cocoa_core

_ROUNDS: Final = 10
_THOUGHT: Final = "If the fare is below $900, option B has to be nonstop, and it is not. "
LENGTHS: Final = (0, 2_000, 16_000, 200_000)


def completions(length: int) -> dict[str, str]:
    """Completions of about so many characters that end in an answer: untagged and in a tag."""
    thought = (_THOUGHT * (length // len(_THOUGHT) + 1))[:length]
    if not thought:
        return {"the answer line alone": "Answer: C"}
    return {
        "untagged reasoning, then the answer": f"{thought}\nAnswer: C",
        "a tagged thought, then the answer": f"<think>{thought}</think>\nAnswer: C",
    }


def rate(call: Callable[[], object], seconds: float) -> float:
    """Calls a second of CPU: the best of some rounds that take so long together."""
    best = 0.0
    for _ in range(_ROUNDS):
        begun, calls = time.process_time(), 0
        while (spent := time.process_time() - begun) < seconds / _ROUNDS or not calls:
            call()
            calls += 1
        best = max(best, calls / (spent or 1e-9))
    return best


def measure(console: Console, seconds: float = 1.0) -> None:
    """Print the table. seconds: of CPU for each of its figures, at least."""
    [question] = cocoa_core.generate("flights", count=1, seed=7)
    record = question.to_json()
    plain, text = {name: record[name] for name in ("answer", "options")}, json.dumps(record)
    table = Table("completion", "characters", "score", "reward")
    for length in LENGTHS:
        for name, said in completions(length).items():
            scored = rate(lambda said=said: cocoa_core.score(plain, said), seconds)  # type: ignore[misc]
            paid = rate(lambda said=said: cocoa_core.reward([said], [text]), seconds)  # type: ignore[misc]
            table.add_row(name, f"{len(said):,}", f"{scored:,.0f}", f"{paid:,.0f}")
    console.print(table)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=1.0, help="of CPU for each figure, at least")
    measure(Console(), parser.parse_args().seconds)
