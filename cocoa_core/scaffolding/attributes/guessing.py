"""From the names of attributes to their kinds: known ones by name, others by what the name looks like."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from attrs import frozen

from cocoa_core.domain.suggestions import closest, listed, quoted
from cocoa_core.errors import UsageError
from cocoa_core.scaffolding.attributes.known import KNOWN, SYNONYMS
from cocoa_core.scaffolding.attributes.shapes import SHAPES, UNITS, Attribute
from cocoa_core.scaffolding.english import is_plural
from cocoa_core.scaffolding.naming import checked_phrase, slot_name

__all__ = ["MOST_ATTRIBUTES", "Named", "named_attributes"]

MOST_ATTRIBUTES: Final = 40
_LONGEST: Final = 40
_WRITTEN: Final = {
    "bool": "boolean",
    "yes/no": "boolean",
    "text": "category",
    "word": "category",
    "words": "set",
    "currency": "money",
    "amount": "money",
    "%": "percent",
    "time": "clock",
    "day": "date",
}
"""Other words for shapes that an author may type."""

_MONEY: Final = "price cost fee fees fare rent premium deposit salary budget tax charge wage pay amount bill"
_PERCENT: Final = "percent percentage rate share discount interest humidity"
_CLOCK: Final = "departure arrival opening closing start end check pickup dropoff opens closes"
_DATE: Final = "date deadline day since until birthday released expires expiry"
_DURATION: Final = "duration time wait commute runtime minutes hours ride drive walk delay length"
_WORDS: Final = {
    **dict.fromkeys(_MONEY.split(), "money"),
    **dict.fromkeys(("rating", "score", "stars", "grade"), "rating"),
    **dict.fromkeys(_PERCENT.split(), "percent"),
    **dict.fromkeys(_DATE.split(), "date"),
    **dict.fromkeys(_DURATION.split(), "duration"),
    **dict.fromkeys(("count", "number", "quantity"), "count"),
    **dict.fromkeys(("weight", "mass"), "kg"),
    **dict.fromkeys(("distance", "range"), "km"),
    **dict.fromkeys(("height", "width", "depth", "diameter"), "cm"),
    **dict.fromkeys(("memory", "storage", "ram"), "GB"),
    **dict.fromkeys(("power", "wattage"), "W"),
    **dict.fromkeys(("temperature",), "°C"),
    **dict.fromkeys(("calories", "energy"), "kcal"),
    "year": "year",
}
"""What the last word of a name says of its shape."""
_TRUTHS: Final = re.compile(
    r"(?:has|is|with|can|free)_.*|.*_(?:included|allowed|available|friendly|welcome)|.*(?:able|ible)|\w{2,}[^e]ed"
)


@frozen
class Named:
    """An attribute of a new domain: its slot's name, its label, and what it is taken for."""

    slot: str
    label: str
    attribute: Attribute


def named_attributes(text: str, taken: Sequence[str] = ()) -> tuple[Named, ...]:
    """The attributes of a list such as "price, stars, parking:boolean, weight:kg".

    taken: slots that there are already. UsageError for an empty list, more than 40, an attribute that stands
    twice, a name that cannot stand in a sentence ("no smoking": negation is cocoa's own), an unknown kind.
    """
    parts = [part.strip() for part in re.split("[,;\n]", text) if part.strip()]
    if not 1 <= len(parts) <= MOST_ATTRIBUTES:
        raise UsageError(
            "a list of attributes cannot be used",
            got=f"{len(parts)} attributes",
            expected=f"1 to {MOST_ATTRIBUTES}, such as price, rating, parking:boolean",
        )
    found: dict[str, Named] = {}
    slots = list(taken)
    for part in parts:
        words, _, kind = part.partition(":")
        label = checked_phrase(words.replace("_", " "), "the name of an attribute", _LONGEST)
        if label.casefold() in found:
            raise UsageError(f"the attribute {quoted(label)} stands twice", fix="name each of them once")
        slot = slot_name(label, slots)
        attribute = _attribute(slot, kind.strip())
        slots.append(slot)
        found[label.casefold()] = Named(slot, attribute.label or label[:1].upper() + label[1:], attribute)
    return tuple(found.values())


def _attribute(slot: str, kind: str) -> Attribute:
    known = KNOWN.get(SYNONYMS.get(slot, slot))
    shape = _shape(kind) if kind else None
    if known is not None and shape in (None, known.shape):
        return known
    return Attribute(shape or _guess(slot))


def _shape(kind: str) -> str:
    """The shape or unit that an author typed."""
    word = _WRITTEN.get(kind.casefold(), kind.casefold())
    if word in SHAPES:
        return word
    units = {unit.casefold(): unit for unit in UNITS}
    if word in units:
        return units[word]
    choices = (*SHAPES, *UNITS)
    like = closest(kind, choices)
    raise UsageError(
        f"there is no kind of attribute {quoted(kind)}",
        expected=f"one of {listed(SHAPES)}; or a unit: {', '.join(UNITS)}",
        fix=f"did you mean {like!r}?" if like else None,
    )


def _guess(slot: str) -> str:
    words = slot.split("_")
    if words[0] in ("number", "n", "num", "no") and len(words) > 1:
        return "count"
    if words[-1] in ("time", "times") and set(words) & set(_CLOCK.split()):
        return "clock"
    if words[-1] == "at" or slot in _CLOCK.split():
        return "clock"
    if words[-1] in ("times", "durations", "minutes") and len(words) > 1:
        return "list"
    if words[-1] in ("from", "until", "by", "on", "since"):
        return "date"
    found = _WORDS.get(words[-1]) or _WORDS.get(words[0])
    if found is not None:
        return found
    if _TRUTHS.fullmatch(slot):
        return "boolean"
    return "set" if is_plural(words[-1]) else "category"
