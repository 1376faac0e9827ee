"""A small domain of made-up walking tours, and readers of printed ones, for the tests of imports."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from cocoa_core.domain import Schema
from cocoa_core.importing import Imported
from cocoa_core.importing.printed.declaration import Declaration, plain_declaration, read_declaration
from cocoa_core.importing.printed.importing import catalogue_from
from cocoa_core.importing.tables.files import read_records
from cocoa_core.loading import read_schema, read_yaml

__all__ = [
    "PRINTED",
    "RULES",
    "SCHEMA",
    "cells",
    "defined",
    "imported",
    "schema",
    "tour",
    "write_tours",
]

SCHEMA: Final = """\
name: tours
version: "1"
noun: tour
slots:
  town: {kind: category, closed: false}
  level: {kind: category, closed: true, values: [easy, steady, hard]}
  guide: {kind: boolean, label: With a guide}
  price: {kind: quantity, unit: money, whole: true, min: 0, max: 500}
  climb: {kind: quantity, unit: m, min: 0, max: 2000, missing: true}
  length: {kind: duration, min: 30m, max: 10h, step: 5}
  start: {kind: clock, label: Starts at}
  day: {kind: date, min: 2027-01-01, max: 2027-12-31}
  sights: {kind: set, closed: false, max_items: 4}
  walks: {kind: list, items: {kind: duration, min: 5m, max: 4h}, max_items: 3}
  number: {kind: quantity, min: 0, max: 3, label: Number of walks}
axioms:
  - equal: [number, {count: walks}]
"""
PRINTED: Final = """\
id: {key: Code}
slots:
  town: {key: [City, Place of start]}
  level: {key: Grade, words: {T1: easy, T2: steady, T3: hard}}
  guide: {key: Extras, find: {Guided tour: "yes"}, otherwise: "no"}
  price: {key: Price}
  climb: {numbered: "Leg {n} notes", part: {after: "climb:", before: m}, combine: sum}
  length: {key: Duration}
  start: {key: Begins}
  day: {key: Date}
  sights: {numbered: "Leg {n} sight"}
  walks: {numbered: "Leg {n} time"}
  number: {count_of: walks}
"""
RULES: Final = """\
rules:
  price:
    - {id: price, tests: [less, at_least], draw: {grid: 50}, say: [{verb: cost}]}
"""


def tour(code: str = "a1", **changes: Any) -> dict[str, Any]:
    """A printed tour of two legs that PRINTED reads; a change to None takes the key away."""
    made = {
        "Code": code,
        "City": "Zürich",
        "Grade": "T2",
        "Extras": "[Guided tour, 1,828 steps, Lunch]",
        "Price": "$125.0",
        "Leg 1 notes": "[Wet, Climb: 1,100 m]",
        "Leg 2 notes": "[Climb: 90 m, Steep]",
        "Duration": "2 hr 30 min ",
        "Begins": "8:15 AM",
        "Date": "Mar 1, 2027",
        "Leg 1 sight": "Old, odd bridge",
        "Leg 2 sight": "Mill",
        "Leg 1 time": "45 min",
        "Leg 2 time": "1 hr ",
    }
    made.update(changes)
    return {key: value for key, value in made.items() if value is not None}


def schema(text: str = SCHEMA) -> Schema:
    """The schema of a text."""
    return read_schema(read_yaml(text.encode("utf-8"), "schema.yaml"))


def defined(printed: str | None = PRINTED, text: str = SCHEMA) -> Declaration:
    """What a domain with this schema and this printed.yaml, if any, says of imports."""
    made = schema(text)
    if printed is None:
        return plain_declaration(made)
    return read_declaration(read_yaml(printed.encode("utf-8"), "printed.yaml"), made)


def imported(
    folder: Path, declaration: Declaration, records: Sequence[Mapping[str, Any]], **how: Any
) -> Imported:
    """The catalogue of these records, by way of a JSON file in the folder."""
    path = folder / "printed.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    return catalogue_from(declaration, read_records(path, "", len), **how)


def cells(result: Imported) -> list[dict[str, str]]:
    """The rows of an imported catalogue by column."""
    import csv
    import io

    return list(csv.DictReader(io.StringIO(result.text)))


def write_tours(folder: Path, printed: str | None = PRINTED, text: str = SCHEMA) -> Path:
    """A folder with the domain, which has no catalogue yet."""
    folder.mkdir(parents=True)
    (folder / "schema.yaml").write_text(text, encoding="utf-8")
    (folder / "rules.yaml").write_text(RULES, encoding="utf-8")
    if printed is not None:
        (folder / "printed.yaml").write_text(printed, encoding="utf-8")
    return folder
