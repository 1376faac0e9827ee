"""Derived slots and their tables are read as written; what is wrong is answered with its place and a fix."""

from __future__ import annotations

from pathlib import Path

import pytest
from domain.small_domain import CATALOGUE, RULES, SCHEMA, broken, edited, write_domain

from cocoa_core.domain import Derived, Domain
from cocoa_core.domain.kinds import Category, CategorySet
from cocoa_core.errors import DomainError
from cocoa_core.loading import load_domain, read_definition

DERIVED = """\
  coast: {derived: {from: town, table: towns, key: town, value: coast}}
  warmth: {derived: {from: coast, table: coasts, key: coast, value: warmth}, label: How warm}
  sorts:
    derived: {from: amenities, table: amenities, key: amenity, value: sort}
    description: What an amenity is for.
  meals: {derived: {from: board, table: meals, key: board, value: meals}}
"""
KNOWING = edited(SCHEMA, "axioms:\n", f"{DERIVED}axioms:\n")
KNOWING_RULES = edited(
    RULES,
    "openings:\n",
    """\
  meals:
    - {id: meals, tests: [is, one_of], say: [{verb: serve}]}
  sorts:
    - id: sorts
      tests: [any, only]
      say: [{item: amenity, verb: be, before: for}]
      also: [{test: any, value: [sport], verb: be, complement: sporty}]
openings:
""",
)
TABLES = {
    "towns": 'town,coast,people\nPort Ann,east,5000\n"Bed, and Unless",west,\nElsewhere,inland,1\n',
    "coasts": "coast,warmth\neast,cold\ninland,mild\nwest,mild\n",
    "amenities": "sort,amenity\nsport,pool\nnet,wifi\nneither,parking\nsport,gym\n",
    "meals": "board,meals\nRoom only,no meals\nBreakfast,one meal\nFull board,three meals\nDinner,one meal\n",
}


def files_of(schema: str = KNOWING, rules: str = KNOWING_RULES, **tables: str) -> dict[str, bytes]:
    named = {f"tables/{name}.csv": text for name, text in {**TABLES, **tables}.items()}
    return {
        name: text.encode() for name, text in {"schema.yaml": schema, "rules.yaml": rules, **named}.items()
    }


def refusal(schema: str = KNOWING, rules: str = KNOWING_RULES, **tables: str) -> DomainError:
    with pytest.raises(DomainError) as caught:
        read_definition(files_of(schema, rules, **tables), Path("d"))
    return caught.value


def loaded(folder: Path, catalogue: str = CATALOGUE, **tables: str) -> Domain:
    write_domain(folder, schema=KNOWING, rules=KNOWING_RULES, catalogue=catalogue)
    for name, content in files_of(**tables).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(content)
    return load_domain(folder)


def test_a_derived_slot_has_the_kind_of_its_source_and_the_words_of_its_table() -> None:
    schema, _, _ = read_definition(files_of(), Path("d"))
    coast, warmth, sorts, meals = (schema.slot(name) for name in ("coast", "warmth", "sorts", "meals"))
    assert coast.kind == Category(True, ("east", "inland", "west"))
    assert coast.derived == Derived(
        "town",
        "towns",
        "town",
        "coast",
        (("Bed, and Unless", "west"), ("Elsewhere", "inland"), ("Port Ann", "east")),
    )
    assert sorts.kind == CategorySet(True, ("neither", "net", "sport"), 0, 6)
    assert (warmth.kind, warmth.label) == (Category(True, ("cold", "mild")), "How warm")
    assert meals.kind == Category(True, ("no meals", "one meal", "three meals"))
    assert dict(meals.derived.words if meals.derived else ()).keys() == {
        "Room only",
        "Breakfast",
        "Full board",
    }
    assert not any(slot.shown for slot in schema.derived)
    assert sorts.description == "What an amenity is for."


def test_sources_may_stand_after_what_follows_from_them() -> None:
    first, second, *rest = DERIVED.splitlines(keepends=True)
    swapped, _, _ = read_definition(
        files_of(edited(SCHEMA, "axioms:\n", f"{second}{first}{''.join(rest)}axioms:\n")), Path("d")
    )
    assert [slot.name for slot in swapped.derived] == ["coast", "sorts", "meals", "warmth"]
    assert swapped.derived_words("warmth") == {
        "Port Ann": "cold",
        "Bed, and Unless": "mild",
        "Elsewhere": "mild",
    }
    assert (
        swapped.catalogue_slot("warmth")
        == swapped.catalogue_slot("coast")
        == swapped.catalogue_slot("town")
        == "town"
    )


def test_what_follows_from_a_missing_value_may_be_missing() -> None:
    schema = edited(
        KNOWING,
        "town: {kind: category, closed: false}",
        "town: {kind: category, closed: false, missing: true}",
    )
    schema = edited(schema, "group_by: [town]\n", "").replace(
        'request: ["I\'m looking for a room in", {slot: town}, "for one night"]\n', ""
    )
    rules = edited(KNOWING_RULES, "a room in {town}?", "a room?").replace("We're off to {town}. ", "")
    found, _, _ = read_definition(files_of(schema, rules), Path("d"))
    assert found.slot("coast").kind.missing
    assert found.slot("warmth").kind.missing


def test_rows_hold_what_follows_at_the_place_of_the_slot(tmp_path: Path) -> None:
    domain = loaded(tmp_path / "inns")
    schema = domain.schema
    for row in domain.catalogue.rows:
        value = {slot.name: row[schema.position(slot.name)] for slot in schema.slots}
        town = {"Port Ann": ("east", "cold"), "Bed, and Unless": ("west", "mild")}
        sorts = {"pool": "sport", "wifi": "net", "parking": "neither"}
        assert (value["coast"], value["warmth"]) == town[str(value["town"])]
        assert value["sorts"] == tuple(sorted({sorts[word] for word in value["amenities"]}))  # type: ignore[union-attr]
    plain = load_domain(write_domain(tmp_path / "plain"))
    kept = [schema.position(slot.name) for slot in plain.schema.slots]
    assert tuple(tuple(row[place] for place in kept) for row in domain.catalogue.rows) == plain.catalogue.rows
    assert domain.vocabulary("sorts") == ("neither", "net", "sport")


def test_tables_are_part_of_the_digest(tmp_path: Path) -> None:
    one = loaded(tmp_path / "a")
    other = loaded(tmp_path / "b", coasts="coast,warmth\neast,cold\ninland,cold\nwest,mild\n")
    assert one.digests["tables/coasts.csv"] != other.digests["tables/coasts.csv"]
    assert one.digest != other.digest


def test_words_that_an_open_slot_has_and_the_table_lacks_are_named_in_one_error(tmp_path: Path) -> None:
    with pytest.raises(DomainError) as caught:
        loaded(
            tmp_path / "inns", towns="town,coast\nElsewhere,inland\n", coasts="coast,warmth\ninland,mild\n"
        )
    assert caught.value.problem == "the table lacks 2 words of the slot 'town'"
    assert caught.value.got == "no row for 'Bed, and Unless', 'Port Ann'"
    assert str(caught.value.place).endswith("towns.csv")
    rows = CATALOGUE + "".join(
        f"b{number},Town {number},{CATALOGUE.splitlines()[3].split(',', 2)[2]}\n" for number in range(9)
    )
    with pytest.raises(DomainError) as caught:
        loaded(tmp_path / "more", catalogue=rows)
    assert str(caught.value.got).endswith("'Town 4' and 4 more")


def test_the_catalogue_has_no_column_of_a_derived_slot(tmp_path: Path) -> None:
    with pytest.raises(DomainError, match="the slot 'coast' is derived") as caught:
        loaded(
            tmp_path / "inns", catalogue=CATALOGUE.replace("travel\n", "coast\n").replace(",2h\n", ",east\n")
        )
    assert caught.value.fix == "delete the column: its values are worked out by tables/towns.csv"


TOWNS = "{from: town, table: towns, key: town, value: coast}"
MISTAKES = [
    (TOWNS, "{¤form: town, table: towns, key: town, value: coast}", "'form'", "did you mean 'from'?"),
    (TOWNS, "¤{from: town, table: towns, key: town}", "lacks the key 'value'", "value: ..."),
    (TOWNS, "¤towns", "`derived`", "mapping"),
    (TOWNS, TOWNS.replace("from: town", "from: ¤twon"), "no slot 'twon'", "did you mean 'town'?"),
    (TOWNS, TOWNS.replace("from: town", "from: ¤price"), "`from`", "is a quantity"),
    (TOWNS, TOWNS.replace("from: town", "from: ¤warmth"), "in a circle", "`from`"),
    (TOWNS, TOWNS.replace("from: town", "from: ¤coast"), "in a circle", "`from`"),
    (TOWNS, TOWNS.replace("table: towns", "table: ¤town"), "no table 'town'", "write tables/town.csv"),
    (TOWNS, TOWNS.replace("table: towns", "table: ¤tables/towns.csv"), "no table", "leave out `tables/`"),
    (TOWNS, TOWNS.replace("key: town", "key: ¤towns"), "no column of d/tables/towns.csv 'towns'", "'town'"),
    (TOWNS, TOWNS.replace("value: coast", "value: ¤cost"), "'cost'", "did you mean 'coast'?"),
    (TOWNS, TOWNS.replace("value: coast", "value: ¤town"), "`value`", "another column"),
    (f"derived: {TOWNS}", f"derived: {TOWNS}, ¤kind: category", "has the key 'kind'", "leave it out"),
    (f"derived: {TOWNS}", f"derived: {TOWNS}, ¤shown: true", "has the key 'shown'", "leave it out"),
    (f"derived: {TOWNS}", f"derived: {TOWNS}, ¤values: [a]", "has the key 'values'", "leave it out"),
    (f"derived: {TOWNS}", f"derived: {TOWNS}, ¤lable: a", "'lable'", "did you mean 'label'?"),
    ("label: How warm", "label: Town", "the label 'Town'", "another `label`", "36:3"),
    ("  coast: {derived", "  ¤Coast: {derived", "'Coast' cannot be the name", "label"),
    ("group_by: [town]", "group_by: [¤coast]", "`group_by`", "group by 'town'"),
    (
        "  - at_most: [",
        "  - never: [{slot: ¤coast, is: east}, {slot: price, less: 5}]\n  - at_most: [",
        "no axiom",
        "'town'",
    ),
    ("equal: [rides_number", "equal: [{count: ¤sorts}, rides_number", "no axiom", "'amenities'"),
]


@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake[1][:60])
def test_a_mistake_in_a_derived_slot_has_its_place_and_a_fix(mistake: tuple[str, ...]) -> None:
    old, new, problem, fix, *place = mistake
    text, place_ = broken(KNOWING, old, new, *place)
    error = refusal(text)
    assert problem in error.problem
    assert fix in str(error)
    assert str(error.place).endswith(f"schema.yaml:{place_}")


TABLE_MISTAKES = [
    ({"towns": ""}, "the table is empty", ""),
    ({"towns": "town,coast\n"}, "no rows", ""),
    ({"towns": "town,coast\nA,\n"}, "column 'coast' cannot be used", ":2"),
    ({"towns": "town,coast\nA,b\n,b\n"}, "column 'town' cannot be used", ":3"),
    ({"towns": "town,coast\nA, b\n"}, "column 'coast' cannot be used", ":2"),
    ({"towns": "town,coast\nA,b;c\n"}, "column 'coast' cannot be used", ":2"),
    ({"towns": "town,coast\nA,b\nB,b\nA,b\n"}, "'A' stands twice in column 'town'", ":4"),
    ({"towns": "town,coast\nA,b\nB,B\n"}, "differ in capitals", ":3"),
    ({"towns": "town,coast\nA,b,c\n"}, "the row has 3 cells", ":2"),
    ({"towns": 'town,coast\nA,"b\n'}, "not valid CSV", ":2"),
    ({"towns": "town,coast,town\nA,b,c\n"}, "'town' stands twice", ":1"),
    ({"towns": "town,coast\nA,not given\n"}, "column 'coast' cannot be used", ":2"),
    ({"amenities": "sort,amenity\nnone,pool\n"}, "column 'sort' cannot be used", ":2"),
    ({"meals": "board,meals\nBreakfast,one\n"}, "lacks 2 words of the slot 'board'", ""),
    ({"coasts": "coast,warmth\neast,cold\nwest,mild\n"}, "lacks a word of the slot 'coast'", ""),
]


@pytest.mark.parametrize("mistake", TABLE_MISTAKES, ids=lambda mistake: str(mistake[0])[:60])
def test_a_mistake_in_a_table_has_its_line(mistake: tuple[dict[str, str], str, str]) -> None:
    tables, problem, line = mistake
    (name,) = tables
    error = refusal(**tables)
    assert problem in error.problem
    assert str(error.place).endswith(f"d/tables/{name}.csv{line}")


RULE_MISTAKES = [
    ("tests: [any, only]", "tests: [¤all]", "no test of a derived set 'all'", "any, none, only"),
    ("- id: sorts\n", "- id: sorts\n      over: ¤count\n", "`over`", "items of 'amenities'"),
    ("value: [sport], verb", "value: [¤sports], verb", "`any` cannot compare", "neither, net, sport"),
    ("{test: any, value: [sport]", "{test: ¤all, value: [sport]", "'all'", "any, none, only"),
    (
        "  meals:\n    - {id: meals",
        "  ¤coast:\n    - {id: meals",
        "share the slot 'town', from which",
        "group_by",
    ),
]


@pytest.mark.parametrize("mistake", RULE_MISTAKES, ids=lambda mistake: mistake[1][:60])
def test_a_mistake_in_a_rule_of_a_derived_slot_has_its_place(mistake: tuple[str, ...]) -> None:
    old, new, problem, fix = mistake
    text, place = broken(KNOWING_RULES, old, new)
    error = refusal(rules=text)
    assert problem in error.problem
    assert fix in str(error)
    assert str(error.place).endswith(f"rules.yaml:{place}")


def test_what_follows_from_a_hidden_slot_cannot_be_asked_for() -> None:
    hidden = edited(
        KNOWING,
        'values: [Room only, Breakfast, "Full board"]}',
        'values: [Room only, Breakfast, "Full board"], shown: false}',
    )
    rules = KNOWING_RULES.replace(RULES[RULES.index("  board:") : RULES.index("  pets:")], "")
    error = refusal(hidden, rules)
    assert "do not show the slot 'board', from which 'meals' follows" in error.problem


def test_a_table_with_very_many_rows_is_refused() -> None:
    error = refusal(towns="town,coast\n" + "".join(f"Town {number},east\n" for number in range(100_001)))
    assert "more than 100,000 rows" in error.problem


def test_a_slot_that_follows_from_one_with_a_mistake_is_no_mistake_of_its_own() -> None:
    """The label of `coast` is wrong: `warmth` has nothing to follow from, and its rules are not checked."""
    schema = edited(KNOWING, "value: coast}}", "value: coast}, label: [Coast]}")
    rules = edited(
        KNOWING_RULES, "openings:\n", "  warmth:\n    - {id: w, tests: [is], say: [{verb: be}]}\nopenings:\n"
    )
    error = refusal(schema, rules)
    assert error.problem == "`label` cannot be read"
    assert "more mistake" not in str(error)
