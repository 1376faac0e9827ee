"""The figures of docs/learn.md: `python -m tests.benchmarks.learners OUT [more flags of cocoa learn grid]`.

The sentences are cocoa's own, with the three structural cases of COGS held out. So that a small model learns
the words in minutes, its nouns are folded onto 24 and its verbs onto four of each kind: a word stands for all
that are so many places further in the lexicon, in sentence and form alike. Structures stay as they are.
What it prints is the table of that page.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from statistics import fmean
from tempfile import TemporaryDirectory

from cocoa_core.learning import TABLES, scored_runs, table_of
from cocoa_core.lexicon import NOUNS, VERBS

_NOUNS, _VERBS_OF_A_KIND = 24, 4
_COLUMNS = {
    "test": "in distribution",
    "obj_pp_to_subj_pp": "PP at the subject",
    "cp_recursion": "CP recursion",
    "pp_recursion": "PP recursion",
}
_CASES = "obj-pp-to-subj-pp,cp-recursion,pp-recursion"
_GENERATE = ["--count", "12000", "--seed", "1", "--split", "train=0.7,test=0.1,gen=0.2"]
_SETTINGS = {
    "hidden": 96,
    "feedforward": 192,
    "batch": 32,
    "epochs": 7,
    "learning-rate": 0.002,
    "dropout": 0,
    "longest": 900,
}
_GRID = [
    *("--model", "transformer", "--concatenations", "150", "--asked", "50"),
    *(part for name, value in _SETTINGS.items() for part in ("--set", f"{name}={value}")),
]
"""A model of 500,000 parameters. With 2,590 rows and 20 epochs it got 53 of 60 right in distribution: it
needs more sentences rather than more epochs.
"""


def folded_words() -> dict[str, str]:
    """What stands for each noun and each form of a verb."""
    folded = {noun: NOUNS[number % _NOUNS] for number, noun in enumerate(NOUNS)}
    kinds = defaultdict(list)
    for verb in VERBS:
        kinds[verb.frames].append(verb)
    for verbs in kinds.values():
        for number, verb in enumerate(verbs):
            other = verbs[number % _VERBS_OF_A_KIND]
            folded |= {verb.base: other.base, verb.past: other.past, verb.participle: other.participle}
    return folded


def write_rows(folder: Path) -> None:
    """train, test and gen, each row once, with the folded words."""
    words = folded_words()
    with TemporaryDirectory() as temporary:
        exam, rows = Path(temporary) / "exam", Path(temporary) / "rows"
        cocoa(
            "generate",
            "--family",
            "parsing",
            "--hold-out",
            _CASES,
            "--set",
            "notation=cogs",
            *_GENERATE,
            "--out",
            exam,
        )
        cocoa("export", exam, "--to", "cogs", "--out", rows)
        for source in rows.glob("*.tsv"):
            lines = source.read_text(encoding="utf-8").splitlines()
            cells = [
                [" ".join(words.get(word, word) for word in cell.split()) for cell in line.split("\t")]
                for line in lines
            ]
            content = "".join(f"{row}\n" for row in dict.fromkeys("\t".join(row) for row in cells))
            (folder / source.name).write_text(content, encoding="utf-8")


def cocoa(*args: str | Path) -> None:
    """Call the installed program."""
    subprocess.run([Path(sys.executable).with_name("cocoa"), *args], check=True, stdout=subprocess.DEVNULL)


def main(out: Path, flags: list[str]) -> None:
    """Write the rows once, run the grid, and print its tables."""
    rows = out / "rows"
    if not (rows / "train.tsv").exists():
        rows.mkdir(parents=True, exist_ok=True)
        write_rows(rows)
    cocoa("learn", "grid", rows, "--out", out / "grid", *_GRID, *flags)
    print(markdown(out / "grid"))


def markdown(grid: Path) -> str:
    """A row for each model and variant: right in percent with its interval, and the time of a run."""
    lines = ["| variant | seeds | " + " | ".join(_COLUMNS.values()) + " | seconds a run |"]
    lines.append("|---" * (len(_COLUMNS) + 3) + "|")
    for (model, variant), cells in table_of(TABLES["structure"], scored_runs(grid)).items():
        manifests = [json.loads(path.read_text()) for path in grid.glob(f"{model}/{variant}/*/manifest.json")]
        seconds = fmean(sum(manifest["seconds"].values()) for manifest in manifests)
        figures = [
            f"{100 * cell.mean:.1f} ({100 * cell.low:.1f} to {100 * cell.high:.1f})"
            for cell in (cells[column] for column in _COLUMNS)
        ]
        seeds = next(iter(cells.values())).seeds
        lines.append(f"| `{variant}` | {seeds} | {' | '.join(figures)} | {seconds:,.0f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
