"""The quick answers of a column are those of the kind."""

from __future__ import annotations

import random

import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.domain.domain import Domain
from cocoa_core.domain.primitives import Value
from cocoa_core.generation.columns import Column
from cocoa_core.generation.draws import drawable


def columns(domain: Domain) -> dict[str, Column]:
    found = {}
    for position, slot in enumerate(domain.schema.slots):
        rows: dict[Value, int] = {}
        for number, row in enumerate(domain.catalogue.rows):
            rows[row[position]] = rows.get(row[position], 0) | 1 << number
        found[slot.name] = Column(slot.kind, rows)
    return found


@given(strategies.domains(), st.integers(0, 2**32))
@settings(max_examples=40, deadline=None)
def test_masks_are_what_the_kind_says_of_every_row(domain: Domain, seed: int) -> None:
    for name, column in columns(domain).items():
        for rule in domain.rules_of(name):
            for test in drawable(column, rule, random.Random(seed)):
                assert column.masks(test) == column.asked(test), test


@given(strategies.domains(), st.integers(0, 2**32))
@settings(max_examples=20, deadline=None)
def test_draws_are_bounded_and_a_function_of_their_stream(domain: Domain, seed: int) -> None:
    for name, column in columns(domain).items():
        for rule in domain.rules_of(name):
            drawn = list(drawable(column, rule, random.Random(seed)))
            assert drawn == list(drawable(column, rule, random.Random(seed)))
            assert len(drawn) <= 48 * len(rule.tests) * 2
            assert {test.op for test in drawn} <= set(rule.tests)
