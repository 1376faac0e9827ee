"""Every mistake in a printed.yaml is answered with its line and column, and with a fix."""

from __future__ import annotations

import pytest
from domain.small_domain import broken
from importing.printed.tours import PRINTED, SCHEMA, defined

from cocoa_core.errors import DomainError
from cocoa_core.importing.printed.declaration import PrintedPart

BROKEN = [
    ("{key: Price}", "{¤kee: Price}", "the slot 'price' in printed.yaml has no key 'kee'"),
    ("  price: {key: Price}", "  ¤prize: {key: Price}", "there is no slot in the catalogue 'prize'"),
    ("{key: Price}", "{key: ¤3}", "`key` cannot be read"),
    ("{key: Price}", "{key: ¤[]}", "`key` cannot be read"),
    ("{key: Price}", '{key: ¤"Leg {n} price"}', "`key` cannot be read"),
    ('numbered: "Leg {n} time"', "numbered: ¤Leg time", "`numbered` cannot be read"),
    ('numbered: "Leg {n} time"', 'numbered: ¤"Leg {n} {n}"', "`numbered` cannot be read"),
    (
        "  price: {key: Price}",
        '  ¤price: {numbered: "P {n}"}',
        "has one value, and numbered keys give several",
    ),
    ("  price: {key: Price}", '  ¤price: {key: P, numbered: "P {n}", combine: sum}', "has `key`, `numbered`"),
    ("  number: {count_of: walks}", "  ¤number: {count_of: walks, unit: m}", "has `count_of`, `unit`"),
    ("{count_of: walks}", "{count_of: ¤walk}", "there is no set or list 'walk'"),
    ("  length: {key: Duration}", "  length: {count_of: ¤walks}", "`count_of` cannot be read"),
    ("combine: sum", "combine: ¤summ", "there is no way to combine a quantity 'summ'"),
    ("{key: Begins}", "{key: Begins, combine: ¤sum}", "there is no way to combine a clock 'sum'"),
    ('numbered: "Leg {n} time"', 'numbered: "Leg {n} time", combine: ¤sum', "`combine` cannot be read"),
    ("T1: easy", "T1: ¤eazy", "what 'T1' means is no value of the slot"),
    ("T2: steady", "¤t1: steady", "'t1' stands twice, but for capitals and blanks"),
    ("words: {T1: easy, T2: steady, T3: hard}", "words: ¤{}", "`words` cannot be read"),
    ('{Guided tour: "yes"}', "{Guided tour: ¤true}", "what 'Guided tour' means cannot be read"),
    ('otherwise: "no"', "otherwise: ¤perhaps", "`otherwise` is no value of the slot"),
    (
        '  guide: {key: Extras, find: {Guided tour: "yes"}',
        "  ¤guide: {part: {after: x}, find: {a: yes}",
        "has `find`, `part`",
    ),
    ('part: {after: "climb:", before: m}', "part: ¤{}", "`part` cannot be read"),
    ('part: {after: "climb:", before: m}', "part: {¤behind: x}", "`part` has no key 'behind'"),
    ("{key: Date}", "{key: Date, order: ¤ymd}", "there is no order 'ymd'"),
    ("{key: Price}", "{key: Price, ¤order: mdy}", "the slot 'price' in printed.yaml has no key"),
    ("{key: Duration}", "{key: Duration, unit: ¤parsecs}", "there is no unit of a duration 'parsecs'"),
    ("{key: Duration}", "{key: Duration, colon: ¤maybe}", "`colon` cannot be read"),
    ("id: {key: Code}", "id: ¤{key: Code, prefix: X}", "`id` cannot be read"),
    ("id: {key: Code}", "id: {from: [¤city]}", "there is no slot 'city'"),
    ("id: {key: Code}", "¤at_: x\nid: {key: Code}", "printed.yaml has no key 'at_'"),
    ("id: {key: Code}", "at: ¤[a]\nid: {key: Code}", "`at` cannot be read"),
]


@pytest.mark.parametrize(("old", "new", "problem"), BROKEN, ids=[new for _, new, _ in BROKEN])
def test_a_mistake_is_named_with_its_line_and_column(old: str, new: str, problem: str) -> None:
    text, place = broken(PRINTED, old, new)
    with pytest.raises(DomainError) as caught:
        defined(text)
    assert problem in caught.value.problem
    assert str(caught.value.place) == f"printed.yaml:{place}"
    assert caught.value.expected


@pytest.mark.parametrize(
    ("old", "new", "fix"),
    [
        ("T1: easy", "T1: eazy", "did you mean 'easy'?"),
        ("{key: Price}", "{kye: Price}", "did you mean 'key'?"),
        ("  price:", "  prize:", "did you mean 'price'?"),
        ('find: {Guided tour: "yes"}', "find: {Guided tour: true}", "write yes or no"),
    ],
)
def test_the_fix_names_what_was_meant(old: str, new: str, fix: str) -> None:
    with pytest.raises(DomainError) as caught:
        defined(broken(PRINTED, old, new)[0])
    assert caught.value.fix == fix


def test_a_declaration_holds_what_its_file_says() -> None:
    declaration = defined()
    assert declaration.id.keys == ("Code",)
    assert declaration.fields["town"].keys == ("City", "Place of start")
    climb = declaration.fields["climb"]
    assert (climb.numbered, climb.part, climb.combine) == (
        ("Leg {n} notes",),
        PrintedPart("climb:", "m"),
        "sum",
    )
    assert declaration.fields["level"].words == {"t1": "easy", "t2": "steady", "t3": "hard"}


def test_slots_without_an_entry_are_read_by_name_and_label() -> None:
    declaration = defined("id: {prefix: X, from: [town]}\n")
    assert (declaration.id.prefix, declaration.id.parts, declaration.id.keys) == ("X", ("town",), ())
    assert declaration.fields["start"].keys == ("start", "Starts at")
    assert declaration.fields == defined(None).fields
    assert set(declaration.fields) == {slot.name for slot in defined().schema.slots}


def test_derived_slots_are_read_from_nothing() -> None:
    with pytest.raises(DomainError, match="there is no slot in the catalogue 'country'"):
        defined("slots:\n  country: {key: Country}\n", SCHEMA)
