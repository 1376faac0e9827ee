"""Singulars, plurals and articles of the nouns that domains are about."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.english import in_small_letters, is_plural, last_word, plural, singular, with_article

PAIRS = """
hotel hotels; box boxes; dish dishes; battery batteries; day days; bus buses; course courses; house houses;
movie movies; child children; person people; match matches; glass glasses; lens lenses; race races;
insurance plan insurance plans; quiz quizzes; city cities; shelf shelves
"""


@pytest.mark.parametrize("pair", [part.split() for part in PAIRS.split(";")], ids=" ".join)
def test_singular_and_plural_lead_to_each_other(pair: list[str]) -> None:
    one, many = " ".join(pair[: len(pair) // 2]), " ".join(pair[len(pair) // 2 :])
    assert singular(many) == one
    assert is_plural(many.split()[-1])
    assert not is_plural(one.split()[-1])
    assert plural(one) == many


@pytest.mark.parametrize("word", ["series", "gas", "bus", "news", "glass", "analysis"])
def test_what_only_ends_like_a_plural_stays(word: str) -> None:
    assert singular(word) == word


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("apartment", "an apartment"),
        ("hotel", "a hotel"),
        ("hour", "an hour"),
        ("university", "a university"),
        ("utensil", "a utensil"),
        ("utter mess", "an utter mess"),
        ("USB port", "a USB port"),
        ("unusual room", "an unusual room"),
        ("one-way trip", "a one-way trip"),
    ],
)
def test_the_article_follows_the_sound(words: str, said: str) -> None:
    assert with_article(words) == said


@given(st.text() | st.sampled_from(["İ", "Price in İzmir", "RAM", "Ǆ"]))
def test_small_letters_are_as_many_as_the_letters(text: str) -> None:
    small = in_small_letters(text)
    assert len(small) == len(text)
    assert small == text.lower() or not text.isascii()
    assert all(one == other or other == one.lower() for one, other in zip(text, small, strict=True))


@given(st.lists(st.text("abCD", min_size=1), max_size=4))
def test_the_last_word_is_in_small_letters(words: list[str]) -> None:
    assert last_word(" ".join(words)) == (words[-1].lower() if words else "")
