"""The law that the reader does what its rule says: a second one, written from the rule, reads the same."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

import pytest
from answers.cases import CASES, shape_of
from answers.completions import completion
from answers.plain_reader import read_plainly
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.answers import Shape, read_answer

SEEDS: Final = st.integers(0, 2**32)
AT_ONCE: Final = 40
"""Completions an example: one in four states an answer that is read."""


def check_alike(text: str, shape: Shape) -> None:
    """Both readers read the same value, of the same type, or neither reads any."""
    value, plain = read_answer(text, shape).value, read_plainly(text, shape).value
    assert (type(value), value) == (type(plain), plain), text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["completion"][:40])
def test_a_contract_case_is_read_alike(case: Mapping[str, Any]) -> None:
    check_alike(case["completion"], shape_of(case["record"]))


@given(seed=SEEDS)
def test_both_readers_read_alike(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(AT_ONCE):
        check_alike(*completion(chance, noise=False))


@pytest.mark.deep
@settings(max_examples=500)
@given(seed=SEEDS)
def test_both_readers_read_alike_where_characters_are_changed(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(AT_ONCE):
        check_alike(*completion(chance))
