"""Reads the source of concept sets: those of daily life that cocoa includes, or a folder that was built.

`crossings` are concept sets in which the same three labels come in all three structures. In daily life few
graphs have structure A or C, and those that have are of other labels than those of B; here a gap between
structures is none between labels.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import combinations, product
from pathlib import Path
from typing import Final

from attrs import frozen

from cocoa_core.errors import UsageError
from cocoa_core.families.graph_to_text.pool import GraphPool
from cocoa_core.families.graph_to_text.samples import ConceptSet, Reference, lines_of, read_concept_sets
from cocoa_core.items import ItemSource
from cocoa_core.language import article
from cocoa_core.seeds import digest_of

GRAPHS: Final = "graphs.jsonl"
OWN: Final = "daily-life"
CROSSINGS: Final = "crossings"
_VERSIONS: Final = {OWN: "1.0", CROSSINGS: "1.0"}
_LARGEST: Final = 50_000_000
"""Bytes of a file."""


def source_of(name: str | Path | None) -> ItemSource:
    """Returns the concept sets of this name or folder; those of daily life for None. A folder of the name
    `crossings` comes before the concept sets that ship under it.

    Raises:
        UsageError: there are no graphs of this name, or their file is too large.
        FindingsError: the file cannot be read.
    """
    if str(name) == CROSSINGS and not Path(CROSSINGS).exists():
        data = lines_of(crossings())
        return _source(CROSSINGS, data, Path(__file__).parent / CROSSINGS, _VERSIONS[CROSSINGS])
    included = name is None or str(name) == OWN
    folder = Path(__file__).parent / "daily_life" if included else Path(str(name))
    included = included or folder.resolve() == Path(__file__).parent.resolve() / "daily_life"
    path = folder / GRAPHS
    if not path.is_file():
        raise UsageError(
            "there are no graphs of this name",
            got=str(name),
            expected=f"{OWN}, {CROSSINGS}, or a folder with a {GRAPHS}",
            fix=f"leave out --domain for {OWN}, or build a folder with `cocoa graphs build`",
        )
    with path.open("rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise UsageError("this file of graphs is too large", got=str(path), expected=f"{_LARGEST:,} bytes")
    return _source(
        OWN if included else folder.resolve().name, data, folder, _VERSIONS[OWN] if included else "1"
    )


def _source(name: str, data: bytes, folder: Path, version: str) -> ItemSource:
    part = sha256(data).hexdigest()
    return ItemSource(
        name=name,
        version=version,
        digest=sha256(f"graphs {part}\n".encode()).hexdigest(),
        digests={"graphs": part},
        files={GRAPHS: data},
        folder=folder,
        origin=GraphPool.of(read_concept_sets(data, str(folder / GRAPHS))),
    )


_SCENES: Final = """
barn farm ladder: farmer girl vet: horse/saddle cow/bell goat/horn dog/collar
harbor town crane: sailor fisherman captain: boat/mast ship/anchor canoe/paddle raft/rope
kitchen restaurant oven: cook waiter baker: pan/lid teapot/spout knife/handle cake/candle
library school staircase: teacher student reader: book/cover atlas/map lamp/bulb globe/stand
garden castle fountain: gardener queen painter: rose/thorn tree/branch bench/armrest statue/pedestal
garage house gate: mechanic driver neighbor: car/engine bicycle/pedal truck/trailer scooter/mirror
theater city stage: actor singer dancer: piano/key costume/button mask/feather violin/string
park village pond: child jogger tourist: kite/tail ball/stripe sled/runner drone/propeller
market suburb stall: merchant customer butcher: lantern/wick rug/fringe basket/bow vase/rim
hospital capital elevator: doctor nurse patient: wheelchair/brake bed/mattress scanner/dial monitor/screen
hotel resort balcony: guest maid porter: suitcase/lock umbrella/tip robe/belt trunk/strap
"""
"""A line a scene: a place, what has the place, what the place has; people; things, each with its part."""


@frozen
class _Pattern:
    """Two edges over three concepts, by number, and two sentences that say them."""

    edges: tuple[tuple[int, str, int], tuple[int, str, int]]
    sentences: tuple[str, str]


_AT, _HAS, _WANTS = "AtLocation", "HasA", "Desires"
_PATTERNS: Final = {
    # someone or something, a place, what it has
    "located A": _Pattern(
        ((0, _AT, 1), (1, _HAS, 2)),
        ("The {0} is in the {1}, which has {a2}.", "The {1} where the {0} is has {a2}."),
    ),
    # someone or something, a place, what has it
    "located C": _Pattern(
        ((0, _AT, 1), (2, _HAS, 1)),
        ("The {2} has {a1}, and the {0} is in that {1}.", "The {0} is in the {1} that the {2} has."),
    ),
    # someone, a thing, its part
    "wanted A": _Pattern(
        ((0, _WANTS, 1), (1, _HAS, 2)),
        ("The {0} wants {a1} that has {a2}.", "The {0} would love {a1} with {a2}."),
    ),
    # someone, a thing, another thing
    "wanted B": _Pattern(
        ((0, _HAS, 1), (0, _WANTS, 2)),
        ("The {0} has {a1} and wants {a2}.", "The {0} with the {1} would love {a2}."),
    ),
    # someone, a thing, someone else
    "wanted C": _Pattern(
        ((0, _HAS, 1), (2, _WANTS, 1)),
        ("The {0} has {a1}, and the {2} wants that {1}.", "The {2} would love the {1} that the {0} has."),
    ),
    # someone, a thing, a place; so are those that follow
    "located B": _Pattern(
        ((0, _HAS, 1), (0, _AT, 2)), ("The {0} in the {2} has {a1}.", "The {0} has {a1} and is in the {2}.")
    ),
    "both A": _Pattern(
        ((0, _WANTS, 1), (1, _AT, 2)),
        ("The {0} wants the {1} that is in the {2}.", "The {1} in the {2} is what the {0} would love."),
    ),
    "both B": _Pattern(
        ((0, _WANTS, 1), (0, _AT, 2)),
        ("The {0} in the {2} wants {a1}.", "The {0} is in the {2} and would love {a1}."),
    ),
    "both C": _Pattern(
        ((0, _WANTS, 2), (1, _AT, 2)),
        ("The {0} wants the {2} that the {1} is in.", "The {1} is in the {2} that the {0} would love."),
    ),
}
_AT_PLACES: Final = ("located B", "both A", "both B", "both C")


def crossings() -> tuple[ConceptSet, ...]:
    """Returns the concept sets: 176 of structure A, 165 of B and 176 of C, with two sentences each."""
    return tuple(
        _concept_set(_PATTERNS[name], words)
        for scene in _SCENES.strip().split("\n")
        for name, words in _drawn_up(scene)
    )


def _drawn_up(scene: str) -> Iterator[tuple[str, tuple[str, str, str]]]:
    """Yields patterns with their words. No three words come twice, so each has one graph."""
    place_words, people_words, thing_words = scene.split(":")
    place, owner, fixture = place_words.split()
    people = people_words.split()
    things = dict(thing.split("/") for thing in thing_words.split())
    for word in (*people, *things):
        yield "located A", (word, place, fixture)
        yield "located C", (word, place, owner)
    for (first, person), (second, thing) in product(enumerate(people), enumerate(things)):
        yield _AT_PLACES[(first + second) % 4], (person, thing, place)
        if (first + second) % 2 == 0:
            yield "wanted A", (person, thing, things[thing])
        else:
            yield "wanted C", (person, thing, people[first - 1])
    for first, person in enumerate(people):
        for second, (thing, other) in enumerate(combinations(things, 2)):
            if (first + second) % 2 == 0:
                yield "wanted B", (person, thing, other)


def _concept_set(pattern: _Pattern, words: tuple[str, str, str]) -> ConceptSet:
    with_article = {f"a{number}": f"{article(word)} {word}" for number, word in enumerate(words)}
    graph = tuple((words[head], relation, words[tail]) for head, relation, tail in pattern.edges)
    concepts = tuple(sorted(words))
    return ConceptSet(
        id=digest_of("crossings", *concepts).hex()[:12],
        concepts=concepts,
        references=tuple(
            Reference(sentence=sentence.format(*words, **with_article), graph=graph)
            for sentence in pattern.sentences
        ),
    )
