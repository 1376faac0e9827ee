"""Words around a column's values: those that fit its name, and always some that fit any name."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from cocoa_core.english import is_plural, plural, singular, with_article
from cocoa_core.importing import TALLIED, Column, Header, count_noun, short_forms
from cocoa_core.scaffolding.drafts import Say, say
from cocoa_core.suggestions import quoted

__all__ = ["NAMED", "item_of", "unsaid", "wordings"]

_BY_NAME: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "quantity": {
        "price cost fare": ("cost", "I | pay"),
        "rent": ("I | pay | | in rent",),
        "weight mass": ("weigh",),
        "serves": ("serve", " | be | enough for"),
        "sleeps": ("sleep", " | have | beds for"),
        "mileage": ("get",),
        "horsepower|power": (" | have",),
        "rating stars": (" | be | rated", " | have | a rating of"),
        "memory ram": (" | have | | of memory",),
        "storage": (" | have | | of storage",),
        "years experience|experience years|years of experience": (" | have | | years of experience",),
    },
    "duration": {
        "duration runtime length": ("last", "take"),
        "travel time|journey|trip": ("take",),
        "battery|battery life": ("the battery | last",),
    },
    "clock": {
        "departure|departure time|leaves|departs": ("leave", "depart"),
        "arrival|arrival time|arrives": ("arrive", "get in"),
        "opening|opening time|opens|open": ("open", "open up"),
        "closing|closing time|closes|close": ("close", "shut"),
        "start|start time|starts|begins": ("start", "begin"),
        "end|end time|ends": ("end", "finish"),
        "check in|check-in|checkin": ("I | check in",),
        "check out|check-out|checkout": ("I | check out",),
    },
    "date": {
        "release|release date|released|published": ("come out",),
        "start date|start": ("start",),
        "end date|end": ("end",),
        "date": (" | be | dated",),
    },
    "boolean": {
        "pets|pets allowed": (" | allow | pets", "they pets | be | welcome"),
        "breakfast": (" | include | breakfast", "breakfast | be | included"),
        "remote": (" | be | remote",),
    },
    "category": {
        "city town county district neighborhood area": (" | be | in", " | lie | in"),
        "origin": (" | come | from",),
        "from": (" | leave | from", " | start | in"),
        "to destination": (" | go | to", " | end | in"),
        "manufacturer make maker brand": (" | be | made by", " | come | from"),
        "carrier|airline|operator": (" | be | operated by",),
        "color colour": ("its colour | be", " | come | in"),
        "cuisine": (" | serve | | food",),
        "provider insurer seller vendor": (" | come | from", " | be | offered by"),
        "author director artist": (" | be | by",),
        "fuel|fuel type": ("run | on",),
    },
    "set": {
        "amenities features facilities equipment": ("have", "offer", " | come | with"),
        "extras": ("include", " | come | with"),
        "coverage": ("cover", " | pay | for"),
        "benefits": ("offer",),
        "ports connections": ("have", " | come | with"),
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
    ("after", "at", "before", "by", "for", "from", "in", "of", "on", "since", "till", "to", "until", "with")
)
_ARISEN: Final = frozenset(("available", "born", "built", "due", "free", "made", "open", "released", "valid"))
"""Words beside those in -ed that say what becomes of something on a day, and that no article goes with."""


_FINITE: Final = "serves sleeps departs leaves arrives opens closes starts begins ends open close"
_VERBS: Final = frozenset(_FINITE.split())
"""Names that are verbs: said as such, they are no nouns."""


NAMED: Final = 2
"""How many wordings there are that fit any name."""
_UNCOUNTED: Final = (
    "air parking wifi internet heating cooling access service lighting storage insurance breakfast gas power"
    " conditioning water support smoking seating hot bluetooth nfc gps cover coverage delivery shipping"
    " navigation cancellation control protection assistance"
)
_MASS_NOUNS: Final = frozenset(_UNCOUNTED.split())
_HAD: Final = (
    "adapter alarm attic backlight balcony bar basement bathtub camera case charger concierge cd crib desk"
    " dishwasher display driveway dryer elevator fireplace fridge garage garden guarantee gym jack jacuzzi"
    " keyboard kitchen kitchenette lift lock microphone microwave minibar oven patio playground pool port"
    " reader restaurant roof safe sauna screen sensor shuttle slot spa speaker stand stylus sunroof"
    " television terrace touchscreen towbar trailer tv view warranty washer webcam yard"
)
_FEATURES: Final = frozenset(_HAD.split()) | _MASS_NOUNS
"""Last words of what an option can have: "backlit keyboard", "free delivery"."""
_COVERS: Final = "dental vision optical maternity orthodontic prescription psychotherapy"
_COVERED: Final = frozenset(_COVERS.split())
_DONE: Final = ("able", "ible", "ed", "friendly", "al", "ic", "ful")
_NOUNS: Final = (
    "animal arrival capital clinic comic festival fabric hospital journal manual medal metal music pedal"
    " portal public rental removal renewal signal terminal topic total traffic"
)
_THINGS: Final = frozenset(_NOUNS.split())
"""Nouns that end as adjectives do."""
_STATES: Final = {"included": "include", "available": "offer", "allowed": "allow", "welcome": "welcome"}


def wordings(column: Column) -> tuple[Say, ...]:
    """Wordings of the column's rule, the most fitting first; the last two fit any name."""
    header, kind = column.header, column.reading.kind
    if kind == "boolean":
        return tuple(
            {str(one): one for one in (*_special(column), *_truths(header), *_marked(header))}.values()
        )
    if column.reading.settings.get("unit") == "count":
        return tuple({str(one): one for one in (*_special(column), *_counts(column))}.values())
    if kind == "set":
        bare = _bare_verbs(column)
        return (*(one for one in _special(column) if one["verb"] not in bare), *_several(header))
    noun = _noun(column)
    own = say(f"{_they(header)}the {noun} | be", f"{_they(header)}its {noun} | be")
    if _special(column) and header.phrase.casefold() in _VERBS | _DANGLING:
        return _special(column)
    held = _held(header) if kind == "quantity" else ()
    happened = _happened(column) or _being(header, kind)
    return (*_special(column), *happened, *held, *(() if happened else own))


def unsaid(column: Column) -> str:
    """Why nothing of the column can be said well, "" where it can: the reason, and what to write instead.

    Names with a meaning of their own ("has_garage", "released") can always be said.
    """
    header, kind, name = column.header, column.reading.kind, column.name
    short = " and ".join(map(quoted, short_forms(header)))
    if kind == "boolean":
        if _special(column) or (_truths(header) and not short):
            return ""
        return _to_write(
            name, ["is"], "what an option has or is where it says yes", "{verb: have, before: a ...}"
        )
    if _special(column) or _happened(column) or _being(header, kind):
        return ""
    last = header.phrase.split()[-1].casefold()
    if short:
        why = f"what {short} is short for"
    elif last in _DANGLING:
        why = f"what it is that goes on {quoted(header.phrase)}"
    elif kind == "category" and header.phrase.casefold() in _ARISEN:
        why = f"what it is that is {quoted(header.phrase)}"
    elif re.match(r"column [0-9]", header.phrase):
        why = "what the column holds"
    else:
        return ""
    tests = {"category": ["is"], "set": ["any"]}.get(kind, ["less", "at_least"])
    return _to_write(name, tests, why, "{subject: the ..., verb: be}")


def _to_write(name: str, tests: Sequence[str], why: str, wording: str) -> str:
    return (
        f"its name does not say {why}; in rules.yaml:"
        f" `{name}: [{{id: {name.replace('_', '-')}, tests: [{', '.join(tests)}], say: [{wording}]}}]`"
    )


def item_of(header: Header) -> tuple[str, str]:
    """What one item of a set or list is called, and several of them."""
    one = singular(header.phrase)
    return one, plural(one)


def _special(column: Column) -> tuple[Say, ...]:
    """Wordings that fit the name, of this table and of the attributes that new domains know."""
    kind, phrase = column.reading.kind, column.header.phrase.casefold()
    found: list[Say] = []
    for names, texts in _BY_NAME.get(kind, {}).items():
        single = names.split("|") if "|" in names else names.split()
        if phrase in single:
            found += [one for one in say(*texts) if _fits(one, column)]
    return tuple(found)


def _fits(wording: Say, column: Column) -> bool:
    """Whether what the words say of the unit is true of the column."""
    unit = column.reading.settings.get("unit")
    wanted = {
        "weigh": ("kg", "g", "lb", "oz", "t", "mg"),
        "cost": ("money",),
        "pay": ("money",),
        "get": ("mpg",),
        "have": None,
    }
    units = wanted.get(str(wording["verb"]))
    if wording.get("before") == "rated" or wording.get("before") == "a rating of":
        units = ("rating",)
    elif (
        wording["verb"] == "have" and column.reading.kind == "quantity" and "years" not in column.header.words
    ):
        units = ("hp", "kW", "W", "GB", "TB", "MB")
    return units is None or unit in units


def _they(header: Header) -> str:
    """What marks a plural subject."""
    return "they " if is_plural(header.phrase.split()[-1]) else ""


def _noun(column: Column) -> str:
    """The phrase, to be put after "the": "open from" is "open-from time", "last updated" a date."""
    header, kind = column.header, column.reading.kind
    *before, last = header.phrase.split()
    if kind not in _POINTS or not (last in _DANGLING or last.endswith("ed")):
        return header.phrase
    tied = f"{before.pop()}-{last}" if before else last
    return " ".join([*before, tied, _POINTS[kind]])


def _happened(column: Column) -> tuple[Say, ...]:
    """ "it must be posted before March 3", where a column is "posted on"; "built in 1973 or later"."""
    header, kind = column.header, column.reading.kind
    if column.reading.settings.get("unit") == "year":
        what = header.phrase.removeprefix("year ").removesuffix(" year")
        return _so(what) if _is_arisen(what.split()[-1]) else ()
    what, _, joint = header.phrase.rpartition(" ")
    if kind == "date" and _is_arisen(joint):
        return _so(header.phrase)
    return _so(what) if kind == "date" and joint in ("from", "on") and _is_arisen(what) else ()


def _is_arisen(word: str) -> bool:
    return word.casefold() in _ARISEN or word.endswith("ed")


def _being(header: Header, kind: str) -> tuple[Say, ...]:
    """ "it must be suitable for children", where words are what options are "suitable for"."""
    what, _, joint = header.phrase.rpartition(" ")
    said = (
        kind == "category" and joint in _DANGLING and what.casefold().endswith(("able", "ible", "ed", "made"))
    )
    return _so(header.phrase) if said else ()


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
    countable = any(item[:1].islower() and not _is_uncounted(item) for item in items)
    return frozenset(("have", "offer", "come")) if countable else frozenset()


def _several(header: Header) -> tuple[Say, ...]:
    _, many = item_of(header)
    return say(f"they its {many} | include", f"they the {many} | include")


def _is_uncounted(thing: str) -> bool:
    """Whether a thing goes without "a" or "an": a plural, or "free parking"."""
    last = thing.split()[-1]
    return is_plural(last) or last.casefold() in _MASS_NOUNS


def _truths(header: Header) -> tuple[Say, ...]:
    """Wordings for names that say what is the case: "has_garage", "is_new", "breakfast_included"."""
    words = header.phrase.split()
    thing, rest = " ".join(words[:-1]), " ".join(words[1:])
    if words[0] in ("has", "have", "with") and rest:
        return _had(rest)
    if words[0] in ("is", "are") and rest:
        return _so(rest)
    if words[0] in ("in", "on", "for") and rest:
        return _so(header.phrase)
    last = words[-1].casefold()
    if last in _STATES and thing:
        return say(f" | {_STATES[last]} | {thing}", f"{_plural_of(words[:-1])}{thing} | be | {last}")
    if last in _COVERED:
        return say(f" | cover | {header.phrase}", f" | include | {header.phrase}")
    if last in _FEATURES or (is_plural(last) and last[:-1] in _FEATURES):
        return _had(header.phrase)
    if len(words) == 1 and last.endswith(_DONE) and len(last) > 5 and last not in _THINGS:
        return _so(words[0])
    return ()


def _so(state: str) -> tuple[Say, ...]:
    return say(f" | be | {state}", f" | be | listed as {state}")


def _had(thing: str) -> tuple[Say, ...]:
    counted = thing if _is_uncounted(thing) else with_article(thing)
    return say(f" | have | {counted}", f" | come | with {counted}")


def _plural_of(words: Sequence[str]) -> str:
    return "they " if is_plural(words[-1]) else ""


def _marked(header: Header) -> tuple[Say, ...]:
    """Wordings that name the column, whatever it is about: "it is marked yes for am"."""
    return (
        {"verb": "be", "before": f"marked yes for {header.phrase}"},
        {"subject": f"the {header.phrase} entry", "verb": "be", "before": "yes"},
    )
