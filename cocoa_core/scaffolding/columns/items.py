"""Columns whose cells hold several items: words, durations or numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Final

from cocoa_core.domain.kinds.vocabulary import element_problem
from cocoa_core.domain.printed.durations import read_minutes
from cocoa_core.domain.printed.lists import split_items
from cocoa_core.domain.printed.numbers import read_amount
from cocoa_core.scaffolding.columns.bounds import decimals_of, plain, slack_bounds
from cocoa_core.scaffolding.columns.cells import Cells, Reading
from cocoa_core.scaffolding.columns.numbers import LARGEST, LONGEST_DURATION, minutes_text
from cocoa_core.scaffolding.columns.scales import in_order
from cocoa_core.scaffolding.columns.words import word

__all__ = ["read_items_column"]

_SEPARATORS: Final = (";", "|", ",", "\n", "/", "+", "&")
_SURE: Final = frozenset((";", "|", "\n"))
_OF_WORDS: Final = frozenset(("/", "+", "&"))
"""Between numbers they make dates, fractions and sums."""
_MOST_DECIMALS: Final = 4
_SEVERAL: Final = 0.2
_MOST_ITEMS: Final = 12
_MOST_ELEMENTS: Final = 80
_LONGEST: Final = 40
_MOST_CLOSED: Final = 12
_Split = Mapping[str, tuple[str, ...]]


def read_items_column(cells: Cells) -> Reading | None:
    """The column as a set of words or a list of durations or numbers; None where cells hold one item each."""
    bracketed = all(text[:1] in "[{" and text[-1:] in "]}" for text in cells.counts if text)
    for separator in (None,) if bracketed else _SEPARATORS:
        found = _split(cells, separator)
        if found is not None:
            several = separator not in _OF_WORDS and _lists(cells, found)
            reading = several or _sets(cells, found, bracketed or separator in _SURE)
            if reading is not None:
                return reading
    return None


def _split(cells: Cells, separator: str | None) -> _Split | None:
    """The items of each text, where enough of the texts hold several."""
    if separator is not None:
        several = sum(times for text, times in cells.counts.items() if separator in text)
        if several < _SEVERAL * cells.present:
            return None
    found = cells.readings(lambda text: split_items(text, separator), 0)
    if found is None or not any(len(items) > 1 for items in found.values()):
        return None
    most = max(map(len, found.values()))
    return found if most <= _MOST_ITEMS else None


def _sets(cells: Cells, found: _Split, sure: bool) -> Reading | None:
    elements = Counter[str]()
    spelled: dict[str, str] = {}
    for text, items in found.items():
        for item in items:
            name = spelled.setdefault(word(item).casefold(), word(item))
            elements[name] += cells.counts[text]
    if not elements or any(element_problem(one) or len(one) > _LONGEST for one in elements):
        return None
    if any(one.replace(".", "").isdecimal() for one in elements) or len(elements) > _MOST_ELEMENTS:
        return None
    if not sure and len(elements) > len(set(found)) * 0.8:
        return None
    if sum(elements.values()) < 2 * len(elements):
        return None
    parts = {text: {spelled[word(item).casefold()] for item in items} for text, items in found.items()}
    most, least = max(map(len, parts.values())), min(map(len, parts.values()))
    closed = len(elements) <= _MOST_CLOSED
    settings: dict[str, object] = {"kind": "set", "closed": closed}
    if closed:
        settings["values"] = list(in_order(tuple(elements)))
    settings |= {"min_items": 1} if least else {}
    settings["max_items"] = len(elements) if closed else most
    canonical = {text: "; ".join(sorted(items)) for text, items in parts.items()}
    return Reading(settings, _cells(cells, canonical), f"several of {len(elements)} words")


def _lists(cells: Cells, found: _Split) -> Reading | None:
    for read, settings_of in ((_minutes, _durations), (_number, _numbers)):
        try:
            numbers = {text: tuple(read(item) for item in items) for text, items in found.items()}
            items, write, what = settings_of([number for items in numbers.values() for number in items])
        except (ValueError, OverflowError):
            continue
        least = min(map(len, numbers.values()))
        settings: dict[str, object] = {
            "kind": "list",
            "items": items,
            **({"min_items": least} if least else {}),
        }
        settings["max_items"] = max(map(len, numbers.values()))
        canonical = {text: "; ".join(map(write, one)) for text, one in numbers.items()}
        return Reading(settings, _cells(cells, canonical), f"several {what} in each cell")
    return None


def _cells(cells: Cells, canonical: Mapping[str, str]) -> tuple[str | None, ...]:
    """Canonical cells; no items as "none" where an empty cell would be a missing value."""
    missing = any(text not in cells.counts for text in cells.texts)
    return cells.written({text: one or ("none" if missing else "") for text, one in canonical.items()})


def _minutes(item: str) -> Decimal:
    return Decimal(read_minutes(item))


def _number(item: str) -> Decimal:
    amount = read_amount(item, ".")
    if amount.unit or amount.before:
        raise ValueError("expected a number without a unit")
    return amount.number


def _durations(numbers: Sequence[Decimal]) -> tuple[dict[str, object], Callable[[Decimal], str], str]:
    if max(numbers) > LONGEST_DURATION:
        raise ValueError("expected durations of less than a year")
    most = next(one for one in (60, 120, 360, 1440, 10_080, 599_999) if one >= max(numbers))
    return (
        {"kind": "duration", "min": "0m", "max": minutes_text(most)},
        lambda one: minutes_text(int(one)),
        "durations",
    )


def _numbers(numbers: Sequence[Decimal]) -> tuple[dict[str, object], Callable[[Decimal], str], str]:
    decimals = max(map(decimals_of, numbers))
    if decimals > _MOST_DECIMALS or max(map(abs, numbers)) >= LARGEST:
        raise ValueError("expected numbers of fewer digits")
    low, high = slack_bounds(numbers, decimals)
    placed = {"decimals": decimals} if decimals else {}
    settings: dict[str, object] = {"kind": "quantity", "unit": "number", **placed}
    settings |= {"min": plain(low), "max": plain(high)}
    return settings, lambda one: f"{one:.{decimals}f}", "numbers"
