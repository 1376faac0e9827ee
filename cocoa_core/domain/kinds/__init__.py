"""Defines the slot kinds. A new kind is a module here, and its twin in `cocoa_core.independent.kinds`."""

from cocoa_core.domain.kinds.base import NOT_GIVEN as NOT_GIVEN
from cocoa_core.domain.kinds.base import Kind as Kind
from cocoa_core.domain.kinds.base import schema_keys as schema_keys
from cocoa_core.domain.kinds.boolean import Boolean as Boolean
from cocoa_core.domain.kinds.category import Category as Category
from cocoa_core.domain.kinds.category_set import CategorySet as CategorySet
from cocoa_core.domain.kinds.cells import NO_ITEMS as NO_ITEMS
from cocoa_core.domain.kinds.cells import mismatch as mismatch
from cocoa_core.domain.kinds.clock import Clock as Clock
from cocoa_core.domain.kinds.date import LAST_DAY as LAST_DAY
from cocoa_core.domain.kinds.date import Date as Date
from cocoa_core.domain.kinds.duration import LONGEST_DURATION as LONGEST_DURATION
from cocoa_core.domain.kinds.duration import Duration as Duration
from cocoa_core.domain.kinds.number_list import NumberList as NumberList
from cocoa_core.domain.kinds.ordered import ORDERED_OPS as ORDERED_OPS
from cocoa_core.domain.kinds.ordered import THRESHOLD_OPS as THRESHOLD_OPS
from cocoa_core.domain.kinds.ordered import OrderedKind as OrderedKind
from cocoa_core.domain.kinds.ordered import cuts as cuts
from cocoa_core.domain.kinds.ordered import say_count as say_count
from cocoa_core.domain.kinds.ordered import spoken_count as spoken_count
from cocoa_core.domain.kinds.quantity import Quantity as Quantity
from cocoa_core.domain.kinds.registry import KINDS as KINDS
from cocoa_core.domain.kinds.vocabulary import VocabularyKind as VocabularyKind
from cocoa_core.domain.kinds.vocabulary import element_problem as element_problem
from cocoa_core.domain.kinds.vocabulary import vocabulary_problem as vocabulary_problem
