"""What may be a category or an element of a set is printed as it stands and looks like nothing else."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain.kinds import Category, CategorySet, element_problem, vocabulary_problem

UNFIT = (
    *("", " A", "A ", "A;B", "A\nB", "A\tB", "A\u00a0B", "A\u200bB", "\u202eA", "A  B", "e\u0301"),
    "x" * 201,
)
FIT = (
    *("none", "St. John's", "Paris, France", "bed and breakfast", "Zürich", "東京", "(+1 day)", "-"),
    "x" * 200,
)


@pytest.mark.parametrize("text", [*UNFIT, "not given", "Not given", "NOT GIVEN"])
def test_unfit_texts_are_explained_and_refused_everywhere(text: str) -> None:
    problem = vocabulary_problem(text)
    assert problem is not None
    assert element_problem(text) is not None
    with pytest.raises(ValueError, match=r"^expected "):
        Category(True, ("A", text))
    with pytest.raises(ValueError, match=r"^expected "):
        CategorySet(False, (text,), 0, 3)
    if text.strip(" ") == text:
        with pytest.raises(ValueError, match=r"^expected .*, got "):
            Category(False, ()).read(text)


@pytest.mark.parametrize("text", FIT)
def test_ordinary_texts_are_fit(text: str) -> None:
    assert vocabulary_problem(text) is None
    assert Category(False, ()).read(f" {text} ") == text


@pytest.mark.parametrize("text", ["none", "None", "NONE"])
def test_no_element_looks_like_the_empty_set(text: str) -> None:
    assert element_problem(text) is not None
    with pytest.raises(ValueError, match=r"^expected another text than \"none\""):
        CategorySet(True, ("A", text), 0, 2)
    with pytest.raises(ValueError, match=r"^expected another text than \"none\""):
        CategorySet(False, (), 1, 2).read(f"A; {text}")


@given(text=st.text(max_size=20))
def test_fit_texts_are_composed_printable_and_free_of_separators(text: str) -> None:
    if vocabulary_problem(text) is None:
        assert text == " ".join(text.split())
        assert unicodedata.normalize("NFC", text) == text
        assert not any(unicodedata.category(letter).startswith("C") for letter in text)
        assert ";" not in text


@given(taken=st.sets(st.sampled_from(["other", *(f"other {number}" for number in range(2, 9))])))
def test_made_up_names_are_fit_new_and_different(taken: set[str]) -> None:
    names = Category(False, ()).unnamed(taken)
    made = [next(names) for _ in range(5)]
    assert len(set(made)) == 5
    assert not taken & set(made)
    assert all(element_problem(name) is None for name in made)


def test_a_closed_vocabulary_names_what_there_is() -> None:
    kind = Category(True, ("Economy", "Business", "First"))
    for read in (kind.read, lambda text: kind.read_arg("is", None, text)):
        with pytest.raises(ValueError, match=r"^expected one of Economy, Business, First, got 'first'$"):
            read("first")
    long = Category(True, tuple(f"value {number}" for number in range(300)))
    with pytest.raises(ValueError, match=r"value 11 \(300 in all\), got 'X'$"):
        long.read("X")


@pytest.mark.parametrize("values", [(), ("A", "A")])
def test_closed_vocabularies_are_neither_empty_nor_repeat(values: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match=r"^expected .*, got "):
        Category(True, values)
    with pytest.raises(ValueError, match=r"^expected .*, got "):
        CategorySet(True, values, 0, 1)
