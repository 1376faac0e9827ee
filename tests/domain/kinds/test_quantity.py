"""Quantities are exact decimals with a unit."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain.kinds import Quantity

WIDE: dict[str, Any] = {"minimum": -(10**9), "maximum": 10**9}


@given(number=st.integers(-(10**9), 10**9), decimals=st.integers(0, 4))
def test_text_is_the_exact_decimal(number: int, decimals: int) -> None:
    kind = Quantity(**WIDE, unit="km", decimals=decimals)
    exact = Decimal(number).scaleb(-decimals)
    assert kind.write(number) == f"{exact:.{decimals}f}"
    assert kind.show(number) == f"{exact:,.{decimals}f} km"
    assert kind.read(str(exact.normalize().__format__("f"))) == number


@given(cents=st.integers(0, 10**9))
def test_money_shows_cents_exactly_where_there_are_any(cents: int) -> None:
    kind = Quantity(**WIDE, unit="money", symbol="$")
    exact = Decimal(cents).scaleb(-2)
    assert kind.show(cents) == (f"${cents // 100:,}" if cents % 100 == 0 else f"${exact:,.2f}")


@pytest.mark.parametrize(
    ("configuration", "number", "written", "shown"),
    [
        ({"unit": "money", "symbol": "$", "decimals": 2}, 129900, "1299", "$1,299"),
        ({"unit": "money", "symbol": "$", "decimals": 2}, 129950, "1299.50", "$1,299.50"),
        ({"unit": "money", "symbol": "$"}, 5, "0.05", "$0.05"),
        ({"unit": "money", "symbol": "CHF"}, 40000, "400", "CHF 400"),
        ({"unit": "money", "symbol": "US$"}, -1800, "-18", "-US$18"),
        ({"unit": "percent"}, 18, "18", "18%"),
        ({"unit": "percent", "signed": True}, 18, "18", "+18%"),
        ({"unit": "percent", "signed": True}, -18, "-18", "-18%"),
        ({"unit": "percent", "signed": True}, 0, "0", "0%"),
        ({"unit": "count"}, 2, "2", "2"),
        ({"unit": "count"}, 1200, "1200", "1,200"),
        ({"unit": "in"}, 31, "31", "31 in"),
        ({"unit": "km", "decimals": 1}, 43, "4.3", "4.3 km"),
        ({"unit": "km", "decimals": 1}, 40, "4.0", "4.0 km"),
        ({"unit": "km", "decimals": 2}, -5, "-0.05", "-0.05 km"),
        ({"unit": "rating", "decimals": 1, "out_of": "5"}, 43, "4.3", "4.3/5"),
        ({"unit": "rating", "decimals": 1}, 43, "4.3", "4.3"),
    ],
)
def test_units_are_written_and_shown_as_documented(
    configuration: dict[str, Any], number: int, written: str, shown: str
) -> None:
    kind = Quantity(**WIDE, **configuration)
    assert kind.write(number) == written
    assert kind.show(number) == shown
    assert kind.read(written) == number


@pytest.mark.parametrize(("text", "cents"), [("399.5", 39950), ("0.5", 50), ("-0", 0), (" 7 ", 700)])
def test_fewer_decimals_than_there_may_be_are_read(text: str, cents: int) -> None:
    assert Quantity(**WIDE, unit="money", symbol="$").read(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        *("nan", "inf", "-inf", "NaN", "1e3", "1,299", "$400", "+18", "18%", "007", ".5", "5.", "1.234"),
        *("0x10", "٣", "1_000", "--1", "-", "- 4", "4\n3", "4\n", "1 0", "4\x00", "\u00a04", "9" * 16),
        "9" * 5000,
    ],
)
def test_what_is_not_a_plain_decimal_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected an amount such as 400 or 399\.50, got ") as caught:
        Quantity(**WIDE, unit="money", symbol="$").read(text)
    assert len(str(caught.value)) < 150


def test_whole_money_has_no_cents_but_tests_of_it_may() -> None:
    kind = Quantity(5000, 200000, unit="money", symbol="$", step=100)
    with pytest.raises(ValueError, match=r"from 50 to 2000 in steps of 1, got '399\.50'$"):
        kind.read("399.50")
    assert kind.read_arg("less", None, "399.50") == 39950


@pytest.mark.parametrize("text", ["49.99", "2000.01", "-60", "3000"])
def test_values_beyond_the_bounds_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="from 50 to 2000, got"):
        Quantity(5000, 200000, unit="money", symbol="$").read(text)


@pytest.mark.parametrize(
    "configuration",
    [
        {"minimum": 2, "maximum": 1},
        {"minimum": 1, "maximum": 3, "step": 5},
        {"minimum": 1, "maximum": 3, "step": 0},
        {"minimum": 0, "maximum": 10**12},
        {"minimum": -(10**14), "maximum": 0, "unit": "money"},
        {"minimum": 0, "maximum": 1, "decimals": 5},
        {"minimum": 0, "maximum": 1, "decimals": -1},
        {"minimum": 0, "maximum": 1, "unit": "a; b"},
        {"minimum": 0, "maximum": 1, "symbol": "\n"},
    ],
)
def test_configurations_without_sense_are_refused(configuration: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"^expected .*, got "):
        Quantity(**configuration)
