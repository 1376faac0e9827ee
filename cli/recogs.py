"""The command `cocoa recogs`: transforms files of COGS, and scores predicted forms."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

from attrs import asdict, frozen

from cocoa_core.text import counted

from .flag_groups import FlagGroup, flag, option
from .flags import AsJson, SkipBad
from .terminal import console, figure, plain, print_line, print_notes, write_json

if TYPE_CHECKING:
    from cocoa_core.families.parsing import Scores


_SHOWN: Final = 10
"""The most tokens that are shown to follow another."""


def recogs() -> None:
    """Transform files of COGS, count their tokens, and score predicted logical forms."""


def count(
    files: Annotated[list[Path], option("FILE...", "Rows: sentence, form, category in tabs.")],
    after: Annotated[str, option("--after TOKEN", "Count what follows this token in forms.")] = ",",
    as_json: AsJson = False,
) -> None:
    """Count the lengths of sentences and forms, and the tokens that follow a token in forms.

    These are Figures 3 and 2 of the ReCOGS paper, for a file in any notation. --json has all lengths.

    Examples:

      cocoa recogs count train.tsv gen.tsv
      cocoa recogs count train.tsv train.rm_x.tsv --after ,
    """
    from cocoa_core.families.parsing import figures_of_file

    figures = {path: figures_of_file(path, after) for path in files}
    if as_json:
        write_json({str(path): file.to_json() for path, file in figures.items()})
        return
    for path, file in figures.items():
        print_line(f"{path}: {counted(file.rows, 'row')}")
        for name, lengths in (("sentences", file.sentences), ("forms", file.forms)):
            print_line(
                f"  {name:<9} mean {lengths.mean:.1f} tokens, median {lengths.at(0.5)}, "
                f"95 % at most {lengths.at(0.95)}, longest {lengths.at(1)}"
            )
        total = sum(file.following.values())
        for token, number in list(file.following.items())[:_SHOWN]:
            print_line(f"  {number:>9,}  {number / total:6.1%}  {after} {token}")


@frozen
class TransformFlags(FlagGroup):
    """How the rows are transformed; named as in `TransformJob`."""

    split: str = flag(
        "--split NAME",
        "The part of COGS that IN is: train, dev, test or gen. Some things are done to train alone.",
        default="train",
    )
    seed: int = flag("--seed -s INT", "The seed of random choices; 42 is the published one.", default=42)
    concatenations: int | None = flag(
        "--concatenations INT",
        "How many rows of three sentences to add, where not as many as were published.",
    )
    skip_bad: SkipBad = False
    force: bool = flag("--force", "Replace OUT if it is there.", default=False)


def transform(
    source: Annotated[Path, option("IN", "A file of COGS: sentence, form, category in tabs.")],
    target: Annotated[Path, option("OUT", "The file to be written.")],
    to: Annotated[
        str,
        option(
            "--to NAME",
            "rm-x, rm-x-p, rm-x-pc, concat-256 (-512, -1024, -2048, -3072), preposing, preposing-sprinkles, "
            "participle (-easy), recogs-pos, recogs or variable-free.",
        ),
    ],
    *,
    how: TransformFlags,
    as_json: AsJson = False,
) -> None:
    """Transform a file of COGS as it was published with ReCOGS.

    OUT appears when all of it is written, and not before.

    Examples:

      cocoa recogs transform --to recogs-pos --split dev dev.tsv pos.tsv
      cocoa recogs transform --to concat-256 train.tsv longer.tsv
      cocoa recogs transform --to recogs --seed 42 train.tsv recogs.tsv
    """
    from cocoa_core.families.parsing import TransformJob, transform_file

    options = asdict(how)
    force = options.pop("force")
    done = transform_file(TransformJob(source, **options), target, to, force=force)
    if as_json:
        counts = {"rows": done.rows, "categories": dict(done.categories), "skipped": len(done.skipped)}
        write_json({"file": str(target), "to": to, **counts})
    else:
        print_line(f"{counted(done.rows, 'row')} written to {target}")
    if done.skipped:
        first = next(iter(done.skipped.values())).replace("\n ", ";")
        print_notes(f"left out: {counted(len(done.skipped), 'row')}; the first: {first}")


def score(
    gold: Annotated[Path, option("GOLD", "Rows: sentence, form, category in tabs.")],
    predicted: Annotated[
        list[Path],
        option(
            "PRED...", "The predicted forms, one a line, or rows as in GOLD. Several: runs with other seeds."
        ),
    ],
    notation: Annotated[
        str,
        option(
            "--notation NAME",
            "Of both files: recogs (also for ReCOGS_pos), cogs, rm-x, rm-x-p, rm-x-pc or variable-free.",
        ),
    ] = "recogs",
    skip_bad: SkipBad = False,
    as_json: AsJson = False,
) -> None:
    """Score predicted forms: Semantic Exact Match in two modes, string match, match after renumbering.

    published is the paper's match as it was programmed, which lets two variables stand for one; bijective is
    one for one. Rows on which they differ are named, and wrong forms counted by what is wrong in them. Of
    several files the means are given, with bootstrap intervals over the files.

    Examples:

      cocoa recogs score dev.recogs_pos.tsv predictions.txt
      cocoa recogs score gen.tsv predictions.txt --notation cogs --json
      cocoa recogs score gen.tsv seed-0/gen.txt seed-1/gen.txt seed-2/gen.txt
    """
    from cocoa_core.families.parsing import SeedScores, score_files

    runs = [score_files(gold, path, notation, skip_bad=skip_bad) for path in predicted]
    scores = runs[0] if len(runs) == 1 else SeedScores.of(runs)
    if as_json:
        write_json(scores.to_json())
    else:
        _print(scores)
    if scores.gold_skipped:
        print_notes(f"left out: {counted(scores.gold_skipped, 'gold row')}")
    if scores.unread:
        print_notes(f"not text in UTF-8, so counted as wrong: {counted(scores.unread, 'prediction')}")


def _percent(share: float) -> str:
    """Formats a share in percent, with two digits after the point; a share of no rows is not a number."""
    return figure(None if math.isnan(share) else share, ".2%")


def _print(scores: Scores) -> None:
    from cocoa_core.families.parsing import ERROR_KINDS, MEASURES

    rows = []
    for name in sorted(scores.rows):
        measured = {measure: scores.category(name, measure) for measure in MEASURES}
        last = measured["bijective"]
        shares = (_percent(measured[measure].share) for measure in MEASURES)
        ends = f"{_percent(last.low)} to {_percent(last.high)}"
        rows.append((plain(name), (f"{scores.rows[name]:,}", *shares, ends)))
    for group, names in scores.groups().items():
        for how in ("micro", "macro") if len(names) > 1 else ("micro",):
            mean = scores.micro if how == "micro" else scores.macro
            last = mean(names, "bijective")
            count = f"{sum(scores.rows[name] for name in names):,}"
            shares = (_percent(mean(names, measure).share) for measure in MEASURES)
            ends = f"{_percent(last.low)} to {_percent(last.high)}" if names else "n/a: no rows"
            rows.append((plain(f"{group}, {how}", "bold"), (count, *shares, ends)))
    heads = ("rows", *MEASURES, "95 % of bijective")
    rows.insert(0, (plain("category"), heads))
    widths = [max(map(len, column)) for column in zip(*(cells for _, cells in rows), strict=True)]
    longest = max(len(title) for title, _ in rows)
    out = console()
    beside = longest + sum(width + 2 for width in widths) <= out.width
    for title, cells in rows:
        if beside:
            title.pad_right(longest - len(title))
        else:  # a name of the published sets has up to 54 letters: it gets a line of its own
            title.append("\n")
        figures = (cell.rjust(width + 2) for cell, width in zip(cells, widths, strict=True))
        out.print(title.append("".join(figures)), soft_wrap=True)
    kinds = sum(scores.errors.values(), Counter())
    if kinds:
        out.print(plain("\nWhat is wrong in forms that are not right by the bijective match:"))
        for kind, wrong in kinds.most_common():
            print_line(f"  {wrong:>7,}  {kind}: {ERROR_KINDS[kind]}")
    if scores.differing_count:
        out.print(plain(f"\nThe two modes differ on {counted(scores.differing_count, 'row')}:"))
        for line, why in scores.differing[:10]:
            print_line(f"  line {line}: {why}")
