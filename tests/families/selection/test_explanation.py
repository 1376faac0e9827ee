"""The worked explanation says what is true of each option, all of it, and nothing else."""

from __future__ import annotations

import random

import attrs
import pytest
import strategies
from hypothesis import given, settings
from hypothesis import strategies as st

import cocoa_core
from cocoa_core.domain import Domain, GroundedLiteral, Value
from cocoa_core.errors import FindingsError, SettingsError
from cocoa_core.families.selection import (
    DifficultyCell,
    Engine,
    Explanation,
    OptionVerdict,
    Question,
    Settings,
    explain,
    grounded,
)
from cocoa_core.families.selection.explanation import Reason
from cocoa_core.language import Realizer

MIXES = st.sampled_from([(2, 2), (3, 2), (4, 3)])
LETTERS = ("A", "B", "C", "D", "E")


def drawn(domain: Domain, mix: tuple[int, int], seed: int) -> list[Question]:
    """Two questions of a random domain, none where it cannot meet the setting."""
    engine = Engine(domain, Settings(((DifficultyCell(*mix), 1),)), seed)
    try:
        return [engine.items(0)[0], engine.items(21)[0]]
    except SettingsError:
        return []


def holds(domain: Domain, literal: GroundedLiteral, row: tuple[Value, ...]) -> bool | None:
    slot = literal.primitive.slot
    found = domain.schema.slot(slot).kind.evaluate(literal.primitive.test, row[domain.schema.position(slot)])
    return None if found is None else found == literal.positive


def test_the_full_stop_of_a_value_ends_a_condition() -> None:
    conditions = ("it's with Acme Inc.", "it's with Acme Inc. or B")
    assert Explanation(conditions, ()).listed_conditions()[1:] == [
        "1. It's with Acme Inc.",
        "2. It's with Acme Inc. or B.",
    ]


def words_of(domain: Domain, question: Question) -> dict[str, GroundedLiteral]:
    """Every statement that the requirement's literals and their negations can be put into."""
    realizer = Realizer(domain)
    found = {}
    for term in question.requirement.terms:
        for record in term:
            literal = grounded(domain.schema, record)
            for one in (literal, literal.negated()):
                found[realizer.clause(one)] = one
    return found


@given(strategies.domains(6), MIXES, st.integers(0, 2**32))
@settings(max_examples=settings.default.max_examples * 3 // 10)
def test_every_fact_is_true_of_its_option_and_ends_with_the_value_shown(
    domain: Domain, mix: tuple[int, int], seed: int
) -> None:
    rows = dict(zip(domain.catalogue.ids, domain.catalogue.rows, strict=True))
    for question in drawn(domain, mix, seed):
        words = words_of(domain, question)
        verdicts = explain(question, domain).verdicts
        for option, verdict in zip(question.options, verdicts, strict=True):
            for fact in (fact for reason in verdict.reasons for fact in reason.facts):
                said = max((text for text in words if fact.startswith(f"{text} (")), key=len)
                slot = domain.schema.slot(words[said].primitive.slot)
                assert holds(domain, words[said], rows[option.row]) is True
                assert fact == f"{said} ({slot.label}: {option.shown[slot.label]})"


@given(strategies.domains(6), MIXES, st.integers(0, 2**32))
@settings(max_examples=settings.default.max_examples * 3 // 10)
def test_exactly_the_broken_conditions_are_named(domain: Domain, mix: tuple[int, int], seed: int) -> None:
    rows = dict(zip(domain.catalogue.ids, domain.catalogue.rows, strict=True))
    for question in drawn(domain, mix, seed):
        terms = [[grounded(domain.schema, one) for one in term] for term in question.requirement.terms]
        verdicts = explain(question, domain).verdicts
        assert [verdict.label for verdict in verdicts if verdict.right] == [question.answer]
        for option, verdict in zip(question.options, verdicts, strict=True):
            row = rows[option.row]
            broken = [
                number
                for number, term in enumerate(terms)
                if all(holds(domain, one, row) is False for one in term)
            ]
            named = [reason.term for reason in verdict.reasons]
            assert named == (list(range(len(terms))) if verdict.right else broken)
            if not verdict.right:
                assert [len(reason.facts) for reason in verdict.reasons] == [
                    len(terms[one]) for one in broken
                ]


@given(strategies.domains(6), MIXES, st.integers(0, 2**32))
@settings(max_examples=6)
def test_the_text_speaks_of_each_option_once_and_ends_with_the_answer(
    domain: Domain, mix: tuple[int, int], seed: int
) -> None:
    for question in drawn(domain, mix, seed):
        lines = explain(question, domain).text().split("\n")
        assert [line.split()[1] for line in lines if line.startswith("Option ")] == list(LETTERS)
        assert lines[-1] == f"So the answer is {question.answer}."
        assert all(line == line.strip() for line in lines)


def test_it_reads_as_plain_english() -> None:
    cheap = Reason(0, ("it costs under $400 (Price: $350)",))
    nonstop = Reason(1, ("it has no stops (Stops: 0)",))
    dear = Reason(0, ("it costs $400 or more (Price: $512)", "it leaves after noon (Departs: 2 PM)"))
    stops = Reason(1, ("it has at least one stop (Stops: 1)",))
    explanation = Explanation(
        ("it costs under $400, or it leaves by noon", "it has no stops"),
        (
            OptionVerdict("A", True, (cheap, nonstop)),
            OptionVerdict("B", False, (dear, stops)),
            OptionVerdict("C", False, (stops,)),
        ),
        conclusion="So the answer is A.",
    )
    assert explanation.text() == (
        'The right option has to meet each of these conditions (where one says "or", both may hold):\n'
        "1. It costs under $400, or it leaves by noon.\n"
        "2. It has no stops.\n"
        "\n"
        "Option A meets both conditions. Condition 1: it costs under $400 (Price: $350). "
        "Condition 2: it has no stops (Stops: 0).\n"
        "Option B breaks condition 1: it costs $400 or more (Price: $512), and it leaves after noon "
        "(Departs: 2 PM). It also breaks condition 2: it has at least one stop (Stops: 1).\n"
        "Option C breaks condition 2: it has at least one stop (Stops: 1).\n"
        "\n"
        "So the answer is A."
    )


def test_a_plain_conjunction_is_not_introduced_with_an_or() -> None:
    verdict = OptionVerdict("A", True, (Reason(0, ("it costs $400 or more (Price: $500)",)),))
    lead = Explanation(("it costs $400 or more",), (verdict,)).lead()
    assert lead == "The right option has to meet each of these conditions:"


@pytest.fixture(scope="module")
def flights() -> Domain:
    return cocoa_core.load_domain("flights").domain


def spoiled(question: Question, how: str) -> Question:
    requirement, certificate = question.requirement, question.certificate
    first, *others = requirement.terms
    if how == "slot":
        terms = ((attrs.evolve(first[0], slot="nothing"), *first[1:]), *others)
        return attrs.evolve(question, requirement=attrs.evolve(requirement, terms=terms))
    if how == "value":
        terms = ((attrs.evolve(first[0], values=("\x00",)), *first[1:]), *others)
        return attrs.evolve(question, requirement=attrs.evolve(requirement, terms=terms))
    if how == "rule":
        terms = ((attrs.evolve(first[0], rule="nothing"), *first[1:]), *others)
        return attrs.evolve(question, requirement=attrs.evolve(requirement, terms=terms))
    if how == "satisfied":
        return attrs.evolve(question, certificate=attrs.evolve(certificate, satisfied=(99,)))
    return attrs.evolve(question, certificate=attrs.evolve(certificate, broken={}))


@pytest.mark.parametrize("how", ["slot", "value", "rule", "satisfied", "broken"])
def test_a_record_that_the_domain_cannot_word_is_a_finding(flights: Domain, how: str) -> None:
    question = Engine(flights, Settings.of(slots=3, minterms=2), 1).items(0)[0]
    explain(question, flights)
    with pytest.raises(FindingsError, match=question.id):
        explain(spoiled(question, how), flights)


def test_the_catalogue_is_not_needed(flights: Domain) -> None:
    question = Engine(flights, Settings.of(), random.Random(0).randrange(100)).items(2)[0]
    bare = attrs.evolve(flights, catalogue=attrs.evolve(flights.catalogue, ids=(), rows=(), groups=()))
    assert explain(question, bare) == explain(question, flights)


def test_the_frames_of_a_domain_are_made_once_for_all_explanations(
    flights: Domain, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = Engine(flights, Settings.of(slots=3, minterms=2), 1).items(0)[0]
    explained = explain(question, flights)
    monkeypatch.setattr(Realizer, "__init__", None)
    assert explain(question, flights) == explained
