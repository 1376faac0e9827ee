"""A schema is read as written, and whatever is wrong in one is answered with its line and column."""

from __future__ import annotations

from pathlib import Path

import pytest
from domain.small_domain import SCHEMA, check_mistake, edited

from cocoa_core.domain import Axiom, Measure, Primitive, Schema, SlotRef, Test, Unclear
from cocoa_core.domain.kinds import (
    KINDS,
    Boolean,
    Category,
    CategorySet,
    Clock,
    Duration,
    NumberList,
    Quantity,
)
from cocoa_core.errors import DomainError
from cocoa_core.loading import SLOT_KEYS, read_schema, read_yaml, schema_among


def schema_of(text: str) -> Schema:
    return read_schema(read_yaml(text.encode(), "s"))


def test_what_the_file_says_is_what_the_schema_holds() -> None:
    schema = schema_of(SCHEMA)
    assert (schema.name, schema.version, schema.noun) == ("inns", "1.10", "room")
    assert schema.description.startswith("Rooms of made-up inns.\n\n")
    assert schema.group_by == ("town",)
    assert schema.request == ("I'm looking for a room in", SlotRef("town"), "for one night")
    kinds = {slot.name: slot.kind for slot in schema.slots}
    assert kinds["town"] == Category(False, ())
    assert kinds["board"] == Category(True, ("Room only", "Breakfast", "Full board"))
    assert kinds["pets"] == Boolean()
    assert kinds["price"] == Quantity(2000, 90000, "money", 2, 100, "$")
    assert kinds["tax"] == Quantity(0, 9950, "money", 2, 1, "€")
    assert kinds["rating"] == Quantity(10, 50, "rating", 1, out_of="5", missing=True)
    assert kinds["change"] == Quantity(
        -50, 80, "percent", signed=True, relative_to="the average for this town"
    )
    assert kinds["walk"] == Duration(0, 180)
    assert (kinds["check_in"], kinds["check_out"]) == (Clock(), Clock(True, 5))
    assert kinds["opened"].write(693596) == "1900-01-01"
    assert kinds["views"] == CategorySet(True, ("sea", "garden", "street"), 0, 3)
    assert kinds["rides"] == NumberList(Duration(5, 120), 0, 3)


@pytest.mark.parametrize(("best", "first"), [("first", "Room only"), ("last", "Full board")])
def test_grades_go_from_the_best_to_the_worst(best: str, first: str) -> None:
    kind = (
        schema_of(edited(SCHEMA, "values: [Room only,", f"best: {best}, values: [Room only,"))
        .slot("board")
        .kind
    )
    assert isinstance(kind, Category)
    assert kind.grades[0] == first
    assert set(kind.grades) == set(kind.values) == {"Room only", "Breakfast", "Full board"}


def test_slots_are_found_by_name_at_their_place_in_the_file() -> None:
    schema = schema_of(SCHEMA)
    for position, slot in enumerate(schema.slots):
        assert schema.position(slot.name) == position
        assert schema.slot(slot.name) is slot
    with pytest.raises(KeyError):
        schema.slot("nothing")


def test_labels_are_made_of_names_and_slots_are_shown_unless_the_file_says_otherwise() -> None:
    schema = schema_of(SCHEMA)
    assert schema.slot("check_in").label == "Check in"
    assert schema.slot("pets").label == "Pets welcome"
    assert [slot.name for slot in schema.slots if not slot.shown] == ["views"]


def test_axioms_hold_typed_tests_with_sorted_arguments() -> None:
    assert schema_of(SCHEMA).axioms == (
        Axiom("equal", (Measure("rides_number"), Measure("rides", "count"))),
        Axiom("at_most", (Measure("rides", "total"), Measure("travel"))),
        Axiom(
            "never",
            tests=(
                Primitive("board", Test("is", ("Full board",))),
                Primitive("price", Test("less", (5000,))),
            ),
        ),
        Axiom(
            "never",
            tests=(
                Primitive("rides", Test("more", (2,), "count")),
                Primitive("amenities", Test("any", ("parking", "shuttle"))),
            ),
        ),
    )


def test_arguments_of_tests_with_several_are_sorted_by_value() -> None:
    for written, sorted_ in (("[f, e, d, c, b, a, é, Z]", tuple("Zabcdefé")), ("[b]", ("b",))):
        schema = schema_of(edited(SCHEMA, "[shuttle, parking]", written))
        assert schema.axioms[-1].tests[-1].test.args == sorted_
    schema = schema_of(
        edited(SCHEMA, "{slot: price, less: 50}", "{slot: price, one_of: [90, 100, 20, 400, 35]}")
    )
    assert schema.axioms[2].tests[1].test.args == (2000, 3500, 9000, 10000, 40000)


def test_every_kind_can_be_set_up() -> None:
    assert list(SLOT_KEYS) == list(KINDS)
    used = {slot.kind.name for slot in schema_of(SCHEMA).slots}
    assert used == set(KINDS)


def test_a_schema_needs_no_more_than_a_name_a_version_a_noun_and_a_slot() -> None:
    schema = schema_of("name: a\nversion: 1\nnoun: inn\nslots:\n  b: {kind: boolean}\n")
    assert schema.group_by == schema.request == schema.axioms == ()
    assert schema.description == schema.slots[0].description == ""


def test_trades_are_pairs_of_slots_and_topics_words() -> None:
    schema = schema_of(SCHEMA)
    assert schema.trades == (frozenset({"price", "board"}), frozenset({"walk", "price"}))
    assert (schema.slot("travel").topic, schema.slot("walk").topic) == ("time", "")


def test_computed_are_sets_of_slots() -> None:
    assert schema_of(SCHEMA).computed == ()
    schema = schema_of(SCHEMA + "computed: [[price, tax, walk]]\n")
    assert schema.computed == (frozenset({"price", "tax", "walk"}),)


UNCLEAR = """\
unclear:
  - {slot: walk, rival: travel}
  - {slot: price, where: [{slot: pets, is: "yes"}, {slot: rides, over: count, more: 1}]}
"""


def test_unclear_names_a_rival_or_what_leaves_a_slot_open() -> None:
    assert schema_of(SCHEMA).unclear == ()
    where = (Primitive("pets", Test("is", (True,))), Primitive("rides", Test("more", (1,), "count")))
    found = schema_of(SCHEMA + UNCLEAR).unclear
    assert found == (Unclear("walk", "travel"), Unclear("price", where=where))
    assert [item.slots for item in found] == [{"walk", "travel"}, {"price", "pets", "rides"}]


@pytest.mark.parametrize(
    ("old", "new", "problem", "expected"),
    [
        ("rival: travel", "rival: ¤travle", "no slot 'travle'", "did you mean 'travel'?"),
        ("rival: travel", "rival: ¤walk", "`rival`", "another slot"),
        ("rival: travel", "rival: ¤price", "not of the kind and unit", "duration"),
        (
            "- {slot: walk, rival: travel}",
            "- ¤{slot: walk}",
            "an item of `unclear`",
            "one of `rival`, `where`",
        ),
        ("rival: travel}", "¤rivals: travel}", "'rivals'", "did you mean 'rival'?"),
        ("slot: walk,", "slot: ¤wlak,", "no slot 'wlak'", "did you mean 'walk'?"),
        ("{slot: pets, is", "{slot: ¤petz, is", "no slot 'petz'", "did you mean 'pets'?"),
        ('is: "yes"', "is: ¤often", "`is`", "yes"),
        ('is: "yes"', "¤less: 3", "no test of a boolean 'less'", "is"),
        ('[{slot: pets, is: "yes"}, {slot: rides, over: count, more: 1}]', "¤[]", "`where`", "1 to 10"),
    ],
)
def test_a_mistake_in_unclear_is_named_with_its_place(
    old: str, new: str, problem: str, expected: str
) -> None:
    check_mistake(schema_of, SCHEMA + UNCLEAR, "s", (old, new, problem, expected))


MISTAKES = [
    ("topic: time", "topic: ¤Time", "`topic` cannot be read", "small letters"),
    ("topic: time", "topic: ¤getting there", "`topic` cannot be read", "small letters"),
    ("topic: time", f"topic: ¤{'x' * 21}", "`topic` cannot be read", "1 to 20"),
    ("topic: time", "noun: ¤length. Of it", "`noun` cannot be read", "words of letters"),
    ("topic: time", "noun: ¤2 stars", "`noun` cannot be read", "words of letters"),
    ("[[price, board], ", "[[price, ¤prise], ", "no slot 'prise'", "did you mean 'price'?"),
    ("[[price, board], ", "[¤[price, price], ", "an item of `trade`", "two different slots"),
    ("[[price, board], ", "[¤[price], ", "`trade`", "a list of 2"),
    ("[[price, board], ", "[[price, ¤5], ", "`trade`", "quotation marks"),
    ("price, board], [walk, price", "price, walk], ¤[walk, price", "an item of `trade`", "each pair once"),
    ("[[price, board], [walk, price]]", "¤price", "`trade`", "a list"),
    ("name: inns", "¤nam: inns", "the schema has no key 'nam'", "did you mean 'name'?"),
    ("name: inns", "name: ¤Inns", "`name` cannot be read", "small letter"),
    ("name: inns", "name: ¤[a]", "`name` cannot be read", "a list of 1"),
    ("name: inns\n", "", "lacks the key 'name'", "name: ...", "2:1"),
    ("version: 1.10", 'version: ¤"1 0"', "`version`", "letters"),
    ("version: 1.10", "¤version:", "`version`", "letters"),
    ("noun: room", "noun: ¤room.", "'.'", "letters"),
    ("noun: room", "noun: ¤5", "`noun`", "quotation marks"),
    ("noun: room", 'noun: ¤"ro\\nom"', "`noun`", "one line"),
    ("group_by: [town]", "group_by: ¤town", "`group_by`", "a list"),
    ("group_by: [town]", "group_by: [¤twon]", "no slot 'twon'", "did you mean 'town'?"),
    ("group_by: [town]", "group_by: [town, ¤town]", "`group_by`", "each slot once"),
    ("group_by: [town]", "group_by: [town, ¤rating]", "`group_by`", "missing: true"),
    ("{slot: town}, ", "{slot: ¤price}, ", "'price'", "one of town"),
    ("{slot: town}, ", "{¤slots: town}, ", "'slots'", "did you mean 'slot'?"),
    ('"for one night"', "¤5", "`request`", "quotation marks"),
    ("  town: {kind", "  ¤Town: {kind", "'Town' cannot be the name", "label"),
    ("  town: {kind", "  ¤id: {kind", "'id' cannot be the name", "label"),
    ("pets: {kind: boolean", "pets: {kind: ¤bolean", "no kind of slot 'bolean'", "'boolean'"),
    ("pets: {kind: boolean, ", "pets: ¤{", "lacks the key 'kind'", "category"),
    ("pets: {kind: boolean, label: Pets welcome}", "pets: ¤boolean", "the slot 'pets'", "mapping"),
    ("label: Pets welcome", "label: Town", "the label 'Town'", "another `label`", "14:3"),
    ("label: Pets welcome", "label: ¤4", "`label`", "quotation marks"),
    ("label: Pets welcome", "¤lable: 4", "'lable'", "did you mean 'label'?"),
    ("label: Pets welcome", "shown: ¤maybe", "`shown`", "true or false"),
    ("label: Pets welcome", "¤min: 0", "of kind boolean has no key 'min'", "kind, label"),
    ("town: {kind: category, closed: false}", "town: ¤{kind: category}", "'closed'", "closed: ..."),
    ("town: {kind: category, closed: false}", "¤town: {kind: category, closed: true}", "'values'", "add"),
    ("{kind: category, closed: false", "{kind: category, closed: false, values: ¤[a]", "`values`", "open"),
    ("category, closed: false}", "category, closed: false, best: ¤first}", "`best`", "closed vocabulary"),
    ("values: [Room only,", "best: ¤Breakfast, values: [Room only,", "end of `values`", "first, last"),
    ("values: [sea, garden,", "¤best: first, values: [sea, garden,", "'best'", "max_items"),
    ("values: [Room only, Breakfast,", "values: [Room only, ¤ROOM only,", "twice", "capitals"),
    ("values: [Room only, Breakfast,", "values: [Room only, ¤5,", "a value", "quotation marks"),
    ("values: [Room only, Breakfast,", "values: [Room only, ¤a; b,", "cannot be a value", "separates"),
    ("[sea, garden, street], max_items: 3", "[sea, ¤none], max_items: 2", "cannot be a value", "empty"),
    ("values: [sea, garden, street], max_items: 3", "values: ¤[], max_items: 3", "`values`", "1 to"),
    ("max_items: 3, shown", "max_items: ¤0, shown", "`max_items`", "from 1"),
    ("max_items: 3, shown", "max_items: 2, min_items: ¤3, shown", "`min_items`", "0 to 2"),
    ("whole: true, min: 20, max: 900}", "whole: true, min: ¤20.5, max: 900}", "`min`", "a whole number"),
    ("unit: money, whole: true, min: 20,", "unit: money, whole: true, min: ¤$20,", "`min`", "leave out"),
    ("whole: true, min: 20, max: 900", "whole: true, min: 1000, max: ¤900", "`max`", "turn the two around"),
    (
        "{kind: quantity, unit: money, whole: true, min: 20, max: 900}",
        "¤{kind: quantity, unit: money, whole: true, max: 900}",
        "'min'",
        "add a line",
    ),
    ("money, whole: true, min: 20,", "money, decimals: ¤1, min: 20,", "`decimals` of money", "whole: true"),
    ("quantity, unit: money, whole: true,", "quantity, unit: money, signed: ¤true,", "`signed`", "percent"),
    ("quantity, unit: money, whole: true", "quantity, unit: count, currency: ¤USD", "`currency`", "money"),
    ("quantity, unit: money, whole: true, min: 20,", 'quantity, unit: ¤"k;m", min: 20,', "`unit`", "km"),
    ("unit: money, whole: true", "unit: count, decimals: ¤1", "`decimals` of a count", "a unit such as km"),
    ("max: 99.5", "max: ¤99.555", "`max`", "at most 2 decimals"),
    ("currency: EUR", "currency: ¤EURO", "no currency 'EURO'", "did you mean 'EUR'?"),
    ("decimals: 1, ", "decimals: ¤5, ", "`decimals`", "from 0 to 4"),
    ("out_of: 5, ", "", "'out_of'", "add it", "17:3"),
    ("relative_to: the average for this town", "relative_to: ¤not this town", "'not'", "positive"),
    ("min: 0, max: 9}", "min: 0, max: 1e14}", "no value can meet", "twelve digits", "18:3"),
    ("min: 0m, max: 3h", "min: 0m, max: ¤3", "`max`", "3h"),
    ("min: 0m, max: 3h", "min: 0m, max: ¤180 min", "`max`", "2h 15m"),
    ("min: 0m, max: 3h", "min: 4h, max: ¤3h", "`max`", "4h or more"),
    ("step: 5}", "step: ¤0}", "`step`", "from 1"),
    ("min: 1900-01-01", "min: ¤1900-13-01", "`min`", "calendar"),
    ("max: 2027-12-31", "max: ¤1899-12-31", "`max`", "1900-01-01 or more"),
    ("items: {kind: duration, min: 5m", "items: {kind: ¤clock, min: 5m", "kind of items 'clock'", "duration"),
    ("items: {kind: duration, min: 5m", "items: {kind: duration, ¤unit: km, min: 5m", "'unit'", "step"),
    ("items: {kind: duration, min: 5m", "items: ¤{min: 5m", "'kind'", "kind: ..."),
    ("- equal: [rides_number", "- ¤equals: [rides_number", "no axiom 'equals'", "did you mean 'equal'?"),
    ("- equal: [rides_number, ", "- equal: [¤rides_nmber, ", "no slot 'rides_nmber'", "'rides_number'"),
    ("- equal: [rides_number, {count: rides}]", "- equal: ¤[rides_number]", "`equal`", "2 to"),
    ("[rides_number, {count: rides}]", "[rides_number, ¤rides]", "gives no number", "{count: rides}"),
    ("[rides_number, {count: rides}]", "[rides_number, {¤sum: rides}]", "no measure 'sum'", "count, total"),
    ("[rides_number, {count: rides}]", "[rides_number, ¤{count: price}]", "gives no number", "`price`"),
    ("- equal: [rides_number, {count: rides}]", "- equal: ¤[rides_number, rides_number]", "`equal`", "once"),
    ("at_most: [{total: rides}, travel]", "at_most: [{total: rides}, ¤price]", "a duration with $", "unit"),
    ("[{total: rides}, travel]", "¤[{total: rides}, travel, walk]", "`at_most`", "a list of 2"),
    ("{slot: price, less: 50}", "{slot: price, ¤lass: 50}", "'lass'", "did you mean 'less'?"),
    ("{slot: price, less: 50}", "{slot: price, less: ¤cheap}", "`less`", "an amount"),
    ("{slot: price, less: 50}", "{slot: price, between: ¤[50, 40]}", "`between`", "lower one first"),
    ("{slot: price, less: 50}", "{slot: price, over: ¤total, less: 50}", "`over`", "leave it out"),
    ("{slot: price, less: 50}", "¤{less: 50, more: 4}", "a test of `never`", "slot"),
    ("is: Full board", "is: ¤Fullboard", "`is`", "Full board"),
    ("over: count, more: 2", "more: 2", "lacks the key 'over'", "each", "39:13"),
    ("[shuttle, parking]", "[shuttle, ¤shuttle]", "`any`", "once"),
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake[1][:60])
def test_a_mistake_is_answered_with_its_place_and_a_way_out(mistake: tuple[str, ...]) -> None:
    check_mistake(schema_of, SCHEMA, "s", mistake)


@pytest.mark.parametrize("text", ["[]", "a", "5", "{}", "slots: {}", "name: {a: 1}"])
def test_a_file_of_another_shape_is_refused(text: str) -> None:
    with pytest.raises(DomainError):
        schema_of(text)


def test_the_shipped_flights_are_read() -> None:
    folder = Path(__file__).resolve().parents[2] / "domains" / "flights"
    files = {f"tables/{path.name}": path.read_bytes() for path in folder.glob("tables/*.csv")}
    files["schema.yaml"] = (folder / "schema.yaml").read_bytes()
    schema = schema_among(files, folder)
    assert schema.noun == "flight"
    assert schema.group_by == ("origin", "destination")
