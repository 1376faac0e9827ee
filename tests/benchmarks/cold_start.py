"""Cold start of the command line, against a bare typer application with six commands.

As for whoever has installed it, Python finds the modules compiled: the run that is not counted does that.
"""

from __future__ import annotations

import os
import resource
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


def seconds(command: list[str], compiled: str) -> tuple[float, float]:
    """Wall and CPU seconds of one run, output thrown away. compiled: a folder for compiled modules."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = compiled
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    wall = time.perf_counter() - start
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(runs: int = 7) -> None:
    """Print medians; the commands take turns, so that a difference holds on a noisy machine."""
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare.py"
        bare.write_text(BARE.format(names=COMMANDS), encoding="utf-8")
        peer = [sys.executable, str(bare), "--help"]
        ours = [sys.executable, "-m", "cocoa", "--help"]
        sample = [sys.executable, "-m", "cocoa", "sample", "--domain", "flights"]
        rounds = [[seconds(one, folder) for one in (peer, ours, sample)] for _ in range(runs + 1)][1:]
    table = Table("cold start", "wall", "CPU", "bar", title="whole processes, medians")
    bares, ourselves, samples = zip(*rounds, strict=True)
    extra = [(ours[0] - bare[0], ours[1] - bare[1]) for bare, ours in zip(bares, ourselves, strict=True)]
    for name, times, sign, bar in (
        ("bare typer application, --help", bares, "", ""),
        ("cocoa --help", extra, "+", "at most +50 ms"),
        ("cocoa sample --domain flights", samples, "", "at most 1500 ms"),
    ):
        wall, cpu = (statistics.median(column) * 1000 for column in zip(*times, strict=True))
        table.add_row(name, f"{wall:{sign}.0f} ms", f"{cpu:{sign}.0f} ms", bar)
    Console().print(table)


if __name__ == "__main__":
    main()
