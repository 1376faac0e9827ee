"""How hard a level from 0 to 1 is, by ask: a table beside this file, which docs/asks.md shows."""

from __future__ import annotations

import csv
from functools import cache
from importlib.resources import files
from typing import Final

from attrs import frozen

from cocoa_core.errors import SettingsError

__all__ = ["Level", "level_of", "levels"]

_ANY: Final = "*"
"""Stands for the asks that have no lines of their own."""


@frozen
class Level:
    """The dials of an ask from a level on. ask: "*" for those that have no lines of their own."""

    ask: str
    level: float
    options: int
    slots: int
    minterms: int
    wishes: int


@cache
def levels() -> tuple[Level, ...]:
    """The table, by ask and from the lowest level of each."""
    text = files("cocoa_core.families.selection").joinpath("levels.csv").read_text(encoding="utf-8")
    return tuple(
        Level(
            row["ask"],
            float(row["level"]),
            *(int(row[name]) for name in ("options", "slots", "minterms", "wishes")),
        )
        for row in csv.DictReader(text.splitlines())
    )


def level_of(ask: str, level: float) -> Level:
    """Those of the highest line that is not above the level. SettingsError outside of 0 to 1."""
    if not 0 <= level <= 1:
        raise SettingsError(
            "the level is out of range",
            got=f"{level:g}",
            expected="a number from 0 to 1",
            fix="pass another --level",
        )
    own = [one for one in levels() if one.ask == ask] or [one for one in levels() if one.ask == _ANY]
    return max((one for one in own if one.level <= level), key=lambda one: one.level)
