"""How often each operation of a conversation changes which options fit, at the last turn and before it.

Run with `python -m tests.benchmarks.operations --count 2000 --revisions 3`; other asks with `--ask every`.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable

from rich.console import Console
from rich.table import Table

import cocoa_core
from cocoa_core.families.selection import Question
from cocoa_core.lexicon import REVISIONS

DOMAINS = ("diamonds", "flights", "hotels", "jobs")


def outcomes(conversations: Iterable[Question]) -> Counter[tuple[str, int, bool]]:
    """How often an operation came at a turn, from 1, and changed what fits or did not."""
    return Counter(
        (turn.op, number, before != after)
        for question in conversations
        for number, (turn, before, after) in enumerate(
            zip(question.history[1:], question.keys, question.keys[1:], strict=False), 1
        )
    )


def share(counted: Counter[tuple[str, int, bool]], op: str, turns: Iterable[int]) -> str:
    """Of an operation at some turns: how often it came, and which share of those changed what fits."""
    changes, stays = (sum(counted[op, turn, change] for turn in turns) for change in (True, False))
    return f"{changes + stays}: {changes / (changes + stays):.0%}" if changes + stays else ""


def main() -> None:
    """Print a table for each domain."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--revisions", type=int, default=3)
    parser.add_argument("--ask", default="choose")
    parser.add_argument("--domain", choices=DOMAINS)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    console, last = Console(), asked.revisions
    for domain in [asked.domain] if asked.domain else DOMAINS:
        conversations = cocoa_core.load_domain(domain).generate(
            asked.count, seed=asked.seed, revisions=last, ask=asked.ask
        )
        counted = outcomes(conversations)
        turns = [f"turn {number}" for number in range(1, last + 1)]
        title = (
            f"{asked.count:,} conversations of {domain}, {asked.ask}: how many, and how many change what fits"
        )
        table = Table("operation", "before the last turn", *turns, title=title)
        for op in REVISIONS:
            each = (share(counted, op, [turn]) for turn in range(1, last + 1))
            table.add_row(op, share(counted, op, range(1, last)), *each)
        console.print(table)


if __name__ == "__main__":
    main()
