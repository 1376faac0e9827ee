"""Reads the slots of `domain/schema.yaml` without the code that wrote the questions."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from cocoa_core.independent.number_writing import DAY, read_number
from cocoa_core.independent.plain_yaml import flag, mapping, plain_number, sequence, text, whole
from cocoa_core.independent.slots import Numbers, Slot

__all__ = ["read_label", "read_slot"]

_SYMBOLS: Final = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "KRW": "₩"}
_PREFIXED: Final = {"AUD": "A$", "BRL": "R$", "CAD": "CA$", "CNY": "CN¥", "MXN": "MX$", "NZD": "NZ$"}
_EARLIEST_DAY: Final = -1
_LATEST_DAY: Final = 3
_MOST_ITEMS: Final = 100
_MOST_DECIMALS: Final = 4


def read_slot(name: str, node: Any) -> Slot:
    """Reads a slot of the schema.

    Raises:
        ValueError: it cannot be understood.
    """
    given = mapping(node, f"slot {name}")
    kind = text(given.get("kind"), f"kind of {name}")
    words, listed = None, tuple[str, ...]()
    if kind in ("category", "set") and flag(given.get("closed"), f"closed of {name}"):
        listed = tuple([text(word, "a value") for word in sequence(given.get("values"), f"values of {name}")])
        words = frozenset(listed)
    return Slot(
        name=name,
        label=read_label(name, given),
        kind=kind,
        shown=flag(given.get("shown", "true"), f"shown of {name}"),
        missing=flag(given.get("missing", "false"), f"missing of {name}"),
        numbers=_numbers(name, kind, given),
        words=words,
        least=whole(given.get("min_items", "0"), f"min_items of {name}", 0, _MOST_ITEMS),
        most=whole(given.get("max_items", "0"), f"max_items of {name}", 0, _MOST_ITEMS),
        topic=text(given.get("topic", ""), f"topic of {name}"),
        noun=text(given.get("noun", ""), f"noun of {name}"),
        grades=_grades(name, given, listed),
    )


def read_label(name: str, given: Mapping[str, Any]) -> str:
    """Returns the label of a slot: its `label`, or its name in words.

    Raises:
        ValueError: the label is no text.
    """
    return text(given.get("label", name.replace("_", " ").strip().capitalize()), f"label of {name}")


def _grades(name: str, given: Mapping[str, Any], listed: tuple[str, ...]) -> tuple[str, ...]:
    """Returns the words from the best to the worst; empty where the schema names no best end."""
    if "best" not in given:
        return ()
    best = text(given["best"], f"best of {name}")
    if best not in ("first", "last") or not listed:
        raise ValueError(f"{name} has no end of its values that is {best!r}")
    return listed if best == "first" else tuple(reversed(listed))


def _numbers(name: str, kind: str, given: Mapping[str, Any]) -> Numbers | None:
    if kind in ("category", "boolean", "set"):
        return None
    if kind == "list":
        inner = mapping(given.get("items"), f"items of {name}")
        inner_kind = text(inner.get("kind"), f"kind of the items of {name}")
        if inner_kind not in ("quantity", "duration"):
            raise ValueError(f"{name} has items of kind {inner_kind!r}")
        return _numbers(name, inner_kind, inner)
    if kind == "quantity":
        return _quantity(name, given)
    if kind == "clock":
        days = flag(given.get("day_offset", "false"), f"day_offset of {name}")
        first, last = (_EARLIEST_DAY, _LATEST_DAY) if days else (0, 0)
        return Numbers(kind, first * DAY, (last + 1) * DAY - 1, _step(name, given), days=days)
    if kind not in ("duration", "date"):
        raise ValueError(f"{name} has the unknown kind {kind!r}")
    bare = Numbers(kind, 0, 0)
    low, high = (_bound(bare, given.get(key), f"{key} of {name}") for key in ("min", "max"))
    if kind == "date":
        return Numbers(kind, low, high)
    days = flag(given.get("days", "false"), f"days of {name}")
    return Numbers(kind, low, high, _step(name, given), days=days)


def _bound(numbers: Numbers, node: Any, what: str) -> int:
    try:
        return read_number(numbers, text(node, what))
    except ValueError as error:
        raise ValueError(f"{what} cannot be read: {error}") from None


def _step(name: str, given: Mapping[str, Any]) -> int:
    return whole(given.get("step", "1"), f"step of {name}", 1, DAY)


def _quantity(name: str, given: Mapping[str, Any]) -> Numbers:
    unit = text(given.get("unit", "count"), f"unit of {name}")
    decimals = whole(given.get("decimals", "0"), f"decimals of {name}", 0, _MOST_DECIMALS)
    places = 2 if unit == "money" else decimals
    currency = text(given.get("currency", "USD"), f"currency of {name}")
    return Numbers(
        look="quantity",
        low=_scaled(name, given.get("min"), places),
        high=_scaled(name, given.get("max"), places),
        step=100 if flag(given.get("whole", "false"), f"whole of {name}") else 1,
        places=places,
        unit=unit,
        symbol=(_SYMBOLS | _PREFIXED).get(currency, currency) if unit == "money" else "",
        signed=flag(given.get("signed", "false"), f"signed of {name}"),
        out_of=text(given.get("out_of", ""), f"out_of of {name}") if unit == "rating" else "",
        relative_to=text(given.get("relative_to", ""), f"relative_to of {name}"),
    )


def _scaled(name: str, node: Any, places: int) -> int:
    try:
        scaled = Decimal(plain_number(text(node, f"a bound of {name}"))).scaleb(places)
    except InvalidOperation:
        raise ValueError(f"a bound of {name} is not a number") from None
    if not scaled.is_finite() or scaled != scaled.to_integral_value():
        raise ValueError(f"a bound of {name} has too many decimals")
    return int(scaled)
