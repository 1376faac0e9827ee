"""Values are said as people say them, and read back as they were said."""

from __future__ import annotations

import re
from random import Random

import pytest
import strategies
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.domain import EffectiveTest, GroundedLiteral, Primitive, Test
from cocoa_core.domain.kinds import LONGEST_DURATION, Clock, Duration, Quantity, say_count
from cocoa_core.language import Frame, Parser, Realizer, beginnings, joined, say, tokenized
from cocoa_core.language.value_readers import list_reader, spoken_reader
from cocoa_core.lexicon import FORMS
from cocoa_core.loading import load_domain

DOMAIN = strategies.domain_of(0, fewest=14)


@pytest.mark.parametrize("slot", ["fare", "score", "doors", "time", "start", "finish", "day", "due"])
@given(data=st.data())
def test_a_said_value_is_read_back_in_any_company(slot: str, data: st.DataObject) -> None:
    kind = DOMAIN.schema.slot(slot).kind
    low, high, _ = kind.span()  # type: ignore[attr-defined]
    low, high = (0, 1439) if slot == "finish" else (low, high)
    value = data.draw(st.integers(low, high))
    words = tokenized(f"by {say(kind, None, value)}, or both.")
    readings = spoken_reader(DOMAIN, slot, None)(words, 1)
    assert [read for end, read in readings if words[end:] == (",", "or", "both", ".")] == [value]


@given(st.lists(st.sampled_from(DOMAIN.vocabulary("maker")), min_size=1, max_size=3, unique=True))
def test_a_list_of_names_is_among_the_readings_of_its_words(names: list[str]) -> None:
    words = tokenized(joined(names, "or"))
    read = list_reader(spoken_reader(DOMAIN, "maker", None), "or")
    assert tuple(sorted(names)) in [values for end, values in read(words, 0) if end == len(words)]


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (0, "0 minutes"),
        (1, "1 minute"),
        (45, "45 minutes"),
        (60, "an hour"),
        (90, "an hour and a half"),
        (120, "two hours"),
        (135, "2 hours 15 minutes"),
        (150, "two and a half hours"),
        (810, "13 and a half hours"),
        (825, "13 hours 45 minutes"),
    ],
)
def test_durations_are_said_as_people_say_them(minutes: int, words: str) -> None:
    assert Duration(0, LONGEST_DURATION).say(minutes) == words


@pytest.mark.parametrize(
    ("minutes", "words"),
    [(0, "12 AM"), (30, "12:30 AM"), (360, "6 AM"), (720, "noon"), (750, "12:30 PM"), (1185, "7:45 PM")],
)
def test_times_are_said_as_people_say_them(minutes: int, words: str) -> None:
    assert Clock().say(minutes) == words


def test_counts_are_words_up_to_twelve() -> None:
    numbers = (0, 1, 12, 13, 1550)
    assert [say_count(number) for number in numbers] == ["zero", "one", "twelve", "13", "1,550"]


@pytest.mark.parametrize(
    ("unit", "value", "words"),
    [
        ("km", 30, "3 km"),
        ("km", 25, "2.5 km"),
        ("km", 15000, "1,500 km"),
        ("km", -5, "-0.5 km"),
        ("sq. ft.", 100, "10 sq. ft."),
        ("percent", 620, "62%"),
        ("rating", 80, "8.0"),
    ],
)
def test_decimals_of_amounts_end_in_no_zero(unit: str, value: int, words: str) -> None:
    out_of = "10" if unit == "rating" else ""
    kind = Quantity(unit=unit, decimals=1, minimum=-100, maximum=20000, out_of=out_of)
    assert say(kind, None, value) == words


@pytest.mark.parametrize(
    ("subject", "negated", "words"),
    [
        ("it", False, "it's located"),
        ("it", True, "it isn't located"),
        ("I", True, "I'm not located"),
        ("the rooms", False, "the rooms are located"),
        ("the room", True, "the room isn't located"),
    ],
)
def test_a_verb_that_begins_with_be_is_denied_like_be(subject: str, negated: bool, words: str) -> None:
    person = {"I": "I", "it": "it", "the rooms": "many", "the room": "one"}[subject]
    test = EffectiveTest(None, "is", negated)
    frame = Frame("rule", "slot", test, subject, person, "be located", "is located", negated, ())
    assert [beginning.words for beginning in beginnings(frame, "cond")] == [words]


@pytest.mark.parametrize(
    ("verb", "third", "stated", "other"),
    [
        ("be located", "is located", "is located", "isn't located"),
        ("face", "faces", "faces", "doesn't face"),
    ],
)
def test_some_item_of_another_kind_is_not_every_item(verb: str, third: str, stated: str, other: str) -> None:
    test = EffectiveTest(None, "only", True)
    frame = Frame("rule", "slot", test, "room", "some", verb, third, True, ())
    assert [beginning.words for beginning in beginnings(frame, "cond")] == [
        f"at least one room {other}",
        f"any room {other}",
    ]
    assert {beginning.mood: beginning.words for beginning in beginnings(frame, "must")} == {
        "want": f"I want at least one room that {other}",
        "need": f"I need at least one room that {other}",
        "like": f"I'd like at least one room that {other}",
    }


def test_at_or_below_is_no_list() -> None:
    """Its "or" joins no two values, so a demand says it, and not "no higher than", which sounds stiff."""
    usual = GroundedLiteral(Primitive("price_compared", Test("at_most", (0,)), "price-compared"))
    realizer = Realizer(load_domain("diamonds"))
    sentences = {realizer.sentence((usual,), Random(seed)) for seed in range(200)}
    assert any("at or below" in sentence for sentence in sentences)
    assert not any("no higher than" in sentence for sentence in sentences)
    choices = realizer.wordings.choices(usual, "must", affirmative=True)
    phrases = [phrase for choice in choices for phrase in choice.phrases if "at or below" in phrase.template]
    assert phrases
    assert not any(phrase.twofold for phrase in phrases)


@pytest.mark.parametrize(
    ("domain", "literal", "stiff", "read"),
    [
        (
            "flights",
            GroundedLiteral(Primitive("stops", Test("at_most", (1,)), "stops")),
            "has to have no more than",
            "It has to have no more than one stopover.",
        ),
        (
            "flights",
            GroundedLiteral(Primitive("arrival", Test("less", (1200,)), "arrival-time")),
            "that same day",
            "I want to land before 8 PM that same day.",
        ),
        (
            "diamonds",
            GroundedLiteral(
                Primitive("price_compared", Test("at_most", (0,)), "price-compared"),
            ),
            "no higher than",
            "The price should be no higher than average for that weight.",
        ),
    ],
)
def test_what_sounds_stiff_is_read_and_not_said(
    domain: str, literal: GroundedLiteral, stiff: str, read: str
) -> None:
    loaded = load_domain(domain)
    realizer = Realizer(loaded)
    said = {realizer.sentence((literal,), Random(seed)) for seed in range(100)}
    assert not [sentence for sentence in said if stiff in sentence]
    assert ((literal.canonical(),),) in Parser(loaded).statements(read)


def test_a_condition_has_worse_after_is_and_not_after_has() -> None:
    clarity = GroundedLiteral(
        Primitive("clarity", Test("one_of", ("IF", "VS1", "VVS1", "VVS2")), "clarity"), False
    )
    realizer = Realizer(load_domain("diamonds"))
    said = {realizer.condition(clarity, Random(seed)) for seed in range(100)}
    assert said
    assert all("is worse than VS1" in clause for clause in said)


def test_two_cases_of_one_limit_are_told_in_the_same_words() -> None:
    """ "if it's 1 km from the center ..., and if it's 3 km from the center", not "from downtown"."""
    rating, center = [
        [GroundedLiteral(Primitive(slot, Test(op, (value,)), slot)) for value in values]
        for slot, op, values in (("rating", "at_least", (80, 90)), ("center", "at_most", (10, 30)))
    ]
    [form] = [form for form in FORMS if form.name == "in case, and if"]
    realizer = Realizer(load_domain("hotels"))
    for seed in range(50):
        term = (center[0], rating[0], center[1], rating[1])
        text = realizer.sentence(term, Random(seed), form)
        first, second = re.findall(r"[Ii]f (.*?[^\d]), ", text)
        first, second = [re.sub(r"over|more than|[\d.]+", "", clause) for clause in (first, second)]
        assert first == second, text
