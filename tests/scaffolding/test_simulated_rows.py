"""Simulated rows are legal, meet every axiom, fill their groups, and are always the same."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from authored.axioms import keeps
from authored.domains import authored
from hypothesis import assume, event, given, settings
from hypothesis import strategies as st

from cocoa_core.domain import Schema, broken_axioms
from cocoa_core.errors import DomainError
from cocoa_core.loading import SCHEMA, read_schema, read_yaml, schema_among
from cocoa_core.scaffolding.simulation.filling import simulated_cells, vocabularies
from cocoa_core.scaffolding.simulation.rows import simulated_rows

HEAD = "name: x\nversion: 1\nnoun: x\n"
EVERY_KIND = """\
slots:
  town: {kind: category, closed: false}
  board: {kind: category, closed: true, values: [room only, breakfast, full board], missing: true}
  pets: {kind: boolean}
  price: {kind: quantity, unit: money, min: 20, max: 900.50}
  rating: {kind: quantity, unit: rating, out_of: 5, decimals: 1, min: 1, max: 5, missing: true}
  change: {kind: quantity, unit: percent, signed: true, relative_to: the mean, min: -60, max: 200}
  memory: {kind: quantity, unit: GB, min: 3, max: 70}
  walk: {kind: duration, min: 7m, max: 2h 30m, step: 5}
  check_in: {kind: clock, step: 7}
  check_out: {kind: clock, day_offset: true, step: 15}
  free_until: {kind: date, min: 2027-01-01, max: 2027-12-31}
  views: {kind: set, closed: true, values: [sea, garden, street], min_items: 1, max_items: 3}
  rides: {kind: list, items: {kind: duration, min: 5m, max: 2h, step: 5}, max_items: 4}
  changes: {kind: quantity, min: 0, max: 4}
  journey: {kind: duration, min: 0m, max: 12h}
axioms:
  - equal: [changes, {count: rides}]
  - at_most: [{total: rides}, journey]
  - never: [{slot: board, is: full board}, {slot: price, less: 100}]
  - never: [{slot: rides, over: count, more: 3}, {slot: views, any: [sea]}]
"""


def schema_of(text: str) -> Schema:
    return read_schema(read_yaml((HEAD + text).encode(), SCHEMA))


def rows_of(text: str, rows: int = 200, seed: int = 0) -> list[dict[str, Any]]:
    schema = schema_of(text)
    table = simulated_rows(schema, vocabularies(schema, {}), rows, seed)
    return [dict(zip((slot.name for slot in schema.given), row, strict=True)) for row in table]


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 3))
def test_rows_of_any_schema_are_legal_and_keep_its_axioms(number: int, seed: int) -> None:
    whole = authored(number, (1, 7), (1, 12))
    files = whole.files()
    schema = schema_among(files, Path())
    try:
        cells = simulated_cells(schema, {}, 45, seed)
    except DomainError as error:
        if not whole.schema.get("axioms"):
            raise  # without axioms there is always a row
        event(error.problem)
        return
    assert cells == simulated_cells(schema, {}, 45, seed)
    assert len({row[0] for row in cells}) == len(cells) == 45
    slots = {slot.name: slot for slot in whole.slots}
    for row in cells:
        values = {slot.name: slot.kind.read(cell) for slot, cell in zip(schema.given, row[1:], strict=True)}
        assert {name: schema.slot(name).kind.write(value) for name, value in values.items()} == dict(
            zip(values, row[1:], strict=True)
        )
        for slot in schema.derived:
            if slot.derived is not None:
                values[slot.name] = slot.derived.of(values[slot.derived.source])
        row_of_cells = {name: ("", value) for name, value in values.items()}
        for axiom in whole.schema.get("axioms", []):
            assert keeps(axiom, list(slots.values()), row_of_cells), axiom


def test_few_random_schemas_are_given_up() -> None:
    given_up = 0
    for number in range(80):
        files = authored(number, (1, 7), (1, 12)).files()
        schema = schema_among(files, Path())
        try:
            simulated_cells(schema, {}, 41, 0)
        except DomainError:
            given_up += 1
    assert given_up <= 2


def test_every_kind_is_simulated_with_its_axioms() -> None:
    schema = schema_of(EVERY_KIND)
    table = simulated_rows(schema, vocabularies(schema, {}), 300, 1)
    assert list(broken_axioms(schema, table)) == []
    assert len(set(table)) == 300
    columns = list(zip(*table, strict=True))
    for slot, column in zip(schema.given, columns, strict=True):
        assert len(set(column)) > 1, slot.name
        missing = sum(value is None for value in column) / 300
        assert 0 < missing < 0.15 if slot.kind.missing else missing == 0, slot.name


def test_another_seed_gives_other_rows() -> None:
    assert rows_of(EVERY_KIND, 40, 1) != rows_of(EVERY_KIND, 40, 2)


def test_these_are_the_rows_of_a_seed() -> None:
    """Bytes that must stay as they are on every machine and Python."""
    schema = schema_of(
        "slots:\n  town: {kind: category, closed: false}\n"
        "  price: {kind: quantity, unit: money, min: 5, max: 300}\n"
    )
    assert simulated_cells(schema, {}, 3, 7) == (
        ("sim-0001", "Larch", "135"),
        ("sim-0002", "Fir", "129"),
        ("sim-0003", "Juniper", "44.99"),
    )


@pytest.mark.parametrize(("rows", "groups"), [(1, 1), (39, 1), (79, 1), (80, 2), (240, 6), (400, 7)])
def test_groups_have_forty_rows_or_there_is_only_one(rows: int, groups: int) -> None:
    values = ", ".join(f"v{number}" for number in range(7))
    text = (
        f"group_by: [a]\nslots:\n  a: {{kind: category, closed: true, values: [{values}]}}\n"
        "  b: {kind: duration, min: 0m, max: 90h}\n"
    )
    sizes = Counter(row["a"] for row in rows_of(text, rows))
    assert len(sizes) == groups
    assert sum(sizes.values()) == rows
    assert max(sizes.values()) - min(sizes.values()) <= 1


def test_open_groups_get_as_many_words_as_there_are_groups() -> None:
    text = (
        "group_by: [a]\nslots:\n  a: {kind: category, closed: false}\n"
        "  b: {kind: quantity, min: 0, max: 9999}\n"
    )
    schema = schema_of(text)
    cells = simulated_cells(schema, {}, 40 * 20, 0)
    sizes = Counter(row[1] for row in cells)
    assert len(sizes) == 20
    assert set(sizes.values()) == {40}


@pytest.mark.parametrize(
    "axioms",
    [
        "[{at_most: [b, a]}]",
        "[{equal: [a, b]}]",
        "[{never: [{slot: a, less: 5}, {slot: a, at_least: 0}]}]",
        "[{at_most: [a, c]}, {at_most: [c, a]}, {never: [{slot: a, at_least: 0}, {slot: c, at_least: 0}]}]",
    ],
)
def test_axioms_that_leave_nothing_are_refused_by_name(axioms: str) -> None:
    text = (
        "slots:\n  a: {kind: quantity, min: 0, max: 4}\n  b: {kind: quantity, min: 5, max: 9}\n"
        f"  c: {{kind: quantity, min: 0, max: 9}}\naxioms: {axioms}\n"
    )
    with pytest.raises(DomainError, match="no row was found that meets the axioms") as caught:
        rows_of(text)
    assert caught.value.got
    assert caught.value.place is not None
    assert caught.value.place.file == SCHEMA


NARROW = """\
slots:
  a: {kind: category, closed: true, values: [p, q, r, s, t, u, v, w]}
  b: {kind: set, closed: true, values: [p, q, r], max_items: 3}
  n: {kind: quantity, min: 0, max: 10000}
  m: {kind: quantity, min: 0, max: 10000}
axioms:
  - never: [{slot: a, one_of: [p, q, r, s, t, u, v]}, {slot: n, more: 3}]
  - never: [{slot: n, at_most: 3}, {slot: a, is: w}]
  - never: [{slot: b, any: [p, q]}, {slot: n, at_most: 3}]
  - equal: [n, m]
"""


def test_rare_ways_to_meet_axioms_are_found() -> None:
    for row in rows_of(NARROW, 60):
        assert row["n"] == row["m"]
        assert (row["n"] > 3) == (row["a"] == "w")
        assert row["n"] > 3 or not {"p", "q"} & set(row["b"])


def test_what_can_be_missing_is_where_nothing_else_fits() -> None:
    text = (
        "slots:\n  a: {kind: quantity, min: 0, max: 4, missing: true}\n"
        "  b: {kind: quantity, min: 5, max: 9}\n"
        "  c: {kind: list, items: {kind: quantity, min: 9, max: 12}, max_items: 3}\n"
        "axioms: [{equal: [a, b]}, {at_most: [{total: c}, b]}]\n"
    )
    for row in rows_of(text, 50):
        assert row["a"] is None
        assert sum(row["c"]) <= row["b"]


def test_derived_slots_have_no_column_and_their_sources_only_words_of_the_table() -> None:
    text = (
        "slots:\n  city: {kind: category, closed: false}\n"
        "  land: {derived: {from: city, table: places, key: city, value: land}}\n"
    )
    files = {
        SCHEMA: (HEAD + text).encode(),
        "tables/places.csv": b"city,land\nOslo,Norway\nParis,France\nLyon,France\n",
    }
    schema = schema_among(files, Path())
    cells = simulated_cells(schema, {}, 60, 0)
    assert {len(row) for row in cells} == {2}
    assert {row[1] for row in cells} == {"Oslo", "Paris", "Lyon"}


def test_numbers_look_like_those_of_people() -> None:
    text = (
        "slots:\n  price: {kind: quantity, unit: money, whole: true, min: 20, max: 5000}\n"
        "  memory: {kind: quantity, unit: GB, min: 4, max: 64}\n"
        "  flight: {kind: duration, min: 30m, max: 20h}\n  departs: {kind: clock}\n"
    )
    rows = rows_of(text, 400)
    prices = [row["price"] // 100 for row in rows]
    assert sum(price % 5 in (0, 4) for price in prices if price > 100) / len(prices) > 0.7
    assert sorted(prices)[200] < 2510
    assert {row["memory"] for row in rows} == {4, 8, 16, 32, 64}
    assert all(row["flight"] % 5 == 0 for row in rows)
    assert sum(6 * 60 <= row["departs"] <= 22 * 60 for row in rows) == 400


@settings(max_examples=100, deadline=None)
@given(st.integers(1, 60), st.integers(0, 500), st.integers(0, 500))
def test_bounds_and_steps_hold_however_narrow(step: int, one: int, other: int) -> None:
    low, high = sorted((one, other))
    assume(-(-low // step) * step <= high // step * step)
    text = f"slots:\n  a: {{kind: duration, min: {low}m, max: {high}m, step: {step}}}\n"
    for row in rows_of(text, 10):
        assert low <= row["a"] <= high
        assert row["a"] % step == 0
