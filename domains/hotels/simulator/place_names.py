"""Names for places to stay: coined words, each given once, so that no name is meant to be a real one."""

from __future__ import annotations

from typing import Final

from ...simulating.draws import Draws

_BEGINNINGS: Final = (
    *("Alder", "Amber", "Brack", "Corvel", "Dunmar", "Elster", "Fenwil", "Galver", "Hollin", "Isen"),
    *("Jarlin", "Kester", "Lorven", "Marven", "Nether", "Ostrel", "Pelham", "Quillan", "Rosten", "Selwin"),
    *("Tarvel", "Umber", "Varn", "Wester", "Yarrow", "Zephin", "Arden", "Belmar", "Cardel", "Dorran"),
    *("Ember", "Farlan", "Gorsen", "Harlow", "Imber", "Jessan", "Kelvan", "Linder", "Morven", "Nolan"),
    *("Orvan", "Perrin", "Quern", "Rivan", "Sorrel", "Tamber", "Ulven", "Verlan", "Wilden", "Yorvan"),
    *("Ashen", "Birkan", "Crannen", "Delmar", "Ervin", "Follan", "Garlin", "Hestan", "Istan", "Jorvin"),
    *("Kirsen", "Lannic", "Merrin", "Osten"),
)
_ENDINGS: Final = (
    *("brook", "combe", "dell", "fell", "gate", "holt", "ley", "mere", "moor", "quay", "rise", "stead"),
    *("stow", "thorpe", "vale", "wick", "worth", "wyn"),
)
_FORMS: Final = {
    "hotel": ("Hotel {}", "The {}", "{} Hotel"),
    "guesthouse": ("{} House", "{} Guesthouse", "Casa {}"),
    "hostel": ("{} Hostel", "{} Backpackers"),
    "serviced apartment": ("{} Residences", "{} Apartments", "{} Suites"),
}


def coined_words(seed: int) -> list[str]:
    """All words that can be coined, in a seeded order: each beginning with most of the endings."""
    words = [f"{one}{two}" for one in _BEGINNINGS for two in _ENDINGS if one[-1] != two[0]]
    return Draws(seed, "coined words").shuffled(words)


def place_name(word: str, kind: str, draws: Draws) -> str:
    """The name of a place of that kind: "Hotel Varnmere", "Varnmere Backpackers"."""
    return draws.pick(_FORMS[kind]).format(word)
