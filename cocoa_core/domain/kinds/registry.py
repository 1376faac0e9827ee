"""Registers the slot kinds, and lists what each layer of the project has to define for each of them.

A new kind is a class here (its values, tests and their meaning), a line in `KINDS`, and an entry under its
name in each table of `PARTS`. `missing_parts` tells which are still missing.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import Final

from cocoa_core.domain.kinds.base import Kind
from cocoa_core.domain.kinds.boolean import Boolean
from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.kinds.clock import Clock
from cocoa_core.domain.kinds.date import Date
from cocoa_core.domain.kinds.duration import Duration
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.quantity import Quantity

__all__ = ["KINDS", "PARTS", "missing_parts"]

KINDS: Final[Mapping[str, type[Kind]]] = MappingProxyType(
    {
        "category": Category,
        "boolean": Boolean,
        "quantity": Quantity,
        "duration": Duration,
        "clock": Clock,
        "date": Date,
        "set": CategorySet,
        "list": NumberList,
    }
)
"""Every kind by its name, in the order of the documentation."""

PARTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "value": "cocoa_core.domain.kinds.base:Kind.read, write",
        "shown": "cocoa_core.domain.kinds.base:Kind.show",
        "tests": "cocoa_core.domain.kinds.base:Kind.overs, ops, evaluate, read_arg, write_arg",
        "witnesses": "cocoa_core.domain.kinds.base:Kind.witnesses",
        "measures": "cocoa_core.domain.kinds.base:Kind.measure",
        "keys": "cocoa_core.loading.models.kinds:SLOT_KEYS",
        "said": "cocoa_core.language.spoken_values:SAID",
        "compared": "cocoa_core.language.spoken_values:FAMILIES",
        "heard": "cocoa_core.language.value_readers:HEARD",
        "leniently read": "cocoa_core.importing.kinds:LENIENT",
    }
)
"""By each part of a kind, where it is defined: methods of the class, or a table by the names of kinds.

The tables are named, not imported: they are in layers above this one.
"""


def missing_parts(name: str, kind: type[Kind]) -> tuple[str, ...]:
    """Returns the parts that a kind lacks, each with its location, in the order of `PARTS`.

    All layers are imported.
    """
    missing = []
    for part, location in PARTS.items():
        module, _, named = location.partition(":")
        if named.startswith("Kind."):
            methods = set(named.removeprefix("Kind.").split(", "))
            lacks = bool(methods & kind.__abstractmethods__)
        else:
            lacks = name not in getattr(import_module(module), named)
        if lacks:
            missing.append(f"{part} ({location})")
    return tuple(missing)
