"""JSON Schemas (draft 2020-12) of schema.yaml and rules.yaml, made from the tables of keys that readers use.

They say what can be said of one file without the other and without its catalogue: an editor completes keys,
shows what they say and marks most mistakes as one types. Loading refuses more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from cocoa_core.domain.keys.keys import Key, Shape, listing, required
from cocoa_core.domain.keys.kind_keys import (
    COMMON_KEYS,
    DERIVED_KEYS,
    DERIVED_SLOT_KEYS,
    ITEM_KINDS,
    KIND_KEYS,
    NOT_OF_ITEMS,
    ONLY_WITH,
    WHOLE_UNITS,
)
from cocoa_core.domain.keys.limits import MOST_ARGS
from cocoa_core.domain.keys.rule_keys import (
    DRAW_KEYS,
    DRAW_SOURCES,
    FREE_WORDING_KEYS,
    NOUN_KEYS,
    OVERS,
    PAIRS,
    RULE_FILE_KEYS,
    RULE_KEYS,
    SCALAR,
    SEVERAL,
    TESTS,
    WORDING_KEYS,
)
from cocoa_core.domain.keys.schema_keys import (
    AXIOM_KEYS,
    MEASURE_KEYS,
    REQUEST_PART_KEYS,
    SCHEMA_KEYS,
    SLOT_NAME_SHAPE,
)

__all__ = ["DRAFT", "rules_document", "schema_document"]

DRAFT: Final = "https://json-schema.org/draft/2020-12/schema"
_DERIVED: Final = Key(
    "derived", "How it follows from another slot.", {"$ref": "#/$defs/follows"}, required=True
)


def schema_document() -> dict[str, Any]:
    """The JSON Schema of schema.yaml."""
    definitions = {
        "slot": _slot(),
        **{kind: _closed_slot(kind) for kind in KIND_KEYS},
        "derived": _mapping((_DERIVED, *DERIVED_SLOT_KEYS)),
        "follows": _mapping(DERIVED_KEYS),
        **{f"item_{kind}": _item(kind) for kind in ITEM_KINDS},
        "request_part": _mapping(REQUEST_PART_KEYS),
        "measure": {"anyOf": [SLOT_NAME_SHAPE, _one_key(MEASURE_KEYS)]},
        "forbidden": _forbidden(),
        "axiom": _one_key(AXIOM_KEYS),
    }
    return _document("schema.yaml of a cocoa domain", SCHEMA_KEYS, definitions)


def rules_document() -> dict[str, Any]:
    """The JSON Schema of rules.yaml."""
    sources = [{"required": [one, other]} for one in DRAW_SOURCES for other in DRAW_SOURCES if one < other]
    definitions = {
        "rule": _mapping(RULE_KEYS),
        "draw": {"anyOf": [{"const": "values"}, {**_mapping(DRAW_KEYS), "not": {"anyOf": sources}}]},
        "wording": {**_mapping(WORDING_KEYS), "not": {"required": ["item", "subject"]}},
        "noun": _mapping(NOUN_KEYS),
        "free_wording": _mapping(FREE_WORDING_KEYS),
    }
    return _document("rules.yaml of a cocoa domain", RULE_FILE_KEYS, definitions)


def _document(title: str, keys: Sequence[Key], definitions: Mapping[str, Shape]) -> dict[str, Any]:
    return {"$schema": DRAFT, "title": title, **_mapping(keys), "$defs": dict(definitions)}


def _mapping(keys: Iterable[Key]) -> dict[str, Any]:
    """A mapping with these keys and no others."""
    keys = tuple(keys)
    shape: dict[str, Any] = {"type": "object", "properties": _properties(keys)}
    if required(keys):
        shape["required"] = list(required(keys))
    return {**shape, "additionalProperties": False}


def _properties(keys: Iterable[Key]) -> dict[str, Any]:
    return {key.name: {"description": key.says, **key.shape} for key in keys}


def _one_key(keys: Sequence[Key]) -> dict[str, Any]:
    return {**_mapping(keys), "minProperties": 1, "maxProperties": 1}


def _slot() -> dict[str, Any]:
    """A slot of some kind, or a derived one; each kind's own keys stand in a definition of its name."""
    kinds = [
        {
            "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
            "then": {"$ref": f"#/$defs/{kind}"},
        }
        for kind in KIND_KEYS
    ]
    return {
        "type": "object",
        "if": {"required": ["derived"]},
        "then": {"$ref": "#/$defs/derived"},
        "else": {
            "properties": {"kind": {"description": "What its values are.", "enum": list(KIND_KEYS)}},
            "required": ["kind"],
            "allOf": kinds,
        },
    }


def _closed_slot(kind: str) -> dict[str, Any]:
    return {**_mapping((_kind(kind), *COMMON_KEYS, *_kind_keys(kind))), **_tied(kind)}


def _item(kind: str) -> dict[str, Any]:
    keys = tuple(key for key in KIND_KEYS[kind] if key.name not in NOT_OF_ITEMS)
    return {**_mapping((_kind(kind), *keys)), **_tied(kind, NOT_OF_ITEMS)}


def _kind(kind: str) -> Key:
    return Key("kind", "What its values are.", {"const": kind}, required=True)


def _kind_keys(kind: str) -> Iterable[Key]:
    items = {"anyOf": [{"$ref": f"#/$defs/item_{one}"} for one in ITEM_KINDS]}
    for key in KIND_KEYS[kind]:
        yield key if key.name != "items" else Key(key.name, key.says, items, key.required)


def _tied(kind: str, without: Sequence[str] = ()) -> dict[str, Any]:
    """What the keys of a kind demand of each other."""
    if "closed" in required(KIND_KEYS[kind]):
        closed = {"properties": {"closed": {"const": True}}}
        return {"if": closed, "then": {"required": ["values"]}, "else": {"properties": {"values": False}}}
    if kind != "quantity":
        return {}
    only = [
        {"if": {"required": [key]}, "then": {"properties": {"unit": {"const": unit}}, "required": ["unit"]}}
        for key, unit in ONLY_WITH.items()
        if key not in without
    ]
    return {
        "allOf": [
            *only,
            _with_unit({"const": "rating"}, {"required": ["out_of"]}),
            _with_unit({"const": "money"}, {"properties": {"decimals": False}}),
            _with_unit({"enum": list(WHOLE_UNITS)}, {"properties": {"decimals": {"const": 0}}}),
            {"if": {"not": {"required": ["unit"]}}, "then": {"properties": {"decimals": {"const": 0}}}},
        ]
    }


def _with_unit(unit: Shape, then: Shape) -> dict[str, Any]:
    return {"if": {"properties": {"unit": unit}, "required": ["unit"]}, "then": then}


def _forbidden() -> dict[str, Any]:
    """A test in `never`: of a slot, perhaps over something, and one test with its argument."""
    shapes: dict[str, Shape] = dict.fromkeys(TESTS, SCALAR)
    shapes |= dict.fromkeys(PAIRS, listing(SCALAR, 2, 2))
    shapes |= dict.fromkeys(SEVERAL, listing(SCALAR, 1, MOST_ARGS))
    keys = (
        Key("slot", "The slot that is tested.", SLOT_NAME_SHAPE, required=True),
        Key("over", "What is compared of a list, or count of a set.", {"enum": list(OVERS)}),
        *(Key(test, "What it is compared with.", shape) for test, shape in shapes.items()),
    )
    exactly_one = [{"required": [test]} for test in TESTS]
    return {**_mapping(keys), "oneOf": exactly_one}
