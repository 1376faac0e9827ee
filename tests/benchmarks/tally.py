"""What came of many things broken at random: those against the law, and the slowest."""

from __future__ import annotations

import resource
import time

from attrs import define, field
from rich.console import Console
from rich.text import Text

_SHOWN = 20
_SLOWEST = 5


@define
class Tally:
    """broken: what breaks the law, by seed; slowest: seconds, seed and harms; start: when it began."""

    broken: list[str] = field(factory=list)
    slowest: list[tuple[float, int, str]] = field(factory=list)
    start: float = field(factory=time.perf_counter)

    def timed(self, seed: int, harms: str, seconds: float) -> None:
        """Keep it if it is among the slowest."""
        self.slowest = sorted([*self.slowest, (seconds, seed, harms)], reverse=True)[:_SLOWEST]

    def end(self, console: Console) -> None:
        """Print the slowest and what breaks the law; exit with 1 where something does, else with 0."""
        seconds = time.perf_counter() - self.start
        for took, seed, harms in self.slowest:
            console.print(Text(f"{took * 1000:,.0f} ms: seed {seed} ({harms})"))
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        console.print(f"{seconds:,.0f} seconds, at most {memory:,.0f} MB, {len(self.broken)} against the law")
        for broken in self.broken[:_SHOWN]:
            console.print(Text(broken))
        raise SystemExit(int(bool(self.broken)))
