"""What is laid out in a prompt is found in it again, whatever stands around it."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.families.selection import Option
from cocoa_core.families.selection.prompting.layout import (
    find_condition,
    find_letters,
    find_question,
    option_text,
    printed_options,
)

WORDS = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S")), min_size=1, max_size=12)
SHOWN = st.dictionaries(WORDS.filter(lambda word: ":" not in word), WORDS, min_size=1, max_size=4)


@given(WORDS, st.lists(SHOWN, min_size=2, max_size=5))
def test_a_question_is_found_as_it_was_laid_out(request: str, shown: list[dict[str, str]]) -> None:
    blocks = [option_text(Option(letter, "", one)) for letter, one in zip("ABCDE", shown, strict=False)]
    example = "Request:\nan example\n\nOptions:\nOption A\n- Price: $1\n\nAnswer: A\n"
    options = "\n\n".join(blocks)
    text = f"{example}\nRequest:\n{request}\n\nOptions:\n{options}\n\nWhich is it?\nAnswer: X"
    question = find_question(text)
    assert question is not None
    assert question.request == request
    labels = {label for one in shown for label in one}
    assert question.values(sorted(labels)) == dict(zip("ABCDE", shown, strict=False))


@given(WORDS, st.lists(SHOWN, min_size=2, max_size=5))
def test_a_question_that_is_printed_as_groundcocoas_is_found(
    request: str, shown: list[dict[str, str]]
) -> None:
    options = [Option(letter, "", one) for letter, one in zip("ABCDE", shown, strict=False)]
    example = "Q. an example\n\nOption A:{'Price': '$1'}\n\nAnswer is Option A\n\n"
    question = find_question(f"{example}Q. {request}\n\n{printed_options(options)}\nOption F:{{1 2}}")
    assert question is not None
    assert question.request == request
    labels = {label for one in shown for label in one}
    assert question.values(sorted(labels)) == dict(zip("ABCDE", shown, strict=False))


def test_of_two_labels_that_begin_a_line_the_longer_is_meant() -> None:
    text = f"Request:\nx\n\nOptions:\n{option_text(Option('A', '', {'Meals: hot': 'no', 'Meals': 'yes'}))}"
    question = find_question(text)
    assert question is not None
    assert question.values(["Meals", "Meals: hot"]) == {"A": {"Meals: hot": "no", "Meals": "yes"}}


def test_a_condition_and_letters_are_found_where_there_are_any() -> None:
    assert find_condition("...\nCondition 2 of 3:\nIt has to fly.\n\nCheck") == "It has to fly."
    assert find_condition("These were all 3 conditions.") is None
    assert find_letters("well\nMet by: A, C") == {"A", "C"}
    assert find_letters("Met by: none") == frozenset()
    assert find_letters("Answer: A") is None
    assert find_question("Answer: A") is None
