"""Two readers of completions, and where they disagree.

Run with `python -m tests.benchmarks.readers --first 0 --count 1000000`. Each seed draws a completion; a run
can be divided into pieces by its seeds.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

from cocoa_core.answers import Shape, read_answer

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests' own modules, as pytest finds them

from answers.completions import completion
from answers.plain_reader import read_plainly

_SHOWN: Final = 50


def disagree(text: str, shape: Shape) -> bool:
    """Whether the readers read two values, or one of them none."""
    value, plain = read_answer(text, shape).value, read_plainly(text, shape).value
    return (type(value), value) != (type(plain), plain)


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


def compare(first: int, count: int, console: Console) -> int:
    """Print what the readers disagree on.

    Args:
        first: the first seed.
        count: how many completions.
        console: where to print.

    Returns:
        How many completions they disagree on.
    """
    differing, read = 0, 0
    shown: set[str] = set()
    for seed in range(first, first + count):
        text, shape = completion(random.Random(seed))
        read += read_answer(text, shape).value is not None
        if disagree(text, shape):
            differing += 1
            if len(shown) < _SHOWN and (shorter := minimized(text, shape)) not in shown:
                shown.add(shorter)
                readings = f"{read_answer(shorter, shape)} and {read_plainly(shorter, shape)}"
                console.print(
                    Text(f"seed {seed}, {shape}: {json.dumps(shorter)}: {readings}"), soft_wrap=True
                )
    console.print(f"{count:,} completions from seed {first:,}: {read:,} read, {differing:,} disagreed on")
    return differing


def main() -> None:
    """Compare the readers; exit with 1 where they disagree."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--first", type=int, default=0, metavar="SEED")
    parser.add_argument("--count", type=int, default=1_000_000)
    arguments = parser.parse_args()
    raise SystemExit(int(compare(arguments.first, arguments.count, Console()) > 0))


if __name__ == "__main__":
    main()
