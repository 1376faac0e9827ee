"""The quick answers of a column are those of the kind."""

from __future__ import annotations

import random

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.domain import Domain, Value
from cocoa_core.errors import DomainError
from cocoa_core.families.selection import SlotMasks, drawable, splitting_tests
from cocoa_core.families.selection.generation import candidates as candidates_module
from cocoa_core.families.selection.generation.candidates import CandidatePool
from cocoa_core.families.selection.generation.columns import RowsByValue
from cocoa_core.language import Wordings


def columns(domain: Domain) -> dict[str, SlotMasks]:
    columns = zip(*domain.catalogue.rows, strict=True)
    slots = zip(domain.schema.slots, columns, strict=True)
    return {slot.name: SlotMasks(slot.kind, RowsByValue.of(values)) for slot, values in slots}


@given(strategies.domains(), st.integers(0, 2**32))
def test_masks_are_what_the_kind_says_of_every_row(domain: Domain, seed: int) -> None:
    for name, column in columns(domain).items():
        for rule in domain.rules_of(name):
            for test in drawable(column, rule, random.Random(seed)):
                assert column.masks(test) == column.asked(test), test


@given(strategies.domains(), st.integers(0, 2**32))
@settings(max_examples=settings.default.max_examples // 2)
def test_a_splitting_test_holds_for_a_row_and_fails_for_another(domain: Domain, seed: int) -> None:
    for rule in domain.rules:
        kind, position = domain.schema.slot(rule.slot).kind, domain.schema.position(rule.slot)
        for group in domain.catalogue.groups:
            values = [domain.catalogue.rows[row][position] for row in group.rows]
            column = SlotMasks(kind, RowsByValue.of(values))
            split = [
                test
                for test in drawable(column, rule, random.Random(seed))
                if {True, False} <= {kind.evaluate(test, value) for value in values}
            ]
            assert splitting_tests(kind, values, rule, random.Random(seed)) == split


@given(strategies.domains(), st.integers(0, 2**32))
@settings(max_examples=settings.default.max_examples // 2)
def test_draws_are_bounded_and_a_function_of_their_stream(domain: Domain, seed: int) -> None:
    for name, column in columns(domain).items():
        for rule in domain.rules_of(name):
            drawn = list(drawable(column, rule, random.Random(seed)))
            assert drawn == list(drawable(column, rule, random.Random(seed)))
            assert len(drawn) <= 48 * len(rule.tests) * 2
            assert {test.op for test in drawn} <= set(rule.tests)


@given(strategies.domains(), st.data())
@settings(max_examples=15)
def test_truth_bits_are_the_same_from_packed_bits(domain: Domain, data: st.DataObject) -> None:
    wordings = Wordings(domain)
    for group in domain.catalogue.groups:
        rows = data.draw(
            st.lists(st.sampled_from(range(len(group.rows))), max_size=candidates_module.FAILING, unique=True)
        )
        plain, packed = CandidatePool(domain, group, wordings), CandidatePool(domain, group, wordings)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(candidates_module, "_LARGEST_TABLE", -1)
            found = {slot: packed.truth_bits(slot, rows) for slot in packed.usable()}
        assert found == {slot: plain.truth_bits(slot, rows) for slot in plain.usable()}


@given(st.lists(st.sampled_from(["a", "b", "c", None]), min_size=1, max_size=60))
def test_places_are_those_of_the_masks(values: list[str | None]) -> None:
    masks: dict[Value, int] = {}
    for index, value in enumerate(values):
        masks[value] = masks.get(value, 0) | 1 << index
    assert dict(RowsByValue.of(values)) == masks


@given(strategies.domains())
@settings(max_examples=10)
def test_too_many_words_are_refused_with_their_number(domain: Domain) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(candidates_module, "_MOST_WORDS", 0)
        for group in domain.catalogue.groups:
            pool = CandidatePool(domain, group, Wordings(domain))
            for slot in domain.schema.slots:
                if slot.kind.name in ("category", "set") and domain.rules_of(slot.name):
                    with pytest.raises(DomainError, match="too many different words"):
                        pool.candidates(slot.name)
