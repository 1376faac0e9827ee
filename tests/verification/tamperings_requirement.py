"""Tampering with the requirement as data, and with what follows from it."""

from __future__ import annotations

import copy
import json

from verification.dataset_edits import renamed
from verification.tampering import Record, literals, option, other, tampering

from cocoa_core.independent import digest


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
    slots = [literal["slot"] for literal in literals(record)]
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


def _satisfied(record: Record) -> list[int]:
    """The places of true literals of the answer."""
    places: list[int] = record["certificate"]["satisfied"][record["answer"]]
    return places


@tampering("certificate")
def certificates_swapped(record: Record) -> bool:
    broken = record["certificate"]["broken"]
    (one, first), (two, second), *_ = broken.items()
    broken[one], broken[two] = second, first
    return bool(first != second)


@tampering("certificate")
def satisfied_literal_that_is_not_true(record: Record) -> bool:
    """Point to another literal of its term; found where that one is not true of the answer."""
    pairs = zip(_satisfied(record), record["requirement"]["terms"], strict=True)
    for number, (place, term) in enumerate(pairs):
        if place > 0:
            _satisfied(record)[number] = 0  # the first true one is named, so 0 is not
            return bool(term)
    return False


@tampering("certificate")
def term_alone_edited(record: Record) -> bool:
    for use in record["certificate"]["terms"]:
        if use["alone"]:
            use["alone"] = []
            return True
    return False
