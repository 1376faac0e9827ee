"""Thousands of data sets broken and forged at random: what checking says of them, and how long it takes.

Run with `python -m tests.benchmarks.breaking_sets --count 2000`; exit code 1 where the law is broken.
Of ten data sets five are broken, four forged, and one is broken and read by every command.
"""

from __future__ import annotations

import argparse
import random
import sys
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

from tests.benchmarks.tally import Tally

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules, as pytest finds them


@define
class SetTally(Tally):
    """What came of the data sets. kinds: how many of each."""

    kinds: Counter[str] = field(factory=Counter)

    def take(self, seed: int, kind: str, harms: str, faults: list[str], seconds: float) -> None:
        """Count one data set."""
        self.kinds[kind] += 1
        self.broken += [f"seed {seed} ({harms}): {fault}" for fault in faults]
        self.timed(seed, harms, seconds)


def run(count: int, first: int, console: Console) -> SetTally:
    """Break or forge so many data sets, the first from this seed."""
    from verification.small_sets import faults_of_broken, faults_of_commands, faults_of_forged, write_sets

    tally = SetTally()
    with TemporaryDirectory() as name:
        base = Path(name).resolve()
        sets = write_sets(base)
        for seed in track(range(first, first + count), console=console, description="data sets"):
            rng = random.Random(f"set {seed}")
            of, one = rng.choice(sorted(sets.items()))
            start = time.perf_counter()
            try:
                if seed % 10 < 4:
                    kind, faults = faults_of_forged(one, base / "copy", rng)
                    harms = kind
                else:
                    look = faults_of_broken if seed % 10 < 9 else faults_of_commands
                    done, faults = look(one, base / "copy", rng)
                    kind, harms = ", ".join(done).partition(":")[0], ", ".join(done)
            except Exception:
                tally.broken.append(f"seed {seed} ({of}): {traceback.format_exc(limit=-4)}")
                continue
            tally.take(seed, kind, f"{of}: {harms}", faults, time.perf_counter() - start)
    return tally


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    console = Console()
    tally = run(asked.count, asked.seed, console)
    table = Table("data sets", "first harm", title=f"{asked.count:,} data sets from seed {asked.seed}")
    for kind, number in tally.kinds.most_common():
        table.add_row(f"{number:,}", Text(kind))
    console.print(table)
    tally.end(console)


if __name__ == "__main__":
    main()
