"""Lists number words, months, the singular of units, currencies, and places that need an article."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

NUMBER_WORDS: Final = (
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
)
"""The words for counts and whole hours up to twelve."""

MONTHS: Final = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
"""The names of the months, in order."""

_PLURALS: Final = (
    "acres=acre beds=bed days=day hours=hour inches=inch miles=mile minutes=minute months=month nights=night"
    " pages=page pieces=piece points=point rooms=room seconds=second weeks=week years=year"
)
UNITS_OF_ONE: Final[Mapping[str, str]] = MappingProxyType(
    {many: one for many, _, one in (pair.partition("=") for pair in _PLURALS.split())}
)
"""By unit of a quantity that is a word, its singular, which follows a 1: "1 month"."""

_BY_CODE: Final = (
    "AED AMD ARS AZN BDT BGN BHD BOB BYN CLP COP CRC CZK DOP DZD EGP GEL GHS GTQ HKD HRK HUF IDR ILS ISK JOD"
    " KES KWD KZT LBP LKR MAD MDL MYR NGN NPR OMR PEN PHP PKR PYG QAR RON RSD RUB SAR SGD THB TND TRY TWD TZS"
    " UAH UGX UYU UZS VND XAF XOF"
)
"""Currencies that are shown by their code."""
CURRENCIES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "USD": "$",
        "EUR": "€",
        "GBP": "£",
        "JPY": "¥",
        "INR": "₹",
        "KRW": "₩",
        "AUD": "A$",
        "BRL": "R$",
        "CAD": "CA$",
        "CHF": "CHF",
        "CNY": "CN¥",
        "DKK": "DKK",
        "MXN": "MX$",
        "NOK": "NOK",
        "NZD": "NZ$",
        "PLN": "PLN",
        "SEK": "SEK",
        "ZAR": "ZAR",
        **{code: code for code in _BY_CODE.split()},
    }
)
"""By code of ISO 4217, the symbol that is shown."""

_ARTICLED: Final = (
    "USA, U.S.A., US, U.S., United States, United States of America, UK, U.K., United Kingdom, UAE, U.A.E.,"
    " United Arab Emirates, EU, European Union, USSR, Soviet Union, Netherlands, Philippines, Bahamas,"
    " Maldives, Seychelles, Comoros, Gambia, Czech Republic, Dominican Republic, Central African Republic,"
    " Democratic Republic of the Congo, Republic of the Congo, Marshall Islands, Solomon Islands,"
    " Cayman Islands, Faroe Islands, Falkland Islands, Cook Islands, Canary Islands, Channel Islands,"
    " British Virgin Islands, Virgin Islands, Isle of Man, Vatican, Middle East, Balkans, Caribbean,"
    " Mediterranean, Eastern Mediterranean, Western Mediterranean, Baltic, Baltic Sea, North Sea, Black Sea,"
    " Red Sea, Adriatic, Norwegian Fjords, British Isles, Greek Islands, Galapagos Islands, Azores, Alps,"
    " Dolomites, Pyrenees, Rockies, Midwest, Florida Keys, French Riviera, Amalfi Coast"
)
WITH_ARTICLE: Final = frozenset(name.casefold() for name in _ARTICLED.split(", "))
"""The names without the article, as tables have them, in lower case. Any other name is said as it is: nothing
is guessed.
"""
