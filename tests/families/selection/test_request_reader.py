"""The reader behind the reference models: right about every proved question, from its text alone."""

from __future__ import annotations

from pathlib import Path

import pytest
import strategies
from hypothesis import example, given, settings
from hypothesis import strategies as st
from independent.translated import verifier_domain
from independent.trips import TRIPS

from cocoa_core.errors import SettingsError, UsageError
from cocoa_core.families.selection import (
    DifficultyCell,
    Engine,
    Question,
    RequestReader,
    Settings,
    UnreadablePromptError,
    reader_of,
    reader_of_folder,
)
from cocoa_core.families.selection.request_reader import OpenWords
from cocoa_core.items import read_dataset
from cocoa_core.loading import load_domain


def satisfying(reader: RequestReader, question: Question) -> list[str]:
    shown = {option.label: option.shown for option in question.options}
    options = reader.options(shown)
    terms = reader.terms(question.request, shown, options)
    return [label for label, one in options.items() if all(reader.meets(term, one) for term in terms)]


@pytest.mark.parametrize("name", ["flights_exam", "hotels_exam", "knowledge_exam"])
def test_exactly_the_right_option_satisfies_what_is_read(name: str, request: pytest.FixtureRequest) -> None:
    exam: Path = request.getfixturevalue(name)
    reader = reader_of_folder(exam)
    for question in read_dataset(exam):
        assert satisfying(reader, question) == [question.answer]


@given(st.integers(0, 2**32), st.sampled_from([(2, 2), (3, 2), (4, 3)]))
@example(28846, (4, 3))  # "if every extra is A. Also, if it has two, ..." is no list of names
@example(3_025_798_063, (2, 2))  # "... or unless. Otherwise, I need it made by unless" is two sentences
@settings(max_examples=settings.default.max_examples * 5 // 8)
def test_names_that_look_like_sentences_do_not_mislead_it(seed: int, mix: tuple[int, int]) -> None:
    domain = strategies.domain_of(seed, 14, (6, 10))
    try:
        question = Engine(domain, Settings(((DifficultyCell(*mix), 1),)), seed).items(0)[0]
    except SettingsError:
        return
    assert satisfying(RequestReader(verifier_domain(domain)), question) == [question.answer]


def test_the_folder_of_a_data_set_and_its_domain_are_the_same_to_it(flights_exam: Path) -> None:
    assert reader_of_folder(flights_exam).domain.name == "flights"
    assert reader_of_folder(flights_exam / "domain").domain.name == "flights"


def test_a_folder_without_a_domain_is_a_wrong_call(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no domain"):
        reader_of_folder(tmp_path)


def test_what_is_not_of_the_grammar_is_not_guessed_at(flights_exam: Path) -> None:
    reader = reader_of_folder(flights_exam)
    question = next(iter(read_dataset(flights_exam)))
    shown = {option.label: option.shown for option in question.options}
    with pytest.raises(UnreadablePromptError):
        reader.terms("Something nice, please.", shown, reader.options(shown))
    with pytest.raises(UnreadablePromptError):
        reader.options({"A": {**shown["A"], "Price": "a lot"}})


TRIP = {
    "Start": "Ayr",
    "Price": "$500",
    "Time": "9 hr",
    "Stops": "1",
    "Departure": "11:00 AM",
    "Cabin": "economy",
    "Cities": "Oslo",
    "Extras": "a bar",
    "Layovers": "1 hr",
    "Wifi": "no",
}


@pytest.mark.parametrize("exception", ["If {}, I can leave later.", "I can leave later if {}."])
@pytest.mark.parametrize("city", ["Oslo", "Paris", "St. Ives", "Paris. If only", "Rio, Peru"])
def test_sentences_are_told_apart_whatever_the_names_in_them(city: str, exception: str) -> None:
    """Names that no option shows are understood too."""
    reader = RequestReader(TRIPS)
    shown = {"A": TRIP}
    options = reader.options(shown)
    said = [
        "I'm on a tight budget, so I want it under $400 and nonstop.",
        f"I want to leave before noon. {exception.format(f'at least one layover is in {city}')}",
        f"I don't want a layover in {city}.",
    ]
    request = " ".join(["I need a trip from Ayr.", *said, "Thanks!"])
    one, two, three = reader.statements(request, shown, options)
    assert reader.terms(request, shown, options) == (*one, *two, *three)
    assert [len(one), len(two), len(three)] == [2, 1, 1]
    assert [literal.args for term in (*two, *three) for literal in term] == [(720,), (city,), (city,)]
    assert [reader.sentence(text, options) for text in said] == [one, two, three]


def test_an_exception_for_two_names_that_no_option_shows_is_not_for_one() -> None:
    reader = RequestReader(TRIPS)
    shown = {"A": TRIP}
    request = "I need a trip from Ayr. I want it under $400."
    later = ["The price only matters if at least one layover is in Paris or Lima."]
    *_, terms = reader.in_force(request, later, shown, reader.options(shown))
    assert terms[0][1].args == ("Lima", "Paris")


def test_an_opening_or_closing_of_another_domain_is_not_understood() -> None:
    reader = RequestReader(TRIPS)
    options = reader.options({"A": TRIP})
    for text in ("I need a trip from Oslo. I want wifi.", "I need a trip from Ayr. I want wifi. Bye."):
        with pytest.raises(UnreadablePromptError):
            reader.terms(text, {"A": TRIP}, options)


def test_open_words_take_short_names_and_know_the_listed_ones() -> None:
    words = OpenWords(["Air China"])
    assert "Air China" in words
    assert "Some Airline" in words
    assert "one; two" not in words
    assert "" not in words
    assert "x " * 40 not in words


def test_files_are_read_once_and_changed_ones_again() -> None:
    files = dict(load_domain("diamonds").files)
    changed = {**files, "schema.yaml": files["schema.yaml"] + b"\n# changed\n"}
    assert reader_of(files) is reader_of(dict(files))
    assert reader_of(changed) is not reader_of(files)
