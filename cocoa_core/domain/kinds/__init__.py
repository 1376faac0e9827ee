"""The slot kinds. A new kind is one file here and one line in `KINDS`."""

from __future__ import annotations

from collections.abc import Mapping
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

__all__ = ["KINDS"]

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
