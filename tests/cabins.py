"""A small domain whose names rich would take for markup, if it were let."""

from __future__ import annotations

from pathlib import Path
from typing import Final

SCHEMA: Final = """\
name: cabins
version: "2.1"
noun: cabin
slots:
  lake: {kind: category, closed: false, label: "Lake [blue]"}
  price: {kind: quantity, unit: money, min: 10, max: 900, whole: true}
  beds: {kind: quantity, unit: count, min: 1, max: 6}
  extras: {kind: set, closed: false, max_items: 3}
"""
RULES: Final = """\
rules:
  lake:
    - {id: lake, tests: [is, one_of], say: [{verb: be, before: at}]}
  price:
    - {id: price, tests: [less, at_least], draw: {grid: 50}, say: [{verb: cost}]}
  beds:
    - {id: beds, tests: [at_least], say: [{verb: have, noun: {one: bed, many: beds}}]}
  extras:
    - {id: extras, tests: [any], say: [{verb: have}]}
"""
LAKES: Final = ("[bold]Ness[/bold]", "[link=x]Mead", ":smile:", "Como")
EXTRAS: Final = ("[wifi, pool]", "[/red]", "sauna", "canoe")


def write_cabins(folder: Path) -> Path:
    """Write it to a new folder, which is given back."""
    folder.mkdir(parents=True)
    (folder / "schema.yaml").write_text(SCHEMA, encoding="utf-8")
    (folder / "rules.yaml").write_text(RULES, encoding="utf-8")
    rows = ["id,lake,price,beds,extras"]
    for number in range(48):
        extras = sorted({EXTRAS[number % 4], EXTRAS[number * 7 // 5 % 4]})
        price = 40 + number * 37 % 800
        rows.append(f'c{number},{LAKES[number * 5 // 3 % 4]},{price},{number % 5 + 1},"{"; ".join(extras)}"')
    (folder / "catalogue.csv").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return folder
