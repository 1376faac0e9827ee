"""A number stands with its noun in the form that it takes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.counts import counted


def test_only_one_is_said_without_an_s() -> None:
    assert [counted(number, "row") for number in (0, 1, 2)] == ["0 rows", "1 row", "2 rows"]


@given(st.integers(0, 10**12))
def test_the_number_reads_back_in_groups_of_three_digits(number: int) -> None:
    said, _, noun = counted(number, "free wording").partition(" ")
    first, *groups = said.split(",")
    assert int("".join((first, *groups))) == number
    assert 1 <= len(first) <= 3
    assert {len(group) for group in groups} <= {3}
    assert noun.removesuffix("s") == "free wording"
