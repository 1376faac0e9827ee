"""What is taken out of a record, and how records are held."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.analysis.samples import StoredRecord, item_of
from cocoa_core.analysis.selection_facts import facets_of, facts_of
from cocoa_core.domain import Test as Comparison
from cocoa_core.domain.kinds import Duration, Kind, NumberList
from cocoa_core.families.selection import Constraint

Records = list[dict[str, Any]]


def constraint(literal: dict[str, Any], records: Records) -> Constraint:
    record = copy.deepcopy(records[0])
    record["requirement"]["terms"][0][0] = literal
    return facts_of(record).terms[0][0]


@pytest.mark.parametrize(
    ("over", "test", "meant"),
    [
        (None, "less", "at_least"),
        (None, "more", "at_most"),
        ("each", "less", "any at_least"),
        ("any", "at_most", "each more"),
        ("total", "at_least", "total less"),
        (None, "any", "none"),
        (None, "none", "any"),
        (None, "all", "not all"),
        (None, "between", "not between"),
        ("count", "is", "not count is"),
    ],
)
def test_a_negated_literal_is_named_for_what_it_comes_to(
    records: Records, over: str | None, test: str, meant: str
) -> None:
    literal = {"slot": "s", "rule": "r", "test": test, "over": over, "values": [], "positive": False}
    assert constraint(literal, records) == Constraint("s", "r", meant)
    plain = constraint({**literal, "positive": True}, records)
    assert plain == Constraint("s", "r", f"{over} {test}" if over else test)


@given(st.lists(st.integers(0, 5), max_size=3).map(tuple), st.sampled_from(["less", "at_most"]))
def test_what_it_comes_to_holds_where_the_test_does_not(value: tuple[int, ...], op: str) -> None:
    kind: Kind = NumberList(Duration(0, 5), 0, 3)
    opposite = {"less": "at_least", "at_most": "more"}[op]
    for over, other in (("each", "any"), ("any", "each"), ("total", "total")):
        first = kind.evaluate(Comparison(op, (3,), over), value)
        second = kind.evaluate(Comparison(opposite, (3,), other), value)
        assert (first is None) == (second is None)
        assert first is None or first != second


@pytest.mark.parametrize(
    "spoil",
    [
        lambda record: record.pop("certificate"),
        lambda record: record["certificate"]["broken"].pop(next(iter(record["certificate"]["broken"]))),
        lambda record: record.update(answer="Z"),
        lambda record: record["complexity"].pop("width"),
        lambda record: record.update(options=None),
        lambda record: next(iter(record["certificate"]["broken"].values()))[0].update(term=99),
    ],
)
def test_what_is_no_whole_record_has_no_facts(records: Records, spoil: Callable[[Any], object]) -> None:
    record = copy.deepcopy(records[0])
    spoil(record)
    with pytest.raises(ValueError, match="expected"):
        facets_of(record, facts_of(record))


@pytest.mark.parametrize("found", [None, "text", 3, [], {}])
def test_other_data_has_no_facts(found: object) -> None:
    with pytest.raises(ValueError, match="whole record"):
        facts_of(found)


def test_a_record_is_held_as_it_was(records: Records) -> None:
    for record in records[:5]:
        held = StoredRecord.of(record)
        assert held.unpacked() == dict(held) == record


@pytest.mark.parametrize("entropy", [-0.001, 1.001, math.inf, -math.inf, math.nan, 1e308])
def test_a_record_with_such_an_entropy_has_no_facts(records: list[dict[str, Any]], entropy: float) -> None:
    record = copy.deepcopy(records[0])
    record["complexity"]["entropy"][record["answer"]] = entropy
    with pytest.raises(ValueError, match="expected an entropy from 0 to 1"):
        facts_of(record)


@pytest.mark.parametrize("entropy", [0.0, 0.8113, 1.0])
def test_the_ends_belong_to_the_range(records: list[dict[str, Any]], entropy: float) -> None:
    record = copy.deepcopy(records[0])
    record["complexity"]["entropy"][record["answer"]] = entropy
    assert facts_of(record).entropy == entropy


def test_a_question_that_no_option_fits_counts_and_has_no_right_option(records: Records) -> None:
    metadata = {"family": "selection", "ask": "choose", "cluster": "c", "facets": {}}
    for answer in ("none", records[0]["answer"]):
        sample = {
            "metadata": {**metadata, "cocoa": {**records[0], "answer": answer}},
            "scores": {"named": {"value": 1}},
        }
        assert (item_of(sample).options is None) == (answer == "none")
