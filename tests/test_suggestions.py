"""Suggestions are those of difflib, made in bounded time; what messages list is printable and short."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from difflib import SequenceMatcher, get_close_matches

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import CocoaError
from cocoa_core.families.selection import Settings
from cocoa_core.families.selection.prompting.strategies import strategy_named
from cocoa_core.items import Packing, family_named
from cocoa_core.loading import load_domain
from cocoa_core.running import blocks_of
from cocoa_core.suggestions import closest, first_few, listed, quoted, shortened

WORDS = st.text("abcdEé _", min_size=1, max_size=12)


def ratio(word: str, choice: str) -> float:
    return SequenceMatcher(None, choice.casefold(), word.casefold()).ratio()


@given(WORDS, st.lists(WORDS, max_size=12))
def test_the_closest_choice_is_as_close_as_the_one_of_difflib(word: str, choices: list[str]) -> None:
    folded = [choice.casefold() for choice in choices]
    expected = get_close_matches(word.casefold(), folded, n=1, cutoff=0.6)
    found = closest(word, choices)
    if found is None:
        assert not expected
    else:
        assert found in choices
        assert ratio(word, found) == ratio(word, expected[0])


def test_the_path_that_all_choices_share_is_no_likeness() -> None:
    models = ["cocoa/oracle", "cocoa/copied", "cocoa/random"]
    assert closest("cocoa/gpt", models) is None
    assert closest("cocoa/orcale", models) == "cocoa/oracle"
    assert closest("coco/orcale", models) == "cocoa/oracle"


def test_of_a_thousand_choices_like_each_other_few_are_compared_in_full_and_only_their_beginnings(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    compared: list[int] = []

    class Watched(SequenceMatcher[str]):
        def ratio(self) -> float:
            compared.append(len(self.a) + len(self.b))
            return super().ratio()

    monkeypatch.setattr(difflib, "SequenceMatcher", Watched)
    choices = [f"{chr(0x4E00 + number)}{'a' * 190}" for number in range(1000)]
    assert closest("a" * 199, choices) is not None
    assert 0 < len(compared) <= 20
    assert max(compared) <= 120


@given(st.lists(st.text(max_size=200), max_size=40))
def test_what_is_listed_is_printable_and_short(words: list[str]) -> None:
    assert listed(words).isprintable()
    assert len(listed(words)) < 24 * 300
    assert all(quoted(word).isprintable() for word in words)


@given(st.lists(st.text(max_size=200), max_size=12))
def test_of_many_names_the_first_five_are_quoted_once_and_the_others_counted(names: list[str]) -> None:
    shown = ", ".join(map(quoted, names[:5]))
    assert first_few(names) == (shown if len(names) <= 5 else f"{shown} and {len(names) - 5} more")


@given(st.text(max_size=1000))
def test_a_text_of_some_length_is_kept(text: str) -> None:
    assert shortened(text) == text or (shortened(text)[:397] == text[:397] and len(shortened(text)) == 400)


MISSPELT: dict[str, tuple[Callable[[], object], str]] = {
    "a family": (lambda: family_named("parsin"), "parsing"),
    "an engine": (lambda: blocks_of("proceses", None), "processes"),  # type: ignore[arg-type]
    "a format of a data set": (lambda: Packing.of("jsonl.zts"), "jsonl.zst"),
    "a strategy": (lambda: strategy_named("dirct"), "direct"),
    "a domain": (lambda: load_domain("flight"), "flights"),
    "a preset": (lambda: Settings.of(preset="standart"), "standard"),
}


@pytest.mark.parametrize("name", MISSPELT)
def test_where_a_word_is_not_one_of_those_expected_the_one_that_was_meant_is_named(name: str) -> None:
    read, meant = MISSPELT[name]
    with pytest.raises(CocoaError) as raised:
        read()
    assert raised.value.fix == f"did you mean {meant!r}?"
