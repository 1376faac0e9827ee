"""How another system's options become rows of a domain: what printed.yaml says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from attrs import frozen

from cocoa_core.domain.printed.dates import DayOrder
from cocoa_core.domain.printed.numbers import DecimalSign
from cocoa_core.errors import Place

__all__ = ["COMBINATIONS", "PRINTED", "Declaration", "Field", "IdRule", "Part"]

PRINTED: Final = "printed.yaml"
"""The file in a domain's folder."""

COMBINATIONS: Final = ("sum", "least", "most", "first", "last", "same")
"""How several printed values become one.

sum, least, most: of all of them; missing where one is
first, last:      of those that are there
same:             the value on which all agree; missing where they do not, or where one is missing
"""


@frozen
class Part:
    """The piece of an item of a printed list that stands after one fixed text and before another.

    An empty `after` is the item's begin, an empty `before` its end. Capitals and blanks do not count.
    """

    after: str = ""
    before: str = ""


@frozen
class Field:
    """Where the value of a slot is printed, and how it is read.

    place:     of the entry in printed.yaml
    keys:      alternative spellings of the key that holds it
    numbered:  alternative spellings of numbered keys, each with one "{n}": "Layover {n} Time"
    count_of:  a set or list slot, whose number of items the value is
    part:      which piece of a printed list it is
    find:      items of a printed list by what they mean, as canonical texts
    words:     printed texts (for sets and lists: items) by what they mean, as canonical texts
    combine:   one of COMBINATIONS, or ""
    otherwise: the canonical text of the value where none is printed, or None
    separator: what parts the items of a printed list, or None
    unit:      the unit that a number may have, or that a bare number of a duration has; or ""
    order, decimal, colon: as in conventions.py
    declared:  whether printed.yaml has an entry; otherwise the slot's name and label are the keys
    The printed texts in `find` and `words` are folded (see keys.py).
    """

    slot: str
    place: Place
    keys: tuple[str, ...] = ()
    numbered: tuple[str, ...] = ()
    count_of: str = ""
    part: Part | None = None
    find: Mapping[str, str] | None = None
    words: Mapping[str, str] | None = None
    combine: str = ""
    otherwise: str | None = None
    separator: str | None = None
    unit: str = ""
    order: DayOrder | None = None
    decimal: DecimalSign | None = None
    colon: bool = False
    declared: bool = True


@frozen
class IdRule:
    """Where the id of a row comes from: its own key, or a prefix, slots and a number.

    keys:   alternative spellings of the key that holds the id; none: ids are made
    prefix: how made ids begin
    parts:  slots whose values follow; then a number, from 1 for each such beginning
    """

    keys: tuple[str, ...] = ("id",)
    prefix: str = ""
    parts: tuple[str, ...] = ()
    declared: bool = False


@frozen
class Declaration:
    """A domain's reader of printed options.

    at:     the path of keys to the options in a JSON file, with "." between; "" where the file is a list
    fields: by slot; for slots without an entry in printed.yaml the slot's name and label are the keys
    """

    id: IdRule
    at: str
    fields: Mapping[str, Field]
