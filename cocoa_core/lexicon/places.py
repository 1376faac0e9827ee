"""Lists the names of countries that need an article, without it, as tables have them."""

from __future__ import annotations

from typing import Final

_NAMES: Final = (
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
WITH_ARTICLE: Final = frozenset(name.casefold() for name in _NAMES.split(", "))
"""The names in lower case. Any other name is said as it is: nothing is guessed."""
