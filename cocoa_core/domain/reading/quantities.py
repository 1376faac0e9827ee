"""Setting up a quantity: its unit, and its bounds as exact numbers of that unit."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from cocoa_core.domain.keys.kind_keys import CURRENCIES, ONLY_WITH, UNITS, WHOLE_UNITS
from cocoa_core.domain.keys.limits import LONGEST_REFERENCE, LONGEST_UNIT, MOST_DECIMALS, MOST_OUT_OF
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.words import phrase_at
from cocoa_core.domain.yaml.nodes import Node
from cocoa_core.domain.yaml.reading import flag_at, number_at, text_at, unexpected, unknown_word, whole_at
from cocoa_core.errors import DomainError, Place

__all__ = ["CURRENCIES", "read_quantity", "scaled_at"]

_UNIT_SIGNS: Final = " -/%°'"


def read_quantity(nodes: Mapping[str, Node], place: Place, missing: bool) -> Quantity:
    """A quantity from its keys; bounds in the unit, dollars for money."""
    unit = _unit(nodes)
    decimals = _decimals(nodes, unit)
    whole = "whole" in nodes and flag_at(nodes["whole"], "`whole`")
    step = 100 if whole else 1
    low, high = (scaled_at(nodes[key], f"`{key}`", decimals, step) for key in ("min", "max"))
    if low > high:
        raise unexpected(nodes["max"], "`max`", "a number that is not below `min`")
    return Quantity(
        low,
        high,
        unit,
        decimals,
        step,
        symbol=_symbol(nodes) if unit == "money" else "",
        signed="signed" in nodes and flag_at(nodes["signed"], "`signed`"),
        relative_to=phrase_at(nodes["relative_to"], "`relative_to`", LONGEST_REFERENCE)
        if "relative_to" in nodes
        else "",
        out_of=_out_of(nodes, place) if unit == "rating" else "",
        missing=missing,
    )


def scaled_at(node: Node, what: str, decimals: int, step: int) -> int:
    """A number in units of 10**-decimals, a multiple of `step` of them."""
    number = number_at(node, what) * 10**decimals
    if number != int(number) or int(number) % step:
        shown = "a whole number" if decimals == 0 or step > 1 else f"at most {decimals} decimals"
        raise unexpected(node, what, shown)
    return int(number)


def _unit(nodes: Mapping[str, Node]) -> str:
    unit = text_at(nodes["unit"], "`unit`", LONGEST_UNIT) if "unit" in nodes else "count"
    if not all(letter.isalnum() or letter in _UNIT_SIGNS for letter in unit):
        raise unexpected(nodes["unit"], "`unit`", f"{', '.join(UNITS)} or a unit's own text such as km")
    for key, wanted in ONLY_WITH.items():
        if key in nodes and unit != wanted:
            raise DomainError(
                f"`{key}` belongs to the unit {wanted}",
                got=f"the unit {unit}",
                fix=f"write `unit: {wanted}`, or leave out `{key}`",
                place=nodes[key].place,
            )
    return unit


def _decimals(nodes: Mapping[str, Node], unit: str) -> int:
    if unit != "money":
        decimals = whole_at(nodes["decimals"], "`decimals`", 0, MOST_DECIMALS) if "decimals" in nodes else 0
        if unit in WHOLE_UNITS and decimals:
            raise unexpected(
                nodes["decimals"],
                f"`decimals` of a {unit}",
                "no decimals",
                "give the quantity a unit such as km",
            )
        return decimals
    if "decimals" in nodes:
        raise unexpected(
            nodes["decimals"],
            "`decimals` of money",
            "no such key",
            "for amounts without cents write `whole: true`",
        )
    return 2


def _symbol(nodes: Mapping[str, Node]) -> str:
    if "currency" not in nodes:
        return CURRENCIES["USD"]
    code = text_at(nodes["currency"], "`currency`", LONGEST_UNIT)
    if code not in CURRENCIES:
        raise unknown_word(code, "currency", tuple(CURRENCIES), nodes["currency"].place)
    return CURRENCIES[code]


def _out_of(nodes: Mapping[str, Node], place: Place) -> str:
    if "out_of" not in nodes:
        raise DomainError(
            "a rating lacks the key 'out_of'",
            expected="the best rating, `out_of: 5`",
            fix="add it",
            place=place,
        )
    return str(whole_at(nodes["out_of"], "`out_of`", 1, MOST_OUT_OF))
