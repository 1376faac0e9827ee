from __future__ import annotations

from datetime import date
from decimal import Decimal
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.importing import nice_step, plain, read_minutes
from cocoa_core.importing.columns.measures import slack_bounds
from cocoa_core.scaffolding.proposals import rules
from cocoa_core.scaffolding.proposals.rules import draw_of, numbers_of

PLACES = st.integers(0, 4)
WHOLES = st.lists(st.integers(-(10**9), 10**9), min_size=13, max_size=60, unique=True)


@given(WHOLES, PLACES)
def test_every_drawn_point_lies_between_the_numbers_and_there_are_several(
    wholes: list[int], places: int
) -> None:
    numbers = sorted(Decimal(whole).scaleb(-places) for whole in wholes)
    settings = {"kind": "quantity", "unit": "number", "decimals": places}
    draw = draw_of(settings, numbers)
    assert draw is not None
    if "fixed" in draw:
        assert len(draw["fixed"]) > 2
        assert all(numbers[0] < Decimal(str(point)) < numbers[-1] for point in draw["fixed"])
    elif "grid" in draw:
        assert Decimal(str(draw["grid"])) * 3 <= numbers[-1] - numbers[0]
    else:
        assert draw == {"quantiles": 10}


@given(st.lists(st.integers(0, 40_000), min_size=13, max_size=60, unique=True))
def test_steps_of_durations_cut_their_range_into_a_few(minutes: list[int]) -> None:
    draw = draw_of({"kind": "duration"}, sorted(map(Decimal, minutes)))
    assert draw is not None
    assert 1 <= read_minutes(draw["grid"].replace("h", " h ").replace("m", " min")) <= 14_400


@given(WHOLES, PLACES)
def test_bounds_hold_all_numbers_and_do_not_cross_zero_for_nothing(wholes: list[int], places: int) -> None:
    numbers = [Decimal(whole).scaleb(-places) for whole in wholes]
    low, high = slack_bounds(numbers, places)
    assert low <= min(numbers)
    assert max(numbers) <= high
    assert low >= 0 or min(numbers) < 0
    assert plain(low) == low


@given(st.decimals("0.0001", 10**9), st.integers(1, 30))
def test_a_nice_step_is_one_two_or_five_and_small_enough(span: Decimal, parts: int) -> None:
    step = nice_step(span, parts, Decimal("0.0001"))
    assert span / step <= parts
    assert step.normalize().as_tuple().digits in ((1,), (2,), (5,))


@pytest.mark.parametrize(("first", "last", "step"), [(1983, 2023, 5), (1999, 2012, 1), (1905, 2020, 10)])
def test_days_over_many_years_begin_round_years(first: int, last: int, step: int) -> None:
    low, high = date(first, 5, 4).toordinal(), date(last, 5, 4).toordinal()
    draw = draw_of({"kind": "date"}, [Decimal(low + (high - low) * number // 60) for number in range(61)])
    assert draw is not None
    days = [date.fromisoformat(day) for day in draw["fixed"]]
    assert all((day.month, day.day, day.year % step) == (1, 1, 0) for day in days)
    assert {after.year - before.year for before, after in pairwise(days)} == {step}


@given(st.lists(st.dates(date(1900, 1, 1), date(2100, 1, 1)), min_size=13, max_size=60, unique=True))
def test_days_are_the_first_or_the_middle_of_a_month_where_they_lie_far_apart(days: list[date]) -> None:
    draw = draw_of({"kind": "date"}, sorted(Decimal(day.toordinal()) for day in days))
    assert draw is not None
    if "fixed" in draw:
        assert 2 <= len(draw["fixed"]) <= 40
        assert {date.fromisoformat(day).day for day in draw["fixed"]} <= {1, 15}
        assert min(days) < date.fromisoformat(draw["fixed"][0])
        assert date.fromisoformat(draw["fixed"][-1]) < max(days)


def test_days_of_two_years_are_firsts_of_months() -> None:
    days = [Decimal(date(2023, 1, 4).toordinal() + 9 * number) for number in range(80)]
    draw = draw_of({"kind": "date"}, days)
    assert draw is not None
    assert set(draw["fixed"]) >= {"2023-07-01", "2024-01-01", "2024-07-01"}


@given(st.lists(st.integers(1, 10**6), min_size=40, max_size=60, unique=True))
def test_skewed_numbers_are_cut_at_round_ones(roots: list[int]) -> None:
    draw = draw_of({"kind": "quantity", "unit": "number"}, sorted(Decimal(root**3) for root in roots))
    assert draw is not None
    for point in draw.get("fixed", ()):
        digits = str(point).rstrip("0")
        assert len(digits) == 1 or (len(digits) == 2 and digits[1] == "5")


def test_steps_are_of_five_rather_than_two_above_twenty() -> None:
    numbers = [Decimal(number) for number in range(30, 51)]
    assert draw_of({"kind": "quantity", "unit": "number"}, numbers) == {"grid": 5}


def test_a_kind_that_proposals_do_not_know_reads_its_own_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    cells = ["19:40", "", "08:05"]
    known = numbers_of({"kind": "clock"}, cells)
    monkeypatch.delitem(rules._READ, "clock")  # type: ignore[attr-defined]
    assert numbers_of({"kind": "clock"}, cells) == known == [485, 1180]
