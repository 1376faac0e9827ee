"""Forged keys, answers, objectives and certificates of choose, every, count and best are found, and named."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest

import cocoa_core
from cocoa_core.verification.selection.checker import QuestionChecker

Record = dict[str, Any]
Forgery = tuple[str, Record]
"""What it has to be called, and the record."""

QUESTIONS = 6
FEWEST = 50
CASES = {
    "choose": {"ask": "choose"},
    "choose, none": {"ask": "choose", "none": True},
    "choose, eight": {"ask": "choose", "options": 8},
    "every": {"ask": "every"},
    "count": {"ask": "count"},
    "best": {"ask": "best"},
}


@cache
def written(case: str) -> tuple[Record, ...]:
    questions = cocoa_core.load_domain("flights").generate(QUESTIONS, seed=11, **CASES[case])
    return tuple(json.loads(question.line()) for question in questions)


def forged(record: Record, **parts: Any) -> Record:
    return {**copy.deepcopy(record), **parts}


def forgeries(record: Record) -> Iterator[Forgery]:
    """Other keys and answers, other labels, another ask."""
    letters = [option["label"] for option in record["options"]]
    key, single = record["key"], record["answer"] is not None
    known = [str(number) for number in range(len(letters) + 2)] if record["ask"] == "count" else letters
    others = [[one] for one in (*known, "none", "Z")] if single or record["ask"] == "count" else []
    if record["ask"] == "every":
        others = [list(some) for size in range(4) for some in combinations(known, size)]
    for other in others:
        if other != key:
            yield "key", forged(record, key=other, **({"answer": other[0]} if single else {}))
    yield "key", forged(record, key=[*key, "A"])
    yield "key", forged(record, answer=None if single else "A")
    for option in record["options"]:
        certificate = copy.deepcopy(record["certificate"])
        label = option["label"]
        if label in certificate["satisfied"]:
            certificate["broken"][label] = []
            del certificate["satisfied"][label]
        else:
            del certificate["broken"][label]
            certificate["satisfied"][label] = [0] * len(record["requirement"]["terms"])
        yield "label", forged(record, certificate=certificate)
    for other in ("choose", "every", "count"):
        if other != record["ask"] and "asked" not in record:
            yield "provenance", forged(record, ask=other)
    yield "keys" if "asked" in record else "ask", forged(record, ask="nothing")
    yield "options", forged(record, options=record["options"][::-1])
    yield "provenance", forged(record, groups={"ring": "0" * 16})
    if record["ask"] == "best":
        yield from _objectives(record)
    else:
        yield "keys", forged(record, asked={"slot": "price"})


def _objectives(record: Record) -> Iterator[Forgery]:
    asked = record["asked"]
    for changed in (
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
        yield "asked", forged(record, asked={**asked, **changed})
    yield "type", forged(record, asked={**asked, "slot": 3})
    yield "keys", forged(record, asked={})
    bare = forged(record)
    del bare["asked"]
    yield "keys", bare


@pytest.mark.parametrize("case", list(CASES))
def test_each_forgery_of_an_ask_is_named(case: str, checker: QuestionChecker) -> None:
    assert all(checker.flaws(record) == [] for record in written(case))
    found = [forgery for record in written(case) for forgery in forgeries(record)]
    assert len(found) >= FEWEST
    for what, record in found:
        named = {flaw.what for flaw in checker.flaws(record)}
        assert what in named, (what, named, record["key"], record.get("asked"))
