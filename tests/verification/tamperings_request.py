"""Tampering with the words of the request."""

from __future__ import annotations

import re

from verification.tampering import Record, literals, replaced, tampering


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
