"""Checks the items of the graph-to-text family: shape, ids, claims about graphs and demonstrations."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar, Final

from attrs import field, frozen

from cocoa_core.errors import FindingsError, Place, one_line
from cocoa_core.independent import RESTORE, digest, id_of, read_json, read_regular
from cocoa_core.verification.across_records import fingerprint
from cocoa_core.verification.checker import Checker, ComparedEntry, ManifestFacts, settings_text
from cocoa_core.verification.report import Flaw, unequal
from cocoa_core.verification.shapes import RecordShape, Signed, Sometimes

Edge = tuple[str, str, str]
"""Head, relation, tail."""

_RELATIONS: Final = frozenset(
    (
        *("AtLocation", "CapableOf", "Causes", "CausesDesire", "Desires", "HasA", "HasPrerequisite"),
        *("HasProperty", "HasSubevent", "IsA", "MotivatedByGoal", "ReceivesAction", "UsedFor"),
    )
)
_ENDS: Final = (
    (2377, "verification-train"),
    (2796, "verification-validation"),
    (7118, "demonstrations"),
    (10_000, "test"),
)
"""The groups in order, each with the first number that lies beyond it."""


def label(graph: Collection[Edge]) -> str:
    """Returns the relation types of a graph in alphabetical order, each once, joined by `&`."""
    return "&".join(name for name in sorted(_RELATIONS) if any(relation == name for _, relation, _ in graph))


def relations(text: str) -> set[str]:
    """Returns the relation types that a label names."""
    return set(text.split("&"))


def group(concepts: Collection[str]) -> str:
    """Returns the group of a concept set, by the first 64 bits of its digest modulo ten thousand."""
    bits = int.from_bytes(digest("graph-to-text group", *sorted(concepts))[:8], "big") % 10_000
    return next(name for end, name in _ENDS if bits < end)


def structure(graph: Sequence[Edge], concepts: Collection[str]) -> str:
    """Returns the structure A, B or C of a graph over three concepts, and an empty text for any other graph.

    Nodes that are no concepts are removed one by one: each must have one edge in and one out, which become
    one edge.
    """
    if len(concepts) != 3:
        return ""
    edges = [(head, tail) for head, _, tail in graph]
    for node in {end for edge in edges for end in edge} - set(concepts):
        into = [edge for edge in edges if edge[1] == node]
        out = [edge for edge in edges if edge[0] == node]
        if len(into) != 1 or len(out) != 1 or into == out:
            return ""
        edges.remove(into[0])
        edges.remove(out[0])
        edges.append((into[0][0], out[0][1]))
    if len(edges) != 2 or {end for edge in edges for end in edge} != set(concepts):
        return ""
    heads, tails = {head for head, _ in edges}, {tail for _, tail in edges}
    return "B" if len(heads) == 1 else "C" if len(tails) == 1 else "A"


_FILE: Final = "domain/graphs.jsonl"
_MOST_BYTES: Final = 50_000_000
_MOST_EDGES: Final = 200
"""Edges of a graph over five concepts; larger graphs would take too much of the verifier's time."""


@frozen
class Sample:
    """One sentence with its concepts, graph and label."""

    concepts: tuple[str, ...]
    graph: frozenset[Edge]
    label: str
    key: tuple[str, ...]
    """The sentence and the others of its concept set, as an item has them."""


@frozen(eq=False)
class Samples:
    """The sentences that a data set carries, and how many concept sets each label has."""

    by_id: Mapping[str, Sample]
    """By the id of the concept set and the sentence's number, joined by `-`."""
    sets: Mapping[str, int]
    """The number of concept sets that have a label, by label."""


def _read_samples(folder: Path) -> Samples:
    try:
        data = read_regular(folder / _FILE, _MOST_BYTES, folder)
    except OSError as error:
        raise _unreadable(error.strerror or str(error), 0) from None
    samples: dict[str, Sample] = {}
    sets_by_label: dict[str, set[str]] = {}
    for number, line in enumerate(data.splitlines(), 1):
        try:
            for name, sample in _samples(read_json(line)):
                if name in samples:
                    raise ValueError(f"{name} stands twice")
                samples[name] = sample
                sets_by_label.setdefault(sample.label, set()).add(name.rpartition("-")[0])
        except (ValueError, KeyError, TypeError) as error:
            raise _unreadable(one_line(error), number) from None
    return Samples(samples, {name: len(sets) for name, sets in sets_by_label.items()})


def edges(value: Any) -> tuple[Edge, ...]:
    """Returns the edges of a record's graph.

    Raises:
        ValueError: the value is no graph: a list of 1 to 200 edges of head, relation and tail, none of them
            twice.
    """
    if not isinstance(value, list) or not value or not all(isinstance(edge, list) for edge in value):
        raise ValueError("a graph is no list of edges")
    if len(value) > _MOST_EDGES:
        raise ValueError(f"a graph has {len(value):,} edges, not {_MOST_EDGES} at the most")
    result = []
    for edge in value:
        if len(edge) != 3 or not all(isinstance(part, str) and part for part in edge):
            raise ValueError("an edge is no head, relation and tail")
        head, relation, tail = edge
        if relation not in _RELATIONS:
            raise ValueError(f"{one_line(relation)} is none of the thirteen relations")
        result.append((head, relation, tail))
    if len(set(result)) < len(result):
        raise ValueError("an edge stands twice")
    return tuple(result)


def _samples(concept_set: Any) -> list[tuple[str, Sample]]:
    name, concepts, references = concept_set["id"], concept_set["concepts"], concept_set["references"]
    sentences = [reference["sentence"] for reference in references]
    if not all(isinstance(text, str) and text for text in (name, *concepts, *sentences)):
        raise ValueError("a text is missing")
    result = []
    for number, reference in enumerate(references):
        graph = edges(reference["graph"])
        sentence = sentences[number]
        key = (sentence, *(text for text in sentences if text != sentence))
        result.append((f"{name}-{number}", Sample(tuple(concepts), frozenset(graph), label(graph), key)))
    return result


def _unreadable(got: str, line: int) -> FindingsError:
    return FindingsError(
        "the graphs of the data set cannot be read",
        got=got,
        expected="the concept sets as they were when the items were written",
        fix=RESTORE,
        place=Place(_FILE, line),
    )


_DRAWN: Final = {"sample": str, "concepts": [str], "graph": [[str]], "label": str, "structure": str}
_SETTINGS: Final = ("distribution", "strict", "order", "division", "structure", "relations", "concepts")
_SHAPE: Final = RecordShape(
    {
        **dict.fromkeys(("id", "family", "ask", "variant", "distribution"), str),
        "groups": {...: str},
        "key": [str],
        **_DRAWN,
        "demonstrations": [{**_DRAWN, "sentence": str}],
        "provenance": {
            "seed": Signed,
            "index": int,
            "attempt": int,
            "settings": Sometimes(dict.fromkeys(_SETTINGS, object), shots=object, shown=object),
            "side": (str, None),
            "rejections": {...: int},
            "version": str,
            "canary": str,
        },
    }
)
"""Of the settings `shots` and `shown` are in a record only where they differ from their default."""


def shape_flaws(record: Any) -> list[Flaw]:
    """Returns everything that is wrong with the shape; such a record is checked no further."""
    result = _SHAPE.flaws(record)
    if result:
        return result
    shown = {f"demonstrations.{number}.": entry for number, entry in enumerate(record["demonstrations"])}
    for path, entry in {"": record, **shown}.items():
        for name in ("key", "concepts"):
            if entry.get(name) == []:
                result.append(Flaw("type", f"{path}{name} is empty"))
        try:
            edges(entry["graph"])
        except ValueError as error:
            result.append(Flaw("type", f"{path}graph has another type: {error}"))
    if rejections := record["provenance"]["rejections"]:
        result.append(Flaw("type", "no draw of a graph is rejected", rejections, {}))
    return result


_SHOTS: Final = 4
_FEWEST: Final = 5
_RANKS: Final = {"A": 0, "B": 1, "C": 2, "": 3}


@frozen
class _Graph:
    """The graph of an item or a demonstration, with what follows from it."""

    edges: tuple[Edge, ...]
    label: str
    relations: set[str]
    structure: str

    @classmethod
    def of(cls, entry: Mapping[str, Any]) -> _Graph:
        graph = edges(entry["graph"])
        return cls(graph, label(graph), relations(label(graph)), structure(graph, entry["concepts"]))


def _claim_flaws(record: Mapping[str, Any], samples: Samples) -> Iterator[Flaw]:
    """Checks samples, labels, structures, groups, distribution and settings of a well-formed record."""
    demonstrations = record["demonstrations"]
    asked, shown = _Graph.of(record), [_Graph.of(demonstration) for demonstration in demonstrations]
    yield from _sample_flaws(record, asked, samples, "the item", "test")
    sample = samples.by_id.get(record["sample"])
    if sample is not None and tuple(record["key"]) != sample.key:
        yield Flaw("key", "the sentences to compare with are others", record["key"], list(sample.key))
    for number, (demonstration, graph) in enumerate(zip(demonstrations, shown, strict=True), 1):
        name = f"demonstration {number}"
        yield from _sample_flaws(demonstration, graph, samples, name, "demonstrations")
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
        yield Flaw("demonstration", "there is another number of demonstrations", len(demonstrations), shots)
    sets = [frozenset(entry["concepts"]) for entry in (record, *demonstrations)]
    if len(set(sets)) < len(sets):
        yield Flaw("demonstration", "two of the item and its demonstrations have the same concepts")
    yield from _distribution_flaws(record, asked, shown)
    yield from _setting_flaws(record, asked, shown)


def _sample_flaws(
    entry: Mapping[str, Any], graph: _Graph, samples: Samples, name: str, wanted_group: str
) -> Iterator[Flaw]:
    """Yields the flaws of an item or of a demonstration."""
    for part, derived in (("label", graph.label), ("structure", graph.structure)):
        problem = f"the {part} of {name} differs from the one its graph gives"
        yield from unequal(part, problem, entry[part], derived)
    actual_group = group(entry["concepts"])
    yield from unequal("group", f"the concepts of {name} are in another group", actual_group, wanted_group)
    sample: Sample | None = samples.by_id.get(entry["sample"])
    if sample is None:
        yield Flaw("sample", f"the graphs of the data set have no such sample for {name}", entry["sample"])
        return
    if tuple(entry["concepts"]) != sample.concepts:
        got, expected = ", ".join(entry["concepts"]), ", ".join(sample.concepts)
        yield Flaw("sample", f"the concepts of {name} are not those of its sample", got, expected)
    if frozenset(graph.edges) != sample.graph:
        yield Flaw("sample", f"the graph of {name} is not that of its sample", entry["graph"])
    if len(relations(sample.label)) < 2 or samples.sets[sample.label] < _FEWEST:
        got = f"{sample.label}: {samples.sets[sample.label]} concept sets"
        yield Flaw(
            "label", f"the label of {name} should have been left out", got, "two relations, five concept sets"
        )


def _distribution_flaws(record: Mapping[str, Any], asked: _Graph, shown: Sequence[_Graph]) -> Iterator[Flaw]:
    """Checks the distribution by labels that are derived from the graphs."""
    shown_labels = [graph.label for graph in shown]
    if record["distribution"] == "id":
        if any(other != asked.label for other in shown_labels):
            problem = "a demonstration in distribution has another label"
            yield Flaw("distribution", problem, shown_labels, asked.label)
    elif record["distribution"] == "ood":
        if asked.label in shown_labels:
            yield Flaw("distribution", "a demonstration out of distribution has the label", asked.label)
        missing = asked.relations.difference(*(graph.relations for graph in shown))
        if missing:
            got = ", ".join(sorted(missing))
            yield Flaw("cover", "no demonstration shows these relations of the label", got, asked.label)
    else:
        yield Flaw("distribution", "there is no such distribution", record["distribution"], "id or ood")


def _setting_flaws(record: Mapping[str, Any], asked: _Graph, shown: Sequence[_Graph]) -> Iterator[Flaw]:
    settings = record["provenance"]["settings"]
    parts = [graph.relations & asked.relations for graph in shown]
    out = record["distribution"] == "ood"
    if out and settings.get("strict") is True and asked.relations in parts:
        yield Flaw("strict", "the label of a demonstration contains that of the item", asked.label)
    division = settings.get("division")
    if division != "any":
        sizes = sorted(len(part) for part in {frozenset(part) for part in parts})
        wanted_sizes = sorted(map(int, str(division).split("&"))) if division in ("1&3", "2&2") else []
        disjoint = sum(sizes) == len(asked.relations) == len(set().union(*parts))
        if (out and (sizes != wanted_sizes or not disjoint)) or len(asked.relations) != sum(wanted_sizes):
            yield Flaw("division", "the demonstrations divide the label otherwise", sizes, wanted_sizes)
    structures = [graph.structure for graph in shown]
    wanted_shown = settings.get("shown", "any")
    if wanted_shown != "any" and set(structures) != {wanted_shown}:
        yield Flaw("structure", "demonstrations have another structure", structures, wanted_shown)
    ranks = [_RANKS[name] for name in structures]
    order = settings.get("order")
    if (order == "easy-to-hard" and ranks != sorted(ranks)) or (
        order == "hard-to-easy" and ranks != sorted(ranks, reverse=True)
    ):
        yield Flaw("order-shown", "the demonstrations stand in another order", ranks, order)
    wanted = settings.get("structure")
    if wanted not in ("any", asked.structure) and not (wanted == "typed" and asked.structure):
        problem = "the structure is not the one that was asked for"
        yield Flaw("settings", problem, asked.structure, wanted)
    for name, number in (("relations", len(asked.relations)), ("concepts", len(record["concepts"]))):
        if settings.get(name) not in (None, number):
            yield Flaw("settings", f"the number of {name} is another", number, settings.get(name))
    if settings.get("distribution") not in ("both", record["distribution"]):
        got, expected = record["distribution"], str(settings.get("distribution"))
        yield Flaw("settings", "the distribution is not the one that was asked for", got, expected)


_NAME: Final = "graph-to-text"
_NAME_LENGTH: Final = 20
"""Characters of a text that is counted: no valid one is longer, and longer ones could take the memory."""


def checker_of(folder: Path) -> GraphChecker:
    """Returns the checker of a data set's items.

    Raises:
        FindingsError: the graphs of the data set cannot be read.
    """
    return GraphChecker(_read_samples(folder))


@frozen(eq=False)
class GraphChecker(Checker):
    """Checks items against the concept sets that their data set carries."""

    samples: Samples = field(repr=False)

    name: ClassVar[str] = _NAME
    parts: ClassVar[Mapping[str, str]] = {"graphs": "graphs.jsonl"}
    shortest: ClassVar[int] = 400

    def flaws(self, record: Any, run: ManifestFacts | None = None) -> list[Flaw]:
        """Returns everything that is wrong with a record, in the order of the checks.

        Args:
            record: the parsed line.
            run: the run that the item belongs to; None leaves its id and groups unchecked.
        """
        result = shape_flaws(record)
        if result:
            return result
        result.extend(_claim_flaws(record, self.samples))
        if run is not None:
            result.extend(_identity_flaws(record, run))
        return result

    def entry(self, record: Mapping[str, Any]) -> ComparedEntry:
        """Returns what is counted and compared over all items of a data set."""
        provenance = record["provenance"]
        shown = sorted(demonstration["sample"] for demonstration in record["demonstrations"])
        size = str(record["label"].count("&") + 1)
        return ComparedEntry(
            index=provenance["index"],
            number=_number(record),
            attempt=provenance["attempt"],
            cell=f"{size} relations",
            counted={
                "concepts": (str(len(record["concepts"])),),
                "distribution": (record["distribution"][:_NAME_LENGTH],),
                "relations": (size,),
                "structure": (record["structure"][:_NAME_LENGTH] or "none",),
            },
            asked=fingerprint("asked", record["distribution"], record["sample"], *shown),
            shared=fingerprint("concepts", *sorted(record["concepts"])),
        )

    def source_flaws(self, source: Mapping[str, Any]) -> list[Flaw]:
        """Returns a flaw if the source claims asserted wordings: graphs have none.

        Name and version of the source are stated nowhere else, so there is nothing to compare them with.
        """
        asserted = source.get("asserted_wordings")
        if asserted == 0:
            return []
        return [Flaw("counts", "graphs have no asserted wordings", asserted, "0")]

    def side_flaws(self, counts: Mapping[str, Mapping[str, int]], settings: Mapping[str, Any]) -> list[Flaw]:
        """Returns a flaw if, where both distributions are asked for, some graph is asked in only one of them.

        The last graph may have been cut off, so one item more in distribution is accepted.
        """
        distributions = counts.get("distribution", {})
        inside, outside = distributions.get("id", 0), distributions.get("ood", 0)
        if settings.get("distribution") == "both" and inside - outside not in (0, 1):
            got = f"{inside} id, {outside} ood"
            return [Flaw("counts", "not every graph is asked in and out of distribution", got)]
        return []


def _number(record: Mapping[str, Any]) -> int:
    """Returns 1 for an item out of distribution where both are asked for, else 0."""
    both = record["provenance"]["settings"].get("distribution") == "both"
    return int(both and record["distribution"] == "ood")


def _identity_flaws(record: Mapping[str, Any], run: ManifestFacts) -> Iterator[Flaw]:
    """Yields the flaws of the id, and of the pair that the items in and out of distribution share."""
    provenance = record["provenance"]
    common = (_NAME, str(run.digest), settings_text(run.settings), run.seed, provenance["index"])
    expected = id_of(*common, _number(record), provenance["attempt"])
    yield from unequal("id", "the id is another", record["id"], expected)
    pair = id_of("pair", record["sample"], *common, 0, provenance["attempt"])
    groups = {"pair": pair} if run.settings.get("distribution") == "both" else {}
    yield from unequal("groups", "the pair is another", record["groups"], groups)
    if (record["ask"], record["variant"]) != ("write", "plain"):
        yield Flaw("ask", "there is no such ask", f"{record['ask']}, {record['variant']}", "write, plain")
