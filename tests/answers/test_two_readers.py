"""The law that the reader does what its rule says: a second one, written from the rule, reads the same."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any, Final

import pytest
from answers.cases import CASES, shape_of
from answers.completions import completion
from answers.plain_reader import read_plainly

from cocoa_core.answers import Shape, read_answer

AT_ONCE: Final = 10
"""Completions a seed: one in four states an answer that is read."""


def check_alike(text: str, shape: Shape) -> None:
    """Both readers read the same value, of the same type, or neither reads any."""
    value, plain = read_answer(text, shape).value, read_plainly(text, shape).value
    assert (type(value), value) == (type(plain), plain), text


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["completion"][:40])
def test_a_contract_case_is_read_alike(case: Mapping[str, Any]) -> None:
    check_alike(case["completion"], shape_of(case["record"]))


def check_seed(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(AT_ONCE):
        check_alike(*completion(chance, noise=False))


@pytest.mark.parametrize("seed", range(60))
def test_both_readers_read_alike(seed: int) -> None:
    """The completions are laid out: `tests.benchmarks.readers` looks for others that are read otherwise."""
    check_seed(seed)


@pytest.mark.deep
@pytest.mark.parametrize("seed", range(60, 600))
def test_both_readers_read_many_alike(seed: int) -> None:
    check_seed(seed)
