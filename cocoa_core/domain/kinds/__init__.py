"""Defines the slot kinds. A new kind is a module here, and its twin in `cocoa_core.independent.kinds`."""

from cocoa_core.domain.kinds.base import NOT_GIVEN, Kind
from cocoa_core.domain.kinds.boolean import Boolean
from cocoa_core.domain.kinds.category import Category
from cocoa_core.domain.kinds.category_set import CategorySet
from cocoa_core.domain.kinds.cells import NO_ITEMS, mismatch
from cocoa_core.domain.kinds.clock import Clock
from cocoa_core.domain.kinds.date import LAST_DAY, Date
from cocoa_core.domain.kinds.duration import LONGEST_DURATION, Duration
from cocoa_core.domain.kinds.keys import schema_keys
from cocoa_core.domain.kinds.number_list import NumberList
from cocoa_core.domain.kinds.number_words import heard_count, say_count
from cocoa_core.domain.kinds.ordered import ORDERED_OPS, OrderedKind, cuts
from cocoa_core.domain.kinds.quantity import Quantity
from cocoa_core.domain.kinds.registry import KINDS
from cocoa_core.domain.kinds.vocabulary import VocabularyKind, element_problem, vocabulary_problem

__all__ = [
    "KINDS",
    "LAST_DAY",
    "LONGEST_DURATION",
    "NOT_GIVEN",
    "NO_ITEMS",
    "ORDERED_OPS",
    "Boolean",
    "Category",
    "CategorySet",
    "Clock",
    "Date",
    "Duration",
    "Kind",
    "NumberList",
    "OrderedKind",
    "Quantity",
    "VocabularyKind",
    "cuts",
    "element_problem",
    "heard_count",
    "mismatch",
    "say_count",
    "schema_keys",
    "vocabulary_problem",
]
