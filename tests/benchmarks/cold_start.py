"""Cold start of the command line, against a bare typer application with as many commands."""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

BARE = """
import typer
app = typer.Typer()
for name in {names!r}:
    app.command(name)(lambda one: None)
app()
"""
COMMANDS = ("sample", "generate", "verify", "show", "stats", "domains")


def seconds(command: list[str]) -> float:
    """Wall seconds of one run, output thrown away."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main(runs: int = 7) -> None:
    """Print medians; the two `--help` runs take turns, so that the difference holds on a noisy machine."""
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.py"
        bare.write_text(BARE.format(names=COMMANDS), encoding="utf-8")
        peer = [sys.executable, str(bare), "--help"]
        ours = [sys.executable, "-m", "cocoa", "--help"]
        sample = [sys.executable, "-m", "cocoa", "sample", "--domain", "flights"]
        for command in (peer, ours, sample):
            seconds(command)
        pairs = [(seconds(peer), seconds(ours)) for _ in range(runs)]
        samples = [seconds(sample) for _ in range(runs)]
    table = Table("cold start", "median", "bar", title="whole processes")
    bare_median = statistics.median(one for one, _ in pairs)
    extra = statistics.median(other - one for one, other in pairs)
    table.add_row("bare typer application, --help", f"{bare_median * 1000:.0f} ms", "")
    table.add_row("cocoa --help", f"{extra * 1000:+.0f} ms", "at most +50 ms")
    table.add_row("cocoa sample --domain flights", f"{statistics.median(samples):.2f} s", "at most 1.5 s")
    Console().print(table)


if __name__ == "__main__":
    main()
