"""Scores texts from a file, such as those of another program, as answers to the items of a data set."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from statistics import fmean

from attrs import frozen

from cocoa_core.errors import FindingsError, Place, UsageError
from cocoa_core.families.graph_to_text.corpus_scores import corpus_figures
from cocoa_core.families.graph_to_text.family import FAMILY
from cocoa_core.families.graph_to_text.record import NAME
from cocoa_core.items import Dataset
from cocoa_core.loading import utf8_text
from cocoa_core.text import counted


@frozen
class TextScores:
    """The measures of the texts."""

    texts: int
    unread: int
    """The number of texts without a sentence, whose Coverage is 0."""
    means: Mapping[str, Mapping[str, float]]
    """The mean of each measure over the texts for which it is defined, by distribution and measure."""
    corpus: Mapping[str, float]
    """The figures of all texts together, by name."""


def scored_texts(dataset: Dataset, path: Path) -> TextScores:
    """Scores a file that has one text per line, one for each item, in the order of the data set.

    Raises:
        UsageError: there is no such file, or the data set is of another family.
        FindingsError: the file has more or fewer lines than there are items.
        DomainError: the file is no text in UTF-8.
    """
    if dataset.manifest.family != NAME:
        raise UsageError(
            "these are no items for sentences",
            got=f"{dataset.folder}, of the family {dataset.manifest.family}",
            expected=f"a data set of {NAME}",
        )
    try:
        content = utf8_text(path.read_bytes(), str(path))
    except OSError as error:
        raise UsageError("the file cannot be read", got=f"{path}: {error.strerror}") from error
    items, texts = list(dataset), content.removesuffix("\n").split("\n") if content else []
    if len(items) != len(texts):
        raise FindingsError(
            "the file does not have a line for each item",
            got=counted(len(texts), "line"),
            expected=f"{len(items):,}, an empty one where nothing was said",
            place=Place(str(path), min(len(items), len(texts)) + 1),
        )
    values: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    unread = 0
    for item, text in zip(items, texts, strict=True):
        score = FAMILY.score(item, [text])
        unread += score.failure is not None
        for name, value in {"coverage": score.value, **score.metrics}.items():
            values[item.distribution][name].append(value)
    return TextScores(
        len(texts),
        unread,
        {
            distribution: {name: fmean(numbers) for name, numbers in measures.items()}
            for distribution, measures in sorted(values.items())
        },
        corpus_figures((item, [text]) for item, text in zip(items, texts, strict=True)),
    )
