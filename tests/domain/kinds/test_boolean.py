"""Booleans are yes or no, in these words."""

from __future__ import annotations

import pytest

from cocoa_core.domain import Test
from cocoa_core.domain.kinds import Boolean


@pytest.mark.parametrize(("value", "word"), [(True, "yes"), (False, "no")])
def test_truth_values_are_written_as_words(value: bool, word: str) -> None:
    kind = Boolean()
    assert kind.write(value) == kind.show(value) == kind.write_arg("is", None, value) == word
    assert kind.read(word) is value
    assert kind.evaluate(Test("is", (value,)), value) is True
    assert kind.evaluate(Test("is", (not value,)), value) is False


@pytest.mark.parametrize("text", ["true", "False", "1", "Yes", "NO", "y", "yes no"])
def test_other_words_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected yes or no, got "):
        Boolean(missing=True).read(text)


def test_a_number_is_no_truth_value() -> None:
    with pytest.raises(TypeError, match="expected a truth value, got 1"):
        Boolean().write(1)
