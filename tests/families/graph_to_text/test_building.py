"""Graphs built from made files in the real formats: the right ones, and hostile ones."""

from __future__ import annotations

import gzip
import json
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from pathlib import Path
from types import ModuleType
from typing import Any

import networkx
import numpy as np
import pytest
from attrs import evolve
from benchmarks import graphs
from families.graph_to_text.made_files import (
    FACTS,
    SETS,
    commongen_lines,
    foreign_rows,
    row,
    write_gzip,
    write_lines,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from net.calls import cocoa, data

from cocoa_core.errors import CocoaError, FindingsError, UsageError
from cocoa_core.families.graph_to_text.building import build as building
from cocoa_core.families.graph_to_text.building import index, neighbourhoods
from cocoa_core.families.graph_to_text.building.build import Build, build_graphs
from cocoa_core.families.graph_to_text.building.commongen import read_scenes
from cocoa_core.families.graph_to_text.building.conceptnet import MERGED, Assertions
from cocoa_core.families.graph_to_text.building.lines import Faults
from cocoa_core.families.graph_to_text.building.neighbourhoods import encoder_named
from cocoa_core.families.graph_to_text.building.paths import cheapest_graph
from cocoa_core.families.graph_to_text.graphs import RELATIONS, Edge, label_of, verbalized
from cocoa_core.families.graph_to_text.samples import read_concept_sets
from cocoa_core.items import locked

NODES = "abcdef"


def edges_of(path: Path, *, skip: bool = False, literal: bool = False) -> list[Edge]:
    return [edge for _, edge in Assertions(path, Faults(skip), literal).edges()]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("files")
    rows = chain((row(*edge) for edge in FACTS), foreign_rows(400))
    return (
        write_gzip(folder / "assertions.csv.gz", rows),
        write_lines(folder / "train.jsonl", commongen_lines(SETS[:240], tagged=True)),
    )


def asked(files: tuple[Path, Path], out: Path, **more: Any) -> Build:
    return evolve(Build(conceptnet=files[0], commongen=(files[1],), out=out, encoder="hashing"), **more)


def test_english_rows_with_a_kept_relation_become_edges(files: tuple[Path, Path]) -> None:
    reading = Assertions(files[0], Faults())
    assert [edge for _, edge in reading.edges()] == FACTS
    assert (reading.rows, reading.kept) == (len(FACTS) + 400, len(FACTS))
    assert dict(reading.dropped) == {"RelatedTo": 100}


@pytest.mark.parametrize("relation", [*RELATIONS, *MERGED])
def test_relations_are_merged_and_part_of_is_turned_round(relation: str, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.csv", [row("wheel", relation, "old car", pos="/n/wn/artifact")])
    name = MERGED.get(relation, relation)
    turned = relation == "PartOf"
    assert edges_of(path) == [("old car", name, "wheel") if turned else ("wheel", name, "old car")]
    assert edges_of(path, literal=True) == [("wheel", name, "old car")]


def test_an_edge_to_itself_is_none(tmp_path: Path) -> None:
    assert edges_of(write_lines(tmp_path / "a.csv", [row("cat", "IsA", "cat", pos="/n")])) == []


TWO = [("chef", "CapableOf", "chop"), ("chef", "Desires", "oven")]
GOOD = [row(*edge) for edge in TWO]
BAD: dict[str, bytes] = {
    "four columns": b"\t".join(GOOD[0].encode().split(b"\t")[:4]),
    "no tabs": b"what is this",
    "an empty line": b"",
    "another encoding": GOOD[0].encode().replace(b"/c/en/chef", b"/c/en/caf\xe9", 2),
    "half a character": GOOD[0].encode("utf-8").replace(b"/c/en/chef", b"/c/en/\xf0\x9f", 2),
    "no relation": GOOD[0].replace("\t/r/", "\t/x/").encode(),
    "no concept": GOOD[0].replace("\t/c/en/chef\t", "\t/c/en/\t").encode(),
    "a long line": b"x" * (1 << 20) + b"yz",
    "zeros": b"\0" * 5000,
}


@pytest.mark.parametrize("name", BAD)
@pytest.mark.parametrize("packed", [True, False], ids=["gzip", "plain"])
def test_a_broken_row_is_named_and_skipped_only_when_told_so(name: str, packed: bool, tmp_path: Path) -> None:
    content = GOOD[0].encode() + b"\n" + BAD[name] + b"\n" + GOOD[1].encode() + b"\n"
    path = tmp_path / "a.csv"
    path.write_bytes(gzip.compress(content) if packed else content)
    with pytest.raises(FindingsError, match="a row cannot be read") as raised:
        edges_of(path)
    assert str(raised.value.place) == f"{path}:2"
    assert "--skip-bad" in str(raised.value)
    faults = Faults(skip=True)
    assert [edge for _, edge in Assertions(path, faults).edges()] == TWO
    assert faults.found == 1
    assert faults.shown[0].startswith(f"{path}:2: ")


def test_a_line_without_end_is_not_read_to_its_end(tmp_path: Path) -> None:
    """Four hundred kilobytes that unpack to four hundred megabytes."""
    path = tmp_path / "bomb.csv.gz"
    with gzip.open(path, "wb", compresslevel=1) as file:
        for _ in range(400):
            file.write(bytes(1 << 20))
    with pytest.raises(FindingsError, match="a row cannot be read"):
        edges_of(path)
    with pytest.raises(FindingsError, match="a line has no end"):
        edges_of(path, skip=True)


@pytest.mark.parametrize("cut", [1, 20, -1, -9])
def test_a_file_that_was_cut_is_said_to_be(cut: int, tmp_path: Path) -> None:
    path = tmp_path / "a.csv.gz"
    path.write_bytes(gzip.compress("\n".join(GOOD * 50).encode())[:cut])
    with pytest.raises(FindingsError):
        edges_of(path, skip=cut != 1)


@pytest.mark.parametrize(
    ("line", "concepts", "sentences"),
    [
        ('{"concept_set": "dog_N#wag_V#tail_N", "scene": ["A.", " B  c. "]}', "dog tail wag", ["A.", "B c."]),
        ('{"concept_set": "dog#Wag#tail", "scene": ["A.", "A."], "reason": ["n/a"]}', "dog tail wag", ["A."]),
        (
            '{"concept_set_idx": 3, "concepts": ["wag", "dog", "tail"], "target": "A."}',
            "dog tail wag",
            ["A."],
        ),
        ('{"concept_set": "dog#wag#tail", "scene": ["A."], }', "dog tail wag", ["A."]),
    ],
)
def test_every_form_of_commongen_is_read(
    line: str, concepts: str, sentences: list[str], tmp_path: Path
) -> None:
    path = write_lines(tmp_path / "a.jsonl", [f"\ufeff{line}\r"])
    scenes = read_scenes([path], Faults())
    assert scenes.sentences == {tuple(concepts.split()): sentences}
    assert scenes.mended == ([f"{path}:1"] if ", }" in line else [])


def test_sentences_of_one_concept_set_are_put_together_and_other_sizes_left_out(tmp_path: Path) -> None:
    one = '{"concepts": ["a", "b", "c"], "target": "One."}'
    other = '{"concepts": ["c", "b", "a"], "target": "Two."}'
    small = '{"concepts": ["a", "b"], "target": "Three."}'
    scenes = read_scenes([write_lines(tmp_path / "a.jsonl", [one, other, small, one])], Faults())
    assert (scenes.sentences, scenes.other_sizes) == ({("a", "b", "c"): ["One.", "Two."]}, 1)


@pytest.mark.parametrize(
    "line",
    [
        '{"concept_set": "dog#wag#tail"}',
        '{"scene": ["A."]}',
        '{"concept_set": ["dog"], "scene": ["A."]}',
        '{"concepts": ["a", 2, "c"], "target": "A."}',
        '{"concepts": ["a", "b", "c"], "target": ""}',
        "[1]",
        "{",
        "[" * 100_000,
        '{"concept_set": "\\ud800#b#c", "scene": [1]}',
        '{"concept_set": "\\ud800#b#c", "scene": ["A."]}',
        '{"concepts": ["a", "b", "c"], "target": "A \\udfff."}',
    ],
    ids=lambda line: line[:30],
)
def test_a_broken_line_of_sentences_is_named(line: str, tmp_path: Path) -> None:
    path = write_lines(tmp_path / "a.jsonl", ['{"concepts": ["a", "b", "c"], "target": "A."}', line])
    with pytest.raises(FindingsError) as raised:
        read_scenes([path], Faults())
    assert str(raised.value.place) == f"{path}:2"
    assert len(read_scenes([path], Faults(skip=True)).sentences) == 1


weighted = st.lists(
    st.tuples(
        st.tuples(st.sampled_from(NODES), st.sampled_from(RELATIONS[:3]), st.sampled_from(NODES)),
        st.integers(0, 20),
    ),
    min_size=1,
    max_size=30,
    unique_by=lambda one: one[0],
).map(lambda drawn: [(edge, weight / 32) for edge, weight in drawn if edge[0] != edge[2]])
"""Weights whose sums are exact, so that costs are equal or not whichever end they are added up from."""


class Listed:
    """A graph in memory, in pages of two edges; it notes which nodes were asked for."""

    def __init__(self, edges: Sequence[tuple[Edge, float]]) -> None:
        self.edges = edges
        self.loaded: set[str] = set()
        self.read: list[str] = []

    def load(self, nodes: Sequence[str]) -> None:
        self.loaded.update(nodes)

    def pages(self, node: str) -> Iterator[tuple[Sequence[Edge], np.ndarray]]:
        assert node in self.loaded
        self.read.append(node)
        at = [(edge, weight) for edge, weight in self.edges if node in (edge[0], edge[2])]
        for number in range(0, len(at), 2):
            page = at[number : number + 2]
            yield [edge for edge, _ in page], np.array([weight for _, weight in page])


def searched(
    concepts: Sequence[str], edges: Sequence[tuple[Edge, float]], pruning: str = "none"
) -> tuple[Edge, ...] | None:
    graph = cheapest_graph(concepts, Listed(edges), pruning, 10**6)
    assert not graph.cut
    return graph.graph


def undirected(edges: Sequence[tuple[Edge, float]]) -> Any:
    """Of networkx, of parallel edges the cheapest."""
    graph = networkx.Graph()
    for (head, _, tail), weight in edges:
        lightest = min(weight, graph.get_edge_data(head, tail, {"weight": weight})["weight"])
        graph.add_edge(head, tail, weight=lightest)
    return graph


def all_costs(edges: Sequence[tuple[Edge, float]]) -> dict[str, dict[str, float]]:
    """Between all pairs."""
    return dict(networkx.all_pairs_dijkstra_path_length(undirected(edges)))


def all_pairs(concepts: Sequence[str], edges: Sequence[tuple[Edge, float]]) -> list[float]:
    """Between every two of the concepts."""
    graph = undirected(edges)
    return [networkx.dijkstra_path_length(graph, *pair) for pair in combinations(concepts, 2)]


@given(weighted, st.sampled_from([*combinations(NODES, 3), *combinations(NODES, 5)]))
@settings(max_examples=100)  # 40 hold no search that ends too soon
def test_the_graph_holds_a_cheapest_path_between_every_two_concepts(
    edges: list[tuple[Edge, float]], concepts: tuple[str, ...]
) -> None:
    graph = searched(concepts, edges)
    wanted = all_costs(edges)
    pairs = list(combinations(concepts, 2))
    if graph is None:
        assert any(other not in wanted.get(concept, {}) for concept, other in pairs)
        return
    known = dict(edges)
    assert set(graph) <= set(known)
    costs = all_costs([(edge, known[edge]) for edge in graph])
    assert [costs[i][j] for i, j in pairs] == [wanted[i][j] for i, j in pairs]
    ends = {node for head, _, tail in graph for node in (head, tail)}
    assert all(len([1 for edge in graph if node in edge]) > 1 for node in ends - set(concepts))


@given(weighted, st.sampled_from(list(combinations(NODES, 4))))
def test_pruning_keeps_every_concept_and_takes_no_edge_that_was_not_there(
    edges: list[tuple[Edge, float]], concepts: tuple[str, ...]
) -> None:
    whole, pruned = (searched(concepts, edges, pruning) for pruning in ("none", "tree"))
    assert (whole is None) == (pruned is None)
    if whole is not None and pruned is not None:
        assert set(pruned) <= set(whole)
        cost = all_costs([(edge, 1.0) for edge in pruned])
        assert all(other in cost[concept] for concept, other in combinations(concepts, 2))


def test_pruning_leaves_the_dearest_path_out() -> None:
    edges: list[tuple[Edge, float]] = [
        (("a", "IsA", "b"), 0.1),
        (("b", "IsA", "c"), 0.2),
        (("c", "IsA", "a"), 0.25),
    ]
    assert len(searched("abc", edges) or ()) == 3
    assert searched("abc", edges, "tree") == (("a", "IsA", "b"), ("b", "IsA", "c"))


def test_of_parallel_edges_the_cheapest_is_taken() -> None:
    edges: list[tuple[Edge, float]] = [
        (("a", "IsA", "b"), 0.5),
        (("b", "HasA", "a"), 0.2),
        (("b", "IsA", "c"), 0.3),
        (("b", "Causes", "c"), 0.3),
    ]
    assert searched("abc", edges) == (("b", "Causes", "c"), ("b", "HasA", "a"))


CHAIN: list[tuple[Edge, float]] = [((f"n{i}", "IsA", f"n{i + 1}"), 0.25) for i in range(40)]


def test_what_is_dearer_than_a_path_that_is_known_is_not_read() -> None:
    """n20 to n26 is six edges: the trees need not grow past the middle, and nothing behind is read."""
    graph = Listed(CHAIN)
    assert len(cheapest_graph(("n20", "n26"), graph, "none", 10**6).graph or ()) == 6
    assert set(graph.read) <= {f"n{i}" for i in range(17, 30)}


@given(st.integers(1, 60))
def test_a_search_ends_at_its_bound_and_says_so(bound: int) -> None:
    graph = Listed(CHAIN)
    found = cheapest_graph(("n10", "n20"), graph, "none", bound)
    assert found.looked_at <= bound + 1
    assert found.graph is not None or found.cut
    assert found.graph is None or len(found.graph) == 10


def test_what_is_built_is_a_source_of_items(files: tuple[Path, Path], tmp_path: Path) -> None:
    """The graphs are found again that the sentences were composed of, wherever no short cut is cheaper."""
    built = build_graphs(asked(files, tmp_path / "out"))
    found = {
        one.concepts: one for one in read_concept_sets((tmp_path / "out" / "graphs.jsonl").read_bytes(), "x")
    }
    assert set(found) == {one.concepts for one in SETS[:240]}
    same = [
        label_of(found[one.concepts].references[0].graph) == label_of(one.references[0].graph)
        for one in SETS[:240]
    ]
    assert sum(same) > 0.8 * len(same)
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["build.json", "graphs.jsonl"]
    assert built.counts["rows kept"] == built.counts["different edges"] == len(FACTS)
    checks = {check.what: check for check in built.checks}
    assert checks["concept sets, the sum over sizes"].expected == 26_819
    assert checks["concept sets, the sum over groups"].expected == 26_819
    assert (
        checks["concept sets, the sum over sizes"].got == checks["concept sets, the sum over groups"].got > 0
    )
    sentences = sum(len(one.references) for one in SETS[:240])
    assert checks["sentences read (train and validation, one a row)"].got == sentences


def test_a_build_that_is_stopped_anywhere_goes_on_to_the_same_bytes(
    files: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_graphs(asked(files, tmp_path / "whole"))
    whole = (tmp_path / "whole" / "graphs.jsonl").read_bytes()
    monkeypatch.setattr(building, "_BATCH", 60)
    monkeypatch.setattr(building, "_CHUNK", 20)
    rng, stops = random.Random(4), 0
    real = building.Index.commit

    def dying(self: building.Index) -> None:
        if rng.random() < 0.3:
            raise KeyboardInterrupt
        real(self)

    monkeypatch.setattr(building.Index, "commit", dying)
    for _ in range(300):
        try:
            built = build_graphs(asked(files, tmp_path / "stopped"))
            break
        except KeyboardInterrupt:
            stops += 1
            assert not (tmp_path / "stopped" / "graphs.jsonl").exists()
    assert stops > 5
    assert (tmp_path / "stopped" / "graphs.jsonl").read_bytes() == whole
    assert built.counts["rows"] == len(FACTS) + 400
    assert built.counts["rows kept"] == len(FACTS)


def test_another_call_on_an_unfinished_folder_is_refused(
    files: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(building._Work, "sets", stopped)
        with pytest.raises(KeyboardInterrupt):
            build_graphs(asked(files, tmp_path / "out"))
    with pytest.raises(UsageError, match="another build was begun") as raised:
        build_graphs(asked(files, tmp_path / "out", pruning="tree"))
    assert "pruning tree" in str(raised.value)
    build_graphs(asked(files, tmp_path / "out"))
    with pytest.raises(UsageError, match="there are graphs already"):
        build_graphs(asked(files, tmp_path / "out"))


def test_two_processes_do_not_build_in_one_folder(files: tuple[Path, Path], tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    with locked(tmp_path / "out"), pytest.raises(UsageError):
        build_graphs(asked(files, tmp_path / "out"))


WRONG: dict[str, Callable[[Path], dict[str, Any]]] = {
    "no file": lambda folder: {"conceptnet": folder / "none.csv.gz"},
    "a folder": lambda folder: {"commongen": (folder,)},
    "no rows": lambda folder: {"commongen": (write_lines(folder / "c.jsonl", []),)},
    "no encoder": lambda folder: {"encoder": "all-mpnet-base-v2"},
    "an empty encoder": lambda folder: {"encoder": str(folder)},
    "pruning": lambda folder: {"pruning": "leaves"},
    "bound": lambda folder: {"bound": 0},
    "other files": lambda folder: {"conceptnet": write_lines(folder / "a.csv", [row("x", "IsA", "y")])},
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_call_is_refused_and_leaves_no_graphs(
    name: str, files: tuple[Path, Path], tmp_path: Path
) -> None:
    with pytest.raises(CocoaError) as raised:
        build_graphs(asked(files, tmp_path / "out", **WRONG[name](tmp_path)))
    assert raised.value.got
    assert name != "no rows" or raised.value.got.endswith("c.jsonl")
    assert not (tmp_path / "out" / "graphs.jsonl").exists()


def test_hashing_is_the_same_everywhere_and_says_that_it_is_no_model() -> None:
    encoder = encoder_named("hashing")
    assert "no model" in encoder.about
    one, other, third = encoder.encode(["Tail is used for wag.", "The tail wags.", "An oven."])
    assert one @ one == pytest.approx(1.0)
    assert one @ other > one @ third
    assert [round(float(value), 6) for value in one[one > 0][:3]] == pytest.approx(
        [float(value) for value in encoder.encode(["Tail is used for wag."])[0][one > 0][:3]], abs=1e-6
    )


def test_the_command_builds_says_its_checks_and_names_a_broken_row(
    files: tuple[Path, Path], tmp_path: Path
) -> None:
    call = ("graphs", "build", "--conceptnet", files[0], "--commongen", files[1], "--encoder", "hashing")
    output = data(*call, "--out", tmp_path / "out")
    assert output["counts"]["concept sets"] == 240
    assert {key: output["checks"][9][key] for key in ("what", "expected")} == {
        "what": "labels",
        "expected": 468,
    }
    checks = {check["what"]: check["got"] for check in output["checks"]}
    means = [checks[f"nodes a graph of {size} concepts, mean"] for size in (3, 4, 5)]
    assert min(mean for mean in means if mean) <= checks["nodes a graph, mean"] <= max(means)
    few = write_lines(tmp_path / "few.jsonl", files[1].read_text("utf-8").splitlines()[:3])
    small = ("graphs", "build", "--conceptnet", files[0], "--commongen", few, "--encoder", "hashing")
    assert "Nothing can be asked" in cocoa(*small, "--out", tmp_path / "few").out
    exam = tmp_path / "exam"
    call = ("generate", "--family", "graph-to-text", "-d", tmp_path / "out", "--set", "distribution=ood")
    made = cocoa(*call, "--count", 20, "--out", exam)
    assert made.code == 0, made.err
    assert cocoa("verify", exam).code == 0
    assert json.loads((exam / "manifest.json").read_text())["domain"]["name"] == "out"
    broken = write_lines(tmp_path / "broken.jsonl", ["{"])
    call = ("graphs", "build", "--conceptnet", files[0], "--commongen", broken, "--encoder", "hashing")
    refused = cocoa(*call, "--out", tmp_path / "no")
    assert (refused.code, refused.clean) == (1, True)
    assert f"{broken}:1" in refused.err.replace("\n", "")


def test_an_encoder_in_a_folder_is_loaded_from_there_and_nowhere_else(
    files: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a module in place of sentence-transformers, which encodes by the letters of a text."""
    calls: list[tuple[str, bool]] = []

    class Transformer:
        def __init__(self, name: str, local_files_only: bool = False) -> None:
            calls.append((name, local_files_only))

        def encode(self, texts: list[str], normalize_embeddings: bool, show_progress_bar: bool) -> np.ndarray:
            assert normalize_embeddings
            return np.array([[1.0, 0.0] if len(text) % 2 else [0.0, 1.0] for text in texts])

    module = ModuleType("sentence_transformers")
    module.SentenceTransformer = Transformer  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "sentence_transformers", module)
    (tmp_path / "model").mkdir()
    built = build_graphs(asked(files, tmp_path / "out", encoder=str(tmp_path / "model")))
    assert calls == [(str(tmp_path / "model"), True)]
    assert built.notes[0] == "the sentence encoder in model"
    assert (tmp_path / "out" / "graphs.jsonl").exists()


def test_the_whole_index_is_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Paths of six edges among 3,000, against networkx with the weight of every edge; pages of two edges."""
    monkeypatch.setattr(index, "PAGE", 2)
    monkeypatch.setattr(neighbourhoods, "PAGE", 2)
    monkeypatch.setattr(neighbourhoods, "_HELD", 40_000)
    planted = graphs.write_files(tmp_path, 3_000, 12, terms=2_000)
    made = tmp_path / "assertions.csv.gz", tmp_path / "sentences.jsonl"
    built = build_graphs(asked(made, tmp_path / "out"))
    assert built.counts["searches cut off at the bound"] == built.counts["sentences without a graph"] == 0
    sets = read_concept_sets((tmp_path / "out" / "graphs.jsonl").read_bytes(), "graphs.jsonl")
    found = {frozenset(one.concepts): set(one.references[0].graph) for one in sets}
    edges = edges_of(made[0])
    encoder = encoder_named("hashing")
    triples = encoder.encode([verbalized(edge) for edge in edges])
    whole = 0
    for one in planted:
        cosines = triples @ encoder.encode([one.sentence])[0]
        weights = dict(zip(edges, ((1 - cosines) / 2).tolist(), strict=True))
        cheapest = all_pairs(one.concepts, list(weights.items()))
        graph = found[frozenset(one.concepts)]
        assert all_pairs(one.concepts, [(edge, weights[edge]) for edge in graph]) == pytest.approx(
            cheapest, abs=1e-3
        )
        whole += set(one.paths) <= graph
    assert whole > 6
