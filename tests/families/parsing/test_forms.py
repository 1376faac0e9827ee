"""What is printed is read, what is read is printed, and what is broken is named by its column."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsing_sentences import cogs_forms, lone_words, sentences

from cocoa_core.families.parsing.forms import (
    COGS,
    RECOGS,
    RECOGS_POS,
    RM_X,
    RM_X_P,
    RM_X_PC,
    VARIABLE_FREE,
    Form,
    FormError,
    recogs_of,
    renumbered,
    tree_of,
)
from cocoa_core.families.parsing.grammar import Drawn

ALL = {
    "cogs": COGS,
    "rm-x": RM_X,
    "rm-x-p": RM_X_P,
    "rm-x-pc": RM_X_PC,
    "recogs": RECOGS,
    "recogs-pos": RECOGS_POS,
    "variable-free": VARIABLE_FREE,
}


def in_notation(name: str, drawn: Drawn, seed: int = 0) -> Any:
    """The form of a sentence, as the notation has it."""
    if name == "variable-free":
        return tree_of(drawn.words, drawn.form)
    if name == "recogs-pos":
        return recogs_of(drawn.words, drawn.form)
    if name == "recogs":
        return renumbered(recogs_of(drawn.words, drawn.form), random.Random(seed))
    return drawn.form


@pytest.mark.parametrize("name", ALL)
@given(drawn=sentences() | lone_words(), seed=st.integers(0, 99))
def test_what_is_printed_is_read_in_every_notation(name: str, drawn: Drawn, seed: int) -> None:
    form = in_notation(name, drawn, seed)
    assert ALL[name].read(ALL[name].print(form)) == form


@pytest.mark.parametrize("notation", [COGS, RM_X, RM_X_P, RM_X_PC], ids=str)
@given(form=cogs_forms())
def test_forms_of_any_sense_are_printed_and_read(notation: Any, form: Form) -> None:
    assert notation.read(notation.print(form)) == form


TOKENS = [
    "x",
    "_",
    "(",
    ")",
    ",",
    ".",
    ";",
    "*",
    "AND",
    "LAMBDA",
    "a",
    "=",
    "3",
    "03",
    "Ava",
    "agent",
    "nmod",
]


@pytest.mark.parametrize("name", ALL)
@given(drawn=sentences() | lone_words(), data=st.data())
def test_a_text_is_either_read_to_the_letter_or_its_fault_has_a_column(
    name: str, drawn: Drawn, data: st.DataObject
) -> None:
    tokens = ALL[name].print(in_notation(name, drawn)).split(" ")
    place = data.draw(st.integers(0, len(tokens) - 1))
    put = data.draw(st.lists(st.sampled_from([*TOKENS, ""]), max_size=2))
    text = " ".join([*tokens[:place], *put, *tokens[place + 1 :]])
    column = None
    try:
        assert ALL[name].print(ALL[name].read(text)) == text
    except FormError as error:
        column = error.column
    starts = {1 + sum(len(one) + 1 for one in text.split(" ")[:at]) for at in range(text.count(" ") + 2)}
    assert column is None or column in starts


def test_the_column_is_that_of_the_first_wrong_token() -> None:
    with pytest.raises(FormError) as caught:
        COGS.read("cat ( x _ 1 ) AND see . agent ( x _ 2 x _ 1 )")
    assert (caught.value.column, caught.value.expected, caught.value.got) == (39, "`,`", "`x`")


def test_places_ascend_in_recogs_pos_alone() -> None:
    text = "cat ( 3 ) ; dog ( 1 ) ; see ( 2 ) AND agent ( 2 , 1 ) AND theme ( 2 , 3 )"
    assert RECOGS.print(RECOGS.read(text)) == text
    with pytest.raises(FormError, match="ascend"):
        RECOGS_POS.read(text)


def test_nesting_without_end_is_refused() -> None:
    deep = "see ( agent = " * 1000 + "cat" + " )" * 1000
    with pytest.raises(FormError, match="levels"):
        VARIABLE_FREE.read(deep)
