"""Values and arguments: what the engine writes the verifier reads, and nothing else."""

from __future__ import annotations

import random
from typing import Any

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from independent import translated

from cocoa_core.domain import Domain, Slot
from cocoa_core.domain.kinds import Clock, Date, Duration, Kind, NumberList, Quantity
from cocoa_core.independent import Value, read_argument, read_shown
from cocoa_core.independent.kinds import number_kind
from cocoa_core.independent.kinds.base import read_count
from cocoa_core.independent.value_reading import (
    canonical_number,
    displayed_number,
    read_spoken,
)
from cocoa_core.language import say

KINDS: tuple[Any, ...] = (
    Quantity(-90_000_000, 90_000_000, "money", 2, 1, "$"),
    Quantity(0, 90_000_000, "money", 2, 100, "CHF"),
    Quantity(-500, 500, "percent", signed=True),
    Quantity(-500, 500, "percent", 1),
    Quantity(0, 50, "rating", 1, out_of="5"),
    Quantity(0, 5000),
    Quantity(-99_999, 99_999, "km", 3),
    Quantity(-24, 24, "months"),
    Quantity(-40, 40, "years", 1),
    Duration(0, 6000),
    Duration(0, 6000, 5),
    Clock(),
    Clock(True, 5),
    Date(1, 3_652_059),
    Date(739_000, 739_100),
)


def numbers_of(kind: Any) -> Any:
    slot = translated.slot(Slot("x", "X", kind))
    assert slot.numbers is not None
    return slot.numbers


@st.composite
def numbers_in(draw: st.DrawFn) -> tuple[Any, int]:
    kind = draw(st.sampled_from(KINDS))
    low, high, step = kind.span()
    return kind, draw(st.integers(low // step, high // step)) * step


def as_read(value: Any) -> Value:
    return frozenset(value) if isinstance(value, tuple) and value and isinstance(value[0], str) else value


@given(numbers_in())
def test_every_number_is_shown_and_read_alike(case: tuple[Any, int]) -> None:
    kind, number = case
    slot = translated.slot(Slot("x", "X", kind))
    assert displayed_number(numbers_of(kind), number) == kind.show(number)
    assert read_shown(slot, kind.show(number)) == number


@pytest.mark.parametrize(
    ("kind", "number", "shown", "said"),
    [
        (Quantity(0, 24, "months"), 1, "1 month", "1 month"),
        (Quantity(0, 24, "months"), 12, "12 months", "12 months"),
        (Quantity(0, 240, "years", 1), 10, "1.0 years", "1 year"),
        (Quantity(0, 240, "years", 1), 15, "1.5 years", "1.5 years"),
    ],
)
def test_one_of_a_unit_is_said_so(kind: Quantity, number: int, shown: str, said: str) -> None:
    assert (kind.show(number), say(kind, None, number)) == (shown, said)
    if said != f"{number} {kind.unit}":
        with pytest.raises(ValueError, match="not"):
            read_spoken(numbers_of(kind), f"1 {kind.unit}")


@given(numbers_in())
def test_every_number_is_written_and_read_alike(case: tuple[Any, int]) -> None:
    kind, number = case
    assert canonical_number(numbers_of(kind), number) == kind.write(number)
    numbers = numbers_of(kind)
    assert number_kind(numbers.look).read_exactly(numbers, kind.write(number)) == number


@given(numbers_in())
def test_what_a_request_says_is_read_back(case: tuple[Any, int]) -> None:
    kind, number = case
    if isinstance(kind, Clock):
        number %= 1440
    if isinstance(kind, Quantity) and kind.unit == "count":
        assert read_count(say(kind, None, number)) == number
    assert read_spoken(numbers_of(kind), say(kind, None, number)) == number


@given(numbers_in(), st.data())
def test_no_other_text_is_read_as_a_number(case: tuple[Any, int], data: st.DataObject) -> None:
    kind, number = case
    slot, text = translated.slot(Slot("x", "X", kind)), kind.show(number)
    place = data.draw(st.integers(0, len(text)))
    signs = st.sampled_from([*" 0123456789+-.,:$%/apmhrinAPM()dys", ""])
    changed = text[:place] + data.draw(signs) + text[place + data.draw(st.integers(0, 1)) :]
    try:
        value = read_shown(slot, changed)
    except ValueError:
        return
    assert kind.show(value) == changed


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_every_value_of_a_random_domain_is_read_as_shown(seed: int) -> None:
    domain = strategies.domain_of(seed, 14, (4, 6))
    for row in domain.catalogue.rows:
        for slot, value in zip(domain.schema.slots, row, strict=True):
            expected = frozenset() if slot.kind.name == "set" and value == () else as_read(value)
            assert read_shown(translated.slot(slot), slot.kind.show(value)) == expected


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_every_argument_of_a_random_literal_is_read_as_written(seed: int) -> None:
    domain, rng = strategies.domain_of(seed, 14, (4, 6)), random.Random(seed)
    for slot in domain.schema.slots[1:]:
        literal = strategies.literal_of(domain, slot.name, rng)
        if literal is None:
            continue
        test = literal.primitive.test
        for arg in test.args:
            text = slot.kind.write_arg(test.op, test.over, arg)
            assert read_argument(translated.slot(slot), test.over, text, exact=True) == arg


@pytest.mark.parametrize(
    ("slot", "text"),
    [
        ("price", "$1299"),
        ("price", "$1,299.50"),
        ("price", "1,299"),
        ("price", "not given"),
        ("price", "$19"),
        ("travel_time", "2 hr 60 min"),
        ("travel_time", "0 hr 45 min"),
        ("travel_time", "2 hr 3 min"),
        ("departure", "0:30 AM"),
        ("departure", "13:30 PM"),
        ("departure", "7:40 PM (+1 day)"),
        ("arrival", "7:40 PM (+1 days)"),
        ("arrival", "7:40 PM (+0 day)"),
        ("date", "Feb 29, 2027"),
        ("date", "Apr 07, 2027"),
        ("date", "Apr 7, 2028"),
        ("ticket_class", "premium"),
        ("airlines", "none"),
        ("airlines", "SWISS; SWISS"),
        ("airlines", "Iberia;SWISS"),
        ("layover_times", "1 hr; none"),
        ("layover_times", "1 hr; 1 hr; 1 hr; 1 hr"),
        ("emissions", "18%"),
        ("emissions", "+0%"),
        ("power", "Yes"),
    ],
)
def test_what_no_option_shows_is_refused(slot: str, text: str, checker: Any) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_shown(checker.domain.slots[slot], text)


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (Duration(0, 900), "an hour and half"),
        (Duration(0, 900), "2 hours 75 minutes"),
        (Duration(0, 900), "hours"),
        (Duration(0, 900), ""),
        (Clock(), "12:60 PM"),
        (Clock(), "13 PM"),
        (Clock(), "0 AM"),
        (Date(739_000, 739_700), "April 17"),
        (Date(739_000, 739_100), "April 31"),
        (Quantity(0, 5000, "money", 2, 1, "$"), "$ 400"),
        (Quantity(0, 5000), "thirteen"),
        (Quantity(0, 5000), "02"),
    ],
)
def test_what_no_request_says_is_refused(kind: Kind, text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_spoken(numbers_of(kind), text)


def test_lists_are_read_in_order_with_repetition(checker: Any) -> None:
    slot = checker.domain.slots["layover_times"]
    assert read_shown(slot, "2 hr; 45 min; 2 hr") == (120, 45, 120)
    assert read_shown(slot, "none") == ()


def test_inner_kinds_of_lists_are_those_of_the_domain() -> None:
    domain: Domain = strategies.domain_of(3, 14)
    kind = domain.schema.slot("breaks").kind
    assert isinstance(kind, NumberList)
    assert numbers_of(kind).step == 5
