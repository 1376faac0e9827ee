from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.importing.conventions import is_missing
from cocoa_core.importing.kinds.boolean import read_truth
from cocoa_core.importing.kinds.items import split_items

WORDS = st.lists(st.text("abc XYZ.-", min_size=1).map(str.strip).filter(bool), min_size=2, max_size=5)


@given(WORDS, st.sampled_from([";", "; ", "|", " | ", ",", ", ", "\n"]))
def test_items_are_found_between_any_separator(words: list[str], separator: str) -> None:
    assert split_items(separator.join(words)) == tuple(words)
    assert split_items(f"[{separator.join(words)}]") == tuple(words)
    assert split_items(separator.join(f"'{word}'" for word in words)) == tuple(words)


@given(st.lists(st.text(min_size=1).map(str.strip).filter(bool)))
def test_json_lists_are_read_as_they_are(words: list[str]) -> None:
    assert split_items(json.dumps(words)) == tuple(words)


def test_stronger_separators_come_first() -> None:
    assert split_items("Paris, France; Lyon, France") == ("Paris, France", "Lyon, France")
    assert split_items("a; b, c", ",") == ("a; b", "c")
    assert split_items("[1, 2.5]") == ("1", "2.5")
    assert split_items("[]") == split_items("none") == split_items(" ") == ()


@pytest.mark.parametrize("text", ["a; b | c", "a,, b", "a; ;b", ";"])
def test_unclear_lists_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected items"):
        split_items(text)


def test_every_word_for_yes_no_and_nothing_is_of_one_sort() -> None:
    for word in ("yes", "Y", "TRUE", "t", "1", "✓", "✔️", "on"):
        assert read_truth(f" {word} ") is True
        assert not is_missing(word)
    for word in ("no", "N", "False", "f", "0", "✗", "off"):
        assert read_truth(word) is False
        assert not is_missing(word)
    for word in ("", " ", "-", "—", "N/A", "NA", "NaN", "null", "None", "not given"):
        assert is_missing(word)
        with pytest.raises(ValueError, match="yes or no"):
            read_truth(word)
    with pytest.raises(ValueError, match="yes or no"):
        read_truth("x")


def test_a_separator_around_all_items_parts_nothing() -> None:
    assert split_items(",us,nn,", ",") == ("us", "nn")
    assert split_items("|a|", "|") == ("a",)
    with pytest.raises(ValueError, match="one separator"):
        split_items(",us,,nn,", ",")
