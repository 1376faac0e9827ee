"""Checks what a record claims of its graphs and demonstrations by deriving each claim again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final

from cocoa_core.verification.graph_to_text.graphs import group, label, relations, structure
from cocoa_core.verification.graph_to_text.samples import Sample, Samples, edges
from cocoa_core.verification.report import Flaw

__all__ = ["claim_flaws"]

_SHOTS: Final = 4
_FEWEST: Final = 5
_RANKS: Final = {"A": 0, "B": 1, "C": 2, "": 3}


def claim_flaws(record: Mapping[str, Any], samples: Samples) -> Iterator[Flaw]:
    """Yields the flaws of a record of the right shape: of its samples, labels, structures, groups,
    distribution and settings.
    """
    demonstrations = record["demonstrations"]
    yield from _sample_flaws(record, samples, "the item", "test")
    sample = samples.by_id.get(record["sample"])
    if sample is not None and tuple(record["key"]) != sample.key:
        yield Flaw(
            "key", "the sentences to compare with are others", str(record["key"]), str(list(sample.key))
        )
    for number, demonstration in enumerate(demonstrations, 1):
        name = f"demonstration {number}"
        yield from _sample_flaws(demonstration, samples, name, "demonstrations")
        sample = samples.by_id.get(demonstration["sample"])
        if sample is not None and demonstration["sentence"] != sample.key[0]:
            yield Flaw(
                "demonstration",
                f"the sentence of {name} is another",
                demonstration["sentence"],
                sample.key[0],
            )
        if demonstration["sentence"] in record["key"]:
            yield Flaw(
                "demonstration", f"{name} gives away a sentence to compare with", demonstration["sentence"]
            )
    shots = record["provenance"]["settings"].get("shots", _SHOTS)
    if type(shots) is not int or len(demonstrations) != shots or not demonstrations:
        yield Flaw(
            "demonstration", "there is another number of demonstrations", str(len(demonstrations)), str(shots)
        )
    sets = [frozenset(entry["concepts"]) for entry in (record, *demonstrations)]
    if len(set(sets)) < len(sets):
        yield Flaw("demonstration", "two of the item and its demonstrations have the same concepts")
    yield from _distribution_flaws(record, demonstrations)
    yield from _setting_flaws(record, demonstrations)


def _sample_flaws(entry: Mapping[str, Any], samples: Samples, name: str, wanted_group: str) -> Iterator[Flaw]:
    """Yields the flaws of an item or of a demonstration.

    Args:
        name: what messages call it.
        wanted_group: the group that its concepts have to be in.
    """
    graph = edges(entry["graph"])
    derived_label = label(graph)
    if entry["label"] != derived_label:
        yield Flaw("label", f"the label of {name} is another by its graph", entry["label"], derived_label)
    derived_structure = structure(graph, entry["concepts"])
    if entry["structure"] != derived_structure:
        yield Flaw(
            "structure",
            f"the structure of {name} is another by its graph",
            entry["structure"],
            derived_structure,
        )
    actual_group = group(entry["concepts"])
    if actual_group != wanted_group:
        yield Flaw("group", f"the concepts of {name} are in another group", actual_group, wanted_group)
    sample: Sample | None = samples.by_id.get(entry["sample"])
    if sample is None:
        yield Flaw("sample", f"the graphs of the data set have no such sample for {name}", entry["sample"])
        return
    if tuple(entry["concepts"]) != sample.concepts:
        got, expected = ", ".join(entry["concepts"]), ", ".join(sample.concepts)
        yield Flaw("sample", f"the concepts of {name} are not those of its sample", got, expected)
    if frozenset(graph) != sample.graph:
        yield Flaw("sample", f"the graph of {name} is not that of its sample", str(entry["graph"]))
    if len(relations(sample.label)) < 2 or samples.sets[sample.label] < _FEWEST:
        got = f"{sample.label}: {samples.sets[sample.label]} concept sets"
        yield Flaw(
            "label", f"the label of {name} was to be left out", got, "two relations, five concept sets"
        )


def _distribution_flaws(
    record: Mapping[str, Any], demonstrations: Sequence[Mapping[str, Any]]
) -> Iterator[Flaw]:
    """Yields the flaws of the distribution, with labels derived from the graphs, whatever the record's labels
    say.
    """
    item_label = label(edges(record["graph"]))
    shown_labels = [label(edges(demonstration["graph"])) for demonstration in demonstrations]
    if record["distribution"] == "id":
        if any(other != item_label for other in shown_labels):
            yield Flaw(
                "distribution",
                "a demonstration in distribution has another label",
                str(shown_labels),
                item_label,
            )
    elif record["distribution"] == "ood":
        if item_label in shown_labels:
            yield Flaw("distribution", "a demonstration out of distribution has the label", item_label)
        missing = relations(item_label) - {
            relation for other in shown_labels for relation in relations(other)
        }
        if missing:
            got = ", ".join(sorted(missing))
            yield Flaw("cover", "no demonstration shows these relations of the label", got, item_label)
    else:
        yield Flaw("distribution", "there is no such distribution", record["distribution"], "id or ood")


def _setting_flaws(record: Mapping[str, Any], demonstrations: Sequence[Mapping[str, Any]]) -> Iterator[Flaw]:
    settings = record["provenance"]["settings"]
    item_relations = relations(label(edges(record["graph"])))
    parts = [
        relations(label(edges(demonstration["graph"]))) & item_relations for demonstration in demonstrations
    ]
    out = record["distribution"] == "ood"
    if out and settings.get("strict") is True and item_relations in parts:
        yield Flaw(
            "strict",
            "the label of a demonstration contains that of the item",
            "&".join(sorted(item_relations)),
        )
    division = settings.get("division")
    if division != "any":
        sizes = sorted(len(part) for part in {frozenset(part) for part in parts})
        wanted_sizes = sorted(map(int, str(division).split("&"))) if division in ("1&3", "2&2") else []
        disjoint = sum(sizes) == len(item_relations) == len(set().union(*parts))
        if (out and (sizes != wanted_sizes or not disjoint)) or len(item_relations) != sum(wanted_sizes):
            yield Flaw(
                "division", "the demonstrations divide the label otherwise", str(sizes), str(wanted_sizes)
            )
    structures = [
        structure(edges(demonstration["graph"]), demonstration["concepts"])
        for demonstration in demonstrations
    ]
    wanted_shown = settings.get("shown", "any")
    if wanted_shown != "any" and set(structures) != {wanted_shown}:
        yield Flaw("structure", "demonstrations have another structure", str(structures), str(wanted_shown))
    ranks = [_RANKS[name] for name in structures]
    order = settings.get("order")
    if (order == "easy-to-hard" and any(rank > next_rank for rank, next_rank in pairwise(ranks))) or (
        order == "hard-to-easy" and any(rank < next_rank for rank, next_rank in pairwise(ranks))
    ):
        yield Flaw("order-shown", "the demonstrations stand in another order", str(ranks), str(order))
    item_structure = structure(edges(record["graph"]), record["concepts"])
    wanted_structure = settings.get("structure")
    if wanted_structure not in ("any", item_structure) and not (
        wanted_structure == "typed" and item_structure
    ):
        yield Flaw(
            "settings",
            "the structure is not the one that was asked for",
            item_structure,
            str(wanted_structure),
        )
    for name, number in (("relations", len(item_relations)), ("concepts", len(record["concepts"]))):
        if settings.get(name) not in (None, number):
            yield Flaw("settings", f"the number of {name} is another", str(number), str(settings.get(name)))
    if settings.get("distribution") not in ("both", record["distribution"]):
        got, expected = record["distribution"], str(settings.get("distribution"))
        yield Flaw("settings", "the distribution is not the one that was asked for", got, expected)
