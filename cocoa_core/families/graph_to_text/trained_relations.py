"""A small trained model of relations: logistic regression on the words around two concepts.

It is trained where it is used, on the cases that `cocoa graphs relations` writes, so that nothing pickled is
ever loaded; and it is calibrated on their validation side, from which its errors are stated.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import asdict, frozen

from cocoa_core.atomic_files import is_occupied, write_whole
from cocoa_core.errors import CocoaError, Place, UsageError
from cocoa_core.extras import library
from cocoa_core.families.graph_to_text.graphs import RELATIONS, group_of
from cocoa_core.families.graph_to_text.metrics.lemmas import lemmas
from cocoa_core.families.graph_to_text.pool import kept_labels, samples_of
from cocoa_core.families.graph_to_text.samples import read_concept_sets
from cocoa_core.families.graph_to_text.source import GRAPHS
from cocoa_core.items import ItemSource
from cocoa_core.loading import utf8_text

_FEWEST: Final = 50
"""Cases of each side; with fewer, an error could not be stated to within some ten percent."""
_FORM: Final = re.compile(r"[^\W_]+")


@frozen
class RelationCase:
    """An edge of a graph, and the sentence that expresses it."""

    head: str
    tail: str
    sentence: str
    relation: str


@frozen(eq=False)
class TrainedRelations:
    """A trained model of relations."""

    about: str
    """A description of the model with its errors."""
    found: float
    """The share of validation cases in which it finds the relation that the sentence states."""
    mistaken: float
    """The share of validation cases with a random relation found that the sentence does not state."""
    threshold: float
    features: Any
    classifier: Any

    def relation(self, head: str, tail: str, sentence: str) -> str | None:
        """Returns the likeliest relation; None below the threshold, or where a concept is lacking."""
        text = _marked(head, tail, sentence)
        if text is None:
            return None
        (shares,) = self.classifier.predict_proba(self.features.transform([text]))
        return str(self.classifier.classes_[shares.argmax()]) if shares.max() >= self.threshold else None


def read_cases(folder: Path) -> dict[str, list[RelationCase]]:
    """Returns the cases of train.jsonl and validation.jsonl, by side.

    Raises:
        UsageError: a file is missing, or has too few cases.
        CocoaError: a line is no case.
    """
    cases: dict[str, list[RelationCase]] = {}
    for side in ("train", "validation"):
        path = folder / f"{side}.jsonl"
        if not path.is_file():
            raise UsageError(
                "there are no cases to train a model of relations on",
                got=str(path),
                expected="a folder that `cocoa graphs relations --out FOLDER` wrote",
            )
        lines = utf8_text(path.read_bytes(), str(path)).split("\n")
        cases[side] = [
            _case(path, number, line) for number, line in enumerate(lines, start=1) if line.strip()
        ]
        if len(cases[side]) < _FEWEST:
            raise UsageError(
                "these are too few cases", got=f"{len(cases[side])} in {path}", expected=f"{_FEWEST} or more"
            )
    return cases


def _case(path: Path, number: int, line: str) -> RelationCase:
    try:
        data = json.loads(line)
        texts = [data[name] for name in ("head", "tail", "sentence", "relation")]
    except (ValueError, KeyError, TypeError, RecursionError):
        texts = []
    if not texts or not all(isinstance(text, str) for text in texts) or texts[-1] not in RELATIONS:
        raise CocoaError(
            "this line is no case of a relation",
            got=line[:60],
            expected="an object with head, tail, sentence and one of the thirteen relations",
            place=Place(str(path), number),
        )
    return RelationCase(*texts)


def trained_on(cases: dict[str, list[RelationCase]]) -> TrainedRelations:
    """Returns a model trained on the side "train" and calibrated on "validation"; the same cases give the
    same model.

    The threshold is the one with the greatest difference between the share found and the share mistaken.

    Raises:
        UsageError: scikit-learn is not installed, or the training side has one relation alone.
    """
    text, linear = (
        library(name, "eval", "a trained model of relations")
        for name in ("sklearn.feature_extraction.text", "sklearn.linear_model")
    )
    texts, relations = _texts_and_relations(cases["train"])
    if len(set(relations)) < 2:
        raise UsageError("one relation alone cannot be told from others", got="cases of a single relation")
    features = text.CountVectorizer(ngram_range=(1, 3), token_pattern=r"\S+", lowercase=False, binary=True)
    # Less regularization than the default of 1: phrases of three words are many and each is rare.
    classifier = linear.LogisticRegression(C=30.0, max_iter=1_000)
    classifier.fit(features.fit_transform(texts), relations)
    texts, relations = _texts_and_relations(cases["validation"])
    shares = classifier.predict_proba(features.transform(texts))
    scored = [
        (float(row.max()), str(classifier.classes_[row.argmax()]), relation)
        for row, relation in zip(shares, relations, strict=True)
    ]
    total = len(cases["validation"])
    threshold = max(
        (0.0, *sorted({share for share, _, _ in scored})),
        key=lambda least: (
            _hits(scored, least, total) - _errors(scored, least, total),
            -least,
        ),
    )
    hit_rate, error_rate = _hits(scored, threshold, total), _errors(scored, threshold, total)
    about = (
        f"a classifier trained on {len(cases['train']):,} cases: of {total:,} others it finds {hit_rate:.1%} "
        f"of the relations that are said, and {error_rate:.1%} of one that is not"
    )
    return TrainedRelations(about, hit_rate, error_rate, threshold, features, classifier)


def _texts_and_relations(cases: Sequence[RelationCase]) -> tuple[list[str], list[str]]:
    """Returns the marked texts of the cases whose sentences have both concepts, and their relations."""
    marked = [(_marked(case.head, case.tail, case.sentence), case.relation) for case in cases]
    return [text for text, _ in marked if text], [relation for text, relation in marked if text]


def _hits(scored: Sequence[tuple[float, str, str]], least: float, total: int) -> float:
    """Returns the share of all `total` cases whose stated relation is the likeliest and reaches `least`."""
    return sum(share >= least and name == relation for share, name, relation in scored) / total


def _errors(scored: Sequence[tuple[float, str, str]], least: float, total: int) -> float:
    """Returns the share of cases in which another relation, drawn at random, would be found."""
    wrong = sum(share >= least and name != relation for share, name, relation in scored)
    return wrong / total / (len(RELATIONS) - 1)


def _marked(head: str, tail: str, sentence: str) -> str | None:
    """Returns the words from three before the first of the two concepts to three after the last, the concepts
    as H and T.

    A concept in another form gets a mark of its own: "is painted" suggests another relation than "to paint".

    Returns:
        None if the sentence lacks one of the concepts.
    """
    marked = []
    for word in _FORM.findall(sentence.lower()):
        if head in lemmas(word):
            marked.append("H" if word == head else "H~")
        elif tail in lemmas(word):
            marked.append("T" if word == tail else f"T~{word[-2:]}")
        else:
            marked.append(word)
    positions = [index for index, word in enumerate(marked) if word[0] in "HT"]
    if {marked[index][0] for index in positions} != {"H", "T"}:
        return None
    return " ".join(marked[max(0, positions[0] - 3) : positions[-1] + 4])


_GROUPS: Final = {"verification-train": "train", "verification-validation": "validation"}


def cases_of(source: ItemSource) -> Iterator[tuple[str, RelationCase]]:
    """Yields the cases of the sentences with a kept label, in the order of the concept sets, each with its
    side.

    None of these sets is demonstrated or asked.
    """
    samples = samples_of(read_concept_sets(source.files[GRAPHS], GRAPHS))
    labels = kept_labels(samples)
    for sample in samples:
        side = _GROUPS.get(group_of(sample.of.concepts)) if sample.label in labels else None
        if side is not None:
            reference = sample.reference
            for head, relation, tail in reference.graph:
                yield side, RelationCase(head, tail, reference.sentence, relation)


def write_relation_cases(source: ItemSource, folder: Path) -> Mapping[str, int]:
    """Writes train.jsonl and validation.jsonl to a new or empty folder.

    Returns:
        The number of cases by side.

    Raises:
        UsageError: the folder holds something.
    """
    if is_occupied(folder):
        raise UsageError("this folder holds something already", got=str(folder), fix="name another one")
    lines: dict[str, list[str]] = {side: [] for side in _GROUPS.values()}
    for side, case in cases_of(source):
        lines[side].append(f"{json.dumps(asdict(case), ensure_ascii=False)}\n")
    folder.mkdir(parents=True, exist_ok=True)
    for side, side_lines in lines.items():
        write_whole(folder / f"{side}.jsonl", "".join(side_lines).encode())
    return {side: len(side_lines) for side, side_lines in lines.items()}
