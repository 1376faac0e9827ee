"""Of five options exactly one satisfies the request: over random domains, by the record alone."""

from __future__ import annotations

import random

import pytest
import strategies
from enumerated import label, truth
from hypothesis import given, settings
from hypothesis import strategies as st
from recorded import options_of, requirement_of

from cocoa_core.domain import Domain
from cocoa_core.errors import SettingsError
from cocoa_core.families.selection import DifficultyCell, Engine, Question, Settings

MIXES = st.sampled_from([(2, 2), (3, 2), (4, 2), (4, 3), (3, 4)])
MODES = st.sampled_from(["per-occurrence", "per-slot"])


def drawn(
    domain: Domain, mix: tuple[int, int], mode: str, seed: int, indices: tuple[int, ...]
) -> list[Question]:
    """The questions of those indices, fewer where the random domain cannot meet the setting."""
    engine = Engine(domain, Settings(((DifficultyCell(*mix), 1),), mode), seed)
    try:
        return [question for index in indices for question in engine.items(index)]
    except SettingsError as error:
        if f"({mix[0]}, {mix[1]})" not in str(error) and "no group" not in str(error):
            raise
        return []


@given(strategies.domains(6), MIXES, MODES, st.integers(0, 2**32))
def test_exactly_one_option_satisfies_every_sum_term_is_broken_and_one_option_nearly_passes(
    domain: Domain, mix: tuple[int, int], mode: str, seed: int
) -> None:
    for question in drawn(domain, mix, mode, seed, (0, 20, 45)):
        rows, schema = options_of(domain, question), domain.schema
        requirement = requirement_of(schema, question.requirement)
        labels = {letter: label(schema, requirement, row) for letter, row in rows.items()}
        assert labels == {letter: letter == question.answer for letter in "ABCDE"}
        looks = [tuple(option.shown.values()) for option in question.options]
        assert len(set(looks)) == 5
        broken = {
            letter: [
                number
                for number, term in enumerate(requirement)
                if all(truth(schema, literal, row) is False for literal in term)
            ]
            for letter, row in rows.items()
            if letter != question.answer
        }
        assert {number for numbers in broken.values() for number in numbers} == set(
            range(len(question.requirement.terms))
        )
        assert any(len(numbers) == 1 for numbers in broken.values())
        assert {
            letter: [one.term for one in terms] for letter, terms in question.certificate.broken.items()
        } == broken
        ((letter, places),) = question.certificate.satisfied.items()
        assert letter == question.answer
        for term, place in zip(requirement, places, strict=True):
            assert truth(schema, term[place], rows[letter]) is True


@given(strategies.domains(8), st.integers(0, 2**32))
@settings(max_examples=settings.default.max_examples // 4)
def test_a_ring_shows_five_options_and_each_is_right_once(domain: Domain, seed: int) -> None:
    questions = drawn(domain, (3, 2), "per-occurrence", seed, tuple(20 * member + 7 for member in range(5)))
    if questions:
        shown = {frozenset(option.row for option in question.options) for question in questions}
        right = {
            option.row
            for question in questions
            for option in question.options
            if option.label == question.answer
        }
        assert len(shown) == 1
        assert right == set(*shown)


@pytest.mark.deep
@given(st.integers(0, 2**32))
@settings(max_examples=10)
def test_questions_do_not_depend_on_the_order_of_asking(seed: int) -> None:
    domain = strategies.domain_of(21, 10)
    indices = list(range(0, 120, 13))
    forwards = drawn(domain, (4, 2), "per-occurrence", seed, tuple(indices))
    random.Random(seed).shuffle(indices)
    backwards = drawn(domain, (4, 2), "per-occurrence", seed, tuple(indices))
    assert sorted(question.line() for question in forwards) == sorted(
        question.line() for question in backwards
    )


def test_per_slot_mode_keeps_one_primitive_for_every_slot() -> None:
    domain = strategies.domain_of(21, 10)
    for question in drawn(domain, (4, 3), "per-slot", 1, (0, 1, 2)):
        tests = {
            (literal.slot, literal.test, literal.over, literal.values)
            for term in question.requirement.terms
            for literal in term
        }
        assert len(tests) == 4


@pytest.mark.deep
def test_option_sets_share_the_request_and_have_other_right_options() -> None:
    domain = strategies.domain_of(21, 10, (60, 60))
    engine = Engine(domain, Settings(((DifficultyCell(2, 2), 1),), option_sets=4), 3)
    several = [questions for questions in map(engine.items, range(30)) if len(questions) > 1]
    assert several
    for questions in several:
        assert len({question.request for question in questions}) == 1
        assert len({question.id for question in questions}) == len(questions)
        right = [
            option.row
            for question in questions
            for option in question.options
            if option.label == question.answer
        ]
        assert len(set(right)) == len(right)
        for question in questions:
            requirement = requirement_of(domain.schema, question.requirement)
            rows = options_of(domain, question)
            assert [row for row in rows if label(domain.schema, requirement, rows[row])] == [question.answer]


def test_a_record_comes_back_from_its_json() -> None:
    domain = strategies.domain_of(21, 10)
    question = Engine(domain, Settings.of(), 5).items(3)[0]
    assert Question.from_json(question.to_json()) == question


def test_settings_that_no_domain_can_meet_end_in_an_error_that_names_them() -> None:
    domain = strategies.domain_of(2, 4)
    slots = len(domain.schema.slots) + 3
    with pytest.raises(SettingsError, match=rf"{slots} slots, 2 minterms"):
        Engine(domain, Settings.of(slots=slots, minterms=2)).items(0)
