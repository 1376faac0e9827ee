"""Writes the cases that a model of relations is trained on: two concepts, a sentence, and the relation
between them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from attrs import frozen

from cocoa_core.atomic_files import is_occupied, write_whole
from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text.graphs import group_of
from cocoa_core.families.graph_to_text.pool import kept_labels, samples_of
from cocoa_core.families.graph_to_text.relation_models import RelationModel
from cocoa_core.families.graph_to_text.samples import read_concept_sets
from cocoa_core.families.graph_to_text.source import GRAPHS
from cocoa_core.items import ItemSource

_GROUPS: Final = {"verification-train": "train", "verification-validation": "validation"}


@frozen
class RelationCase:
    """An edge of a graph, and the sentence that expresses it."""

    side: str
    """"train" or "validation"."""
    head: str
    tail: str
    sentence: str
    relation: str


def _cases(source: ItemSource) -> Iterator[RelationCase]:
    """Yields the cases of the sentences with a kept label, in the order of the concept sets.

    None of these sets is demonstrated or asked.
    """
    samples = samples_of(read_concept_sets(source.files[GRAPHS], GRAPHS))
    labels = kept_labels(samples)
    for sample in samples:
        side = _GROUPS.get(group_of(sample.of.concepts)) if sample.label in labels else None
        if side is not None:
            reference = sample.reference
            for head, relation, tail in reference.graph:
                yield RelationCase(side, head, tail, reference.sentence, relation)


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
    for case in _cases(source):
        data = {"head": case.head, "tail": case.tail, "sentence": case.sentence, "relation": case.relation}
        lines[case.side].append(f"{json.dumps(data, ensure_ascii=False)}\n")
    folder.mkdir(parents=True, exist_ok=True)
    for side, side_lines in lines.items():
        write_whole(folder / f"{side}.jsonl", "".join(side_lines).encode())
    return {side: len(side_lines) for side, side_lines in lines.items()}


def right_relations(source: ItemSource, model: RelationModel) -> tuple[int, int]:
    """Returns how many relations of the validation side the model finds, and how many there are."""
    cases = [case for case in _cases(source) if case.side == "validation"]
    return sum(model.relation(case.head, case.tail, case.sentence) == case.relation for case in cases), len(
        cases
    )
