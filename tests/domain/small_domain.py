"""A small domain with a slot of every kind, as its author would write it, to be read whole or broken."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

from cocoa_core.errors import DomainError

SCHEMA: Final = """\
# A small domain with a slot of every kind.
name: inns
version: 1.10
noun: room
description: |
  Rooms of made-up inns.

  Nothing here is real.
group_by: [town]
request: ["I'm looking for a room in", {slot: town}, "for one night"]
slots:
  town: {kind: category, closed: false}
  board: {kind: category, closed: true, values: [Room only, Breakfast, "Full board"]}
  pets: {kind: boolean, label: Pets welcome}
  price: {kind: quantity, unit: money, whole: true, min: 20, max: 900}
  tax: {kind: quantity, unit: money, currency: EUR, min: 0, max: 99.5}
  rating: {kind: quantity, unit: rating, out_of: 5, decimals: 1, min: 1, max: 5, missing: true}
  beds: {kind: quantity, min: 0, max: 9}
  change:
    kind: quantity
    unit: percent
    signed: true
    relative_to: the average for this town
    min: -50
    max: 80
  walk: {kind: duration, min: 0m, max: 3h}
  check_in: {kind: clock}
  check_out: {kind: clock, day_offset: true, step: 5}
  opened: {kind: date, min: 1900-01-01, max: 2027-12-31}
  amenities: {kind: set, closed: false, max_items: 6}
  views: {kind: set, closed: true, values: [sea, garden, street], max_items: 3, shown: false}
  rides: {kind: list, items: {kind: duration, min: 5m, max: 2h}, max_items: 3}
  rides_number: {kind: quantity, min: 0, max: 3, label: Number of rides}
  travel: {kind: duration, min: 0m, max: 9h, topic: time}
axioms:
  - equal: [rides_number, {count: rides}]
  - at_most: [{total: rides}, travel]
  - never: [{slot: board, is: Full board}, {slot: price, less: 50}]
  - never: [{slot: rides, over: count, more: 2}, {slot: amenities, any: [shuttle, parking]}]
trade: [[price, board], [walk, price]]
"""

RULES: Final = """\
rules:
  board:
    - id: board
      tests: [is, one_of]
      draw: {items: [2, 2]}
      say:
        - {verb: come with, after: included}
      atypical: [not_is]
  pets:
    - id: pets
      tests: [is]
      say: [{verb: allow pets}, {verb: be, after: open to pets}]
  price:
    - id: price-limit
      tests: [less, at_most, more, at_least]
      draw: {grid: 50}
      say:
        - {verb: cost}
        - {subject: the price, verb: be}
      atypical: [more, at_least]
      weight: 3
    - id: price-span
      tests: [between, within]
      draw: {quantiles: 4, width: [50, 300]}
      say: [{verb: cost}]
  beds:
    - id: beds
      tests: [at_least, is]
      draw: {fixed: [1, 2]}
      say: [{verb: have, noun: {one: bed, many: beds}}]
      also: [{test: is, value: 1, verb: be, complement: a single}]
  change:
    - id: below-average
      tests: [less, more]
      draw: {fixed: [0]}
      say: [{subject: the price, verb: be}]
  walk:
    - id: walk
      tests: [less]
      draw: {grid: 15m}
      say: [{subject: the walk to the station, verb: take}]
  check_in:
    - id: check-in
      tests: [less, at_least]
      draw: {fixed: ["12:00", "15:30"]}
      say: [{subject: I, verb: check in}]
  opened:
    - id: opened
      tests: [more]
      draw: {grid: 365d}
      say: [{verb: open}]
  amenities:
    - id: amenities
      tests: [any, all, none]
      draw: {items: [1, 3]}
      say: [{verb: have}]
      atypical: [none]
    - id: only-amenities
      tests: [only]
      say: [{item: amenity, verb: be}]
    - id: amenities-number
      over: count
      tests: [at_least]
      say: [{verb: have, noun: {one: amenity, many: amenities}}]
  rides:
    - id: each-ride
      over: each
      tests: [less]
      draw: {grid: 15m}
      say: [{item: ride, verb: take}]
    - id: rides-total
      over: total
      tests: [at_most]
      draw: {quantiles: 5}
      say: [{subject: the rides, plural: true, verb: take, after: in all}]
      wanted: less
      want: [{before: rides of, after: in all}]
      reasons: {less: [I get carsick, buses make me ill], more: [I love buses]}
openings:
  - Can you find me a room in {town}?
  - We're off to {town}. I need a room.
closings: [Thanks a lot!]
"""

CATALOGUE: Final = """\
id,town,board,pets,price,tax,rating,beds,change,walk,check_in,check_out,opened,amenities,views,rides,rides_number,travel
a1,Port Ann,Breakfast,yes,120,3.50,4.3,2,-18,12m,15:00,11:00+1,1998-05-01,pool; wifi,sea,30m; 45m,2,2h
a2,"Bed, and Unless",Room only,no,45,0,,1,0,1h 5m,14:30,10:30+1,2001-02-03,,,,0,1h
a3,Port Ann,Full board,yes,300,12,5.0,3,22,0m,12:00,12:00+1,2020-02-29,wifi; parking,garden; sea,1h,1,3h
"""


def edited(text: str, old: str, new: str) -> str:
    """The text with one edit; `old` has to stand in it exactly once."""
    if text.count(old) != 1:
        raise ValueError(f"{old!r} stands {text.count(old)} times in the text")
    return text.replace(old, new)


def broken(text: str, old: str, new: str, place: str = "") -> tuple[str, str]:
    """The text with one edit, and line and column of the mark "¤" in `new`, which is left out."""
    marked = edited(text, old, new)
    if not place:
        before = marked.partition("¤")[0].split("\n")
        place = f"{len(before)}:{len(before[-1]) + 1}"
    return marked.replace("¤", ""), place


def check_mistake(read: Callable[[str], object], source: str, file: str, mistake: tuple[str, ...]) -> None:
    """That a text with one edit, as of `broken`, is refused where the mark is.

    file: as messages name it. mistake: what is taken out, and put in; what the problem has to say, and all of
    the message; the place, where that is not where the mark is
    """
    old, new, problem, said, *place = mistake
    text, at = broken(source, old, new, *place)
    with pytest.raises(DomainError) as caught:
        read(text)
    named = {str(finding.place): finding for finding in caught.value.findings}
    assert problem in named[f"{file}:{at}"].problem
    assert said in str(named[f"{file}:{at}"])


def write_domain(
    folder: Path, *, schema: str = SCHEMA, rules: str = RULES, catalogue: str = CATALOGUE
) -> Path:
    """The folder, with the domain's three files in it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in (("schema.yaml", schema), ("rules.yaml", rules), ("catalogue.csv", catalogue)):
        (folder / name).write_bytes(text.encode("utf-8"))
    return folder
