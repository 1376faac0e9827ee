"""Witnesses give every combination of truth values that some legal value gives, and no other."""

from __future__ import annotations

from typing import Any

import pytest
from domain.kinds.oracle_kinds import every_value
from domain.kinds.strategies_kinds import kinds, small_kinds, tests_of, values_of
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.domain import Test
from cocoa_core.domain.kinds import KINDS, Category, CategorySet, Kind, NumberList, Quantity

every_kind = pytest.mark.parametrize("name", sorted(KINDS))


def vector(kind: Kind, tests: list[Test], value: Any) -> tuple[bool | None, ...]:
    return tuple(kind.evaluate(test, value) for test in tests)


@every_kind
@given(data=st.data())
def test_witnesses_give_the_vectors_of_all_legal_values_and_no_other(name: str, data: st.DataObject) -> None:
    kind = data.draw(small_kinds(name))
    tests = data.draw(st.lists(tests_of(kind), max_size=6))
    legal = {vector(kind, tests, value) for value in every_value(kind, tests)}
    witnessed = {vector(kind, tests, value) for value in kind.witnesses(tests)}
    assert witnessed == legal


@every_kind
@settings(max_examples=settings.default.max_examples * 3 // 4)
@given(data=st.data())
def test_every_witness_is_a_legal_value(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name) | small_kinds(name))
    tests = data.draw(st.lists(tests_of(kind), max_size=5))
    for value in kind.witnesses(tests):
        again: Any = kind.read(kind.write(value))
        assert sorted(again) == sorted(value) if isinstance(value, tuple) else again == value
        assert type(again) is type(value)


@every_kind
@settings(max_examples=settings.default.max_examples * 3 // 4)
@given(data=st.data())
def test_no_legal_value_of_a_large_configuration_lacks_a_witness(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name))
    tests = data.draw(st.lists(tests_of(kind), max_size=5))
    witnessed = {vector(kind, tests, value) for value in kind.witnesses(tests)}
    for value in data.draw(st.lists(values_of(kind), min_size=1, max_size=15)):
        assert vector(kind, tests, value) in witnessed


@every_kind
@settings(max_examples=settings.default.max_examples * 3 // 4)
@given(data=st.data())
def test_witnesses_come_in_the_same_order_every_time(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name))
    tests = data.draw(st.lists(tests_of(kind), max_size=4))
    assert list(kind.witnesses(tests)) == list(kind.witnesses(tests))


@every_kind
@settings(max_examples=settings.default.max_examples * 3 // 4)
@given(data=st.data())
def test_no_value_is_a_witness_twice(name: str, data: st.DataObject) -> None:
    kind = data.draw(kinds(name) | small_kinds(name))
    found = list(kind.witnesses(data.draw(st.lists(tests_of(kind), max_size=5))))
    assert len(set(found)) == len(found)


@pytest.mark.parametrize("op", ["any", "none", "only", "all"])
def test_a_closed_set_never_holds_a_foreign_element(op: str) -> None:
    kind = CategorySet(True, ("A", "B", "C"), 0, 3)
    tests = [Test(op, ("B", "X")), Test("all", ("A", "B", "C"))]
    legal = {vector(kind, tests, value) for value in every_value(kind, tests)}
    assert {vector(kind, tests, value) for value in kind.witnesses(tests)} == legal


def test_a_closed_category_is_never_a_foreign_value() -> None:
    kind = Category(True, ("A", "B"))
    tests = [Test("is", ("X",)), Test("one_of", ("A", "X"))]
    assert list(kind.witnesses(tests)) == ["A", "B"]


def test_a_total_that_no_step_reaches_has_no_witness() -> None:
    kind = NumberList(Quantity(100, 300, unit="money", step=100, symbol="$"), 2, 2)
    tests = [Test("is", (350,), "total")]
    assert {kind.evaluate(tests[0], value) for value in kind.witnesses(tests)} == {False}


def test_an_open_category_has_a_value_outside_of_every_name_that_tests_use() -> None:
    kind = Category(False, ("A",))
    tests = [Test("one_of", ("A", "other", "other 2"))]
    assert {kind.evaluate(tests[0], value) for value in kind.witnesses(tests)} == {True, False}


def test_many_tests_of_a_large_set_do_not_multiply() -> None:
    """Twelve amenities, each named by a test of its own, of a hotel with up to three."""
    values = tuple(f"amenity {number}" for number in range(40))
    kind = CategorySet(True, values, 0, 3)
    tests = [Test("any", (value,)) for value in values[:12]]
    found = list(kind.witnesses(tests))
    assert len(found) == 1 + 12 + 66 + 220
    assert len({vector(kind, tests, value) for value in found}) == len(found)
