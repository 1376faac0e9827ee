"""What no inert text may say: every word that the lexicon compares, counts, denies or joins with."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import Place
from cocoa_core.lexicon import BE_COMPARISONS, COMPARISONS, NO_NOUN, NUMBER_WORDS, WORSE
from cocoa_core.loading import ScalarNode
from cocoa_core.loading.inert_texts import MEANT_WORDS, closing_of, opening_of, reason_of
from cocoa_core.loading.mistakes import RefusedError

LINKS = {"a", "and", "at", "better", "day", "from", "in", "is", "on", "or", "same", "that", "the", "to"}
"""Words of comparison phrases that mean nothing without the others."""
READERS: list[tuple[Callable[[ScalarNode], str], str]] = [
    (opening_of, "We, my wife and I, like {} things."),
    (closing_of, "Like {} things, as I do."),
    (reason_of, "my wife and I like {} things"),
]


def node(text: str) -> ScalarNode:
    return ScalarNode(Place("f", 1, 1), text, text)


def compared() -> set[str]:
    """Every word of a comparison phrase."""
    tables = [*COMPARISONS.values(), *BE_COMPARISONS.values()]
    phrases = [phrase for table in tables for phrases in table.values() for phrase in phrases]
    return {word for phrase in [*phrases, NO_NOUN, WORSE] for word in re.sub(r"\{.*?\}", "", phrase).split()}


def test_every_word_that_compares_or_counts_is_refused() -> None:
    assert compared() - LINKS <= MEANT_WORDS
    assert {*NUMBER_WORDS, "if", "unless", "only", "not", "without", "except", "no"} <= MEANT_WORDS


@pytest.mark.parametrize(("read", "text"), READERS)
@given(
    word=st.sampled_from(sorted(MEANT_WORDS | {"don't", "Isn’t"})), upper=st.booleans(), hyphen=st.booleans()
)
def test_they_are_refused_wherever_they_stand(
    read: Callable[[ScalarNode], str], text: str, word: str, upper: bool, hyphen: bool
) -> None:
    assert read(node(text.format("new"))) == text.format("new")
    said = word.upper() if upper else word
    with pytest.raises(RefusedError, match="holds the word"):
        read(node(text.format(f"{said}-star" if hyphen else said)))


@pytest.mark.parametrize(("read", "text"), READERS)
@given(st.sampled_from(list('0123456789٣½$%€()[]{}<>"*_=+/\\|:;~#@^`')))
def test_numbers_and_odd_signs_are_refused(read: Callable[[ScalarNode], str], text: str, sign: str) -> None:
    with pytest.raises(RefusedError):
        read(node(text.format(sign)))


def test_words_that_hold_a_refused_one_are_let_be() -> None:
    text = "Someone told me about a nonstop thunderstorm, and another matter."
    assert closing_of(node(text)) == text
