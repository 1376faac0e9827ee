"""docs/domain-format.md: its domain can be asked, its examples load, its tables say what the code does."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from documents.markdown import blocks, tables
from documents.passages import ROOT

import cocoa_core
from cocoa_core.domain import Catalogue, Domain, GroundedLiteral, Primitive, Slot, Test, literal_text
from cocoa_core.language import Realizer
from cocoa_core.lexicon import CURRENCIES
from cocoa_core.loading import SLOT_KEYS, Completion, read_definition

PAGE = (ROOT / "docs" / "domain-format.md").read_text(encoding="utf-8")
YAML = [block for block in blocks(PAGE) if block.language == "yaml"]
TABLES = {block.comment: block.text.encode() for block in blocks(PAGE) if block.comment.startswith("tables/")}
HEAD = "name: examples\nversion: 1.0\nnoun: room\n"


def fragment(key: str) -> str:
    """The examples that begin with a key, under one such key."""
    parts = [block.text.removeprefix(f"{key}:\n") for block in YAML if block.text.startswith(f"{key}:\n")]
    assert parts
    return f"{key}:\n{''.join(parts)}"


def definition(rules: str) -> Domain:
    """The examples of slots and axioms with the given rules, as a domain without options."""
    files = {
        "schema.yaml": (HEAD + fragment("slots") + fragment("axioms") + fragment("unclear")).encode(),
        "rules.yaml": rules.encode(),
        **TABLES,
    }
    schema, read, _ = read_definition(files, Path("docs"))
    return Domain(schema, read, Catalogue((), (), ()), "", {}, Path("docs"), files)


def rows_of(*head: str) -> list[list[str]]:
    """The rows of the table with this head."""
    (found,) = [table[1:] for table in tables(PAGE) if table[0] == list(head)]
    return found


def clauses() -> list[list[str]]:
    """The rows of the table of clauses, "the same" replaced by the wording of the row above."""
    rows: list[list[str]] = []
    for literal, wording, clause in rows_of("literal", "wording", "clause"):
        rows.append([literal, rows[-1][1] if wording == "the same" else wording, clause])
    return rows


def test_the_smallest_domain_loads_and_can_be_asked() -> None:
    handle = cocoa_core.load_domain(ROOT / "docs" / "examples" / "laptops")
    for index in range(10):
        question = handle.question(index=index, slots=3)
        assert len({option.row for option in question.options}) == 5


def test_every_yaml_example_is_read_by_one_of_these_tests() -> None:
    starts = [block.text.partition(":")[0] for block in YAML if not block.comment]
    assert set(starts) == {"rules", "slots", "axioms", "unclear", "called"}


def test_slots_axioms_and_rules_of_the_examples_load() -> None:
    domain = definition(fragment("rules"))
    assert {slot.kind.name for slot in domain.schema.slots} == set(SLOT_KEYS)
    assert {axiom.relation for axiom in domain.schema.axioms} == {"equal", "at_most", "sum", "never"}
    realizer = Realizer(domain)
    for rule in domain.rules:
        slot = domain.schema.slot(rule.slot)
        kind = slot.kind
        for literal in (
            GroundedLiteral(Primitive(rule.slot, test, rule.id))
            for test in some_tests(slot, rule.over, rule.tests)
        ):
            assert realizer.sayable(literal), literal_text(kind, literal)


def some_tests(slot: Slot, over: str | None, ops: tuple[str, ...]) -> list[Test]:
    """One test for each op, with arguments that the kind can read."""
    kind: Any = slot.kind
    texts = {
        "category": ["breakfast"],
        "boolean": ["yes"],
        "clock": ["14:00", "16:00"],
        "date": ["2027-04-17"],
        "set": ["garden"],
    }
    if slot.derived is not None:
        texts = {kind.name: [kind.values[0]]}
    number = ["1h"] if kind.name == "list" else ["0"] if getattr(kind, "relative_to", "") else ["2"]
    given = ["2"] if over == "count" else texts.get(kind.name, number)
    found = []
    for op in ops:
        args = given if op in ("between", "within") else given[:1]
        found.append(Test(op, tuple(kind.read_arg(op, over, text) for text in args), over))
    return found


def test_the_opening_example_loads_with_the_slots_it_names() -> None:
    (opening,) = [block.text for block in YAML if block.comment]
    slots = "slots:\n" + "".join(
        f"  {name}: {{kind: category, closed: false}}\n" for name in ("origin", "destination", "seat")
    )
    rules = "rules:\n  seat:\n    - {id: seat, tests: [is], say: [{verb: have}]}\n"
    schema, _, _ = read_definition(
        {"schema.yaml": (HEAD + opening + slots).encode(), "rules.yaml": rules.encode()}, Path("docs")
    )
    assert schema.group_by == ("origin", "destination")


@pytest.mark.parametrize(("slot", "cell", "shown"), rows_of("slot", "cell", "shown"))
def test_cells_are_read_and_shown_as_the_table_says(slot: str, cell: str, shown: str) -> None:
    kind = definition(fragment("rules")).schema.slot(slot).kind
    assert kind.show(kind.read("" if cell == "(empty)" else cell.strip("`"))) == shown


@pytest.mark.parametrize(("slot", "cell", "value"), rows_of("slot", "of the cell", "is"))
def test_what_follows_from_cells_is_what_the_table_says(slot: str, cell: str, value: str) -> None:
    schema = definition(fragment("rules")).schema
    base, _, text = cell.partition(": ")
    assert schema.catalogue_slot(slot) == base
    given = schema.slot(base).kind.read("" if text == "(empty)" else text.strip("`"))
    completion = Completion(schema)
    row = completion.row([given if one.name == base else None for one in schema.given])
    assert schema.slot(slot).kind.show(row[schema.position(slot)]) == value
    assert not list(completion.lacking("docs"))


@pytest.mark.parametrize(("literal", "wording", "clause"), clauses())
def test_wordings_become_the_clauses_that_the_table_shows(literal: str, wording: str, clause: str) -> None:
    words = literal.strip("`")
    positive, (over, slot, sign, rest) = not words.startswith("!"), taken_apart(words.removeprefix("!"))
    op = {"<": "less", ">=": "at_least", "=": "is", "meets": "any", "inside": "only"}[sign]
    overs = f"over: {over}, " if over else ""
    domain = definition(
        f"rules:\n  {slot}:\n    - {{id: one, {overs}tests: [{op}], say: [{wording.strip('`')}]}}\n"
    )
    kind = domain.schema.slot(slot).kind
    args = tuple(kind.read_arg(op, over, text) for text in re.findall(r'[^{}", ]+(?: [^{}", ]+)*', rest))
    grounded = GroundedLiteral(Primitive(slot, Test(op, args, over), "one"), positive)
    assert literal_text(kind, grounded) == words
    assert Realizer(domain).clause(grounded) == clause


def taken_apart(words: str) -> tuple[str | None, str, str, str]:
    """Over, slot, sign and what comes after it."""
    over, _, rest = words.partition(" ")
    if over not in ("each", "any", "total", "count"):
        over, rest = "", words
    slot, sign, values = rest.split(" ", 2)
    return over or None, slot, sign, values


def test_every_key_of_every_kind_is_explained() -> None:
    words = set(re.findall(r"`(\w+)[`:]", PAGE))
    for name, reader in SLOT_KEYS.items():
        assert name in words
        assert set(reader.known()) <= words, name
    assert set(CURRENCIES) <= words


def test_every_test_is_explained() -> None:
    words = set(re.findall(r"`(\w+)`", PAGE))
    for slot in definition(fragment("rules")).schema.slots:
        for over in slot.kind.overs():
            assert slot.kind.ops(over) <= words


def test_the_bundle_of_hotels_is_as_the_page_has_it() -> None:
    [shown] = [block.text for block in YAML if block.text.startswith("called:")]
    file = (ROOT / "domains" / "hotels" / "bundle.yaml").read_text(encoding="utf-8")
    assert shown.strip() == "\n".join(line for line in file.splitlines() if not line.startswith("#"))
