"""What is laid out is read back, by cocoa's reader and as any YAML tool would."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from plain import plain
from ruamel.yaml import YAML

from cocoa_core.loading import UNFIT
from cocoa_core.scaffolding.yaml_text import dumped, laid_out

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
KEYS = TEXTS.filter(lambda text: 0 < len(text) <= 20 and not re.search(r"\s", text))
"""Names: a quoted key that is broken over two lines is more than YAML's one-line maps allow."""
DATA = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=8),
        st.dictionaries(KEYS, inner, max_size=4),
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


def text_of(key: str, data: Any) -> str:
    return dumped(laid_out({key: data}))


@settings(max_examples=8 * settings.default.max_examples)
@given(KEYS, DATA)
def test_data_is_read_back(key: str, data: Any) -> None:
    assert plain(text_of(key, data)) == {key: as_read(data)}


@settings(max_examples=8 * settings.default.max_examples)
@given(KEYS, TEXTS)
def test_a_text_is_a_text_for_readers_of_yaml_1_1_too(key: str, text: str) -> None:
    old = YAML(typ="safe", pure=True)
    old.version = (1, 1)  # type: ignore[assignment]
    assert old.load(text_of(key, text)) == {key: text}


@given(st.lists(st.text("abcdefghij", min_size=1, max_size=9), min_size=1, max_size=80))
def test_long_lists_keep_to_the_width(words: list[str]) -> None:
    assert max(map(len, text_of("values", words).splitlines())) <= 101


def test_short_things_stay_in_one_line_and_plain() -> None:
    wording = {"subject": "the price", "verb": "be", "after": "in all"}
    assert text_of("say", [wording]) == "say:\n  - {subject: the price, verb: be, after: in all}\n"
    assert text_of("min", "1h 30m") == "min: 1h 30m\n"
    assert text_of("min", "2027-01-01") == 'min: "2027-01-01"\n'
    assert text_of("step", Decimal("0.10")) == "step: 0.10\n"
