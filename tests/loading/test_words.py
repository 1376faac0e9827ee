"""An author's words can neither deny nor compare, and regular verbs need no third person."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import DomainError, Place
from cocoa_core.loading import ScalarNode, phrase_at, read_at
from cocoa_core.loading.values import subject_of, third_person, verb_of

LETTERS = st.text("abcdefghijklmnopqrstuvwxyz", min_size=2, max_size=8)


def node(text: str) -> ScalarNode:
    return ScalarNode(Place("f", 3, 4), text, text)


@pytest.mark.parametrize(
    ("verb", "third"),
    [
        ("be", "is"),
        ("have", "has"),
        ("do", "does"),
        ("go", "goes"),
        ("cost", "costs"),
        ("take off", "takes off"),
        ("be open to", "is open to"),
        ("carry", "carries"),
        ("stay", "stays"),
        ("pass", "passes"),
        ("reach", "reaches"),
        ("finish", "finishes"),
        ("fax", "faxes"),
        ("buzz", "buzzes"),
        ("come with", "comes with"),
        ("fly", "flies"),
    ],
)
def test_regular_verbs_and_be_have_do_have_a_third_person(verb: str, third: str) -> None:
    assert third_person(verb) == third


@given(LETTERS, LETTERS)
def test_only_the_first_word_of_a_verb_is_conjugated(verb: str, rest: str) -> None:
    assert third_person(f"{verb} {rest}") == f"{third_person(verb)} {rest}"
    assert third_person(verb)[-1] == "s"


@pytest.mark.parametrize(
    "text", ["not", "NO", "isn't", "isn’t", "only", "if", "unless", "either", "never", "or", "than"]
)
def test_words_that_would_turn_a_meaning_around_are_refused_wherever_they_stand(text: str) -> None:
    for phrase in (text, f"{text} costs", f"costs {text}", f"costs {text} a lot"):
        with pytest.raises(DomainError, match="without negation or connective") as caught:
            phrase_at(node(phrase), "`after`", 60)
        assert caught.value.place == Place("f", 3, 4)


@pytest.mark.parametrize(
    "text", ["Norwegian", "no-show", "notes", "ifs", "bed and breakfast", "cont'd", "the 3rd", "Zürich"]
)
def test_words_that_only_look_like_them_are_allowed(text: str) -> None:
    assert phrase_at(node(text), "`after`", 60) == text


@given(st.characters().filter(lambda sign: not sign.isalnum() and sign not in " -'’&/%+$#"))
def test_no_sign_that_could_end_or_part_a_sentence_is_allowed(sign: str) -> None:
    with pytest.raises(DomainError):
        phrase_at(node(f"a{sign}b"), "`after`", 60)


@pytest.mark.parametrize("text", ["they", "We", "you", "It", "i", "this"])
def test_a_pronoun_is_no_subject_but_for_it_and_i(text: str) -> None:
    with pytest.raises(DomainError, match="noun phrase"):
        read_at(node(text), "`subject`", subject_of, 60)
    assert read_at(node(f"{text} guests"), "`subject`", subject_of, 60) == f"{text} guests"


@pytest.mark.parametrize("text", ["is", "are", "has", "does", "can take", "must", "will cost", "Would cost"])
def test_verbs_that_are_not_base_forms_are_refused(text: str) -> None:
    with pytest.raises(DomainError, match="base form"):
        read_at(node(text), "`verb`", verb_of, 40)
