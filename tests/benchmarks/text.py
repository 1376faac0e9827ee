"""How the requests read, as far as a program can tell: openings, conditionals, repetition, length.

Run with `python -m tests.benchmarks.text --count 1000`, for all shipped domains; `--beside FILE` prints the
figures of a JSON list of other people's requests beside them.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from rich.console import Console
from rich.table import Table

import cocoa_core

DOMAINS = ("flights", "hotels", "jobs", "diamonds")
JOINERS = re.compile(
    r"(?:^|[.;] )(also|plus|and|in addition|on top of that|beyond that|finally|lastly)\b", re.I
)
CONDITIONAL = re.compile(r"\b(if|unless)\b", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.?!])\s+(?=[A-Z])")
_WORD = re.compile(r"[\w$%'.-]*\w")


def figures(requests: Sequence[str], openings: Sequence[str] | None = None) -> dict[str, float | str]:
    """What is counted of some requests; openings: their first sentences, where these are known."""
    sentences = [part for text in requests for part in _SENTENCE.split(text)]
    first = openings or [_SENTENCE.split(text)[0] for text in requests]
    shapes = Counter(re.sub(r"\b[A-Z][\w'-]*(?: [A-Z][\w'-]*)*|[\d.,]+", "_", text[1:]) for text in first)
    words = [_WORD.findall(text.lower()) for text in requests]
    runs: Counter[tuple[str, ...]] = Counter()
    for text in words:
        runs.update({tuple(text[index : index + 4]) for index in range(len(text) - 3)})
    total = sum(map(len, words))
    taken, pairs = 0, set()
    for text in words:  # 2-grams of the first thousand words, so that more requests do not give fewer
        if taken >= 1000:
            break
        pairs.update(pairwise(text))
        taken += len(text)
    common, times = runs.most_common(1)[0]
    return {
        "requests": len(requests),
        "distinct openings": len(shapes),
        "commonest opening %": 100 * shapes.most_common(1)[0][1] / len(requests),
        "conditional sentences %": 100
        * sum(bool(CONDITIONAL.search(sentence)) for sentence in sentences)
        / len(sentences),
        "joiners a request": sum(len(JOINERS.findall(text)) for text in requests) / len(requests),
        "2-grams in 1,000 words": 1000 * len(pairs) / max(taken, 1),
        "words a request": total / len(requests),
        "words a sentence": total / len(sentences),
        "commonest four words": f"{' '.join(common)} ({100 * times / len(requests):.0f} %)",
    }


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--preset", default=None)
    parser.add_argument("--beside", type=Path, default=None)
    given = parser.parse_args()
    columns = {}
    for name in DOMAINS:
        options = {"preset": given.preset} if given.preset else {}
        made = list(cocoa_core.generate(name, count=given.count, seed=given.seed, **options))
        columns[name] = figures([one.request for one in made], [one.sentences[0].text for one in made])
    if given.beside:
        columns["beside"] = figures(json.loads(given.beside.read_text(encoding="utf-8")))
    table = Table("", *columns)
    for key in next(iter(columns.values())):
        cells = [column[key] for column in columns.values()]
        table.add_row(key, *(cell if isinstance(cell, str) else f"{cell:,.1f}" for cell in cells))
    Console().print(table)


if __name__ == "__main__":
    main()
