"""What each sentence pattern means, said in English and by hand: the table is not its own judge."""

from __future__ import annotations

import re
from itertools import product

import pytest
import strategies
from attrs import evolve

from cocoa_core.domain import GroundedLiteral, Inert, Primitive, Test
from cocoa_core.families.selection import RequestWording
from cocoa_core.language import Parser
from cocoa_core.language.plan import Statement
from cocoa_core.lexicon import FORMS, FormReading, SentenceForm

DOMAIN = strategies.domain_of(4, fewest=14)
PARSER = Parser(DOMAIN)
CHEAP = GroundedLiteral(Primitive("fare", Test("less", (40_000,))))
CHEAPER = GroundedLiteral(Primitive("fare", Test("less", (30_000,))))
LIT = GroundedLiteral(Primitive("lit", Test("is", (True,))))
QUICK = GroundedLiteral(Primitive("time", Test("at_most", (120,))))


@pytest.mark.parametrize(
    ("sentence", "meaning"),
    [
        ("It has to cost under $400.", [{CHEAP}]),
        ("It can't take more than two hours.", [{QUICK}]),
        ("It can't take two hours or less.", None),
        ("If it doesn't take more than two hours, it has to have a lamp.", None),
        ("If it has a lamp, it has to cost under $400, and I want it to take at most two hours.", None),
        ("I'd like it to cost under $400.", [{CHEAP}]),
        ("It can't have a lamp.", [{LIT.negated()}]),
        ("I don't want it to have a lamp.", [{LIT.negated()}]),
        ("It doesn't matter.", None),
        ("It's a deal-breaker if it costs $400 or more.", [{CHEAP}]),
        ("It's a deal-breaker if it doesn't have a lamp.", [{LIT}]),
        ("Make sure it has a lamp.", [{LIT}]),
        ("Please make sure it costs under $400.", [{CHEAP}]),
        ("It's a deal-breaker if it has a lamp and it costs under $400.", None),
        ("Make sure it has a lamp if it costs under $400.", None),
        ("It has to cost under $400; otherwise, it must have a lamp.", None),
        ("It has to cost under $400 and have a lamp.", [{CHEAP}, {LIT}]),
        ("It has to cost under $400, have a lamp and take at most two hours.", [{CHEAP}, {LIT}, {QUICK}]),
        ("It has to cost under $400, and I want it to have a lamp.", [{CHEAP}, {LIT}]),
        ("It has to cost under $400 and I want it to have a lamp.", None),
        ("If it has a lamp, it has to cost under $400.", [{LIT.negated(), CHEAP}]),
        ("If it doesn't have a lamp, it should cost under $400.", [{LIT, CHEAP}]),
        ("It should cost under $400 if it has a lamp.", [{LIT.negated(), CHEAP}]),
        ("Unless it has a lamp, I want it to cost under $400.", [{LIT, CHEAP}]),
        ("It has to cost under $400 unless it has a lamp.", [{LIT, CHEAP}]),
        ("It can cost $400 or more only if it has a lamp.", [{CHEAP, LIT}]),
        ("It can cost $400 or more, but only if it has a lamp.", [{CHEAP, LIT}]),
        ("It can cost $400 or more as long as it has a lamp.", [{CHEAP, LIT}]),
        ("It can cost $400 or more, but then it has to have a lamp.", [{CHEAP, LIT}]),
        ("It can cost $400 or more. But then it has to have a lamp.", None),
        ("It can cost $400 or more. It has to have a lamp.", None),
        (
            "It can cost $400 or more, but then it has to have a lamp and take at most two hours.",
            [{CHEAP, LIT}, {CHEAP, QUICK}],
        ),
        (
            "It can cost $400 or more as long as it has a lamp and it takes at most two hours.",
            [{CHEAP, LIT}, {CHEAP, QUICK}],
        ),
        ("It has to cost under $400, but it can cost more if it has a lamp.", [{CHEAP, LIT}]),
        ("It has to cost under $400. It can cost more if it has a lamp.", [{CHEAP, LIT}]),
        ("It has to cost under $400, but it can take longer if it has a lamp.", None),
        ("It has to cost under $400, but more is fine if it has a lamp.", [{CHEAP, LIT}]),
        ("It has to cost under $400, but less is fine if it has a lamp.", None),
        ("It has to cost under $400, but longer is fine if it has a lamp.", None),
        ("I want it to have a lamp. It can cost more if it takes at most two hours.", None),
        ("It has to cost under $400 or have a lamp, or both.", [{CHEAP, LIT}]),
        (
            "It has to take at most two hours if it has a lamp and it costs $400 or more.",
            [{QUICK, LIT.negated(), CHEAP}],
        ),
        (
            "It has to take at most two hours if it has a lamp or it costs $400 or more.",
            [{QUICK, LIT.negated()}, {QUICK, CHEAP}],
        ),
        ("If it has a lamp, it has to take at most two hours. The same goes if it costs $400 or more.", None),
        (
            "It has to take at most two hours unless it has a lamp or it costs under $400.",
            [{QUICK, LIT, CHEAP}],
        ),
        (
            "If it has a lamp, it has to take at most two hours unless it costs under $400.",
            [{QUICK, LIT.negated(), CHEAP}],
        ),
        ("It has to cost under $400 or have a lamp.", [{CHEAP, LIT}]),
        ("I want it to cost under $400. If it has a lamp, it can cost more.", [{CHEAP, LIT}]),
        ("I want it to cost under $400. If it has a lamp, it can cost less.", None),
        ("I want it to cost under $400. If it has a lamp, it can take longer.", None),
        ("It has to take at most two hours. If it has a lamp, it can take longer.", [{QUICK, LIT}]),
        ("It has to have a lamp. If it has a lamp, it can take longer.", None),
        (
            "It has to take at most two hours, but longer is fine if it has a lamp or it costs under $400.",
            [{QUICK, LIT, CHEAP}],
        ),
        (
            "It has to take at most two hours, but longer is fine if it has a lamp and it costs under $400.",
            [{QUICK, LIT}, {QUICK, CHEAP}],
        ),
        (
            "If it has a lamp, it has to cost under $400 and take at most two hours.",
            [{LIT.negated(), CHEAP}, {LIT.negated(), QUICK}],
        ),
        (
            "If it has a lamp or it costs $400 or more, it has to take at most two hours.",
            [{LIT.negated(), QUICK}, {CHEAP, QUICK}],
        ),
        (
            "If it has a lamp or if it costs $400 or more, it has to take at most two hours.",
            [{LIT.negated(), QUICK}, {CHEAP, QUICK}],
        ),
        (
            "It has to take at most two hours unless it has a lamp and it costs $400 or more.",
            [{QUICK, LIT}, {QUICK, CHEAP.negated()}],
        ),
        (
            "If it has a lamp, then it has to cost under $400 and I want it to take at most two hours.",
            [{LIT.negated(), CHEAP}, {LIT.negated(), QUICK}],
        ),
        (
            "If it has a lamp, it has to cost under $400. Otherwise, it has to take at most two hours.",
            [{LIT.negated(), CHEAP}, {LIT, QUICK}],
        ),
        (
            "If it has a lamp, it has to cost under $400. If not, it has to take at most two hours.",
            [{LIT.negated(), CHEAP}, {LIT, QUICK}],
        ),
        *[
            (sentence, [{LIT.negated(), CHEAP}, {QUICK.negated(), CHEAPER}])
            for sentence in (
                "If it has a lamp, it has to cost under $400, and if it takes at most two hours, under $300.",
                "It has to cost under $400 if it has a lamp, and under $300 if it takes at most two hours.",
            )
        ],
        *[
            (sentence, [{CHEAP, LIT}, {CHEAPER, QUICK}])
            for sentence in (
                "If it costs $400 or more, it has to have a lamp, and if it costs $300 or more, "
                "it has to take at most two hours.",
                "If it costs $400 or more, it should have a lamp, and if it's $300 or more, "
                "it can't take over two hours.",
            )
        ],
        ("If it has a lamp, and if it costs $300 or more, it has to take at most two hours.", None),
        ("It can't take over two hours if it has a lamp, and under an hour if it costs under $400.", None),
        ("It can't take over two hours if it has a lamp, and over an hour if it costs under $400.", None),
        ("It has to cost under $400 if it has a lamp, and at most two hours if it costs $300.", None),
        ("It has to have a lamp if it costs under $400, and under $300 if it takes at most two hours.", None),
        ("It has to cost under $400 if it has a lamp, and under $300.", None),
        ("It has to cost under $400. Otherwise, it has to take at most two hours.", None),
        (
            "If it has a lamp and it costs $400 or more, it has to take at most two hours.",
            [{LIT.negated(), CHEAP, QUICK}],
        ),
    ],
)
def test_a_sentence_means_what_a_reader_takes_it_to_mean(
    sentence: str, meaning: list[set[GroundedLiteral]] | None
) -> None:
    readings = PARSER.statements(sentence)
    wanted = [] if meaning is None else [[frozenset(one.canonical() for one in term) for term in meaning]]
    assert [[frozenset(term) for term in reading] for reading in readings] == wanted


@pytest.mark.parametrize("form", FORMS[:45], ids=lambda form: form.name)
def test_a_form_says_its_terms_by_truth_tables(form: SentenceForm) -> None:
    """Each pattern in plain words: conditions make demands, exceptions lift them."""
    literals = sorted({abs(place) for term in form.terms for place in term})
    assert literals == list(range(1, len(literals) + 1))
    for values in product((False, True), repeat=len(literals)):
        holds = dict(zip(literals, values, strict=True))
        said = [all(any(holds[abs(place)] == (place > 0) for place in term) for term in form.terms)]
        assert said == [_in_words(form.pattern, holds)], values
        for other in form.others:
            assert _of(other, holds) in (True, False)


def _in_words(pattern: str, holds: dict[int, bool]) -> bool:
    """Whether the sentence is kept: worked out from its words, which differ from `terms`."""
    roles = [(one[1], int(one[3]), one[2] == "+") for one in re.finditer(r"\{([a-z]+)([+-])(\d+)\}", pattern)]
    true = {(role, place): holds[place] == positive for role, place, positive in roles}
    conditions = [value for (role, _), value in true.items() if role in ("cond", "same")]
    demands = [value for (role, _), value in true.items() if role in ("must", "also", "thing")]
    if "limit" in pattern:  # two cases, each with a limit of its own
        met = [
            value == (word == "if")
            for value, word in zip(conditions, re.findall("if|unless", pattern), strict=True)
        ]
        return all(
            not case or true[demand] for case, demand in zip(met, (("must", 2), ("limit", 4)), strict=True)
        )
    if "limit" not in pattern and "and if {" in pattern:  # two rules
        return all(not met or demand for met, demand in zip(conditions, demands, strict=True))
    together = any(conditions) if re.search(r"} or (if )?{cond", pattern) else all(conditions)
    if (
        "otherwise" in pattern or "if not" in pattern
    ):  # the first demand where the condition is met, else the second
        return demands[0] if together else demands[1]
    if "lift" in pattern:  # the demand holds unless it is lifted
        return all(demands) or together
    if "can" in pattern:  # what is allowed, is so in the one case
        return not true["can", 1] or all((*conditions, *demands))
    if pattern.startswith("if") and "unless" in pattern:
        return not conditions[0] or conditions[1] or all(demands)
    if "unless" in pattern:
        return all(demands) or together
    if conditions and not demands:  # the speaker accepts or refuses what is said behind the first words
        return together != bool(re.search(r"\b(?:not|no|pass|out|won't|deal-breaker)\b", pattern))
    if conditions:
        return not together or all(demands)
    return any(demands) if "} or {also" in pattern else all(demands)


def _of(reading: FormReading, holds: dict[int, bool]) -> bool:
    if isinstance(reading, int):
        return holds[abs(reading)] == (reading > 0)
    name, one, other = reading
    pair = _of(one, holds), _of(other, holds)
    return {"and": all(pair), "or": any(pair), "xor": pair[0] != pair[1]}[name]


def test_a_reason_and_a_connective_say_nothing_and_stand_in_their_places_only() -> None:
    rules = tuple(
        evolve(rule, reasons={"less": ("I'm saving up",)}) if rule.id == "fare" else rule
        for rule in DOMAIN.rules
    )
    parser = Parser(evolve(DOMAIN, rules=rules, inert=Inert(closings=("Thanks in advance!",))))
    cheap = (((CHEAP,),),)
    assert parser.statements("I'm saving up, so it has to cost under $400.") == cheap
    assert parser.statements("Also, it has to cost under $400. Thanks in advance!") == cheap
    assert not parser.statements("I'm saving up, so if it has a lamp, it has to cost under $400.")
    assert not parser.statements("Also, plus, it has to cost under $400.")
    assert not parser.statements("Thanks in advance! It has to cost under $400.")


def test_a_text_that_can_also_mean_something_else_is_refused() -> None:
    maker = "maker"  # "A or B" is a name of its own; so are "unless" and "either Or"
    named = GroundedLiteral(Primitive(maker, Test("is", ("A or B",)), maker))
    text = "It has to come from A or B."
    wording = RequestWording(DOMAIN)
    assert wording.states(text, ((named,),))
    assert not wording.states(text, ((named.negated(),),))
    both = RequestWording(strategies.renamed(DOMAIN, "Zürich", "A"))
    assert len(both.parser.statements(text.replace("A or B", "A or unless"))) == 1
    twice = RequestWording(strategies.renamed(strategies.renamed(DOMAIN, "Zürich", "A"), "unless", "B"))
    assert len(twice.parser.statements(text)) == 2
    assert not twice.states(text, ((named,),))


@pytest.mark.parametrize("name", [form.name for form in FORMS if form.family == "exception"])
def test_what_an_exception_lifts_is_demanded_where_it_is_said_apart(name: str) -> None:
    [form] = [form for form in FORMS if form.name == name]
    places = range(max(abs(place) for places in form.terms for place in places))
    literals = tuple(GroundedLiteral(Primitive(f"slot {place}", Test("is", (True,)))) for place in places)
    statement = Statement(form, literals, tuple(range(len(form.terms))))
    for alone, term in zip(statement.apart(), form.terms, strict=True):
        assert alone.literals[-1] == literals[0]
        assert set(alone.literals) == {literals[place - 1] for place in term}
