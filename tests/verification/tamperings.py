"""Ways to falsify a record, each with the name of what has to be found: of options, request, requirement.

Last come those of one value: a row each.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Callable, Iterator
from typing import Any

from verification.dataset_edits import change_at, renamed

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
    """The option with this label."""
    found: Record = next(one for one in record["options"] if one["label"] == label)
    return found


def literals(record: Record) -> Iterator[Record]:
    """Every literal of the requirement."""
    return (one for term in record["requirement"]["terms"] for one in term)


def replaced(record: Record, pattern: str, change: Callable[[re.Match[str]], str]) -> bool:
    """Edit the first match in the sentences that say something, and so in the request."""
    for sentence in record["sentences"]:
        edited = re.sub(pattern, change, sentence["text"], count=1)
        if sentence["terms"] and edited != sentence["text"]:
            sentence["text"] = edited
            record["request"] = " ".join([one["text"] for one in record["sentences"]])
            return True
    return False


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
def slot_left_out(record: Record) -> bool:
    del option(record, other(record))["shown"]["Wi-Fi"]
    return True


@tampering("shown")
def slot_added(record: Record) -> bool:
    option(record, other(record))["shown"]["Meal"] = "yes"
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
def option_removed(record: Record) -> bool:
    record["options"].remove(option(record, other(record)))
    return True


@tampering("options")
def labels_swapped(record: Record) -> bool:
    record["options"][0]["label"], record["options"][1]["label"] = "B", "A"
    return True


@tampering("request")
def sum_term_removed_from_the_tree_and_all_that_follows(record: Record) -> bool:
    """The tree, its text and its certificate agree; the request asks for more."""
    given = record["requirement"]
    number = len(given["terms"]) - 1
    given["terms"].pop()
    given["text"] = given["text"].rpartition(" & ")[0]
    record["certificate"]["satisfied"][record["answer"]].pop()
    record["certificate"]["terms"].pop()
    for broken in record["certificate"]["broken"].values():
        broken[:] = [one for one in broken if one["term"] != number]
    return number > 0


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
    sentences = [sentence for sentence in record["sentences"] if sentence["terms"]]
    record["sentences"].remove(sentences[-1])
    record["request"] = " ".join([sentence["text"] for sentence in record["sentences"]])
    return len(sentences) > 1


@tampering("request")
def condition_turned_around(record: Record) -> bool:
    turned = {"Unless": "If", "unless": "if", "If": "Unless", "if": "unless"}
    return replaced(record, r"\b([Uu]nless|[Ii]f)\b", lambda match: turned[match[1]])


@tampering("request")
def or_made_and(record: Record) -> bool:
    return replaced(record, r"\bor\b", lambda _: "and")


@tampering("request")
def negation_removed(record: Record) -> bool:
    words = {
        "isn't": "is",
        "can't": "has to",
        "shouldn't": "should",
        "don't want": "want",
    }
    return replaced(record, "|".join(words), lambda match: words[match[0]])


@tampering("request")
def city_exchanged(record: Record) -> bool:
    """For another one that an option shows."""
    known = {city for option in record["options"] for city in option["shown"]["Layovers in"].split("; ")} - {
        "none"
    }
    for literal in literals(record):
        for city in known - set(literal["values"]) if literal["slot"] == "layover_cities" else ():
            return replaced(record, re.escape(literal["values"][0]), lambda _, city=city: city)  # type: ignore[misc]
    return False


@tampering("opening")
def opening_names_another_city(record: Record) -> bool:
    opening = record["sentences"][0]["text"]
    named = next(text for text in record["options"][0]["shown"].values() if text in opening)
    record["sentences"][0]["text"] = opening.replace(named, "Atlantis")
    record["request"] = " ".join([sentence["text"] for sentence in record["sentences"]])
    return True


@tampering("sentences")
def sum_terms_of_two_sentences_exchanged(record: Record) -> bool:
    sentences = [sentence for sentence in record["sentences"] if sentence["terms"]]
    sentences[0]["terms"], sentences[-1]["terms"] = sentences[-1]["terms"], sentences[0]["terms"]
    return len(sentences) > 1


@tampering("sentences")
def two_sentences_listed_as_one(record: Record) -> bool:
    first, second = [sentence for sentence in record["sentences"] if sentence["terms"]][:2]
    first["text"] += f" {second['text']}"
    first["terms"] = sorted(first["terms"] + second["terms"])
    record["sentences"].remove(second)
    return True


@tampering("key")
def answer_moved(record: Record) -> bool:
    record["answer"] = other(record)
    record["key"] = [record["answer"]]
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


@tampering("requirement-text")
def sum_term_removed_from_the_tree(record: Record) -> bool:
    record["requirement"]["terms"].pop()
    return len(record["requirement"]["terms"]) > 0


@tampering("requirement")
def rule_of_another_slot(record: Record) -> bool:
    one = next(literals(record))
    one["rule"] = "price" if one["slot"] != "price" else "stops"
    return True


@tampering("requirement")
def comparison_that_the_rule_does_not_have(record: Record) -> bool:
    for literal in literals(record):
        if literal["slot"] in ("price", "date", "departure") and len(literal["values"]) == 1:
            literal["test"] = "is"
            return True
    return False


@tampering("requirement")
def argument_unreadable(record: Record) -> bool:
    next(literals(record))["values"] = ["soon"]
    return next(literals(record))["slot"] not in ("airlines", "layover_cities")


@tampering("requirement")
def argument_not_canonical(record: Record) -> bool:
    for literal in literals(record):
        if literal["slot"] == "price":
            literal["values"] = [f"{literal['values'][0]}.00"]
            return True
    return False


@tampering("requirement")
def argument_stands_twice(record: Record) -> bool:
    for literal in literals(record):
        if literal["slot"] in ("airlines", "layover_cities"):
            literal["values"] *= 2
            return True
    return False


@tampering("requirement")
def demands_that_no_minterm_meets(record: Record) -> bool:
    """Of one slot once affirmed and once denied, in two sum terms."""
    given = record["requirement"]
    signs: dict[str, tuple[int, bool]] = {}
    for number, term in enumerate(given["terms"]):
        for index, one in enumerate(term):
            first, positive = signs.setdefault(one["slot"], (number, one["positive"]))
            if first != number and positive != one["positive"]:
                places = [other["slot"] for other in given["terms"][first]]
                given["demands"][first] = places.index(one["slot"])
                given["demands"][number] = index
                return True
    return False


@tampering("redundant")
def a_literal_of_another_price_beside_one(record: Record) -> bool:
    """`price < 400 | price < 300`: the same product, the same slots, and the second says nothing."""
    for term in record["requirement"]["terms"]:
        for index, literal in enumerate(term):
            if literal["slot"] == "price" and literal["test"] in ("less", "at_most") and literal["positive"]:
                idle = copy.deepcopy(literal)
                idle["values"] = [str(int(float(literal["values"][0])) - 50)]
                term.insert(index + 1, idle)
                return float(idle["values"][0]) > 0
    return False


@tampering("redundant")
def a_literal_that_every_value_breaks(record: Record) -> bool:
    """A price below the lowest that there is, in a sum term that speaks of another slot."""
    for term in record["requirement"]["terms"]:
        if not any(literal["slot"] == "price" for literal in term):
            values = ["1"]
            term.append(
                {
                    "slot": "price",
                    "rule": "price",
                    "test": "less",
                    "over": None,
                    "values": values,
                    "positive": True,
                }
            )
            return True
    return False


@tampering("redundant")
def a_sum_term_twice(record: Record) -> bool:
    terms = record["requirement"]["terms"]
    terms.append(copy.deepcopy(terms[0]))
    return bool(renamed(record))


@tampering("provenance")
def primitive_mode_edited(record: Record) -> bool:
    """Several primitives a slot, where the record and its settings say: one."""
    record["provenance"]["primitives"] = record["provenance"]["settings"]["primitives"] = "per-slot"
    slots = [literal["slot"] for literal in literals(renamed(record))]
    return len(slots) > len(set(slots))


@tampering("certificate")
def certificates_swapped(record: Record) -> bool:
    broken = record["certificate"]["broken"]
    (one, first), (two, second), *_ = broken.items()
    broken[one], broken[two] = second, first
    return bool(first != second)


@tampering("certificate")
def satisfied_literal_that_is_not_true(record: Record) -> bool:
    """Point to another literal of its term; found where that one is not true of the answer."""
    satisfied = record["certificate"]["satisfied"][record["answer"]]
    for number, (place, term) in enumerate(zip(satisfied, record["requirement"]["terms"], strict=True)):
        if place > 0:
            satisfied[number] = 0  # the first true one is named, so 0 is not
            return bool(term)
    return False


@tampering("certificate")
def term_alone_edited(record: Record) -> bool:
    for use in record["certificate"]["terms"]:
        if use["alone"]:
            use["alone"] = []
            return True
    return False


_TURNED = str.maketrans("+-", "-+")
_VALUES: tuple[tuple[str, str, str, Callable[[Any], Any]], ...] = (  # what is found, name, path, change
    ("keys", "key_added", "hint", lambda _: "A"),
    (
        "keys",
        "key_removed",
        "provenance",
        lambda parts: {name: parts[name] for name in parts if name != "minimality"},
    ),
    ("type", "number_as_text", "provenance.index", str),
    ("type", "terms_as_object", "requirement.terms", lambda _: {}),
    ("type", "negative_count", "complexity.width", lambda _: -1),
    ("type", "truth_as_number", "requirement.terms.0.0.positive", lambda _: 1),
    ("key", "answer_that_is_no_letter", "answer", lambda _: "F"),
    ("id", "id_edited", "id", lambda text: text[::-1]),
    ("id", "attempt_edited", "provenance.attempt", lambda number: number + 1),
    ("id", "index_edited", "provenance.index", lambda number: number + 1),
    ("provenance", "setting_edited", "provenance.setting.1", lambda number: number + 1),
    ("provenance", "option_set_that_there_is_not", "provenance.option_set", lambda _: 1),
    ("provenance", "side_that_there_is_not", "provenance.side", lambda _: "test"),
    ("provenance", "canary_removed", "provenance.canary", lambda _: ""),
    ("provenance", "minimality_unknown", "provenance.minimality", lambda _: "perfect"),
    ("provenance", "domain_renamed", "domain.name", lambda _: "trains"),
    ("provenance", "domain_version_edited", "domain.version", lambda _: "9.9"),
    ("provenance", "variant_edited", "variant", lambda _: "essay"),
    ("minimality", "exact_is_called_irredundant", "provenance.minimality", lambda _: "irredundant"),
    ("shown", "value_out_of_bounds", "options.0.shown.Legroom", lambda _: "101 in"),
    ("shown", "slots_in_another_order", "options.0.shown", lambda shown: dict(reversed(shown.items()))),
    (
        "options",
        "row_named_twice",
        "options",
        lambda options: [{**options[0], "row": options[1]["row"]}, *options[1:]],
    ),
    ("requirement-id", "requirement_id_edited", "requirement.id", lambda text: text[::-1]),
    ("requirement", "comparison_that_there_is_not", "requirement.terms.0.0.test", lambda _: "total"),
    ("requirement", "comparison_over_something_else", "requirement.terms.0.0.over", lambda _: "count"),
    ("requirement", "unknown_slot", "requirement.terms.0.0.slot", lambda _: "seat"),
    ("requirement", "sum_term_emptied", "requirement.terms", lambda terms: [*terms, []]),
    ("requirement", "a_demand_too_few", "requirement.demands", lambda demands: demands[:-1]),
    ("requirement", "a_demand_that_is_no_literal", "requirement.demands.0", lambda _: 99),
    ("certificate", "broken_term_left_out", "certificate.broken.*", lambda terms: terms[:-1]),
    ("certificate", "broken_term_renumbered", "certificate.broken.*.0.term", lambda number: number + 1),
    (
        "certificate",
        "certificate_shows_another_value",
        "certificate.broken.*.0.literals.0.value",
        lambda text: f"{text} ",
    ),
    (
        "certificate",
        "certificate_names_another_literal",
        "certificate.broken.*.0.literals.0.literal",
        lambda text: text.removeprefix("!") if "!" in text else f"!{text}",
    ),
    (
        "certificate",
        "certificate_lacks_a_literal",
        "certificate.broken.*.0.literals",
        lambda literals: literals[:-1],
    ),
    (
        "certificate",
        "certificate_lacks_an_option",
        "certificate.broken",
        lambda broken: dict([*broken.items()][1:]),
    ),
    (
        "certificate",
        "satisfied_literal_beyond_its_term",
        "certificate.satisfied.*.0",
        lambda index: index + 9,
    ),
    ("certificate", "satisfied_lacks_a_term", "certificate.satisfied.*", lambda indices: indices[:-1]),
    (
        "certificate",
        "term_use_edited",
        "certificate.terms.0.broken_by",
        lambda labels: [] if labels else ["A"],
    ),
    *(
        ("complexity", f"{name}_edited", f"complexity.{name}", lambda number: number + 1)
        for name in (
            *("slots", "minterms", "sum_terms", "literals", "width"),
            *("component", "longest_path", "max_degree", "average_degree"),
        )
    ),
    *(
        ("complexity", f"{name}_edited", f"complexity.{name}", lambda rules: [] if rules else ["price"])
        for name in ("atypical", "against")
    ),
    (
        "complexity",
        "entropy_of_four_options",
        "complexity.entropy",
        lambda entropy: {label: entropy[label] for label in "ABCD"},
    ),
    ("complexity", "entropy_edited", "complexity.entropy.C", lambda bits: round(abs(bits - 0.001), 4)),
    ("composition", "a_label_less", "composition.labels.polarity", lambda labels: labels[:-1]),
    (
        "composition",
        "a_sign_of_a_label_turned",
        "composition.labels.slot",
        lambda labels: sorted(label.translate(_TURNED) for label in labels),
    ),
    (
        "composition",
        "families_for_slots",
        "composition.labels",
        lambda labels: {**labels, "family": labels["slot"]},
    ),
    ("composition", "primitives_in_another_order", "composition.terms", lambda terms: terms[::-1]),
    ("composition", "another_structure", "composition.structure", lambda name: "B" if name == "A" else "A"),
    ("composition", "another_profile", "composition.profile", lambda _: {"mixed": 1}),
    ("composition", "another_basic_structure", "composition.basic", lambda _: "D"),
    ("composition", "chained_or_not", "composition.chained", lambda chained: chained is not True),
    (
        "request",
        "sentence_repeated_with_another_number",
        "request",
        lambda text: f"{text} It has to cost under $123.",
    ),
    ("request", "words_added_that_mean_nothing", "request", lambda text: f"{text[:-1]}, please."),
    ("inert", "opening_not_listed_as_inert", "inert", lambda texts: texts[1:]),
    ("inert", "reason_listed_that_is_not_there", "inert", lambda texts: [*texts, "I'm afraid of heights"]),
)


def _value(what: str, name: str, path: str, change: Callable[[Any], Any]) -> None:
    def changed(record: Record) -> bool:
        change_at(record, path, change)
        return True

    changed.__name__ = name
    tampering(what)(changed)


for _row in _VALUES:
    _value(*_row)
