"""How a field's settings turn printed texts into a value."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from importing.printed.tours import SCHEMA, defined

from cocoa_core.importing.printed.field_values import FieldReader, UnreadableValueError
from cocoa_core.importing.tables.records import KeyIndex, Record


def read(slot: str, field: str, schema: str = SCHEMA, **cells: Any) -> Any:
    """The value of a slot whose entry in printed.yaml is `field`, from cells with "_" for blanks."""
    declaration = defined(f"slots:\n  {slot}: {field}\n", schema)
    names = tuple(name.replace("_", " ") for name in cells)
    record = Record(1, 0, "", KeyIndex(names), tuple(cells.values()))
    reader = FieldReader(declaration.fields[slot], declaration.schema.slot(slot).kind)
    value = reader.value(record)
    assert reader.value(record) == value
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
    assert read("climb", f"{{key: Notes, part: {quoted_part}}}", Notes=cell) == value


def test_several_values_without_a_way_to_combine_them_are_a_mistake() -> None:
    with pytest.raises(UnreadableValueError) as caught:
        read("climb", "{key: Notes, part: {after: climb}}", Notes="[climb 90 m, climb 80 m]")
    assert caught.value.text == "90 m, 80 m"
    assert "combine" in str(caught.value.fix)
    assert read("climb", "{key: Notes, part: {after: climb}}", Notes="[climb 90 m, climb 90 m]") == 90


def test_found_items_mean_what_is_declared_and_others_nothing() -> None:
    field = '{key: Extras, find: {With guide: "yes", Alone: "no"}, otherwise: "no"}'
    assert read("guide", field, Extras="[Lunch, with  GUIDE]") is True
    assert read("guide", field, Extras="[Lunch]") is False
    assert read("guide", field) is False
    sights = "{key: Extras, find: {Mill by the river: Mill, Old bridge: Bridge}}"
    assert read("sights", sights, Extras="[Lunch, old bridge, Mill by the river]") == ("Bridge", "Mill")
    assert read("sights", sights, Extras="[Lunch]") == ()


def test_words_come_before_every_other_reading() -> None:
    assert read("number", "{key: Walks, words: {None at all: 0, Many: 3}}", Walks=" none AT all") == 0
    assert read("town", '{key: City, words: {n/a: "N/A"}}', City="N/A") == "N/A"
    assert read("sights", "{key: Sights, words: {Br.: Bridge}}", Sights="[br., Mill]") == ("Bridge", "Mill")


@pytest.mark.parametrize(
    ("field", "text", "value"),
    [
        ("{key: Sights}", "[Mill, Bridge]", ("Mill", "Bridge")),
        ("{key: Sights}", "Mill; Bridge", ("Mill", "Bridge")),
        ("{key: Sights}", "Mill, Bridge", ("Mill, Bridge",)),
        ('{key: Sights, separator: ","}', "Mill, Bridge", ("Mill", "Bridge")),
        ('{key: Sights, separator: "|"}', "Mill | Bridge", ("Mill", "Bridge")),
        ("{key: Sights}", ("Mill; odd", "Bridge"), "expected plain"),
        ("{key: Sights}", ("Mill", "Mill"), ("Mill",)),
        ("{key: Sights}", "none", ()),
        ("{key: Sights}", "[]", ()),
        ("{key: Sights}", "", ()),
        ("{key: Sights}", (), ()),
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
    with pytest.raises(UnreadableValueError, match="a value for every item"):
        read("walks", "{key: Walks}", Walks=("45 min", "", "1 hr"))


@pytest.mark.parametrize(
    ("slot", "field", "text", "value"),
    [
        ("length", "{key: T, unit: min}", "90", 90),
        ("length", "{key: T, unit: h}", "1.5", 90),
        ("length", "{key: T, colon: true}", "1:30", 90),
        ("walks", "{key: T, unit: min}", ("90", "1 hr"), (90, 60)),
        ("climb", "{key: T, unit: meters}", "90 meters", 90),
        ("price", '{key: T, decimal: ","}', "$0.125,00", 125_00),
        ("day", "{key: T, order: dmy}", "03/04/2027", date(2027, 4, 3).toordinal()),
        ("day", "{key: T, order: mdy}", "03/04/2027", date(2027, 3, 4).toordinal()),
        ("start", "{key: T}", "12:30 AM", 30),
    ],
)
def test_conventions_settle_what_could_be_read_in_several_ways(
    slot: str, field: str, text: Any, value: Any
) -> None:
    assert read(slot, field, T=text) == value


@settings(deadline=None, max_examples=60)
@given(st.lists(st.integers(5, 240), max_size=5), st.data())
def test_numbered_keys_are_read_in_order_whatever_the_order_of_the_file(
    minutes: list[int], data: st.DataObject
) -> None:
    cells = [(f"Leg_{number}_time", f"{one} min") for number, one in enumerate(minutes, start=1)]
    shuffled = dict(data.draw(st.permutations(cells)))
    if len(minutes) > 3:
        with pytest.raises(UnreadableValueError, match="0 to 3 items"):
            read("walks", '{numbered: "Leg {n} time"}', **shuffled)
    else:
        assert read("walks", '{numbered: "Leg {n} time"}', **shuffled) == tuple(minutes)


@settings(deadline=None, max_examples=60)
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
    assert read("price", "{key: Price}", Price="$5", PRICE="$6") == 500
    with pytest.raises(UnreadableValueError, match="one key like 'price'"):
        read("price", "{key: price}", Price="$5", PRICE="$6")


def test_alternative_spellings_are_tried_in_their_order() -> None:
    assert read("price", "{key: [Cost, Price]}", Price="$5", Cost="$6") == 600
    assert read("price", "{key: [Cost, Price]}", Price="$5") == 500


def test_what_a_closed_vocabulary_means_is_proposed() -> None:
    with pytest.raises(UnreadableValueError) as caught:
        read("level", "{key: Grade}", Grade="stedy")
    assert caught.value.fix == "`words: {stedy: steady}` in printed.yaml, if that is what it means"
