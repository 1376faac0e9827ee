"""What is taken out of a tree is gone, everything else stays, and places are found again."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.checking.places import Places
from cocoa_core.checking.pruning import (
    Way,
    mentions,
    node_at,
    path_of,
    renamed,
    without,
    without_mentions,
)
from cocoa_core.domain.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from cocoa_core.domain.yaml.source import read_yaml

TEXT = """\
slots:
  one: {kind: boolean, label: One}
  two:
    kind: set
    values: [one, three]
rules:
  one:
    - id: first
      tests: [is]
      say:
        - {verb: be, after: one}
        - verb: have
          before: two
  two:
    - {id: second, tests: [any, all], draw: {fixed: [one]}, say: [{verb: have}]}
"""
ROOT = read_yaml(TEXT.encode(), "file.yaml")


def ways(node: Node, way: Way = ()) -> list[Way]:
    found = [way]
    if isinstance(node, MappingNode):
        for entry in node.entries:
            found += ways(entry.value, (*way, entry.key))
    elif isinstance(node, SequenceNode):
        for number, item in enumerate(node.items):
            found += ways(item, (*way, number))
    return found


def plain(node: Node | None) -> object:
    if isinstance(node, MappingNode):
        return {entry.key: plain(entry.value) for entry in node.entries}
    if isinstance(node, SequenceNode):
        return [plain(item) for item in node.items]
    return node.value if node else None


ALL = ways(ROOT)


@given(st.sampled_from(ALL[1:]))
def test_without_takes_out_one_thing(way: Way) -> None:
    expected: object = plain(ROOT)
    inside = expected
    for step in way[:-1]:
        inside = inside[step]  # type: ignore[index]
    del inside[way[-1]]  # type: ignore[attr-defined]
    assert plain(without(ROOT, way)) == expected


@given(st.sampled_from(ALL[1:]))
def test_a_place_leads_back_to_what_stands_there(way: Way) -> None:
    node = node_at(ROOT, way)
    assert node is not None
    found = path_of(ROOT, node.place)
    assert found is not None
    assert found[0] == way[: len(found[0])]
    assert set(way[len(found[0]) :]) <= {
        0,
        "id",
        "kind",
        "one",
        "verb",
    }  # where a block begins, the outermost


def test_a_key_is_renamed_in_its_place() -> None:
    assert plain(renamed(ROOT, ("slots", "one", "label"), "lable")) == {
        **plain(ROOT),  # type: ignore[dict-item]
        "slots": {
            "one": {"kind": "boolean", "lable": "One"},
            "two": {"kind": "set", "values": ["one", "three"]},
        },
    }


def test_items_that_mention_a_word_go() -> None:
    assert plain(without_mentions(ROOT, ("slots", "two", "values"), {"one"})) == {
        **plain(ROOT),  # type: ignore[dict-item]
        "slots": {"one": {"kind": "boolean", "label": "One"}, "two": {"kind": "set", "values": ["three"]}},
    }
    assert mentions(ROOT, {"three"})
    assert not mentions(ROOT, {"slots"})


def test_places_of_slots_rules_and_their_parts() -> None:
    places = Places(Path("/nowhere"), ROOT, ROOT, "catalogue.csv")

    def at(place: object) -> str:
        return str(place).removeprefix("file.yaml:")

    assert at(places.slot("two", "values")) == "5:5"
    assert at(places.slot("one", "max")) == "2:3"
    assert at(places.rule("first")) == "8:7"
    assert at(places.rule("first", "say", 1)) == "12:11"
    assert at(places.rule("first", "also", 0)) == "8:7"
    assert at(places.item("second", "tests", "all")) == "15:33"
    assert at(places.item("second", "draw.fixed", "one")) == "15:54"
    assert at(places.item("second", "draw.fixed", "none")) == "15:46"
    assert at(places.rule("unknown")) == "1:1"


def test_numbers_are_texts_that_were_written() -> None:
    root = read_yaml(b"a: [1.50, yes]", "f")
    node = node_at(root, ("a", 0))
    assert isinstance(node, ScalarNode)
    assert node.text == "1.50"
