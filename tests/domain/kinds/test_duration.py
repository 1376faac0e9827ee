"""Durations carry sixty minutes into the hour."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain.kinds import Duration

KIND = Duration(0, 10_000)
KIND_OF_WEEKS = Duration(0, 100_000)


@given(minutes=st.integers(0, 10_000))
def test_minutes_beside_hours_stay_below_sixty(minutes: int) -> None:
    hours, rest = divmod(minutes, 60)
    assert KIND.read(f"{hours}h {rest}m") == minutes
    assert KIND.read(f"{minutes}m") == minutes
    parts = [part for part, number in ((f"{hours}h", hours), (f"{rest}m", rest)) if number]
    assert KIND.write(minutes) == (" ".join(parts) or "0m")


@pytest.mark.parametrize(
    ("minutes", "written", "shown"),
    [
        (135, "2h 15m", "2 hr 15 min"),
        (45, "45m", "45 min"),
        (120, "2h", "2 hr"),
        (0, "0m", "0 min"),
        (60, "1h", "1 hr"),
        (1565, "26h 5m", "26 hr 5 min"),
    ],
)
def test_durations_are_written_and_shown_as_documented(minutes: int, written: str, shown: str) -> None:
    assert KIND.write(minutes) == written
    assert KIND.show(minutes) == shown
    assert KIND.read(written) == minutes


@pytest.mark.parametrize(
    ("minutes", "written", "shown"),
    [
        (30 * 60, "1d 6h", "1 day 6 hr"),
        (1440, "1d", "1 day"),
        (10 * 1440, "10d", "10 days"),
        (7 * 1440, "1w", "1 week"),
        (14 * 1440, "2w", "2 weeks"),
        (1445, "1d 5m", "1 day 5 min"),
        (135, "2h 15m", "2 hr 15 min"),
        (0, "0m", "0 min"),
    ],
)
def test_days_and_weeks_are_written_and_shown_where_the_slot_says_so(
    minutes: int, written: str, shown: str
) -> None:
    kind = Duration(0, 100_000, days=True)
    assert kind.write(minutes) == written
    assert kind.show(minutes) == shown
    assert kind.read(written) == KIND_OF_WEEKS.read(written) == minutes


@pytest.mark.parametrize(
    "text",
    [
        *("1d 24h", "2h 3d", "d", "1d 90m", "1w 7d", "1.5d", "2-3d", "1d  2h"),
        *("h", "m", "2", "2 h", "2h60m", "1h 75m", "-5m", "02h", "1.5h", "2h 15", "15m 2h", "2H", " "),
        *("2h  15m", "2h\t15m", "9" * 8 + "h", "nan", "2h 15m 3s", "٢h"),
    ],
)
def test_what_is_not_a_duration_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a duration such as 2h 15m, got "):
        KIND.read(text)


def test_values_beyond_the_bounds_or_between_the_steps_are_refused() -> None:
    kind = Duration(29, 121, step=5)
    assert kind.span() == (30, 120, 5)
    for text in ("25m", "29m", "31m", "2h 1m", "2h 5m"):
        with pytest.raises(ValueError, match="from 30m to 2h in steps of 5m, got"):
            kind.read(text)


@pytest.mark.parametrize("bounds", [(-1, 5), (0, 600_000), (7, 3)])
def test_bounds_that_no_cell_can_hold_are_refused(bounds: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"^expected .*, got "):
        Duration(*bounds)
