"""Thousands of domains broken at random: what loading says of them, how long it takes, and how much memory.

Run with `python -m tests.benchmarks.breaking --count 10000`; exit code 1 where the law of loading is broken.
"""

from __future__ import annotations

import argparse
import re
import time
import traceback
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import define, field
from rich.console import Console
from rich.progress import track
from rich.table import Table
from rich.text import Text

from tests.authored.breaking import Outcome, break_domain, faults, load
from tests.benchmarks.tally import Tally

_NAMED = re.compile(r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|`[^`]*`|[0-9][0-9,]*")
_SHOWN = 40


@define
class DomainTally(Tally):
    """What came of the domains. messages: how often each was given, without its values."""

    loaded: int = 0
    messages: Counter[str] = field(factory=Counter)

    def take(self, seed: int, harms: str, outcome: Outcome, found: list[str], seconds: float) -> None:
        """Count one domain."""
        self.loaded += outcome.domain is not None
        if outcome.error is not None:
            self.messages[_NAMED.sub("…", outcome.error.problem)] += 1
        self.broken += [f"seed {seed} ({harms}): {fault}: {outcome.error}" for fault in found]
        self.timed(seed, harms, seconds)


def run(count: int, first: int, console: Console) -> DomainTally:
    """Break and load so many domains, the first from this seed."""
    tally = DomainTally()
    with TemporaryDirectory() as name:
        folder = Path(name).resolve() / "domain"
        for seed in track(range(first, first + count), console=console, description="domains"):
            harms = ", ".join(break_domain(seed, folder))
            start = time.perf_counter()
            try:
                outcome = load(folder)
                found = faults(outcome, folder)
            except Exception:
                tally.broken.append(f"seed {seed} ({harms}): {traceback.format_exc(limit=-3)}")
                continue
            tally.take(seed, harms, outcome, found, time.perf_counter() - start)
    return tally


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    console = Console()
    tally = run(asked.count, asked.seed, console)
    table = Table("domains", "message", title=f"{asked.count:,} broken domains from seed {asked.seed}")
    table.add_row(f"{tally.loaded:,}", "(loaded: still valid)")
    for message, number in tally.messages.most_common(_SHOWN):
        table.add_row(f"{number:,}", Text(message))
    rest = tally.messages.most_common()[_SHOWN:]
    if rest:
        table.add_row(f"{sum(number for _, number in rest):,}", f"({len(rest)} further messages)")
    console.print(table)
    tally.end(console)


if __name__ == "__main__":
    main()
