"""What two values or two sentences share: a unit, an order, an "and"; on diamonds, by both readers."""

from __future__ import annotations

import random
import re
import shutil
from itertools import permutations, product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from independent import translated

from cocoa_core.domain import Domain, GroundedLiteral, Primitive, Test
from cocoa_core.independent import build_clause_grammar, clauses, read_request
from cocoa_core.language import Parser, Realizer
from cocoa_core.lexicon import FORMS, SentenceForm
from cocoa_core.loading import load_domain

ROOT = Path(__file__).resolve().parents[2]
GRADES = ("IF", "VVS1", "VVS2", "VS1", "VS2", "SI1", "SI2", "I1")


RANGE = """    - id: weight-range
      tests: [between]
      say:
        - {verb: weigh}

  cut:
"""


@pytest.fixture(scope="module")
def diamonds(tmp_path_factory: pytest.TempPathFactory) -> Domain:
    """The shipped ones, of which a range of weights may be asked for, too."""
    folder = tmp_path_factory.mktemp("ranges") / "diamonds"
    shutil.copytree(ROOT / "domains" / "diamonds", folder)
    rules = folder / "rules.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("  cut:\n", RANGE, 1), encoding="utf-8")
    return load_domain(folder)


@pytest.fixture(scope="module")
def hotels() -> Domain:
    return load_domain("hotels")


@pytest.fixture(scope="module")
def realizer(diamonds: Domain) -> Realizer:
    return Realizer(diamonds)


@pytest.fixture(scope="module")
def parser(diamonds: Domain) -> Parser:
    return Parser(diamonds)


@settings(max_examples=25)
@given(low=st.integers(20, 300), width=st.integers(1, 60), positive=st.booleans(), seed=st.integers(0, 999))
def test_the_ends_of_a_range_share_their_unit(
    diamonds: Domain, realizer: Realizer, parser: Parser, low: int, width: int, positive: bool, seed: int
) -> None:
    test = Test("between", (low, low + width))
    literal = GroundedLiteral(Primitive("carat", test, "weight-range"), positive)
    text = realizer.sentence((literal,), random.Random(seed))
    assert text.count(" carats") == 1
    assert parser.statements(text) == (((literal.canonical(),),),)
    seen = translated.verifier_domain(diamonds)
    readings = read_request(build_clause_grammar(seen.rules.values(), seen.slots), seen.slots, {}, text)
    wanted = clauses(seen.slots, translated.terms(((literal,),)))
    assert [clauses(seen.slots, [term.literals for term in reading]) for reading in readings] == [wanted]


def test_a_unit_is_left_out_before_and_only(parser: Parser) -> None:
    assert parser.statements("It has to weigh between 0.3 and 0.4 carats.")
    assert not parser.statements("It has to weigh under 0.3.")
    assert not parser.statements("It has to weigh between 0.3 and 0.4.")


@given(grades=st.lists(st.sampled_from(GRADES), min_size=2, max_size=4, unique=True))
def test_words_of_a_closed_vocabulary_stand_in_its_order(realizer: Realizer, grades: list[str]) -> None:
    test = Test("one_of", tuple(sorted(grades)))
    clause = realizer.clause(GroundedLiteral(Primitive("clarity", test, "clarity")))
    ordered = sorted(grades, key=GRADES.index)
    best = ordered == list(GRADES[: len(ordered)])  # "VVS1 or better"
    assert re.findall(r"[IVS]+F?[12]?", clause) == (ordered[-1:] if best else ordered)


def test_joined_wishes_are_read_in_one_way(realizer: Realizer, parser: Parser) -> None:
    price, weight, height = (
        GroundedLiteral(Primitive(slot, Test("less", (value,)), rule))
        for slot, value, rule in (
            ("price", 40_000, "price"),
            ("carat", 50, "weight"),
            ("width", 300, "width"),
        )
    )
    for seed in range(60):
        for request in realizer.realize(((price,), (weight,), (height,)), random.Random(seed)):
            text = " ".join(sentence.text for sentence in request.sentences if sentence.terms)
            assert len(parser.statements(text)) == 1, text


def test_demands_that_share_a_head_are_about_one_thing(hotels: Domain) -> None:
    """A place has reviews and a room comes with a balcony: not "it should come with a balcony and have
    100 reviews or more".
    """
    realizer = Realizer(hotels)
    walk, balcony, reviews, rating = (
        GroundedLiteral(Primitive(slot, Test(op, args), rule))
        for slot, op, args, rule in (
            ("metro", "at_most", (5,), "metro"),
            ("in_room", "any", ("balcony",), "in-room"),
            ("reviews", "at_least", (100,), "reviews"),
            ("rating", "at_least", (80,), "rating"),
        )
    )
    [form] = [form for form in FORMS if form.name == "if, two wishes"]
    for second, is_shared in ((balcony, False), (rating, True)):
        term = (walk, second, reviews)
        said = [sentence_of(realizer, term, form, seed) for seed in range(80)]
        shared = [
            text for text in said if re.search(r"\b(?:it|the \w+) (?:should|has to) .* and have ", text)
        ]
        assert bool(shared) == is_shared, shared


@pytest.mark.parametrize("name", ["if, and it", "if, and if it"])
def test_both_readers_take_it_for_what_the_condition_before_is_about(hotels: Domain, name: str) -> None:
    [form] = [form for form in FORMS if form.name == name]
    realizer, parser, seen = Realizer(hotels), Parser(hotels), translated.verifier_domain(hotels)
    lexicon = build_clause_grammar(seen.rules.values(), seen.slots)
    metro, reviews, price = (
        [GroundedLiteral(Primitive(slot, Test(op, (value,)), slot)) for value in values]
        for slot, op, values in (
            ("metro", "at_most", (5, 15)),
            ("reviews", "at_least", (100, 500)),
            ("fees", "less", (2000, 4000)),
        )
    )
    texts = set()
    for cases, limits in product((metro, price), repeat=2):
        demands = reviews if cases is limits else limits
        term = (cases[0], demands[0], cases[1], demands[1])
        wanted = clauses(seen.slots, translated.terms(((term[0], term[1]), (term[2], term[3]))))
        for text in filter(None, (sentence_of(realizer, term, form, seed) for seed in range(40))):
            texts.add(text)
            assert re.search(r" if it(?:'s| )", text.split(", and ")[-1]), text
            assert demands is not reviews or text.count("review") == 1, text  # "and at least 500 if"
            assert parser.statements(text), text
            readings = read_request(lexicon, seen.slots, {}, text)
            meant = [[term for statement in reading for term in statement.terms] for reading in readings]
            assert [clauses(seen.slots, terms) for terms in meant] == [wanted]
    assert len(texts) > 20


@pytest.mark.parametrize("name", ["steps", "steps, it"])
def test_both_readers_hear_two_rules_whose_conditions_are_about_one_slot(hotels: Domain, name: str) -> None:
    """ "If it costs over $200, I want a balcony, and if it costs over $300, I want at least 500 reviews"."""
    [form] = [form for form in FORMS if form.name == name]
    realizer, parser, seen = Realizer(hotels), Parser(hotels), translated.verifier_domain(hotels)
    lexicon = build_clause_grammar(seen.rules.values(), seen.slots)
    price, higher_price, metro, balcony, reviews = (
        GroundedLiteral(Primitive(slot, Test(op, args), rule))
        for slot, op, args, rule in (
            ("price", "less", (20_000,), "price"),
            ("price", "at_most", (30_000,), "price"),
            ("metro", "at_most", (5,), "metro"),
            ("in_room", "any", ("a balcony",), "in-room"),
            ("reviews", "at_least", (100,), "reviews"),
        )
    )
    texts = set()
    for first, second in permutations((metro, balcony, reviews), 2):
        term = (price, first, higher_price, second)
        wanted = clauses(seen.slots, translated.terms(((price, first), (higher_price, second))))
        for text in filter(None, (sentence_of(realizer, term, form, seed) for seed in range(30))):
            texts.add(text)
            assert parser.statements(text), text
            readings = read_request(lexicon, seen.slots, {"in_room": frozenset({"a balcony"})}, text)
            meant = [[term for statement in reading for term in statement.terms] for reading in readings]
            assert [clauses(seen.slots, terms) for terms in meant] == [wanted], text
    assert len(texts) > 20


@pytest.mark.parametrize("name", ["if, and it", "if, and if it"])
def test_it_is_not_said_where_what_is_demanded_has_such_numbers_too(realizer: Realizer, name: str) -> None:
    """ "If the depth is over 61%, the table should be under 60%, and under 58% if it's over 63%"."""
    [form] = [form for form in FORMS if form.name == name]
    depth, table = (
        [GroundedLiteral(Primitive(slot, Test("less", (value,)), slot)) for value in (580, 600)]
        for slot in ("depth", "table")
    )
    term = (depth[0], table[0], depth[1], table[1])
    assert not any(sentence_of(realizer, term, form, seed) for seed in range(40))


def sentence_of(realizer: Realizer, term: tuple[GroundedLiteral, ...], form: SentenceForm, seed: int) -> str:
    """The sentence of this seed; empty where it has no words for one."""
    try:
        return realizer.sentence(term, random.Random(seed), form)
    except LookupError:
        return ""
