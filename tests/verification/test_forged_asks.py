"""Forged keys, answers, objectives and certificates of each ask: each is found, and named."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any

import pytest

import cocoa_core
from cocoa_core.verification.selection.checker import QuestionChecker

Record = dict[str, Any]
Forgery = tuple[str, Record]
"""What it has to be called, and the record."""

QUESTIONS = 8
FEWEST = 50


@cache
def written(ask: str, **more: Any) -> tuple[Record, ...]:
    questions = cocoa_core.load_domain("flights").generate(QUESTIONS, seed=11, ask=ask, **more)
    return tuple(json.loads(question.line()) for question in questions)


def put(record: Record, value: Any, *path: str | int) -> Record:
    """Another record, with this value in this place."""
    forged = copy.deepcopy(record)
    owner: Any = forged
    for part in path[:-1]:
        owner = owner[part]
    owner[path[-1]] = value
    return forged


def asking(record: Record, **parts: Any) -> Record:
    return {**record, "asked": {**record["asked"], **parts}}


def without(some: list[Any], place: int) -> list[Any]:
    return [*some[:place], *some[place + 1 :]]


def letters_of(record: Record) -> list[str]:
    return [option["label"] for option in record["options"]]


def numbers_of(record: Record) -> list[str]:
    return [str(number) for number in range(1, len(record["requirement"]["terms"]) + 1)]


def other_keys(record: Record, known: list[str]) -> Iterator[Forgery]:
    """Every other set of these, in order."""
    for size in range(len(known) + 1):
        for key in map(list, combinations(known, size)):
            if key != record["key"]:
                yield "key", {**record, "key": key}


def renumbered(record: Record) -> Iterator[Forgery]:
    """Conditions that the request says in another order."""
    said = [index for index, one in enumerate(record["sentences"]) if one["terms"]]
    for one, two in combinations(said, 2):
        sentences = list(record["sentences"])
        sentences[one], sentences[two] = sentences[two], sentences[one]
        request = " ".join(sentence["text"] for sentence in sentences)
        yield "numbers", {**record, "sentences": sentences, "request": request}


def choice(record: Record) -> Iterator[Forgery]:
    """Other keys and answers, other labels, another ask."""
    letters = letters_of(record)
    key, single, counted = record["key"], record["answer"] is not None, record["ask"] == "count"
    known = [str(number) for number in range(len(letters) + 2)] if counted else letters
    others = [[one] for one in (*known, "none", "Z")] if single or counted else []
    if record["ask"] == "every":
        others = [list(some) for size in range(4) for some in combinations(known, size)]
    for other in others:
        if other != key:
            yield "key", {**record, "key": other, **({"answer": other[0]} if single else {})}
    yield "key", {**record, "key": [*key, "A"]}
    yield "key", {**record, "answer": None if single else "A"}
    for label in letters:
        certificate = copy.deepcopy(record["certificate"])
        satisfied, broken = certificate["satisfied"], certificate["broken"]
        if satisfied.pop(label, None) is not None:
            broken[label] = []
        else:
            del broken[label]
            satisfied[label] = [0] * len(record["requirement"]["terms"])
        yield "label", {**record, "certificate": certificate}
    for other in ("choose", "every", "count"):
        if other != record["ask"] and "asked" not in record:
            yield "provenance", {**record, "ask": other}
    yield "keys" if "asked" in record else "ask", {**record, "ask": "nothing"}
    yield "options", {**record, "options": record["options"][::-1]}
    yield "provenance", {**record, "groups": {"ring": "0" * 16}}
    if "asked" not in record:
        yield "keys", {**record, "asked": {"slot": "price"}}


def best(record: Record) -> Iterator[Forgery]:
    yield from choice(record)
    asked = record["asked"]
    for parts in (
        {"slot": "nothing"},
        {"slot": "departure"},
        {"slot": "legroom"},
        {"wanted": "more" if asked["wanted"] == "less" else "less"},
        {"wanted": ""},
        {"label": "Fare"},
        {"words": "the cheapest"},
        {"words": f'the dearest by "{asked["label"]}"'},
        {"words": asked["words"].replace(asked["label"], "Fare")},
    ):
        yield "asked", asking(record, **parts)
    yield "type", asking(record, slot=3)
    yield "keys", {**record, "asked": {}}
    yield "keys", {key: part for key, part in record.items() if key != "asked"}


def broken(record: Record) -> Iterator[Forgery]:
    yield from other_keys(record, numbers_of(record))
    yield from renumbered(record)
    yield "key", {**record, "answer": "1"}
    yield "asked", asking(record, option="F")
    by_label = {
        label: [str(term["term"] + 1) for term in terms]
        for label, terms in record["certificate"]["broken"].items()
    }
    for label in letters_of(record):
        if by_label.get(label, []) != record["key"]:
            yield "key", asking(record, option=label)


def relax(record: Record) -> Iterator[Forgery]:
    for number in numbers_of(record):
        for letter in letters_of(record):
            if [number, letter] != record["key"]:
                yield "key", {**record, "key": [number, letter]}
    yield from renumbered(record)
    yield "key", {**record, "key": record["key"][::-1]}
    yield "key", {**record, "key": record["key"][:1]}


def possible(record: Record) -> Iterator[Forgery]:
    asked = record["asked"]
    form, witnesses, met = asked["form"], asked["witnesses"], record["key"] == ["yes"]
    named = [str(number) for number in form]
    yield "key", {**record, "key": [] if met else ["no"]}
    for key in (["yes"], *map(list, combinations(numbers_of(record), 2))):
        if key != record["key"]:
            yield "witness" if key in (named, ["yes"]) else "key", {**record, "key": key}
    if met:  # what meets everything meets all but one, too
        denied = [{**witnesses[0], "without": number} for number in form]
        yield "clash", {**asking(record, witnesses=denied), "key": named}
    else:
        for place in range(len(form)):
            yield "key", asking(record, form=without(form, place))
    yield from renumbered(record)
    yield "axioms", asking(record, axioms=[*asked["axioms"], "Prices are low."])
    yield "asked", asking(record, about=[*asked["about"], "Price"])
    yield "group", asking(record, group={**asked["group"], "origin": "Atlantis"})
    for place, witness in enumerate(witnesses):
        yield "witness", asking(record, witnesses=without(witnesses, place))
        shown = {label: text for label, text in witness["shown"].items() if label != "Price"}
        yield "shown", put(record, shown, "asked", "witnesses", place, "shown")
        for other in witnesses[:place]:
            if witness["shown"] != other["shown"]:
                yield "witness", put(record, other["shown"], "asked", "witnesses", place, "shown")


TO_BE_CONFIRMED = "to be confirmed"


def missing(record: Record) -> Iterator[Forgery]:
    options = [option["shown"] for option in record["options"]]
    labels = list(options[0])
    for label in labels:
        if [label] != record["key"]:
            yield "key", {**record, "key": [label]}
    yield "key", {**record, "key": []}
    yield "key", {**record, "key": record["key"] * 2}
    yield "key", {**record, "answer": record["key"][0]}
    hidden = [
        (place, label)
        for place, shown in enumerate(options)
        for label in labels
        if shown[label] == TO_BE_CONFIRMED
    ]
    for place in range(len(options)):
        for label in ("Stops", "Travel time", "From"):
            yield "hidden", put(record, TO_BE_CONFIRMED, "options", place, "shown", label)
    for place, label in hidden:
        value = next(shown[label] for shown in options if shown[label] != TO_BE_CONFIRMED)
        alone = [one for one in hidden if one[1] == label] == [(place, label)]
        if not alone or len({name for _, name in hidden}) == 3:
            yield "hidden", put(record, value, "options", place, "shown", label)


def bundle(record: Record) -> Iterator[Forgery]:
    asked = record["asked"]
    yield from other_keys(record, letters_of(record))
    yield "key", {**record, "key": record["key"][::-1]}
    yield "key", {**record, "answer": record["key"][0]}
    for take in (asked["take"] + 1, 1, 0):
        yield "bundle", asking(record, take=take)
    yield "words", asking(record, called="two tickets")
    yield "total", asking(record, total=asked["total"] + 1)
    yield "total", asking(record, second=asked["total"])
    yield "words", asking(record, labels={**asked["labels"], "price": "Cost"})
    yield "without", asking(record, unasked=record["key"])
    yield "without", asking(record, unasked=[])
    for what, parts in _objectives(asked["objective"]):
        yield what, asking(record, objective={**asked["objective"], **parts})
    for slot, numbers in asked["numbers"].items():
        for place, number in enumerate(numbers):
            yield "numbers", put(record, number + 1, "asked", "numbers", slot, place)
        others = {other: column for other, column in asked["numbers"].items() if other != slot}
        yield "numbers", asking(record, numbers=others)
    yield "condition", asking(record, conditions=[])
    for place, condition in enumerate(asked["conditions"]):
        for what, parts in _conditions(condition):
            yield what, put(record, {**condition, **parts}, "asked", "conditions", place)
        yield "condition", asking(record, conditions=[*asked["conditions"], condition])


def _objectives(given: Record) -> Iterator[tuple[str, Record]]:
    yield "words", {"words": given["words"].replace("est", "er")}
    yield "objective", {"wanted": "more"}
    yield "objective", {"over": "average"}
    yield "objective", {"over": "sum"}
    yield "objective", {"slot": "emissions"}
    yield "objective", {"slot": "gate"}


def _conditions(given: Record) -> Iterator[tuple[str, Record]]:
    """What each change of a condition has to be called."""
    yield "words", {"words": given["words"].replace("a", "e")}
    yield "condition", {"kind": "same"}
    yield "condition", {"slot": "aircraft"}
    yield "condition", {"test": "is"}
    yield "condition", {"value": given["value"] + "0", "kind": "different", "test": ""}
    yield "without", {"without": []}
    if given["kind"] in ("total", "with", "includes"):
        named = given["kind"] == "total" or given["number"] == 1
        yield "condition" if named else "words", {"number": given["number"] - 1}
    if given["kind"] == "total":
        yield "condition", {"value": given["value"] + "0"}
        yield "condition", {"test": "at_least"}
    if given["kind"] in ("with", "includes"):
        yield "words", {"value": given["value"] + "s"}
        yield "condition", {"number": 9}


FORGERS: dict[str, tuple[Mapping[str, Any], Callable[[Record], Iterator[Forgery]]]] = {
    "choose": ({"ask": "choose"}, choice),
    "choose, none": ({"ask": "choose", "none": True}, choice),
    "choose, eight": ({"ask": "choose", "options": 8}, choice),
    "every": ({"ask": "every"}, choice),
    "count": ({"ask": "count"}, choice),
    "best": ({"ask": "best"}, best),
    "broken": ({"ask": "broken"}, broken),
    "relax": ({"ask": "relax"}, relax),
    "possible": ({"ask": "possible"}, possible),
    "missing": ({"ask": "missing"}, missing),
    "bundle": ({"ask": "bundle"}, bundle),
}


@pytest.mark.parametrize("case", FORGERS)
def test_forged_answers_are_named(case: str, checker: QuestionChecker) -> None:
    settings, forged_of = FORGERS[case]
    tried = 0
    for record in written(**settings):
        assert checker.flaws(record) == []
        for what, forged in forged_of(record):
            if forged != record:
                named = {flaw.what for flaw in checker.flaws(forged)}
                assert what in named, (what, named, record["id"], forged["key"], forged.get("asked"))
                tried += 1
    assert tried >= FEWEST
