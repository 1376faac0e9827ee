"""Small domains on disk, for what runs in processes of its own."""

from __future__ import annotations

import random
import re
from pathlib import Path

_SCHEMA = """\
name: rooms
version: "1"
noun: room
description: Rooms to let, invented.
group_by: [town]
request: ["I'm looking for a room in", {slot: town}]
slots:
  town: {kind: category, closed: false}
  price: {kind: quantity, unit: money, currency: USD, whole: true, min: 0, max: 1000}
  size: {kind: quantity, unit: m², min: 5, max: 60}
  walk: {kind: duration, min: 0m, max: 2h}
  heating: {kind: category, closed: true, values: [gas, oil, none]}
  bath: {kind: boolean}
  stairs: {kind: quantity, min: 0, max: 12}
"""
_RULES = """\
rules:
  price:
    - id: price
      tests: [less, at_most, more, at_least]
      draw: {grid: 50}
      say: [{verb: cost}, {subject: the rent, verb: be}]
      atypical: [at_least]
  size:
    - id: size
      tests: [less, at_most, more, at_least]
      say: [{verb: measure}]
  walk:
    - id: walk
      tests: [less, at_most, more, at_least]
      draw: {grid: 5m}
      say: [{subject: the walk to work, verb: take}]
  heating:
    - id: heating
      tests: [is, one_of]
      say: [{verb: be, before: heated with}]
  bath:
    - id: bath
      tests: [is]
      say: [{verb: have, before: a bath of its own}]
  stairs:
    - id: stairs
      tests: [less, at_most, more, at_least]
      say: [{verb: have, noun: {one: stair, many: stairs}}]
"""


def _coarse(rules: str) -> str:
    """The same rules with few tests to draw from, so that questions soon repeat."""
    coarse = re.sub(r"\n *draw: .*", "", rules)
    return coarse.replace("[less, at_most, more, at_least]", "[less]\n      draw: {quantiles: 3}")


def rooms(folder: Path, towns: int = 3, rows: int = 20, tiny: bool = False) -> Path:
    """A domain of six slots that rules constrain; the tiny one has so few that questions soon repeat."""
    rng = random.Random(11)
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "schema.yaml").write_text(_SCHEMA, "utf-8")
    (folder / "rules.yaml").write_text(_coarse(_RULES) if tiny else _RULES, "utf-8")
    lines = ["id,town,price,size,walk,heating,bath,stairs"]
    for town in range(towns):
        for number in range(rows):
            heating, bath = rng.choice(("gas", "oil", "none")), rng.choice(("yes", "no"))
            price, size, walk = rng.randrange(100, 900, 10), rng.randrange(8, 50), rng.randrange(1, 59)
            values = f"Town {town},{price},{size},{walk}m,{heating},{bath},{rng.randrange(9)}"
            lines.append(f"r{town}-{number},{values}")
    (folder / "catalogue.csv").write_text("\n".join(lines) + "\n", "utf-8")
    return folder
