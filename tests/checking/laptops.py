"""A domain in which a check finds nothing, as its author would write it, to be changed one line at a time."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final

SCHEMA: Final = """\
name: laptops
version: "1.0"
noun: laptop
group_by: [shop]
slots:
  shop: {kind: category, closed: false}
  brand: {kind: category, closed: true, values: [Ardent, Boreal, Cobalt, Delmar]}
  price: {kind: quantity, unit: money, whole: true, min: 100, max: 3000}
  weight: {kind: quantity, unit: kg, decimals: 1, min: 0.5, max: 4}
  battery: {kind: duration, min: 1h, max: 24h, step: 30, label: Battery life}
  touch: {kind: boolean, label: Touch screen}
  screen: {kind: quantity, unit: in, decimals: 1, min: 10, max: 20}
  ports: {kind: set, closed: true, values: [HDMI, Ethernet, USB-A, USB-C], max_items: 4}
"""

RULES: Final = """\
rules:
  brand:
    - id: brand
      tests: [is, one_of]
      say:
        - {verb: be, before: a laptop by}
        - {verb: come, before: from}
  price:
    - id: price
      wanted: less
      tests: [less, at_most, more, at_least]
      draw: {grid: 100}
      atypical: [more, at_least]
      say:
        - {verb: cost}
        - {subject: the price, verb: be}
  weight:
    - id: weight
      wanted: less
      tests: [less, more]
      say:
        - {verb: weigh}
        - {subject: the weight, verb: be}
  battery:
    - id: battery
      wanted: more
      tests: [at_least, more]
      draw: {quantiles: 5}
      say:
        - {subject: the battery, verb: last}
        - {subject: the charge, verb: last}
  touch:
    - id: touch
      tests: [is]
      say:
        - {verb: have, before: a touch screen}
        - {verb: come, before: with a touch screen}
  screen:
    - id: screen
      wanted: neither
      tests: [less, at_least]
      say:
        - {subject: the screen, verb: measure}
        - {subject: the display, verb: measure}
  ports:
    - id: ports
      tests: [any, all]
      say:
        - {verb: have}
        - {verb: offer}
"""

README: Final = "# laptops\n\nMade up for the tests. Public domain.\n"

_BRANDS: Final = ("Ardent", "Boreal", "Cobalt", "Delmar")
_PORTS: Final = ("Ethernet", "HDMI", "USB-A", "USB-C")
_HEADER: Final = "id,shop,brand,price,weight,battery,touch,screen,ports"


def rows(shop: str = "North", count: int = 30) -> list[str]:
    """Rows of one shop, drawn from its name."""
    rng = random.Random(shop)
    found = []
    for number in range(count):
        ports = "; ".join(sorted(rng.sample(_PORTS, rng.randint(0, 3))))
        cells = (
            f"{shop[0]}{number}",
            shop,
            rng.choice(_BRANDS),
            str(rng.randint(300, 2200)),
            f"{rng.randint(9, 30) / 10:.1f}",
            f"{rng.randint(4, 18)}h",
            rng.choice(("yes", "no")),
            f"{rng.randint(110, 180) / 10:.1f}",
            ports,
        )
        found.append(",".join(cells))
    return found


def table(*parts: list[str]) -> str:
    """The rows as a catalogue."""
    return "\n".join([_HEADER, *(row for part in parts for row in part)]) + "\n"


CATALOGUE: Final = table(rows("North"), rows("South"))


def edited(text: str, *edits: tuple[str, str]) -> str:
    """The text with these edits; what an edit replaces has to stand in it exactly once."""
    for old, new in edits:
        if text.count(old) != 1:
            raise ValueError(f"{old!r} stands {text.count(old)} times in the text")
        text = text.replace(old, new)
    return text


def write_laptops(
    folder: Path,
    schema: str = SCHEMA,
    rules: str = RULES,
    catalogue: str = CATALOGUE,
    readme: str | None = README,
    **tables: str,
) -> Path:
    """The folder with the domain's files in it; `tables` by the names of their files without ".csv"."""
    folder.mkdir(parents=True, exist_ok=True)
    files = {"schema.yaml": schema, "rules.yaml": rules, "catalogue.csv": catalogue, "README.md": readme}
    files |= {f"tables/{name}.csv": text for name, text in tables.items()}
    for name, text in files.items():
        if text is not None:
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")
    return folder
