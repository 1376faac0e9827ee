"""Whether requests about a table say wishes or facts: of what nobody would choose, they say facts."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from cocoa_core.scaffolding.drafts import DomainDraft, loaded
from cocoa_core.scaffolding.from_table import draft_from_table
from cocoa_core.scaffolding.yaml_text import as_written

NUMBERS = [str(number) for number in range(3, 200, 7)]
YEARS = [str(year) for year in range(1970, 2000)]
SEX = {"sex": ["male", "female"]}
WAGES = {"wage": NUMBERS, "region": ["South", "North", "West"], "age": NUMBERS}


def drafted(
    folder: Path, columns: dict[str, list[str]], name: str = "t1", noun: str | None = None
) -> DomainDraft:
    rows = 60
    drawn = {
        header: Random(header).sample([cells[row % len(cells)] for row in range(rows)], rows)
        for header, cells in columns.items()
    }
    path = folder / f"{name}.csv"
    lines = [",".join(columns), *map(",".join, zip(*drawn.values(), strict=True))]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return draft_from_table(path, name, noun)


@pytest.mark.parametrize(
    ("name", "columns", "noun", "speech"),
    [
        ("t1", WAGES, "record", "facts"),
        ("t1", {**WAGES, **SEX, "education": NUMBERS}, "person", "facts"),
        ("patients", {**WAGES, "fee": NUMBERS, "cost": NUMBERS}, "patient", "facts"),
        ("guitars", {"maker": ["Ode", "Kite"], "price": NUMBERS}, "guitar", "offers"),
        ("guitars", {"length": NUMBERS, "weight": NUMBERS}, "record", "facts"),
        ("t1", {"brand": ["Ode", "Kite"], "price": NUMBERS}, "item", "offers"),
        ("hand_blenders", {"brand": ["Ode", "Kite"], "price": NUMBERS}, "blender", "offers"),
        ("vacuum_cleaners", {"brand": ["Ode", "Kite"], "price": NUMBERS}, "vacuum cleaner", "offers"),
        ("motorcycles_for_sale", {"make": ["Ode", "Kite"], "price": NUMBERS}, "motorcycle", "offers"),
        ("crabs", {**SEX, "width": NUMBERS}, "crab", "facts"),
        ("births", {"births": NUMBERS, "month": NUMBERS, "rain": NUMBERS}, "record", "facts"),
        ("earthquakes", {"deaths": NUMBERS, "magnitude": NUMBERS}, "earthquake", "facts"),
        ("states", {"year": YEARS, "income": NUMBERS, "murder": NUMBERS}, "record", "facts"),
        ("states", {"income": NUMBERS, "murder": NUMBERS}, "state", "facts"),
    ],
)  # fmt: skip
def test_what_nobody_chooses_is_a_record_of_which_facts_are_said(
    name: str, columns: dict[str, list[str]], noun: str, speech: str, tmp_path: Path
) -> None:
    draft = drafted(tmp_path, columns, name)
    assert (draft.noun, draft.speech) == (noun, speech)
    assert loaded(as_written(draft).texts).schema.speech == speech


@pytest.mark.parametrize(("noun", "speech"), [("flat", "offers"), ("tenant", "facts"), ("record", "facts")])
def test_an_author_says_what_a_row_is(noun: str, speech: str, tmp_path: Path) -> None:
    draft = drafted(tmp_path, WAGES, noun=noun)
    assert (draft.noun, draft.speech) == (noun, speech)


def test_openings_of_facts_ask_which_record_it_is(tmp_path: Path) -> None:
    openings = drafted(tmp_path, WAGES).openings
    assert "Which of these records meets these conditions?" in openings
    assert not [text for text in openings if "recommend" in text or "choose" in text]


@pytest.mark.parametrize(
    ("header", "cells", "wording"),
    [
        ("wage", NUMBERS, {"subject": "the wage", "verb": "be"}),
        ("visits", NUMBERS, {"subject": "the number of visits", "verb": "be"}),
        ("total visits", NUMBERS, {"subject": "the total number of visits", "verb": "be"}),
        ("karno", NUMBERS, {"subject": "the karno value", "verb": "be"}),
        ("math", NUMBERS, {"subject": "the math value", "verb": "be"}),
        ("region", ["South", "North", "West"], {"subject": "the region", "verb": "be"}),
        ("union", ["yes", "no"], {"subject": "the union field", "verb": "be", "before": "yes"}),
    ],
)
def test_a_record_is_said_by_its_columns(
    header: str, cells: list[str], wording: dict[str, str], tmp_path: Path
) -> None:
    draft = drafted(tmp_path, {"age": NUMBERS, header: cells})
    (rule,) = [rule for rule in draft.rules if rule.slot == header.replace(" ", "_")]
    assert rule.settings["say"] == [wording]
    assert rule.settings.keys().isdisjoint(("want", "wanted", "atypical"))


def test_people_are_said_to_be_what_they_are(tmp_path: Path) -> None:
    columns = {**SEX, "income": NUMBERS, "education": NUMBERS, "year": YEARS, "age": NUMBERS}
    rules = {rule.slot: rule.settings["say"] for rule in drafted(tmp_path, columns).rules}
    assert rules["sex"] == [{"verb": "be"}]
    assert rules["income"] == [{"subject": "their income", "verb": "be"}]
    assert rules["year"] == [{"subject": "the year", "verb": "be"}]


@pytest.mark.parametrize(
    ("header", "cells", "subject"),
    [
        ("created on", [f"2024-{month:02d}-03" for month in range(1, 13)], "the creation date"),
        ("collected", [f"2024-{month:02d}-03" for month in range(1, 13)], "the collected date"),
        ("updated at", [f"2024-{month:02d}-03" for month in range(1, 13)], "the updated date"),
        ("smoker", ["Never", "Former", "Current"], "the smoker value"),
    ],
)
def test_a_name_without_a_noun_gets_one(tmp_path: Path, header: str, cells: list[str], subject: str) -> None:
    draft = drafted(tmp_path, {**WAGES, header: cells})
    (rule,) = (rule for rule in draft.rules if rule.slot == header.replace(" ", "_"))
    assert {wording["subject"] for wording in rule.settings["say"]} == {subject}


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("starts", ["Sept 2025", "Jan 2026", "May 2026"]),
        ("check in closes", NUMBERS),
        ("off", [f"{number}%" for number in range(5, 90, 5)]),
    ],
)
def test_a_verb_or_a_preposition_is_no_name(tmp_path: Path, header: str, cells: list[str]) -> None:
    """ "The starts should be Jan 2026" and "the off should be over 20%" say nothing."""
    draft = drafted(tmp_path, {**WAGES, header: cells})
    assert header.replace(" ", "_") not in {rule.slot for rule in draft.rules}


def test_the_carrier_of_an_order_does_not_operate_it(tmp_path: Path) -> None:
    carrier = {"carrier": ["DHL", "UPS"], "price": NUMBERS, "weight_g": NUMBERS}
    draft = drafted(tmp_path, carrier, name="orders", noun="order")
    (rule,) = (rule for rule in draft.rules if rule.slot == "carrier")
    assert "operated by" not in {wording.get("before") for wording in rule.settings["say"]}
