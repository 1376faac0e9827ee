"""Ordered tests are constant between their cuts, and mean what the words say at every boundary."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain.kinds import ORDERED_OPS, cuts
from cocoa_core.domain.kinds.ordered import holds, stretches

numbers = st.integers(-6, 6)


def _args(op: str) -> st.SearchStrategy[tuple[int, ...]]:
    if op in ("between", "within"):
        return st.tuples(numbers, numbers).map(sorted).map(tuple)
    most = 3 if op == "one_of" else 1
    return st.lists(numbers, min_size=1, max_size=most, unique=True).map(sorted).map(tuple)


ordered = st.sampled_from(sorted(ORDERED_OPS)).flatmap(lambda op: st.tuples(st.just(op), _args(op)))


@given(test=ordered)
def test_truth_changes_at_cuts_only(test: tuple[str, tuple[int, ...]]) -> None:
    changes = {value for value in range(-9, 10) if holds(*test, value) is not holds(*test, value - 1)}
    assert changes <= set(cuts(*test))


@pytest.mark.parametrize(
    ("op", "args", "truths"),
    [
        ("less", (1,), [True, False, False, False]),
        ("at_most", (1,), [True, True, False, False]),
        ("more", (1,), [False, False, True, True]),
        ("at_least", (1,), [False, True, True, True]),
        ("is", (1,), [False, True, False, False]),
        ("one_of", (1, 3), [False, True, False, True]),
        ("within", (1, 2), [False, True, True, False]),
        ("between", (0, 3), [None, True, True, None]),
        ("between", (1, 2), [False, None, None, False]),
        ("between", (1, 1), [False, None, False, False]),
    ],
)
def test_each_test_means_what_it_says(op: str, args: tuple[int, ...], truths: list[bool | None]) -> None:
    assert [holds(op, args, value) for value in range(4)] == truths


@given(points=st.sets(numbers), low=numbers, width=st.integers(0, 8), step=st.integers(1, 4))
def test_stretches_begin_at_the_first_legal_value_after_each_cut(
    points: set[int], low: int, width: int, step: int
) -> None:
    low -= low % step
    legal = range(low, low + width * step + 1, step)
    side = {value: sum(point <= value for point in points) for value in legal}
    first = [value for value in legal if value == low or side[value] != side[value - step]]
    assert stretches(points, low, legal[-1], step) == first


@pytest.mark.parametrize("op", ["", "not", "any"])
def test_other_tests_are_refused(op: str) -> None:
    for meaning in (lambda: holds(op, (1,), 1), lambda: cuts(op, (1,))):
        with pytest.raises(ValueError, match=r"^expected one of the tests at_least, at_most, between"):
            meaning()
