"""A folder of concept sets with graphs, built from a user's files; a build that was stopped goes on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from attrs import define, frozen

from cocoa_core.atomic_files import write_whole
from cocoa_core.errors import FindingsError, UsageError
from cocoa_core.families.graph_to_text.building.checks import Check, checks_of
from cocoa_core.families.graph_to_text.building.commongen import Scenes, read_scenes
from cocoa_core.families.graph_to_text.building.conceptnet import Assertions
from cocoa_core.families.graph_to_text.building.encoders import encoder_named
from cocoa_core.families.graph_to_text.building.index import Index
from cocoa_core.families.graph_to_text.building.lines import Faults
from cocoa_core.families.graph_to_text.building.neighbourhoods import Neighbourhoods
from cocoa_core.families.graph_to_text.building.paths import PRUNINGS, cheapest_graph
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

__all__ = ["BOUND", "Build", "Built", "build_graphs"]

_INDEX: Final = "building.sqlite"
_REPORT: Final = "build.json"
_BATCH: Final = 100_000
"""Edges that are committed together."""
_SETS: Final = 50
"""Concept sets that are committed together."""
_WITHOUT: Final = "sentences without a graph"
_CUT: Final = "searches cut off at the bound"
BOUND: Final = 200_000
"""Edges that the search for one sentence looks at where nothing is said."""

Progress = Callable[[str, int, int | None], None]
"""Is told what is done, how many rows or sets of it, and of how many, None where that is not known."""


@frozen(kw_only=True)
class Build:
    """What to build from what."""

    conceptnet: Path
    commongen: tuple[Path, ...]
    out: Path
    encoder: str
    """"hashing" or a folder; see `encoders`."""
    bound: int = BOUND
    """Edges that the search for one sentence looks at, at the most; see `paths`."""
    pruning: str = "none"
    """"none" or "tree"; see `paths`."""
    literal_part_of: bool = False
    """Whether PartOf becomes HasA without being turned round."""
    skip_bad: bool = False
    """Whether rows that cannot be read are skipped and counted."""

    def said(self) -> dict[str, Any]:
        """Returns what a build depends on, with the files as they are now."""
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
    """folder: with the concept sets. counts: by name. checks: the paper's figures beside those found.

    notes: what was mended or skipped, with its places.
    """

    folder: Path
    counts: Mapping[str, Any]
    checks: tuple[Check, ...]
    notes: tuple[str, ...]


def build_graphs(build: Build, progress: Progress | None = None) -> Built:
    """Reads the assertions once into a file on disk, then find the graph of every sentence.

    Killed, it goes on where it was when the same call is repeated. Only a whole `graphs.jsonl` appears.

    Raises:
        UsageError: a wrong call; another process builds here.
        FindingsError: a row that cannot be read and may not be skipped; nothing can be built.
    """
    told = progress or (lambda what, done, total: None)
    _check(build)
    encoder = encoder_named(build.encoder)
    faults = Faults(build.skip_bad)
    scenes = read_scenes(build.commongen, faults)
    build.out.mkdir(parents=True, exist_ok=True)
    with locked(build.out), Index(build.out / _INDEX) as index:
        _begin(build, index)
        counts = _read_assertions(build, index, faults, told)
        work = _Work(build, index, Neighbourhoods(index, encoder))
        work.sets(scenes, told)
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
            **_scene_counts(scenes),
            "different edges": index.count(),
            **work.missing(),
            "rows skipped": faults.found,
        }
        report = {"build": build.said(), "encoder": encoder.about, "counts": counts, "skipped": faults.shown}
        write_whole(build.out / GRAPHS, data, alone=True)
        write_whole(build.out / _REPORT, f"{json.dumps(report, indent=2, ensure_ascii=False)}\n".encode())
        index.remove()
    mended = (f"mended, a comma before the end: {', '.join(scenes.mended[:3])}",) if scenes.mended else ()
    notes = (encoder.about, *mended, *(f"skipped: {fault}" for fault in faults.shown))
    return Built(build.out, counts, checks_of(sets, scenes), notes)


def _check(build: Build) -> None:
    if build.pruning not in PRUNINGS:
        raise UsageError("there is no such pruning", got=build.pruning, expected=" or ".join(PRUNINGS))
    if build.bound < 1:
        raise UsageError("the bound of a search is too small", got=str(build.bound), expected="1 or more")
    for path in (build.conceptnet, *build.commongen):
        if not path.is_file():
            raise UsageError("there is no such file", got=str(path), expected="a file")
    if (build.out / GRAPHS).exists():
        raise UsageError(
            "there are graphs already",
            got=str(build.out / GRAPHS),
            fix="name another folder, or remove the file",
        )


def _begin(build: Build, index: Index) -> None:
    said = json.loads(json.dumps(build.said()))
    known = index.state("build")
    if known is not None and known != said:
        differing = [name for name in said if known.get(name) != said[name]]
        raise UsageError(
            "another build was begun in this folder",
            got="; ".join(f"{name} {said[name]}" for name in differing),
            expected="; ".join(f"{name} {known.get(name)}" for name in differing),
            fix=f"repeat the call that began it, name another folder, or remove {_INDEX} there",
        )
    index.keep("build", said)
    index.commit()


def _read_assertions(build: Build, index: Index, faults: Faults, told: Progress) -> dict[str, Any]:
    """Returns counts of the rows, those of an earlier call that was stopped included."""
    done: dict[str, Any] = index.state("assertions") or {"line": 0, "rows": 0, "english": 0, "kept": 0}
    if not done.get("complete"):
        reading = Assertions(build.conceptnet, faults, build.literal_part_of)
        reading.dropped.update(done.get("dropped", {}))
        elsewhere, before = faults.found, done.get("skipped", 0)

        def state(line: int, **more: Any) -> dict[str, Any]:
            return {
                "line": line,
                "rows": done["rows"] + reading.rows,
                "english": done["english"] + reading.english,
                "kept": done["kept"] + reading.kept,
                "dropped": dict(reading.dropped.most_common()),
                "skipped": before + faults.found - elsewhere,
                **more,
            }

        batch = []
        for line, edge in reading.edges(done["line"], lambda rows: told("rows", rows, None)):
            batch.append(edge)
            if len(batch) == _BATCH:
                index.put(sorted(batch))  # as they lie on disk, which is far quicker
                index.keep("assertions", state(line))
                index.commit()
                batch.clear()
        index.put(batch)
        index.keep("assertions", state(0, complete=True))
        index.finish_edges()
        done = index.state("assertions")
        faults.found = elsewhere
    faults.found += done["skipped"]
    return {
        "rows": done["rows"],
        "English rows": done["english"],
        "rows kept": done["kept"],
        "relations dropped": done["dropped"],
    }


def _scene_counts(scenes: Scenes) -> dict[str, int]:
    return {
        "lines of sentences": scenes.rows,
        "lines mended": len(scenes.mended),
        "concept sets": len(scenes.sentences),
        "of another size": scenes.other_sizes,
    }


@define
class _Work:
    build: Build
    index: Index
    graph: Neighbourhoods

    def sets(self, scenes: Scenes, told: Progress) -> None:
        """Build what is not built yet."""
        missing = Counter(self.missing())
        batch: list[tuple[str, str]] = []
        for number, (concepts, sentences) in enumerate(sorted(scenes.sentences.items()), 1):
            key = digest_of("concept set", *concepts).hex()[:12]
            if self.index.built(key) is None:
                batch.append((key, self._set(key, concepts, sentences, missing)))
            if len(batch) >= _SETS or number == len(scenes.sentences):
                self.index.keep("missing", missing)
                self.index.put_built(batch)
                batch = []
                told("concept sets", number, len(scenes.sentences))

    def missing(self) -> dict[str, int]:
        """Returns how many sentences have no graph, and how many searches were cut off, in earlier calls
        too.
        """
        return {_WITHOUT: 0, _CUT: 0, **(self.index.state("missing") or {})}

    def _set(
        self, key: str, concepts: tuple[str, ...], sentences: Sequence[str], missing: Counter[str]
    ) -> str:
        """Returns the line of a concept set, "" where none of its sentences has a graph."""
        references = []
        for sentence, vector in zip(sentences, self.graph.encoder.encode(sentences), strict=True):
            found = cheapest_graph(concepts, self.graph.of(vector), self.build.pruning, self.build.bound)
            missing[_CUT] += found.cut
            if found.graph is not None and len(found.graph) <= MOST_EDGES:
                references.append(Reference(sentence=sentence, graph=found.graph))
        missing[_WITHOUT] += len(sentences) - len(references)
        if not references:
            return ""
        made = ConceptSet(id=key, concepts=concepts, references=tuple(references))
        return lines_of([made]).decode().rstrip("\n")
