"""Places in a domain's files are found by what stands there."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

from cocoa_core.checking.places import Places, node_at
from cocoa_core.loading import RULES, SCHEMA, ScalarNode, read_yaml

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


def test_places_of_slots_rules_and_their_parts() -> None:
    files = {SCHEMA: TEXT.encode(), RULES: TEXT.encode()}
    domain: Any = SimpleNamespace(folder=Path("/nowhere"), files=files)
    places = Places(domain)

    def at(place: object) -> str:
        return str(place).partition(":")[2]

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
