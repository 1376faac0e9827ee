"""Sets: membership tests are set algebra; the empty set leaves `only` undefined."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain import Test
from cocoa_core.domain.kinds import CategorySet

LETTERS = "ABCDE"
KIND = CategorySet(True, tuple(LETTERS), 0, 5)
subsets = st.sets(st.sampled_from(LETTERS))


@given(elements=subsets, named=subsets.filter(bool))
def test_tests_are_set_algebra(elements: set[str], named: set[str]) -> None:
    value, args = tuple(sorted(elements)), tuple(sorted(named))
    assert KIND.evaluate(Test("any", args), value) is bool(elements & named)
    assert KIND.evaluate(Test("none", args), value) is elements.isdisjoint(named)
    assert KIND.evaluate(Test("all", args), value) is (named <= elements)
    assert KIND.evaluate(Test("only", args), value) is (elements <= named if elements else None)
    assert KIND.evaluate(Test("is", (len(elements),), "count"), value) is True
    assert KIND.measure("count", value) == len(elements)
    assert KIND.measure(None, value) is None


@given(elements=st.permutations(LETTERS).flatmap(lambda order: st.just(order[:3])))
def test_elements_keep_the_order_in_which_the_option_gives_them(elements: list[str]) -> None:
    value = KIND.read(" ;".join(elements))
    assert value == tuple(elements)
    assert KIND.show(value) == KIND.write(value) == "; ".join(elements)


def test_the_empty_set_is_an_empty_cell_unless_that_is_a_missing_one() -> None:
    assert (KIND.write(()), KIND.show(()), KIND.read(""), KIND.read("none")) == ("", "none", (), ())
    both = CategorySet(True, tuple(LETTERS), 0, 5, missing=True)
    assert (both.write(()), both.read("none"), both.read("")) == ("none", (), None)
    assert both.show(()) != both.show(None)


@pytest.mark.parametrize("text", ["A; B; A", "A;;B", "A; ", "; A", "A; F", "A,B", "A; none"])
def test_repeated_empty_and_foreign_elements_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected .*, got "):
        KIND.read(text)


@pytest.mark.parametrize("text", ["", "none", "A", "A; B; C; D"])
def test_too_few_and_too_many_elements_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r'^expected 2 to 3 items parted by ";", got '):
        CategorySet(True, tuple(LETTERS), 2, 3).read(text)


@pytest.mark.parametrize("limits", [(0, 0), (-1, 2), (3, 2), (6, 7)])
def test_limits_that_no_set_meets_are_refused(limits: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match=r"^expected .*, got "):
        CategorySet(True, tuple(LETTERS), *limits)


@pytest.mark.parametrize("text", ["-1", "1.5", "two", "01", "9" * 5000, ""])
def test_counts_are_compared_with_whole_numbers(text: str) -> None:
    with pytest.raises(ValueError, match=r"^expected a whole number such as 2, got "):
        KIND.read_arg("less", "count", text)
