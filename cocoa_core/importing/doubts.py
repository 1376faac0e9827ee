"""Finds doubts: cells that have two readings, where their column does not decide between them.

A doubt is never settled by a guess. PATTERNS is the one table of such cells; `doubt_of` returns the doubt of
a column, with every reading and what it makes of three rows. An author settles a doubt with one of its
answers; each answer is a flag of the command line (`--types COLUMN=TYPE`) and an entry of import.yaml
(`read_as`). `option_rows` refuses an import with an open doubt; `guessing` only reports it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from decimal import Decimal
from shlex import quote
from typing import Final

from attrs import evolve, field, frozen

from cocoa_core.importing.choices import Choices
from cocoa_core.importing.column_types import AS_ZERO, ColumnType, column_type, read_as
from cocoa_core.importing.columns.cells import TOLERATED, Cells, ColumnReading
from cocoa_core.importing.columns.header import HEADER_HUNDREDTHS, HEADER_SCALE, hundredths_currency
from cocoa_core.importing.columns.measures import names_money
from cocoa_core.importing.columns.units import MINUTES, MONEY_SIGNS, shown_unit
from cocoa_core.importing.conventions import DayOrder, DecimalSign
from cocoa_core.importing.kinds.clock import CLOCK_WORDS, HOURS_AS_ONE
from cocoa_core.importing.kinds.date import DATE_WORDS, zone_days
from cocoa_core.importing.kinds.duration import DURATION_WORDS, read_durations, read_minutes
from cocoa_core.importing.kinds.number_columns import read_numbers
from cocoa_core.importing.kinds.number_forms import MARK_AFTER, MARK_BEFORE, REWRITTEN, amount_detail
from cocoa_core.importing.kinds.printed_amounts import read_amount
from cocoa_core.lexicon import CURRENCIES

_EXAMPLES: Final = 3
_MOSTLY: Final = 0.9
"""The share of a column's values that has to match a pattern, else the column is read as words."""

Guess = Callable[[Cells], ColumnReading | None]
"""Returns how a column is read where nothing is doubtful; None where it cannot be shown."""


@frozen
class DoubtPattern:
    """A kind of cell that has several readings."""

    name: str
    """The name of the pattern: "unit letter"."""
    reason: str
    """The readings in words, for the report: "millions, minutes or metres"."""
    text: re.Pattern[str]
    """Matches a whole doubtful cell, or with `missing` a word for missing values."""
    types: tuple[str, ...]
    """The readings, written as for `--types`; the placeholders {detail}, {guess}, {rest}, {scale}, {plain},
    {clock}, {without}, {zero} and {unit} are filled in for a column.
    """
    cells: tuple[str, ...]
    """Cells of an example column that must not be guessed."""
    header: str = "amount"
    """The header of the example column."""
    beside: re.Pattern[str] | None = None
    """Matches the other cells that such a column may hold as well."""
    settling_cells: re.Pattern[str] | None = None
    """Settles the doubt where it is found in any cell."""
    settling_words: tuple[str, ...] = ()
    """Words of the header that settle the doubt."""
    needed_words: tuple[str, ...] = ()
    """Words of the header without which there is no doubt; empty where none is needed."""
    header_text: re.Pattern[str] | None = None
    """Has to be found in the header, where it is set."""
    missing: bool = False
    """Whether the doubtful texts are among the words for missing values."""
    test: Callable[[Cells, Sequence[str]], bool] = lambda _cells, _texts: True
    """Returns whether the matching texts of a column are doubtful; by default they are."""

    def texts(self, cells: Cells) -> tuple[str, ...]:
        """Returns the doubtful texts of a column, the most frequent first; none where it settles them."""
        header = cells.header
        if header.has(*self.settling_words) or (self.needed_words and not header.has(*self.needed_words)):
            return ()
        if self.header_text is not None and not self.header_text.search(header.text):
            return ()
        counts = cells.missing if self.missing else cells.counts
        matches = [text for text in counts if self.text.fullmatch(text)]
        if not matches:
            return ()
        if self.settling_cells and any(map(self.settling_cells.search, cells.counts)):
            return ()
        if not self.missing:
            beside = self.beside
            matching_rows = sum(
                count
                for text, count in counts.items()
                if self.text.fullmatch(text) or (beside is not None and beside.fullmatch(text))
            )
            if matching_rows < _MOSTLY * cells.present:
                return ()
        if not self.test(cells, matches):
            return ()
        return tuple(sorted(matches, key=lambda text: (-counts[text], text)))


@frozen
class Example:
    """A row with a doubtful cell."""

    line: int
    cell: str
    row: tuple[str, ...] = ()
    """All cells of the row."""


@frozen
class DoubtAnswer:
    """One reading of a doubt."""

    values: tuple[str, ...]
    """The value that this reading gives each example of the doubt; empty for a cell that becomes missing."""
    column_type: ColumnType | None = None
    """The type of the column. Exactly one of `column_type`, `decimal` and `order` is set."""
    decimal: DecimalSign | None = None
    """The decimal sign of the whole file, where the answer is one."""
    order: DayOrder | None = None
    """The order of day and month in the whole file, where the answer is one."""

    def meanings(self) -> tuple[str, ...]:
        """Returns the values as a person writes them: "67,000,000", "25%", "67 m"; "missing" for no value."""
        values, column_type = self.values, self.column_type
        if column_type is not None and column_type.name in ("number", "money", "percent", *REWRITTEN):
            detail = f" {column_type.detail}" if column_type.detail else ""
            unit = {"percent": "%", "seconds": " s"}.get(column_type.name, detail)
            values = tuple([value and f"{Decimal(value):,}{unit}" for value in values])
        return tuple([value or "missing" for value in values])

    def flag(self, column: str) -> str:
        """Returns the flag of the command line that gives this answer for a column."""
        if self.column_type is not None:
            return f"--types {quote(f'{column}={self.column_type}')}"
        if self.decimal is not None:
            return f"--decimal {'comma' if self.decimal == ',' else 'point'}"
        return f"--dates {self.order}"


@frozen
class Doubt:
    """Cells of a column that could be read in several ways."""

    column: str
    """The text of the column's header, or its label where the header is empty."""
    reason: str
    """The readings in words."""
    examples: tuple[Example, ...]
    answers: tuple[DoubtAnswer, ...]
    weight: int
    """How much hangs on the answer: the number of rows that it changes, doubled for money because a wrong
    price does the most harm. Doubts are put to the author in descending order of weight.
    """
    columns: tuple[str, ...] = field(default=())
    """All columns that the same answer settles."""

    def sentence(self) -> str:
        """Returns the doubt and the flags that settle it as one sentence without a full stop."""
        shown = ", ".join(repr(example.cell) for example in self.examples)
        return f"{shown} could be {self.reason}: kept as text; {self.flags()} settles it"

    def flags(self) -> str:
        """Returns the flags, one for each reading."""
        return " or ".join(answer.flag(self.column) for answer in self.answers)

    def settle(self, answer: DoubtAnswer, choices: Choices) -> Choices:
        """Returns the choices with this answer added."""
        if answer.column_type is not None:
            return evolve(choices, types={**choices.types, self.column: answer.column_type})
        if answer.decimal is not None:
            return evolve(choices, decimal=answer.decimal)
        return evolve(choices, order=answer.order)


_CURRENCY: Final = rf"(?:[A-Z]{{0,3}}[{MONEY_SIGNS}￥]|[A-Z]{{3}}(?![A-Z]))"
_DIGITS: Final = r"(?:[0-9][0-9.,'’ \u00a0\u202f]*|\.[0-9]+)"
_AMOUNT: Final = re.compile(
    rf"{_CURRENCY}? ?[-+−]?{_CURRENCY}? ?{_DIGITS} ?(?:%|{_CURRENCY}|[A-Za-z°/²³]{{1,5}})?"
)
_BARE: Final = re.compile(rf"[-+−]?{_DIGITS}")
_UNIT: Final = rf"(?:%|{_CURRENCY}|[A-Za-z°/²³]{{1,10}})"
_MARKED: Final = rf"{_CURRENCY}? ?[-+−]?{_CURRENCY}? ?{_DIGITS} ?{_UNIT}?"
"""An amount beside "about" or a plus sign, with a unit in letters or as a word."""


def _letter(
    letters: str,
    reason: str,
    types: tuple[str, ...],
    example: str,
    settling_cells: str,
    settling_words: str = "",
) -> DoubtPattern:
    """Returns the pattern of numbers before a letter. `example` has a header and cells: "budget: 35L 12L"."""
    header, _, cells = example.partition(": ")
    return DoubtPattern(
        "unit letter",
        reason,
        re.compile(rf"[-+−]?{_DIGITS} ?[{letters}]"),
        types,
        tuple(cells.split()),
        header,
        beside=_BARE,
        settling_cells=re.compile(settling_cells),
        settling_words=tuple(settling_words.split()),
    )


_LENGTH_WORDS: Final = (
    "height width depth distance altitude elevation diameter thickness tall wide deep draught beam wingspan"
    " radius circumference perimeter"
)
_LASTING_WORDS: Final = " ".join(word for word in DURATION_WORDS if word not in ("length", "span"))
_TIMES: Final = r"[0-9] ?(?:[hH]|hrs?|hours?|mins?|minutes?|secs?|s)(?![a-zA-Z])"
_METRES: Final = r"[0-9] ?(?:[ckm]m|ft|feet|inch|in|yd|mi)(?![a-zA-Z])"
_SCALED: Final = r"[0-9] ?(?:[KkBb]|bn|Mrd|Mio)\.?(?![a-zA-Z])"
_SMALLEST: Final = Decimal("0.00005")
"""What is nearer to zero is zero once it is rounded to four decimals, the most that a quantity has."""
_SENTINELS: Final = re.compile(
    r"-(?:[1-9]|([789])\1{1,4}|32768)(?:\.0+)?|(?:([789])\2{2,5}|32767|65535|2147483647)(?:\.0+|\.99)?"
)
_USUAL_SENTINELS: Final = (-1, -9, *(-int(digit * count) for digit in "789" for count in range(2, 6)), -32768)
"""Numbers for a missing value even if they occur once; for -2 and the like see `_repeated_sentinels`."""
_FAR_APART: Final = 5
"""How many times larger than every other number a single sentinel such as 999 or -999 is."""
_SIGNED_WORDS: Final = (
    "temp temperature latitude longitude lat lon lng change delta difference diff balance profit loss net"
    " margin growth return returns variation deviation offset correlation sentiment elevation altitude gain"
)
_TRAVEL_WORDS: Final = (
    "travel travelling traveling flight train bus driving drive layover journey trip commute connection"
    " transfer walking walk fahrzeit reisezeit flugzeit"
)
_FOREIGN_CLOCK_WORDS: Final = (
    "heure heures horaire horaires départ arrivée arrivee ouverture fermeture début debut fin hora horas"
    " horário horario salida llegada apertura cierre partida chegada abertura fechamento abfahrt ankunft"
    " uhrzeit beginn ende partenza arrivo orario"
).split()
"""Words of French, Spanish, Portuguese, German and Italian headers below which 22h05 is a time of day."""
_LASTS: Final = "lasts runtime minutes"
_HAPPENED: Final = "booked ordered shipped created updated posted released published added modified delivered"
_DAY_WORDS: Final = (*DATE_WORDS, *_HAPPENED.split())
_YEAR: Final = re.compile(r"(?<![0-9])(?:1[0-9]|2[01])[0-9]{2}(?![0-9])")
_RADIO_WORDS: Final = "network networks generation mobile cellular connectivity signal technology".split()
_RACE_WORDS: Final = (
    "lap race best finish finishing winning record split run running song play track elapsed".split()
)


def _numbers(texts: Sequence[str]) -> dict[str, Decimal]:
    numbers = {}
    for text in texts:
        try:
            numbers[text] = read_amount(text).number
        except ValueError:
            continue
    return numbers


def _sentinel(cells: Cells, texts: Sequence[str]) -> bool:
    """Returns whether the texts lie apart from all other numbers of the column.

    Negative texts lie apart where no other number is below zero (unusual ones have to meet
    `_repeated_sentinels` as well). A positive text lies apart where it is more than twice the largest other
    number, and either occurs again or is more than five times that number: a single 999 beside prices up to
    500 may well be a price.
    """
    others = list(_numbers([text for text in cells.counts if text not in texts]).values())
    if len(others) < _EXAMPLES:
        return False
    low, high = min(others), max(others)
    negative = {text: number for text, number in _numbers(texts).items() if number < 0}
    if negative and low >= 0:
        usual = all(number in _USUAL_SENTINELS for number in negative.values())
        return usual or _repeated_sentinels(cells, negative, high)
    for text, number in _numbers(texts).items():
        if number > 2 * high > 0 and (cells.counts[text] > 1 or number > _FAR_APART * high):
            return True
    return False


def _far_below(cells: Cells, texts: Sequence[str]) -> bool:
    """Returns whether the texts are numbers far below all others, some of which may be below zero."""
    others = [abs(number) for text, number in _numbers(list(cells.counts)).items() if text not in texts]
    lowest = [-number for number in _numbers(texts).values()]
    return len(others) >= _EXAMPLES and min(lowest) > _FAR_APART * max(others)


def _repeated_sentinels(cells: Cells, negative: Mapping[str, Decimal], high: Decimal) -> bool:
    """Returns whether negative numbers such as -2 look like sentinels: one or two of them, each repeated,
    beside a number at least three times as large. Small changes and differences (-3 to 4) are about as large
    as the positive numbers, and have more different values.
    """
    repeated = sum(cells.counts[text] for text in negative) > len(negative)
    return len(negative) <= 2 and repeated and high >= -3 * min(negative.values())


def _far_day(cells: Cells, texts: Sequence[str]) -> bool:
    """Returns whether the years of all other days lie from 1980 to 2089."""
    others = [_YEAR.search(text) for text in cells.counts if text not in texts]
    years = [int(match[0]) for match in others if match is not None]
    return len(years) >= _EXAMPLES and all(1980 <= year < 2090 for year in years)


def _beside_years(cells: Cells, texts: Sequence[str]) -> bool:
    """Returns whether all other cells are years."""
    others = [text for text in cells.counts if text not in texts]
    return len(others) >= _EXAMPLES and all(map(_YEAR.fullmatch, others))


def _codes_of_two(cells: Cells, _texts: Sequence[str]) -> bool:
    """Returns whether all other words consist of two capitals, as codes of countries and continents do."""
    return len(cells.counts) >= _EXAMPLES and all(re.fullmatch(r"[A-Z]{2}", text) for text in cells.counts)


def _clock_or_not(cells: Cells, texts: Sequence[str]) -> bool:
    """Returns whether nothing says that the cells are times of day, or that they are hours and minutes.

    They are times of day where no hour reaches 24, the header does not name a duration, and either the header
    names a time of day, or every hour has two digits and one is later than 12. They are hours and minutes
    where the header has the unit h or the format h:mm.
    """
    header = cells.header
    hours = [int(text.partition(":")[0]) for text in texts]
    lasts = header.has(*DURATION_WORDS, *_RACE_WORDS)
    if header.unit == "h" or re.search(r"h+:m+", header.text, re.IGNORECASE):
        return False
    if max(hours) < 24 and not lasts:
        padded = all(len(text.partition(":")[0]) == 2 for text in texts)
        return not (header.has(*CLOCK_WORDS) or (padded and max(hours) > 12))
    return True


def _hhmm(cells: Cells, texts: Sequence[str]) -> bool:
    """Returns whether numbers such as 900 and 2130 are too few, reach 2400 or end before noon."""
    values = [int(text.partition(".")[0]) for text in texts]
    if any(value % 100 > 59 or value > 2400 for value in values) or max(values) < 100:
        return False
    if max(values) < 1200 and set(cells.header.words) <= {"time", "start", "end"}:
        return False  # days and seconds under "time", as in tables of survival
    return 2400 in values or len(values) < 20 or max(values) < 1200


def _fractions(cells: Cells, texts: Sequence[str]) -> bool:
    """Returns whether other cells have a percent sign, or the header has one and no number is above 1."""
    if any("%" in text for text in cells.counts):
        return True
    return cells.header.unit == "%" and all(number <= 1 for number in _numbers(list(cells.counts)).values())


def _odd_groups(cells: Cells, texts: Sequence[str]) -> bool:
    """Returns whether some text is no number although every last group has three digits: "1,2,300"."""
    grouped = all(len(re.split(r"[^0-9]", text)[-1]) == 3 for text in texts)
    return grouped and len(_numbers(texts)) < len(texts)


def _thousands_or_thousandths(cells: Cells, texts: Sequence[str]) -> bool:
    """Returns whether the column holds money and the file is not known to use decimal commas, so that 1.250
    may be 1,250 or 1.25.
    """
    paid = names_money(cells.header) or cells.header.unit in CURRENCIES
    signed = any(re.search(r"[$€£¥₹]|kr|zł", text) for text in texts)
    return cells.decimal != "," and (paid or signed)


def _only_zeros(cells: Cells, texts: Sequence[str]) -> bool:
    """Returns whether the file has the sign of these texts before decimals, and yet each has a sign and zeros
    behind it, and some number has two digits before them, as no measure has: 94.000 km.
    """
    sign = cells.decimal
    signed = sign is not None and all(sign in text for text in texts)
    return signed and len(texts) == len(cells.counts) and any(text[1:2].isdigit() for text in texts)


def _commas_in_points(cells: Cells, texts: Sequence[str]) -> bool:
    """Returns whether the commas may separate items: the file is not known to use decimal commas, and the
    header names neither money nor a unit.
    """
    paid = names_money(cells.header)
    return cells.decimal != "," and not (paid or cells.header.unit)


def _units_beside(cells: Cells) -> tuple[str, ...]:
    """Returns the types that give a number without a unit one of the units of the other cells.

    Empty where the column can be read as it is, or where a cell has no unit that can be said.
    """
    if read_numbers(cells) is not None or read_durations(cells) is not None:
        return ()
    units = dict.fromkeys([_unit_beside(text) for text in cells.counts if not _BARE.fullmatch(text)])
    if not units or None in units:
        return ()
    lasting = units.keys() <= {*MINUTES, _MIXED}
    types = [f"duration:{unit}" for unit in ("min", "h")] if lasting else [f"number:{unit}" for unit in units]
    return tuple(types)


_MIXED: Final = "h min"


def _unit_beside(text: str) -> str | None:
    """Returns the unit of an amount, `_MIXED` for a duration in several units; None for other texts."""
    try:
        return shown_unit(read_amount(text).unit)
    except ValueError:
        pass
    try:
        read_minutes(text)
    except ValueError:
        return None
    return _MIXED


def _zones(cells: Cells, texts: Sequence[str]) -> bool:
    """Returns whether the zones differ, or some are missing, and some day is another day in UTC."""
    zones = {zone_days(text)[0] for text in cells.counts}
    return len(zones) > 1 and any(local != utc for _, local, utc in map(zone_days, texts))


_FEW_WORDS: Final = 6
"""Up to so many different texts that all have marks are words: "4+", "9+", "12+" and "17+" for ages."""


def _inexact_amounts(cells: Cells, texts: Sequence[str]) -> bool:
    """Returns whether marks are on more cells than may be unreadable, and not on all or on many texts."""
    marked = sum(cells.counts[text] for text in texts)
    return marked > cells.tolerated_rows() and (marked < cells.present or len(texts) > _FEW_WORDS)


_FREE: Final = re.compile(
    r"free(?: of charge)?|no charge|complimentary|gratis|gratuit|kostenlos|included", re.IGNORECASE
)
_UNPRICED: Final = (
    r"tb[acd]|t\.b\.[acd]\.|p\.?o\.?a\.?|(?:price )?(?:up)?on (?:request|application)|ask(?: for price)?"
    r"|sold(?: out)?|call(?: us| for (?:a )?(?:price|quote))?|contact(?: us| sales)?|varies|negotiable|custom"
    r"|unavailable|out of stock|auf anfrage|ausverkauft|sur demande"
)
"""Words in a column of amounts where none is given."""
_MOST_WORDS: Final = 12
"""The most different words among amounts that a flag names."""


def _among_amounts(cells: Cells, texts: Sequence[str]) -> bool:
    """Returns whether half of the rows or more have amounts. A few that are not given are missing without a
    question, like other unreadable ones.
    """
    plain = all(re.fullmatch(_UNPRICED, text, re.IGNORECASE) for text in texts)
    if plain and sum(cells.counts[text] for text in texts) <= cells.tolerated_rows():
        return False
    amounts = sum(count for text, count in cells.counts.items() if _AMOUNT.fullmatch(text))
    return len(texts) <= _MOST_WORDS and 2 * amounts >= cells.present


PATTERNS: Final[tuple[DoubtPattern, ...]] = (
    DoubtPattern(
        "accounting negatives",
        "negative, as in accounting, or a number in brackets",
        re.compile(rf"{_CURRENCY}? ?\( ?{_CURRENCY}? ?{_DIGITS}(?:%|{_CURRENCY})? ?\) ?(?:%|{_CURRENCY})?"),
        ("accounting{detail}", "bracketed{detail}"),
        ("(1,200)", "(450)", "1,100", "300"),
        "balance",
        beside=_AMOUNT,
    ),
    DoubtPattern(
        "accounting negatives",
        "negative, as in accounting, or codes",
        re.compile(rf"{_CURRENCY}? ?{_DIGITS} ?[-−]"),
        ("accounting{detail}", "words"),
        ("1,200-", "450-", "1,100", "300"),
        "balance",
        beside=_AMOUNT,
    ),
    _letter(
        "mM",
        "millions, minutes or metres",
        ("abbreviated", "duration:m", "number:m"),
        "views: 35M 16M 6M 120M",
        f"{_TIMES}|{_METRES}|{_SCALED}",
        f"{_LENGTH_WORDS} {_LASTING_WORDS} {_TRAVEL_WORDS}",
    ),
    _letter(
        "L",
        "litres or lakhs (100,000)",
        ("number:L", "abbreviated"),
        "budget: 35L 12L 8L 20L",
        r"[0-9] ?(?:ml|cl|dl|l|litres?|liters?|[Cc]r|[Kk])(?![a-zA-Z])",
        "volume capacity tank fuel engine displacement bottle water oil milk pack boot trunk cargo luggage"
        " fridge drum",
    ),
    _letter(
        "G",
        "gigabytes or grams",
        ("number:GB", "number:g"),
        "size: 16G 32G 8G 64G",
        r"[0-9] ?(?:[MGTK]B|[MTK]|mg|kg)(?![a-zA-Z])",
        "memory ram storage disk ssd hdd drive rom weight mass protein fat sugar carbs fibre fiber generation"
        " network",
    ),
    _letter(
        "T",
        "tonnes, terabytes or trillions",
        ("number:t", "number:TB", "abbreviated"),
        "size: 5T 12T 3T 8T",
        r"[0-9] ?(?:[MGTK]B|[MGK]|kg|t)(?![a-zA-Z])",
        "weight mass payload load tonnage storage disk ssd hdd drive",
    ),
    _letter(
        "Kk",
        "thousands or words",
        ("abbreviated", "words"),
        "views: 35K 16K 6K 1.2K",
        r"[0-9] ?(?:[MmBb]|bn|KB|MB)(?![a-zA-Z])",
    ),
    _letter(
        "B",
        "billions or bytes",
        ("abbreviated", "number:B"),
        "parameters: 5B 1.2B 7B 3B",
        r"[0-9] ?(?:[MKk]|[KMGT]B)(?![a-zA-Z])",
    ),
    _letter(
        "D",
        "dimensions or days",
        ("words", "duration"),
        "format: 2D 3D 2D 4D",
        r"[0-9] ?[hHm](?![a-zA-Z])|[0-9] ?days?",
        " ".join(DURATION_WORDS),
    ),
    _letter(
        "Ww",
        "watts or weeks",
        ("number:W", "duration"),
        "bulb: 9W 60W 15W 7W",
        r"[0-9] ?(?:kW|MW|[dD]|days?)(?![a-zA-Z])",
        f"power wattage consumption age term notice pregnancy {_LASTING_WORDS}",
    ),
    DoubtPattern(
        "unit letter",
        "sizes, or minutes, days and weeks",
        re.compile(rf"{_DIGITS} ?[DHMSWY]"),
        ("words", "duration"),
        ("8M", "9W", "10M", "9M"),
        "size",
        test=lambda _cells, texts: len(_letters(texts)) > 1,
    ),
    DoubtPattern(
        "unit letter",
        "minutes or feet",
        re.compile(rf"{_DIGITS} ?['′]"),
        ("duration:m", "number:ft"),
        ("90'", "120'", "75'", "105'"),
        "lasts",
        needed_words=(*DURATION_WORDS, *_LASTS.split()),
    ),
    evolve(
        _letter(
            "s",
            "decades or seconds",
            ("words", "number:s"),
            "era: 90s 80s 70s 60s",
            r"[0-9] ?(?:ms|min|m|h)(?![a-zA-Z])|(?<![0-9])[0-9]s|[0-9][1-9]s",
            f"time delay latency seconds wait {_LASTING_WORDS}",
        ),
        text=re.compile("(?:1[5-9]|20)?[0-9]0'?s"),
    ),
    DoubtPattern(
        "clock or duration",
        "a time of day, hours and minutes, or minutes and seconds",
        re.compile(r"[0-9]{1,3}:[0-5][0-9]"),
        ("{clock}", "duration:colon", "seconds"),
        ("3:45", "2:48", "5:52", "4:29"),
        "length",
        beside=re.compile(r"[0-9]{1,3}:[0-5][0-9](?: ?[AaPp]\.?[Mm]\.?)?"),
        settling_cells=re.compile(r"^[0-9]{1,2}:[0-9]{2}:[0-9]{2}"),
        settling_words=tuple(_TRAVEL_WORDS.split()),
        test=lambda cells, texts: (
            _clock_or_not(cells, texts)
            and (len(texts) == len(cells.counts) or any(int(text.partition(":")[0]) > 23 for text in texts))
        ),
    ),
    DoubtPattern(
        "clock or duration",
        "a time of day, hours and minutes, or a decimal number",
        re.compile(r"(?:[01]?[0-9]|2[0-4])\.[0-5][0-9]"),
        ("time:point", "duration:point", "number"),
        ("9.30", "14.05", "10.45", "9.15"),
        "opens",
        needed_words=(*CLOCK_WORDS, *DURATION_WORDS, "time", "hours"),
    ),
    DoubtPattern(
        "clock or duration",
        "a time of day, or hours and minutes",
        re.compile(r"(?:[01]?[0-9]|2[0-3]) ?h ?[0-5][0-9]"),
        ("time:point", "duration"),
        ("9h30", "14h05", "10h45", "9h15"),
        "opens",
        needed_words=(*CLOCK_WORDS, *_FOREIGN_CLOCK_WORDS),
        settling_words=DURATION_WORDS,
    ),
    DoubtPattern(
        "clock or duration",
        "hours and minutes of the day, or a plain number",
        re.compile(r"[0-9]{3,4}(?:\.0)?"),
        ("time:hhmm", "number"),
        ("900", "2400", "1430", "2130"),
        "departs",
        needed_words=CLOCK_WORDS,
        beside=re.compile(r"[0-9]{1,4}(?:\.0)?"),
        settling_words=("year", "number", "price", "speed"),
        test=_hhmm,
    ),
    DoubtPattern(
        "compact date",
        "a day (year, month, day) or a plain number",
        re.compile(r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])"),
        ("date:yyyymmdd", "number"),
        ("20240301", "20241128", "20240921", "20240326"),
        "batch",
    ),
    DoubtPattern(
        "compact date",
        "a day with the day, or with the month first, or a plain number",
        re.compile(r"[0-3][0-9](?:0[1-9]|[12][0-9]|3[01])(?:19|20)[0-9]{2}"),
        ("date:ddmmyyyy", "date:mmddyyyy", "text"),
        ("01032024", "12112024", "05062024", "09102023"),
        "start date",
        needed_words=_DAY_WORDS,
    ),
    DoubtPattern(
        "compact date",
        "a day with the year, the day, or the month first, or a plain number",
        re.compile(r"[0-9]{2}(?:0[1-9]|[12][0-9]|3[01])[0-9]{2}"),
        ("date:yymmdd", "date:ddmmyy", "date:mmddyy", "text"),
        ("240301", "241128", "240921", "240326"),
        "start date",
        needed_words=_DAY_WORDS,
    ),
    DoubtPattern(
        "compact date",
        "a day in seconds since 1970, or a plain number",
        re.compile(r"1[0-9]{9}(?:[0-9]{3})?(?:\.0+)?"),
        ("date:unix", "text"),
        ("1709251200", "1711251200", "1713251200", "1708214400"),
        "created",
        needed_words=(*_DAY_WORDS, "time", "timestamp", "utc", "epoch", "ts"),
    ),
    DoubtPattern(
        "compact date",
        "a month of a year or a plain number",
        re.compile(r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])"),
        ("words", "number"),
        ("202403", "202411", "202409", "202312"),
        "month",
        needed_words=("month", "period", "yearmonth", "ym"),
    ),
    DoubtPattern(
        "percent beside fractions",
        "a fraction (0.25 is 25%) or a percentage (0.25 is 0.25%)",
        re.compile(r"0?\.[0-9]+|0[.,][0-9]+"),
        ("percent:fraction", "percent:points"),
        ("25%", "0.25", "10%", "0.4"),
        "discount",
        beside=re.compile(r"[-+−]?[0-9.,]+ ?%?"),
        test=_fractions,
    ),
    DoubtPattern(
        "sign of two currencies",
        "yen or yuan",
        re.compile(rf"[¥￥] ?{_DIGITS}|{_DIGITS} ?[¥￥]"),
        ("money:JPY", "money:CNY"),
        ("¥2,577", "¥7,444", "¥9,207", "¥1,716"),
        "price",
        beside=_BARE,
        test=lambda cells, _texts: not {cells.currency, cells.header.unit} & {"JPY", "CNY"},
    ),
    DoubtPattern(
        "word for missing values",
        "a value, such as the code of Namibia, or a missing value",
        re.compile("NA"),
        ("{guess} with NA", "{guess} without NA"),
        ("NA", "NL", "NE", "NG"),
        "country",
        missing=True,
        test=_codes_of_two,
    ),
    DoubtPattern(
        "sentinel",
        "a number like the others or a sign for a missing value",
        _SENTINELS,
        ("{guess}", "{rest}{without}"),
        ("-1", "5", "20", "13"),
        "stock",
        beside=_AMOUNT,
        settling_words=tuple(_SIGNED_WORDS.split()),
        test=_sentinel,
    ),
    DoubtPattern(
        "sentinel",
        "a number like the others or a sign for a missing value",
        re.compile(r"-(?:([789])\1{1,4}|32768)(?:\.0+)?"),
        ("{guess}", "{rest}{without}"),
        ("-999", "12", "-5", "14"),
        "temperature",
        beside=_AMOUNT,
        needed_words=tuple(_SIGNED_WORDS.split()),
        test=_far_below,
    ),
    DoubtPattern(
        "sentinel",
        "a day like the others or a sign for a missing value",
        re.compile(
            r"(?:(?:9999|2999|2099)-12-31|1900-01-0[01]|1970-01-01|0001-01-01|1899-12-3[01])(?:[T ].*)?"
            r"|(?:31[./]12|12/31)[./](?:9999|2999|2099)|(?:0?1[./]){2}(?:1900|1970)"
        ),
        ("{guess}", "{rest}{without}"),
        ("2024-03-01", "9999-12-31", "2023-05-02", "2024-07-09"),
        "expires",
        beside=re.compile(r"(?:[0-9]{4}-[0-9]{2}-[0-9]{2}|[0-9]{1,2}[./][0-9]{1,2}[./][0-9]{4})(?:[T ].*)?"),
        test=_far_day,
    ),
    DoubtPattern(
        "sentinel",
        "a year like the others or a sign for a missing value",
        re.compile(r"0(?:\.0+)?"),
        ("{guess}", "{rest}{without}"),
        ("0", "1950", "1987", "2001", "2010"),
        "built",
        beside=_YEAR,
        test=_beside_years,
    ),
    DoubtPattern(
        "scale in the header",
        "in thousands or millions, as the header says, or as it stands",
        re.compile(rf"{_CURRENCY}? ?[-+−]?{_DIGITS} ?{_CURRENCY}?"),
        ("{scale}{detail}", "{plain}{detail}"),
        ("27", "103", "77", "56"),
        "price ($1000)",
        header_text=HEADER_SCALE,
    ),
    DoubtPattern(
        "zones",
        "days as they are printed, each in its zone, or days in UTC",
        re.compile(r".*[0-9][Tt ][0-9]{1,2}:.*(?:[zZ]|UTC|GMT|[+-][0-9]{2}:?[0-9]{2})"),
        ("date:local", "date:utc"),
        ("2024-03-10T20:30:00Z", "2024-03-14T00:30:00+02:00", "2024-03-12T22:30:00-05:00"),
        "start",
        beside=re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}.*"),
        test=_zones,
    ),
    DoubtPattern(
        "missing unit",
        "in any of the units of the other cells",
        _BARE,
        ("{unit}", "words"),
        ("98 min", "1h 42min", "120", "87 min"),
        "runtime",
        beside=re.compile(rf"[-+−]?{_DIGITS} ?[^\W\d_].*"),
        test=lambda cells, texts: (
            sum(cells.counts[text] for text in texts) > cells.tolerated_rows() and bool(_units_beside(cells))
        ),
    ),
    DoubtPattern(
        "powers of ten",
        "codes, or numbers with powers of ten",
        re.compile(r"[0-9]{1,4}[eE][0-9]{1,3}"),
        ("words", "number"),
        ("12E3", "14E5", "10E2", "77E1"),
        "bin",
        beside=re.compile(r"[0-9]{1,4}[A-Za-z][0-9]{1,3}"),
    ),
    DoubtPattern(
        "small numbers",
        "numbers, though rounded to four decimals they are 0, or text",
        re.compile(rf"[-+−]?{_CURRENCY}? ?(?:0?[.,]0{{4,}}[0-9]+|{_DIGITS}[eE]-[0-9]+)"),
        ("{guess}", "text"),
        ("2.9e-05", "0.0427", "0.0818", "0.0311"),
        "solubility",
        beside=re.compile(rf"[-+−]?{_CURRENCY}? ?{_DIGITS}(?:[eE][-+]?[0-9]+)?"),
        test=lambda cells, texts: (
            sum(cells.counts[text] for text, number in _numbers(texts).items() if 0 < abs(number) < _SMALLEST)
            > TOLERATED * cells.present
        ),
    ),
    DoubtPattern(
        "plus signs",
        "prefixes, such as those of phone numbers, or numbers",
        re.compile(r"\+[0-9]{1,4}"),
        ("words", "number"),
        ("+95", "+62", "+9", "+1"),
        "prefix",
        settling_words=tuple(_SIGNED_WORDS.split()),
    ),
    DoubtPattern(
        "group signs",
        "thousands, or numbers with three decimals",
        re.compile(rf"{_CURRENCY}? ?[1-9][0-9]{{0,2}}(?:\.[0-9]{{3}})+ ?(?:{_CURRENCY}|[a-zł]{{2}}\.?)?"),
        ("grouped{detail}", "{plain}{detail}"),
        ("1.250", "2.980", "1.750", "2.100"),
        "price",
        beside=re.compile(rf"{_CURRENCY}? ?[0-9]{{1,3}} ?(?:{_CURRENCY}|[a-zł]{{2}}\.?)?"),
        test=_thousands_or_thousandths,
    ),
    DoubtPattern(
        "group signs",
        "thousands, or numbers with three decimals, all of them zero",
        re.compile(r"[1-9][0-9]{0,2}(?:,000|[.,]000 ?[A-Za-z][A-Za-z/²³]{0,9})"),
        ("grouped{detail}", "{plain}{detail}"),
        ("94.000 km", "119.000 km", "8.000 km", "61.000 km"),
        "mileage",
        test=_only_zeros,
    ),
    DoubtPattern(
        "group signs",
        "numbers with a decimal comma, or lists of numbers",
        re.compile(r"[0-9]{1,3},[0-9]{1,2}"),
        ("number", "list:comma"),
        ("1,5", "2,7", "3,9", "2,5"),
        "sizes",
        beside=re.compile("[0-9]{1,3}"),
        test=_commas_in_points,
    ),
    DoubtPattern(
        "group signs",
        "numbers whose groups have four digits, or with four decimals",
        re.compile(r"[1-9][0-9]{0,3},[0-9]{4}"),
        ("grouped", "number"),
        ("1,0000", "2,5000", "12,0000", "8,0000"),
        "value",
    ),
    DoubtPattern(
        "group signs",
        "numbers whose groups are odd, or codes",
        re.compile(r"[0-9]{1,3}(?:[.'’_·][0-9]{1,3})+"),
        ("grouped", "words"),
        ("1'25'000", "98'000", "2'10'500", "75'500"),
        "value",
        beside=re.compile("[0-9]{1,3}"),
        test=_odd_groups,
    ),
    DoubtPattern(
        "group signs",
        "numbers whose groups are odd, or lists of numbers",
        re.compile(r"[0-9]{1,3}(?:,[0-9]{1,3})+"),
        ("grouped", "list:comma"),
        ("1,2,300", "4,100", "1,1,250", "2,500"),
        "value",
        beside=re.compile("[0-9]{1,3}"),
        test=_odd_groups,
    ),
    DoubtPattern(
        "marked amounts",
        "amounts that are not exact, or words",
        re.compile(
            rf"{MARK_BEFORE}{_MARKED}(?:{MARK_AFTER})?|{_MARKED}{MARK_AFTER}|{_DIGITS}{MARK_AFTER} ?{_UNIT}",
            re.IGNORECASE,
        ),
        ("unmarked", "words"),
        ("~18 h", "20 h", "<5 h", "~7 h"),
        "battery",
        beside=re.compile(_MARKED),
        test=_inexact_amounts,
    ),
    DoubtPattern(
        "words among amounts",
        "amounts with words for those that are not given, or words",
        re.compile(rf"{_FREE.pattern}|{_UNPRICED}|(?:from|starting at|as low as|ab) {_AMOUNT.pattern}", re.I),
        ("{rest}{zero}", "{rest}{without}", "words"),
        ("$12", "free", "$8", "$20", "TBA"),
        "price",
        beside=_AMOUNT,
        test=_among_amounts,
    ),
)
"""The cells that are not guessed. The doubt of a column comes from the first pattern that matches it."""


def settled_type(cells: Cells) -> ColumnType | None:
    """Returns the type that the header settles where the cells alone could be misread; else None."""
    header, texts = cells.header, cells.counts
    if not texts:
        return None

    def all_are(pattern: str) -> bool:
        return all(re.fullmatch(pattern, text) for text in texts)

    if HEADER_HUNDREDTHS.search(header.text) and all_are(r"[-+−]?[0-9][0-9,]*"):
        return hundredths(cells, hundredths_currency(header))
    together = all(map(HOURS_AS_ONE.fullmatch, texts))
    if together and (header.has(*CLOCK_WORDS) or any(text.startswith("0") for text in texts)):
        return column_type("time")
    if header.ends("model") and all_are(r"[0-9]+"):  # a 911 is no more than a 356
        return column_type("words")
    if header.ends("version", "firmware", "revision") and all_are(r"[0-9]{1,3}\.[0-9]{1,3}"):
        return column_type("words")
    if header.has(*DATE_WORDS) and all(map(COMPACT_DAY.fullmatch, texts)):
        return column_type("date:yyyymmdd")
    if header.has(*_LENGTH_WORDS.split()) and all_are(rf"{_DIGITS} ?[mM]"):
        return column_type("number:m")
    if header.has("memory", "ram", "storage", "disk", "ssd", "hdd", "rom") and all_are(rf"{_DIGITS} ?[Gg]"):
        return column_type("number:GB")
    if header.has(*_RADIO_WORDS) and all_are(r"[2-6] ?[Gg]\+?"):  # a generation of networks, and no grams
        return column_type("words")
    if header.has("power", "wattage", "consumption") and all_are(rf"{_DIGITS} ?[wW]"):
        return column_type("number:W")
    if all_are(rf"[-+−]?{_DIGITS} ?(?:[KkMmBbT]|[Bb]n)?") and len(_letters(texts)) > 1:
        return column_type("abbreviated")
    if cells.currency in ("JPY", "CNY") and all_are(rf"[¥￥]? ?{_DIGITS} ?[¥￥]?") and "¥" in "".join(texts):
        return column_type(f"money:{cells.currency}")
    if header.unit in ("JPY", "CNY") and all_are(rf"[¥￥] ?{_DIGITS}"):
        return column_type(f"money:{header.unit}")
    if re.search(r"\(m+:s+\)|min:sec", header.text, re.IGNORECASE) and all_are(r"[0-9]{1,4}:[0-5][0-9]"):
        return column_type("seconds")
    return None


def hundredths(cells: Cells, currency: str = "") -> ColumnType:
    """Returns the type of a column of cents, pence and the like, which are read as the money that they are.

    Args:
        currency: the code that the header names; empty for that of the file.
    """
    code = currency or cells.currency
    return column_type(f"hundredths:{code}" if code else "hundredths")


COMPACT_DAY: Final = next(pattern.text for pattern in PATTERNS if pattern.types[0] == "date:yyyymmdd")


def _letters(texts: Iterable[str]) -> set[str]:
    """Returns the letters behind digits, in capitals: K beside M means thousands and millions."""
    return {text[-1].upper() for text in texts if text[-1:].isalpha()}


def doubt_of(
    cells: Cells,
    guess: Guess,
    rows: Sequence[tuple[int, tuple[str, ...]]],
    given_type: ColumnType | None = None,
    names: Collection[str] = (),
) -> Doubt | None:
    """Returns the doubt of a column; None where it has one reading.

    Args:
        guess: how the column is read if there is no doubt.
        rows: the rows of the table with their lines, in the order of `cells.texts`.
        given_type: the type that import.yaml or an author gives the column. It settles a doubt where it is
            one of its readings, or reads none of its cells.
        names: the patterns to look for; empty for all.
    """
    if given_type is None and settled_type(cells) is not None:
        return None
    for pattern in PATTERNS:
        texts = pattern.texts(cells) if not names or pattern.name in names else ()
        if not texts:
            continue
        types = _types(pattern, cells, texts, guess)
        if given_type is not None and (given_type in types or _settles(pattern, cells, given_type, texts)):
            continue
        readings = {
            type_name: reading for type_name in types if (reading := _mostly(cells, type_name)) is not None
        }
        if len(readings) < 2:
            continue
        columns = [_values(cells, reading) for reading in readings.values()]
        differing = tuple(text for text in texts if len({values.get(text) for values in columns}) > 1)
        units = {
            (reading.settings.get("unit"), reading.settings.get("currency")) for reading in readings.values()
        }
        if not differing and len(units) < 2 and not pattern.missing:
            continue
        examples = _examples(cells, differing or texts, rows)
        answers = tuple(
            DoubtAnswer(values_of_examples(cells, reading, examples), answer_type)
            for answer_type, reading in readings.items()
        )
        affected = sum((cells.missing if pattern.missing else cells.counts)[text] for text in texts)
        paid = names_money(cells.header)
        column = cells.header.column
        return Doubt(column, pattern.reason, examples, answers, affected * (1 + paid), (column,))
    return None


def _settles(pattern: DoubtPattern, cells: Cells, given_type: ColumnType, texts: Sequence[str]) -> bool:
    """Returns whether the given type of a column leaves one reading of the texts, or none at all.

    A sentinel that the type does not name is refused later by the bounds of its slot, so any type settles it.
    """
    if set(texts) <= {*given_type.missing, *given_type.values}:
        return True
    if pattern.missing:
        return False
    if given_type.name in ("words", "text") or "{rest}{without}" in pattern.types:
        return True
    counts = {text: cells.counts[text] for text in texts if text in cells.counts}
    return read_as(evolve(cells, texts=tuple(counts), counts=counts, missing={}), given_type) is None


def _types(pattern: DoubtPattern, cells: Cells, texts: Sequence[str], guess: Guess) -> list[ColumnType]:
    """Returns the readings of the pattern for this column, with the placeholders of their types filled in."""
    types = []
    templates = [
        template
        for pattern_type in pattern.types
        for template in (_units_beside(cells) if pattern_type == "{unit}" else (pattern_type,))
    ]
    for template in templates:
        text = template
        if "{detail}" in text:
            text = text.replace("{detail}", amount_detail(cells))
        if "{scale}" in text or "{plain}" in text:
            text = text.replace("{scale}", _scale(cells.header.text))
            text = text.replace("{plain}", "money" if text.partition(":")[2] in CURRENCIES else "number")
        if "{clock}" in text:
            late = any(int(cell_text.partition(":")[0]) > 23 for cell_text in texts)
            text = text.replace("{clock}", "time:late" if late else "time")
        for name, column in (("{guess}", cells), ("{rest}", cells.without(texts))):
            if name in text:
                reading = guess(column)
                text = text.replace(name, reading.taken if reading is not None else "text")
        if "{zero}" in text and not any(map(_FREE.fullmatch, texts)):
            continue
        words = {cell_text: f" without {cell_text}" for cell_text in sorted(texts)}
        text = text.replace("{without}", "".join(words.values()))
        words.update({word: f" with {word}{AS_ZERO}" for word in texts if _FREE.fullmatch(word)})
        text = text.replace("{zero}", "".join(words.values()))
        try:
            types.append(column_type(text))
        except ValueError:
            continue
    if pattern.types[0].startswith("{rest}") and types and types[0].name in ("words", "text"):
        return []  # amounts in several currencies, which are words whatever a word among them stands for
    return list(dict.fromkeys(types))


def _scale(header: str) -> str:
    match = HEADER_SCALE.search(header)
    digits = "".join(filter(str.isdigit, match[0])) if match else ""
    return "millions" if digits.count("0") >= 6 else "thousands"


def _examples(
    cells: Cells, texts: Sequence[str], rows: Sequence[tuple[int, tuple[str, ...]]]
) -> tuple[Example, ...]:
    """Returns a row for each of the most frequent doubtful texts, in the order of the file."""
    wanted = list(texts[:_EXAMPLES])
    examples: dict[str, Example] = {}
    for (line, row), text in zip(rows, cells.texts, strict=True):
        if text in wanted and text not in examples:
            examples[text] = Example(line, text, row)
    return tuple(sorted(examples.values(), key=lambda example: example.line))


def _mostly(cells: Cells, given_type: ColumnType) -> ColumnReading | None:
    """Returns the column read as this type; None where most of its values cannot be read so."""
    reading = read_as(cells, given_type)
    unread = 0 if reading is None else sum(cell is None for cell in reading.cells)
    return None if 2 * unread > cells.present else reading


def _values(cells: Cells, reading: ColumnReading) -> dict[str, str | None]:
    return dict(zip(cells.texts, reading.cells, strict=True))


def values_of_examples(cells: Cells, reading: ColumnReading, examples: Sequence[Example]) -> tuple[str, ...]:
    """Returns what the reading makes of each example; empty for a missing or unreadable cell."""
    values = _values(cells, reading)
    return tuple(values.get(example.cell) or "" for example in examples)


def settled(doubts: Sequence[Doubt], choices: Choices, ask: Callable[[Doubt], DoubtAnswer | None]) -> Choices:
    """Returns the choices with the answers to all doubts, which are asked in their order.

    Args:
        ask: returns the answer to a doubt; None leaves the column as text.
    """
    for doubt in doubts:
        answer = ask(doubt)
        if answer is not None:
            choices = doubt.settle(answer, choices)
    return choices
