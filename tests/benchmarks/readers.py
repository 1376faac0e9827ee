"""Two readers of completions, and where they disagree.

Run with `python -m tests.benchmarks.readers --first 0 --count 1000000 --processes 2`. Each seed draws a
completion; a run can be divided into pieces by its seeds.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from cocoa_core.answers import Shape, read_answer

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules, as pytest finds them

from answers.completions import completion
from answers.plain_reader import read_plainly

_SHOWN: Final = 50
_AT_ONCE: Final = 10_000
"""Completions between two lines of totals: some ten seconds of work."""


def both_read(text: str, shape: Shape) -> tuple[bool, bool]:
    """Whether the reader reads a value, and whether the other one does not read the same."""
    value, plain = read_answer(text, shape).value, read_plainly(text, shape).value
    return value is not None, (type(value), value) != (type(plain), plain)


def disagree(text: str, shape: Shape) -> bool:
    """Whether the readers read two values, or one of them none."""
    return both_read(text, shape)[1]


def minimized(text: str, shape: Shape) -> str:
    """A text from which no character can be deleted without the readers agreeing."""
    length = len(text)
    while length := length // 2:
        start = 0
        while start < len(text):
            shorter = text[:start] + text[start + length :]
            if disagree(shorter, shape):
                text = shorter
            else:
                start += length
    return text


def piece(first: int, count: int) -> tuple[int, list[int]]:
    """How many completions of a piece are read, and the seeds of those that the readers disagree on."""
    readings = {seed: both_read(*completion(random.Random(seed))) for seed in range(first, first + count)}
    return sum(read for read, _ in readings.values()), [seed for seed, (_, bad) in readings.items() if bad]


def compare(first: int, count: int, processes: int, console: Console) -> int:
    """Print what the readers disagree on, and totals as the work goes on.

    Args:
        first: the first seed.
        count: how many completions.
        processes: how many processes share the work.
        console: where to print.

    Returns:
        How many completions they disagree on.
    """
    starts = range(first, first + count, _AT_ONCE)
    counts = [min(_AT_ONCE, first + count - start) for start in starts]
    differing = read = compared = 0
    shown: set[str] = set()
    with ProcessPoolExecutor(processes) as pool:
        for size, (read_here, seeds) in zip(counts, pool.map(piece, starts, counts), strict=True):
            compared, read, differing = compared + size, read + read_here, differing + len(seeds)
            for seed in seeds[: max(0, _SHOWN - len(shown))]:
                text, shape = completion(random.Random(seed))
                if (shorter := minimized(text, shape)) not in shown:
                    shown.add(shorter)
                    readings = f"{read_answer(shorter, shape)} and {read_plainly(shorter, shape)}"
                    line = f"seed {seed}, {shape}: {json.dumps(shorter)}: {readings}"
                    console.print(Text(line), soft_wrap=True)
            since = f"{compared:,} completions from seed {first:,}"
            console.print(f"{since}: {read:,} read, {differing:,} disagreed on")
    return differing


def main() -> None:
    """Compare the readers; exit with 1 where they disagree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--processes", type=int, default=1)
    arguments = parser.parse_args()
    differing = compare(arguments.first, arguments.count, arguments.processes, Console())
    raise SystemExit(int(differing > 0))


if __name__ == "__main__":
    main()
