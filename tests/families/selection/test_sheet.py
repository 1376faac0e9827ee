"""Requests for people to read are drawn by lot: fairly, and by a question's id and the seed alone."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

from attrs import frozen
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.families.selection import Question, drawn_for_reading

IDS = st.lists(st.text("0123456789abcdef", min_size=4, max_size=8), unique=True, max_size=30)


@frozen
class _Asked:
    """As much of a question as a lot hangs on."""

    id: str


def drawn(ids: list[str], count: int, seed: int) -> list[str]:
    questions = cast(Any, [_Asked(name) for name in ids])
    found: list[Question] = drawn_for_reading(questions, count, seed)
    return [question.id for question in found]


@given(IDS, st.integers(1, 40), st.integers(), st.randoms(use_true_random=False))
def test_the_order_of_the_questions_bears_on_no_lot(
    ids: list[str], count: int, seed: int, order: Any
) -> None:
    shuffled = list(ids)
    order.shuffle(shuffled)
    found = drawn(ids, count, seed)
    assert drawn(shuffled, count, seed) == found
    assert len(found) == len(set(found)) == min(count, len(ids))
    assert set(found) <= set(ids)


@given(IDS, st.integers(1, 20), st.integers())
def test_a_longer_sheet_begins_with_the_shorter_one(ids: list[str], count: int, seed: int) -> None:
    assert drawn(ids, count + 5, seed)[:count] == drawn(ids, count, seed)


@given(IDS, st.integers(1, 20), st.integers())
def test_questions_that_are_added_move_no_other_lot(ids: list[str], count: int, seed: int) -> None:
    more = [*ids, "added-1", "added-2"]
    kept = [name for name in drawn(more, len(more), seed) if name in ids]
    assert kept == drawn(ids, len(ids), seed)
    assert kept[:count] == drawn(ids, count, seed)


def test_every_question_is_drawn_as_often_as_any_other() -> None:
    """Of 20 questions, 5 for each of 400 seeds: each 100 times on average, with a spread of 9."""
    ids = [f"{number:016x}" for number in range(20)]
    times = Counter(name for seed in range(400) for name in drawn(ids, 5, seed))
    assert len(times) == 20
    assert all(60 < count < 140 for count in times.values())
