"""Records of every family and ask, mutated place by place: none ends `verify`, and what it says of each.

Run with `python -m tests.benchmarks.mutated_records`; exit code 1 where a record ends the run, could not be
checked to its end, or is another and passes without a reason in `UNCHECKED`. `--pairs` adds records with two
or three changes at once, of which only the first two are asked; `--step 5` takes every fifth mutation.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from attrs import define, field
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from verification.mutated_exams import Exam, Line
    from verification.mutations import Mutation

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules, as pytest finds them


@define
class Outcomes:
    """Mutations by exam and by kind, with what came of each; broken: those that are against the law."""

    exams: dict[str, Counter[str]] = field(factory=dict)
    kinds: dict[str, Counter[str]] = field(factory=dict)
    reasons: Counter[str] = field(factory=Counter)
    broken: list[str] = field(factory=list)

    def take(self, name: str, exam: Exam, line: Line, mutation: Mutation, single: bool) -> None:
        """Check one mutated record and count what came of it."""
        from verification.mutated_exams import reason

        try:
            whats = {finding.what for finding in exam.findings(line.side, line.place, mutation.line)}
        except Exception:
            whats = {"crash"}
            self.broken.append(
                f"{name}, {mutation.kind} at {mutation.path}: {traceback.format_exc(limit=-3)}"
            )
        outcome = "named"
        if "unfinished" in whats or "crash" in whats:
            outcome = "not checked to its end"
        elif not whats:
            why = reason(name, line.record, mutation) if single else "several changes"
            outcome = "may pass" if why else "passes"
            self.reasons[why or "none"] += 1
        if outcome in ("not checked to its end", "passes"):
            self.broken.append(f"{name}, {mutation.kind} at {mutation.path}: {outcome}")
        self.exams.setdefault(name, Counter())[outcome] += 1
        self.kinds.setdefault(mutation.kind if single else "several changes", Counter())[outcome] += 1


def run(step: int, pairs: int, console: Console) -> Outcomes:
    """Every `step`-th mutation of the first record of each exam and side, and `pairs` of several at once."""
    from verification.mutated_exams import EXAMS, write_exam
    from verification.mutations import mutated_at_random

    outcomes = Outcomes()
    for name in EXAMS:
        with TemporaryDirectory() as base:
            exam = write_exam(Path(base) / "exam", name)
        rng = random.Random(name)
        for line in exam.mutated():
            for mutation in line.mutations(step=step):
                outcomes.take(name, exam, line, mutation, single=True)
            for _ in range(pairs):
                mutation = mutated_at_random(line.record, line.other, rng, rng.choice((2, 2, 3)))
                outcomes.take(name, exam, line, mutation, single=False)
        console.print(_table("data set", {name: outcomes.exams[name]}))
        console.print(f"{time.process_time():.0f} CPU seconds")
    return outcomes


def _table(title: str, rows: Mapping[str, Counter[str]]) -> Table:
    table = Table(title, "records", "named", "may pass", "passes", "not checked to its end")
    for name, counts in rows.items():
        shown = [counts["named"], counts["may pass"], counts["passes"], counts["not checked to its end"]]
        table.add_row(name, *(f"{number:,}" for number in (counts.total(), *shown)))
    return table


def main() -> None:
    """Print a table of each data set when it is done, then those of all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--step", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=1_000)
    asked = parser.parse_args()
    console = Console(width=110)
    outcomes = run(asked.step, asked.pairs, console)
    for title, rows in (("data set", outcomes.exams), ("change", outcomes.kinds)):
        console.print(_table(title, rows))
    for why, number in outcomes.reasons.most_common():
        console.print(f"{number:,}: {why}")
    total = sum(counts.total() for counts in outcomes.exams.values())
    console.print(f"{total:,} records in {time.process_time():.0f} CPU seconds")
    for fault in outcomes.broken[:100]:
        console.print(fault, markup=False)
    sys.exit(bool(outcomes.broken))


if __name__ == "__main__":
    main()
