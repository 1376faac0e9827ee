"""Keys are compared without regard to capitals, blanks, "_" and "-"."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.importing.tables.records import KeyIndex, folded_key, folded_text

WORDS = st.lists(st.text("abcXYZ(%)9é", min_size=1, max_size=5), min_size=1, max_size=4)


@given(WORDS, st.sampled_from(["", " ", "_", "-", "  "]), st.booleans())
def test_a_key_is_found_however_its_words_are_joined(words: list[str], joint: str, large: bool) -> None:
    name = joint.join(words)
    index = KeyIndex(("other key", name.upper() if large else name))
    assert index.find((" ".join(words),)) == (1,)


def test_signs_other_than_blanks_count() -> None:
    assert folded_key("Carbon ( % )") == folded_key("carbon (%)")
    assert folded_key("Carbon (%)") != folded_key("Carbon")
    assert folded_text("  Two\tWORDS ") == "two words"


def test_a_key_that_is_there_exactly_comes_before_those_like_it() -> None:
    assert KeyIndex(("price", "Price", "PRICE")).find(("Price",)) == (1, 0, 2)
    assert KeyIndex(("price", "PRICE")).find(("Price",)) == (0, 1)
    assert KeyIndex(("price",)).find(("cost", "fare")) == ()


@pytest.mark.parametrize("name", ["Leg x time", "Leg  time", "Leg 1 times", "My leg 1 time", "Leg 1234 time"])
def test_a_numbered_key_needs_its_number_and_nothing_else(name: str) -> None:
    assert KeyIndex((name,)).numbered(("Leg {n} time",)) == {}


def test_numbered_keys_come_in_the_order_of_their_numbers() -> None:
    index = KeyIndex(("leg_10_time", "LEG 2 TIME", "Leg1time", "Leg 01 time", "Hop 3"))
    assert list(index.numbered(("Leg {n} time", "Hop {n}")).items()) == [
        (1, (2, 3)),
        (2, (1,)),
        (3, (4,)),
        (10, (0,)),
    ]
