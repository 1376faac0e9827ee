"""Slots and rules of schema.yaml and rules.yaml for attributes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from attrs import evolve

from cocoa_core.scaffolding.attributes.guessing import Named
from cocoa_core.scaffolding.attributes.own_words import own_words, some_values
from cocoa_core.scaffolding.attributes.shapes import SHAPES, UNITS, Attribute
from cocoa_core.scaffolding.columns.bounds import nice_step, plain
from cocoa_core.scaffolding.drafts import DraftRule, DraftSlot

__all__ = ["rules_of", "slots_of", "told"]

_STEPS: Final = 12
_LISTED: Final = ("GB", "TB", "year")
"""Units whose own values are asked for: 16 GB rather than 20."""
_COMMENTS: Final = {
    "category": "`closed: true`: these are all values. With `closed: false` the catalogue says them.",
    "boolean": "A cell says yes or no.",
    "money": "A cell holds a plain number between `min` and `max`: 1299, without sign and commas.",
    "rating": "`missing: true`: a cell may be empty, and options then show: not given.",
    "duration": "Cells such as 45m and 2h 15m, in steps of so many minutes.",
    "clock": "A time of day on the 24-hour clock, such as 19:40, in steps of so many minutes.",
    "date": "A day such as 2027-04-17.",
    "set": "A cell holds several of the values, with semicolons between.",
    "list": "A cell holds several items in order, with semicolons between.",
}
"""What the author of a slot should know, said at the first slot of each shape."""


def slots_of(
    named: Sequence[Named], currency: str, bounds: Mapping[str, tuple[object, object]]
) -> list[DraftSlot]:
    """A slot for each attribute; the first of each shape has a comment for its author.

    bounds: least and greatest values by slot, instead of those the attribute usually has
    """
    slots: list[DraftSlot] = []
    seen: set[str] = set()
    for one in named:
        shape = one.attribute.shape
        comment = "" if shape in seen else _COMMENTS.get(shape, "")
        seen.add(shape)
        slots.append(evolve(_slot(one, currency, bounds), comment=comment))
    return slots


def _slot(one: Named, currency: str, bounds: Mapping[str, tuple[object, object]]) -> DraftSlot:
    settings = _settings(one.attribute, currency)
    if one.slot in bounds and "min" in settings:
        settings["min"], settings["max"] = bounds[one.slot]
    if settings.get("closed") and "values" not in settings:
        settings["values"] = list(some_values(one.label))
    if settings["kind"] == "set":
        settings["max_items"] = min(4, len(settings["values"]))
    return DraftSlot(one.slot, {"kind": settings.pop("kind"), "label": one.label, **_ordered(settings)})


def _settings(attribute: Attribute, currency: str) -> dict[str, Any]:
    shape = attribute.shape
    if shape in UNITS:
        low, high, decimals = UNITS[shape]
        base = {**SHAPES["quantity"].settings, "unit": shape, "min": low, "max": high, "decimals": decimals}
        if not decimals:
            del base["decimals"]
    else:
        base = dict(SHAPES[shape].settings)
    if "currency" in base:
        base["currency"] = currency
    return {**base, **attribute.settings}


def _ordered(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Values before limits, `missing` last."""
    late = ("min", "max", "step", "max_items", "missing")
    early = {key: value for key, value in settings.items() if key not in late}
    return early | {key: settings[key] for key in late if key in settings}


def rules_of(one: Named, slot: DraftSlot) -> list[DraftRule]:
    """The rules of an attribute's slot: one, and for times of day a second one for windows."""
    attribute = one.attribute
    shape = SHAPES["quantity" if attribute.shape in UNITS else attribute.shape]
    wordings = list(attribute.say or own_words(attribute.shape, one.label))
    name = one.slot.replace("_", "-")
    over = {"over": "each"} if attribute.shape == "list" else {}
    draw = attribute.draw or shape.draw or (None if attribute.shape in _LISTED else _draw(slot.settings))
    atypical = shape.atypical if attribute.atypical is None else attribute.atypical
    settings: dict[str, object] = {"id": name, **over, "tests": list(shape.tests)}
    if draw:
        settings["draw"] = dict(draw)
    if atypical:
        settings["atypical"] = list(atypical)
    rules = [DraftRule(one.slot, {**settings, "say": wordings})]
    if attribute.window:
        window = {"grid": "30m", "width": list(attribute.window)}
        rules.append(
            DraftRule(
                one.slot, {"id": f"{name}-window", "tests": ["between"], "draw": window, "say": wordings}
            )
        )
    return rules


def _draw(settings: Mapping[str, object]) -> dict[str, object] | None:
    """A grid of some ten round steps over the bounds of a quantity; small counts need none."""
    low, high = settings.get("min"), settings.get("max")
    if settings.get("kind") != "quantity" or low is None or high is None:
        return None
    span = Decimal(str(high)) - Decimal(str(low))
    if settings.get("unit") == "count" and span <= 10:
        return None
    decimals = settings.get("decimals", 0)
    smallest = Decimal(1).scaleb(-decimals) if isinstance(decimals, int) else Decimal(1)
    return {"grid": plain(nice_step(span, _STEPS, smallest))}


def told(shape: str) -> str:
    """A shape as a person is told of it."""
    return SHAPES[shape].told if shape in SHAPES else f"a number, in {shape}"
