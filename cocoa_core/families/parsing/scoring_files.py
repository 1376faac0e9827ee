"""Scores files of predictions against a file of right forms."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final

from attrs import Factory, define, frozen

from cocoa_core.errors import FindingsError, MismatchError, Place, UsageError
from cocoa_core.families.parsing.error_kinds import error_kind
from cocoa_core.families.parsing.matching import renumbered_text
from cocoa_core.families.parsing.notations import compared, notation_of
from cocoa_core.families.parsing.record import NOT_AVERAGED, kind_of
from cocoa_core.families.parsing.rows import ParsingRow, RowFile, lines_of, no_form
from cocoa_core.grouping import grouped
from cocoa_core.intervals import wilson
from cocoa_core.seeds import stream

MEASURES: Final = ("string", "renumbered", "published", "bijective")
"""Whether a prediction is equal as a text; equal after renumbering; a Semantic Exact Match in either mode."""
_SHOWN: Final = 100
"""The most rows on which the modes differ that are listed."""
_RESAMPLES: Final = 2_000


@frozen
class Measured:
    """A share with its 95 % interval."""

    share: float
    low: float
    high: float
    right: int | None = None
    """The number of right rows; None for a mean of categories or runs."""


@define
class Scores:
    """The counts of one file of predictions."""

    rows: dict[str, int] = Factory(dict)
    """The number of rows of each category."""
    right: dict[str, dict[str, int]] = Factory(dict)
    """The number of right rows of each category, by measure."""
    differing: list[tuple[int, str]] = Factory(list)
    """The lines on which the two modes differ, with the reason; the first hundred."""
    differing_count: int = 0
    gold_skipped: int = 0
    unread: int = 0
    """`gold_skipped` counts gold rows that were left out, `unread` predictions that are no text in UTF-8."""
    errors: dict[str, Counter[str]] = Factory(dict)
    """By category, how many predictions that are wrong by the bijective match are of each kind; empty for
    trees, whose differences are not classified.
    """

    def add(self, line: int, category: str, right_by_measure: Mapping[str, bool], why: str) -> None:
        """Counts a row.

        Args:
            right_by_measure: whether the prediction is right, by measure.
            why: why the modes differ; empty where they do not.
        """
        self.rows[category] = self.rows.get(category, 0) + 1
        counted = self.right.setdefault(category, dict.fromkeys(MEASURES, 0))
        for measure in MEASURES:
            counted[measure] += right_by_measure[measure]
        if right_by_measure["published"] != right_by_measure["bijective"]:
            self.differing_count += 1
            if len(self.differing) < _SHOWN:
                self.differing.append((line, why))

    def category(self, name: str, measure: str) -> Measured:
        return self.micro([name], measure)

    def micro(self, names: Sequence[str], measure: str) -> Measured:
        """Returns the share of right rows among all rows of these categories; NaN where there are none."""
        rows, right = sum(self.rows[name] for name in names), sum(self.right[name][measure] for name in names)
        if not rows:
            return Measured(math.nan, math.nan, math.nan, 0)
        return Measured(right / rows, *wilson(right / rows, rows), right)

    def macro(self, names: Sequence[str], measure: str) -> Measured:
        """Returns the mean of the categories' shares, with an interval derived from theirs.

        (G. Zou and A. Donner, Statistics in Medicine 27, 2008.)
        """
        parts = [self.category(name, measure) for name in names]
        if not parts:
            return Measured(math.nan, math.nan, math.nan)
        mean = sum(part.share for part in parts) / len(parts)
        below = math.sqrt(sum((part.share - part.low) ** 2 for part in parts)) / len(parts)
        above = math.sqrt(sum((part.high - part.share) ** 2 for part in parts)) / len(parts)
        return Measured(mean, max(0.0, mean - below), min(1.0, mean + above))

    def groups(self) -> dict[str, list[str]]:
        """Returns the categories by kind, `all` last, and the lexical ones of the published average."""
        categories_by_kind = grouped((kind_of(name), name) for name in sorted(self.rows))
        if "lexical" in categories_by_kind:
            averaged = [name for name in categories_by_kind["lexical"] if name not in NOT_AVERAGED]
            if averaged != categories_by_kind["lexical"]:
                categories_by_kind["lexical without three"] = averaged
        return {**categories_by_kind, "all": sorted(self.rows)}

    def to_json(self) -> dict[str, Any]:
        return {
            "rows": sum(self.rows.values()),
            "categories": {
                name: {
                    "rows": self.rows[name],
                    "kind": kind_of(name),
                    **{measure: _data(self.category(name, measure)) for measure in MEASURES},
                }
                for name in sorted(self.rows)
            },
            "groups": {
                group: {
                    "categories": len(names),
                    "rows": sum(self.rows[name] for name in names),
                    "micro": {measure: _data(self.micro(names, measure)) for measure in MEASURES},
                    "macro": {measure: _data(self.macro(names, measure)) for measure in MEASURES},
                }
                for group, names in self.groups().items()
            },
            "modes_differ": {
                "rows": self.differing_count,
                "first": [{"line": line, "why": why} for line, why in self.differing],
            },
            "errors": {name: dict(self.errors[name]) for name in sorted(self.errors)},
            "gold_skipped": self.gold_skipped,
            "predictions_unread": self.unread,
        }


@define
class SeedScores(Scores):
    """The scores of several runs on the same gold rows: means over runs, with bootstrap intervals."""

    runs: tuple[Scores, ...] = ()

    @classmethod
    def of(cls, runs: Sequence[Scores]) -> SeedScores:
        errors: dict[str, Counter[str]] = {}
        for run in runs:
            for name, kinds in run.errors.items():
                errors.setdefault(name, Counter()).update(kinds)
        return cls(
            rows=runs[0].rows,
            differing_count=sum(run.differing_count for run in runs),
            gold_skipped=runs[0].gold_skipped,
            unread=sum(run.unread for run in runs),
            errors=errors,
            runs=tuple(runs),
        )

    def micro(self, names: Sequence[str], measure: str) -> Measured:
        """Returns the mean over runs of the share of right rows among all rows of these categories."""
        return self._mean([run.micro(names, measure).share for run in self.runs], *names, measure)

    def macro(self, names: Sequence[str], measure: str) -> Measured:
        """Returns the mean over runs of the mean of the categories' shares."""
        return self._mean([run.macro(names, measure).share for run in self.runs], *names, measure)

    def _mean(self, shares: Sequence[float], *name: str) -> Measured:
        if any(map(math.isnan, shares)):
            return Measured(math.nan, math.nan, math.nan)
        return Measured(fmean(shares), *bootstrapped(shares, *name))

    def to_json(self) -> dict[str, Any]:
        return {**super().to_json(), "runs": [run.to_json() for run in self.runs]}


def bootstrapped(shares: Sequence[float], *name: str) -> tuple[float, float]:
    """Returns the 2.5th and 97.5th percentile of the mean over resampled runs.

    Args:
        shares: a share of each run.
        name: the names that seed the draws.
    """
    rng, size = stream("bootstrap", *name), len(shares)
    means = sorted(fmean(rng.choice(shares) for _ in range(size)) for _ in range(_RESAMPLES))
    reach = round(_RESAMPLES * 0.025)
    return means[reach], means[-1 - reach]


def _data(measured: Measured) -> dict[str, Any]:
    figures = {"share": measured.share, "low": measured.low, "high": measured.high}
    data = {name: None if math.isnan(figure) else figure for name, figure in figures.items()}
    return data if measured.right is None else {"right": measured.right, **data}


def score_files(gold: Path, predicted: Path, notation: str = "recogs", *, skip_bad: bool = False) -> Scores:
    """Compares two files line by line; both stream.

    Args:
        gold: rows of sentence, form and category, separated by tabs.
        predicted: a form a line, or such rows; an empty line is an empty prediction.
        skip_bad: whether gold rows that are no form of the notation are left out.

    Raises:
        UsageError: a file is missing, or the notation is unknown.
        FindingsError: a gold row is no form of the notation and `skip_bad` is not set, or one file has more
            lines.
    """
    try:
        form = notation_of(notation)
    except MismatchError as error:
        raise UsageError("there is no such notation", got=error.got, expected=error.expected) from error
    for path in (gold, predicted):
        if not path.is_file():
            raise UsageError("there is no such file", got=str(path))
    scores = Scores()
    for line, row, prediction in _pairs(gold, predicted, scores):
        if not isinstance(row, FindingsError):
            words = row.sentence.split(" ")
            try:
                form.comparable(words, row.form)
            except MismatchError as error:
                row = no_form(gold, row, error, notation)
        if isinstance(row, FindingsError):
            if not skip_bad:
                raise row
            scores.gold_skipped += 1
            continue
        _count(scores, line, row, prediction, notation)
    return scores


def _count(scores: Scores, line: int, row: ParsingRow, prediction: str, notation: str) -> None:
    verdict = compared(notation, row.sentence.split(" "), row.form, prediction)
    right_by_measure = {
        "string": prediction == row.form,
        "renumbered": renumbered_text(prediction) == renumbered_text(row.form),
        "published": verdict.published,
        "bijective": verdict.bijective,
    }
    scores.add(line, row.category, right_by_measure, verdict.why)
    if not verdict.bijective and notation != "variable-free":
        kinds = scores.errors.setdefault(row.category, Counter())
        kinds[_error_kind(notation, row, prediction)] += 1


def _error_kind(notation: str, row: ParsingRow, prediction: str) -> str:
    form, words = notation_of(notation), row.sentence.split(" ")
    try:
        predicted = form.comparable(words, " ".join(prediction.split()))
    except MismatchError:
        predicted = ""
    return error_kind(form.comparable(words, row.form), predicted)


def _pairs(
    gold: Path, predicted: Path, scores: Scores
) -> Iterator[tuple[int, ParsingRow | FindingsError, str]]:
    """Yields the line number of each gold row, the row, and the form predicted for it.

    Raises:
        FindingsError: one file ends before the other.
    """
    rows, lines = iter(RowFile(gold)), lines_of(predicted)
    number = 0
    while True:
        row, line = next(rows, None), next(lines, None)
        if row is None and line is None:
            return
        number += 1
        if row is None or line is None:
            ended = gold if row is None else predicted
            raise FindingsError(
                "the two files do not have as many lines",
                got=f"{ended} ends before line {number}",
                expected="a line of predictions for every row, an empty one where nothing was predicted",
                place=Place(str(ended), number),
            )
        prediction = line[1]
        if isinstance(prediction, FindingsError):
            scores.unread += 1
            prediction = ""
        yield number, row, _form_of(prediction)


def _form_of(line: str) -> str:
    parts = line.split("\t")
    return parts[1] if len(parts) > 1 else line
