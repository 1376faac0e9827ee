"""How a field's settings turn printed texts into a value."""

from __future__ import annotations

import json
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from importing.recipe.tours import SCHEMA, defined

from cocoa_core.importing.columns.header import read_headers
from cocoa_core.importing.slot_values import SlotReader, UnreadableValueError


def read(slot: str, source: str, schema: str = SCHEMA, **cells: Any) -> Any:
    """The value of a slot whose entry in import.yaml is `source`, from cells with "_" for blanks."""
    recipe = defined(f"columns:\n  {slot}: {source}\n", schema)
    names = tuple(name.replace("_", " ") for name in cells)
    texts = tuple(json.dumps(cell) if isinstance(cell, tuple) else cell for cell in cells.values())
    reader = SlotReader(recipe.schema.slot(slot), recipe.sources[slot], {}, names)
    reader.add_rows([(1, texts)], read_headers(names), None)
    reader.settle(recipe.decimal, recipe.order)
    value = reader.value(0)
    assert reader.value(0) == value
    return value


NOTES = {
    "Leg_1_notes": "[Wet, Climb: 1,100 m, Steep]",
    "Leg_2_notes": "[climb:  90 m]",
}
CLIMB = '{numbered: "Leg {n} notes", part: {after: "climb:", before: m}, combine: %s}'


@pytest.mark.parametrize(
    ("way", "value"),
    [("sum", 1190), ("least", 90), ("most", 1100), ("first", 1100), ("last", 90), ("same", None)],
)
def test_numbered_pieces_become_one_value(way: str, value: int | None) -> None:
    assert read("climb", CLIMB % way, **NOTES) == value


@pytest.mark.parametrize(
    ("way", "value"),
    [("sum", None), ("least", None), ("most", None), ("first", 1100), ("last", 1100), ("same", None)],
)
def test_what_is_of_all_pieces_is_missing_where_one_is(way: str, value: int | None) -> None:
    cells = {**NOTES, "Leg_2_notes": "[Steep]"}
    assert read("climb", CLIMB % way, **cells) == value


def test_same_is_the_value_on_which_all_agree() -> None:
    assert read("climb", CLIMB % "same", **{**NOTES, "Leg_2_notes": "[CLIMB: 1100m]"}) == 1100


@pytest.mark.parametrize(
    ("part", "text", "value"),
    [
        ("{after: climb}", "[Wet, climb 1,100 m]", 1100),
        ("{before: climb}", "[Wet, 1,100 m climb]", 1100),
        ('{after: "height (", before: )}', "[Average height (90 m), Wet]", 90),
        ('{after: "height (", before: )}', "[Average height 90 m, Wet]", None),
        ("{after: climb}", "climb 90 m", 90),
        ("{after: climb}", ["Wet", "climb 90 m"], 90),
        ("{after: climb}", "[Wet]", None),
    ],
)
def test_a_part_is_what_stands_between_its_fixed_texts(part: str, text: Any, value: int | None) -> None:
    cell = tuple(text) if isinstance(text, list) else text
    quoted_part = part.replace("before: )", 'before: ")"')
    assert read("climb", f"{{column: Notes, part: {quoted_part}}}", Notes=cell) == value


def test_several_values_without_a_way_to_combine_them_are_a_mistake() -> None:
    with pytest.raises(UnreadableValueError) as caught:
        read("climb", "{column: Notes, part: {after: climb}}", Notes="[climb 90 m, climb 80 m]")
    assert caught.value.text == "90 m, 80 m"
    assert "combine" in str(caught.value.fix)
    assert read("climb", "{column: Notes, part: {after: climb}}", Notes="[climb 90 m, climb 90 m]") == 90


def test_found_items_mean_what_is_declared_and_others_nothing() -> None:
    field = '{column: Extras, find: {With guide: "yes", Alone: "no"}, otherwise: "no"}'
    assert read("guide", field, Extras="[Lunch, with  GUIDE]") is True
    assert read("guide", field, Extras="[Lunch]") is False
    assert read("guide", field) is False
    sights = "{column: Extras, find: {Mill by the river: Mill, Old bridge: Bridge}}"
    assert read("sights", sights, Extras="[Lunch, old bridge, Mill by the river]") == ("Bridge", "Mill")
    assert read("sights", sights, Extras="[Lunch]") == ()


def test_words_come_before_every_other_reading() -> None:
    assert read("number", "{column: Walks, words: {None at all: 0, Many: 3}}", Walks=" none AT all") == 0
    assert read("town", '{column: City, words: {n/a: "N/A"}}', City="N/A") == "N/A"
    assert read("sights", "{column: Sights, words: {Br.: Bridge}}", Sights="[br., Mill]") == (
        "Bridge",
        "Mill",
    )


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("{column: Sights}", "[Mill, Bridge]", ("Mill", "Bridge")),
        ("{column: Sights}", "Mill; Bridge", ("Mill", "Bridge")),
        ("{column: Sights}", "Mill, Bridge", ("Mill, Bridge",)),
        ('{column: Sights, separator: ","}', "Mill, Bridge", ("Mill", "Bridge")),
        ('{column: Sights, separator: "|"}', "Mill | Bridge", ("Mill", "Bridge")),
        ("{column: Sights}", ("Mill; odd", "Bridge"), "expected plain"),
        ("{column: Sights}", ("Mill", "Mill"), ("Mill",)),
        ("{column: Sights}", "none", ()),
        ("{column: Sights}", "[]", ()),
        ("{column: Sights}", "", ()),
        ("{column: Sights}", (), ()),
        ('{numbered: "Sight{n}s"}', "Mill, old", ()),
    ],
)
def test_lists_are_split_at_what_is_declared_or_unmistakable(field: str, text: Any, value: Any) -> None:
    if value == "expected plain":
        with pytest.raises(UnreadableValueError):
            read("sights", field, Sights=text)
    else:
        assert read("sights", field, Sights=text) == value


def test_an_empty_item_is_a_mistake() -> None:
    with pytest.raises(UnreadableValueError, match="items with one separator"):
        read("walks", "{column: Walks}", Walks=("45 min", "", "1 hr"))


@pytest.mark.parametrize(
    ("slot", "field", "text", "value"),
    [
        ("length", "{column: T, read_as: duration:min}", "90", 90),
        ("length", "{column: T, read_as: duration:h}", "1.5", 90),
        ("length", "{column: T, read_as: duration:colon}", "1:30", 90),
        ("walks", "{column: T, read_as: duration:min}", ("90", "1 hr"), (90, 60)),
        ("climb", "{column: T, read_as: number:m}", "90 meters", 90),
        ("price", "{column: T, decimal: comma}", "$0.125,00", 125_00),
        ("day", "{column: T, read_as: date:dmy}", "03/04/2027", date(2027, 4, 3).toordinal()),
        ("day", "{column: T, read_as: date:mdy}", "03/04/2027", date(2027, 3, 4).toordinal()),
        ("start", "{column: T}", "12:30 AM", 30),
    ],
)
def test_conventions_settle_what_could_be_read_in_several_ways(
    slot: str, field: str, text: Any, value: Any
) -> None:
    assert read(slot, field, T=text) == value


@given(st.lists(st.integers(5, 240), max_size=5), st.data())
def test_numbered_keys_are_read_in_order_whatever_the_order_of_the_file(
    minutes: list[int], data: st.DataObject
) -> None:
    cells = [(f"Leg_{number}_time", f"{minute} min") for number, minute in enumerate(minutes, start=1)]
    shuffled = dict(data.draw(st.permutations(cells)))
    if len(minutes) > 3:
        with pytest.raises(UnreadableValueError, match="0 to 3 items"):
            read("walks", '{numbered: "Leg {n} time"}', **shuffled)
    else:
        assert read("walks", '{numbered: "Leg {n} time"}', **shuffled) == tuple(minutes)


@given(st.sets(st.integers(1, 6), min_size=1))
def test_a_gap_is_a_mistake_and_trailing_empty_cells_are_not(full: set[int]) -> None:
    schema = SCHEMA.replace("max_items: 3}", "max_items: 9}")
    cells = {f"Leg_{number}_time": "1 h" if number in full else " " for number in range(1, 8)}
    if full == set(range(1, max(full) + 1)):
        assert read("walks", '{numbered: "Leg {n} time"}', schema, **cells) == (60,) * len(full)
    else:
        with pytest.raises(UnreadableValueError) as caught:
            read("walks", '{numbered: "Leg {n} time"}', schema, **cells)
        first = min(set(range(1, 8)) - full)
        assert caught.value.expected == f"a value of 'Leg {first} time' before it"


def test_two_keys_that_fit_as_well_as_each_other_are_a_mistake() -> None:
    assert read("price", "{column: Price}", Price="$5", PRICE="$6") == 500
    with pytest.raises(UnreadableValueError, match="one column like 'price'"):
        read("price", "{column: price}", Price="$5", PRICE="$6")


def test_alternative_spellings_are_tried_in_their_order() -> None:
    assert read("price", "{column: [Cost, Price]}", Price="$5", Cost="$6") == 600
    assert read("price", "{column: [Cost, Price]}", Price="$5") == 500


def test_what_a_closed_vocabulary_means_is_proposed() -> None:
    with pytest.raises(UnreadableValueError) as caught:
        read("level", "{column: Grade}", Grade="stedy")
    assert caught.value.fix == "`words: {stedy: steady}` in import.yaml, if that is what it means"
