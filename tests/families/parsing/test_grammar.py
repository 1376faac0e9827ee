"""Our own sentences: one reading each, which is their form; nothing held out where a model learns."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsing_sentences import ALL, sentence, sentences

from cocoa_core.families.parsing.forms import BareName, Form
from cocoa_core.families.parsing.grammar import CASES, Drawn, draw_primitive
from cocoa_core.families.parsing.maker import facts_of, reason_against
from cocoa_core.independent import cases_of, meanings
from cocoa_core.lexicon import BEINGS, NAMES, NOUNS, THINGS, VERBS, WORD_CASES


@given(sentences())
def test_a_sentence_has_one_reading_which_is_its_form(drawn: Drawn) -> None:
    (meaning,) = meanings(drawn.words)
    assert isinstance(drawn.form, Form)
    assert Counter(meaning.facts) == facts_of(drawn.form)


@given(st.integers(0, 10**6))
def test_nothing_held_out_is_in_a_sentence_to_learn_from(seed: int) -> None:
    (meaning,) = meanings(sentence(seed).words)
    assert cases_of(meaning)[0] == frozenset()


@pytest.mark.parametrize("case", CASES)
@given(seed=st.integers(0, 10**6))
def test_a_test_of_a_case_has_it_and_nothing_else_that_is_held_out(case: str, seed: int) -> None:
    (meaning,) = meanings(sentence(seed, case).words)
    broken, tested = cases_of(meaning)
    assert broken == {case}
    assert case in tested


def test_held_out_words_are_seen_where_they_are_licensed_and_nowhere_else() -> None:
    words = {word: name for name, case in WORD_CASES.items() for word in case.words}
    seen: Counter[str] = Counter()
    alone: Counter[str] = Counter()
    for seed in range(4_000):
        (meaning,) = meanings(sentence(seed).words)
        seen.update({words[word] for word, _ in meaning.uses if word in words})
        alone.update(word for word in draw_primitive(ALL, random.Random(seed)).words if word in words)
    for name, case in WORD_CASES.items():
        assert (seen[name] > 0) is bool(case.licensed), name
        assert all((alone[word] > 0) is not bool(case.licensed) for word in case.words), name


@pytest.mark.parametrize(
    "said",
    [
        "The goat smiled",
        "Goat smiled .",
        "The goat the fox smiled .",
        "Marta believed .",
        "A goat on smiled .",
        "Marta was smiled .",
        "The fox that the goat hugged .",
        "The fox gave the goat .",
        " .",
        ".",
    ],
)
def test_what_is_no_sentence_has_no_reading(said: str) -> None:
    assert meanings(said.split(" ")) == []


def test_a_sentence_that_can_be_understood_in_two_ways_has_two_readings_and_is_not_taken() -> None:
    """Did the knight shrink, or the pilot?"""
    text = "A tailor showed the knight that shrank the pilot that spun the wolf ."
    readings = [{fact for fact in meaning.facts if fact[1] == "shrink"} for meaning in meanings(text.split())]
    assert sorted(len(reading) for reading in readings) == [1, 2]
    reason = reason_against(Drawn(tuple(text.split()), BareName("none")), frozenset(), None)
    assert reason == "several readings"


def test_no_word_is_of_two_kinds() -> None:
    forms = [form for verb in VERBS for form in {verb.base, verb.past, verb.participle}]
    words = [*forms, *BEINGS, *THINGS, *NAMES, "a", "the", "that", "to", "by", "was", "in", "on", "beside"]
    assert [word for word, count in Counter(words).items() if count > 1] == []
    assert not [noun for noun in NOUNS if noun[0] in "aeiou"], "the grammar has no `an`"
