"""Vectors that are looked up by the pattern of words are those that the values of the kind give."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain import Test
from cocoa_core.domain.kinds import Category, CategorySet
from cocoa_core.proof import possible_assignments, witnessed_assignments

WORDS = ("Oslo", "Paris", "Rome", "Sofia", "Turin")


def some_kind(rng: random.Random) -> Category | CategorySet:
    closed, missing = rng.random() < 0.7, rng.random() < 0.5
    values = tuple(rng.sample(WORDS, rng.randint(1, 4)))
    if rng.random() < 0.4:
        return Category(closed, values, missing=missing)
    least = rng.randint(0, len(values))
    return CategorySet(closed, values, least, rng.randint(max(least, 1), 4), missing=missing)


def some_test(kind: Category | CategorySet, rng: random.Random) -> Test:
    args = tuple(rng.sample(WORDS, rng.randint(1, 3)))
    if isinstance(kind, Category):
        return Test(*rng.choice((("is", args[:1]), ("one_of", args))))
    if rng.random() < 0.25:
        return Test(rng.choice(("less", "at_most", "is")), (rng.randint(0, 4),), "count")
    return Test(rng.choice(("any", "none", "only", "all")), args)


@given(st.integers(0, 2**32))
def test_a_pattern_of_words_has_the_vectors_that_values_give(seed: int) -> None:
    """One cache for all examples, so that two of one pattern but other vectors would be caught."""
    rng = random.Random(seed)
    for _ in range(8):
        kind = some_kind(rng)
        tests = tuple(dict.fromkeys(some_test(kind, rng) for _ in range(rng.randint(1, 3))))
        assert set(possible_assignments(kind, tests)) == set(witnessed_assignments(kind, tests))


def test_tests_that_name_other_words_alike_are_one_pattern() -> None:
    kind = CategorySet(False, (), 0, 3)
    assignments = possible_assignments(kind, (Test("any", ("Oslo", "Rome")), Test("all", ("Rome",))))
    assert possible_assignments(kind, (Test("any", ("Turin", "Bari")), Test("all", ("Bari",)))) is assignments
    assert possible_assignments(kind, (Test("any", ("Turin", "Bari")), Test("all", ("Rome",)))) != assignments
