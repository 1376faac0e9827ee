"""Shapes of attributes: the kinds of a schema, and quantities by unit, with their usual settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from attrs import field, frozen

__all__ = ["ORDERED", "SHAPES", "UNITS", "Attribute", "Shape", "say"]

ORDERED: Final = ("less", "at_most", "more", "at_least")

_Settings = Mapping[str, Any]


@frozen
class Shape:
    """What attributes of a shape share.

    told:     how a person is told of it ("an amount of money")
    settings: of the slot, in writing order; tests, draw, atypical: of its rule
    """

    told: str
    settings: _Settings
    tests: tuple[str, ...]
    draw: _Settings | None = None
    atypical: tuple[str, ...] = ()


@frozen
class Attribute:
    """An attribute that is known by name, or guessed.

    shape:    a key of SHAPES, or a unit of UNITS
    settings: what replaces or joins the shape's settings
    say:      wordings; none: by the attribute's own name
    window:   a further rule for times: between two of them, so far apart
    """

    shape: str
    settings: _Settings = field(factory=dict)
    say: tuple[_Settings, ...] = ()
    label: str = ""
    draw: _Settings | None = None
    atypical: tuple[str, ...] | None = None
    window: tuple[str, str] | None = None


SHAPES: Final[Mapping[str, Shape]] = {
    "category": Shape("one of several words", {"kind": "category", "closed": True}, ("is", "one_of")),
    "boolean": Shape("yes or no", {"kind": "boolean"}, ("is",)),
    "money": Shape(
        "an amount of money",
        {"kind": "quantity", "unit": "money", "currency": "USD", "whole": True, "min": 10, "max": 500},
        ORDERED,
        atypical=("more", "at_least"),
    ),
    "percent": Shape(
        "a percentage", {"kind": "quantity", "unit": "percent", "min": 0, "max": 100}, ORDERED, {"grid": 5}
    ),
    "rating": Shape(
        "a rating",
        {
            "kind": "quantity",
            "unit": "rating",
            "out_of": 5,
            "decimals": 1,
            "min": 1,
            "max": 5,
            "missing": True,
        },
        ("at_least", "more"),
        {"grid": Decimal("0.5")},
        ("less", "at_most"),
    ),
    "count": Shape("a number of things", {"kind": "quantity", "unit": "count", "min": 0, "max": 8}, ORDERED),
    "quantity": Shape(
        "a number with a unit",
        {"kind": "quantity", "unit": "units", "decimals": 0, "min": 1, "max": 100},
        ORDERED,
    ),
    "duration": Shape(
        "a length of time",
        {"kind": "duration", "min": "5m", "max": "3h", "step": 5},
        ORDERED,
        {"grid": "15m"},
    ),
    "clock": Shape("a time of day", {"kind": "clock", "step": 15}, ORDERED, {"grid": "30m"}),
    "date": Shape(
        "a day", {"kind": "date", "min": "2027-01-01", "max": "2027-12-31"}, ORDERED, {"grid": "7d"}
    ),
    "set": Shape(
        "several words",
        {"kind": "set", "closed": True, "max_items": 4},
        ("any", "all"),
        {"items": [1, 3]},
    ),
    "list": Shape(
        "several lengths of time",
        {"kind": "list", "items": {"kind": "duration", "min": "5m", "max": "2h", "step": 5}, "max_items": 3},
        ORDERED,
        {"grid": "15m"},
    ),
}
"""By the word with which an author corrects a guess: `parking:boolean`."""

UNITS: Final[Mapping[str, tuple[object, object, int]]] = {
    "kg": (Decimal("0.5"), 30, 1),
    "g": (50, 2000, 0),
    "lb": (1, 60, 1),
    "km": (Decimal("0.1"), 20, 1),
    "mi": (Decimal("0.1"), 12, 1),
    "m": (1, 200, 0),
    "cm": (10, 250, 0),
    "mm": (1, 400, 0),
    "in": (5, 60, 1),
    "ft": (1, 100, 0),
    "m²": (20, 200, 0),
    "sq ft": (200, 2500, 0),
    "L": (1, 80, 0),
    "GB": (8, 1024, 0),
    "TB": (1, 16, 0),
    "MP": (8, 60, 0),
    "W": (10, 2000, 0),
    "kW": (20, 300, 0),
    "Hz": (50, 240, 0),
    "GHz": (1, 6, 1),
    "mAh": (1000, 10000, 0),
    "kcal": (50, 1500, 0),
    "mpg": (15, 80, 0),
    "°C": (-10, 40, 0),
    "years": (2, 15, 0),
    "year": (2005, 2026, 0),
    "number": (0, 100, 0),
}
"""Units of numbers, with least and greatest value and decimals as they often are: `weight:kg`."""


def say(*wordings: str | Mapping[str, Any]) -> tuple[_Settings, ...]:
    """Wordings; a text is short for its parts by place: "subject | verb | before | after".

    An empty part is left out; a text without "|" is a verb. "they" before the subject makes it plural.
    """
    return tuple(_wording(one.split("|")) if isinstance(one, str) else dict(one) for one in wordings)


def _wording(parts: Sequence[str]) -> _Settings:
    if len(parts) == 1:
        return {"verb": parts[0].strip()}
    subject, verb, before, after = (part.strip() for part in (*parts, *[""] * (4 - len(parts))))
    plural = {"plural": True} if subject.startswith("they ") else {}
    named = {
        "subject": subject.removeprefix("they "),
        **plural,
        "verb": verb,
        "before": before,
        "after": after,
    }
    return {key: value for key, value in named.items() if value}
