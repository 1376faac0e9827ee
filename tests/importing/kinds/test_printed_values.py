from __future__ import annotations

from typing import Any

import pytest
from domain.kinds.strategies_kinds import NAMES, kinds, values_of
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.domain.kinds import (
    NOT_GIVEN,
    Boolean,
    Category,
    CategorySet,
    Clock,
    Date,
    Duration,
    NumberList,
    Quantity,
)
from cocoa_core.importing.conventions import Conventions
from cocoa_core.importing.kinds.registry import read_printed

MONEY = Quantity(0, 10_000_00, "money", 2, 1, "$")
PORTS = CategorySet(True, ("HDMI", "USB-A", "USB-C"), 0, 3)


@pytest.mark.parametrize("name", NAMES)
@given(data=st.data())
@settings(max_examples=2 * settings.default.max_examples)
def test_what_a_kind_shows_and_writes_is_read_back(name: str, data: Any) -> None:
    kind = data.draw(kinds(name))
    value = data.draw(values_of(kind))
    assert read_printed(kind, kind.show(value)) == value
    assert read_printed(kind, f"  {kind.show(value)} ") == value
    assert read_printed(kind, kind.write(value)) == value


@pytest.mark.parametrize("name", NAMES)
@given(
    data=st.data(),
    text=st.text(max_size=20) | st.from_regex(r"[-+$€]?[0-9.,: ]{0,8}[a-zA-Z%/ ]{0,4}", fullmatch=True),
)
@settings(max_examples=2 * settings.default.max_examples)
def test_any_text_gives_a_legal_value_or_is_refused_in_words(name: str, data: Any, text: str) -> None:
    kind = data.draw(kinds(name))
    conventions = Conventions(data.draw(st.sampled_from([None, ".", ","])))
    refusal = ""
    try:
        value = read_printed(kind, text, conventions)
    except ValueError as error:
        refusal = str(error)
    assert refusal.startswith("expected ") if refusal else kind.read(kind.write(value)) == value


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        (MONEY, "$1,299", 129900),
        (MONEY, "USD 1299.50", 129950),
        (MONEY, "1,299 USD", 129900),
        (MONEY, "$7379.0", 737900),
        (Quantity(0, 99_000, "money", 2, 1, "€"), "299,00 €", 29900),
        (Quantity(0, 3000, "kg"), "1,828 kg", 1828),
        (Quantity(0, 3000, "kg", 1), "182.8kg", 1828),
        (Quantity(-90, 90, "percent", signed=True), "-14%", -14),
        (Quantity(0, 50, "rating", 1, out_of="5"), "4.5 out of 5", 45),
        (Quantity(0, 50, "rating", 1, out_of="5"), "4 stars", 40),
        (Duration(0, 2000), "1 hr 45 min ", 105),
        (Clock(True), "7:40 PM+1", 2620),
        (Date(700_000, 760_000), "1 March 2026", 739_676),
        (PORTS, "[USB-C, hdmi]", ("USB-C", "HDMI")),
        (NumberList(Duration(0, 900), 0, 3), "[1 hr 45 min, 2 h]", (105, 120)),
        (Boolean(), "TRUE", True),
        (Category(True, ("Low", "High")), "high", "High"),
    ],
)
def test_other_systems_texts_are_read(kind: Any, text: str, value: Any) -> None:
    assert read_printed(kind, text) == value


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (MONEY, "€5"),
        (MONEY, "C$5"),
        (MONEY, "$5 USD"),
        (MONEY, "5%"),
        (MONEY, "$10,001"),
        (MONEY, "$0.005"),
        (Quantity(0, 3000, "kg"), "5 lb"),
        (Quantity(0, 3000, "kg"), "1,2,3 kg"),
        (Quantity(0, 3000, "kg"), "$5"),
        (Quantity(0, 9), "2 stops"),
        (Quantity(0, 50, "rating", 1, out_of="5"), "4.5/10"),
        (Duration(0, 2000), "2:15"),
        (Duration(0, 2000), "135"),
        (Clock(False), "7:40 PM+1"),
        (Date(700_000, 760_000), "03/04/2026"),
        (PORTS, "HDMI, USB-C"),
        (PORTS, "[HDMI, hdmi]"),
        (Category(True, ("low", "LOW")), "Low"),
        (Boolean(), "x"),
    ],
)
def test_what_could_be_something_else_is_refused(kind: Any, text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        read_printed(kind, text)


def test_conventions_settle_what_would_be_refused_or_read_otherwise() -> None:
    assert read_printed(Quantity(0, 9999, "km", 3), "1,299", Conventions(decimal=",")) == 1299
    assert read_printed(Date(700_000, 760_000), "03/04/2026", Conventions(order="dmy")) == 739_709
    assert read_printed(Date(700_000, 760_000), "03/04/2026", Conventions(order="mdy")) == 739_679


def test_no_value_is_what_cocoa_shows_where_there_is_none() -> None:
    assert read_printed(Category(False, (), missing=True), "n/a") == "n/a"
    assert read_printed(Category(False, (), missing=True), NOT_GIVEN) is None
