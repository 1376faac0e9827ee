"""No label on a convention: one that hangs on how a careful person reads is found; the tree may be right."""

from __future__ import annotations

from typing import Any

import pytest
from verification.made_questions import ROOMS, RULES, SCHEMA, Literal, record, rename, room, say, whats

from cocoa_core.independent import Literal as Meant
from cocoa_core.independent import read_domain
from cocoa_core.independent.normal_form import meaning
from cocoa_core.verification.selection.checker import QuestionChecker

CHECKER = QuestionChecker(ROOMS)
CHEAP: Literal = ("price", "less", None, ["100"], True)
PETS: Literal = ("pets", "is", None, ["yes"], True)
WIFI: Literal = ("extras", "any", None, ["wifi"], True)
FULL: Literal = ("board", "is", None, ["full"], True)
MODEST: Literal = ("rating", "less", None, ["4.5"], True)

UNLESS = "Unless it costs under $100, it has to allow pets. It has to have a rating under 4.5."
IF = "If it costs $100 or more, it has to allow pets. It has to have a rating under 4.5."
TERMS = [[CHEAP, PETS], [MODEST]]
WRONG = [
    room(price="$200"),
    room(price="$300"),
    room(price="$600", pets="yes", rating="4.8/5"),
    room(price="$700", rating="4.8/5"),
]


def flaws(*args: Any, **kwargs: Any) -> set[str]:
    return whats(CHECKER.flaws(record(*args, **kwargs)))


def test_a_question_by_hand_is_clean() -> None:
    assert flaws(IF, TERMS, [room(price="$80"), *WRONG]) == set()
    assert flaws(UNLESS, TERMS, [room(price="$80"), *WRONG]) == set()


def test_an_unless_that_could_be_exclusive_settles_no_answer_for_which_both_hold() -> None:
    both = [room(price="$80", pets="yes"), *WRONG]
    assert flaws(IF, TERMS, both) == set()
    assert flaws(UNLESS, TERMS, both) == {"label"}


def test_an_or_in_an_exception_settles_no_answer_for_which_both_hold() -> None:
    said = [
        ("I want it to cost under $100, but more is fine if it has wifi or it allows pets.", [0]),
        ("It has to have a rating under 4.5.", [1]),
    ]
    terms = [[CHEAP, WIFI, PETS], [MODEST]]
    wrong = [option | {"Extras": "pool", "Pets welcome": "no"} for option in WRONG[:2]]
    wrong += [option | {"Rating": "4.8/5"} for option in WRONG[2:]]
    one, both, cheap = room(), room(pets="yes"), room(price="$80", pets="yes")
    assert flaws("", terms, [one, *wrong], said=said) == set()
    assert flaws("", terms, [cheap, *wrong], said=said) == set()
    assert flaws("", terms, [both, *wrong], said=said) == {"label"}


@pytest.mark.parametrize("joined", ["or", "or if"])
def test_if_a_or_b_settles_no_answer_that_hangs_on_both(joined: str) -> None:
    """ "If it has no wifi or it's dear, pets": read as "or else", a dear room without wifi needs no pets."""
    said = [
        (f"If it costs $100 or more {joined} it doesn't have wifi, it has to allow pets.", [0, 1]),
        ("It has to have a rating under 4.5.", [2]),
    ]
    terms = [[CHEAP, PETS], [WIFI, PETS], [MODEST]]
    wrong = [
        room(price="$80", extras="pool"),
        room(price="$300"),
        room(price="$80", rating="4.8/5"),
        room(price="$700", pets="yes", rating="4.8/5"),
    ]
    clear, doubtful = room(price="$90"), room(price="$400", extras="pool")
    assert flaws("", terms, [clear, *wrong], said=said) == set()
    assert flaws("", terms, [clear, *wrong[:3], doubtful], said=said) == {"label"}


@pytest.mark.parametrize(
    ("text", "literal", "clear", "doubtful"),
    [
        ("I want to check in between 1 PM and 3 PM", ("check-in", "between", None, ["13:00", "15:00"], True),
         {"check_in": "2:00 PM"}, {"check_in": "3:00 PM"}),
        ("Every extra has to be wifi", ("extras-only", "only", None, ["wifi"], True),
         {"extras": "wifi"}, {"extras": "none"}),
        ("The ferry should leave before 8 AM the same day", ("ferry", "less", None, ["08:00"], True),
         {"ferry": "7:00 AM"}, {"ferry": "11:00 PM (-1 day)"}),
        ("Every ride has to last under an hour and a half", ("rides", "less", "each", ["1h 30m"], True),
         {"rides": "1 hr; 45 min"}, {"rides": "none"}),
        ("It has to have a rating under 4.5", ("rating", "less", None, ["4.5"], True),
         {"rating": "4.3/5"}, {"rating": "not given"}),
    ],
)  # fmt: skip
def test_what_is_undefined_settles_no_label(
    text: str, literal: Literal, clear: dict[str, str], doubtful: dict[str, str]
) -> None:
    """Right beside a label that does not hang on it, wrong where it does."""
    sentences = f"{text}. If it costs $100 or more, it has to allow pets."
    bad = {"check_in": "5:00 PM", "extras": "pool", "ferry": "9:00 AM", "rides": "2 hr", "rating": "4.8/5"}
    wrong = [
        room(price="$80", **bad),
        room(**bad),
        room(price="$200", **bad | clear),
        room(price="$300", **bad | clear),
    ]
    terms = [[literal], [CHEAP, PETS]]
    assert flaws(sentences, terms, [room(price="$80", **bad | clear), *wrong]) == set()
    assert "label" in flaws(sentences, terms, [room(price="$80", **bad | doubtful), *wrong])
    unsettled = [room(price="$90", **bad | doubtful), *wrong[1:]]
    assert "label" in flaws(sentences, terms, [room(price="$80", **bad | clear), *unsettled])
    settled = [*wrong[:3], room(price="$300", **bad | doubtful)]
    assert flaws(sentences, terms, [room(price="$80", **bad | clear), *settled]) == set()


def test_an_option_that_satisfies_the_request_against_the_key_is_named() -> None:
    """The request asks for less than the tree: the tree's labels are right, those of the words are not."""
    loose = IF.replace("under 4.5", "under 5.0")
    found = CHECKER.flaws(record(loose, TERMS, [room(price="$80"), *WRONG]))
    assert whats(found) == {"request", "label"}
    assert any(flaw.problem.startswith("option D has another label by a reading") for flaw in found)


def test_an_open_interval_and_the_closed_one_inside_differ_in_meaning() -> None:
    slot = ROOMS.slots["check_in"]
    between = Meant("check_in", None, "between", (780, 900), True)
    within = Meant("check_in", None, "within", (781, 899), True)
    assert meaning(slot, between) != meaning(slot, within)
    assert meaning(slot, between.denied()) != meaning(slot, within.denied())


def test_denials_of_sets_have_one_meaning_by_either_name() -> None:
    slot = ROOMS.slots["extras"]
    none = Meant("extras", None, "none", ("pool", "wifi"), True)
    any_ = Meant("extras", None, "any", ("pool", "wifi"), True)
    assert meaning(slot, none) == meaning(slot, any_.denied())
    assert meaning(slot, none) != meaning(slot, any_)


def test_what_can_never_be_shown_together_is_found() -> None:
    rooms = [room(price="$40", board="full"), *WRONG]
    assert flaws(IF, TERMS, rooms) == {"axiom"}


def test_a_sum_term_that_no_option_breaks_is_found() -> None:
    rooms = [room(price="$80"), *(room(price=f"${price}") for price in (200, 300, 400, 450))]
    assert flaws(IF, TERMS, rooms) == {"idle-term"}


def test_options_without_a_near_miss_are_found() -> None:
    rooms = [room(price="$80"), *(room(price=f"${price}", rating="4.8/5") for price in (600, 650, 700, 750))]
    assert flaws(IF, TERMS, rooms) == {"near-miss"}


def test_a_plain_conjunction_is_found_where_none_was_asked_for() -> None:
    rooms = [room(price="$80", pets="yes"), *WRONG]
    made = record("It has to allow pets. It has to cost under $100.", [[PETS], [CHEAP]], rooms)
    assert whats(CHECKER.flaws(made)) == {"requirement"}
    made["provenance"]["settings"]["plain"] = True
    rename(made, made["provenance"])
    assert CHECKER.flaws(made) == []


def test_a_product_that_could_be_smaller_is_found() -> None:
    """By the truth table over slots: (cheap or pets) and (not cheap or pets) is pets."""
    rooms = [room(price="$80", pets="yes"), *WRONG]
    dear = (*CHEAP[:4], False)
    text = "If it costs $100 or more, it has to allow pets. If it costs under $100, it has to allow pets."
    found = CHECKER.flaws(record(text, [[CHEAP, PETS], [dear, PETS]], rooms))
    assert "a literal of the product can go" in str(found)
    text = f"{IF} If it costs under $100, it has to have wifi. If it doesn't allow pets, it has to have wifi."
    found = CHECKER.flaws(record(text, [[CHEAP, PETS], [dear, WIFI], [PETS, WIFI]], rooms))
    assert "a sum term of the product can go" in str(found)
    assert "a literal of the product can go" not in str(found)


@pytest.mark.parametrize("cell", ["setting", "mix"])
def test_a_setting_that_is_not_that_of_the_run_or_of_the_requirement_is_found(cell: str) -> None:
    made = record(IF, TERMS, [room(price="$80"), *WRONG])
    if cell == "mix":
        made["provenance"]["settings"]["mix"] = [[9, 9, 1]]
    else:
        made["provenance"]["setting"] = [9, 9]
        made["provenance"]["settings"]["mix"] = [[9, 9, 1]]
    rename(made, made["provenance"])
    assert whats(CHECKER.flaws(made)) == {"provenance"}


@pytest.mark.parametrize("shown", ["true", "false"])
def test_an_opening_names_the_group_as_far_as_the_options_show_it(shown: str) -> None:
    schema = SCHEMA.replace(b"slots:\n", b"slots:\n  town: {kind: category, closed: false, shown: SHOWN}\n")
    schema = schema.replace(b"SHOWN", shown.encode())
    opening = b"group_by: [town]\nrequest: [I want a room in, {slot: town}]\nslots:\n"
    checker = QuestionChecker(read_domain(schema.replace(b"slots:\n", opening), RULES))
    made = record(IF, TERMS, [room(price="$80"), *WRONG])
    if shown == "true":
        for option in made["options"]:
            option["shown"] = {"Town": "St. Ives", **option["shown"]}
    said = [(sentence["text"], sentence["terms"]) for sentence in made["sentences"][1:]]
    say(made, "I want a room in St. Ives.", said)
    assert checker.flaws(made) == []
    say(made, "I want a room in St. Just.", said)
    assert whats(checker.flaws(made)) == ({"opening"} if shown == "true" else set())
    say(made, "I'm looking for a room.", said)
    assert whats(checker.flaws(made)) == {"opening"}
    say(made, "I want a room in St. Ives. It has to be quiet.", said)
    assert whats(checker.flaws(made)) == ({"request"} if shown == "true" else set())


def test_more_slots_than_a_truth_table_can_take_are_refused() -> None:
    names = [f"fact_{letter}" for letter in "abcdefghijklmnopqrstu"]
    schema = "name: facts\nversion: '1'\nnoun: thing\nslots:\n" + "".join(
        f"  {name}: {{kind: boolean}}\n" for name in names
    )
    rules = "rules:\n" + "".join(
        f"  {name}: [{{id: {name}, tests: [is], say: [{{verb: have, after: {name}}}]}}]\n" for name in names
    )
    domain = read_domain(schema.encode(), rules.encode())
    made = record(IF, TERMS, [room(price="$80"), *WRONG])
    for option in made["options"]:
        option["shown"] = dict.fromkeys(domain.labels, "yes")
    literal = {"test": "is", "over": None, "values": ["yes"], "positive": True}
    made["requirement"]["terms"] = [[{"slot": name, "rule": name, **literal} for name in names]]
    assert "more than 20 slots" in str(QuestionChecker(domain).flaws(made))


def test_a_request_without_end_is_refused() -> None:
    made = record(IF, TERMS, [room(price="$80"), *WRONG])
    made["request"] += " If it costs under $100, it has to allow pets." * 1000
    assert whats(CHECKER.flaws(made)) == {"request"}
