"""Holds the types of columns that `--types` and import.yaml name: money:EUR, date:dmy, words and others."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from attrs import evolve, frozen

from cocoa_core.domain.kinds import LONGEST_DURATION
from cocoa_core.importing.columns.cells import Cells, ColumnReading
from cocoa_core.importing.columns.units import MINUTES, WORD_MARKS, shown_unit
from cocoa_core.importing.kinds.boolean import read_marks, read_truths
from cocoa_core.importing.kinds.category import read_as_words, read_months, shown_text
from cocoa_core.importing.kinds.clock import read_as_time
from cocoa_core.importing.kinds.date import COMPACT, read_as_date
from cocoa_core.importing.kinds.duration import duration_reading, read_minutes
from cocoa_core.importing.kinds.number_columns import read_as_minutes, read_as_quantity
from cocoa_core.importing.kinds.number_forms import REWRITTEN, read_rewritten, read_unmarked
from cocoa_core.importing.kinds.set import SEPARATORS, read_as_items
from cocoa_core.lexicon import CURRENCIES


@frozen
class ColumnType:
    """The type of a column."""

    name: str
    """A key of TYPES."""
    detail: str = ""
    """What follows the colon: a currency's code, a unit, an order or a separator; may be empty."""
    missing: tuple[str, ...] = ()
    """Words of this column that stand for missing values, beside the usual ones: "count without -1"."""
    values: tuple[str, ...] = ()
    """Words of this column that are values although they look missing, "words with NA", or that stand for
    zero: "money:USD with free as 0".
    """
    per: str = ""
    """What amounts of money are paid for, where cells may say so: "money:USD per night"."""

    def __str__(self) -> str:
        """Returns the type as `--types` has it."""
        named = f"{self.name}:{self.detail}" if self.detail else self.name
        rate = [f" per {self.per}"] if self.per else []
        words = [f" without {word}" for word in self.missing] + [f" with {word}" for word in self.values]
        return "".join([named, *rate, *words])


@frozen
class _Type:
    """A type with its reader."""

    example: str
    """The type with a detail, for messages."""
    read: Callable[[Cells, str], ColumnReading | None]
    """Returns the column read as the type with a detail; None where no cell can be read."""
    details: tuple[str, ...] | Callable[[str], bool] = ()
    """The details that are allowed, or a function that returns whether one is."""
    needed: bool = False
    """Whether a detail has to be given."""

    def takes(self, detail: str) -> bool:
        if not detail:
            return not self.needed
        return self.details(detail) if callable(self.details) else detail in self.details


def _durations(cells: Cells, detail: str) -> ColumnReading | None:
    if detail in MINUTES:
        return read_as_minutes(cells, detail)
    if detail in _REWRITTEN_DURATIONS:
        pattern, replacement, name = _REWRITTEN_DURATIONS[detail]
        plain = cells.rewritten(lambda text: pattern.sub(replacement, text))
        return _durations(plain, name)
    read = cells.readings(lambda text: read_minutes(text, detail == "colon")) or {}
    minutes_of = {text: minutes for text, minutes in read.items() if minutes <= LONGEST_DURATION}
    taken = "duration:colon" if detail == "colon" else "duration"
    return duration_reading(cells, minutes_of, "a duration, as told", taken) if minutes_of else None


_REWRITTEN_DURATIONS: Final = {
    "m": (re.compile(r"(?<=[0-9]) ?[mM'′]$"), " min", ""),
    "point": (re.compile(r"^([0-9]{1,4})\.([0-5][0-9])$"), r"\1:\2", "colon"),
}
"""Durations that are rewritten first: with "m", "35M" is 35 minutes; with "point", 1.30 is 1 h 30 min."""


def _rewritten(name: str) -> _Type:
    return _Type(
        f"{name}:USD",
        lambda cells, detail: read_rewritten(cells, name, detail),
        lambda detail: detail == "percent" or detail in CURRENCIES or shown_unit(detail) == detail,
    )


def _quantity(name: str) -> Callable[[Cells, str], ColumnReading | None]:
    return lambda cells, detail: read_as_quantity(cells, name, detail)


def _is_rating_maximum(detail: str) -> bool:
    return detail.isdecimal() and 2 <= int(detail) <= 1000


TYPES: Final[Mapping[str, _Type]] = {
    "number": _Type("number:kg", _quantity("number"), lambda detail: shown_unit(detail) == detail),
    "money": _Type("money:EUR", _quantity("money"), tuple(CURRENCIES), needed=True),
    "percent": _Type("percent", _quantity("percent"), ("fraction", "points")),
    "rating": _Type("rating:5", _quantity("rating"), _is_rating_maximum, needed=True),
    "count": _Type("count", _quantity("count")),
    "year": _Type("year", _quantity("year")),
    "duration": _Type("duration:min", _durations, ("colon", *_REWRITTEN_DURATIONS, *MINUTES)),
    "time": _Type("time", read_as_time, ("hhmm", "late", "point")),
    "date": _Type("date:dmy", read_as_date, ("dmy", "mdy", "excel", "year", "local", "utc", *COMPACT)),
    "yes-no": _Type(
        "yes-no", lambda cells, detail: (read_marks if detail else read_truths)(cells), ("mark",)
    ),
    "words": _Type("words", lambda cells, _: read_as_words(cells)),
    "text": _Type("text", lambda cells, _: shown_text(cells)),
    "months": _Type("months", lambda cells, _: read_months(cells)),
    "set": _Type(
        "set:comma", lambda cells, detail: read_as_items(cells, "set", detail), tuple(SEPARATORS), True
    ),
    "list": _Type(
        "list:semicolon",
        lambda cells, detail: read_as_items(cells, "list", detail),
        tuple(SEPARATORS),
        True,
    ),
    **{name: _rewritten(name) for name in REWRITTEN if name != "seconds"},
    "unmarked": _Type("unmarked", lambda cells, _: read_unmarked(cells)),
    "seconds": _Type("seconds", lambda cells, _: read_rewritten(cells, "seconds", "")),
}
_WORD_CLAUSE: Final = re.compile(r" (with|without) +(?=\S)")
_RATED_TYPE: Final = re.compile(
    rf"(?P<type>money:[A-Za-z]{{3}}|number(?::(?:{'|'.join(map(re.escape, WORD_MARKS))}))?) per (?P<per>.+)"
)
"""Types of money with what it is paid for. In "number:km per day" the unit is a rate."""
AS_ZERO: Final = " as 0"
"""The suffix of a "with" clause whose word stands for zero: "with free as 0"."""
_WORD_TYPES: Final = ("words", "text", "set")
NUMBERED_TYPES: Final = ("number", "money", "percent", "rating", "duration")
"""Types whose cells show the decimal sign of the file."""


def column_type(text: str) -> ColumnType:
    """Returns the type that a text such as "money:EUR" names.

    Words of the column may follow that are missing values, or are not: "count without -1 with NA".

    Raises:
        ValueError: the text names no type.
    """
    text, *clauses = _WORD_CLAUSE.split(text.strip())
    words: dict[str, list[str]] = {"with": [], "without": []}
    for preposition, word in zip(clauses[::2], clauses[1::2], strict=True):
        words[preposition].append(word.strip())
    rated = _RATED_TYPE.fullmatch(text)
    text, per = (rated["type"], rated["per"]) if rated else (text, "")
    name, _, detail = text.strip().partition(":")
    known_type = TYPES.get(name.strip().casefold())
    if known_type is None:
        raise ValueError("expected one of " + ", ".join(every_type.example for every_type in TYPES.values()))
    detail = detail.strip()
    detail = detail.upper() if name == "money" or detail.upper() in CURRENCIES else detail
    if not known_type.takes(detail):
        details = () if callable(known_type.details) else known_type.details[:12]
        choices = "" if callable(known_type.details) else f" with {', '.join(details)} after the colon"
        raise ValueError(f"expected a type such as {known_type.example}{choices}")
    missing, values = tuple(words["without"]), tuple(words["with"])
    return ColumnType(name.strip().casefold(), detail, missing, values, per.strip())


def read_as(cells: Cells, given_type: ColumnType) -> ColumnReading | None:
    """Returns the column read as the type, whatever its cells look like; None where no cell can be read so.

    Cells that cannot be read are None. "none" is a value among words, as it is where the type is guessed.
    """
    cells = evolve(with_type_words(cells, given_type), forced=True)
    zeros = {word.removesuffix(AS_ZERO).casefold() for word in given_type.values if word.endswith(AS_ZERO)}
    if zeros:
        cells = cells.rewritten(lambda text: "0" if text.casefold() in zeros else text)
    if given_type.name in _WORD_TYPES:
        cells = cells.with_none() or cells
    reading = TYPES[given_type.name].read(cells, given_type.detail)
    return None if reading is None else evolve(reading, taken=str(given_type))


def with_type_words(cells: Cells, given_type: ColumnType) -> Cells:
    """Applies the words of a type to a column: "without" words become missing, "with" words become values,
    and the rate that amounts are paid for is removed.
    """
    cells = cells.without(given_type.missing).having(given_type.values)
    return cells.unrated(given_type.per) if given_type.per else cells
