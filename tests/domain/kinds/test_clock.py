"""Clock times are minutes after midnight; days before the reference day decide nothing."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain import Test
from cocoa_core.domain.kinds import Clock

PLAIN, DAYS = Clock(), Clock(day_offset=True)


@given(minutes=st.integers(0, 1439))
def test_both_clocks_agree_with_the_calendar_library(minutes: int) -> None:
    time = datetime.time(minutes // 60, minutes % 60)
    assert PLAIN.write(minutes) == time.strftime("%H:%M")
    twelve = time.strftime("%I:%M").lstrip("0") + (" AM" if time.hour < 12 else " PM")
    assert PLAIN.show(minutes) == twelve
    assert datetime.datetime.strptime(PLAIN.show(minutes), "%I:%M %p").time() == time


@pytest.mark.parametrize(
    ("minutes", "written", "shown"),
    [
        (0, "00:00", "12:00 AM"),
        (30, "00:30", "12:30 AM"),
        (720, "12:00", "12:00 PM"),
        (750, "12:30", "12:30 PM"),
        (1180, "19:40", "7:40 PM"),
        (1180 + 1440, "19:40+1", "7:40 PM (+1 day)"),
        (30 + 2880, "00:30+2", "12:30 AM (+2 days)"),
        (1080 - 1440, "18:00-1", "6:00 PM (-1 day)"),
        (-1, "23:59-1", "11:59 PM (-1 day)"),
    ],
)
def test_times_are_written_and_shown_as_documented(minutes: int, written: str, shown: str) -> None:
    assert DAYS.write(minutes) == written
    assert DAYS.show(minutes) == shown
    assert DAYS.read(written) == minutes


@given(
    minutes=st.integers(-1440, -1),
    op=st.sampled_from(["less", "at_most", "more", "at_least", "is", "one_of"]),
    arg=st.integers(-1440, 2880),
)
def test_a_time_before_the_reference_day_decides_no_test(minutes: int, op: str, arg: int) -> None:
    assert DAYS.evaluate(Test(op, (arg,)), minutes) is None
    assert DAYS.evaluate(Test("within", (arg, arg + 60)), minutes) is None
    assert DAYS.measure(None, minutes) is None
    assert DAYS.evaluate(Test(op, (arg,)), 0) is not None


def test_the_next_day_is_later_than_every_time_of_this_day() -> None:
    assert DAYS.evaluate(Test("less", (1439,)), DAYS.read("00:30+1")) is False
    assert DAYS.evaluate(Test("more", (1439,)), DAYS.read("00:30+1")) is True


@pytest.mark.parametrize(
    "text",
    [
        *("24:00", "7:40", "12:60", "12:30 AM", "0730", "12:30:00", "٠٧:٤٠"),
        *("12:30+0", "12:30+", "12:30+10", "-1:30"),
    ],
)
def test_what_is_not_a_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a time such as 07:40 or 00:30\+1, got "):
        DAYS.read(text)


def test_days_are_refused_where_they_are_not_kept_or_too_far() -> None:
    with pytest.raises(ValueError, match=r"^expected a time such as 07:40 or 19:40, got '12:30\+1'$"):
        PLAIN.read("12:30+1")
    for text in ("23:59-2", "00:00+4"):
        with pytest.raises(ValueError, match=r"from 00:00-1 to 23:59\+3, got"):
            DAYS.read(text)


def test_times_between_steps_are_refused() -> None:
    with pytest.raises(ValueError, match="from 00:00 to 23:55 in steps of 5 minutes, got '12:31'"):
        Clock(step=5).read("12:31")


@pytest.mark.parametrize("days", [(2, 1), (-10, 0), (0, 10)])
def test_days_that_no_cell_can_hold_are_refused(days: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"^expected .*, got "):
        Clock(day_offset=True, earliest_day=days[0], latest_day=days[1])
