"""What a column of numbers measures, by its header, its cells' unit and the numbers themselves."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from cocoa_core.domain.reading.quantities import CURRENCIES
from cocoa_core.scaffolding.columns.bounds import plain, slack_bounds
from cocoa_core.scaffolding.columns.header import Header, counted
from cocoa_core.scaffolding.english import is_plural, singular

__all__ = ["MONEY_WORDS", "TALLIED", "count_noun", "quantity_settings"]

_MONEY: Final = (
    "price prices cost costs fare fares fee fees rent rents salary salaries wage wages income incomes tuition"
    " premium msrp deposit budget revenue"
)
MONEY_WORDS: Final = frozenset(_MONEY.split())
_YEAR_WORDS: Final = ("year", "season", "vintage", "built", "founded", "established", "decade", "born")
_RATING_WORDS: Final = ("rating", "ratings", "stars", "star")
_NOT_COUNTED: Final = (
    "series species status class address gas loss less success access business process news mass dress lens"
    " axis basis analysis diagnosis radius plus minus versus census focus bonus virus campus"
)
_MOST_STARS: Final = 5
_MOST_COUNTED: Final = 1000
"""Above it, what looks like a plural ("sales") is an amount, not things to count."""
_HEADS: Final = (
    "reviews ratings votes members employees students users customers followers subscribers downloads views"
    " passengers inhabitants residents visitors pages words"
)
TALLIED: Final = frozenset(_HEADS.split())
"""Things of which there can be more, and which nothing comes with."""
_Settings = dict[str, object]


def quantity_settings(
    header: Header, numbers: Sequence[Decimal], decimals: int, unit: str, currency: str
) -> tuple[_Settings, str]:
    """The settings of a quantity that the numbers (one for each row) are values of, and why it is that."""
    found = (
        _money(header, numbers, decimals, unit, currency)
        or _percent(header, numbers, decimals, unit)
        or _rating(header, numbers, decimals, unit)
        or _year(header, numbers, decimals, unit)
        or _measure(header, numbers, decimals, unit)
        or _count(header, numbers, decimals)
    )
    return found or (_bounded({"unit": "number"}, numbers, decimals), "a plain number")


def count_noun(header: Header) -> tuple[str, str] | None:
    """What a header counts, singular and plural: of "Cylinders", "n_children", "seat count"; or None."""
    many = counted(header.words)
    if (
        not many
        and header.words
        and header.words[-1] not in _NOT_COUNTED.split()
        and is_plural(header.words[-1])
    ):
        many = header.phrase
    return (singular(many), many) if many else None


def _bounded(settings: _Settings, numbers: Sequence[Decimal], decimals: int) -> _Settings:
    low, high = slack_bounds(numbers, decimals)
    placed = {"decimals": decimals} if decimals and settings["unit"] != "money" else {}
    return {"kind": "quantity", **settings, **placed, "min": plain(low), "max": plain(high)}


def _money(
    header: Header, numbers: Sequence[Decimal], decimals: int, unit: str, currency: str
) -> tuple[_Settings, str] | None:
    named = header.unit if header.unit in CURRENCIES else ""
    if unit or decimals > 2 or (header.unit and not named and not currency):
        return None
    if not currency and not named and (not MONEY_WORDS & set(header.words) or min(numbers) < 0):
        return None
    code = currency or named or "USD"
    whole = {"whole": True} if decimals == 0 else {}
    source = (
        "the sign in its cells" if currency else "its name" if named else "its name; the currency is a guess"
    )
    settings = _bounded({"unit": "money", "currency": code, **whole}, numbers, decimals)
    return settings, f"money in {code}, by {source}"


def _percent(
    header: Header, numbers: Sequence[Decimal], decimals: int, unit: str
) -> tuple[_Settings, str] | None:
    if unit != "%" and (unit or header.unit != "%"):
        return None
    settings = _bounded({"unit": "percent"}, numbers, decimals)
    if min(numbers) >= 0 and max(numbers) <= 100:
        settings |= {"min": 0, "max": 100}
    return settings, f"a percentage, by {'its cells' if unit else 'its name'}"


def _rating(
    header: Header, numbers: Sequence[Decimal], decimals: int, unit: str
) -> tuple[_Settings, str] | None:
    low, high = min(numbers), max(numbers)
    if unit.startswith("/") or unit in ("star", "stars"):
        best = int(unit[1:]) if unit.startswith("/") else _MOST_STARS
        if low < 0 or high > best:
            return None
        why = f"a rating out of {best}, by its cells"
    elif not unit and not header.unit and header.ends(*_RATING_WORDS) and low >= 0 and 3 <= high <= 10:
        best = 5 if high <= 5 else 10
        why = f"a rating, by its name; that it is out of {best} is a guess"
    else:
        return None
    placed = {"decimals": decimals} if decimals else {}
    least = 1 if low >= 1 else 0
    return {"kind": "quantity", "unit": "rating", "out_of": best, **placed, "min": least, "max": best}, why


def _year(
    header: Header, numbers: Sequence[Decimal], decimals: int, unit: str
) -> tuple[_Settings, str] | None:
    low, high = int(min(numbers)), int(max(numbers))
    if unit or header.unit or decimals or not header.has(*_YEAR_WORDS) or not 1000 <= low <= high < 2200:
        return None
    settings = {"kind": "quantity", "unit": "year", "min": low // 10 * 10, "max": high // 10 * 10 + 10}
    return settings, "a year, by its name"


def _measure(
    header: Header, numbers: Sequence[Decimal], decimals: int, unit: str
) -> tuple[_Settings, str] | None:
    shown = unit or (header.unit if header.unit not in (*CURRENCIES, "%") else "")
    if not shown or shown.startswith(("/", "?")):
        return None
    return _bounded(
        {"unit": shown}, numbers, decimals
    ), f"in {'inches' if shown == 'in' else shown}, by {'its cells' if unit else 'its name'}"


def _count(header: Header, numbers: Sequence[Decimal], decimals: int) -> tuple[_Settings, str] | None:
    noun = count_noun(header)
    if noun is None or decimals or min(numbers) < 0:
        return None
    tallied = counted(header.words) or header.ends(*TALLIED)
    if max(numbers) > _MOST_COUNTED and not tallied:
        return None
    low, high = slack_bounds(numbers, 0)
    return {
        "kind": "quantity",
        "unit": "count",
        "min": plain(low),
        "max": plain(high),
    }, f"a number of {noun[1]}"
