"""What is laid out is read back, by cocoa's reader and as any YAML tool would."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from plain import plain
from ruamel.yaml import YAML

from cocoa_core.domain.yaml.text import UNFIT
from cocoa_core.scaffolding.files.yaml_layout import (
    WIDTH,
    comment_lines,
    entry_lines,
    flow,
    item_lines,
    scalar,
)

LETTERS = st.characters(codec="utf-8", exclude_categories=("Cs", "Cc"))
TEXTS = st.one_of(
    st.text(LETTERS, max_size=40),
    st.text("ab :#-,[]{}&*!|>'\"%@`\\.0123456789", max_size=12),
    st.sampled_from(["yes", "no", "on", "off", "true", "null", "~", "y", "n", "-", "?", "=", "<<"]),
    st.sampled_from(["1", "1.0", "0x1F", "12:00", "2027-01-01", "1h", "7d", "1_000", ".5", "1e5"]),
    st.lists(st.sampled_from(["plenty", "of", "words", "in", "a", "line"]), max_size=60).map(" ".join),
    st.just("one line\nand another"),
).filter(lambda text: not UNFIT.search(text))
SCALARS = st.one_of(TEXTS, st.booleans(), st.integers(-(10**12), 10**12), st.just(Decimal("0.5")))
DATA = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=8), st.dictionaries(TEXTS.filter(len), inner, max_size=4)
    ),
    max_leaves=20,
)


def as_read(data: Any) -> Any:
    """What a YAML reader gives for the data."""
    if isinstance(data, dict):
        return {key: as_read(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [as_read(item) for item in data]
    return float(data) if isinstance(data, Decimal) else data


@settings(max_examples=300, deadline=None)
@given(DATA)
def test_a_value_after_its_key_is_read_back(data: Any) -> None:
    assert plain("\n".join(entry_lines("key", data, 0))) == {"key": as_read(data)}


@settings(max_examples=200, deadline=None)
@given(DATA)
def test_an_item_of_a_list_is_read_back(data: Any) -> None:
    text = "\n".join(["key:", *item_lines(data, 2), *item_lines("last", 2)])
    assert plain(text) == {"key": [as_read(data), "last"]}


@settings(max_examples=200, deadline=None)
@given(DATA)
def test_one_line_says_the_same(data: Any) -> None:
    assert "\n" not in flow(data)
    assert plain(f"key: {flow(data)}") == {"key": as_read(data)}


@settings(max_examples=300, deadline=None)
@given(TEXTS)
def test_a_text_is_a_text_for_readers_of_yaml_1_1_too(text: str) -> None:
    old = YAML(typ="safe", pure=True)
    old.version = (1, 1)  # type: ignore[assignment]
    assert old.load(f"key: {scalar(text)}\n")["key"] == text


@given(st.lists(st.text("abcdefghij", min_size=1, max_size=9), min_size=1, max_size=80))
def test_long_lists_keep_to_the_width(words: list[str]) -> None:
    lines = entry_lines("values", words, 4)
    assert max(map(len, lines)) <= WIDTH
    assert plain("\n".join(lines)) == {"values": words}


def test_a_comment_is_wrapped_but_not_within_quotes() -> None:
    lines = comment_lines("word " * 18 + "`cocoa check-domain .` says it", 2)
    assert len(lines) == 2
    assert all(line.startswith("  # ") and len(line) <= WIDTH for line in lines)
    assert sum("`cocoa check-domain .`" in line for line in lines) == 1


def test_short_things_stay_in_one_line_and_plain() -> None:
    wording = {"subject": "the price", "verb": "be", "after": "in all"}
    assert item_lines(wording, 8) == ["        - {subject: the price, verb: be, after: in all}"]
    assert entry_lines("min", "1h 30m", 0) == ["min: 1h 30m"]
    assert entry_lines("min", "2027-01-01", 0) == ['min: "2027-01-01"']
