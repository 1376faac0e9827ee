"""Proposes rules for the columns of a table: what may be asked of each, and in which words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from datetime import date
from decimal import Decimal
from functools import partial
from typing import Any, Final

from attrs import evolve

from cocoa_core.domain.kinds import KINDS
from cocoa_core.english import last_word, with_article
from cocoa_core.importing import (
    SlotColumn,
    minutes_text,
    names_money,
    nice_step,
    plain,
    read_minutes,
    read_time,
    spread,
)
from cocoa_core.lexicon import ARTICLES, COMPARING
from cocoa_core.loading import third_person
from cocoa_core.scaffolding.drafts import ORDERED, DraftRule, Say, say
from cocoa_core.scaffolding.proposals.header_words import EMPTY, MASS_NOUNS, STATES, UNISEX
from cocoa_core.scaffolding.proposals.openings import PAIRED
from cocoa_core.scaffolding.proposals.people import PEOPLE
from cocoa_core.scaffolding.proposals.records import record_wordings
from cocoa_core.scaffolding.proposals.wishes import wishes_of
from cocoa_core.scaffolding.proposals.wordings import (
    FEW,
    is_short,
    item_of,
    named_well,
    plural_wording,
    wordings,
)
from cocoa_core.text import word_set

_MOST_WORDINGS: Final = 4
_NAMEABLE: Final = 2
"""The most words of a noun that a request repeats: "the camera bag", not "the digital camera bag"."""
_READ: Final[Mapping[str, Callable[[str], Any]]] = {
    "quantity": Decimal,
    "duration": read_minutes,
    "clock": partial(read_time, day_offset=True),
    "date": lambda cell: date.fromisoformat(cell).toordinal(),
}
"""The number of a cell by kind; the other kinds of numbers have no bounds to set and read it themselves."""
_WINDOWS: Final = {"clock": ["1h", "4h"]}
_LITTLE: Final = ("less", "at_most")
_MUCH: Final = ("more", "at_least")
_WANTED: Final = word_set("salary memory ram storage battery")
"""Names of which few people want little."""


_LISTING: Final = re.compile(r",|(?<=[^\W\d_]{2})/(?=[^\W\d_]{2})|\b(?:and|or)\b", re.IGNORECASE)
"""Signs and words that make a value look like several."""
_MOST_LISTED: Final = 3
"""The most values of one list: blind readers named lists of four brands or counties as what nobody says."""
_FEW_VALUES: Final = 5
"""Of a column with no more values than this a list has two at most: three would be most of them."""
_LONG_VALUE: Final = 20
"""The average number of letters of a value above which a request lists two at most."""
_PARTS: Final = 14
"""The most steps of a grid over the spread of a column's numbers."""
_FEW_POINTS: Final = 9
"""The least spread, in steps of 2, that steps of 5 divide into enough parts."""
_SKEWED: Final = 5
"""How many times wider one half of the numbers must be spread than the other to count as skewed."""
_MOST_FIXED: Final = 100
"""The most values that `fixed` takes; of more words those that most rows have are asked for."""
_HALF_MONTH: Final = 14
_MONTH: Final = 30
_YEAR: Final = 365
_QUANTILES: Final = 10
"""The number of quantiles that comparisons are drawn from."""
_STEPS: Final = {
    "duration": (1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 7200, 14_400),
    "clock": (5, 15, 30, 60),
    "date": (1, 7, 14, 30, 90, 180, 365, 730, 1825, 3650),
}
"""The steps of grids: of durations and clocks in minutes, of dates in days."""


def proposed_rules(
    columns: Sequence[SlotColumn],
    rows: Sequence[Sequence[str]],
    noun: str = "",
    speech: str = "offers",
) -> tuple[DraftRule, ...]:
    """Returns rules for every column about which something can be asked.

    Two columns share a wording only if their values cannot be confused, as in "from before 1990" and "from
    Italy"; otherwise the first column gets it.

    Args:
        rows: canonical cells in the order of the columns.
        noun: what an option is called.
        speech: whether requests say wishes or facts.
    """
    of_records = speech == "facts"
    used: dict[str, set[str]] = {}
    rules: list[DraftRule] = []
    for position, column in enumerate(columns):
        if column.ruled:
            cells = [row[position] for row in rows]
            proposed = record_wordings(column, noun) if of_records else wordings(column, noun)
            usual = proposed[: len(proposed) - (0 if of_records else _in_reserve(column, proposed))]
            items = column.reading.items if column.reading.worded else {""}
            free = _untaken(usual, used, items) or _untaken(proposed, used, items)
            rules += _rules_of_column(column, cells, free, noun)
    if of_records:
        return tuple(map(_of_a_record, rules))
    kinds = {column.name: column.reading.kind for column in columns}
    return tuple([_named(rule, noun, kinds[rule.slot]) for rule in rules])


def _named(rule: DraftRule, noun: str, kind: str) -> DraftRule:
    """Returns the rule with what it says of "it" also said of "the flat", and as a wish for a thing: "a flat
    with a balcony". With "it" alone, every sentence of a request begins with the same word.
    """
    words = noun.casefold().split()
    if not 1 <= len(words) <= _NAMEABLE or words[-1] in PAIRED or not COMPARING.isdisjoint(words):
        return rule
    settings: dict[str, Any] = dict(rule.settings)
    of_it = [wording for wording in settings["say"] if not {"subject", "item"} & wording.keys()]
    wishes = [_wished(wording, noun, kind) for wording in of_it if "noun" not in wording]
    if kind == "date":  # "a film with a release date after", not "I want the release date to be after"
        dates = [str(wording["subject"]) for wording in settings["say"] if "subject" in wording]
        wishes += [
            {"before": f"{with_article(noun)} with {with_article(date.removeprefix('the '))}"}
            for date in dates
            if date.startswith("the ")
        ]
    want = [*settings.get("want", ()), *filter(None, wishes)][:_MOST_WORDINGS]
    named = [
        {"subject": f"the {noun}", **wording}
        for wording in of_it
        if words[-1] not in PEOPLE and wording.get("after") != words[-1]  # not "the bike is a city bike"
    ]
    said = [*settings.pop("say"), *named]
    return evolve(rule, settings={**settings, **({"want": want} if want else {}), "say": said})


def _wished(wording: Say, noun: str, kind: str) -> dict[str, str]:
    """Returns the noun phrase for what a wording says of an option: "a flat with"; empty for none."""
    verb, before, after = (str(wording.get(key, "")) for key in ("verb", "before", "after"))
    thing, that = with_article(noun), "who" if noun.split()[-1] in PEOPLE else "that"
    third = str(wording.get("third", "")) or third_person(verb)
    if verb == "be" and kind == "boolean":  # "a scented plant"
        lead = with_article(f"{before} {noun}") if " " not in before else f"{thing} {that} is {before}"
    elif verb == "be" and (before or after):  # "a sort of plant" says itself what it is
        lead = before if before in ARTICLES else f"{thing} {before}"
    elif verb == "be" or f"{verb} {before}".startswith("come with"):
        return {}
    else:
        lead = f"{thing} with {before}" if verb == "have" else f"{thing} {that} {third} {before}"
    return {"before": lead.rstrip(), **({"after": after} if after else {})}


def _of_a_record(rule: DraftRule) -> DraftRule:
    """Returns the rule without what people want and how few want it: of a record nobody wants anything."""
    wishes = ("atypical", "wanted", "want")
    return evolve(rule, settings={key: item for key, item in rule.settings.items() if key not in wishes})


def _in_reserve(column: SlotColumn, proposed: Sequence[Say]) -> int:
    """Returns how many of the last wordings are reserved for where another column has the better ones."""
    if column.reading.settings.get("unit") == "count":
        return int(proposed[-1]["verb"] == "come to")
    kind = column.reading.kind
    named = kind == "boolean" or (kind not in ("set", "list") and named_well(column))
    general = len(proposed) > 1 and str(proposed[-1].get("subject", "")).startswith("the ")
    return int(named and general)


def _untaken(proposed: Sequence[Say], used: dict[str, set[str]], items: Set[str]) -> list[Say]:
    """Returns the first wordings that no other column has before such items, and adds them to `used`."""
    free: list[Say] = []
    for wording in proposed:
        taken = used.setdefault(repr(sorted((name, str(part)) for name, part in wording.items())), set())
        if taken.isdisjoint(items):
            free.append(wording)
            taken |= items
    return free[:_MOST_WORDINGS]


def _rules_of_column(
    column: SlotColumn, cells: Sequence[str], proposed: Sequence[Say], noun: str
) -> Iterator[DraftRule]:
    kind = column.reading.kind
    name = column.name.replace("_", "-")
    if kind == "boolean":
        yield DraftRule(column.name, {"id": name, "tests": ["is"], "say": list(proposed)})
    elif kind == "category":
        yield _category_rule(column, name, cells, proposed)
    elif kind == "set":
        yield from _set_rules(column, name, cells, proposed)
    elif kind == "list":
        yield from _list_rules(column, name)
    else:
        yield from _ordered_rules(column, cells, proposed, noun)


def _category_rule(column: SlotColumn, name: str, cells: Sequence[str], proposed: Sequence[Say]) -> DraftRule:
    """Returns the rule of a category: which of its values are asked for, and how many of them in a list."""
    value_count = len({cell for cell in cells if cell})
    values = _askable_values(cells)
    most = _longest_list(values, value_count)
    settings: dict[str, Any] = {"id": name, "tests": ["is"] if most < 2 else ["is", "one_of"]}
    draw: dict[str, Any] = {} if most < 2 else {"items": [2, most]}
    if values and len(values) < value_count:
        row_counts = Counter(cells)
        fixed = sorted(values, key=lambda word: -row_counts[word]) if len(values) > _MOST_FIXED else values
        draw["fixed"] = fixed[:_MOST_FIXED]
    if draw:
        settings["draw"] = draw
    noun_phrases = [
        {"before": "a", "after": wording["after"]}
        for wording in proposed
        if wording["verb"] == "have" and wording.get("before") == "a" and wording.get("after")
    ]
    wish = {"want": noun_phrases} if noun_phrases else {}
    return DraftRule(column.name, {**settings, **wish, "say": list(proposed)})


def _askable_values(cells: Sequence[str]) -> list[str]:
    """Returns the values of a category that people would ask for, in the order in which they first occur.

    "Other" and the like are left out; so are values that nobody says as they stand, if two others are there,
    and those that look like several, if more than half of the values do not.
    """
    named = [cell for cell in dict.fromkeys(cells) if cell and cell.casefold() not in EMPTY | {UNISEX}]
    plain_values = [cell for cell in named if not is_short(cell)]
    values = plain_values if len(plain_values) >= 2 else named
    single = [cell for cell in values if not _LISTING.search(cell)]
    # "brown, grey" among colors would read as two of them
    return single if len(single) > max(2, len(values) // 2) else values


def _longest_list(values: Sequence[str], value_count: int) -> int:
    """Returns the most values of "A, B or C"; 1 or less where no list is asked for.

    Args:
        values: those that are asked for. At least one of them is in no list, which would admit every row.
        value_count: the number of all values of the column.
    """
    if any(_LISTING.search(value) for value in values):
        return 1  # of "Austin, Texas" and "red or blue" no list can be read
    is_long = sum(map(len, values)) > _LONG_VALUE * len(values)
    most = 2 if is_long or value_count <= _FEW_VALUES else _MOST_LISTED
    return min(most, len(values) - 1)


def _ordered_rules(
    column: SlotColumn, cells: Sequence[str], proposed: Sequence[Say], noun: str
) -> Iterator[DraftRule]:
    settings, name = column.reading.settings, column.name.replace("_", "-")
    numbers = numbers_of(settings, cells)
    draw = draw_of(settings, numbers)
    had = any(wording["verb"] == "have" for wording in proposed)
    if had and plural_wording(column) and len(set(numbers)) <= FEW:
        draw = _without_one(numbers)
    drawn = {} if draw is None else {"draw": draw}
    wanted, say = {**_atypical(column), **wishes_of(column, noun)}, list(proposed)
    yield DraftRule(column.name, {"id": name, "tests": list(ORDERED), **drawn, **wanted, "say": say})
    width = _WINDOWS.get(column.reading.kind)
    if width and draw:
        window = {"id": f"{name}-window", "tests": ["between"], "draw": {**draw, "width": width}}
        yield DraftRule(column.name, {**window, "say": say})


def _atypical(column: SlotColumn) -> dict[str, Any]:
    """Returns the tests that few people ask for: high prices, low ratings, and little of what is wanted."""
    unit = column.reading.settings.get("unit")
    odd: tuple[str, ...] = ()
    if unit == "rating" or (column.header.words[:1] and column.header.words[0] in _WANTED):
        odd = _LITTLE
    elif unit == "money" and names_money(column.header):
        odd = _MUCH
    return {"atypical": list(odd)} if odd else {}


def _set_rules(
    column: SlotColumn, name: str, cells: Sequence[str], proposed: Sequence[Say]
) -> Iterator[DraftRule]:
    item, items = item_of(column.header)
    sizes = Counter(len(cell.split("; ")) for cell in cells if cell)
    tests = ["any", "all"] if sum(row_count for size, row_count in sizes.items() if size > 1) else ["any"]
    yield DraftRule(
        column.name, {"id": name, "tests": tests, "draw": {"items": [1, 2]}, "say": list(proposed)}
    )
    if last_word(items) in MASS_NOUNS:
        item, items = f"kind of {items}", f"kinds of {items}"
    if len(sizes) > 1 and last_word(items) not in STATES:
        noun = {"one": item, "many": items}
        settings = {"over": "count", "tests": list(ORDERED), "want": [{"noun": noun}]}
        counted = [{"verb": "have", "noun": noun}]
        yield DraftRule(column.name, {"id": f"{name}-number", **settings, "say": counted})


def _list_rules(column: SlotColumn, name: str) -> Iterator[DraftRule]:
    item, items = item_of(column.header)
    quantiles = {"quantiles": 10}
    each = {"id": f"{name}-each", "over": "each", "tests": list(ORDERED), "draw": quantiles}
    yield DraftRule(column.name, {**each, "say": [{"item": item, "verb": "be"}]})
    total = {"id": f"{name}-total", "over": "total", "tests": list(ORDERED), "draw": quantiles}
    said = say(f"they its {items} | add up to", f"they the {items} | add up to")
    yield DraftRule(column.name, {**total, "say": list(said)})


def numbers_of(settings: Mapping[str, object], cells: Sequence[str]) -> list[Decimal]:
    """Returns the numbers of a column in its unit (minutes, days), sorted; missing ones are left out."""
    kind = str(settings["kind"])
    read: Callable[[str], Any] = _READ.get(kind) or KINDS[kind]().read
    return sorted(Decimal(read(cell)) for cell in cells if cell)


def draw_of(settings: Mapping[str, object], numbers: Sequence[Decimal]) -> Mapping[str, Any] | None:
    """Returns the `draw` of the ordered tests of a column; None where its own values are drawn.

    Args:
        numbers: the column's numbers, sorted.
    """
    kind = str(settings["kind"])
    if len(set(numbers)) <= FEW:
        return _without_ends(settings, numbers)
    low, high = spread(numbers)
    if kind in _STEPS:
        size = next((size for size in _STEPS[kind] if (high - low) / size <= _PARTS), _STEPS[kind][-1])
        if kind == "date" and size >= _HALF_MONTH:
            return {"fixed": _round_dates(low, high, size)}
        if kind == "date":
            return {"grid": f"{size}d"} if size > 1 else None
        return {"grid": minutes_text(size)}
    unit = Decimal(1).scaleb(-_places(settings))
    if _skewed(numbers):
        points = _round_quantiles(numbers, unit)
        return {"fixed": [plain(point) for point in points]} if len(points) > 2 else {"quantiles": _QUANTILES}
    step = nice_step(high - low, _PARTS, unit)
    if step.as_tuple().digits == (2,) and low >= 10 * step and high - low >= _FEW_POINTS * step:
        step = step / 2 * 5  # 25, 30 and 35 rather than 26, 28 and 30
    return {"grid": plain(step)} if high - low >= 3 * step else {"quantiles": _QUANTILES}


def _without_ends(settings: Mapping[str, object], numbers: Sequence[Decimal]) -> Mapping[str, Any] | None:
    """Returns a `draw` of the numbers without 0 and the end of the scale.

    Nobody asks for "$0 or less", or "5 or more" of 5. None is returned where no number is left out, or too
    few remain.
    """
    if settings["kind"] != "quantity" or settings["unit"] == "count":
        return None
    distinct = sorted(set(numbers))
    ends = {Decimal(0), Decimal(str(settings.get("out_of", 0)))}
    inner = [value for value in distinct if value not in ends]
    return {"fixed": [plain(value) for value in inner]} if 2 <= len(inner) < len(distinct) else None


def _without_one(numbers: Sequence[Decimal]) -> Mapping[str, Any] | None:
    """Returns a `draw` of the numbers but for 1 ("at least 1 bathrooms" is wrong); None for no others."""
    inner = [number for number in sorted(set(numbers)) if number != 1]
    return {"fixed": [plain(value) for value in inner]} if inner else None


def _round_dates(low: Decimal, high: Decimal, step: int) -> list[str]:
    """Returns days between the two on which months or years begin, or also their 15th, about a step of days
    apart: nobody asks for what was made after September 4, 1995.
    """
    first, last = (date.fromordinal(int(day)) for day in (low, high))
    years = step // _YEAR
    months = 12 * years or max(1, round(step / _MONTH))
    days = (1, 15) if step < _MONTH else (1,)
    start = first.year - first.year % max(years, 1)  # 1990, 1995 and 2000
    points = (
        date(month // 12, month % 12 + 1, day)
        for month in range(start * 12, last.year * 12 + 12, months)
        for day in days
    )
    return [day.isoformat() for day in points if first < day < last]


def _places(settings: Mapping[str, object]) -> int:
    if settings["unit"] == "money":
        return 0 if settings.get("whole") else 2
    decimals = settings.get("decimals", 0)
    return decimals if isinstance(decimals, int) else 0


def _skewed(numbers: Sequence[Decimal]) -> bool:
    """Returns whether one half of the numbers is spread much wider than the other."""
    low, high = spread(numbers)
    middle = numbers[len(numbers) // 2]
    narrow, wide = sorted((middle - low, high - middle))
    return wide > _SKEWED * narrow


def _round_quantiles(numbers: Sequence[Decimal], unit: Decimal) -> list[Decimal]:
    """Returns the inner quantiles that lie strictly within the numbers' range, rounded as people do: to 35 or
    350 rather than 33 or 346.
    """
    result = set()
    for part in range(1, _QUANTILES):
        number = numbers[len(numbers) * part // _QUANTILES]
        digit = Decimal(1).scaleb(max(number.adjusted() - 1, unit.adjusted())) if number else unit
        if number.adjusted() > unit.adjusted():
            digit *= 5
        rounded = (number / digit).to_integral_value() * digit
        if numbers[0] < rounded < numbers[-1]:
            result.add(rounded)
    return sorted(result)
