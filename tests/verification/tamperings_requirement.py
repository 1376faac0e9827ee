"""Tampering with the requirement as data, or the key against it."""

from __future__ import annotations

from verification.tampering import Record, literals, option, other, tampering


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


@tampering("requirement-id")
def requirement_id_edited(record: Record) -> bool:
    record["requirement"]["id"] = record["requirement"]["id"][::-1]
    return True


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


@tampering("requirement")
def a_demand_that_is_no_literal(record: Record) -> bool:
    record["requirement"]["demands"][0] = len(record["requirement"]["terms"][0])
    return True


@tampering("requirement")
def a_demand_too_few(record: Record) -> bool:
    record["requirement"]["demands"].pop()
    return True


@tampering("requirement")
def demands_that_no_minterm_meets(record: Record) -> bool:
    """Of one slot once affirmed and once denied, in two sum terms."""
    given = record["requirement"]
    signs: dict[str, tuple[int, bool]] = {}
    for number, term in enumerate(given["terms"]):
        for place, one in enumerate(term):
            first, positive = signs.setdefault(one["slot"], (number, one["positive"]))
            if first != number and positive != one["positive"]:
                places = [other["slot"] for other in given["terms"][first]]
                given["demands"][first] = places.index(one["slot"])
                given["demands"][number] = place
                return True
    return False
