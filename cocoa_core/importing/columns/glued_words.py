"""Splits words that headers write as one ("maxtempC"), and joins words that they write apart
("Horse.Power").
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import Final

from cocoa_core.importing.columns.units import DIMENSIONS, UNITS
from cocoa_core.lexicon import CURRENCIES
from cocoa_core.text import word_set

PRICED: Final = word_set("amount budget charge cost earnings fare fee income price rent revenue salary wage")
"""Words for amounts of money, with which no unit of measure goes: "PriceMM" is no length."""

_FIRST: Final = word_set(
    "actual address annual arrival average avg base battery beginning birth body brain build city cloud"
    " contact continent cook cost country currency current customer daily deal delivery departure door"
    " dwell end engine entry estimated exit expected feels final first fixed founding flight floor frame"
    " free fuel gross high highest hire hourly inspection item land last launch left list living load lot"
    " low lower lowest main market max maximum mean median min minimum model monthly net number open order"
    " overall owner page peak pickup plot postal price print prep product purchase quantity rear rent"
    " response retail room sale sales screen seat ship shipping sleep start starting stock stop street"
    " study sun temp temperature ticket top total travel trip unit upper usable vehicle wait week weekly"
    " wheel wind yearly"
)
_LAST: Final = word_set(
    "address amount area balance capacity charge city code condition cost count cover date depth discount"
    " distance diff difference duration each economy fare fee hours humidity length level limit line"
    " location max mean min minutes mode month name number of ordered phone points power price pressure"
    " range rank rate rating ratio salary score share size speed status tax temp temperature time total type"
    " value volume weight width wt year"
)
COMPOUNDED: Final = _FIRST | _LAST
"""English words that headers write as one with others."""
_SOLID: Final = word_set(
    "airbag airbags bathroom bathrooms bedroom bedrooms bodyweight byte callout database"
    " daytime download downtime drivetrain endpoint firmware gearbox homepage horsepower keyboard landmass"
    " lifetime lotto mainmast massacre massacres meantime metadata nighttime notebook odometer overtime"
    " password playlist postcode powertrain rainfall rearrange runtime salesman shipper smartphone"
    " snowfall stopper sunlight takeaway timetable uptime username wavelength website wheelbase workload"
    " zipcode"
)
"""Words that are one however they are written: HorsePower, Air.Bags. None of them is split."""
PROPER: Final = {
    word.casefold(): word
    for word in "DevOps PhD WiFi iPad iPhone eBay eSIM LinkedIn PayPal YouTube GitHub pH".split()
}
"""Words whose inner capitals do not begin a new word."""
_SMALL: Final = ("of", "in", "per", "from", "to")
_HUMP: Final = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z0-9])(?=[A-Z][a-z])|(?<=[a-z])(?=[0-9]{3,})")
_ABBREVIATED: Final = re.compile(r"[A-Z]{2,}s")
"""The plural of an abbreviation in capitals: "IDs"."""
_SHORTEST_UNIT: Final = 2
_SHORTEST_SHOUTED: Final = 8
"""The least number of capitals that are words rather than an abbreviation: ORDERDATE, but not PRICEMM."""


_PREFIXES: Final = ("perc", "pct", "pop")
_FEWEST_SHARING: Final = 3
_SHORTEST_REST: Final = 4
_OF_PERSONS: Final = ("child", "childless", "children", "citizen", "citizens", "city", "college", "county")
"""Words that follow "per" rather than "perc" where other headers begin with "perc": percollege."""
_WHOLE_RESTS: Final = ("apita", "ception", "eived", "ussion", "ular", "ularity", "ulation", "entage")
"""Rests of words that only seem to begin with a short form: percapita, popular, population."""
_BEHIND: Final = ("total", "density", "growth", "count", "size")
"""Words that follow "population" instead of standing before it."""


def shared_prefixes(texts: Iterable[str]) -> frozenset[str]:
    """Returns short forms with which three or more headers begin: "perc" of percwhite, percblack and
    percasian.

    One header would not show it: "popular" is no population.
    """
    counts = Counter(prefix for text in texts for prefix in _PREFIXES if _after(prefix, text))
    return frozenset(prefix for prefix, count in counts.items() if count >= _FEWEST_SHARING)


def _after(prefix: str, text: str) -> str:
    """Returns what follows the prefix; empty where the text is not the prefix and a word."""
    rest = text.removeprefix(prefix)
    if prefix == "perc" and f"c{rest}" in _OF_PERSONS:
        rest = f"c{rest}"
    fits = rest != text and len(rest) >= _SHORTEST_REST and rest.isalpha() and rest.islower()
    return rest if fits and rest not in _WHOLE_RESTS else ""


def unglued(text: str, prefixes: Collection[str]) -> str:
    """Splits off a shared prefix: "percent white" for percwhite, "white population" for popwhite."""
    prefix = next((candidate for candidate in sorted(prefixes) if _after(candidate, text)), "")
    rest = _after(prefix, text) if prefix else ""
    if not rest:
        return text
    if prefix != "pop":
        return f"percent {rest}"
    return f"population {rest}" if rest in _BEHIND else f"{rest} population"


def words_of(text: str) -> list[str]:
    """Returns the words of a header: "max temp C" for "maxtempC", "Horsepower" for "Horse.Power"."""
    words: list[str] = []
    for written in text.split():
        spaced = re.sub(r"[^\w%&'$€£°²³]+|_", " ", written)
        parts: list[str] = []
        for token in spaced.split():
            whole = token.casefold() in PROPER or _ABBREVIATED.fullmatch(token)
            humps = [token] if whole else _humps(token)
            parts += [part for hump in humps for part in _parts(hump)]
        words += _joined(parts)
    return words


def _humps(token: str) -> list[str]:
    """Splits a token before its capitals: "check", "In" of checkIn; capitals that stand anywhere, as in nAmE,
    part no words.
    """
    humps = _HUMP.sub(" ", token).split()
    strewn = len(humps) > 1 and max(map(len, humps)) <= _SHORTEST_UNIT
    known = token.casefold() in COMPOUNDED | DIMENSIONS
    return [token.casefold()] if strewn and (known or len(humps) > _SHORTEST_UNIT) else humps


def _joined(words: list[str]) -> Iterator[str]:
    """Yields the words of a text without blanks, with two words that are one joined."""
    index = 0
    while index < len(words):
        pair = "".join(words[index : index + 2])
        solid = pair.casefold() in _SOLID and index + 1 < len(words)
        yield pair[0] + pair[1:].lower() if solid else words[index]
        index += 1 + solid


def _parts(word: str) -> list[str]:
    """Splits a word where each part is known and the whole is not: "hightemp", "heightcm", "winpercent"."""
    low = word.casefold()
    if low.endswith("percent") and len(low) > len("percent") + _SHORTEST_UNIT:
        return [word[: -len("percent")], "percent"]
    shouted = word.isupper() and len(word) < _SHORTEST_SHOUTED
    if low in _SOLID | _FIRST | _LAST or not low.isalpha() or shouted:
        return [word]
    for cut in range(len(low) - 2, 2, -1):
        first, last = low[:cut], low[cut:]
        parts = _divided(first)
        if not parts:
            continue
        if last in _LAST and (first in _FIRST or len(parts) > 1):
            return [*_cased(word, parts), last]
        if last in _SMALL or _is_unit(last, parts[-1]):
            return [*_cased(word, parts), last]
    return [word]


def _divided(word: str) -> list[str]:
    """Splits a word such as "maxwind" into known words; empty where that is impossible."""
    if word in COMPOUNDED | DIMENSIONS:
        return [word]
    for cut in range(3, len(word) - 2):
        rest = _divided(word[cut:]) if word[:cut] in _FIRST else []
        if rest:
            return [word[:cut], *rest]
    return []


def _is_unit(last: str, measure: str) -> bool:
    """Returns whether the text is a currency after a word for money, or a unit after a dimension."""
    if last.upper() in CURRENCIES:
        return measure in PRICED
    return len(last) >= _SHORTEST_UNIT and last in UNITS and last not in _LAST and measure in DIMENSIONS


def _cased(word: str, parts: list[str]) -> list[str]:
    """Returns the parts, the first with the initial letter of the word as it was written."""
    return [word[0] + parts[0][1:], *parts[1:]]
