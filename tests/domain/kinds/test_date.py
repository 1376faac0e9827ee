"""Dates are days of the calendar, whatever the locale."""

from __future__ import annotations

import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain.kinds import Date

LAST = datetime.date.max.toordinal()
KIND = Date(1, LAST)


@given(day=st.dates())
def test_days_are_kept_as_their_ordinal(day: datetime.date) -> None:
    assert KIND.read(day.isoformat()) == day.toordinal()
    assert KIND.write(day.toordinal()) == day.isoformat()
    months = "JanFebMarAprMayJunJulAugSepOctNovDec"
    month = months[3 * day.month - 3 : 3 * day.month]
    assert KIND.show(day.toordinal()) == f"{month} {day.day}, {day.year}"


@pytest.mark.parametrize(
    "text",
    ["20270417", "2027-W15-6", "2027-4-17", "17.04.2027", "2027-04-17T00", "Apr 17, 2027", "٢٠٢٧-٠٤-١٧"],
)
def test_what_is_not_an_iso_date_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a date such as 2027-04-17, got "):
        KIND.read(text)


@pytest.mark.parametrize("text", ["2027-02-29", "2027-13-01", "0000-01-01", "2027-04-31"])
def test_days_that_the_calendar_lacks_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a day of the calendar, got "):
        KIND.read(text)


def test_days_beyond_the_bounds_are_refused() -> None:
    kind = Date(datetime.date(2027, 4, 1).toordinal(), datetime.date(2027, 4, 30).toordinal())
    for text in ("2027-03-31", "2027-05-01"):
        with pytest.raises(ValueError, match="from 2027-04-01 to 2027-04-30, got"):
            kind.read(text)


@pytest.mark.parametrize("bounds", [(0, 5), (1, LAST + 1), (9, 8)])
def test_bounds_outside_the_calendar_are_refused(bounds: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"^expected .*, got "):
        Date(*bounds)
