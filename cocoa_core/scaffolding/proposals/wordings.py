"""Proposes the words around a column's values: wordings that fit its name, and others that fit any name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, Final

from cocoa_core.english import can_be_said, is_plural, last_word, plural, singular, with_article
from cocoa_core.importing import (
    BOUNDS,
    DIMENSIONS,
    LONGEST_PHRASE,
    SAID_UNITS,
    TALLIED,
    WORD_MARKS,
    Header,
    SlotColumn,
    count_noun,
    numbers_one,
    short_forms,
)
from cocoa_core.lexicon import COMPARING
from cocoa_core.scaffolding.drafts import Say, say
from cocoa_core.scaffolding.proposals.header_words import (
    ADJECTIVES,
    ALONE,
    AMOUNTS,
    ARISEN,
    BY_MEANS,
    BY_NAME,
    COME_ABOUT,
    COVERED,
    DANGLING,
    DOES,
    DONE,
    EACH,
    EATEN,
    FEATURES,
    FITTING,
    HELD,
    HELD_AMOUNTS,
    MASS_NOUNS,
    MEASURES,
    MONEY_FOR,
    NOT_ATTACHED,
    OF_PEOPLES,
    PARTICIPLES,
    POINTS,
    SERVICES,
    SPANS,
    STATES,
    THINGS,
    TYPED,
    UNFINISHED,
    UNISEX,
    VERBS,
    VISITED,
)
from cocoa_core.scaffolding.proposals.nouns import (
    ITEM,
    NAMELESS,
    is_event,
    is_known,
    is_living,
    is_made,
    is_place,
)
from cocoa_core.scaffolding.proposals.people import PEOPLE
from cocoa_core.suggestions import quoted
from cocoa_core.text import word_set

FEW: Final = 12
"""The most distinct numbers that are drawn as they are, so that one of them can be left out."""


def wordings(column: SlotColumn, noun: str = "") -> tuple[Say, ...]:
    """Returns wordings of the column's rule, the most fitting first.

    Args:
        noun: what an option is called: of a bike, a "bike type" says what sort of bike it is.
    """
    header, kind, last = column.header, column.reading.kind, noun.split()[-1:]
    if last and _names_a_type(column, last[0]):
        return say(f" | be | a | {last[0]}")
    if _is_a_sort(column, noun):
        return say(" | be | a")
    unit, named = column.reading.settings.get("unit"), _named_wordings(column)
    if unit == "number" and header.ends("year", "vintage"):  # "made over 82" would be said of short years
        return say(f"the {_noun(column)} | be")
    if unit == "year" and last and (is_living(noun) or is_place(noun)) and not _event_wording(column):
        return say(f"the {_noun(column)} | be")
    if kind == "boolean":
        return _each_once(*truth_wordings(column), *field_wording(header))
    if unit == "count" and header.ends("days") and header.begins(*_AWAITED):
        return ({"subject": header.words[0], "verb": "take", "noun": {"one": "day", "many": "days"}},)
    if unit == "count" and header.words in _SPANS_OF_COURSES and {*last} & _LASTING:
        return ({"verb": "last", "noun": {"one": singular(header.phrase), "many": header.phrase}},)
    if unit == "count":
        return _each_once(*named, *_count_wordings(column, noun))
    if kind == "set":
        bare = _bare_verbs(column)
        return (*(wording for wording in named if wording["verb"] not in bare), *_set_wordings(header))
    general = say(f"{_they(header)}the {_noun(column)} | be")
    if named and header.phrase.casefold() in VERBS | DANGLING:
        return named
    if header.words == ("distance",) and {*last} & VISITED and _is_measured(column):
        return (*say(" | be | | away"), *general)
    has_verb = kind != "quantity" or any(wording["verb"] in ("cost", "weigh") for wording in named)
    amount = () if has_verb else _amount_wording(column)
    held = (*_distance_wording(column), *plural_wording(column), *amount)
    happened = _event_wording(column) or _state_wording(header, kind)
    if header.words in _TAKING_PART and {*last} & PEOPLE and kind == "category":
        return (*say(_TAKING_PART[header.words]), *general)
    if header.words in _LYING and kind == "category" and noun and not (is_made(noun) or is_living(noun)):
        country = header.words in _COUNTRIES  # of an event it may be that of the one who won
        if is_place(noun) or not country:
            return (*say(" | be | in", " | be | located in"), *general)
    if header.words == ("gender",) and not is_living(noun or "person") and _is_for_people(column):
        return (*say(" | be | for"), *general)
    if age := age_wording(column, noun):
        return age
    fitting = (wording for wording in named if not (noun and _is_odd_of(wording, header, last[0])))
    return (*fitting, *happened, *held, *(() if happened else general))


def _each_once(*phrases: Say) -> tuple[Say, ...]:
    return tuple({str(phrase): phrase for phrase in phrases}.values())


_COUNTRIES: Final = (("country",), ("nation",))
_TAKING_PART: Final = {
    ("sport",): " | compete | in",
    ("team",): " | play | for",
    ("club",): " | play | for",
}
"""What people do with the values of columns that are called so."""
_LYING: Final = (*_COUNTRIES, ("region",), ("state",), ("province",), ("continent",), ("island",))
_SPANS_OF_COURSES: Final = (("days",), ("weeks",), ("months",))
_AWAITED: Final = ("delivery", "shipping", "dispatch", "production")
"""First words of numbers of days: delivery takes ten days."""
_LASTING: Final = word_set(
    "camp class course cruise holiday internship lesson program programme retreat seminar tour training trip"
    " vacation workshop"
)
"""Nouns for what lasts as long as a column of days or weeks says; a birth after 39 weeks does not."""
_WEARERS: Final = frozenset(("adults", "babies", "boys", "children", "girls", "kids", "men", "women"))


def _is_for_people(column: SlotColumn) -> bool:
    """Returns whether the values say whom an option is for: "men" and "women", "unisex" beside them."""
    return {item.casefold() for item in column.reading.items} <= _WEARERS | {UNISEX}


def _names_a_type(column: SlotColumn, noun: str) -> bool:
    """Returns whether the values of a category can stand before the noun: "a gravel bike"."""
    phrase = column.header.phrase
    typed = phrase == f"{noun} type" or (phrase == "type" and noun in TYPED and not is_coded(column))
    named = (cell for cell in column.reading.cells if cell and cell.casefold().endswith(noun))
    return column.reading.kind == "category" and typed and not any(named)


def _is_a_sort(column: SlotColumn, noun: str) -> bool:
    """Returns whether the values say what an option is: an item of the type "necklace" is a necklace."""
    header, items = column.header, column.reading.items
    named = header.words in (("type",), ("category",), ("product", "type"), ("item", "type"))
    singular_words = (item == item.casefold() and not is_plural(item) and is_known(item) for item in items)
    return named and column.reading.kind == "category" and noun in (ITEM, "product") and all(singular_words)


_CARRIED_BY_POST: Final = word_set("delivery item order package parcel product shipment")
"""Nouns for what a carrier takes to somebody, and does not operate."""


def _is_odd_of(wording: Say, header: Header, noun: str) -> bool:
    """Returns whether the wording is odd of the noun: a senator has a start date and does not "start", a
    recipe is Thai, where a restaurant serves Thai food, the gender of an order is that of its customer, and
    DHL operates no order.
    """
    if header.words[-1] in ("sex", "gender", "race", "ethnicity", "status"):
        return not is_living(noun)
    if header.words[:1] in (("country",), ("nation",)) and is_event(noun):
        return True
    if header.words == ("company",):
        return not is_made(noun)
    if header.words == ("carrier",) and noun.casefold() in _CARRIED_BY_POST:
        return True
    if wording.get("before") == "offered by" and is_made(noun):  # Hoka makes it
        return True
    if noun.casefold() in PEOPLE and wording["verb"] in _OF_EVENTS:
        return True
    return wording["verb"] == "serve" and "noun" not in wording and noun.casefold() in EATEN


def age_wording(column: SlotColumn, noun: str) -> tuple[Say, ...]:
    """Returns "they have to be over 34 years old" for a person whose age names no unit; else nothing."""
    settings = column.reading.settings
    aged = last_word(noun) in PEOPLE and column.header.phrase.casefold() == "age"
    if not aged or settings.get("unit") not in ("number", "count"):
        return ()
    return say(" | be | | years old") if Decimal(str(settings["max"])) <= _OLDEST else ()


def unsayable_reason(column: SlotColumn, noun: str = "") -> str:
    """Returns why the column cannot be said well, and what to write instead; empty where it can.

    Names with a meaning of their own ("has_garage", "released") can always be said.

    Args:
        noun: what an option is called: the ethnicity of a course is that of somebody else.
    """
    header, kind, name = column.header, column.reading.kind, column.name
    if word := comparing_word(column):
        why = f"how it stands beside a comparison, with {quoted(word)} in it"
        return _to_write(name, ["less", "at_least"], why, "{subject: the ..., verb: be}")
    units = len(header.words) > 1 and {*header.words} <= SAID_UNITS
    short = header.phrase if units else " and ".join(map(quoted, short_forms(header)))
    if kind == "boolean":
        if _named_wordings(column) or (_boolean_wordings(header) and not short):
            return ""
        return _to_write(
            name, ["is"], "what an option has or is where it says yes", "{verb: have, before: a ...}"
        )
    if kind == "category" and _is_of_others(column, noun):
        return _to_write(name, ["is"], "whose it is", "{subject: the ..., verb: be}")
    if _named_wordings(column) or _event_wording(column) or _state_wording(header, kind):
        return ""
    words = header.phrase.casefold().split()
    last = words[-1]
    if short:
        why = f"what {short} is short for"
    elif kind == "quantity" and words == [last] and last in UNFINISHED:
        why = f"what it is that is {quoted(last)}"
    elif last in DANGLING or (len(words) > 1 and words[0] in DANGLING):
        why = f"what it is that goes on {quoted(header.phrase)}"
    elif kind == "category" and header.phrase.casefold() in {
        item.casefold() for item in column.reading.items
    }:
        why = f"what {quoted(header.phrase)} is beside {quoted(header.phrase)}"
    elif is_long(header):
        why = "in a few words what it holds"
    elif kind == "category" and len(words) == 1 and (last in ARISEN or _PARTICIPLE.fullmatch(last)):
        why = f"what it is that is {quoted(header.phrase)}"
    elif (kind == "category" and len(words) == 1 and last in VERBS) or (
        len(words) > 1 and last in VERBS and last.endswith("s")  # "check in closes"
    ):
        why = f"what it is that {quoted(header.phrase)}"
    elif re.match(r"column [0-9]", header.phrase):
        why = "what the column holds"
    elif kind == "category" and {"yes", "no"} <= {item.casefold() for item in column.reading.items}:
        why = "what yes and no say of it beside other values"
    elif kind == "category" and _is_lettered(column):
        why = "what its letters stand for"
    elif kind == "category" and (word := _short_value(column)):
        why = f"what {quoted(word)} is short for"
    elif kind in ("category", "set") and (word := _comparing_value(column)):
        why = f"what {quoted(word)} means beside another value, as in {quoted(f'average or {word}')}"
    elif kind in ("category", "set") and (word := _denying_value(column)):
        why = f"whether {quoted(f'is {word.lower()}')} means {quoted(word)} or a denial"
    elif numbers_one(header.words) or header.words == ("number",) or _counts_on(column, noun):
        why = "whether it says how many there are or which one it is"
    else:
        return ""
    tests = {"category": ["is"], "set": ["any"]}.get(kind, ["less", "at_least"])
    return _to_write(name, tests, why, "{subject: the ..., verb: be}")


def _counts_on(column: SlotColumn, noun: str) -> bool:
    """Returns whether the column numbers the options: nobody asks for an episode over 4."""
    numbered = ("chapter", "episode", "issue", "round", "season", "series", *noun.casefold().split()[-1:])
    return column.reading.kind == "quantity" and column.header.words in [(word,) for word in numbered]


_PARTICIPLE: Final = re.compile(r".{2,}[^e]ed")


def is_long(header: Header) -> bool:
    """Returns whether the phrase is only the beginning of a long name: "drivers involved in fatal"."""
    return len(header.label) > LONGEST_PHRASE


def _to_write(name: str, tests: Sequence[str], why: str, wording: str) -> str:
    return (
        f"its name does not say {why}; in rules.yaml:"
        f" `{name}: [{{id: {name.replace('_', '-')}, tests: [{', '.join(tests)}], say: [{wording}]}}]`"
    )


_OLDEST: Final = 150
"""The greatest number of years that is read as the age of a person."""
_SIZES: Final = frozenset(("XXS", "XS", "S", "M", "L", "XL", "XXL"))
_GEARED: Final = re.compile(r"[0-9][a-z]")
_CAPITALS: Final = re.compile(r"[A-Z]{2,3}")
_GRADED: Final = word_set("block class gate grade group letter position rating section size terminal tier")
"""Words of headers under which people name a single letter: "grade A"."""
_ADVERBS: Final = frozenset(("first", "last", "newly", "next", "not", "to", "when", "being", "best"))
_OF_EVENTS: Final = frozenset(("start", "begin", "end", "finish", "open", "close", "come out", "return"))
"""Verbs of events, which people do not do."""
_BOUNDS: Final = {"minimum": "lowest", "least": "lowest", "maximum": "highest", "most": "highest"}


def comparable(phrase: str) -> str:
    """Returns an ordered column's phrase for use beside a comparison: "lowest price" of "minimum price"."""
    return " ".join(_BOUNDS.get(word.casefold(), word) for word in phrase.split())


def comparing_word(column: SlotColumn) -> str:
    """Returns the word of comparison in an ordered column's name; empty where there is none.

    No comparison can be made beside it.
    """
    if column.reading.kind in ("boolean", "category", "set"):
        return ""
    words = comparable(column.header.phrase).casefold().split()
    return next((word for word in words if word in COMPARING), "")


def is_misread(column: SlotColumn) -> bool:
    """Returns whether no request about the column could be read in one way only."""
    return bool(comparing_word(column) or (column.reading.worded and _denying_value(column)))


def item_of(header: Header) -> tuple[str, str]:
    """Returns the singular and the plural for items of a set or list: "port of call", or "pets allowed"."""
    noun, rest = _parted(header.phrase)
    item = singular(noun)
    items = noun if last_word(noun) in MASS_NOUNS else plural(item)
    return item + rest, items + rest


def named_well(column: SlotColumn) -> bool:
    """Returns whether the column's name has wordings of its own, beside "its ... should be"."""
    return bool(_named_wordings(column) or plural_wording(column) or _distance_wording(column))


def _distance_wording(column: SlotColumn) -> tuple[Say, ...]:
    """Returns "the beach is ten minutes away" for a "time to beach" or "distance to beach", else nothing."""
    words = column.header.phrase.split()
    means = BY_MEANS.get(words[0].casefold(), "")
    near = (means or words[0].casefold() in ("time", "distance")) and words[1:2] in (["to"], ["from"])
    near = near and len(words) > 2 and _is_measured(column)
    return say(f"the {' '.join(words[2:])} | be | | away {means}") if near else ()


def _is_measured(column: SlotColumn) -> bool:
    return column.reading.settings.get("unit") not in ("number", "count")


def _named_wordings(column: SlotColumn) -> tuple[Say, ...]:
    """Returns the wordings for the name, in `BY_NAME` and of payments per time, that fit the column."""
    kind, phrase = column.reading.kind, column.header.phrase
    result: list[Say] = list(_rate_wordings(column))
    cells = [cell for cell in column.reading.cells if cell]
    denied = any(map(_DENIED.match, cells))
    of_foods = column.header.words == ("cuisine",) and not all(map(OF_PEOPLES.fullmatch, cells))
    if kind == "category" and (is_coded(column) or _has_codes(column) or denied or of_foods):
        return ()
    for headers, texts in BY_NAME.get(kind, {}).items():
        single = headers.split("|") if "|" in headers else headers.split()
        if phrase.casefold() in single:
            proposed = say(*[text.replace("{name}", phrase) for text in texts])
            result += [wording for wording in proposed if _fits(wording, column)]
    return tuple(result)


def is_coded(column: SlotColumn) -> bool:
    """Returns whether the values are numbers or single letters, which say nothing without a name."""
    return all(len(cell) == 1 or cell.isdecimal() for cell in column.reading.cells if cell)


def _is_lettered(column: SlotColumn) -> bool:
    """Returns whether the values are single letters that stand for something, and no grades or sizes; with
    two or three capitals beside them ("G", "GPR") they are codes, too.
    """
    cells = {cell for cell in column.reading.cells if cell}
    graded = column.header.has(*_GRADED) or cells <= _SIZES
    if column.reading.worded and all(_GEARED.fullmatch(cell) for cell in cells):
        return True
    short = all(cell.isalpha() and (len(cell) == 1 or _CAPITALS.fullmatch(cell)) for cell in cells)
    return not graded and short and any(len(cell) == 1 for cell in cells)


def _is_of_others(column: SlotColumn, noun: str) -> bool:
    """Returns whether the column tells of people in a table of something else, as of those who teach a
    course.
    """
    header = column.header
    sexes = {cell.casefold() for cell in column.reading.cells if cell} <= _SEXES
    personal = header.ends("ethnicity", "race", "religion") or (header.ends("gender", "sex") and sexes)
    return personal and noun not in ("", *NAMELESS) and not is_living(noun)


_SEXES: Final = frozenset(("f", "female", "m", "male"))
_INTERVAL: Final = re.compile(r"[\[(].*[0-9].*[\])]")
_INITIAL: Final = re.compile(r"[B-HJ-WYZ] [^\W\d_]{2,}|[B-HJ-WYZ] [0-9]")
"""A letter that stands for the word before another: "W Polo" and "T 400m", but not "Model S"."""
_DOTTED: Final = re.compile(r"\b(?!(?:St|Ste|Mt|Ft|Mr|Mrs|Ms|Dr|Jr|Sr|Co|No|vs)\.)[A-Z][a-z]{1,4}\.(?= )")
"""An abbreviation inside a value, but for those that everybody says in full."""
_CLIPPED: Final = 0.3
"""The share of rows with an abbreviated value above which nobody asks for the column: "Attchd", "Gtl"."""


def _short_value(column: SlotColumn) -> str:
    """Returns a value that nobody would say, where many rows have such values; else an empty text.

    Codes in capitals can be spelled out.
    """
    counts = Counter(cell for cell in column.reading.cells if cell)
    short = [cell for cell, _ in counts.most_common() if is_short(cell)]
    return short[0] if sum(counts[cell] for cell in short) > _CLIPPED * counts.total() else ""


def is_short(value: str) -> bool:
    """Returns whether nobody would say the value as it stands: "Attchd", "W Polo", "Comm. Ind. States"."""
    return bool(_INTERVAL.fullmatch(value) or _INITIAL.match(value) or _DOTTED.search(value)) or any(
        word.isalpha() and len(word) > len("SE") and not word.isupper() and not can_be_said(word)
        for word in value.split()
    )


_DENIED: Final = re.compile(r"(?:non|not)\b", re.IGNORECASE)
"""The beginning of a value behind which no preposition stands: "in non-english"."""
_RELATIVE_WORDS: Final = word_set(
    "above after before below better bigger cheaper earlier fewer greater heavier higher larger later less"
    " lighter longer lower more newer older over shorter slower smaller stronger under up weaker worse"
    " younger"
)
"""Values that read as a side of the value before them: "average or worse" is two values of a column, or all
that is no better than average.
"""


def _comparing_value(column: SlotColumn) -> str:
    """Returns a value that is only a word of comparison; empty where there is none."""
    return next((item for item in sorted(column.reading.items) if item.casefold() in _RELATIVE_WORDS), "")


def _denying_value(column: SlotColumn) -> str:
    """Returns a value that reads as the denial of another one, "Not Verified" beside "Verified"; empty where
    there is none.
    """
    items = {item.casefold(): item for item in sorted(column.reading.items)}
    twins = (item for low, item in items.items() if low.startswith("not ") and low[4:] in items)
    return next(twins, "")


def ease(column: SlotColumn, noun: str = "") -> int:
    """Returns how well a request can speak of the column.

    That is 2 where it has words of its own ("over 20 mpg", "with four doors"), 1 where its name is one for
    such values, and 0 where the name says little ("its trunk is over 10") or a unit is missing ("its
    weight is over 55").

    Args:
        noun: what an option is called.
    """
    header, reading = column.header, column.reading
    unit = reading.settings.get("unit")
    if reading.kind == "boolean":
        return 2 if truth_wordings(column) else 0
    if reading.worded and (_has_codes(column) or (is_coded(column) and not header.has(*_GRADED))):
        return 0
    counted = count_noun(header) if unit == "count" or plural_wording(column) else None
    if counted:
        return 2 if is_known(counted[0]) else 1
    if named_well(column) or _event_wording(column) or age_wording(column, noun):
        return 2
    if lacks_unit(column) or (reading.kind == "category" and header.ends("name", "title")):
        return 0
    measured = reading.kind != "quantity" or unit not in ("number", "count")
    return int(measured or header.has(*AMOUNTS) or header.phrase.endswith(MEASURES))


def lacks_unit(column: SlotColumn) -> bool:
    """Returns whether the column measures something and nothing says in what: "its weight is over 55"."""
    header, unit = column.header, column.reading.settings.get("unit")
    return unit == "number" and not DIMENSIONS.isdisjoint(header.words)


def _has_codes(column: SlotColumn) -> bool:
    """Returns whether most values have digits beside letters, or a slash: "sc0", "KK-06", "185/65"."""
    items = column.reading.items
    coded = sum(any(map(str.isdigit, item)) and any(map(str.isalpha, item)) for item in items)
    coded += sum("/" in item and not any(map(str.isalpha, item)) for item in items)
    return 2 * coded > len(items)


def _rate_wordings(column: SlotColumn) -> tuple[Say, ...]:
    """Returns "I pay $900 a month" for a "monthly rent" or a "price per month"; else nothing."""
    words = column.header.phrase.casefold().split()
    if column.reading.settings.get("unit") not in ("money", "number"):
        return ()
    if len(words) == 3 and words[0] in MONEY_FOR and words[1] == "per" and words[2] in EACH:
        span = words[2]
    elif len(words) == 2 and words[0] in SPANS and words[1] in MONEY_FOR:
        span = SPANS[words[0]]
    else:
        return ()
    for_each = with_article(span)
    return say(f"I | pay | | {for_each}", f" | cost | | {for_each}")


_AMOUNTS: Final = "|".join(("money", "number", *WORD_MARKS))
_LENGTHS: Final = "mm|cm|m|in|ft|yd|km|mi"
_UNITS: Final = {
    "weigh": "kg|g|lb|oz|t|mg",
    "cost": _AMOUNTS,
    "pay": _AMOUNTS,
    "reach": "km/h|mph|m/s|kn",
    "tall": _LENGTHS,
    "wide": _LENGTHS,
    "long": _LENGTHS,
    "thick": _LENGTHS,
    "get": "mpg",
    "rated": "rating",
    "a rating of": "rating",
    "born": "year",
    "old": "years|months|weeks|days",
    "in size": "m²|sq ft|acres|ha|km²",
    "of power": "hp|kW|W",
    "of memory": "GB|TB|MB",
    "of a nutrient": "g|mg",
    "a warranty of": "years|months|weeks|days",
    "a guarantee of": "years|months|weeks|days",
}
"""By a part of a wording, the units that it goes with: "it weighs 3 kg"."""


def _fits(wording: Say, column: SlotColumn) -> bool:
    """Returns whether what the wording says of the unit is true of the column."""
    settings = column.reading.settings
    noun = str(wording.get("after", ""))
    items = column.reading.items if noun and column.reading.worded else ()
    if any(item.casefold().endswith(noun) for item in items):
        return False  # "a Hollow Body body"
    if column.header.begins("fuel") and column.reading.kind == "category":
        driven = any(_DRIVE.search(cell) for cell in column.reading.cells if cell)
        return bool(wording["verb"] == "be") == driven
    if settings["kind"] != "quantity" or "years" in column.header.words:
        return True
    parts = [str(wording.get(part, "")) for part in ("after", "before", "verb")]
    if parts[0].startswith("of "):
        parts[0] = "of memory" if column.header.has("memory", "ram", "storage", "data") else "of a nutrient"
    elif wording["verb"] == "have" and not any(parts[:2]):
        parts[0] = "of power"
    units = next((_UNITS[part] for part in parts if part in _UNITS), None)
    return units is None or settings["unit"] in units.split("|")


_DRIVE: Final = re.compile(r"electric|hybrid", re.IGNORECASE)
"""Values of a fuel that no car runs on: it is electric, and so it is diesel beside them."""


def _they(header: Header) -> str:
    """Returns "they " for a plural subject, which ends before an "of"; else an empty text."""
    if header.begins(*BOUNDS):
        return ""
    words = _parted(header.phrase)[0].split()
    last = next((word for word in reversed(words) if not word.isdecimal()), words[-1])
    return "they " if is_plural(last) and last.casefold() != "data" else ""


def _parted(phrase: str) -> tuple[str, str]:
    """Returns a noun phrase up to its noun, and the rest with a blank before it: "ports" and " of call"."""
    words = phrase.split()
    for position, word in enumerate(words[1:], start=1):
        low, last = word.casefold(), position == len(words) - 1
        tied = low in STATES or low in PARTICIPLES or low.endswith("ed")
        if low in DANGLING or (tied and last and is_plural(words[position - 1])):
            return " ".join(words[:position]), " " + " ".join(words[position:])
    return phrase, ""


def _noun(column: SlotColumn) -> str:
    """Returns the phrase that follows "the": "open-from time" of a clock time called "open from"."""
    header, kind = column.header, column.reading.kind
    *before, last = header.phrase.split()
    if kind == "duration" and last.casefold() in SPANS:
        return f"{header.phrase} time"
    if before and before[0] in BOUNDS and kind == "quantity" and is_plural(last):
        return comparable(f"{before[0]} number of {' '.join([*before[1:], last])}")
    if kind not in POINTS or "date" in before or not (last in DANGLING or last.endswith("ed")):
        return header.phrase if kind in ("category", "set") else comparable(header.phrase)
    compound = f"{before.pop()}-{last}" if before else last
    return " ".join([*before, compound, POINTS[kind]])


def _event_wording(column: SlotColumn) -> tuple[Say, ...]:
    """Returns the wording of a column that says when something happened: "it must be posted before March 3"
    for "posted on", "the kitchen must be renovated after 2010" for "kitchen renovated". Empty for other
    columns.
    """
    header, kind = column.header, column.reading.kind
    if column.reading.settings.get("unit") == "year":
        state = header.phrase.removeprefix("year ").removesuffix(" year")
        if state.casefold() in COME_ABOUT:
            return say(f"the {COME_ABOUT[state.casefold()]} year | be")
        return _become(state) if is_arisen(state.split()[-1]) else ()
    state, _, joint = header.phrase.rpartition(" ")
    if kind == "date" and is_arisen(joint) and "date" not in state.split():
        return _become(header.phrase)
    return _become(state) if kind == "date" and joint in ("at", "from", "on") and is_arisen(state) else ()


def is_arisen(word: str) -> bool:
    """Returns whether the word says what becomes of something."""
    return word.casefold() in ARISEN or word.endswith("ed")


def _state_wording(header: Header, kind: str) -> tuple[Say, ...]:
    """Returns "it must be suitable for children" for a category "suitable for"; else nothing."""
    state, _, joint = header.phrase.rpartition(" ")
    fits = joint in DANGLING and state.casefold().endswith(("able", "ible", "ed", "made"))
    return _be(header.phrase) if kind == "category" and fits else ()


def _amount_wording(column: SlotColumn) -> tuple[Say, ...]:
    """Returns "it has a displacement of ..." for an amount that something can have; else nothing."""
    header = column.header
    last = last_word(header.phrase)
    if last in HELD_AMOUNTS and not header.begins(*BOUNDS):
        return say(f" | have | {header.phrase} of")
    pointed = last == "point" and len(header.words) == len(("boiling", "point"))
    if header.begins(*BOUNDS) or not (last in HELD or last.endswith(MEASURES) or pointed):
        return ()
    powered = header.phrase.casefold() in ("horsepower", "power")
    if powered and column.reading.settings.get("unit") in ("hp", "kW"):
        return ()  # "over 70 hp" says it
    return ({"verb": "have", "before": f"{with_article(comparable(header.phrase))} of"},)


def counted_things(column: SlotColumn) -> str:
    """Returns the plural of what a column counts: "baths" of a "bath"; empty where it counts nothing."""
    noun = count_noun(column.header)
    return noun[1] if noun else ""


def plural_wording(column: SlotColumn) -> tuple[Say, ...]:
    """Returns "it has 1.5 bathrooms" for a plain number whose name can be a plural; else nothing."""
    header, settings = column.header, column.reading.settings
    if settings.get("unit") != "number" or count_noun(header) is None or header.begins(*BOUNDS):
        return ()
    halves = header.ends("bath", "baths", "bathroom", "bathrooms")
    if settings.get("decimals") not in (None, 1) and not halves:  # sales of $12.95, not three sales
        return ()
    cells = {cell for cell in column.reading.cells if cell}
    things = counted_things(column)
    sayable = len(cells) <= FEW or not any(-1 <= float(cell) <= 1 for cell in cells)
    return ({"verb": "have", "after": things},) if sayable else ()


def _count_wordings(column: SlotColumn, noun_of_option: str) -> tuple[Say, ...]:
    """Returns the wordings of a count; the last is only used if another column counts the same things.

    "a total of no doors" would be odd, so that wording is for counts that are never zero.
    """
    header = column.header
    if header.phrase.casefold() in VERBS or header.has("capacity"):
        return ()
    item, items = count_noun(header) or (header.phrase, header.phrase)
    noun = {"one": item, "many": items}
    least = column.reading.settings["min"]
    if " in " in item:  # "it comes with 20 units in stock" would be said of the one that is bought
        return ({"verb": "have", "noun": noun},)
    second: dict[str, Any] = {"verb": "have", "before": "a total of"} if least else {"verb": "come with"}
    reserve = {"subject": f"the {header.phrase}", "verb": "come to", "noun": noun}
    fixed = noun_of_option and (is_place(noun_of_option) or is_event(noun_of_option))
    attached = least or header.ends(*FEATURES) or is_known(item)
    if fixed or header.ends(*TALLIED, *NOT_ATTACHED) or not attached:
        return {"verb": "have", "noun": noun}, reserve
    return {"verb": "have", "noun": noun}, {**second, "noun": noun}, reserve


def _bare_verbs(column: SlotColumn) -> frozenset[str]:
    """Returns the verbs that need an "a" before some of the items: "it has headphone jack" would be wrong."""
    items = column.reading.items
    countable = any(item[:1].islower() and not _is_uncounted(item) for item in items)
    return frozenset(("have", "offer", "come")) if countable else frozenset()


def _set_wordings(header: Header) -> tuple[Say, ...]:
    _, items = item_of(header)
    last = last_word(items)
    if last in STATES and " " in items:
        return say(STATES[last])
    they = "" if last in MASS_NOUNS else "they "
    return say(f"{they}the {items} | include")


def _is_uncounted(thing: str) -> bool:
    """Returns whether a thing is named without "a" or "an": a plural, or "free parking"."""
    last = thing.split()[-1]
    return is_plural(last) or last.casefold() in MASS_NOUNS


def _boolean_wordings(header: Header) -> tuple[Say, ...]:
    """Returns wordings for names that say what is the case: "has_garage", "is_new", "breakfast_included"."""
    words = header.phrase.split()
    thing, rest = " ".join(words[:-1]), " ".join(words[1:])
    if words[0] in ("has", "have", "with") and rest:
        return _have(rest)
    if words[0] in ("is", "are") and rest:
        return _be(with_article(rest) if is_known(rest) and not is_plural(words[-1]) else rest)
    if words[:2] == ["in", "house"] and len(words) > len(("in", "house")):
        return _have(" ".join(["in-house", *words[2:]]))
    if words[0] in ("in", "on", "for") and rest:
        return _be(header.phrase)
    if words[0].casefold() in DOES and rest:
        return _done(DOES[words[0].casefold()], rest)
    if words[0].casefold() in FITTING and len(words) > 2 and words[1] in ("for", "to", "with"):
        return _be(header.phrase)
    last = words[-1].casefold()
    if last in STATES and thing:
        bare = words[-2].casefold() in COVERED or thing.endswith("ing") or _is_uncounted(thing)
        counted = thing if bare else with_article(thing)
        return say(f" | {STATES[last]} | {counted}", f"{_plural_of(words[:-1])}{counted} | be | {last}")
    if last in ADJECTIVES and thing:
        return _be(last if words[-2].casefold() in ("pricing", *MONEY_FOR) else header.phrase)
    if last in COVERED:
        return say(f" | cover | {header.phrase}", f" | include | {header.phrase}")
    if last in FEATURES or (is_plural(last) and last[:-1] in FEATURES):
        return _have(header.phrase)
    done = last.endswith(DONE) and len(last) > 5 and last not in THINGS
    return _be(words[0]) if len(words) == 1 and (done or last in ALONE) else ()


def truth_wordings(column: SlotColumn) -> tuple[Say, ...]:
    """Returns wordings of what a boolean column says is the case; none where its name does not tell."""
    return (*_named_wordings(column), *_boolean_wordings(column.header))


def _be(state: str) -> tuple[Say, ...]:
    return say(f" | be | {state}")


def _become(state: str) -> tuple[Say, ...]:
    """Returns the wording for a state such as "first published", or that of a thing: "kitchen renovated"."""
    thing, _, arisen = state.rpartition(" ")
    if not thing or not _ADVERBS.isdisjoint(thing.split()) or thing.endswith("ly"):
        return _be(state)
    return say(f"{_plural_of(thing.split())}the {thing} | be | {arisen}")


def _done(verb: str, thing: str) -> tuple[Say, ...]:
    """Returns "it takes reservations" where the article of the thing, or that it has none, is certain."""
    counted = with_article(thing) if last_word(thing) in FEATURES - MASS_NOUNS else thing
    return say(f" | {verb} | {counted}") if counted != thing or _is_uncounted(thing) else ()


def _have(thing: str) -> tuple[Say, ...]:
    if last_word(thing) in SERVICES:
        return say(f" | offer | {thing}")
    counted = thing if _is_uncounted(thing) else with_article(thing)
    return say(f" | have | {counted}", f" | come | with {counted}")


def _plural_of(words: Sequence[str]) -> str:
    return "they " if is_plural(words[-1]) else ""


def field_wording(header: Header) -> tuple[Say, ...]:
    """Returns the wording that names a boolean column, whatever it is about: "the am field is yes"."""
    return say(f"the {header.phrase} field | be | yes")
