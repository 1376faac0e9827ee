"""How long `cocoa graphs build` takes, and its memory, over assertions whose concepts lie six edges apart.

Run with `python -m tests.benchmarks.graphs --assertions 5000000 --sets 200`. It writes files of that size,
builds in a process of its own, and counts the graphs that hold every edge of the paths that were planted.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Final

from attrs import frozen

from cocoa_core.families.graph_to_text.graphs import RELATIONS, Edge

APART: Final = 6
_TERMS: Final = 2 * APART + 1
_SYLLABLES: Final = ["".join(letters) for letters in product("bdfgklmnprstvz", "aeiou")]


@frozen
class Planted:
    """Three concepts, a path of six edges from each to the next, and a sentence with the words on them."""

    concepts: tuple[str, ...]
    paths: tuple[Edge, ...]
    sentence: str


def word(number: int) -> str:
    """Another word of syllables for each number; words share syllables, as those of a language do."""
    parts = []
    for _ in range(4):
        number, syllable = divmod(number, len(_SYLLABLES))
        parts.append(_SYLLABLES[syllable])
    return "".join(parts)


def term(number: int) -> str:
    """A topic and a word: thirteen terms that follow each other have their topic in common."""
    topic, _ = divmod(number, _TERMS)
    return f"{word(topic * 7_919)} {word(number)}"


def planted_sets(count: int, terms: int, rng: Random) -> list[Planted]:
    """A concept set in each of some topics. A sentence is about its topic, so the paths there are cheap."""
    planted = []
    for topic in sorted(rng.sample(range(terms // _TERMS), count)):
        line = [term(topic * _TERMS + number) for number in range(_TERMS)]
        ways = [pair if rng.random() < 0.5 else pair[::-1] for pair in pairwise(line)]
        paths = tuple((head, rng.choice(RELATIONS), tail) for head, tail in ways)
        planted.append(Planted(tuple(line[::APART]), paths, f"{', '.join(line)}."))
    return planted


def random_edges(count: int, terms: int, rng: Random) -> Iterator[Edge]:
    """Tails are drawn evenly; heads so that the most frequent terms have thousands of edges."""
    for _ in range(count):
        head, tail = int(terms * rng.random() ** 3), int(terms * rng.random())
        if head != tail:
            yield term(head), RELATIONS[rng.randrange(len(RELATIONS))], term(tail)


def write_files(folder: Path, assertions: int, sets: int, terms: int) -> list[Planted]:
    """`assertions.csv.gz` in ConceptNet's form and `sentences.jsonl` in CommonGen's; what was planted."""
    rng = Random(1)
    planted = planted_sets(sets, terms, rng)
    fixed = [edge for one in planted for edge in one.paths]
    with gzip.open(folder / "assertions.csv.gz", "wt", encoding="utf-8", compresslevel=1) as file:
        for edges in (fixed, random_edges(assertions - len(fixed), terms, rng)):
            for head, relation, tail in edges:
                start, end = (f"/c/en/{name.replace(' ', '_')}" for name in (head, tail))
                uri = f"/a/[/r/{relation}/,{start}/,{end}/]"
                about = '{"dataset": "/d/made", "weight": 1.0}'
                file.write(f"{uri}\t/r/{relation}\t{start}\t{end}\t{about}\n")
    lines = [json.dumps({"concept_set": "#".join(one.concepts), "scene": [one.sentence]}) for one in planted]
    (folder / "sentences.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return planted


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--assertions", type=int, default=100_000)
    parser.add_argument("--sets", type=int, default=50)
    parser.add_argument("--encoder", default="hashing")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder, out = Path(name), Path(name) / "graphs"
        planted = write_files(folder, given.assertions, given.sets, given.assertions // 8)
        files = ("--conceptnet", folder / "assertions.csv.gz", "--commongen", folder / "sentences.jsonl")
        call = [sys.executable, "-m", "cli", "graphs", "build", *files, "--encoder", given.encoder]
        with (folder / "out.json").open("w") as output:
            build = subprocess.Popen([*map(str, call), "--out", str(out), "--json"], stdout=output)
        _, status, usage = os.wait4(build.pid, 0)
        if status:
            sys.exit(os.waitstatus_to_exitcode(status))
        print(json.dumps(json.loads((folder / "out.json").read_text())["counts"], indent=1))
        built = [json.loads(line) for line in (out / "graphs.jsonl").read_text().splitlines()]
        graphs = {
            frozenset(one["concepts"]): {tuple(edge) for edge in one["references"][0]["graph"]}
            for one in built
        }
        whole = sum(set(one.paths) <= graphs.get(frozenset(one.concepts), set()) for one in planted)
    print(f"graphs with both paths of {APART} edges: {whole:,} of {len(planted):,}")
    print(
        f"time: {usage.ru_utime + usage.ru_stime:,.0f} s CPU; peak memory: {usage.ru_maxrss / 1024:,.0f} MiB"
    )


if __name__ == "__main__":
    main()
