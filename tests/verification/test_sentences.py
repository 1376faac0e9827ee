"""The sentences of a record are its request, each says what is listed with it, and the rest means nothing."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest
from verification.made_questions import RULES, SCHEMA, Literal, record, rename, room, say, whats

from cocoa_core.independent import read_domain
from cocoa_core.verification.selection.checker import QuestionChecker

INERT = b"""\
openings:
  - "I'm off to the coast. Do you have a room for me?"
  - "Can you find me a room?"
closings: ["Thanks!", "That's all I ask."]
rules:
"""
REASON = b"say: [{verb: cost}], wanted: less, reasons: {less: [I'm short of money], more: [my boss pays]},"
CHECKER = QuestionChecker(
    read_domain(SCHEMA, RULES.replace(b"rules:\n", INERT).replace(b"say: [{verb: cost}],", REASON))
)
CHEAP: Literal = ("price", "less", None, ["300"], True)
PETS: Literal = ("pets", "is", None, ["yes"], True)
WIFI: Literal = ("extras", "any", None, ["wifi"], True)
MODEST: Literal = ("rating", "less", None, ["4.5"], True)
TERMS = [[MODEST], [CHEAP], [PETS, WIFI]]
OPENING = "I'm off to the coast. Do you have a room for me?"
SAID = [
    ("I'm short of money, so I want it to cost under $300 and have a rating under 4.5.", [0, 1]),
    ("If it doesn't allow pets, I want it to have wifi.", [2]),
    ("That's all I ask.", []),
]
ROOMS = [
    room(),
    room(rating="4.8/5"),
    room(price="$400"),
    room(extras="pool"),
    room(price="$600", rating="4.8/5", extras="pool"),
]


def made() -> dict[str, Any]:
    found = record("", TERMS, ROOMS, opening=OPENING, said=SAID)
    found["inert"] = [OPENING, "I'm short of money", "That's all I ask."]
    return found


def problems(found: dict[str, Any]) -> list[str]:
    return [f"{flaw.what}: {flaw.problem}" for flaw in CHECKER.flaws(found)]


def test_a_question_with_all_that_can_be_said_is_clean() -> None:
    assert problems(made()) == []


def test_other_openings_and_closings_of_the_domain_are_as_good() -> None:
    found = made()
    say(found, "Can you find me a room?", [*SAID[:2], ("Thanks!", [])])
    found["inert"] = ["Can you find me a room?", "I'm short of money", "Thanks!"]
    assert problems(found) == []
    say(found, "Can you find me a room?", SAID[:2])
    found["inert"] = ["Can you find me a room?", "I'm short of money"]
    assert problems(found) == []


def test_a_reason_of_another_rule_or_side_means_nothing_either() -> None:
    found = made()
    say(found, OPENING, [("My boss pays, so I want it to have a rating under 4.5.", [0]),
                         ("I want it to cost under $300.", [1]), *SAID[1:]])  # fmt: skip
    found["inert"] = [OPENING, "my boss pays", "That's all I ask."]
    assert problems(found) == []


@pytest.mark.parametrize(
    ("opening", "said", "what"),
    [
        ("Do you have a room for me?", SAID, "opening"),
        ("I'm looking for a room.", SAID, "opening"),
        (OPENING, [*SAID, ("Thanks!", [])], "request"),
        (OPENING, [*SAID[:1], SAID[2], SAID[1]], "request"),
        (OPENING, [*SAID[:2], ("Many thanks!", [])], "request"),
        (OPENING, [("I'm poor, so I want it to cost under $300 and have a rating under 4.5.", [0, 1]),
                   *SAID[1:]], "request"),
        (OPENING, [("i'm short" + SAID[0][0].removeprefix("I'm short"), [0, 1]), *SAID[1:]], "request"),
    ],
)  # fmt: skip
def test_what_the_domain_does_not_list_is_found(
    opening: str, said: list[tuple[str, list[int]]], what: str
) -> None:
    found = made()
    say(found, opening, said)
    assert whats(CHECKER.flaws(found)) == {what}


def _divided_elsewhere(found: dict[str, Any]) -> None:
    one, other = found["sentences"][1:3]
    found["sentences"][1:3] = [{"text": f"{one['text']} {other['text']}", "terms": [0, 1, 2]}]


def _terms_exchanged(found: dict[str, Any]) -> None:
    found["sentences"][1]["terms"], found["sentences"][2]["terms"] = [0, 2], [1]


def _not_ascending(found: dict[str, Any]) -> None:
    found["sentences"][1]["terms"] = [1, 0]


def _a_term_left_out(found: dict[str, Any]) -> None:
    found["sentences"][1]["terms"] = [0]


def _a_term_too_many(found: dict[str, Any]) -> None:
    found["sentences"][2]["terms"] = [2, 3]


def _closing_says_a_term(found: dict[str, Any]) -> None:
    found["sentences"][2]["terms"], found["sentences"][3]["terms"] = [], [2]


def _other_words(found: dict[str, Any]) -> None:
    found["sentences"][2]["text"] = "If it doesn't allow pets, it has to have wifi."


def _opening_divided(found: dict[str, Any]) -> None:
    found["sentences"][:1] = [
        {"text": text, "terms": []} for text in ("I'm off to the coast.", "Do you have a room for me?")
    ]


def _opening_drawn_in(found: dict[str, Any]) -> None:
    one, other = found["sentences"][:2]
    found["sentences"][:2] = [{"text": f"{one['text']} {other['text']}", "terms": [0, 1]}]


@pytest.mark.parametrize(
    "spoil",
    [
        _divided_elsewhere,
        _terms_exchanged,
        _not_ascending,
        _a_term_left_out,
        _a_term_too_many,
        _closing_says_a_term,
        _other_words,
        _opening_divided,
        _opening_drawn_in,
        lambda found: found["sentences"].clear(),
    ],
)
def test_sentences_that_are_listed_otherwise_are_found(spoil: Any) -> None:
    found = made()
    spoil(found)
    assert "sentences" in whats(CHECKER.flaws(found))


@pytest.mark.parametrize(
    "inert",
    [
        [],
        [OPENING, "That's all I ask."],
        [OPENING, "I'm short of money"],
        [OPENING, "That's all I ask.", "I'm short of money"],
        [OPENING, "I'm short of money", "That's all I ask.", "Thanks!"],
        [OPENING, "my boss pays", "That's all I ask."],
    ],
)
def test_inert_texts_that_are_listed_otherwise_are_found(inert: list[str]) -> None:
    found = made()
    found["inert"] = inert
    assert whats(CHECKER.flaws(found)) == {"inert"}


def test_reasons_and_closings_against_the_settings_are_found() -> None:
    found = made()
    found["provenance"]["settings"]["inert"] = "none"
    rename(found, found["provenance"])
    assert whats(CHECKER.flaws(found)) == {"inert"}


def test_a_record_of_another_version_is_said_to_be_one() -> None:
    found = made()
    del found["sentences"]
    (flaw,) = CHECKER.flaws(found)
    assert (flaw.what, flaw.problem) == ("keys", "the record has no sentences")


@pytest.mark.parametrize("against", [["price"], ["pets"], ["price", "extras"]])
def test_rules_that_are_not_gone_against_are_found(against: list[str]) -> None:
    copied = deepcopy(made())
    copied["complexity"]["against"] = against
    assert whats(CHECKER.flaws(copied)) == {"complexity"}
