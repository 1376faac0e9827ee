from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.importing.kinds.printed_amounts import read_amount

NUMBERS = st.decimals(-(10**9), 10**9, places=2)


@given(
    NUMBERS, st.sampled_from(["", "$", "€", "CHF ", "US$"]), st.sampled_from(["", " kg", "%", "/5", " km/h"])
)
def test_english_and_continental_writing_give_the_same_number(
    number: Decimal, before: str, after: str
) -> None:
    english = f"{number:,}"
    continental = english.replace(",", " ").replace(".", ",").replace(" ", ".")
    for text, decimal in ((english, None), (english, "."), (continental, ",")):
        amount = read_amount(f"{before}{text}{after}", decimal)
        assert (amount.number, amount.before, amount.unit) == (number, before.strip(), after.strip())
    assert read_amount(f"{before}{continental}{after}").number == number  # two decimals: not English


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1,299", "1299"),
        ("1.299", "1.299"),
        ("1,5", "1.5"),
        ("1.299.000", "1299000"),
        ("1 299", "1299"),
        ("1\u202f299,50", "1299.5"),
        ("1'299.50", "1299.5"),
        ("12,34,567", "1234567"),
        ("1,25,000.50", "125000.5"),
        (".5", "0.5"),
        ("500,-", "500"),
        ("1.299,– €", "1299"),
        ("CHF 1'500.-", "1500"),
        ("1.500.-", "1500"),
        ("1,500,--", "1500"),
        ("−14", "-14"),
        ("$-5", "-5"),
        ("1e-05", "0.00001"),
        ("21", "21"),
    ],
)
def test_signs_of_every_country(text: str, number: str) -> None:
    assert read_amount(text).number == Decimal(number)


@pytest.mark.parametrize(
    "text",
    [
        *("", "-", "$", "12,345,67", "1,2,3", "5-7", "5 to 7 kg", "12:30", "3/4/2026", "1.2k", "3 hr 15 min"),
        *("5,-7", "1.5,-", "+-5", "~5", "1.2.3.4", "0x1F", "nan", "inf", "1.299,5.0", "5,", "9" * 40, "2."),
    ],
)
def test_what_is_not_one_number_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_amount(text)
