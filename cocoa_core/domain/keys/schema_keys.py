"""The keys of schema.yaml: those of the whole file, and those of an axiom."""

from __future__ import annotations

from typing import Any, Final

from cocoa_core.domain.keys.keys import Key, Shape, listing, phrase, text
from cocoa_core.domain.keys.limits import (
    LONGEST_DESCRIPTION,
    LONGEST_NAME,
    LONGEST_NOUN,
    LONGEST_REQUEST_PART,
    MOST_AXIOM_PARTS,
    MOST_AXIOMS,
    MOST_REQUEST_PARTS,
    MOST_SLOTS,
)

__all__ = ["AXIOM_KEYS", "MEASURE_KEYS", "REQUEST_PART_KEYS", "SCHEMA_KEYS", "SLOT_NAME_SHAPE"]

_VERSION: Final[Shape] = {
    "anyOf": [
        text(32, r"^[0-9A-Za-z][0-9A-Za-z.+-]*$"),
        {"type": ["number", "boolean", "null"], "minimum": 0},
    ]
}
SLOT_NAME_SHAPE: Final[Shape] = {
    "type": "string",
    "pattern": r"^[a-z][a-z0-9_]{0,40}$",
    "not": {"const": "id"},
}

REQUEST_PART_KEYS: Final = (
    Key("slot", "A slot of `group_by`, whose value stands here.", SLOT_NAME_SHAPE, required=True),
)
"""Of a part of `request` that is no text."""

MEASURE_KEYS: Final = (
    Key("count", "The number of items of a set or list.", SLOT_NAME_SHAPE),
    Key("total", "The sum of the items of a list.", SLOT_NAME_SHAPE),
)
"""Of a part of `equal` and `at_most` that is not the name of a slot; one of them."""

_TEST: Final[Shape] = {"$ref": "#/$defs/forbidden"}
_MEASURE: Final[Shape] = {"$ref": "#/$defs/measure"}
AXIOM_KEYS: Final = (
    Key(
        "equal",
        "These numbers are the same in every row.",
        listing(_MEASURE, 2, MOST_AXIOM_PARTS, unique=True),
    ),
    Key(
        "at_most",
        "The first number is not above the second, in every row.",
        listing(_MEASURE, 2, 2, unique=True),
    ),
    Key("never", "These tests do not all hold of any row.", listing(_TEST, 2, MOST_AXIOM_PARTS)),
)
"""Of an axiom; one of them."""

_SLOTS: Final[dict[str, Any]] = {
    "type": "object",
    "minProperties": 1,
    "maxProperties": MOST_SLOTS,
    "propertyNames": SLOT_NAME_SHAPE,
    "additionalProperties": {"$ref": "#/$defs/slot"},
}
_REQUEST_PART: Final[Shape] = {"anyOf": [text(LONGEST_REQUEST_PART), {"$ref": "#/$defs/request_part"}]}

SCHEMA_KEYS: Final = (
    Key(
        "name",
        'The domain\'s name: a small letter, then small letters, digits, "-" and "_".',
        text(LONGEST_NAME, r"^[a-z][a-z0-9_-]*$"),
        required=True,
    ),
    Key("version", 'The domain\'s version, such as "1.0". It is kept as written.', _VERSION, required=True),
    Key("noun", "What one option is, singular: flight.", phrase(LONGEST_NOUN), required=True),
    Key(
        "slots",
        "The attributes of an option, in the order in which a person reads them.",
        _SLOTS,
        required=True,
    ),
    Key(
        "description",
        "What the domain is about.",
        {"type": "string", "minLength": 1, "maxLength": LONGEST_DESCRIPTION},
    ),
    Key(
        "group_by",
        "Slots whose values all options of one question share. Without it all rows are one group.",
        listing(SLOT_NAME_SHAPE, 0, MOST_SLOTS, unique=True),
    ),
    Key(
        "request",
        "The first sentence of every request, in parts and without its full stop: texts, and {slot: NAME}.",
        listing(_REQUEST_PART, 1, MOST_REQUEST_PARTS),
    ),
    Key("axioms", "What holds for every row.", listing({"$ref": "#/$defs/axiom"}, 0, MOST_AXIOMS)),
)
"""Of the whole file."""
