"""Words around a column's values: those that fit its name, and always some that fit any name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from cocoa_core.scaffolding.attributes.known import KNOWN, SYNONYMS
from cocoa_core.scaffolding.attributes.shapes import SHAPES, UNITS, Attribute, say
from cocoa_core.scaffolding.columns.header import Header
from cocoa_core.scaffolding.columns.quantities import TALLIED, count_noun
from cocoa_core.scaffolding.columns.roles import Column
from cocoa_core.scaffolding.english import is_plural, plural, singular, with_article
from cocoa_core.scaffolding.proposals.truths import Say, is_uncounted, truth_wordings

__all__ = ["item_of", "known_attribute", "wordings"]

_BY_NAME: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "quantity": {
        "price cost fare": ("cost",),
        "rent": ("I | pay | | in rent",),
        "weight mass": ("weigh",),
        "mileage": ("get",),
        "horsepower|power": (" | have",),
        "rating stars": (" | be | rated", " | have | a rating of"),
        "memory ram": (" | have | | of memory",),
        "storage": (" | have | | of storage",),
    },
    "duration": {
        "duration runtime length": ("last", "take"),
        "travel time|journey|trip": ("take",),
        "battery|battery life": ("the battery | last",),
    },
    "clock": {
        "departure|departure time|leaves|departs": ("leave", "depart"),
        "arrival|arrival time|arrives": ("arrive",),
        "opening|opening time|opens|open": ("open",),
        "closing|closing time|closes|close": ("close",),
        "start|start time|starts|begins": ("start",),
        "end|end time|ends": ("end",),
        "check in|check-in|checkin": ("I | check in",),
        "check out|check-out|checkout": ("I | check out",),
    },
    "date": {
        "release|release date|released|published": ("come out",),
        "start date|start": ("start",),
        "end date|end": ("end",),
        "date": (" | be | dated",),
    },
    "category": {
        "city town county district neighborhood area": (" | be | in",),
        "origin": (" | come | from",),
        "manufacturer make maker brand": (" | be | made by", " | come | from"),
        "carrier|airline|operator": (" | be | operated by",),
        "color colour": ("its colour | be",),
        "author director artist": (" | be | by",),
        "fuel|fuel type": ("run | on",),
    },
    "set": {
        "amenities features facilities extras equipment": ("have", "offer"),
        "ports connections": ("have",),
        "languages": ("support",),
        "genres tags topics categories": (" | be | tagged",),
    },
}
"""Kind -> names of columns -> wordings. Names are parted by "|", or by blanks where each is one word."""

_HELD: Final = (
    "acceleration altitude area balance budget capacity delay density depth diameter displacement distance"
    " duration elevation frequency height horsepower humidity income length level limit mass mileage"
    " percentage population power precipitation pressure price radius range rate rating ratio resolution"
    " salary score size speed temperature thickness value volume voltage wage weight width yield"
)
"""What something can be said to have: "a height of 3 m"."""

_POINTS: Final = {"date": "date", "clock": "time"}
_DANGLING: Final = frozenset(
    ("after", "at", "before", "by", "from", "in", "on", "since", "till", "to", "until")
)


def wordings(column: Column) -> tuple[Say, ...]:
    """Wordings of the column's rule, the most fitting first; the last two fit any name."""
    header, kind = column.header, column.reading.kind
    if kind == "boolean":
        known = (one for one in _special(column) if one.get("subject") != "I")
        return tuple({str(one): one for one in (*known, *truth_wordings(header))}.values())
    if column.reading.settings.get("unit") == "count":
        return tuple({str(one): one for one in (*_special(column), *_counts(column))}.values())
    if kind == "set":
        bare = _bare_verbs(column)
        return (*(one for one in _special(column) if one["verb"] not in bare), *_several(header))
    noun = _noun(header, kind)
    own = say(f"{_they(header)}the {noun} | be", f"{_they(header)}its {noun} | be")
    held = _held(header) if kind == "quantity" else ()
    return (*_special(column), *_happened(header, kind), *held, *own)


def item_of(header: Header) -> tuple[str, str]:
    """What one item of a set or list is called, and several of them."""
    words = header.phrase.split()
    last = words[-1] if is_plural(words[-1]) else f"{words[-1]} entry"
    one = " ".join([*words[:-1], singular(last)])
    return one, plural(one)


def _special(column: Column) -> tuple[Say, ...]:
    """Wordings that fit the name, of this table and of the attributes that new domains know."""
    kind, phrase = column.reading.kind, column.header.phrase.casefold()
    found: list[Say] = []
    for names, texts in _BY_NAME.get(kind, {}).items():
        single = names.split("|") if "|" in names else names.split()
        if phrase in single:
            found += [one for one in say(*texts) if _fits(one, column)]
    known = known_attribute(column)
    if known is not None:
        found += [one for one in known.say if one not in found]
    return tuple(found)


def known_attribute(column: Column) -> Attribute | None:
    """The attribute that new domains know by this name, if the column is of its kind and in its unit."""
    slot = column.header.phrase.casefold().replace(" ", "_").replace("-", "_")
    known = KNOWN.get(SYNONYMS.get(slot, slot))
    measured = column.reading.kind, column.reading.settings.get("unit")
    return known if known is not None and _shape_of(known.shape) == measured else None


def _fits(wording: Say, column: Column) -> bool:
    """Whether what the words say of the unit is true of the column."""
    unit = column.reading.settings.get("unit")
    wanted = {"weigh": ("kg", "g", "lb", "oz", "t", "mg"), "cost": ("money",), "get": ("mpg",), "have": None}
    units = wanted.get(str(wording["verb"]))
    if wording.get("before") == "rated" or wording.get("before") == "a rating of":
        units = ("rating",)
    elif wording["verb"] == "have" and column.reading.kind == "quantity":
        units = ("hp", "kW", "W", "GB", "TB", "MB")
    return units is None or unit in units


def _shape_of(shape: str) -> tuple[str, object]:
    """The kind and the unit of one of the shapes that new domains know."""
    if shape in UNITS:
        return "quantity", shape
    settings = SHAPES[shape].settings
    return str(settings["kind"]), settings.get("unit")


def _they(header: Header) -> str:
    """What marks a plural subject."""
    return "they " if is_plural(header.phrase.split()[-1]) else ""


def _noun(header: Header, kind: str) -> str:
    """The phrase, to be put after "the": "open from" is "open-from time", "last updated" a date."""
    *before, last = header.phrase.split()
    if kind not in _POINTS or not (last in _DANGLING or last.endswith("ed")):
        return header.phrase
    tied = f"{before.pop()}-{last}" if before else last
    return " ".join([*before, tied, _POINTS[kind]])


def _happened(header: Header, kind: str) -> tuple[Say, ...]:
    """ "it must be posted before March 3", where a column is "posted on"."""
    what, _, joint = header.phrase.partition(" ")
    return say(f" | be | {what}") if kind == "date" and joint == "on" and what.endswith("ed") else ()


def _held(header: Header) -> tuple[Say, ...]:
    """ "it has a displacement of ..." """
    if header.phrase.split()[-1].casefold() not in _HELD.split():
        return ()
    return ({"verb": "have", "before": f"{with_article(header.phrase)} of"},)


def _counts(column: Column) -> tuple[Say, ...]:
    """Two wordings, and one in reserve for where another column counts the same.

    "a total of no doors" would be odd, so that is for counts that are never zero.
    """
    header = column.header
    one, many = count_noun(header) or (header.phrase, header.phrase)
    noun = {"one": one, "many": many}
    least = column.reading.settings["min"]
    second: dict[str, Any] = {"verb": "have", "before": "a total of"} if least else {"verb": "come with"}
    if header.ends(*TALLIED):
        second = {"verb": "count"}
    reserve = {"subject": f"the {header.phrase}", "verb": "come to", "noun": noun}
    return {"verb": "have", "noun": noun}, {**second, "noun": noun}, reserve


def _bare_verbs(column: Column) -> frozenset[str]:
    """Verbs that ask for an "a" before some of the items: "it has headphone jack" would not do."""
    items = {item for cell in column.reading.cells if cell for item in cell.split("; ")}
    countable = any(item[:1].islower() and not is_uncounted(item) for item in items)
    return frozenset(("have", "offer", "come")) if countable else frozenset()


def _several(header: Header) -> tuple[Say, ...]:
    they = _they(header)
    return say(f"{they}its {header.phrase} | include", f"{they}the {header.phrase} | include")
