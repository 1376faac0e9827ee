"""Names and phrases out of whatever an author types."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import UsageError
from cocoa_core.importing import checked_name, checked_phrase, fitting_phrase, noun_of
from cocoa_core.importing.naming import slot_name, suggested_name
from cocoa_core.loading import DOMAIN_NAME, SLOT_NAME

NAMES = st.one_of(
    st.text(max_size=60),
    st.sampled_from(["con", "My Hotels", "3d printers", "Hôtels", "価格", "", "-", "a" * 90]),
)


@given(NAMES)
def test_a_suggestion_is_a_name_and_suggests_itself(text: str) -> None:
    name = suggested_name(text)
    assert DOMAIN_NAME.fullmatch(name)
    assert suggested_name(name) == name


@given(NAMES)
def test_a_name_is_taken_as_it_is_or_refused_with_one_that_is_taken(text: str) -> None:
    if DOMAIN_NAME.fullmatch(text) and text != "con":
        assert checked_name(text) == text
        return
    with pytest.raises(UsageError) as caught:
        checked_name(text)
    assert caught.value.fix is not None
    suggestion = caught.value.fix.split("new-domain ")[1].split(" ")[0].strip("`")
    assert checked_name(suggestion) == suggestion


@pytest.mark.parametrize(
    ("text", "name", "reason"),
    [
        ("My Hotels", "my-hotels", "the capital 'M'"),
        ("my hotels", "my-hotels", "a blank"),
        ("Hôtels", "hotels", "the capital 'H'"),
        ("3d-printers", "my-3d-printers", "'3' as its first letter"),
        ("Straße!", "strasse", "the capital 'S'"),
        ("価格", "my-domain", "the sign '価'"),
        ("a" * 50, "a" * 41, "50 characters"),
        ("", "my-domain", "nothing"),
        ("nul", "my-nul", "'nul', which Windows keeps for a device"),
        ("com9", "my-com9", "'com9', which Windows keeps for a device"),
    ],
)
def test_a_bad_name_is_refused_with_the_reason(text: str, name: str, reason: str) -> None:
    with pytest.raises(UsageError) as caught:
        checked_name(text)
    assert caught.value.got == reason
    assert caught.value.fix == f"write `cocoa new-domain {name}`"


def test_a_path_is_no_name() -> None:
    with pytest.raises(UsageError, match="is a path") as caught:
        checked_name("data/My Hotels/")
    assert caught.value.fix == "write `cocoa new-domain my-hotels --into data`"


@given(st.lists(NAMES, max_size=6))
def test_slots_get_names_of_their_own(labels: list[str]) -> None:
    names: list[str] = []
    for label in labels:
        names.append(slot_name(label, names))
    assert len(set(names)) == len(names)
    assert all(SLOT_NAME.fullmatch(name) and name != "id" for name in names)


@given(st.text(max_size=60))
def test_what_fits_is_a_phrase(text: str) -> None:
    phrase = fitting_phrase(text)
    assert phrase == "" or checked_phrase(phrase, "a phrase", 40) == phrase


def test_words_of_negation_are_not_for_authors() -> None:
    with pytest.raises(UsageError, match="the word 'no'"):
        checked_phrase("no smoking", "an attribute", 40)
    assert fitting_phrase("no smoking") == ""


@pytest.mark.parametrize(
    ("name", "noun"),
    [
        ("hotels2", "hotel"),
        ("hotels-2", "hotel"),
        ("hotels", "hotel"),
        ("insurance-plans", "insurance plan"),
        ("my-hotels", "hotel"),
        ("my", "my"),
        ("tvs", "TV"),
    ],
)
def test_the_noun_is_the_singular_of_the_name(name: str, noun: str) -> None:
    assert noun_of(name) == noun
