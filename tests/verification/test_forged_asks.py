"""Forged keys and certificates of each ask: each is found, and named."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
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
def written(ask: str) -> tuple[Record, ...]:
    questions = cocoa_core.load_domain("flights").generate(QUESTIONS, seed=11, ask=ask)
    return tuple(json.loads(question.line()) for question in questions)


def changed(record: Record, change: Callable[[Record], object]) -> Record:
    forged = copy.deepcopy(record)
    change(forged)
    return forged


def with_key(record: Record, key: list[str]) -> Record:
    return {**copy.deepcopy(record), "key": key}


def other_keys(record: Record, known: list[str]) -> Iterator[Forgery]:
    """Every other set of these, in order."""
    for size in range(len(known) + 1):
        for key in map(list, combinations(known, size)):
            if key != record["key"]:
                yield "key", with_key(record, key)


def renumbered(record: Record) -> Iterator[Forgery]:
    """Conditions that the request says in another order."""
    said = [index for index, one in enumerate(record["sentences"]) if one["terms"]]
    for one, two in combinations(said, 2):

        def swap(forged: Record, one: int = one, two: int = two) -> None:
            sentences = forged["sentences"]
            sentences[one], sentences[two] = sentences[two], sentences[one]
            forged["request"] = " ".join(sentence["text"] for sentence in sentences)

        yield "numbers", changed(record, swap)


def numbers_of(record: Record) -> list[str]:
    return [str(number) for number in range(1, len(record["requirement"]["terms"]) + 1)]


def broken(record: Record) -> Iterator[Forgery]:
    yield from other_keys(record, numbers_of(record))
    yield from renumbered(record)
    yield "key", changed(record, lambda forged: forged.update(answer="1"))
    yield "asked", changed(record, lambda forged: forged["asked"].update(option="F"))
    by_label = {
        **{label: [str(term["term"] + 1) for term in terms] for label, terms in _broken(record).items()},
        **{label: [] for label in record["certificate"]["satisfied"]},
    }
    for label, numbers in by_label.items():
        if numbers != record["key"]:
            yield "key", changed(record, lambda forged, label=label: forged["asked"].update(option=label))


def relax(record: Record) -> Iterator[Forgery]:
    letters = [option["label"] for option in record["options"]]
    for number in numbers_of(record):
        for letter in letters:
            if [number, letter] != record["key"]:
                yield "key", with_key(record, [number, letter])
    yield from renumbered(record)
    yield "key", with_key(record, record["key"][::-1])
    yield "key", with_key(record, record["key"][:1])


def possible(record: Record) -> Iterator[Forgery]:
    asked, numbers = record["asked"], numbers_of(record)
    yield "key", with_key(record, [] if record["key"] == ["yes"] else ["no"])
    for key in (["yes"], *map(list, combinations(numbers, 2))):
        if key != record["key"]:
            named = key == [str(number) for number in asked["form"]]
            yield ("witness" if named or key == ["yes"] else "key"), with_key(record, key)
    for number in asked["form"] if record["key"] != ["yes"] else ():
        yield "key", changed(record, lambda forged, number=number: forged["asked"]["form"].remove(number))
    if record["key"] == ["yes"]:  # what meets everything meets all but one, too

        def deny(forged: Record) -> None:
            forged["key"] = [str(number) for number in asked["form"]]
            [witness] = asked["witnesses"]
            forged["asked"]["witnesses"] = [{**witness, "without": number} for number in asked["form"]]

        yield "clash", changed(record, deny)
    yield from renumbered(record)
    yield "axioms", changed(record, lambda forged: forged["asked"]["axioms"].append("Prices are low."))
    yield "asked", changed(record, lambda forged: forged["asked"]["about"].append("Price"))
    yield "group", changed(record, lambda forged: forged["asked"]["group"].update(origin="Atlantis"))
    for place, witness in enumerate(asked["witnesses"]):
        yield "witness", changed(record, lambda forged, place=place: forged["asked"]["witnesses"].pop(place))
        yield (
            "shown",
            changed(
                record, lambda forged, place=place: forged["asked"]["witnesses"][place]["shown"].pop("Price")
            ),
        )
        for other in asked["witnesses"][:place]:

            def swap(forged: Record, place: int = place, other: Record = other) -> None:
                forged["asked"]["witnesses"][place]["shown"] = other["shown"]

            if witness["shown"] != other["shown"]:
                yield "witness", changed(record, swap)


TO_BE_CONFIRMED = "to be confirmed"


def missing(record: Record) -> Iterator[Forgery]:
    labels = list(record["options"][0]["shown"])
    for label in labels:
        if [label] != record["key"]:
            yield "key", with_key(record, [label])
    yield "key", with_key(record, [])
    yield "key", with_key(record, [*record["key"], *record["key"]])
    yield "key", changed(record, lambda forged: forged.update(answer=forged["key"][0]))
    for place, option in enumerate(record["options"]):
        for label in ("Stops", "Travel time", "From"):

            def hide(forged: Record, place: int = place, label: str = label) -> None:
                forged["options"][place]["shown"][label] = TO_BE_CONFIRMED

            yield "hidden", changed(record, hide)
        for label in labels:
            if option["shown"][label] == TO_BE_CONFIRMED:
                value = next(
                    other["shown"][label]
                    for other in record["options"]
                    if other["shown"][label] != TO_BE_CONFIRMED
                )

                def reveal(
                    forged: Record, place: int = place, label: str = label, value: str = value
                ) -> None:
                    forged["options"][place]["shown"][label] = value

                cells = sum(one["shown"][label] == TO_BE_CONFIRMED for one in record["options"])
                slots = {
                    name
                    for one in record["options"]
                    for name in labels
                    if one["shown"][name] == TO_BE_CONFIRMED
                }
                if cells > 1 or len(slots) == 3:
                    yield "hidden", changed(record, reveal)


def bundle(record: Record) -> Iterator[Forgery]:
    letters = [option["label"] for option in record["options"]]
    asked = record["asked"]
    yield from other_keys(record, letters)
    yield "key", with_key(record, record["key"][::-1])
    yield "key", changed(record, lambda forged: forged.update(answer=forged["key"][0]))
    for name, value in (("take", asked["take"] + 1), ("take", 1), ("take", 0)):
        yield (
            "bundle",
            changed(record, lambda forged, name=name, value=value: forged["asked"].update({name: value})),
        )
    yield "words", changed(record, lambda forged: forged["asked"].update(called="two tickets"))
    yield "total", changed(record, lambda forged: forged["asked"].update(total=asked["total"] + 1))
    yield "total", changed(record, lambda forged: forged["asked"].update(second=asked["total"]))
    yield "words", changed(record, lambda forged: forged["asked"]["labels"].update(price="Cost"))
    yield "without", changed(record, lambda forged: forged["asked"].update(unasked=forged["key"]))
    yield "without", changed(record, lambda forged: forged["asked"].update(unasked=[]))
    for part, forgeries in _objectives(asked["objective"]):
        yield part, changed(record, lambda forged, new=forgeries: forged["asked"]["objective"].update(new))
    for slot, numbers in asked["numbers"].items():
        for place, number in enumerate(numbers):

            def other(forged: Record, slot: str = slot, place: int = place, number: int = number) -> None:
                forged["asked"]["numbers"][slot][place] = number + 1

            yield "numbers", changed(record, other)
        yield "numbers", changed(record, lambda forged, slot=slot: forged["asked"]["numbers"].pop(slot))
    yield "condition", changed(record, lambda forged: forged["asked"].update(conditions=[]))
    for place, condition in enumerate(asked["conditions"]):
        for part, new in _conditions(condition):

            def change(forged: Record, place: int = place, new: Record = new) -> None:
                forged["asked"]["conditions"][place].update(new)

            yield part, changed(record, change)

        def twice(forged: Record, condition: Record = condition) -> None:
            forged["asked"]["conditions"].append(condition)

        yield "condition", changed(record, twice)


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


def _broken(record: Record) -> dict[str, list[dict[str, Any]]]:
    found: dict[str, list[dict[str, Any]]] = record["certificate"]["broken"]
    return found


FORGERS: dict[str, Callable[[Record], Iterator[Forgery]]] = {
    "broken": broken,
    "relax": relax,
    "possible": possible,
    "missing": missing,
    "bundle": bundle,
}


@pytest.mark.parametrize("ask", FORGERS)
def test_forged_answers_are_named(ask: str, checker: QuestionChecker) -> None:
    tried = 0
    for record in written(ask):
        assert checker.flaws(record) == []
        for what, forged in FORGERS[ask](record):
            found = {flaw.what for flaw in checker.flaws(forged)}
            if forged != record:
                assert what in found, (record["id"], what, found)
                tried += 1
    assert tried >= FEWEST
