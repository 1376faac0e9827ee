"""Finds what a column of numbers measures, and gives it bounds and steps that people think in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import Final

from cocoa_core.english import is_plural, plural, singular
from cocoa_core.importing.columns.header import LONGEST_PHRASE, Header, counted
from cocoa_core.lexicon import CURRENCIES
from cocoa_core.text import word_set

_MONEY: Final = (
    "price prices cost costs fare fares fee fees rent rents salary salaries wage wages income incomes tuition"
    " premium msrp deposit budget revenue"
).split()
_YEARLY_WORDS: Final = (
    "since renovated renewed opened launched introduced remodeled released created joined registered jahr"
    " jahrgang baujahr annee année año"
).split()
"""Last words of headers that name a year, where the numbers lie between 1850 and 2100."""
_YEAR_WORDS: Final = ("year", "season", "vintage", "built", "founded", "established", "decade", "born")
_SPAN_WORDS: Final = ("start", "started", "end", "ended", "begin", "began", "until", "earliest", "latest")
"""Words of headers that name a year, where the numbers lie between 1000 and `_LAST_YEAR`."""
_LAST_YEAR: Final = 2060
_RATING_WORDS: Final = ("rating", "ratings", "stars", "star")
_NOT_COUNTED: Final = (
    "series species status class address gas loss less success access business process news mass dress lens"
    " serves sleeps carbohydrates carbs axis basis analysis diagnosis radius plus minus versus census focus"
    " bonus virus campus charges sales earnings expenses"
    " profits losses savings proceeds costs prices fees fares rents wages salaries incomes revenues taxes"
    " rates scores grades temperatures"
).split()
_PARTS: Final = word_set("bath bathroom bed bedroom bid cylinder door garage room seat stop wheel")
"""What a table counts in the singular: "bed", "cylinder"."""
_STOCKED: Final = (
    "stock|in stock|stock quantity|stock level|stock on hand|quantity on hand|quantity in stock"
    "|units in stock|inventory|inventory level|inventory quantity|stock count"
)
_SAID_AS: Final[Mapping[tuple[str, ...], str]] = {
    **{(word,): f"{word} member" for word in ("cast", "crew", "staff")},
    **dict.fromkeys((tuple(words.split()) for words in _STOCKED.split("|")), "unit in stock"),
}
"""Headers of counts, each with what is counted: "over nine cast members" where "its cast is over nine"."""
_LEFT: Final = frozenset(("left", "remaining", "available", "free", "enrolled"))
_ROOMY: Final = frozenset(("seat", "head", "leg", "luggage"))
"""Words before "room" that make it no room."""
_HOLDS: Final = (("serves",), ("sleeps",))
"""Headers of a number of people."""
_MOST_STARS: Final = 5
_MOST_COUNTED: Final = 1000
"""The largest number of things to count; above it, what looks like a plural ("sales") is an amount."""
BOUNDS: Final = ("maximum", "minimum")
"""First words of headers that give a bound rather than a number of things: "max players"."""
TALLIED: Final = word_set(
    "reviews ratings votes members employees students users customers followers subscribers downloads views"
    " passengers inhabitants residents visitors pages words deaths casualties fatalities injuries victims"
)
"""Things of which there can be more than _MOST_COUNTED, and which an option does not come with."""
_Settings = dict[str, object]
_STEPS: Final = (Decimal(1), Decimal(2), Decimal(5), Decimal(10))
_MOST_DECIMALS: Final = 4
_CENTS: Final = 2
"""The decimals of money."""
_BOUND_SLACK: Final = Decimal("0.1")
_MOST_PERCENT: Final = 1000
"""The most percent that a name alone makes of a number: "percentage expenditure" over amounts is none."""


def names_money(header: Header) -> bool:
    """Returns whether a header has a word for an amount of money."""
    return header.has(*_MONEY)


def quantity_settings(
    header: Header,
    numbers: Sequence[Decimal],
    decimals: int,
    unit: str,
    currency: str,
    default_currency: str = "",
) -> tuple[_Settings, str]:
    """Returns the settings of a quantity that has these numbers as values, and why it was chosen.

    Where neither the cells, the header nor the author names a currency, money becomes a plain number: a
    currency is never guessed.

    Args:
        numbers: one for each row.
        unit: the unit that the cells name; may be empty.
        currency: the currency that the cells name; may be empty.
        default_currency: the currency of money that does not name its own; may be empty.
    """
    low, high = min(numbers), max(numbers)
    source = "its cells" if unit else "its name"
    header_currency = header.unit if header.unit in CURRENCIES else ""
    paid = low >= 0 and not header.unit and names_money(header)
    code = currency or header_currency or (default_currency if paid else "")
    if currency and scale_of(header.unit):
        unit, code, source = f"{scale_of(header.unit)} {currency}", "", "its name"

    def settings(type_name: str, detail: str = "") -> _Settings:
        return settings_as(type_name, detail, numbers, decimals)

    if code and not unit:
        source = "the sign in its cells" if currency else "its name"
        if decimals > _CENTS:
            why = f"numbers in {code}, by {source}: they go below a cent, which money does not"
            return settings("number", code), why
        return settings("money", code), f"money in {code}, by {source}"
    if unit == "%" or (header.unit == "%" and spread(numbers)[1] <= _MOST_PERCENT):
        return settings("percent"), f"a percentage, by {source}"
    if rating := _best_rating(header, (low, high), decimals, unit):
        best, why = rating
        return settings("rating", str(best)), why
    bare = not unit and not header.unit and not decimals
    yearly = header.ends(*_YEARLY_WORDS) and 1850 <= low <= high <= 2100
    ends_of_time = header.has(*_SPAN_WORDS) and 1000 <= low <= high <= _LAST_YEAR
    named = header.has(*_YEAR_WORDS) or any(word.endswith("year") for word in header.words)
    if bare and (yearly or ends_of_time or (named and 1000 <= low <= high < 2200)):
        return settings("year"), "a year, by its name"
    shown = unit or (header.unit if not header_currency and header.unit != "%" else "")
    if shown and not shown.startswith(("/", "?")):
        return settings("number", shown), f"in {'inches' if shown == 'in' else shown}, by {source}"
    noun = count_noun(header)
    tallied = counted(header.words) or header.ends(*TALLIED)
    things = not header.begins(*BOUNDS) and (high <= _MOST_COUNTED or tallied)
    counts = "people" if header.words in _HOLDS else noun[1] if noun and things else ""
    if counts and not decimals and low >= 0:
        return settings("count"), f"a number of {counts}"
    unpaid = "; no currency is named: --currency says it" if paid and not unit else ""
    return settings("number"), f"a plain number{unpaid}"


def scale_of(unit: str) -> str:
    """Returns the scale of a unit: "million" for "million USD" and "million"; empty for none."""
    scale, _, code = unit.partition(" ")
    return scale if scale in ("thousand", "million", "billion") and code in ("", *CURRENCIES) else ""


def scaled_currency(unit: str) -> str:
    """Returns the currency of a unit such as "million USD"; empty for any other."""
    return unit.partition(" ")[2] if scale_of(unit) else ""


def settings_as(type_name: str, detail: str, numbers: Sequence[Decimal], decimals: int) -> _Settings:
    """Returns the settings of a quantity of this type that has these numbers as values.

    Args:
        type_name: "number", "money", "percent", "rating", "count" or "year", as in `--types`.
        detail: what follows the colon there; may be empty.
    """
    low, high = min(numbers), max(numbers)
    ends = slack_bounds(numbers, decimals)
    others: _Settings = {"decimals": decimals} if decimals else {}
    if type_name == "money":
        others = {"currency": detail} | ({} if decimals else {"whole": True})
    elif type_name == "percent" and low >= 0 and high <= 100:
        ends = Decimal(0), Decimal(100)
    elif type_name == "rating":
        ends, others = (Decimal(low >= 1), Decimal(detail)), {"out_of": int(detail), **others}
    elif type_name == "year":
        ends = low // 10 * 10, high // 10 * 10 + 10
    unit = (detail or "number") if type_name == "number" else type_name
    return {"kind": "quantity", "unit": unit, **others, "min": plain(ends[0]), "max": plain(ends[1])}


def quantity_type(settings: Mapping[str, object]) -> str:
    """Returns the type of a quantity with these settings, written as for `--types`."""
    unit = str(settings["unit"])
    detail = {"money": settings.get("currency"), "rating": settings.get("out_of")}.get(unit)
    if detail is not None:
        return f"{unit}:{detail}"
    return unit if unit in ("percent", "year", "count", "number") else f"number:{unit}"


def count_noun(header: Header) -> tuple[str, str] | None:
    """Returns singular and plural of what a header counts ("Cylinders", "n_children"); else None."""
    many = counted(header.words)
    *before, last = header.words or ("",)
    if header.words in _SAID_AS:
        noun = _SAID_AS[header.words]
        return noun, noun.replace("unit", "units") if " in " in noun else plural(noun)
    if "per" in before[1:] and is_plural(before[before.index("per") - 1]):  # "hours per week"
        return singular(header.phrase.partition(" per ")[0]) + f" per {last}", header.phrase
    if last in _LEFT and before and is_plural(before[-1]):
        return singular(" ".join(before)) + f" {last}", header.phrase
    if not many and last in _PARTS and not (last == "room" and _ROOMY.intersection(before)):
        many = plural(header.phrase)
    if not many and last and last not in _NOT_COUNTED and is_plural(last):
        many = header.phrase
    return (singular(many), many) if 0 < len(many) <= LONGEST_PHRASE else None


def _best_rating(
    header: Header, ends: tuple[Decimal, Decimal], decimals: int, unit: str
) -> tuple[int, str] | None:
    """Returns the best value where the numbers between these ends are ratings, and why; else None."""
    low, high = ends
    rating_unit = unit or header.unit
    if rating_unit.startswith("/") or unit in ("star", "stars"):
        best = int(rating_unit[1:]) if rating_unit.startswith("/") else _MOST_STARS
        why = f"a rating out of {best}, by {'its cells' if unit else 'its name'}"
        return (best, why) if low >= 0 and high <= best and (decimals or high >= 2) else None
    named = header.ends(*_RATING_WORDS) and not counted(header.words)  # "n_stars" of a planet are no rating
    if unit or header.unit or not named or low < 0 or not 3 <= high <= 10:
        return None
    best = 5 if high <= 5 else 10
    return best, f"a rating, by its name; that it is out of {best} is a guess"


def decimals_of(number: Decimal) -> int:
    """Returns the number of digits after the point that the number needs."""
    exponent = number.normalize().as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def rounded_decimals(numbers: Sequence[Decimal]) -> int:
    """Returns the number of decimals, at most four, that keeps about four digits of the spread of the
    numbers.

    A small number beside large ones keeps a digit: the brain of a bat, 0.00029 kg, is not 0.000 kg.
    """
    low, high = spread(numbers)
    span = high - low or abs(high) or Decimal(1)
    small = [-number.adjusted() for number in numbers if number and number.adjusted() >= -_MOST_DECIMALS]
    return min(_MOST_DECIMALS, max(0, 3 - span.adjusted(), *small))


def spread(numbers: Sequence[Decimal]) -> tuple[Decimal, Decimal]:
    """Returns the two numbers between which nine tenths of the numbers lie."""
    order = sorted(numbers)
    last = len(order) - 1
    return order[last // 20], order[last - last // 20]


def nice_step(span: Decimal, parts: int, least: Decimal) -> Decimal:
    """Returns the smallest of 1, 2, 5 times a power of ten that divides the span into at most so many parts.

    Args:
        least: the smallest step allowed.
    """
    wanted = max(span / parts, least)
    power = Decimal(1).scaleb(wanted.adjusted())
    step = next(power * multiple for multiple in _STEPS if power * multiple >= wanted)
    return max(step, least)


def slack_bounds(numbers: Sequence[Decimal], decimals: int) -> tuple[Decimal, Decimal]:
    """Returns round bounds a little wider than the numbers; not below zero where no number is."""
    low, high = min(numbers), max(numbers)
    unit = Decimal(1).scaleb(-decimals)
    span = high - low or max(abs(high), unit)
    step = nice_step(span, 10, unit)
    least = ((low - span * _BOUND_SLACK) / step).to_integral_value(ROUND_FLOOR) * step
    most = ((high + span * _BOUND_SLACK) / step).to_integral_value(ROUND_CEILING) * step
    if low >= 0:
        least = max(least, Decimal(0))
    return least, most


def plain(number: Decimal) -> int | Decimal:
    """Returns the number as a file would write it: without an exponent and without trailing zeros."""
    return int(number) if number == number.to_integral_value() else Decimal(f"{number.normalize():f}")
