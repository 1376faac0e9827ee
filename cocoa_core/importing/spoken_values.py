"""Rewrites values as people say them: a table has EL_DORADO_HILLS, a request "El Dorado Hills"."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from attrs import evolve

from cocoa_core.domain.kinds import vocabulary_problem
from cocoa_core.english import can_be_said
from cocoa_core.importing.columns.cells import ColumnReading
from cocoa_core.importing.columns.header import ABBREVIATIONS, Header
from cocoa_core.importing.kinds.items import split_items
from cocoa_core.suggestions import quoted
from cocoa_core.text import word_set

WAYS: Final = ("words", "title", "small", "sex", "parted", "names")
"""The ways to rewrite a stored value. "words": blanks replace underscores, and the brackets of a list
go. "title" and "small": in addition, words in capitals become capitalized or small. "sex": letters become
"male" and "female". "parted": names of places get blanks before their capitals ("San Diego" for SanDiego).
"names": words begin with a capital, and those that are spelled out consist of them ("BMW").
"""
_LISTED: Final = re.compile(r"\[\s*(['\"]?)[^\[\]'\",;]+\1\s*(?:,\s*(['\"]?)[^\[\]'\",;]+\2\s*)*\]")
"""A list as JSON and Python write it: '["Dutch", "French"]', said "Dutch, French"."""
_ENDING: Final = re.compile(r"(?<=[^\W\d_]{2})[*†‡]+$")
"""The mark of a footnote: "US Airways*"."""
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_PLAIN: Final = re.compile(r"[^\W\d_][^\W\d_A-Z]+(?:[ -][^\W\d_A-Z]+)*")
"""Words with no capital but the first letter: "Much worse"."""
_TITLED: Final = re.compile(r"[A-Z][a-z]+(?:[ -](?:[A-Z][a-z]+|[a-z]+))*")
"""Words with a capital each: "Stainless Steel"."""
_OF_PEOPLES: Final = re.compile(
    r"[A-Z][a-z]+(?:ian|ish|ese)\b|American|Dutch|French|German|Greek|Korean|Swiss|Thai"
)
_ROMAN: Final = re.compile(r"(?:X{0,3}(?:IX|IV|V?I{1,3}|V)|X{2,3})")
_WORD_OR_CODE: Final = re.compile(rf"\S*[0-9]\S*|{_WORD.pattern}")
_JOINTS: Final = frozenset(("and", "at", "by", "for", "in", "of", "on", "or", "the", "to", "with"))
_NAMING: Final = (
    "airline airport author borough brand carrier city company continent country county destination district"
    " island location maker manufacturer make market name neighborhood neighbourhood origin place province"
    " region resort school state station store street suburb team title town venue village"
).split()
"""Last words of headers below which names stand."""
_DESCRIBING: Final = (
    "availability body brakes category cause class color colour concentration condition cushioning damage"
    " delivery difficulty engine fabric factor family finish frequency fuel gearbox gender heating"
    " intensity level material meal mode outcome parking phase priority process quality reason reliability"
    " result roast severity sex shape size status style suspension sweetness texture tier transmission"
    " type view"
)
"""Last words of headers below which descriptions of an option stand, even if they are capitalized."""
_NEVER_NAMES: Final = word_set(
    "absent active adult advanced afternoon amateur annual apartment automatic average bad basic"
    " beginner black blue boy breakfast broken brown bus cat central child clean closed cloudy compact"
    " condo conventional convertible cotton coupe current daily dark dead dessert diesel dinner"
    " divorced dog double drink dry eastern electric empty evening excellent expert extra fair fast"
    " female ferry flat free full gasoline girl gold good gray green grey half hatchback heavy high"
    " hot house hybrid inactive inner intermediate large leather left light little local long loud low"
    " lunch main major male man manual married medium mid midsize minivan minor mixed moderate monthly"
    " morning motorcycle narrow never new night no none normal northern novice often old open orange"
    " organic other outer outstanding part partial petrol pickup pink plain plane poor premium present"
    " private professional public purple quarterly quick quiet rainy rare rarely red regular right"
    " rose rural sedan seldom separated short silver simple single slow small smooth snack soft some"
    " sometimes southern sparkling special sports sporty standard steel steep strong studio suburban"
    " sunny sweet tall taxi temporary thick thin tiny townhouse train tram triple truck twin unknown"
    " urban used usual van very villa wagon weak weekly western wet white wide widowed wild windy"
    " woman wood wool yellow young"
)
"""Words written in lower case inside a sentence, whatever the column is called."""
_PLACES: Final = (
    "area borough city county country destination district island location market metro neighborhood"
    " neighbourhood origin place province region state suburb town village"
)
"""Last words of headers below which names of places stand, but no brands such as YouTube."""
_GLUED: Final = re.compile(r"(?<=[a-z]{2})(?<!Mac)(?=[A-Z][a-z]{2})")
"""The position between the words of SanDiego and BaltimoreWashington, but not of McAllen and DeKalb."""
_SEXES: Final = {"m": "male", "f": "female"}
_MOSTLY: Final = 0.8
_SHORTEST: Final = 4
"""The least number of letters of a word in capitals that is not a code."""


def as_said(text: str, way: str) -> str:
    """Returns the stored value as people say it.

    Args:
        way: a member of WAYS; empty for the value as it stands.
    """
    if not way:
        return text
    if way == "parted":
        return _GLUED.sub(" ", text)
    if way == "names":
        return _WORD.sub(_capital, text.replace("_", " "))
    if way == "sex":
        return _SEXES.get(text.strip().casefold(), text)
    plain = _ENDING.sub("", ", ".join(split_items(text)) if _LISTED.fullmatch(text.strip()) else text)
    plain = " ".join(plain.replace("_", " ").split()) or text
    if way == "small":
        return _WORD_OR_CODE.sub(lambda match: _small(match[0]), plain)
    if way == "title":
        return _WORD_OR_CODE.sub(_named, plain)
    return plain


def _capital(match: re.Match[str]) -> str:
    word = match[0]
    if match.start() and word in _JOINTS:
        return word
    return word.upper() if len(word) < _SHORTEST and not can_be_said(word) else word[0].upper() + word[1:]


def _small(word: str) -> str:
    coded = any(map(str.isdigit, word)) or not _is_word(word)
    return word if coded else word.lower()


def _named(match: re.Match[str]) -> str:
    word = match[0]
    if not word.isupper() or any(map(str.isdigit, word)) or _ROMAN.fullmatch(word) or not _is_word(word):
        return word
    if match.start() and word.casefold() in _JOINTS:
        return word.lower()
    return word[0] + word[1:].lower()


def _is_word(word: str) -> bool:
    """Returns whether the text is a word: two letters with one vowel, or three or four to be pronounced."""
    low = word.casefold()
    if low in ABBREVIATIONS:
        return False
    if len(low) == 2:
        return len(set(low) & set("aeiou")) == 1 or low == "st"
    return can_be_said(low.partition("'")[0]) or len(low) > _SHORTEST


def in_speech(header: Header, reading: ColumnReading) -> ColumnReading:
    """Returns the reading of a column of words with its values as people say them.

    The reading is returned unchanged where no value changes, where two values would become alike, or where a
    rewritten value is not allowed in a vocabulary.
    """
    if not reading.worded or reading.taken == "months":
        return reading
    items = reading.items
    way = _way(header, items, reading.kind)
    changed = {item: as_said(item, way) for item in sorted(items)}
    alike = len({word.casefold() for word in changed.values()}) < len({item.casefold() for item in items})
    if not way or alike or any(map(vocabulary_problem, changed.values())):
        return reading
    example = next((item for item, word in changed.items() if item != word), None)
    if example is None:
        return reading
    settings = dict(reading.settings)
    if "values" in settings:
        settings["values"] = [changed.get(str(value), value) for value in _listed(settings["values"])]
    cells = tuple(cell and "; ".join(_in_order(reading.kind, cell, changed)) for cell in reading.cells)
    why = f"{reading.why}; {quoted(example)} is said {quoted(changed[example])}"
    return evolve(reading, settings=settings, cells=cells, why=why, said=way)


def _listed(values: object) -> list[object]:
    return list(values) if isinstance(values, list | tuple) else []


def _in_order(kind: str, cell: str, changed: dict[str, str]) -> list[str]:
    words = [changed[item] for item in cell.split("; ")]
    return sorted(words) if kind == "set" else words


def _way(header: Header, items: Collection[str], kind: str) -> str:
    """Returns the way in which the values are rewritten; empty for none."""
    if header.ends("sex", "gender") and {item.casefold() for item in items} == _SEXES.keys():
        return "sex"
    lettered = [item for item in items if any(map(str.isalpha, item))]
    capitals = [item for item in lettered if item.isupper()]
    short = all(len(item) <= _SHORTEST for item in capitals)
    coded = sum(len(item) < _SHORTEST for item in capitals) >= _MOSTLY * len(capitals) or (
        short and not all(can_be_said(item.lower()) for item in capitals)
    )
    long = any(len(word) >= _SHORTEST for item in capitals for word in _WORD.findall(item))
    if long and not coded and len(capitals) >= _MOSTLY * len(lettered):
        multiword = any(" " in item or "_" in item for item in capitals)
        return "title" if multiword or header.ends(*_NAMING) else "small"
    plain = all(_PLAIN.fullmatch(item) for item in items if len(item) > 1)
    titled = all(_TITLED.fullmatch(item) and not _OF_PEOPLES.search(item) for item in items)
    adjectives = all(word in _NEVER_NAMES for item in items for word in re.split("[ -]", item.casefold()))
    described = header.ends(*_DESCRIBING.split()) or (adjectives and not header.ends(*_NAMING))
    if kind == "category" and described and (plain or titled) and any(len(item) > 2 for item in items):
        return "small"
    glued = [item for item in lettered if _GLUED.search(item)]
    if len(glued) >= 3 and header.ends(*_PLACES.split()) and not any(" " in item for item in lettered):
        return "parted"
    if header.ends(*_NAMING) and lettered and all(item.islower() for item in lettered):
        codes = [item for item in lettered if not can_be_said(item.split()[0])]
        return "names" if len(codes) <= (1 - _MOSTLY) * len(lettered) else ""
    joined = any("_" in item or _LISTED.fullmatch(item.strip()) or _ENDING.search(item) for item in items)
    return "words" if joined else ""
