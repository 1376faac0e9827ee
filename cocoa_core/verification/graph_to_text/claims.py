"""What a record claims of its graphs and demonstrations, each claim derived again."""

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
    """Of a record of the right shape: its samples, labels, structures, groups, distribution and settings."""
    shown = record["demonstrations"]
    yield from _sample_flaws(record, samples, "the item", "test")
    known = samples.by_id.get(record["sample"])
    if known is not None and tuple(record["key"]) != known.key:
        yield Flaw(
            "key", "the sentences to compare with are others", str(record["key"]), str(list(known.key))
        )
    for number, one in enumerate(shown, 1):
        name = f"demonstration {number}"
        yield from _sample_flaws(one, samples, name, "demonstrations")
        known = samples.by_id.get(one["sample"])
        if known is not None and one["sentence"] != known.key[0]:
            yield Flaw("demonstration", f"the sentence of {name} is another", one["sentence"], known.key[0])
        if one["sentence"] in record["key"]:
            yield Flaw("demonstration", f"{name} gives away a sentence to compare with", one["sentence"])
    shots = record["provenance"]["settings"].get("shots", _SHOTS)
    if type(shots) is not int or len(shown) != shots or not shown:
        yield Flaw("demonstration", "there is another number of demonstrations", str(len(shown)), str(shots))
    sets = [frozenset(entry["concepts"]) for entry in (record, *shown)]
    if len(set(sets)) < len(sets):
        yield Flaw("demonstration", "two of the item and its demonstrations have the same concepts")
    yield from _distribution_flaws(record, shown)
    yield from _setting_flaws(record, shown)


def _sample_flaws(one: Mapping[str, Any], samples: Samples, name: str, wanted: str) -> Iterator[Flaw]:
    graph = edges(one["graph"])
    right = label(graph)
    if one["label"] != right:
        yield Flaw("label", f"the label of {name} is another by its graph", one["label"], right)
    found = structure(graph, one["concepts"])
    if one["structure"] != found:
        yield Flaw("structure", f"the structure of {name} is another by its graph", one["structure"], found)
    where = group(one["concepts"])
    if where != wanted:
        yield Flaw("group", f"the concepts of {name} are in another group", where, wanted)
    known: Sample | None = samples.by_id.get(one["sample"])
    if known is None:
        yield Flaw("sample", f"the graphs of the data set have no such sample for {name}", one["sample"])
        return
    if tuple(one["concepts"]) != known.concepts:
        got, expected = ", ".join(one["concepts"]), ", ".join(known.concepts)
        yield Flaw("sample", f"the concepts of {name} are not those of its sample", got, expected)
    if frozenset(graph) != known.graph:
        yield Flaw("sample", f"the graph of {name} is not that of its sample", str(one["graph"]))
    if len(relations(known.label)) < 2 or samples.sets[known.label] < _FEWEST:
        got = f"{known.label}: {samples.sets[known.label]} concept sets"
        yield Flaw(
            "label", f"the label of {name} was to be left out", got, "two relations, five concept sets"
        )


def _distribution_flaws(record: Mapping[str, Any], shown: Sequence[Mapping[str, Any]]) -> Iterator[Flaw]:
    """By the graphs themselves, whatever the labels say."""
    asked = label(edges(record["graph"]))
    others = [label(edges(demonstration["graph"])) for demonstration in shown]
    if record["distribution"] == "id":
        if any(other != asked for other in others):
            yield Flaw(
                "distribution", "a demonstration in distribution has another label", str(others), asked
            )
    elif record["distribution"] == "ood":
        if asked in others:
            yield Flaw("distribution", "a demonstration out of distribution has the label", asked)
        missing = relations(asked) - {relation for other in others for relation in relations(other)}
        if missing:
            got = ", ".join(sorted(missing))
            yield Flaw("cover", "no demonstration shows these relations of the label", got, asked)
    else:
        yield Flaw("distribution", "there is no such distribution", record["distribution"], "id or ood")


def _setting_flaws(record: Mapping[str, Any], shown: Sequence[Mapping[str, Any]]) -> Iterator[Flaw]:
    settings = record["provenance"]["settings"]
    asked = relations(label(edges(record["graph"])))
    parts = [relations(label(edges(demonstration["graph"]))) & asked for demonstration in shown]
    out = record["distribution"] == "ood"
    if out and settings.get("strict") is True and asked in parts:
        yield Flaw(
            "strict", "the label of a demonstration contains that of the item", "&".join(sorted(asked))
        )
    division = settings.get("division")
    if division != "any":
        sizes = sorted(len(part) for part in {frozenset(part) for part in parts})
        wanted = sorted(map(int, str(division).split("&"))) if division in ("1&3", "2&2") else []
        apart = sum(sizes) == len(asked) == len(set().union(*parts))
        if (out and (sizes != wanted or not apart)) or len(asked) != sum(wanted):
            yield Flaw("division", "the demonstrations divide the label otherwise", str(sizes), str(wanted))
    structures = [
        structure(edges(demonstration["graph"]), demonstration["concepts"]) for demonstration in shown
    ]
    wanted_shown = settings.get("shown", "any")
    if wanted_shown != "any" and set(structures) != {wanted_shown}:
        yield Flaw("structure", "demonstrations have another structure", str(structures), str(wanted_shown))
    ranks = [_RANKS[name] for name in structures]
    order = settings.get("order")
    if (order == "easy-to-hard" and any(one > other for one, other in pairwise(ranks))) or (
        order == "hard-to-easy" and any(one < other for one, other in pairwise(ranks))
    ):
        yield Flaw("order-shown", "the demonstrations stand in another order", str(ranks), str(order))
    own = structure(edges(record["graph"]), record["concepts"])
    wanted_structure = settings.get("structure")
    if wanted_structure not in ("any", own) and not (wanted_structure == "typed" and own):
        yield Flaw("settings", "the structure is not the one that was asked for", own, str(wanted_structure))
    for name, number in (("relations", len(asked)), ("concepts", len(record["concepts"]))):
        if settings.get(name) not in (None, number):
            yield Flaw("settings", f"the number of {name} is another", str(number), str(settings.get(name)))
    if settings.get("distribution") not in ("both", record["distribution"]):
        got, expected = record["distribution"], str(settings.get("distribution"))
        yield Flaw("settings", "the distribution is not the one that was asked for", got, expected)
