"""Attributes that many domains have, by name: their kind, plausible values, and words that fit them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any, Final

from cocoa_core.scaffolding.attributes.shapes import Attribute, say

__all__ = ["KNOWN", "SYNONYMS"]

_LITTLE: Final = ("less", "at_most")
"""What few people ask for where more is better: a salary, memory, a battery's hours."""
_PAST: Final = {"min": "2022-01-01", "max": "2026-12-31"}


def _number(
    shape: str, low: object, high: object, *wordings: str, atypical: tuple[str, ...] | None = None
) -> Attribute:
    return Attribute(shape, {"min": low, "max": high}, say(*wordings), atypical=atypical)


def _count(low: int, high: int, one: str, many: str, *verbs: str) -> Attribute:
    noun = {"one": one, "many": many}
    wordings = tuple({"verb": verb, "noun": noun} for verb in verbs or ("have",))
    return Attribute("count", {"min": low, "max": high}, wordings)


def _words(values: str, *wordings: str) -> Attribute:
    return Attribute("category", {"values": values.split(", ")}, say(*wordings))


def _several(values: str, *wordings: str | Mapping[str, Any]) -> Attribute:
    return Attribute("set", {"values": values.split(", ")}, say(*wordings))


def _truth(*wordings: str, label: str = "") -> Attribute:
    return Attribute("boolean", {}, say(*wordings), label)


def _time(
    low: str, high: str, *wordings: str, step: int = 5, grid: str = "15m", many: bool = False
) -> Attribute:
    atypical = _LITTLE if many else ("more", "at_least")
    settings = {"min": low, "max": high, "step": step}
    return Attribute("duration", settings, say(*wordings), draw={"grid": grid}, atypical=atypical)


def _clock(*wordings: str) -> Attribute:
    return Attribute("clock", {}, say(*wordings), window=("1h", "4h"))


def _day(*wordings: str, past: bool = False) -> Attribute:
    return Attribute("date", _PAST if past else {}, say(*wordings), draw={"grid": "30d"} if past else None)


KNOWN: Final[Mapping[str, Attribute]] = {
    # money
    "price": _number("money", 20, 900, "cost", "the price | be", "I | pay"),
    "rent": _number("money", 500, 4500, "the rent | be", "I | pay | | a month", "rent for"),
    "salary": _number("money", 28000, 160000, "pay", "the salary | be", "I | earn", atypical=_LITTLE),
    "premium": _number("money", 20, 600, "the premium | be", "I | pay | | a month"),
    "deductible": _number("money", 0, 5000, "the deductible | be", "its deductible | be"),
    # numbers
    "rating": Attribute("rating", {}, say(" | have | a rating of", "its rating | be", " | be | rated")),
    "stars": _count(1, 5, "star", "stars", "have", "come with"),
    "reviews": _count(0, 2500, "review", "reviews", "have", "get"),
    "bedrooms": _count(0, 5, "bedroom", "bedrooms", "have", "come with"),
    "bathrooms": _count(1, 4, "bathroom", "bathrooms", "have", "come with"),
    "beds": _count(1, 6, "bed", "beds", "have", "come with"),
    "seats": _count(2, 9, "seat", "seats", "have", "come with"),
    "doors": _count(2, 5, "door", "doors", "have", "come with"),
    "lessons": _count(6, 60, "lesson", "lessons", "have", "consist of"),
    "vacation_days": _count(20, 38, "vacation day", "vacation days", "offer", "come with"),
    "experience": _number("years", 2, 12, " | ask for | | of experience", " | require | | of experience"),
    "distance": _number("km", Decimal("0.1"), 15, " | be | | away", "the distance | be"),
    "weight": _number("kg", Decimal("0.5"), 30, "weigh", "its weight | be"),
    "screen": _number("in", 11, 18, " | have | a screen of", "the screen | measure"),
    "memory": _number("GB", 4, 64, " | have | | of memory", " | come | with | of memory", atypical=_LITTLE),
    "storage": _number(
        "GB", 128, 2048, " | have | | of storage", " | come | with | of storage", atypical=_LITTLE
    ),
    "year": _number("year", 2005, 2026, "the year | be", "its year | be", atypical=()),
    "floor_space": _number("m²", 20, 180, " | have | | of floor space", "the floor space | be"),
    # words, one of several
    "city": _words("Avonmoor, Brightwater, Caldmere, Dunhaven, Eastwick", " | be | in", " | lie | in"),
    "area": _words(
        "Harbour Quarter, Hillside, Market District, Old Town, Riverside, University Quarter",
        " | be | in",
        " | lie | in",
    ),
    "brand": _words("Alder, Birch, Cedar, Hazel, Maple, Rowan", " | come | from", " | be | made by"),
    "provider": _words("Alder, Birch, Cedar, Hazel, Maple, Rowan", " | come | from", " | be | offered by"),
    "employer": _words("Alder, Birch, Cedar, Hazel, Maple, Rowan", " | be | with", "the employer | be"),
    "range": _words("basic, standard, premium", " | be | from the | range", " | belong | to the | range"),
    "level": _words("beginner, intermediate, advanced", " | be | at the | level", "its level | be"),
    "size": _words("small, medium, large", "its size | be", " | come | in size"),
    "colour": _words("black, blue, green, red, silver, white", "its colour | be", " | come | in"),
    "language": _words("English, French, German, Spanish", " | be | in", "the language | be"),
    "topic": _words(
        "accounting, biology, design, history, programming, statistics", " | be | about", "cover"
    ),
    "cuisine": _words(
        "Indian, Italian, Japanese, Lebanese, Mexican, Thai", " | serve | | food", "the cuisine | be"
    ),
    "contract": _words("permanent, fixed-term, freelance", "the contract | be", "its contract | be"),
    "field": _words(
        "design, finance, marketing, nursing, software, teaching", " | be | in", "the field | be"
    ),
    "fuel": _words("diesel, electric, hybrid, petrol", "its engine | be", "the engine | be"),
    # yes or no
    "parking": _truth(" | have | parking", " | offer | parking"),
    "breakfast": _truth(" | include | breakfast", "breakfast | be | included", label="Breakfast included"),
    "pets": _truth(" | allow | pets", "they pets | be | welcome", label="Pets allowed"),
    "wifi": _truth(" | have | Wi-Fi", " | come | with Wi-Fi", label="Wi-Fi"),
    "free_cancellation": _truth(" | come | with free cancellation", " | offer | free cancellation"),
    "outdoor_seating": _truth(" | have | outdoor seating", " | offer | outdoor seating"),
    "certificate": _truth(" | come | with a certificate", " | end | with a certificate"),
    "touch_screen": _truth(" | have | a touch screen", " | come | with a touch screen"),
    "remote": _truth(" | be | remote", "I | work | from home", label="Remote"),
    "discounted": _truth(" | be | discounted", "the price | be | reduced"),
    # several words
    "amenities": _several(
        "air conditioning, bike rental, free parking, laundry service, room service, Wi-Fi",
        "have",
        "offer",
        " | come | with",
    ),
    "extras": _several(
        "free delivery, gift wrapping, insurance cover, loyalty points, phone support",
        "include",
        " | come | with",
    ),
    "equipment": _several(
        "air conditioning, cruise control, heated seats, parking sensors, roof rails, satellite navigation",
        "have",
        " | come | with",
    ),
    "ports": _several("Ethernet, HDMI, USB-A, USB-C", "have", " | come | with"),
    "benefits": _several(
        "free lunches, health insurance, meal vouchers, paid training, pension contributions, share options",
        "offer",
        " | come | with",
    ),
    "diets": _several("gluten-free, halal, vegan, vegetarian", " | have | | dishes", " | serve | | dishes"),
    "coverage": _several(
        "dental care, eye care, hospital stays, maternity care, physiotherapy, travel abroad",
        "cover",
        " | pay | for",
    ),
    "formats": _several("exercises, group work, live sessions, quizzes, readings, videos", "have", "include"),
    # lengths of time
    "length": _time("1h", "40h", "take", "last", step=15, grid="1h"),
    "commute": _time("5m", "1h 30m", "the commute | take", "I | commute for"),
    "wait": _time("0m", "1h 30m", "the wait | be", "I | wait"),
    "walk": _time("5m", "1h", "the walk | take", "I | walk", grid="5m"),
    "transfer": _time("10m", "2h", "the transfer | take", "the trip from the airport | take"),
    "reply_time": _time("10m", "48h", "a reply | take", "I | wait | | for a reply", step=10, grid="1h"),
    "battery": _time("4h", "24h", "the battery | last", "its battery | last", step=30, grid="1h", many=True),
    # times of day
    "check_in": _clock("I | check in", "check-in | begin"),
    "check_out": _clock("I | check out", "check-out | end"),
    "opens": _clock("open", "they its doors | open"),
    "closes": _clock("close", "they its doors | close"),
    "departure": _clock("leave", "depart", "I | leave"),
    "arrival": _clock("arrive", "I | arrive"),
    # days
    "start_date": _day("start", "begin", "I | start"),
    "available_from": _day(" | become | available", "I | get it"),
    "free_cancellation_until": _day("free cancellation | end", "the last day of free cancellation | be"),
    "deadline": _day("the deadline | be", "its deadline | be"),
    "released": _day("come out", "its release | be", past=True),
}
"""By slot name."""

_SYNONYMS: Final[Mapping[str, Sequence[str]]] = {
    "area": ("neighbourhood", "neighborhood", "district", "location", "quarter"),
    "amenities": ("facilities",),
    "battery": ("battery_life",),
    "brand": ("maker", "manufacturer", "make"),
    "check_in": ("check_in_time", "checkin"),
    "check_out": ("check_out_time", "checkout"),
    "city": ("town",),
    "closes": ("closing_time",),
    "colour": ("color",),
    "deductible": ("excess",),
    "departure": ("departure_time",),
    "arrival": ("arrival_time",),
    "employer": ("company",),
    "floor_space": ("living_space", "square_metres", "square_meters"),
    "length": ("duration", "running_time", "runtime"),
    "memory": ("ram",),
    "opens": ("opening_time",),
    "pets": ("pets_allowed", "pets_welcome"),
    "price": ("cost",),
    "provider": ("insurer", "seller", "vendor", "operator"),
    "released": ("release_date", "published"),
    "year": ("model_year", "built"),
    "screen": ("screen_size",),
    "topic": ("subject",),
    "wait": ("waiting_time",),
    "wifi": ("wi_fi",),
}
SYNONYMS: Final[Mapping[str, str]] = {other: name for name, others in _SYNONYMS.items() for other in others}
"""Further names, each with the one of KNOWN whose attribute it is."""
