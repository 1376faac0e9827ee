"""What models choose: which letters, how wrong the wrong options are, and what could not be read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cocoa_core.analysis.results import Result
from cocoa_core.analysis.runs import COUNTED, RUN, Run, counted
from cocoa_core.analysis.tables import Cell, Column, Table

__all__ = ["broken_terms", "failures", "positions"]


def positions(runs: Sequence[Run]) -> Table:
    """By the right option's letter: accuracy, and how often the letter was named, rightly or not."""
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        named = Counter(one.answer for one in run.results)
        for letter in sorted({label for one in run.results for label in one.facts.labels}):
            results = [one for one in run.results if one.facts.answer == letter]
            share = named[letter] / len(run.results)
            rows.append((*run.cells, letter, *counted(results), named[letter], share))
    columns = (
        *RUN,
        Column("letter", "right option"),
        *COUNTED,
        Column("chosen", "chosen", "count"),
        Column("chosen_share", "of answers", "share"),
    )
    note = (
        "Chosen: how often the letter was named, whichever was right. Letters are right equally often, so "
        "a letter that is named much more often than another is a habit of the model."
    )
    return Table("by_position", "By answer position", columns, tuple(rows), note, ("letter",))


def broken_terms(runs: Sequence[Run]) -> Table:
    """How many sum terms the chosen wrong option breaks, beside the same for a wrong option by chance."""
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        wrong = _named_wrong(run.results)
        failed = sum(one.parse_failure for one in run.results)
        chosen = Counter(len(one.facts.broken[str(one.answer)]) for one in wrong)
        share: dict[int, float] = {}
        for one in wrong:
            for places in one.facts.broken.values():
                share[len(places)] = share.get(len(places), 0.0) + 1 / len(one.facts.broken)
        for number in sorted(share):
            shares = (chosen[number] / len(wrong), share[number] / len(wrong))
            rows.append((*run.cells, number, chosen[number], *shares, failed))
    columns = (
        *RUN,
        Column("broken", "sum terms broken", "count"),
        Column("chosen", "wrong answers", "count"),
        Column("share", "share", "share"),
        Column("expected", "by chance", "share"),
        Column("parse_failures", "parse failures", "count"),
    )
    note = (
        "Of the answers that name a wrong option. By chance: the share if a wrong option of the same "
        "questions were drawn at random. More than that at 1 means that the model errs towards near misses."
    )
    return Table("broken_terms", "How wrong the wrong answers are", columns, tuple(rows), note)


def failures(runs: Sequence[Run]) -> Table:
    """Why no option could be read out of an answer; no row for a run without parse failures."""
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        counts = Counter(one.failure for one in run.results if one.parse_failure)
        for reason, count in sorted(counts.items()):
            rows.append((*run.cells, reason, count, count / len(run.results)))
    columns = (
        *RUN,
        Column("reason", "reason"),
        Column("parse_failures", "parse failures", "count"),
        Column("share", "of answers", "share"),
    )
    note = "Parse failures name no option that can be read; they count as wrong."
    return Table("parse_failures", "Parse failures", columns, tuple(rows), note)


def _named_wrong(results: Sequence[Result]) -> list[Result]:
    return [one for one in results if not one.correct and one.answer is not None]
