"""Builds a folder of concept sets with graphs from a user's files, and compares it with the paper's
figures; a build that was stopped can be resumed.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import define, frozen

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.families.graph_to_text.building.commongen import Scenes, read_scenes
from cocoa_core.families.graph_to_text.building.conceptnet import Assertions
from cocoa_core.families.graph_to_text.building.index import Index
from cocoa_core.families.graph_to_text.building.lines import Faults
from cocoa_core.families.graph_to_text.building.neighbourhoods import Neighbourhoods, encoder_named
from cocoa_core.families.graph_to_text.building.paths import PRUNINGS, cheapest_graph
from cocoa_core.families.graph_to_text.graphs import DEMONSTRATIONS, TEST, group_of
from cocoa_core.families.graph_to_text.pool import kept_labels, samples_of
from cocoa_core.families.graph_to_text.samples import (
    MOST_EDGES,
    ConceptSet,
    Reference,
    lines_of,
    read_concept_sets,
)
from cocoa_core.families.graph_to_text.source import GRAPHS
from cocoa_core.items import locked
from cocoa_core.seeds import digest_of
from cocoa_core.suggestions import not_among

_SETS: Final = {3: 19_684, 4: 3_947, 5: 3_188}
_NODES: Final = {3: 8.31, 4: 10.85, 5: 13.33}
"""Mean nodes of a graph, by the number of its concepts (Table 2)."""
_GROUPS: Final = {
    "verification-train": 6_375,
    "verification-validation": 1_125,
    DEMONSTRATIONS: 11_591,
    TEST: 7_728,
}


@frozen
class Check:
    """A figure that the paper states, beside the one found here."""

    what: str
    """What the figure counts."""
    expected: float
    got: float | None
    """None where there is nothing to count."""


def checks_of(sets: Sequence[ConceptSet], scenes: Scenes) -> tuple[Check, ...]:
    """Returns the checks of concept sets with a kept label; the sums of the paper's figures come first."""
    samples = samples_of(sets)
    labels = kept_labels(samples)
    kept = [sample for sample in samples if sample.label in labels]
    by_id = {sample.of.id: sample.of for sample in kept}
    sizes = Counter(len(concept_set.concepts) for concept_set in by_id.values())
    groups = Counter(group_of(concept_set.concepts) for concept_set in by_id.values())
    graphs = [sample.reference.graph for sample in kept]
    nodes = [
        (len(sample.of.concepts), len({node for head, _, tail in graph for node in (head, tail)}))
        for sample, graph in zip(kept, graphs, strict=True)
    ]

    def mean(numbers: Sequence[int]) -> float | None:
        return round(sum(numbers) / len(numbers), 2) if numbers else None

    return (
        Check("concept sets, the sum over sizes", sum(_SETS.values()), len(by_id)),
        Check("concept sets, the sum over groups", sum(_GROUPS.values()), len(by_id)),
        *(Check(f"concept sets of {size}", number, sizes[size]) for size, number in _SETS.items()),
        *(Check(f"concept sets in {name}", number, groups[name]) for name, number in _GROUPS.items()),
        Check("labels", 468, len(labels)),
        Check("sentences", 55_269, len(kept)),
        Check("nodes a graph, mean", 9.07, mean([count for _, count in nodes])),
        *(
            Check(f"nodes a graph of {size} concepts, mean", number, mean([n for s, n in nodes if s == size]))
            for size, number in _NODES.items()
        ),
        Check("edges a graph, mean", 7.73, mean([len(graph) for graph in graphs])),
        Check("relations a graph, mean", 4.63, mean([sample.label.count("&") + 1 for sample in kept])),
        Check(
            "sentences read (train and validation, one a row)",
            67_389 + 4_018,
            sum(map(len, scenes.sentences.values())),
        ),
    )


_INDEX: Final = "building.sqlite"
_REPORT: Final = "build.json"
_BATCH: Final = 100_000
"""The number of edges that are committed together."""
_CHUNK: Final = 50
"""The number of concept sets that are committed together."""
_WITHOUT: Final = "sentences without a graph"
_CUT: Final = "searches cut off at the bound"
BOUND: Final = 200_000
"""The default for the number of edges that the search for one sentence reads."""

Progress = Callable[[str, int, int | None], None]
"""A callback for the stage, how many rows or sets are done, and of how many; None where unknown."""


@frozen(kw_only=True)
class Build:
    """The input, output and settings of a build."""

    conceptnet: Path
    commongen: tuple[Path, ...]
    out: Path
    encoder: str
    """"hashing" or a folder; see `encoders`."""
    bound: int = BOUND
    """The most edges that the search for one sentence reads; see `paths`."""
    pruning: str = "none"
    """"none" or "tree"; see `paths`."""
    literal_part_of: bool = False
    """Whether PartOf becomes HasA without swapping head and tail."""
    skip_bad: bool = False
    """Whether rows that cannot be read are skipped and counted."""

    def inputs(self) -> dict[str, Any]:
        """Returns what the result depends on, with the names and sizes of the files as they are now.

        `skip_bad` is left out: a build that a bad row stopped goes on when it is repeated with it.
        """
        files = [self.conceptnet, *self.commongen]
        return {
            "files": [[path.name, path.stat().st_size] for path in files],
            "encoder": self.encoder,
            "bound": self.bound,
            "pruning": self.pruning,
            "literal_part_of": self.literal_part_of,
        }


@frozen
class Built:
    """The result of a build."""

    folder: Path
    """The folder with the concept sets."""
    counts: Mapping[str, Any]
    """By name."""
    checks: tuple[Check, ...]
    """The paper's figures beside those found."""
    notes: tuple[str, ...]
    """What was mended or skipped, with its places, and the encoder."""


def build_graphs(build: Build, progress: Progress | None = None) -> Built:
    """Reads the assertions once into a file on disk, then finds the graph of every sentence.

    After a kill, the same call resumes the build. `graphs.jsonl` appears only when it is complete.

    Raises:
        UsageError: a wrong call, or another process or another build in the folder.
        FindingsError: a row cannot be read and may not be skipped, the file of an earlier build cannot be
            read, or no concept set has a graph.
    """
    report = progress or (lambda stage, done, total: None)
    _check(build)
    encoder = encoder_named(build.encoder)
    faults = Faults(build.skip_bad)
    scenes = read_scenes(build.commongen, faults)
    build.out.mkdir(parents=True, exist_ok=True)
    with locked(build.out), Index(build.out / _INDEX) as index:
        _begin(build, index)
        counts = _read_assertions(build, index, faults, report)
        work = _Work(build, index, Neighbourhoods(index, encoder))
        work.sets(scenes, report)
        data = "".join(f"{line}\n" for line in index.lines()).encode()
        if not data:
            raise FindingsError(
                "no concept set has a graph",
                got=f"{len(scenes.sentences):,} concept sets and {index.count():,} edges",
                expected="concepts that the assertions connect",
                fix="are these the right files? a larger --bound finds longer ways",
            )
        sets = read_concept_sets(data, GRAPHS)
        counts |= {
            "lines of sentences": scenes.rows,
            "lines mended": len(scenes.mended),
            "concept sets": len(scenes.sentences),
            "of another size": scenes.other_sizes,
            "different edges": index.count(),
            **work.missing(),
            "rows skipped": faults.found,
        }
        summary = {
            "build": {**build.inputs(), "skip_bad": build.skip_bad},
            "encoder": encoder.about,
            "counts": counts,
            "skipped": faults.shown,
        }
        write_whole(build.out / GRAPHS, data, alone=True)
        write_whole(build.out / _REPORT, f"{json.dumps(summary, indent=2, ensure_ascii=False)}\n".encode())
        index.remove()
    mended = (f"mended, a comma before the end: {', '.join(scenes.mended[:3])}",) if scenes.mended else ()
    notes = (encoder.about, *mended, *(f"skipped: {fault}" for fault in faults.shown))
    return Built(build.out, counts, checks_of(sets, scenes), notes)


def _check(build: Build) -> None:
    if build.pruning not in PRUNINGS:
        raise UsageError("there is no such pruning", **not_among(build.pruning, PRUNINGS, " or "))
    if build.bound < 1:
        raise UsageError("the bound of a search is too small", got=str(build.bound), expected="1 or more")
    for path in (build.conceptnet, *build.commongen):
        if not path.is_file():
            raise UsageError("there is no such file", got=str(path), expected="a file")
        if not path.stat().st_size:
            raise UsageError("the file has no rows", got=str(path))
    if (build.out / GRAPHS).exists():
        raise UsageError(
            "there are graphs already",
            got=str(build.out / GRAPHS),
            fix="name another folder, or remove the file",
        )


def _begin(build: Build, index: Index) -> None:
    wanted = json.loads(json.dumps(build.inputs()))
    recorded = index.state("build")
    if recorded is not None and recorded != wanted:
        differing = [name for name in wanted if recorded.get(name) != wanted[name]]
        raise UsageError(
            "another build was begun in this folder",
            got="; ".join(f"{name} {wanted[name]}" for name in differing),
            expected="; ".join(f"{name} {recorded.get(name)}" for name in differing),
            fix=f"repeat the call that began it, name another folder, or remove {_INDEX} there",
        )
    index.keep("build", wanted)
    index.commit()


def _read_assertions(build: Build, index: Index, faults: Faults, report: Progress) -> dict[str, Any]:
    """Reads the assertions into the index; returns the counts of rows, with those of a stopped call."""
    none_read = dict.fromkeys(("line", "rows", "english", "kept"), 0)
    progress_state: dict[str, Any] = index.state("assertions") or none_read
    if not progress_state.get("complete"):
        reading = Assertions(build.conceptnet, faults, build.literal_part_of)
        reading.dropped.update(progress_state.get("dropped", {}))
        other_faults, earlier_faults = faults.found, progress_state.get("skipped", 0)

        def state(line: int, **more: Any) -> dict[str, Any]:
            return {
                "line": line,
                "rows": progress_state["rows"] + reading.rows,
                "english": progress_state["english"] + reading.english,
                "kept": progress_state["kept"] + reading.kept,
                "dropped": dict(reading.dropped.most_common()),
                "skipped": earlier_faults + faults.found - other_faults,
                **more,
            }

        batch = []
        for line, edge in reading.edges(progress_state["line"], lambda rows: report("rows", rows, None)):
            batch.append(edge)
            if len(batch) == _BATCH:
                index.put(sorted(batch))  # as they lie on disk, which is far quicker
                index.keep("assertions", state(line))
                index.commit()
                batch.clear()
        index.put(batch)
        index.keep("assertions", state(0, complete=True))
        index.finish_edges()
        progress_state = index.state("assertions")
        faults.found = other_faults
    faults.found += progress_state["skipped"]
    return {
        "rows": progress_state["rows"],
        "English rows": progress_state["english"],
        "rows kept": progress_state["kept"],
        "relations dropped": progress_state["dropped"],
    }


@define
class _Work:
    build: Build
    index: Index
    graph: Neighbourhoods

    def sets(self, scenes: Scenes, report: Progress) -> None:
        missing = Counter(self.missing())
        batch: list[tuple[str, str]] = []
        for number, (concepts, sentences) in enumerate(sorted(scenes.sentences.items()), 1):
            key = digest_of("concept set", *concepts).hex()[:12]
            if self.index.built(key) is None:
                batch.append((key, self._set(key, concepts, sentences, missing)))
            if len(batch) >= _CHUNK or number == len(scenes.sentences):
                self.index.keep("missing", missing)
                self.index.put_built(batch)
                batch = []
                report("concept sets", number, len(scenes.sentences))

    def missing(self) -> dict[str, int]:
        return {_WITHOUT: 0, _CUT: 0, **(self.index.state("missing") or {})}

    def _set(
        self, key: str, concepts: tuple[str, ...], sentences: Sequence[str], missing: Counter[str]
    ) -> str:
        """Returns the line of a concept set; empty where none of its sentences has a graph."""
        references = []
        for sentence, vector in zip(sentences, self.graph.encoder.encode(sentences), strict=True):
            search = cheapest_graph(concepts, self.graph.of(vector), self.build.pruning, self.build.bound)
            missing[_CUT] += search.cut
            if search.graph is not None and len(search.graph) <= MOST_EDGES:
                references.append(Reference(sentence=sentence, graph=search.graph))
        missing[_WITHOUT] += len(sentences) - len(references)
        if not references:
            return ""
        concept_set = ConceptSet(id=key, concepts=concepts, references=tuple(references))
        return lines_of([concept_set]).decode().rstrip("\n")
