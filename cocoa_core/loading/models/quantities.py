"""Reads what schema.yaml says of a quantity: a number with a unit."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Any, Final

from pydantic import ConfigDict

from cocoa_core.domain.kinds import Kind, Quantity
from cocoa_core.errors import DomainError, Place
from cocoa_core.lexicon import CURRENCIES
from cocoa_core.loading.mistakes import RefusedError, lacking_key, unexpected
from cocoa_core.loading.models.base import says
from cocoa_core.loading.models.leaves import FLAG, NUMBER, Leaf, choice, phrase, text, whole_number
from cocoa_core.loading.models.slots import KIND_SAYS, KindKeys, SlotKeys, kind_leaf
from cocoa_core.loading.values import text_of
from cocoa_core.loading.yaml import Node

_UNITS: Final = ("money", "percent", "count", "rating", "number", "year")
"""Units of quantities that cocoa knows. Any other text is a unit of its own."""
_WHOLE_UNITS: Final = ("count", "year")
"""Units without decimals."""
_UNIT_SIGNS: Final = " -/%°'"
"""Signs that may stand in a unit beside letters and digits."""
_ONLY_WITH: Final = {
    "currency": "money",
    "whole": "money",
    "signed": "percent",
    "relative_to": "percent",
    "out_of": "rating",
}
"""Keys of quantities that go with one unit only, with that unit."""


def scaled(node: Node, number: Decimal, what: str, decimals: int, step: int) -> int:
    """Returns a number in units of 10**-decimals.

    Args:
        what: how messages name the number.

    Raises:
        DomainError: the number is no multiple of `step` such units.
    """
    scaled_number = number * 10**decimals
    if scaled_number != int(scaled_number) or int(scaled_number) % step:
        expected = "a whole number" if decimals == 0 or step > 1 else f"at most {decimals} decimals"
        raise unexpected(node, what, expected)
    return int(scaled_number)


def _read_unit(node: Node) -> str:
    unit = text_of(node, 20)
    if not all(letter.isalnum() or letter in _UNIT_SIGNS for letter in unit):
        raise RefusedError(f"{', '.join(_UNITS)} or a unit's own text such as km")
    return unit


_UNIT: Final = Leaf(_read_unit, text(20, shape=r"^[^!\"#$&()*+,.:;<=>?@\[\\\]^_`{|}~]+$").shape)


def _with_unit(unit: Mapping[str, Any], then: Mapping[str, Any]) -> dict[str, Any]:
    return {"if": {"properties": {"unit": unit}, "required": ["unit"]}, "then": then}


def _only_with(name: str, unit: str) -> dict[str, Any]:
    then = {"properties": {"unit": {"const": unit}}, "required": ["unit"]}
    return {"if": {"required": [name]}, "then": then}


_TIED: Final[list[Any]] = [
    *(_only_with(name, unit) for name, unit in _ONLY_WITH.items()),
    _with_unit({"const": "rating"}, {"required": ["out_of"]}),
    _with_unit({"const": "money"}, {"properties": {"decimals": False}}),
    _with_unit({"enum": list(_WHOLE_UNITS)}, {"properties": {"decimals": {"const": 0}}}),
    {"if": {"not": {"required": ["unit"]}}, "then": {"properties": {"decimals": {"const": 0}}}},
]
"""What the keys of a quantity demand of each other, for editors."""


class QuantityItem(KindKeys):
    """A number with a unit."""

    model_config = ConfigDict(json_schema_extra={"allOf": _TIED})
    of = "quantity"
    kind: Annotated[str, kind_leaf("quantity")] = says(KIND_SAYS)
    min: Annotated[Decimal, NUMBER] = says("The least value, in the unit (dollars, not cents).")
    max: Annotated[Decimal, NUMBER] = says("The greatest value, in the unit.")
    unit: Annotated[str, _UNIT] = says(
        "money, percent, count (the default), rating, number, year, or a text of its own: km.", "count"
    )
    decimals: Annotated[int, whole_number(0, 4)] = says(
        "Digits after the point, 0 without it; money always has two.", 0
    )
    currency: Annotated[str, choice("currency", tuple(CURRENCIES))] = says(
        "Of money: its code; USD without it.", "USD"
    )
    whole: Annotated[bool, FLAG] = says("Of money: amounts without cents.", False)
    signed: Annotated[bool, FLAG] = says("Of a percentage: shows a plus before positive numbers.", False)
    out_of: Annotated[int, whole_number(1, 1000)] = says("Of a rating: the best one.", 0)

    def relation(self) -> str:
        """Returns what a percentage compares with; empty where it does not compare."""
        return ""

    def _build(self, place: Place, missing: bool) -> Kind:
        unit, whole_amounts = self.unit, self.whole
        self._check_unit(unit, place)
        decimals = 2 if unit == "money" else self.decimals
        step = 100 if whole_amounts else 1
        low, high = (
            scaled(self.node_at(name), number, f"`{name}`", decimals, step)
            for name, number in (("min", self.min), ("max", self.max))
        )
        if low > high:
            problem = f"`max` ({self.max}) is below `min` ({self.min})"
            refused = RefusedError(f"{self.min} or more", "turn the two around", problem=problem)
            raise refused.at(self.node_at("max"), "`max`")
        return Quantity(
            low,
            high,
            unit,
            decimals,
            step,
            symbol=CURRENCIES[self.currency] if unit == "money" else "",
            signed=self.signed,
            relative_to=self.relation(),
            out_of=str(self.out_of) if unit == "rating" else "",
            missing=missing,
        )

    def _check_unit(self, unit: str, place: Place) -> None:
        for name, units in _ONLY_WITH.items():
            if self.has(name) and unit != units:
                raise DomainError(
                    f"`{name}` belongs to the unit {units}",
                    got=f"the unit {unit}",
                    fix=f"write `unit: {units}`, or leave out `{name}`",
                    place=self.node_at(name).place,
                )
        if unit == "money" and self.has("decimals"):
            fix = "for amounts without cents write `whole: true`"
            raise unexpected(self.node_at("decimals"), "`decimals` of money", "no such key", fix)
        if unit in _WHOLE_UNITS and self.decimals:
            fix = "give the quantity a unit such as km"
            raise unexpected(self.node_at("decimals"), f"`decimals` of a {unit}", "no decimals", fix)
        if unit == "rating" and not self.has("out_of"):
            raise lacking_key("a rating", "out_of", place, "the best rating, `out_of: 5`", "add it")


class QuantitySlot(QuantityItem, SlotKeys):
    """A number with a unit, which may compare with something."""

    relative_to: Annotated[str, phrase(80)] = says(
        "Of a percentage: what it compares with, such as the average for this town.", ""
    )

    def relation(self) -> str:
        return self.relative_to
