"""Lists: each and any speak of items, total and count of all of them; the empty list has only a count."""

from __future__ import annotations

import operator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain import Test
from cocoa_core.domain.kinds import Duration, NumberList, Quantity

KIND = NumberList(Duration(30, 600), 0, 3)
COMPARE = {"less": operator.lt, "at_most": operator.le, "more": operator.gt, "at_least": operator.ge}
lists = st.lists(st.integers(30, 600) | st.sampled_from([59, 60, 61]), max_size=3).map(tuple)


@given(value=lists, op=st.sampled_from(sorted(COMPARE)), arg=st.integers(29, 601) | st.just(60))
def test_each_and_any_go_through_the_items(value: tuple[int, ...], op: str, arg: int) -> None:
    held = [COMPARE[op](item, arg) for item in value]
    assert KIND.evaluate(Test(op, (arg,), "each"), value) is (all(held) if value else None)
    assert KIND.evaluate(Test(op, (arg,), "any"), value) is (any(held) if value else None)
    assert KIND.evaluate(Test(op, (arg,), "total"), value) is (
        COMPARE[op](sum(value), arg) if value else None
    )
    assert KIND.evaluate(Test(op, (arg % 4,), "count"), value) is COMPARE[op](len(value), arg % 4)


@given(value=lists.filter(bool))
def test_measures_are_what_the_tests_compare(value: tuple[int, ...]) -> None:
    assert KIND.measure("total", value) == sum(value)
    assert KIND.measure("count", value) == len(value)
    assert KIND.measure("each", value) == max(value)
    assert KIND.measure("any", value) == min(value)
    assert KIND.measure(None, value) is None


def test_the_empty_list_has_no_measure_but_its_count() -> None:
    assert [KIND.measure(over, ()) for over in ("each", "any", "total", "count")] == [None, None, None, 0]


def test_items_keep_their_order() -> None:
    assert KIND.read("2h 15m;45m; 45m") == (135, 45, 45)
    assert KIND.write((135, 45)) == "2h 15m; 45m"
    assert KIND.show((135, 45)) == "2 hr 15 min; 45 min"
    prices = NumberList(Quantity(0, 500_000, unit="money", symbol="$"), 1, 2)
    assert prices.show((129_950, 5_000)) == "$1,299.50; $50"
    assert prices.read("1299.50; 50") == (129_950, 5_000)


def test_the_empty_list_is_an_empty_cell_unless_that_is_a_missing_one() -> None:
    assert (KIND.write(()), KIND.show(()), KIND.read(""), KIND.read("none")) == ("", "none", (), ())
    both = NumberList(Duration(30, 600), 0, 3, missing=True)
    assert (both.write(()), both.read("none"), both.read("")) == ("none", (), None)


@pytest.mark.parametrize("text", ["45", "45m;", "45m;;1h", "29m", "45m, 1h", "45m; none", "1h; 1h; 1h; 1h"])
def test_unfit_items_and_too_many_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected .*, got "):
        KIND.read(text)


def test_totals_may_exceed_what_an_item_can() -> None:
    assert KIND.read_arg("less", "total", "29h") == 1740
    assert KIND.write_arg("less", "total", 1740) == "29h"
    assert KIND.read_arg("less", "count", "3") == 3


@pytest.mark.parametrize("op", ["is", "one_of", "between", "within"])
@pytest.mark.parametrize("over", ["each", "any"])
def test_items_are_compared_with_one_bound_only(op: str, over: str) -> None:
    with pytest.raises(ValueError, match=rf"^expected one of the tests .* over {over}, got"):
        KIND.evaluate(Test(op, (60, 90), over), (60,))


def test_items_that_can_be_missing_are_refused() -> None:
    with pytest.raises(ValueError, match="expected items that cannot be missing"):
        NumberList(Duration(0, 5, missing=True), 0, 1)
