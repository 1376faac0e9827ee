"""Counts what Figures 2 and 3 of the ReCOGS paper show of a file: bigrams of forms, and lengths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from itertools import accumulate, pairwise
from pathlib import Path
from statistics import fmean
from typing import Any

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.families.parsing.rows import RowFile


@frozen
class LengthCounts:
    """How many texts have each number of tokens."""

    counts: Mapping[int, int]
    """In ascending order, at least one."""

    @property
    def mean(self) -> float:
        return fmean(self.counts, weights=self.counts.values())

    def at(self, share: float) -> int:
        """Returns the smallest length that this share of the texts do not exceed."""
        totals = accumulate(self.counts.values())
        enough = share * sum(self.counts.values())
        return next(length for length, total in zip(self.counts, totals, strict=True) if total >= enough)

    def to_json(self) -> dict[str, Any]:
        return {"mean": self.mean, "counts": {str(length): count for length, count in self.counts.items()}}


@frozen
class FileFigures:
    """What is counted of a file of rows."""

    rows: int
    sentences: LengthCounts
    forms: LengthCounts
    following: Mapping[str, int]
    """How often each token follows the one that is asked about in a form, most frequent first."""

    def to_json(self) -> dict[str, Any]:
        return {
            "rows": self.rows,
            "sentences": self.sentences.to_json(),
            "forms": self.forms.to_json(),
            "following": dict(self.following),
        }


def figures_of_file(path: Path, token: str) -> FileFigures:
    """Counts the tokens of a file's sentences and forms, in any notation.

    Args:
        path: rows of sentence, form and category, separated by tabs.
        token: a token of forms, such as a comma.

    Raises:
        UsageError: there is no such file, or it has no rows.
        FindingsError: a row cannot be read.
    """
    if not path.is_file():
        raise UsageError("there is no such file", got=str(path), expected="rows as in COGS, in tabs")
    sentences, forms, following = Counter[int](), Counter[int](), Counter[str]()
    for row in RowFile(path).each():
        tokens = row.form.split()
        sentences[len(row.sentence.split())] += 1
        forms[len(tokens)] += 1
        following.update(second for first, second in pairwise(tokens) if first == token)
    return FileFigures(
        forms.total(),
        LengthCounts(dict(sorted(sentences.items()))),
        LengthCounts(dict(sorted(forms.items()))),
        dict(sorted(following.items(), key=lambda entry: (-entry[1], entry[0]))),
    )
