"""Truth of literals: the verifier's and the engine's agree on every value, though they share nothing."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st
from independent import translated

from cocoa_core.domain import Domain, GroundedLiteral
from cocoa_core.domain.kinds import CategorySet
from cocoa_core.independent import (
    OPPOSITE,
    Literal,
    Slot,
    Value,
    all_masks,
    all_of,
    any_mask,
    any_of,
    truth,
    xor_masks,
)
from cocoa_core.independent.normal_form import meaning
from cocoa_core.independent.semantics import THRESHOLDS
from cocoa_core.independent.slots import Numbers

TRUTHS = (True, False, None)


def typed(kind: Any, value: Any) -> Value:
    return frozenset(value) if isinstance(kind, CategorySet) and value is not None else value


def literals(domain: Domain, seed: int) -> list[GroundedLiteral]:
    rng = random.Random(seed)
    found = (strategies.literal_of(domain, slot.name, rng) for slot in domain.schema.slots[1:])
    return [one for one in found if one is not None]


def values(domain: Domain, one: GroundedLiteral) -> list[Any]:
    """Values that tell tests apart, and those of the catalogue."""
    kind = domain.schema.slot(one.primitive.slot).kind
    position = domain.schema.position(one.primitive.slot)
    rows = [row[position] for row in domain.catalogue.rows]
    return [*kind.witnesses([one.primitive.test]), *rows]


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_the_verifier_and_the_engine_agree_on_every_value(seed: int) -> None:
    domain = strategies.domain_of(seed, 14, (4, 8))
    for literal in literals(domain, seed):
        kind = domain.schema.slot(literal.primitive.slot).kind
        slot = translated.slot(domain.schema.slot(literal.primitive.slot))
        for value in values(domain, literal):
            expected = kind.evaluate(literal.primitive.test, value)
            if expected is not None and not literal.positive:
                expected = not expected
            assert truth(slot, translated.literal(literal), typed(kind, value)) is expected


@given(st.sampled_from(sorted(THRESHOLDS)), st.integers(-3, 3), st.integers(-3, 3))
def test_of_a_threshold_and_its_opposite_exactly_one_holds_of_a_number(
    test: str, bound: int, number: int
) -> None:
    slot = Slot("price", "Price", "quantity", numbers=Numbers("quantity", -3, 3))
    one, other = (Literal("price", None, name, (bound,), True) for name in (test, OPPOSITE[test]))
    assert truth(slot, one, number) is not truth(slot, other, number)


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_a_literal_and_its_denial_partition_every_value_on_which_they_are_defined(seed: int) -> None:
    domain = strategies.domain_of(seed, 14, (4, 8))
    for literal in literals(domain, seed):
        kind = domain.schema.slot(literal.primitive.slot).kind
        slot = translated.slot(domain.schema.slot(literal.primitive.slot))
        said = translated.literal(literal)
        for value in values(domain, literal):
            pair = [truth(slot, each, typed(kind, value)) for each in (said, said.denied())]
            assert pair in ([True, False], [False, True], [None, None])


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_a_canonical_literal_has_the_meaning_of_the_literal(seed: int) -> None:
    domain = strategies.domain_of(seed, 14, (4, 8))
    for literal in literals(domain, seed):
        slot = translated.slot(domain.schema.slot(literal.primitive.slot))
        plain, canonical = translated.literal(literal), translated.literal(literal.canonical())
        assert meaning(slot, plain) == meaning(slot, canonical)
        assert meaning(slot, plain) != meaning(slot, plain.denied())


@settings(max_examples=30)
@given(st.integers(0, 2**32))
def test_literals_of_one_meaning_have_one_truth(seed: int) -> None:
    domain = strategies.domain_of(seed, 14, (4, 8))
    rng = random.Random(seed)
    for slot in domain.schema.slots[1:]:
        drawn = [strategies.literal_of(domain, slot.name, rng) for _ in range(5)]
        pairs = [(one, other) for one in drawn for other in drawn if one and other]
        for one, other in pairs:
            seen = translated.slot(slot)
            first, second = translated.literal(one), translated.literal(other)
            same = meaning(seen, first) == meaning(seen, second)
            tests = [one.primitive.test, other.primitive.test]
            vectors = {
                tuple(truth(seen, each, typed(slot.kind, value)) for each in (first, second))
                for value in slot.kind.witnesses(tests)
            }
            alike = all(vector[0] is vector[1] for vector in vectors)
            assert not same or alike
            if slot.kind.name not in ("set", "category", "list"):
                assert same == alike


@pytest.mark.parametrize(("one", "other"), list(product(TRUTHS, repeat=2)))
def test_connectives_are_those_of_strong_kleene_logic(one: bool | None, other: bool | None) -> None:
    """Whatever the undefined parts would say: the outcome is defined if and only if it is always the same."""
    completions = [
        pair
        for pair in product((True, False), repeat=2)
        if all(known in (None, full) for known, full in zip((one, other), pair, strict=True))
    ]
    masks = [(int(part is True), int(part is False)) for part in (one, other)]
    for found, mask, combine in (
        (any_of((one, other)), any_mask(masks), any),
        (all_of((one, other)), all_masks(masks), all),
        (None, xor_masks(*masks), lambda pair: pair[0] is not pair[1]),
    ):
        outcomes = {combine(pair) for pair in completions}
        expected = outcomes.pop() if len(outcomes) == 1 else None
        assert mask == (int(expected is True), int(expected is False))
        assert found is expected or combine not in (any, all)
