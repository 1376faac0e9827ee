"""The keys of slots in schema.yaml: those of every slot, and those of each kind."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from cocoa_core.domain.keys.keys import FLAG, NUMBER, Key, listing, one_of, phrase, text, whole
from cocoa_core.domain.keys.limits import (
    LONGEST_LABEL,
    LONGEST_NAME,
    LONGEST_REFERENCE,
    LONGEST_SLOT_DESCRIPTION,
    LONGEST_TABLE_NAME,
    LONGEST_UNIT,
    LONGEST_VALUE,
    MOST_DECIMALS,
    MOST_ITEMS,
    MOST_MINUTES_OF_A_STEP,
    MOST_OUT_OF,
    MOST_VALUES,
)

__all__ = [
    "COMMON_KEYS",
    "CURRENCIES",
    "DERIVED_KEYS",
    "DERIVED_SLOT_KEYS",
    "ITEM_KINDS",
    "KIND_KEYS",
    "NOT_OF_ITEMS",
    "ONLY_WITH",
    "UNITS",
    "WHOLE_UNITS",
]

CURRENCIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "USD": "$",
        "EUR": "€",
        "GBP": "£",
        "JPY": "¥",
        "INR": "₹",
        "KRW": "₩",
        "AUD": "A$",
        "BRL": "R$",
        "CAD": "CA$",
        "CHF": "CHF",
        "CNY": "CN¥",
        "DKK": "DKK",
        "MXN": "MX$",
        "NOK": "NOK",
        "NZD": "NZ$",
        "PLN": "PLN",
        "SEK": "SEK",
        "ZAR": "ZAR",
    }
)
"""Codes of ISO 4217 with the symbol that is shown."""

UNITS: Final = ("money", "percent", "count", "rating", "number", "year")
"""Units of quantities that cocoa knows; any other text is a unit of its own."""
WHOLE_UNITS: Final = ("count", "year")
"""Units without decimals."""
ONLY_WITH: Final[Mapping[str, str]] = MappingProxyType(
    {
        "currency": "money",
        "whole": "money",
        "signed": "percent",
        "relative_to": "percent",
        "out_of": "rating",
    }
)
"""Keys of quantities that go with one unit only."""
ITEM_KINDS: Final = ("duration", "quantity")
"""Kinds of the items of a list."""
NOT_OF_ITEMS: Final = ("relative_to",)
"""Keys of these kinds that items do not have."""

_DURATION: Final = text(12, r"^((0|[1-9][0-9]*)h( [0-9]+m)?|(0|[1-9][0-9]*)h[0-9]+m|(0|[1-9][0-9]*)m)$")
_DAY: Final = text(10, r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")
_WORD: Final = text(LONGEST_VALUE, r"^[^\s;]+( [^\s;]+)*$")

COMMON_KEYS: Final = (
    Key("label", "What options show. Without it: the name, with blanks and a capital.", text(LONGEST_LABEL)),
    Key("missing", "Whether an option may lack the value: its cell is empty, shown as not given.", FLAG),
    Key("shown", "Whether options show the slot; true without it. No rule is about a hidden one.", FLAG),
    Key(
        "description",
        "For the reader of the schema.",
        {"type": "string", "minLength": 1, "maxLength": LONGEST_SLOT_DESCRIPTION},
    ),
)
"""Of every slot, beside its `kind`."""

DERIVED_SLOT_KEYS: Final = tuple(key for key in COMMON_KEYS if key.name in ("label", "description"))
"""Of a derived slot, beside `derived`."""
DERIVED_KEYS: Final = (
    Key("from", "The category or set that it follows from.", text(LONGEST_NAME), required=True),
    Key("table", "NAME of the file tables/NAME.csv.", text(LONGEST_TABLE_NAME), required=True),
    Key("key", "The table's column with the words of the source.", text(LONGEST_VALUE), required=True),
    Key("value", "The table's column with the words that follow.", text(LONGEST_VALUE), required=True),
)

_CLOSED: Final = Key(
    "closed",
    "true: `values` are all there are. false: the catalogue says what there is, and there may be more.",
    FLAG,
    required=True,
)
_VALUES: Final = Key("values", "The whole vocabulary.", listing(_WORD, 1, MOST_VALUES, unique=True))
_MOST: Final = Key("max_items", "The most items that it holds.", whole(1, MOST_ITEMS), required=True)
_LEAST: Final = Key("min_items", "The fewest items that it holds; 0 without it.", whole(0, MOST_ITEMS))
_STEP: Final = Key(
    "step", "Values are multiples of so many minutes; 1 without it.", whole(1, MOST_MINUTES_OF_A_STEP)
)

KIND_KEYS: Final[Mapping[str, tuple[Key, ...]]] = MappingProxyType(
    {
        "category": (_CLOSED, _VALUES),
        "boolean": (),
        "quantity": (
            Key("min", "The least value, in the unit (dollars, not cents).", NUMBER, required=True),
            Key("max", "The greatest value, in the unit.", NUMBER, required=True),
            Key(
                "unit",
                "money, percent, count (the default), rating, number, year, or a text of its own: km.",
                text(LONGEST_UNIT, r"^[^!\"#$&()*+,.:;<=>?@\[\\\]^_`{|}~]+$"),
            ),
            Key(
                "decimals",
                "Digits after the point, 0 without it; money always has two.",
                whole(0, MOST_DECIMALS),
            ),
            Key("currency", "Of money: its code; USD without it.", one_of(tuple(CURRENCIES))),
            Key("whole", "Of money: amounts without cents.", FLAG),
            Key("signed", "Of a percentage: shows a plus before positive numbers.", FLAG),
            Key(
                "relative_to",
                "Of a percentage: what it compares with, such as the average for this town.",
                phrase(LONGEST_REFERENCE),
            ),
            Key("out_of", "Of a rating: the best one.", whole(1, MOST_OUT_OF)),
        ),
        "duration": (
            Key("min", "The shortest, such as 0m, 45m or 1h 30m.", _DURATION, required=True),
            Key("max", "The longest, such as 12h.", _DURATION, required=True),
            _STEP,
        ),
        "clock": (
            Key(
                "day_offset",
                "Whether a time may be on another day, as in 00:30+1.",
                FLAG,
            ),
            _STEP,
        ),
        "date": (
            Key("min", "The first day, as YYYY-MM-DD.", _DAY, required=True),
            Key("max", "The last day, as YYYY-MM-DD.", _DAY, required=True),
        ),
        "set": (_CLOSED, _MOST, _VALUES, _LEAST),
        "list": (
            Key("items", "What an item is: a duration or a quantity, with its keys.", {}, required=True),
            _MOST,
            _LEAST,
        ),
    }
)
"""By kind, beside those that every slot may have."""
