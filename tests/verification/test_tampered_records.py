"""Every way to falsify one record that we could think of is found, and named."""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from cocoa_core.verification.digests import digest
from cocoa_core.verification.number_display import displayed_number
from cocoa_core.verification.question_checks import QuestionChecker, verify_question
from cocoa_core.verification.value_reading import read_shown

Record = dict[str, Any]
Tampering = Callable[[Record], bool]
"""Changes a record in place; False where this record does not lend itself to it."""

TAMPERINGS: dict[str, tuple[str, Tampering]] = {}


def tampering(what: str) -> Callable[[Tampering], Tampering]:
    """Name what has to be found after the change."""

    def keep(change: Tampering) -> Tampering:
        TAMPERINGS[change.__name__] = (what, change)
        return change

    return keep


def other(record: Record) -> str:
    """A wrong option."""
    return "A" if record["answer"] != "A" else "B"


def option(record: Record, label: str) -> Record:
    return next(one for one in record["options"] if one["label"] == label)  # type: ignore[no-any-return]


def literals(record: Record) -> Iterator[Record]:
    return (one for term in record["requirement"]["terms"] for one in term)


def replaced(record: Record, pattern: str, change: Callable[[re.Match[str]], str]) -> bool:
    """Edit the first match in the request after its opening."""
    opening, _, rest = record["request"].partition(". ")
    edited = re.sub(pattern, change, rest, count=1)
    record["request"] = f"{opening}. {edited}"
    return edited != rest


@tampering("label")
def answer_moved(record: Record) -> bool:
    record["answer"] = other(record)
    return True


@tampering("label")
def shown_options_swapped(record: Record) -> bool:
    right, wrong = option(record, record["answer"]), option(record, other(record))
    right["shown"], wrong["shown"] = wrong["shown"], right["shown"]
    return True


@tampering("label")
def literal_turned_around(record: Record) -> bool:
    term = min(record["requirement"]["terms"], key=len)
    term[0]["positive"] = not term[0]["positive"]
    return len(term) == 1


@tampering("requirement-text")
def requirement_text_edited(record: Record) -> bool:
    record["requirement"]["text"] = record["requirement"]["text"].replace("<", "<=", 1)
    return "<=" in record["requirement"]["text"]


@tampering("requirement-id")
def requirement_id_edited(record: Record) -> bool:
    record["requirement"]["id"] = record["requirement"]["id"][::-1]
    return True


@tampering("requirement-text")
def sum_term_removed_from_the_tree(record: Record) -> bool:
    record["requirement"]["terms"].pop()
    return len(record["requirement"]["terms"]) > 0


@tampering("request")
def sum_term_removed_from_the_tree_and_all_that_follows(record: Record) -> bool:
    """The tree, its text and its certificate agree; the request asks for more."""
    given = record["requirement"]
    number = len(given["terms"]) - 1
    given["terms"].pop()
    given["text"] = given["text"].rpartition(" & ")[0]
    record["certificate"]["satisfied"].pop()
    record["certificate"]["terms"].pop()
    for broken in record["certificate"]["broken"].values():
        broken[:] = [one for one in broken if one["term"] != number]
    return number > 0


@tampering("requirement")
def rule_of_another_slot(record: Record) -> bool:
    one = next(literals(record))
    one["rule"] = "price" if one["slot"] != "price" else "stops"
    return True


@tampering("requirement")
def comparison_that_the_rule_does_not_have(record: Record) -> bool:
    for one in literals(record):
        if one["slot"] in ("price", "date", "departure") and len(one["values"]) == 1:
            one["test"] = "is"
            return True
    return False


@tampering("requirement")
def comparison_that_there_is_not(record: Record) -> bool:
    next(literals(record))["test"] = "total"
    return True


@tampering("requirement")
def comparison_over_something_else(record: Record) -> bool:
    next(literals(record))["over"] = "count"
    return True


@tampering("requirement")
def argument_unreadable(record: Record) -> bool:
    next(literals(record))["values"] = ["soon"]
    return next(literals(record))["slot"] not in ("airlines", "layover_cities")


@tampering("requirement")
def argument_not_canonical(record: Record) -> bool:
    for one in literals(record):
        if one["slot"] == "price":
            one["values"] = [f"{one['values'][0]}.00"]
            return True
    return False


@tampering("requirement")
def argument_stands_twice(record: Record) -> bool:
    for one in literals(record):
        if one["slot"] in ("airlines", "layover_cities"):
            one["values"] *= 2
            return True
    return False


@tampering("requirement")
def sum_term_emptied(record: Record) -> bool:
    record["requirement"]["terms"].append([])
    return True


@tampering("requirement")
def unknown_slot(record: Record) -> bool:
    next(literals(record))["slot"] = "seat"
    return True


@tampering("request")
def price_in_the_request_edited(record: Record) -> bool:
    return replaced(record, r"\$(\d)", lambda match: f"${int(match[1]) % 9 + 1}")


@tampering("request")
def time_in_the_request_moved(record: Record) -> bool:
    return replaced(record, r"\b([AP])M\b", lambda match: "PM" if match[1] == "A" else "AM")


@tampering("request")
def date_in_the_request_moved(record: Record) -> bool:
    months = {
        "January": "March",
        "June": "July",
        "July": "June",
        "March": "May",
        "May": "March",
        "April": "June",
    }
    return replaced(record, "|".join(months), lambda match: months[match[0]])


@tampering("request")
def comparison_turned_around(record: Record) -> bool:
    words = {"under": "over", "over": "under", "before": "after", "after": "before", "at most": "at least"}
    return replaced(record, "|".join(words), lambda match: words[match[0]])


@tampering("request")
def strictness_changed(record: Record) -> bool:
    words = {"less than $": "no more than $", "under $": "at most $", "more than $": "at least $"}
    words |= {"no more than $": "less than $", "over $": "at least $", "at most $": "under $"}
    pattern = "|".join(map(re.escape, sorted(words, key=len, reverse=True)))
    return replaced(record, pattern, lambda match: words[match[0]])


@tampering("request")
def sentence_removed_from_the_request(record: Record) -> bool:
    record["request"] = record["request"][:-1].rpartition(". ")[0] + "."
    return record["request"].count(". ") >= 1


@tampering("request")
def sentence_repeated_with_another_number(record: Record) -> bool:
    record["request"] += " It has to cost under $123."
    return True


@tampering("request")
def condition_turned_around(record: Record) -> bool:
    return replaced(record, r"\b([Uu])nless\b", lambda match: "If" if match[1] == "U" else "if")


@tampering("request")
def or_made_and(record: Record) -> bool:
    return replaced(record, ", or both", lambda _: ", and both")


@tampering("request")
def negation_removed(record: Record) -> bool:
    return replaced(record, "isn't|doesn't|must not|don't want", lambda match: {
        "isn't": "is", "doesn't": "does", "must not": "must", "don't want": "want"}[match[0]])  # fmt: skip


@tampering("request")
def words_added_that_mean_nothing(record: Record) -> bool:
    record["request"] = record["request"][:-1] + ", please."
    return True


@tampering("request")
def city_exchanged(record: Record) -> bool:
    """For another one that an option shows."""
    known = {city for one in record["options"] for city in one["shown"]["Layovers in"].split("; ")} - {"none"}
    for one in literals(record):
        for city in known - set(one["values"]) if one["slot"] == "layover_cities" else ():
            return replaced(record, re.escape(one["values"][0]), lambda _, city=city: city)  # type: ignore[misc]
    return False


@tampering("opening")
def opening_names_another_city(record: Record) -> bool:
    record["request"] = re.sub(r"from .*? to", "from Atlantis to", record["request"], count=1)
    return True


@tampering("group")
def option_of_another_group(record: Record) -> bool:
    option(record, other(record))["shown"]["To"] = "Atlantis"
    return True


@tampering("shown")
def value_unreadable(record: Record) -> bool:
    shown = option(record, other(record))["shown"]
    shown["Price"] = shown["Price"].replace("$", "€")
    return True


@tampering("shown")
def value_out_of_bounds(record: Record) -> bool:
    option(record, other(record))["shown"]["Legroom"] = "101 in"
    return True


@tampering("shown")
def slot_left_out(record: Record) -> bool:
    del option(record, other(record))["shown"]["Wi-Fi"]
    return True


@tampering("shown")
def slot_added(record: Record) -> bool:
    option(record, other(record))["shown"]["Meal"] = "yes"
    return True


@tampering("shown")
def slots_in_another_order(record: Record) -> bool:
    one = option(record, other(record))
    one["shown"] = dict(reversed(one["shown"].items()))
    return True


@tampering("axiom")
def layover_times_without_stops(record: Record) -> bool:
    for one in record["options"]:
        if one["shown"]["Layover times"] != "none":
            one["shown"]["Layover times"] = "none"
            return True
    return False


@tampering("axiom")
def layovers_longer_than_the_journey(record: Record) -> bool:
    for one in record["options"]:
        if one["shown"]["Layover times"] != "none":
            one["shown"]["Travel time"] = "1 hr"
            one["shown"]["Layover times"] = "; ".join(
                "2 hr" for _ in one["shown"]["Layover times"].split("; ")
            )
            return True
    return False


@tampering("options")
def options_alike(record: Record) -> bool:
    pair = [one["shown"] for one in record["options"] if one["label"] != record["answer"]][:2]
    pair[0].clear()
    pair[0].update(pair[1])
    return True


@tampering("options")
def row_named_twice(record: Record) -> bool:
    record["options"][0]["row"] = record["options"][1]["row"]
    return True


@tampering("options")
def option_removed(record: Record) -> bool:
    record["options"].remove(option(record, other(record)))
    return True


@tampering("options")
def labels_swapped(record: Record) -> bool:
    record["options"][0]["label"], record["options"][1]["label"] = "B", "A"
    return True


@tampering("certificate")
def certificates_swapped(record: Record) -> bool:
    broken = record["certificate"]["broken"]
    (one, first), (two, second), *_ = broken.items()
    broken[one], broken[two] = second, first
    return bool(first != second)


@tampering("certificate")
def broken_term_left_out(record: Record) -> bool:
    next(iter(record["certificate"]["broken"].values())).pop()
    return True


@tampering("certificate")
def broken_term_renumbered(record: Record) -> bool:
    next(iter(record["certificate"]["broken"].values()))[0]["term"] += 1
    return True


@tampering("certificate")
def certificate_shows_another_value(record: Record) -> bool:
    broken = next(iter(record["certificate"]["broken"].values()))
    broken[0]["literals"][0]["value"] += " "
    return True


@tampering("certificate")
def certificate_names_another_literal(record: Record) -> bool:
    failed = next(iter(record["certificate"]["broken"].values()))[0]["literals"][0]
    failed["literal"] = (
        failed["literal"].removeprefix("!") if "!" in failed["literal"] else f"!{failed['literal']}"
    )
    return True


@tampering("certificate")
def certificate_lacks_a_literal(record: Record) -> bool:
    next(iter(record["certificate"]["broken"].values()))[0]["literals"].pop()
    return True


@tampering("certificate")
def certificate_lacks_an_option(record: Record) -> bool:
    del record["certificate"]["broken"][other(record)]
    return True


@tampering("certificate")
def satisfied_literal_beyond_its_term(record: Record) -> bool:
    record["certificate"]["satisfied"][0] += 9
    return True


@tampering("certificate")
def satisfied_literal_that_is_not_true(record: Record) -> bool:
    """Point to another literal of its term; found where that one is not true of the answer."""
    pairs = zip(record["certificate"]["satisfied"], record["requirement"]["terms"], strict=True)
    for number, (place, term) in enumerate(pairs):
        if place > 0:
            record["certificate"]["satisfied"][number] = 0  # the first true one is named, so 0 is not
            return bool(term)
    return False


@tampering("certificate")
def satisfied_lacks_a_term(record: Record) -> bool:
    record["certificate"]["satisfied"].pop()
    return True


@tampering("certificate")
def term_use_edited(record: Record) -> bool:
    use = record["certificate"]["terms"][0]
    use["broken_by"] = [] if use["broken_by"] else [other(record)]
    return True


@tampering("certificate")
def term_alone_edited(record: Record) -> bool:
    for use in record["certificate"]["terms"]:
        if use["alone"]:
            use["alone"] = []
            return True
    return False


def _measure(name: str) -> None:
    def change(record: Record) -> bool:
        record["complexity"][name] += 1
        return True

    change.__name__ = f"{name}_edited"
    tampering("complexity")(change)


for _name in ("slots", "minterms", "sum_terms", "literals", "width"):
    _measure(_name)
for _name in ("component", "longest_path", "max_degree", "average_degree"):
    _measure(_name)


@tampering("complexity")
def entropy_edited(record: Record) -> bool:
    record["complexity"]["entropy"]["C"] = round(abs(record["complexity"]["entropy"]["C"] - 0.001), 4)
    return True


@tampering("complexity")
def entropy_of_four_options(record: Record) -> bool:
    del record["complexity"]["entropy"]["E"]
    return True


@tampering("complexity")
def atypical_edited(record: Record) -> bool:
    atypical = record["complexity"]["atypical"]
    record["complexity"]["atypical"] = [] if atypical else ["price"]
    return True


@tampering("id")
def id_edited(record: Record) -> bool:
    record["id"] = record["id"][::-1]
    return True


@tampering("id")
def attempt_edited(record: Record) -> bool:
    record["provenance"]["attempt"] += 1
    return True


@tampering("id")
def index_edited(record: Record) -> bool:
    record["provenance"]["index"] += 1
    return True


@tampering("provenance")
def setting_edited(record: Record) -> bool:
    record["provenance"]["setting"][1] += 1
    return True


@tampering("provenance")
def option_set_that_there_is_not(record: Record) -> bool:
    record["provenance"]["option_set"] = 1
    return True


@tampering("provenance")
def side_that_there_is_not(record: Record) -> bool:
    record["provenance"]["side"] = "test"
    return True


@tampering("provenance")
def canary_removed(record: Record) -> bool:
    record["provenance"]["canary"] = ""
    return True


@tampering("provenance")
def minimality_unknown(record: Record) -> bool:
    record["provenance"]["minimality"] = "perfect"
    return True


@tampering("provenance")
def primitive_mode_edited(record: Record) -> bool:
    """Several primitives a slot, where the record and its settings say: one."""
    record["provenance"]["primitives"] = record["provenance"]["settings"]["primitives"] = "per-slot"
    slots = [one["slot"] for one in literals(record)]
    settings = json.dumps(record["provenance"]["settings"], sort_keys=True, separators=(",", ":"))
    made = record["provenance"]
    parts = (
        made["seed"],
        record["domain"]["digest"],
        settings,
        made["index"],
        made["option_set"],
        made["attempt"],
    )
    record["id"] = digest("question", *parts).hex()[:16]
    return len(slots) > len(set(slots))


@tampering("provenance")
def domain_renamed(record: Record) -> bool:
    record["domain"]["name"] = "trains"
    return True


@tampering("provenance")
def domain_version_edited(record: Record) -> bool:
    record["domain"]["version"] = "9.9"
    return True


@tampering("provenance")
def kind_edited(record: Record) -> bool:
    record["kind"] = "essay"
    return True


@tampering("keys")
def key_removed(record: Record) -> bool:
    del record["provenance"]["minimality"]
    return True


@tampering("keys")
def key_added(record: Record) -> bool:
    record["hint"] = "A"
    return True


@tampering("type")
def number_as_text(record: Record) -> bool:
    record["provenance"]["index"] = str(record["provenance"]["index"])
    return True


@tampering("type")
def truth_as_number(record: Record) -> bool:
    next(literals(record))["positive"] = 1
    return True


@tampering("type")
def answer_that_is_no_letter(record: Record) -> bool:
    record["answer"] = "F"
    return True


@tampering("type")
def terms_as_object(record: Record) -> bool:
    record["requirement"]["terms"] = {}
    return True


@tampering("type")
def negative_count(record: Record) -> bool:
    record["complexity"]["width"] = -1
    return True


@pytest.mark.parametrize("name", TAMPERINGS)
def test_a_tampering_is_found_and_named(name: str, records: list[Record], checker: QuestionChecker) -> None:
    """In every record that lends itself to it, and there is one."""
    what, change = TAMPERINGS[name]
    tried = 0
    for record in records:
        spoiled = copy.deepcopy(record)
        if change(spoiled) and json.dumps(spoiled) != json.dumps(record):
            tried += 1
            found = {flaw.what for flaw in checker.flaws(spoiled)}
            assert what in found, (name, record["id"], found)
    assert tried


def test_what_was_not_tampered_with_is_clean(records: list[Record], checker: QuestionChecker) -> None:
    for record in records:
        assert checker.flaws(record) == []
    assert verify_question(records[0], checker.domain) == []


def test_every_value_that_a_label_hangs_on_is_found_when_it_is_moved(
    records: list[Record], checker: QuestionChecker
) -> None:
    """Prices moved to the other side of what is asked: the certificate no longer shows them."""
    slot = checker.domain.slots["price"]
    assert slot.numbers is not None
    found = 0
    for record in records:
        spoiled = copy.deepcopy(record)
        for one in spoiled["options"]:
            price = read_shown(slot, one["shown"]["Price"])
            assert isinstance(price, int)
            one["shown"]["Price"] = displayed_number(
                slot.numbers, slot.numbers.low + slot.numbers.high - price
            )
        whats = {flaw.what for flaw in checker.flaws(spoiled)}
        asked = any(one["slot"] == "price" for one in literals(record))
        assert asked or not whats
        found += bool(whats)
    assert found
