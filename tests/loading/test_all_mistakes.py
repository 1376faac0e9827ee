"""One reading finds every mistake of a domain, and one error carries them all."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from domain.small_domain import CATALOGUE, RULES, SCHEMA, edited, write_domain
from hypothesis import given, settings
from hypothesis import strategies as st

from cocoa_core.errors import DomainError
from cocoa_core.loading import load_domain, read_schema, read_yaml

HARMS = (
    ("name: inns", "name: ¤Inns"),
    ("noun: room", "noun: ¤room."),
    ("pets: {kind: boolean", "pets: {kind: ¤bolean"),
    ("label: Pets welcome", "¤lable: Pets welcome"),
    ("currency: EUR", "currency: ¤EURO"),
    ("max: 99.5", "max: ¤many"),
    ("decimals: 1, ", "decimals: ¤5, "),
    ("step: 5}", "step: ¤0}"),
    ("min: 1900-01-01", "min: ¤1900-13-01"),
    ("max_items: 3, shown", "max_items: ¤0, shown"),
    ("- equal: [rides_number, ", "- equal: [¤rides_nmber, "),
    ("[shuttle, parking]", "[shuttle, ¤shuttle]"),
)
"""Mistakes of a schema, each of which is one wherever the others are; "¤" stands where it is found."""


def planted(harms: tuple[tuple[str, str], ...]) -> tuple[str, list[tuple[int, int]]]:
    """The schema with these mistakes, and the line and column of each."""
    text = SCHEMA
    for old, new in harms:
        text = edited(text, old, new)
    places = []
    while "¤" in text:
        before = text.partition("¤")[0].split("\n")
        places.append((len(before), len(before[-1]) + 1))
        text = text.replace("¤", "", 1)
    return text, places


def refusal(text: str) -> DomainError:
    with pytest.raises(DomainError) as caught:
        read_schema(read_yaml(text.encode(), "schema.yaml"))
    return caught.value


def found(error: DomainError) -> list[tuple[int, int]]:
    return [(finding.place.line, finding.place.column) for finding in error.findings]


@settings(max_examples=30)
@given(st.sets(st.sampled_from(HARMS), min_size=1))
def test_every_mistake_that_was_planted_is_found_in_one_reading_and_no_other(
    harms: set[tuple[str, str]],
) -> None:
    text, places = planted(tuple(harm for harm in HARMS if harm in harms))
    assert found(refusal(text)) == places


def test_the_error_is_the_first_mistake_and_says_how_many_more_there_are() -> None:
    text, places = planted(HARMS)
    error = refusal(text)
    assert len(error.findings) == len(HARMS)
    assert (error.problem, error.place) == (error.findings[0].problem, error.findings[0].place)
    assert "and 11 more mistakes" in str(error)
    assert found(pickle.loads(pickle.dumps(error))) == places
    assert "more mistake" not in str(refusal(planted(HARMS[:1])[0]))


def test_mistakes_of_all_files_come_in_the_order_of_the_files(tmp_path: Path) -> None:
    folder = write_domain(
        tmp_path / "inns",
        schema=planted(HARMS[:2])[0],
        rules=edited(RULES, "weight: 3", "weight: none"),
        catalogue=CATALOGUE.replace("travel", "travels", 1),
    )
    with pytest.raises(DomainError) as caught:
        load_domain(folder)
    names = [Path(finding.place.file).name for finding in caught.value.findings]
    assert names == ["schema.yaml", "schema.yaml", "rules.yaml", "catalogue.csv"]


def test_so_many_mistakes_are_enough() -> None:
    keys = "".join(f"key_{number}: 1\n" for number in range(20_000))
    assert len(refusal(SCHEMA + keys).findings) == 100
