"""Decides which columns an option shows, and which of them rules may be about."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from attrs import evolve, frozen

from cocoa_core.importing.columns.cells import Cells, ColumnReading
from cocoa_core.importing.columns.header import Header, short_forms

MOST_RULED: Final = 16
"""The number of columns that rules may be about."""
MOST_SHOWN: Final = 20
"""The number of columns that an option shows, including those with rules."""
_MOST_TRUTHS: Final = 4
"""The yes-no columns that are not put last: yes and no hardly tell five options apart."""
_MOSTLY_MISSING: Final = 0.6
_NEARLY_ALL: Final = 0.97
"""The share of rows with one value above which the column tells hardly any options apart."""
_PLACES: Final = "latitude longitude lat lon lng long".split()
_PLACED: Final = (
    "start end pickup dropoff origin destination departure arrival from to centre center geo".split()
)
_NAMED: Final = (
    "product item article listing model offer property course job hotel laptop notebook device phone car book"
    " movie film song track game recipe plan policy first last family given middle"
).split()
_PARTS_OF_DATES: Final = ("day", "hour", "month", "quarter", "week", "weekday")
_ASKING: Final = (
    "how what which who whom whose why when where do does did are have would could should given".split()
)
_CODED: Final = (
    "state county country city town village province region district department municipality zone block"
    " school hospital cluster subject patient household firm class gender language marital nationality"
    " occupation origin destination race religion sex ethnicity"
).split()
"""Last words of headers of which numbers are no amounts."""
_YEAR: Final = re.compile(r"(?:18|19|20)[0-9]{2}")
_GLUED_CODE: Final = re.compile(r"[a-z]{3,}(?:id|cod|code|nr|num|numeric)")
_IN_ID: Final = (
    "acid android asteroid avid bid covid fluid grid humid hybrid invalid kid liquid orchid paid plaid"
    " prepaid pyramid rapid rigid solid squid steroid unpaid valid vivid void"
).split()
"""Words that end like codes."""
_SORTED: Final = ("item", "line", "model", "order", "page", "row", "sort", "type")
"""Words before "index" that make it a place in a list; a price index is an amount."""
_UNSEEN: Final = "avatar hash icon icons logo permalink slug thumbnail".split()
"""Last words of headers below which stand texts for programs."""
_REDUCED: Final = ("discount", "discounts", "rebate", "reduction", "markdown", "savings", "saving", "off")
_REMARKS: Final = "note notes comment comments remark remarks description summary abstract bio".split()


@frozen
class SlotColumn:
    """A column that becomes a slot."""

    name: str
    header: Header
    reading: ColumnReading
    ruled: bool
    """Whether rules may be about the column."""
    index: int = 0
    """The index of the column in the table."""

    @property
    def missing(self) -> bool:
        """Whether some row lacks the value."""
        unread = None in self.reading.cells
        return unread or ("" in self.reading.cells and not self.empty_items)

    @property
    def empty_items(self) -> bool:
        """Whether empty cells are sets or lists without items."""
        least = self.reading.settings.get("min_items", 0) == 0
        return self.reading.several and least and "none" not in self.reading.cells


def reason_without_rules(header: Header, reading: ColumnReading, cells: Cells) -> str:
    """Returns why nobody would ask for the column's values; empty where people may."""
    if _is_coordinate(header, reading):
        return "a place on the map"
    if (reading.worded or reading.kind == "quantity") and header.ends(*_REMARKS):
        return "remarks"
    if _is_name(header) and reading.kind == "category":
        return "what options are called"
    if header.ends(*_UNSEEN):
        return "made for programs"
    if reading.kind == "quantity" and _is_part_of_date(header):
        return "a part of a date"
    if reading.settings.get("unit") == "number" and header.ends("date", "timestamp"):
        return "a day in a form that is not known"
    if _is_code(header, reading):
        return "a code: its numbers stand for something"
    if header.has(*_REDUCED) and str(reading.settings.get("min", ""))[:1] == "-":
        return "a reduction below zero, of which 'over -20%' may be more or less"
    if len(header.words) >= 3 and header.begins(*_ASKING):
        return "a question to people"
    most_rows = max(cells.counts.values(), default=0)
    if most_rows > _NEARLY_ALL * len(cells.texts):
        return f"the same in {most_rows:,} of {len(cells.texts):,} rows"
    marks = reading.taken == "yes-no:mark"
    sparse = not marks and cells.present < (1 - _MOSTLY_MISSING) * len(cells.texts)
    return "missing in most rows" if sparse else ""


def _is_code(header: Header, reading: ColumnReading) -> bool:
    """Returns whether whole numbers stand for places or groups: a state of 93, a townid of 12."""
    whole = reading.settings.get("unit") == "number" and not reading.settings.get("decimals")
    last = header.words[-1] if header.words else ""
    indexed = header.ends("index") and header.words[-2:-1] and header.words[-2] in _SORTED
    coded = indexed or header.ends("numeric", *_CODED) or (_GLUED_CODE.fullmatch(last) and last not in _IN_ID)
    return whole and bool(coded)


def _is_part_of_date(header: Header) -> bool:
    """Returns whether the column numbers days or months: "month", or "month sold" and "birth month"."""
    first, last = (*header.words, "", "")[:2]
    done = last.endswith("ed") or last in ("sold", "built", "born", "of")
    alone = first in _PARTS_OF_DATES and (done or not last)
    return alone or (last in _PARTS_OF_DATES and first in ("birth", "start", "end", "release", "sale"))


def _is_name(header: Header) -> bool:
    """Returns whether the column holds the names of the options."""
    return header.ends("name", "title") and (len(header.words) == 1 or header.words[-2] in _NAMED)


def _is_coordinate(header: Header, reading: ColumnReading) -> bool:
    """Returns whether the column holds a geographic coordinate."""
    placed = header.ends(*_PLACES) and (len(header.words) == 1 or header.words[0] in _PLACED)
    return reading.kind == "quantity" and placed and reading.settings["unit"] == "number"


_USES: Final = (
    (60, "price cost fare rent salary fee wage premium msrp total amount budget revenue gross"),
    (50, "rating score stars star review reviews rank grade votes"),
    (45, "area size sqft surface weight bedrooms bathrooms beds baths rooms seats doors capacity mileage"),
    (45, "duration runtime length distance storage memory ram battery power horsepower economy speed"),
    (45, "height calories"),
    (40, "year date age departure arrival start end released built season month"),
    (40, "brand make manufacturer type category genre color colour material city country region"),
    (40, "neighborhood cuisine fuel transmission class style condition status species breed airline"),
    (40, "carrier platform language"),
)
_WORTH_OF_USE: Final = {word: points for points, words in _USES for word in words.split()}
_USED_FOR_NAMES: Final = 20
"""The points of a name that says nothing about its use: more than those of a short form alone."""
_SHORTEST_WORD: Final = 4
"""The least number of letters of a value that is not a code."""
_MOST_WORDS: Final = 3
"""The number of words of a name that people say; each further word costs points."""


def newest(columns: Sequence[SlotColumn]) -> tuple[list[SlotColumn], list[SlotColumn]]:
    """Takes the rules from all but the latest of three or more columns that differ only in a year.

    Of "population 2000", "population 2010" and "population 2020" only the last is asked about: whoever asks
    for a town of some size means its size today.

    Returns:
        All columns, and those that lose their rules.
    """
    series: dict[tuple[str, ...], list[SlotColumn]] = {}
    for column in columns:
        words = column.header.words
        stem = tuple(word for word in words if not _YEAR.fullmatch(word))
        if column.ruled and column.reading.kind == "quantity" and stem and len(stem) < len(words):
            series.setdefault(stem, []).append(column)
    earlier = [
        column for alike in series.values() if len(alike) >= 3 for column in sorted(alike, key=_years)[:-1]
    ]
    names = {column.name for column in earlier}
    return [evolve(column, ruled=column.ruled and column.name not in names) for column in columns], earlier


def _years(column: SlotColumn) -> list[str]:
    return sorted(filter(_YEAR.fullmatch, column.header.words), reverse=True)


def worth(column: SlotColumn) -> int:
    """Returns how much asking about a column is worth, in points for what its name says and how evenly it
    splits the rows.

    Points are taken off for a name that nobody would say, missing values, and values that hardly differ or
    hardly repeat.
    """
    reading = column.reading
    points = worth_of_name(column.header, paid=reading.settings.get("unit") == "money")
    cells = [cell for cell in reading.cells if cell]
    coded = all(len(cell) < _SHORTEST_WORD and not cell.islower() for cell in cells)
    points -= 20 * (reading.kind == "category" and coded)
    counts = Counter(cells)
    rows = len(reading.cells) or 1
    split = 100 - 100 * sum(number * number for number in counts.values()) // max(1, len(cells) ** 2)
    if reading.kind in ("boolean", "category"):
        split = split * 2 // 3 if 2 * len(counts) > len(cells) else split
    return points + split * 3 // 10 - 40 * (rows - len(cells)) // rows


def worth_of_name(header: Header, *, paid: bool = False) -> int:
    """Returns the points for what the name of a column says of its use.

    Args:
        paid: whether the column holds money.
    """
    points = max((_WORTH_OF_USE.get(word, _USED_FOR_NAMES) for word in header.words), default=0)
    points = max(points, _WORTH_OF_USE["price"]) if paid else points
    points -= 30 * bool(short_forms(header)) + 5 * max(0, len(header.words) - _MOST_WORDS)
    return points - 15 * any(any(map(str.isdigit, word)) for word in header.words)


def _numbered_alike(columns: Sequence[SlotColumn]) -> Iterator[str]:
    """Yields the names of columns that differ from three others only in their number or letter: "score 4" to
    "score 90" would leave no room for a price or a brand.
    """
    counts = Counter[tuple[str, ...]]()
    for column in columns:
        stem = tuple(word for word in column.header.words if not (word.isdecimal() or len(word) == 1))
        if len(stem) < len(column.header.words):
            counts[stem] += 1
            if counts[stem] > 3:
                yield column.name


def limited(
    columns: Sequence[SlotColumn], most: int
) -> tuple[tuple[SlotColumn, ...], tuple[SlotColumn, ...], tuple[SlotColumn, ...]]:
    """Returns the columns that an option shows, those of them that are too many to ask about, and the rest.

    Where there are too many, those of the greatest worth keep their rules; their order in the table only
    breaks ties.

    Args:
        most: the number of columns that an option shows.
    """
    ruled = [column for column in columns if column.ruled]
    alike = frozenset(_numbered_alike(columns))
    truths = [
        column.name for column in ruled if column.reading.kind == "boolean" and column.name not in alike
    ]
    late = alike.union(truths[_MOST_TRUTHS:])
    ruled.sort(key=lambda column: (column.name in late, -worth(column)))
    asked, too_many = ruled[:MOST_RULED], ruled[MOST_RULED:]
    unasked = [column for column in columns if not column.ruled]
    unasked.sort(key=lambda column: not _is_name(column.header))
    name_count = sum(_is_name(column.header) for column in unasked[:1])
    useful = [column for column in too_many if column.name not in late]
    rest = [*unasked[:name_count], *useful, *unasked[name_count:], *too_many[len(useful) :]]
    shown = {column.name for column in (*asked, *rest[: most - len(asked)])}
    without_rules = {column.name for column in too_many}
    shown_columns = tuple(
        evolve(column, ruled=column.ruled and column.name not in without_rules)
        for column in columns
        if column.name in shown
    )
    unruled = tuple(column for column in columns if column.name in without_rules & shown)
    return shown_columns, unruled, tuple(column for column in columns if column.name not in shown)
