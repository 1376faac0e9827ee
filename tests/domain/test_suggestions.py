"""Suggestions are those of difflib, made in bounded time; what messages list is printable and short."""

from __future__ import annotations

import time
from difflib import SequenceMatcher, get_close_matches

from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.domain.suggestions import closest, listed, quoted, shortened

WORDS = st.text("abcdEé _", min_size=1, max_size=12)


def ratio(word: str, choice: str) -> float:
    return SequenceMatcher(None, choice.casefold(), word.casefold()).ratio()


@given(WORDS, st.lists(WORDS, max_size=12))
@settings(deadline=None)
def test_the_closest_choice_is_as_close_as_the_one_of_difflib(word: str, choices: list[str]) -> None:
    folded = [choice.casefold() for choice in choices]
    expected = get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    found = closest(word, choices)
    if found is None:
        assert not expected
    else:
        assert found in choices
        assert ratio(word, found) == ratio(word, expected[0])


def test_a_thousand_choices_like_each_other_take_no_time() -> None:
    choices = [f"{'a' * 190}{chr(0x4E00 + number)}" for number in range(1000)]
    start = time.process_time()
    for _ in range(5):
        assert closest("a" * 199, choices) is not None
    assert time.process_time() - start < 1


@given(st.lists(st.text(max_size=200), max_size=40))
def test_what_is_listed_is_printable_and_short(words: list[str]) -> None:
    assert listed(words).isprintable()
    assert len(listed(words)) < 24 * 300
    assert all(quoted(word).isprintable() for word in words)


@given(st.text(max_size=1000))
def test_a_text_of_some_length_is_kept(text: str) -> None:
    assert shortened(text) == text or (shortened(text)[:397] == text[:397] and len(shortened(text)) == 400)
