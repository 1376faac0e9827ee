"""Lists are read in every way there is, against a reader that tries everything; and in bounded steps."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.independent import StepBudget, StepBudgetExceededError
from cocoa_core.independent.clause_reading import MOST_ITEMS, read_list

PIECES = ("a", "b", "c", ", ", " or ", " and ", "both ", "all of ", "a, b", "a or b", "b and c", "")


def known(words: set[str], text: str) -> str:
    if text not in words:
        raise ValueError(text)
    return text


def by_trying(text: str, joint: str) -> Iterator[list[str]]:
    """Every way to cut the text at one joint, and before it at any commas."""
    yield [text]
    for index in range(len(text)):
        if text.startswith(joint, index):
            yield from ([*items, text[index + len(joint) :]] for items in cuts(text[:index]))


def cuts(text: str) -> Iterator[list[str]]:
    yield [text]
    for index in range(len(text)):
        if text.startswith(", ", index):
            yield from ([text[:index], *items] for items in cuts(text[index + 2 :]))


def expected(text: str, conjunction: str, words: set[str]) -> set[tuple[str, ...]]:
    some, fitting = "", range(1, 1000)
    if conjunction == "and":
        fitting = range(1, 3)
        for said, numbers in (("both ", range(2, 3)), ("all of ", range(3, 1000))):
            if text.startswith(said):
                some, fitting = said, numbers
    return {
        tuple(sorted(items))
        for items in by_trying(text.removeprefix(some), f" {conjunction} ")
        if words.issuperset(items) and len(set(items)) == len(items) and len(items) in fitting
    }


@given(
    st.lists(st.sampled_from(PIECES), max_size=9).map("".join),
    st.sampled_from(("or", "and")),
    st.sets(st.sampled_from([*PIECES, "c or a", "a, b, c", "or"])),
)
def test_a_list_is_read_in_every_way_and_in_no_other(text: str, conjunction: str, words: set[str]) -> None:
    words -= {"", ", ", " or ", " and "}
    found = list(read_list(text, conjunction, lambda part: known(words, part), StepBudget()))
    assert set(found) == expected(text, conjunction, words)


def steps_for(text: str, words: set[str]) -> int:
    steps = StepBudget(10**9)
    assert list(read_list(text, "or", lambda part: known(words, part), steps)) == []
    return 10**9 - steps.left


def test_what_comes_to_nothing_takes_steps_by_the_square_at_most() -> None:
    """Twice the items, at most some four times the steps, where trying each division would square them."""
    words = {", ".join(["a"] * times) for times in range(1, 30)}
    sizes = [steps_for(f"{', '.join(['a'] * size)}, x or a", words) for size in (50, 100, 200)]
    assert sizes[1] < 4.5 * sizes[0]
    assert sizes[2] < 4.5 * sizes[1]


def test_too_many_divisions_run_out_of_steps() -> None:
    words = {*"abc", *(", ".join(["a", "b"] * times) for times in range(1, 40))}
    with pytest.raises(StepBudgetExceededError):
        list(
            read_list(
                f"{', '.join(['a', 'b'] * 30)} or c", "or", lambda part: known(words, part), StepBudget(2_000)
            )
        )


@pytest.mark.parametrize(("items", "ways"), [(MOST_ITEMS, 1), (MOST_ITEMS + 2, 0)])
def test_a_list_has_only_so_many_items(items: int, ways: int) -> None:
    words = {f"w{number}" for number in range(items)}
    text = f"{', '.join(sorted(words)[:-1])} or {max(words)}"
    assert len(list(read_list(text, "or", lambda part: known(words, part), StepBudget()))) == ways
