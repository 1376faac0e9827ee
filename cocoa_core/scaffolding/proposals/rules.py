"""Rules for the columns of a table: what may be asked of each, and in which words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from cocoa_core.scaffolding.attributes.shapes import ORDERED, SHAPES, say
from cocoa_core.scaffolding.columns.quantities import MONEY_WORDS
from cocoa_core.scaffolding.columns.roles import Column
from cocoa_core.scaffolding.drafts import DraftRule
from cocoa_core.scaffolding.proposals.draws import draw_of, numbers_of
from cocoa_core.scaffolding.proposals.truths import NAMED, Say
from cocoa_core.scaffolding.proposals.words import item_of, known_attribute, wordings

__all__ = ["proposed_rules"]

_MOST_WORDINGS: Final = 4
_WINDOWS: Final = {"clock": ["1h", "4h"]}


def proposed_rules(columns: Sequence[Column], rows: Sequence[Sequence[str]]) -> tuple[DraftRule, ...]:
    """Rules for every column that has some. rows: canonical cells in the order of the columns.

    No wording stands twice: of two columns that could be said alike the first one keeps the words.
    """
    taken: set[tuple[tuple[str, str], ...]] = set()
    rules: list[DraftRule] = []
    for place, column in enumerate(columns):
        if column.ruled:
            cells = [row[place] for row in rows]
            found = wordings(column)
            usual = found[: len(found) - _in_reserve(column, found)]
            rules += _rules(column, cells, _free(usual, taken) or _free(found, taken))
    return tuple(rules)


def _in_reserve(column: Column, found: Sequence[Say]) -> int:
    """How many of the last wordings are for columns whose better ones another column has taken."""
    if column.reading.settings.get("unit") == "count":
        return 1
    return NAMED if column.reading.kind == "boolean" and len(found) >= 2 * NAMED else 0


def _free(found: Sequence[Say], taken: set[tuple[tuple[str, str], ...]]) -> list[Say]:
    """The first wordings that no other column has; the last ones name the column, and are free."""
    kept: list[Say] = []
    for wording in found:
        key = tuple(sorted((name, str(part)) for name, part in wording.items()))
        if key not in taken:
            kept.append(wording)
            taken.add(key)
    return kept[:_MOST_WORDINGS]


def _rules(column: Column, cells: Sequence[str], found: Sequence[Say]) -> Iterator[DraftRule]:
    kind = column.reading.kind
    name = column.name.replace("_", "-")
    if kind == "boolean":
        yield DraftRule(column.name, {"id": name, "tests": ["is"], "say": list(found)})
    elif kind == "category":
        yield _category(column, name, cells, found)
    elif kind == "set":
        yield from _set(column, name, cells, found)
    elif kind == "list":
        yield from _list(column, name)
    else:
        yield from _ordered(column, name, cells, found)


def _category(column: Column, name: str, cells: Sequence[str], found: Sequence[Say]) -> DraftRule:
    words = len({cell for cell in cells if cell})
    settings: dict[str, Any] = {"id": name, "tests": ["is"] if words < 3 else ["is", "one_of"]}
    if words > 2:
        settings["draw"] = {"items": [2, min(4, max(2, words // 3 + 1))]}
    return DraftRule(column.name, {**settings, "say": list(found)})


def _ordered(column: Column, name: str, cells: Sequence[str], found: Sequence[Say]) -> Iterator[DraftRule]:
    settings = column.reading.settings
    draw = draw_of(settings, numbers_of(settings, cells))
    drawn = {} if draw is None else {"draw": draw}
    rule = {"id": name, "tests": list(ORDERED), **drawn, **_atypical(column), "say": list(found)}
    yield DraftRule(column.name, rule)
    width = _WINDOWS.get(column.reading.kind)
    if width and draw:
        window = {
            "id": f"{name}-window",
            "tests": ["between"],
            "draw": {**draw, "width": width},
            "say": list(found),
        }
        yield DraftRule(column.name, window)


def _atypical(column: Column) -> dict[str, Any]:
    """What few people ask for: dear ones, low ratings, and what is odd of an attribute of that name."""
    unit = column.reading.settings.get("unit")
    known = known_attribute(column)
    if known is not None and known.atypical is not None:
        odd: Sequence[str] = known.atypical
    elif unit == "money" and MONEY_WORDS & set(column.header.words):
        odd = ("more", "at_least")
    else:
        odd = SHAPES["rating"].atypical if unit == "rating" else ()
    return {"atypical": list(odd)} if odd else {}


def _set(column: Column, name: str, cells: Sequence[str], found: Sequence[Say]) -> Iterator[DraftRule]:
    one, many = item_of(column.header)
    pairs = Counter(len(cell.split("; ")) for cell in cells if cell)
    tests = ["any", "all"] if sum(times for size, times in pairs.items() if size > 1) else ["any"]
    yield DraftRule(column.name, {"id": name, "tests": tests, "draw": {"items": [1, 2]}, "say": list(found)})
    only = [{"item": one, "verb": "be"}, {"item": f"{one} it has", "verb": "be"}]
    yield DraftRule(
        column.name, {"id": f"{name}-only", "tests": ["only"], "draw": {"items": [2, 4]}, "say": only}
    )
    if len(pairs) > 1:
        noun = {"one": one, "many": many}
        counted = [{"verb": "have", "noun": noun}, {"verb": "come with", "noun": noun}]
        yield DraftRule(
            column.name, {"id": f"{name}-number", "over": "count", "tests": list(ORDERED), "say": counted}
        )


def _list(column: Column, name: str) -> Iterator[DraftRule]:
    one, many = item_of(column.header)
    quantiles = {"quantiles": 10}
    each = {"id": f"{name}-each", "over": "each", "tests": list(ORDERED), "draw": quantiles}
    yield DraftRule(column.name, {**each, "say": [{"item": one, "verb": "be"}]})
    total = {"id": f"{name}-total", "over": "total", "tests": list(ORDERED), "draw": quantiles}
    told = say(f"they its {many} | add up to", f"they the {many} | add up to")
    yield DraftRule(column.name, {**total, "say": list(told)})
