"""Reads sets of words as they are printed, and columns whose cells hold several items."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from cocoa_core.domain.kinds import CategorySet, element_problem, mismatch
from cocoa_core.importing.columns.cells import Cells, ColumnReading
from cocoa_core.importing.kinds.category import in_order, member, names_with_articles, word, word_with_article
from cocoa_core.importing.kinds.items import printed_items, split_items
from cocoa_core.importing.kinds.list import item_cells, list_reading

SEPARATORS: Final[Mapping[str, str]] = {
    "semicolon": ";",
    "bar": "|",
    "comma": ",",
    "line": "\n",
    "slash": "/",
    "plus": "+",
    "and": "&",
    "brackets": "",
}
"""The separators of items by their names in `--types`; "brackets" is a list as JSON and Python write it."""
_SURE: Final = frozenset((";", "|", "\n"))
_OF_WORDS: Final = frozenset(("/", "+", "&"))
"""Separators of words only; between numbers they make dates, fractions and sums."""
_GROUPED: Final = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]+|[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+")
"""Single numbers: "1,250.5" beside "12,50" is no list of 1 and 250.5."""
_SEVERAL: Final = 0.2
_MOST_ITEMS: Final = 12
_MOST_ELEMENTS: Final = 80
_LONGEST: Final = 40
_MOST_CLOSED: Final = 12
_Split = Mapping[str, tuple[str, ...]]


def read_items_column(cells: Cells) -> ColumnReading | None:
    """Returns the column as a set or a list; None where each cell holds one item."""
    bracketed = all(text[:1] in "[{" and text[-1:] in "]}" for text in cells.counts if text)
    for name, separator in SEPARATORS.items():
        items_of = _split(cells, separator or None) if bracketed == (not separator) else None
        if items_of is not None:
            number_lists = separator not in _OF_WORDS and not any(map(_GROUPED.fullmatch, cells.counts))
            lists = number_lists and list_reading(cells, items_of, name)
            reading = lists or _sets(cells, items_of, bracketed or separator in _SURE, name)
            if reading is not None:
                return reading
    return None


def read_as_items(cells: Cells, type_name: str, separator_name: str) -> ColumnReading | None:
    """Returns the column as a set or a list; None where no cell can be read as one.

    Args:
        type_name: "set" or "list".
        separator_name: a key of SEPARATORS.
    """
    items_of = cells.readings(lambda text: split_items(text, SEPARATORS[separator_name] or None))
    if items_of is None:
        return None
    if type_name == "list":
        return list_reading(cells, items_of, separator_name)
    fitting = {text: items for text, items in items_of.items() if all(map(_fits, items))}
    return _reading(cells, fitting, separator_name) if fitting else None


def _fits(item: str) -> bool:
    return element_problem(word(item)) is None and len(word(item)) <= _LONGEST


def _split(cells: Cells, separator: str | None) -> _Split | None:
    """Returns the items of each text; None where too few texts hold several."""
    if separator is not None:
        split_rows = sum(count for text, count in cells.counts.items() if separator in text)
        if split_rows < _SEVERAL * cells.present:
            return None
    items_of = cells.readings(lambda text: split_items(text, separator), 0)
    if items_of is None or not any(len(items) > 1 for items in items_of.values()):
        return None
    most = max(map(len, items_of.values()))
    return items_of if most <= _MOST_ITEMS else None


def _sets(cells: Cells, items_of: _Split, sure: bool, separator_name: str) -> ColumnReading | None:
    elements, _ = _elements(cells, items_of)
    if not elements or any(not _fits(element) for element in elements):
        return None
    if any(element.replace(".", "").isdecimal() for element in elements) or len(elements) > _MOST_ELEMENTS:
        return None
    if not sure and not _stand_alone(items_of, separator_name) and len(elements) > len(set(items_of)) * 0.8:
        return None
    if sum(elements.values()) < 2 * len(elements) or not _recurs(items_of):
        return None
    return _reading(cells, items_of, separator_name)


def _stand_alone(items_of: _Split, separator_name: str) -> bool:
    """Returns whether commas without a blank part words of which one in each text is a text of its own, as
    in "ui,backend" beside "ui".
    """
    if separator_name != "comma" or any(", " in text for text in items_of):
        return False
    alone = {items[0].casefold() for items in items_of.values() if len(items) == 1}
    several = (items for items in items_of.values() if len(items) > 1)
    return all(not alone.isdisjoint(map(str.casefold, items)) for items in several)


def _recurs(items_of: _Split) -> bool:
    """Returns whether texts with several items share one with another text, or there are no other texts.

    "oak; oiled" beside "pine" and "ash" is one word with a semicolon.
    """
    texts = Counter(item.casefold() for items in items_of.values() for item in set(items))
    several = [items for items in items_of.values() if len(items) > 1]
    shared = any(texts[item.casefold()] > 1 for items in several for item in items)
    return shared or len(several) == len(items_of)


def _elements(cells: Cells, items_of: _Split) -> tuple[Counter[str], dict[str, str]]:
    """Counts each element, and gives its first spelling by its spelling in small letters."""
    elements = Counter[str]()
    spelled: dict[str, str] = {}
    for text, items in items_of.items():
        for item in items:
            spelling = word_with_article(cells.header, item)
            elements[spelled.setdefault(spelling.casefold(), spelling)] += cells.counts[text]
    return elements, spelled


def _reading(cells: Cells, items_of: _Split, separator_name: str) -> ColumnReading:
    elements, spelled = _elements(cells, items_of)
    parts = {
        text: {spelled[word_with_article(cells.header, item).casefold()] for item in items}
        for text, items in items_of.items()
    }
    most, least = max(map(len, parts.values())), min(map(len, parts.values()))
    closed = 0 < len(elements) <= _MOST_CLOSED
    settings: dict[str, object] = {"kind": "set", "closed": closed}
    if closed:
        settings["values"] = list(in_order(tuple(elements)))
    settings |= {"min_items": 1} if least else {}
    settings["max_items"] = len(elements) if closed else max(most, 1)
    canonical = {text: "; ".join(sorted(items)) for text, items in parts.items()}
    remark = names_with_articles(cells.header, [item for items in items_of.values() for item in items])
    why = f"several of {len(elements)} words{remark}"
    return ColumnReading(settings, item_cells(cells, canonical), why, taken=f"set:{separator_name}")


def read_elements(kind: CategorySet, cell: str) -> tuple[str, ...]:
    """Returns the elements of a printed cell.

    Raises:
        ValueError: an element is not in the vocabulary, or stands twice.
    """
    items = [member(item, kind.closed, kind.values) for item in printed_items(cell)]
    if len(set(items)) < len(items):
        raise mismatch("each element once", cell)
    return tuple(items)
