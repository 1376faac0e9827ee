"""Questions a second of each maker of a data set, by the clock and of CPU; all write the same lines.

python -m tests.benchmarks.makers --count 2000
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from rich.console import Console
from rich.table import Table

_PARTS = 8


def run(*words: object) -> tuple[float, float]:
    """Seconds by the clock, and of CPU in the processes that the call waited for."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, "-m", "cocoa", *map(str, words)], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return time.perf_counter() - start, spent


def main() -> None:
    """Print the table, and exit with 1 where two digests differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=2_000)
    count = parser.parse_args().count
    call = ("generate", "-d", "flights", "--preset", "paper", "-n", count, "--seed", 7, "--quiet")
    digests, table = set(), Table("maker", "seconds", "of CPU", "questions a second", "bytes a question")
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)

        def add(maker: str, spent: tuple[float, float], out: Path | None, *, whole: bool = True) -> None:
            files = (
                [] if out is None else [path for path in out.iterdir() if path.suffix not in (".json", ".md")]
            )
            size = sum(file.stat().st_size for file in files if file.is_file()) / count
            if out is not None:
                digests.add(json.loads((out / "manifest.json").read_text())["files"]["questions"]["sha256"])
            cpu = f"{spent[1]:.1f}" if whole else "not known"
            table.add_row(
                maker, f"{spent[0]:.1f}", cpu, f"{count / spent[0]:,.0f}", f"{size:,.0f}" if size else ""
            )

        for workers in (1, 2):
            out = work / f"processes {workers}"
            add(f"processes: {workers}", run(*call, "--workers", workers, "-o", out), out)
        if importlib.util.find_spec("ray") is not None:
            out = work / "ray"
            os.environ.pop("RAY_ADDRESS", None)
            spent = run(*call, "--engine", "ray", "--workers", 2, "-o", out)
            add("Ray, started here, 2 workers", spent, out, whole=False)
        spent = [
            run(*call, "--part", f"{one}/{_PARTS}", "-o", work / "parts") for one in range(1, _PARTS + 1)
        ]
        add(
            f"{_PARTS} parts, one after the other", (sum(s for s, _ in spent), sum(c for _, c in spent)), None
        )
        for form in ("jsonl", "jsonl.zst", "parquet"):
            out = work / f"join {form}"
            joined = run("join", work / "parts", "--format", form, "--shard", 500, "-o", out, "--quiet")
            add(f"join of {_PARTS} parts, {form}", joined, out)
            if form != "jsonl.zst":
                add(f"verify, {form}", run("verify", out), None)
    Console().print(table)
    print("one digest" if len(digests) == 1 else f"{len(digests)} digests")
    sys.exit(len(digests) != 1)


if __name__ == "__main__":
    main()
