"""Slots that follow from others by a table: the verifier's own reading of them."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cocoa_core.errors import FindingsError
from cocoa_core.independent import derived_text, derived_value, read_domain
from cocoa_core.independent.slot_reading import TableError, read_slots, read_words

CITY: dict[str, Any] = {"kind": "category", "closed": "false"}
CITIES: dict[str, Any] = {"kind": "set", "closed": "false", "max_items": "3", "missing": "true"}
PLACES = b"city,country,continent\nParis,France,Europe\nLyon,France,Europe\nCairo,Egypt,Africa\n"
TABLES = {"tables/places.csv": PLACES}


def derived(source: str, key: str, value: str) -> dict[str, Any]:
    return {"derived": {"from": source, "table": "places", "key": key, "value": value}}


def chain() -> dict[str, Any]:
    """A continent of a country of a city, the last slot first."""
    return {
        "continent": derived("country", "country", "continent"),
        "country": derived("city", "city", "country"),
        "city": CITY,
    }


WORDS = st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters=";"), min_size=1, max_size=8)


@given(st.dictionaries(WORDS, WORDS, min_size=1, max_size=8), st.data())
def test_a_value_follows_word_by_word(table: dict[str, str], data: st.DataObject) -> None:
    text = io.StringIO()
    csv.writer(text).writerows([("value", "note", "key"), *((one, "", key) for key, one in table.items())])
    node = {"derived": {"from": "cities", "table": "t", "key": "key", "value": "value"}}
    slots, (one,) = read_slots({"cities": CITIES, "then": node}, {"tables/t.csv": text.getvalue().encode()})
    chosen = data.draw(st.frozensets(st.sampled_from(sorted(table)), max_size=3))
    value = derived_value(one, chosen)
    assert value == frozenset(table[word] for word in chosen)
    assert derived_text(value) == ("; ".join(sorted({table[word] for word in chosen})) or "none")
    assert derived_value(one, None) is None
    assert derived_text(None) == "not given"
    assert slots["then"].words == frozenset(table.values())


def test_a_slot_follows_from_a_slot_that_follows() -> None:
    slots, found = read_slots(chain(), TABLES)
    assert list(slots) == ["continent", "country", "city"]
    assert [one.slot for one in found] == ["country", "continent"]
    country = derived_value(found[0], "Lyon")
    assert (country, derived_value(found[1], country)) == ("France", "Europe")
    assert not slots["continent"].shown


def test_a_word_that_the_table_lacks_has_no_value() -> None:
    _, found = read_slots(chain(), TABLES)
    with pytest.raises(ValueError, match="lacks 'Rome'"):
        derived_value(found[0], "Rome")


def with_slots(**changed: Any) -> Mapping[str, Any]:
    return {**chain(), **changed}


@pytest.mark.parametrize(
    ("slots", "tables"),
    [
        (chain(), {}),
        (with_slots(country=derived("town", "city", "country")), TABLES),
        (with_slots(country=derived("continent", "city", "country")), TABLES),
        (with_slots(country=derived("city", "town", "country")), TABLES),
        (with_slots(country=derived("city", "city", "land")), TABLES),
        (with_slots(city={"kind": "boolean"}), TABLES),
        (with_slots(country={"derived": "city"}), TABLES),
        (chain(), {"tables/places.csv": PLACES + b"Cairo,Egypt\n"}),
        (chain(), {"tables/places.csv": PLACES + b"Oran,,Africa\n"}),
        (chain(), {"tables/places.csv": PLACES + b"Cairo,Sudan,Africa\n"}),
        (chain(), {"tables/places.csv": b"\xff\xfe"}),
        (chain(), {"tables/places.csv": b""}),
    ],
)
def test_what_cannot_be_understood_is_refused(slots: Mapping[str, Any], tables: dict[str, bytes]) -> None:
    with pytest.raises(ValueError, match=r"places|city|derived|follow"):
        read_slots(slots, tables)


SCHEMA = b"""name: trips
version: "1"
noun: trip
slots:
  cities: {kind: set, closed: false, max_items: 3}
  countries: {derived: {from: cities, table: places, key: city, value: country}}
"""


@pytest.mark.parametrize(
    ("table", "line", "problem"),
    [
        (b"city,country\nLyon,France\n\nLyon,Spain\n", 4, "two rows of 'Lyon'"),
        (b"city,country\nLyon\n", 2, "1 cells, not 2"),
        (b"city,country\nLyon,\n", 2, "an empty cell"),
        (b"city,country\n,France\n", 2, "an empty cell"),
        (b"city,country\n" + b"a" * 201 + b",b\n", 2, "more than 200 characters"),
        (b"city,country\nb," + b"a" * 201 + b"\n", 2, "more than 200 characters"),
        (b"city,country\nLyon,France\n\xff,x\n", 3, "UTF-8"),
        (b"city,land\nLyon,France\n", 1, "no column 'country'"),
        (b"city,country\n" + b"x,y\n" * 100_001, 100_002, "more than 100,000 rows"),
        (b'city,country\n"Lyon', 0, "no table"),
    ],
)
def test_what_is_wrong_with_a_table_has_its_line(table: bytes, line: int, problem: str) -> None:
    with pytest.raises(TableError) as caught:
        read_words("tables/t.csv", table, "city", "country")
    assert (caught.value.path, caught.value.line) == ("tables/t.csv", line)
    assert problem in caught.value.problem


def test_a_table_may_say_a_thing_twice_and_long_words() -> None:
    long = "a" * 200
    table = f"city,x,country\r\nLyon,1,France\r\nLyon,2,France\r\n{long},3,{long}\r\n".encode("utf-8-sig")
    assert read_words("t", table, "city", "country") == {"Lyon": "France", long: long}
    assert len(read_words("t", b"a,b\n" + b"x,y\n" * 100_000, "a", "b")) == 1


@pytest.mark.parametrize("test", ["tests: [all]", "over: count, tests: [less]"])
def test_no_rule_may_ask_what_is_no_test_of_the_source(test: str) -> None:
    rules = "rules: {countries: [{id: one, %s, say: [{verb: visit}]}]}"
    domain = read_domain(SCHEMA, (rules % "tests: [any, none, only]").encode(), TABLES)
    assert domain.derived_slots == {"countries"}
    with pytest.raises(FindingsError, match="unfit test"):
        read_domain(SCHEMA, (rules % test).encode(), TABLES)
