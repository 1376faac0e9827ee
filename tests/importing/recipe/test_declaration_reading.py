"""Every mistake in a import.yaml is answered with its line and column, and with a fix."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve
from domain.small_domain import broken
from importing.recipe.tours import RECIPE, SCHEMA, defined

from cocoa_core.errors import DomainError
from cocoa_core.importing import recipe_root
from cocoa_core.importing.recipe import ItemPart

BROKEN = [
    ("{column: Price}", "{¤colum: Price}", "the slot 'price' in import.yaml has no key 'colum'"),
    ("  price: {column: Price}", "  ¤prize: {column: Price}", "there is no slot in the catalogue 'prize'"),
    ("{column: Price}", "{column: ¤3}", "`column` cannot be read"),
    ("{column: Price}", "{column: ¤[]}", "`column` cannot be read"),
    ("{column: Price}", '{column: ¤"Leg {n} price"}', "`column` cannot be read"),
    ('numbered: "Leg {n} time"', "numbered: ¤Leg time", "`numbered` cannot be read"),
    ('numbered: "Leg {n} time"', 'numbered: ¤"Leg {n} {n}"', "`numbered` cannot be read"),
    (
        "  price: {column: Price}",
        '  ¤price: {numbered: "P {n}"}',
        "has one value, and numbered columns give several",
    ),
    (
        "  price: {column: Price}",
        '  ¤price: {column: P, numbered: "P {n}", combine: sum}',
        "has `column`, `numbered`",
    ),
    (
        "  number: {count_of: walks}",
        "  ¤number: {count_of: walks, decimal: comma}",
        "has `count_of`, `decimal`",
    ),
    ("{count_of: walks}", "{count_of: ¤walk}", "there is no set or list 'walk'"),
    ("  length: {column: Duration}", "  length: {count_of: ¤walks}", "`count_of` cannot be read"),
    ("combine: sum", "combine: ¤summ", "there is no way to combine a quantity 'summ'"),
    ("{column: Begins}", "{column: Begins, combine: ¤sum}", "there is no way to combine a clock 'sum'"),
    ('numbered: "Leg {n} time"', 'numbered: "Leg {n} time", combine: ¤sum', "`combine` cannot be read"),
    ("T1: easy", "T1: ¤eazy", "what 'T1' means is no value of the slot"),
    ("T2: steady", "¤t1: steady", "'t1' stands twice, but for capitals and blanks"),
    ("words: {T1: easy, T2: steady, T3: hard}", "words: ¤{}", "`words` cannot be read"),
    ('{Guided tour: "yes"}', "{Guided tour: ¤true}", "what 'Guided tour' means cannot be read"),
    ('otherwise: "no"', "otherwise: ¤perhaps", "`otherwise` is no value of the slot"),
    (
        '  guide: {column: Extras, find: {Guided tour: "yes"}',
        "  ¤guide: {part: {after: x}, find: {a: yes}",
        "has `find`, `part`",
    ),
    ('part: {after: "climb:", before: m}', "part: ¤{}", "`part` cannot be read"),
    ('part: {after: "climb:", before: m}', "part: {¤behind: x}", "`part` has no key 'behind'"),
    ("{column: Date}", "{column: Date, read_as: ¤date:ydm}", "`read_as` cannot be read"),
    ("id: Code", "id: {¤column: Code, prefix: X}", "`id` has no key 'column'"),
    ("id: Code", "id: {from: [¤city]}", "there is no slot 'city'"),
    ("id: Code", "¤at_: x\nid: Code", "import.yaml has no key 'at_'"),
    ("id: Code", "at: ¤[a]\nid: Code", "`at` cannot be read"),
    ("id: Code", "id: Code\nkey: ¤[city]", "there is no slot in the catalogue 'city'"),
]


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN, ids=[new for _, new, _ in BROKEN])
def test_a_mistake_is_named_with_its_line_and_column(old: str, new: str, problem: str) -> None:
    text, place = broken(RECIPE, old, new)
    with pytest.raises(DomainError) as caught:
        defined(text)
    assert problem in caught.value.problem
    assert str(caught.value.place).endswith(f"import.yaml:{place}")
    assert caught.value.expected


@pytest.mark.parametrize(
    ("old", "new", "fix"),
    [
        ("T1: easy", "T1: eazy", "did you mean 'easy'?"),
        ("{column: Price}", "{colum: Price}", "did you mean 'column'?"),
        ("  price:", "  prize:", "did you mean 'price'?"),
        ('find: {Guided tour: "yes"}', "find: {Guided tour: true}", "write yes or no"),
    ],
)
def test_the_fix_names_what_was_meant(old: str, new: str, fix: str) -> None:
    with pytest.raises(DomainError) as caught:
        defined(broken(RECIPE, old, new)[0])
    assert caught.value.fix == fix


def test_a_recipe_holds_what_its_file_says() -> None:
    recipe = defined()
    assert recipe.id.columns == ("Code",)
    assert recipe.sources["town"].columns == ("City", "Place of start")
    climb = recipe.sources["climb"]
    assert (climb.numbered, climb.part, climb.combine) == (("Leg {n} notes",), ItemPart("climb:", "m"), "sum")
    assert recipe.sources["level"].words == {"t1": "easy", "t2": "steady", "t3": "hard"}


def test_slots_without_an_entry_are_read_by_name_and_label() -> None:
    recipe = defined("id: {prefix: X, from: [town]}\n")
    assert (recipe.id.prefix, recipe.id.parts, recipe.id.columns) == ("X", ("town",), ())
    assert recipe.sources["start"].columns == ("start", "Starts at")
    assert recipe.sources == defined(None).sources
    assert set(recipe.sources) == {slot.name for slot in recipe.schema.slots}


def test_derived_slots_are_read_from_nothing() -> None:
    with pytest.raises(DomainError, match="there is no slot in the catalogue 'country'"):
        defined("columns:\n  country: {column: Country}\n", SCHEMA)


def as_printed(recipe: str) -> str:
    """The same as a printed.yaml, the file's older form."""
    return (
        recipe.replace("columns:", "slots:").replace("column:", "key:").replace("id: Code", "id: {key: Code}")
    )


def test_a_printed_yaml_of_an_older_folder_says_the_same() -> None:
    assert evolve(defined(as_printed(RECIPE), name="printed.yaml"), file="import.yaml") == defined()


@pytest.mark.parametrize(
    ("slot", "old", "new"),
    [
        ("day", "order: dmy", "read_as: date:dmy"),
        ("length", "colon: true", "read_as: duration:colon"),
        ("length", "unit: h", "read_as: duration:h"),
        ("climb", "unit: meters", "read_as: number:m"),
        ("price", "unit: USD", "read_as: money:USD"),
        ("price", 'decimal: ","', "decimal: comma"),
    ],
)
def test_what_settled_a_reading_in_printed_yaml_is_now_a_type(slot: str, old: str, new: str) -> None:
    older = defined(f"slots:\n  {slot}: {{key: T, {old}}}\n", name="printed.yaml")
    assert older.sources == defined(f"columns:\n  {slot}: {{column: T, {new}}}\n").sources


def test_a_folder_with_both_files_is_refused(tmp_path: Path) -> None:
    for name in ("import.yaml", "printed.yaml"):
        (tmp_path / name).write_text("at: x\n")
    with pytest.raises(DomainError, match="there are both"):
        recipe_root(tmp_path)
