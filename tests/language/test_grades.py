"""Grades: the best ones are said by the worst of them, the others as "worse than"; readers get them all."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable
from itertools import combinations
from typing import Any

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st
from independent import translated
from verification.well_spoken import well_spoken

from cocoa_core.domain import GroundedLiteral, Primitive, Test
from cocoa_core.independent import TextReader, build_clause_grammar
from cocoa_core.language import Parser, Realizer
from cocoa_core.loading import load_domain

SEEDS = st.integers(0, 2**32)
FROM_THE_BEST = tuple(reversed(strategies.GRADES))
RUNS = tuple(set(FROM_THE_BEST[:size]) for size in range(2, len(FROM_THE_BEST)))
"""What can be said by its worst: the best of the grades, more than one and not all."""
PLAIN = well_spoken(1)
REALIZER, PARSER = Realizer(PLAIN), Parser(PLAIN)
SEEN = translated.verifier_domain(PLAIN)
VOCABULARY = {
    slot.name: frozenset(PLAIN.vocabulary(slot.name))
    for slot in PLAIN.schema.slots
    if slot.kind.name in ("category", "set")
}


def literal(values: set[str], positive: bool = True) -> GroundedLiteral:
    return GroundedLiteral(Primitive("grade", Test("one_of", tuple(sorted(values))), "grade"), positive)


def said(one: GroundedLiteral, role: str) -> list[str]:
    """Every clause that a request may say the literal with."""
    words = REALIZER.wordings
    return [
        words.words(choice, phrase, one) for choice in words.choices(one, role) for phrase in choice.phrases
    ]


def met(values: Iterable[Any], positive: bool) -> frozenset[str]:
    """The grades with which a test of these values, or its denial, holds."""
    return frozenset(grade for grade in FROM_THE_BEST if (grade in set(values)) is positive)


def read_by_the_engine(text: str) -> list[list[frozenset[str]]]:
    """The grades that each reading leaves, by sum term."""
    return [
        [met(one.primitive.test.args, one.positive) for [one] in reading]
        for reading in PARSER.statements(text)
    ]


def read_by_the_verifier(text: str) -> list[list[frozenset[str]]]:
    reader = TextReader(build_clause_grammar(SEEN.rules.values(), SEEN.slots), SEEN.slots, VOCABULARY, text)
    readings = reader.statements(0, len(text))
    return [[met(one.args, one.positive) for [one] in reading.terms] for reading in readings]


@pytest.mark.parametrize("positive", [True, False])
@pytest.mark.parametrize("role", ["cond", "must"])
@pytest.mark.parametrize("run", RUNS)
def test_the_best_grades_are_said_by_the_worst_of_them(run: set[str], role: str, positive: bool) -> None:
    clauses = said(literal(run, positive), role)
    worst = FROM_THE_BEST[len(run) - 1]
    ends = ("or better", "or higher", f"worse than {worst}", f"at least {worst}")
    short = [clause for clause in clauses if clause.endswith(ends)]
    assert short
    below = [clause for clause in clauses if "worse than" in clause]
    assert bool(below) is (not positive or role == "must")
    denying = re.compile(r"'t (?!do without)|\b(?:not|avoid)\b")
    assert all(bool(denying.search(one)) is positive for one in below), below
    assert (len(short) < len(clauses)) == (len(run) == 2), clauses
    assert any(f"a {worst} grade or better" in clause for clause in clauses) == (role == "must")


def test_other_grades_are_listed() -> None:
    for size in range(2, len(FROM_THE_BEST) + 1):
        for values in map(set, combinations(FROM_THE_BEST, size)):
            if values not in RUNS:
                for role in ("cond", "must"):
                    for positive in (True, False):
                        clauses = said(literal(values, positive), role)
                        assert clauses
                        assert all(" or " in clause and "worse" not in clause for clause in clauses)
                        assert all(value in clause for clause in clauses for value in values), clauses


@given(SEEDS, st.sampled_from(RUNS), st.booleans())
def test_both_readers_get_all_the_grades(seed: int, run: set[str], positive: bool) -> None:
    one = literal(run, positive)
    text = REALIZER.sentence((one,), random.Random(seed))
    assert [met(run, positive)] in read_by_the_engine(text), text
    assert [met(run, positive)] in read_by_the_verifier(text), text


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("I want a fair grade or better.", set(FROM_THE_BEST[:4])),
        ("The grade should be middle, or so or better.", set(FROM_THE_BEST[:3])),
        ("I need it to be of fair grade or better.", set(FROM_THE_BEST[:4])),
        ("The grade can't be worse than fair.", set(FROM_THE_BEST[:4])),
        ("I don't want a grade worse than middle, or so.", set(FROM_THE_BEST[:3])),
        ("I want a grade worse than middle, or so.", {"low", "fair"}),
        ("I want a fair or better grade.", None),
        ("I want a low grade or better.", None),
        ("The grade should be worse than low.", None),
        ("I want a best or so grade or better.", None),
        ("The grade should be high or middle, or so or better.", None),
        ("The grade should be Fair or better.", None),
    ],
)
def test_what_a_person_reads_and_nothing_else(text: str, values: set[str] | None) -> None:
    wanted = [[values]] if values else []
    assert read_by_the_engine(text) == wanted
    assert read_by_the_verifier(text) == wanted


def test_an_article_before_a_value_goes_with_it() -> None:
    diamonds = load_domain("diamonds")
    ideal = GroundedLiteral(Primitive("cut", Test("one_of", ("Ideal",)), "cut"))
    realizer, parser = Realizer(diamonds), Parser(diamonds)
    texts = {realizer.sentence((ideal,), random.Random(seed)) for seed in range(60)}
    said_of_it = {text for text in texts if "n Ideal cut" in text}
    assert said_of_it
    assert not any(" a Ideal" in text for text in texts)
    for text in said_of_it:
        for either in (text, text.replace(" an Ideal", " a Ideal")):
            [[[read]]] = parser.statements(either)
            assert (read.primitive.test.args, read.positive) == (("Ideal",), True), either
