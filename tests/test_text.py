"""What stands in YAML is read as what it was, and a number stands with its noun in the form that it takes."""

from __future__ import annotations

import json

import yaml
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.text import counted, in_yaml, library_message, whole

TEXTS = st.text(st.characters(codec=None))


@given(st.recursive(TEXTS, lambda parts: st.lists(parts) | st.dictionaries(TEXTS, parts), max_leaves=8))
def test_yaml_and_json_read_it_as_the_same(value: object) -> None:
    written = in_yaml(value)
    expected = json.loads(whole(json.dumps(value, ensure_ascii=False)))
    assert json.loads(written) == expected
    assert yaml.safe_load(f"- x: [{written}]\n") == [{"x": [expected]}]
    assert len(written.splitlines()) == 1


@given(TEXTS)
def test_words_of_a_library_are_one_printable_line(words: str) -> None:
    line = library_message(words)
    assert line.isprintable()
    assert len(line) <= 200
    assert library_message(f"  {line}\n\tas it is\x00") == " ".join(f"{line} as it is?".split())[:200]


def test_only_one_is_said_without_an_s() -> None:
    assert [counted(number, "row") for number in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]


@given(st.integers(0, 10**12))
def test_the_number_reads_back_in_groups_of_three_digits(number: int) -> None:
    said, _, noun = counted(number, "free wording").partition(" ")
    first, *groups = said.split(",")
    assert int("".join((first, *groups))) == number
    assert 1 <= len(first) <= 3
    assert {len(group) for group in groups} <= {3}
    assert noun.removesuffix("s") == "free wording"
