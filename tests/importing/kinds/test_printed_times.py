"""Durations, clock times and days: each is read from several writings, the same in all of them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.importing import read_minutes, read_time
from cocoa_core.importing.kinds.date import read_day
from cocoa_core.importing.kinds.duration import read_seconds


@given(st.integers(0, 500), st.integers(0, 59))
def test_a_duration_is_the_same_in_every_writing(hours: int, minutes: int) -> None:
    wanted = 60 * hours + minutes
    for text in (
        f"{hours} hr {minutes} min ",
        f"{hours}h{minutes:02d}",
        f"{hours} h {minutes:02d}",
        f"{hours}h {minutes}m",
        f"{hours} hours and {minutes} minutes",
        f"{wanted} min",
        f"PT{hours}H{minutes}M",
        f"{hours // 24} days {hours % 24} hr {minutes} min",
        f"{hours // 24} days {hours % 24:02d}:{minutes:02d}:00",
        f"{60 * wanted} s",
    ):
        assert read_minutes(text) == wanted, text
    assert read_minutes(f"{hours}:{minutes:02d}", colon=True) == wanted


@given(st.integers(0, 500), st.integers(0, 59), st.integers(0, 59))
def test_seconds_are_the_same_in_every_writing(hours: int, minutes: int, seconds: int) -> None:
    for text in (
        f"{hours}:{minutes:02d}:{seconds:02d}",
        f"{hours}h {minutes}m {seconds}s",
        f"{hours // 24} days {hours % 24:02d}:{minutes:02d}:{seconds:02d}",
        f"PT{hours}H{minutes}M{seconds}S",
    ):
        assert read_seconds(text) == 3600 * hours + 60 * minutes + seconds, text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2:15",
        "135",
        "1 hr 75 min",
        "90 s",
        "1.51 min",
        "5",
        "2 h 5",
        "min",
        "1 h 1 h",
        "2 months",
        "1.5 h 3 min",
    ],
)
def test_durations_that_are_not_clear_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected a duration"):
        read_minutes(text)


@given(st.integers(0, 23), st.integers(0, 59), st.integers(-1, 3))
def test_a_time_is_the_same_in_every_writing(hour: int, minute: int, day: int) -> None:
    wanted = 60 * hour + minute + 1440 * day
    half = "PM" if hour >= 12 else "AM"
    twelve = f"{(hour - 1) % 12 + 1}:{minute:02d}"
    days = [f"{day:+d}", f" {day:+d}", f" ({day:+d} day{'s' * (abs(day) > 1)})"] if day else [""]
    for after in days:
        for time in (
            f"{hour:02d}:{minute:02d}",
            f"{twelve} {half}",
            f"{twelve}{half.lower()}",
            f"{twelve} {half[0]}.M.",
        ):
            assert read_time(time + after, day_offset=True) == wanted
            if day:
                with pytest.raises(ValueError, match="expected a time"):
                    read_time(time + after)
    if not day:
        assert read_time(f"{hour}:{minute:02d}:00") == wanted


def test_noon_is_noon_and_half_past_midnight_comes_first() -> None:
    assert read_time("noon") == read_time("12 PM") == 720
    assert read_time("12:30 AM") == 30


@pytest.mark.parametrize(
    "text",
    ["", "14", "24:00", "midnight", "13:05 PM", "0:30 AM", "7:60", "7:40:30", "7:40 PM+10", "now", "7.40"],
)
def test_times_that_are_not_clear_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected a time"):
        read_time(text, day_offset=True)


@given(st.dates(date(1000, 1, 1)))
def test_a_day_is_the_same_in_every_writing(day: date) -> None:
    for text in (
        f"{day:%Y-%m-%d}",
        f"{day:%Y/%m/%d}",
        f"{day:%Y-%m-%d}T14:05:00Z",
        f"{day:%Y-%m-%d} 00:00:00",
        f"{day:%b} {day.day}, {day.year}",
        f"{day.day} {day:%B} {day.year}",
        f"{day:%a}, {day:%B} {day.day}th, {day.year}",
        f"{day.day}-{day:%b}-{day.year}",
        f"{day.year}年{day.month}月{day.day}日",
        f"{day.year}년 {day.month}월 {day.day}일",
        f"{day:%d/%b}/{day.year} 11:58 AM",
    ):
        assert read_day(text) == day.toordinal(), text
    assert read_day(f"{day:%m/%d/%Y}", "mdy") == read_day(f"{day:%d.%m.%Y}", "dmy") == day.toordinal()


@given(st.dates(date(1970, 1, 1), date(2029, 12, 31)))
def test_two_digits_are_a_year_where_all_programs_agree_on_the_century(day: date) -> None:
    assert read_day(f"{day:%m/%d/%y}", "mdy") == read_day(f"{day:%d/%m/%y}", "dmy") == day.toordinal()
    assert read_day(f"{day.day}-{day:%b-%y}") == read_day(f"{day:%d/%b/%y 2:05 PM}") == day.toordinal()
    for unclear in (f"{day:%m/%d}/{30 + day.year % 40}", f"{day:%d.%m.%y}"):
        with pytest.raises(ValueError, match="expected a"):
            read_day(unclear, "dmy")


@given(st.dates(date(1000, 1, 1)))
def test_numbers_alone_are_a_day_only_where_one_cannot_be_the_month(day: date) -> None:
    texts = (f"{day:%m/%d/%Y}", f"{day:%d/%m/%Y}")
    for text in texts:
        if day.day > 12 or day.day == day.month:
            assert read_day(text) == day.toordinal()
        else:
            with pytest.raises(ValueError, match="expected a date"):
                read_day(text)


@pytest.mark.parametrize(
    "text", ["", "2026", "Mar 2026", "3/4/26", "2026-02-30", "20260301", "1 Foo 2026", "2026-03/01"]
)
def test_days_that_are_not_clear_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected a"):
        read_day(text)
