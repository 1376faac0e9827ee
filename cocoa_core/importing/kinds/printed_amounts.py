"""Reads amounts as they are printed: a number with what stands before and after it; and finds
the decimal sign of a column.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import partial
from typing import Final
from unicodedata import numeric

from attrs import evolve, frozen

from cocoa_core.domain.kinds import mismatch
from cocoa_core.importing.columns.cells import Cells
from cocoa_core.importing.columns.units import MONEY_SIGNS, WORD_MARKS, word_mark
from cocoa_core.importing.conventions import DecimalSign
from cocoa_core.lexicon import CURRENCIES

_LONGEST: Final = 80
_USUAL_STARS: Final = 5
_MOST_DIGITS: Final = 30
_BLANKS: Final = re.compile(r"[\s\u00a0\u2007\u2009\u202f]+")
MARKS: Final = (
    rf"(?:[A-Z]{{3}} )?[A-Za-z]{{0,3}}[{MONEY_SIGNS}]|[A-Z]{{3}}"
    rf"|(?i:{'|'.join(map(re.escape, sorted(WORD_MARKS, key=len, reverse=True)))})\.?"
)
"""Matches what may stand for a currency before an amount."""
_AMOUNT: Final = re.compile(
    rf"(?P<sign>[+-]?) ?(?P<before>{MARKS}|) ?(?P<inner>[+-]?)"
    r"(?P<number>[0-9](?:[0-9.,'’ ]*[0-9])?|\.[0-9]+)"
    r"(?P<power>[eE][+-]?[0-9]{1,2}(?![0-9A-Za-z]))? ?(?P<unit>.*)"
)
_UNIT: Final = re.compile(rf"[^\W\d_](?![014-9])|[%°{MONEY_SIGNS}'\"′″★]")
_NO_CENTS: Final = re.compile(r"(?<=[0-9])(?P<sign>[.,]) ?(?:--?|[–—])(?= ?(?:[A-Za-z$€£]|$))")
"""What stands for no cents, behind the decimal sign: "500,-", "CHF 1'500.-", "1.299,– €"."""
_NO_PAISE: Final = re.compile(r"(?<=[0-9]) ?(?:/[-=]|:-)$")
"""What stands for no smaller coins where no decimal sign is before it: "98,000/-", "1,500/=", "299:-"."""
_FOOTNOTES: Final = re.compile(r"(?<=\S) ?(?:\[(?:[0-9]{1,3}|[a-z]{1,2}|note [0-9]{1,2})\])+$")
"""Marks of footnotes behind an amount, as tables of Wikipedia have them: "12,345[3]"."""
_STARS: Final = re.compile(r"(?P<full>[★⭐🌟]{0,10})(?P<empty>[☆✩]{0,10})")
"""A rating that is drawn: "★★★★☆"."""
_FEET_AND_INCHES: Final = re.compile(
    r"(?P<feet>[0-9]{1,3}) ?(?:['′’]|ft\.?|feet|foot)[ -]?(?P<inches>(?:[0-9]|1[01])(?:\.[0-9])?)"
    r" ?(?:\"|″|”|''|in\.?|inch(?:es)?)"
)
"""A length such as 5'11", which is 71 inches."""
_FRACTION: Final = re.compile(r"(?P<whole>[0-9]*) ?(?P<part>[½¼¾⅛⅜⅝⅞])(?!\w)")
_OUT_OF: Final = re.compile(
    r"(?:/|out of|von|sur) ?([1-9][0-9]{0,3})(?: ?(?:stars?|★|Sternen?|étoiles?))?", re.IGNORECASE
)
_ENGLISH: Final = re.compile(
    r"([0-9]+|[0-9]{1,3}(?:[,'’ ][0-9]{3})+|[0-9]{1,2}(?:,[0-9]{2})+,[0-9]{3})(\.[0-9]*)?|(\.[0-9]+)"
)
"""Groups of three digits; or, as in India, of two before the last three: 1,25,000."""
_POINTS: Final = re.compile(r"([0-9]+|[0-9]{1,3}(?:[.'’ ][0-9]{3})+)(,[0-9]+)?")

TIMES: Final = {
    **dict.fromkeys(["k", "thousand", "tsd"], 3),
    **dict.fromkeys(["m", "mn", "mio", "million", "millions"], 6),
    **dict.fromkeys(["b", "bn", "mrd", "billion", "billions"], 9),
    "cr": 7,
}
"""Powers of ten of abbreviations beside money: $20K, 3.5 Mio. €."""
INDIAN: Final = {
    **dict.fromkeys(["lakh", "lakhs", "lac", "lacs"], 5),
    **dict.fromkeys(["crore", "crores"], 7),
}
"""Powers of ten of words that mean nothing else: 12 Lakh."""
_MONEY: Final = frozenset((*CURRENCIES, *CURRENCIES.values(), "US$"))


@frozen
class Amount:
    """A number with the unit after it ("kg", "%", "/5") and the text before it ("$"); both may be empty."""

    number: Decimal
    unit: str
    before: str
    scaled: bool = False
    """Whether the number was abbreviated, as in "$20K"."""


def read_amount(text: str, decimal: DecimalSign | None = None) -> Amount:
    """Returns the exact amount in a text such as "$1,299", "1,828 kg", "4.5/5" or "-14%".

    Abbreviations are read beside money: "$20K", "1,5 Mio. €".

    Args:
        decimal: the decimal sign, where the caller knows it. Without it the text is read as English ("1,299"
            is more than a thousand), and with a decimal comma only where English could not have written it:
            "1.299,00 €", "1,5".

    Raises:
        ValueError: the text has no number, two numbers, or an abbreviated number without money ("1.2k").
    """
    cell = _BLANKS.sub(" ", text.strip()).replace("−", "-").replace("￥", "¥")
    if (stars := _STARS.fullmatch(cell.replace("\ufe0f", ""))) is not None and cell:
        full, best = len(stars["full"]), len(stars[0])
        return Amount(Decimal(full), f"/{best}" if stars["empty"] and best != _USUAL_STARS else "stars", "")
    cell = _FOOTNOTES.sub("", cell)
    if (feet := _FEET_AND_INCHES.fullmatch(cell)) is not None:
        return Amount(12 * Decimal(feet["feet"]) + Decimal(feet["inches"]), "in", "")
    if cell[:1] == "–":
        cell = f"-{cell[1:]}"
    if (without := _NO_CENTS.search(cell)) is not None:
        cell = _NO_CENTS.sub("", cell)
        sign: DecimalSign = "," if (without["sign"] == ",") != (without["sign"] in cell) else "."
        if decimal not in (None, sign):
            raise mismatch(f"an amount with {decimal!r} before decimals", text.strip())
        decimal = sign
    cell = _FRACTION.sub(_with_decimals, _NO_PAISE.sub("", cell))
    match = _AMOUNT.fullmatch(cell) if len(cell) <= _LONGEST else None
    if match is None or (match["sign"] and match["inner"]):
        raise mismatch("an amount such as 1,299 or $4.50", text.strip())
    number = _number(match["number"], decimal)
    if number is None:
        raise mismatch("a number such as 1,299 or 4.50", text.strip())
    if match["power"]:
        number = number.scaleb(int(match["power"][1:]))
    power, unit = _abbreviated(match["unit"].strip(), match["before"])
    number = number.scaleb(power)
    unit = _unit(unit, text)
    negative = "-" in (match["sign"], match["inner"])
    return _with_currency(Amount(-number if negative else number, unit, match["before"], bool(power)), text)


def _with_decimals(match: re.Match[str]) -> str:
    """Returns "9.5" for "9½"."""
    return str(int(match["whole"] or 0) + numeric(match["part"]))


def _with_currency(amount: Amount, text: str) -> Amount:
    """Puts a code for the currency's sign or word; a word of several currencies becomes the unit."""
    code, _, sign = amount.before.partition(" ")
    if sign:
        if not CURRENCIES.get(code, "").endswith(sign):
            raise mismatch("an amount in one currency", text.strip())
        return evolve(amount, before=code)
    if mark := word_mark(amount.unit, behind=True):
        codes = WORD_MARKS[mark]
        return evolve(amount, unit=codes[0] if len(codes) == 1 else mark)
    if mark := word_mark(amount.before):
        codes = WORD_MARKS[mark]
        if len(codes) == 1:
            return evolve(amount, before=codes[0])
        if amount.unit:
            raise mismatch("an amount with one unit", text.strip())
        return evolve(amount, unit=mark, before="")
    return amount


def _number(digits: str, decimal: DecimalSign | None) -> Decimal | None:
    """Returns the number with this decimal sign, or in English, or with a decimal comma; else None."""
    if sum(letter.isdigit() for letter in digits) > _MOST_DIGITS:
        return None
    english = _ENGLISH.fullmatch(digits) if decimal != "," else None
    if english is not None:
        return Decimal(re.sub(r"[,'’ ]", "", digits))
    points = _POINTS.fullmatch(digits) if decimal != "." else None
    if points is not None:
        return Decimal(re.sub(r"[.'’ ]", "", digits).replace(",", "."))
    return None


def _abbreviated(unit: str, before: str) -> tuple[int, str]:
    """Returns the power of ten for which an amount of money has an abbreviation, and the unit without it."""
    short, _, code = unit.partition(" ")
    if not code and short[-1:] in _MONEY:
        short, code = short[:-1], short[-1]
    plain = short.removesuffix(".").casefold()
    if plain in INDIAN:
        return INDIAN[plain], code
    power = TIMES.get(plain, 0)
    money = (before in _MONEY or word_mark(before)) if not code else code in _MONEY and not before
    return (power, code) if power and money else (0, unit)


def _unit(unit: str, text: str) -> str:
    out_of = _OUT_OF.fullmatch(unit)
    if out_of is not None:
        return f"/{out_of[1]}"
    if unit in ("★", "⭐"):
        return "stars"
    if unit and (
        not _UNIT.match(unit)
        or unit[0].isnumeric()
        or unit.casefold() in ("k", "bn", "m.", "mio", "mn")
        or any(word[:1].isdigit() for word in unit.split(" ")[1:])
    ):
        raise mismatch("an amount with one number and its unit", text.strip())
    return unit


_AMOUNT_OF_MONEY: Final = re.compile(
    rf"(?=.*(?:{MARKS}))(?:{MARKS})? ?(?P<number>[0-9][0-9.,]{{0,20}}) ?(?:{MARKS})?"
)
_PART: Final = re.compile(r"(?<![0-9.,])0[.,][0-9]")
_POINT: Final = re.compile(r"[0-9]\.|\.[0-9]")
_LARGE: Final = re.compile(r"(?<![0-9.,])[0-9]{4,20}(?![0-9.,])")
_THOUSANDS: Final = re.compile(r"[0-9]{1,3}(?:\.[0-9]{3})+")
_DECIMALS: Final[tuple[DecimalSign, ...]] = (".", ",")


def decimal_signs(cells: Cells) -> tuple[tuple[DecimalSign, ...], str, str]:
    """Returns the decimal signs that the column's amounts allow, the usual one first, and two texts.

    Commas before three digits everywhere separate thousands, unless another column has decimal commas.

    Returns:
        The signs; a text that shows why only one is allowed; a text that gives different numbers with each
            sign where nothing shows which is meant. Either text is empty where there is none.
    """
    if not any(sign in text for text in cells.counts for sign in ".,"):
        return _DECIMALS, "", ""
    points, commas = (cells.readings(partial(read_amount, decimal=sign)) or {} for sign in _DECIMALS)
    rows = [sum(cells.counts[text] for text in amounts) for amounts in (points, commas)]
    if rows[0] != rows[1]:
        better, worse = (points, commas) if rows[0] > rows[1] else (commas, points)
        return ("." if rows[0] > rows[1] else ",",), next(text for text in better if text not in worse), ""
    differing = [text for text in points if points[text].number != commas[text].number]
    if not differing:
        return _DECIMALS, "", ""
    if _thousands_with_points(cells.counts):
        return (",",), differing[0], ""
    zero = next((text for text in differing if _PART.search(text)), "")
    if zero:
        return (".",) if "." in zero else (",",), zero, ""
    if not any(map(_POINT.search, differing)):
        return _DECIMALS, "", ""
    if not any("," in text for text in differing) and any(map(_LARGE.search, cells.counts)):
        return (".",), differing[0], ""  # a file that groups thousands would not write 1500
    return _DECIMALS, "", differing[0]


def _thousands_with_points(texts: Iterable[str]) -> bool:
    """Returns whether all points in amounts of money separate thousands; of "3.599" alone nobody can tell."""
    money = [match for text in texts if (match := _AMOUNT_OF_MONEY.fullmatch(text)) is not None]
    pointed = [match["number"] for match in money if "." in match["number"]]
    if not pointed or not all(map(_THOUSANDS.fullmatch, pointed)):
        return False
    return len(pointed) < len(money) or any(
        number.index(".") > 1 or number.count(".") > 1 for number in pointed
    )
