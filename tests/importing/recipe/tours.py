"""A small domain of made-up walking tours, and readers of printed ones, for the tests of imports."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from cocoa_core.domain import Schema
from cocoa_core.importing import Imported, Recipe, import_options, read_recipe
from cocoa_core.loading import read_schema, read_yaml

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
RECIPE: Final = """\
id: Code
columns:
  town: {column: [City, Place of start]}
  level: {column: Grade, words: {T1: easy, T2: steady, T3: hard}}
  guide: {column: Extras, find: {Guided tour: "yes"}, otherwise: "no"}
  price: {column: Price}
  climb: {numbered: "Leg {n} notes", part: {after: "climb:", before: m}, combine: sum}
  length: {column: Duration}
  start: {column: Begins}
  day: {column: Date}
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
    """A printed tour of two legs that RECIPE reads; a change to None takes the key away."""
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


def defined(recipe: str | None = RECIPE, text: str = SCHEMA, name: str = "import.yaml") -> Recipe:
    """How a domain with this schema and this import.yaml, if any, reads tables."""
    with TemporaryDirectory() as folder:
        if recipe is not None:
            (Path(folder) / name).write_text(recipe, encoding="utf-8")
        return read_recipe(Path(folder), schema(text))


def imported(
    folder: Path,
    records: Sequence[Mapping[str, Any]],
    recipe: str | None = RECIPE,
    text: str = SCHEMA,
    **how: Any,
) -> Imported:
    """The catalogue of these records, by way of a JSON file in the folder."""
    path = folder / "printed.json"
    path.write_text(json.dumps(records), encoding="utf-8")
    with TemporaryDirectory() as made:
        return import_options(write_tours(Path(made) / "tours", recipe, text), path, **how)


def cells(result: Imported) -> list[dict[str, str]]:
    """The rows of an imported catalogue by column."""
    import csv
    import io

    return list(csv.DictReader(io.StringIO(result.text)))


def write_tours(folder: Path, recipe: str | None = RECIPE, text: str = SCHEMA) -> Path:
    """A folder with the domain, which has no catalogue yet."""
    folder.mkdir(parents=True)
    (folder / "schema.yaml").write_text(text, encoding="utf-8")
    (folder / "rules.yaml").write_text(RULES, encoding="utf-8")
    if recipe is not None:
        (folder / "import.yaml").write_text(recipe, encoding="utf-8")
    return folder
