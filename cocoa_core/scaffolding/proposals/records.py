"""Tells records, of which a request says facts, from things that somebody chooses; and words the records."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from attrs import evolve

from cocoa_core.english import is_plural, last_word, plural, singular
from cocoa_core.importing import GuessedColumns, SlotColumn, short_forms
from cocoa_core.scaffolding.drafts import Say, say
from cocoa_core.scaffolding.proposals.header_words import AMOUNTS, COME_ABOUT, DANGLING, MEASURES
from cocoa_core.scaffolding.proposals.nouns import ITEM, RECORD, is_known, is_living, is_place
from cocoa_core.scaffolding.proposals.people import PEOPLE
from cocoa_core.scaffolding.proposals.wordings import (
    age_wording,
    comparable,
    counted_things,
    field_wording,
    is_arisen,
    is_coded,
    truth_wordings,
)
from cocoa_core.text import word_set

_OFFERING: Final = word_set(
    "price cost fee fees rent fare salary premium tariff deposit rating ratings stars reviews brand vendor"
    " supplier manufacturer make model title sku stock availability discount warranty msrp budget delivery"
    " shipping bedrooms calories mpg horsepower ram cpu battery"
)
"""Words in the headers of tables from which somebody chooses."""
_FEWEST_OFFERING: Final = 2
"""How many columns have such words, or amounts of money and ratings, in a table of what somebody chooses. One
is enough where names say what a row is: "guitars" have a price.
"""
_RECORDED: Final = PEOPLE | word_set(
    "accident attack battle birth breach claim company complaint continent country county crash crime death"
    " disaster district earthquake election eruption experiment fire firm flood hurricane incident inspection"
    " nation outage poll procedure protest quake race raid result sample shift sighting species state storm"
    " strike survey territory transaction trial visit vote wreck"
)
"""What nobody chooses, whatever columns a table has."""


def is_chosen(noun: str, columns: Sequence[SlotColumn], *, told: bool = False) -> bool:
    """Returns whether a row is something that somebody would choose, so that a request says wishes.

    Args:
        noun: what a row is called.
        told: whether an author chose the noun.
    """
    if last_word(noun) in _RECORDED:
        return False
    fewest = _FEWEST_OFFERING - (is_known(noun) and noun != RECORD)
    return noun == ITEM or (told and noun != RECORD) or sum(map(_offers, columns)) >= fewest


def _offers(column: SlotColumn) -> bool:
    unit = column.reading.settings.get("unit")
    return unit in ("money", "rating") or not _OFFERING.isdisjoint(column.header.words)


def noun_of_rows(noun: str, columns: Sequence[SlotColumn]) -> str:
    """Returns the suggested noun if a row is something that somebody chooses ("item" for "record"), or surely
    is one such person, place, animal or event; otherwise "record".

    A state in a year is no state, and of a table without a price nobody knows whether its rows are cars.
    """
    last = last_word(noun)
    if is_chosen(noun, columns):
        return ITEM if noun == RECORD else noun
    if any(column.header.ends(plural(last)) for column in columns):
        return RECORD  # how many births a day had
    yearly = is_place(noun) and any(column.reading.settings.get("unit") == "year" for column in columns)
    single = " " not in noun and (is_living(noun) or is_place(noun) or last in _RECORDED) and not yearly
    return noun if last in PEOPLE or (single and is_known(noun)) else RECORD


def of_plain_numbers(columns: GuessedColumns) -> GuessedColumns:
    """Returns the columns with counts as numbers: "the number of visits", for a record has no visits."""
    return evolve(columns, columns=tuple(map(_plain_number, columns.columns)))


def _plain_number(column: SlotColumn) -> SlotColumn:
    settings = column.reading.settings
    if settings.get("unit") != "count":
        return column
    plain: dict[str, Any] = {**settings, "unit": "number"}
    return evolve(column, reading=evolve(column.reading, settings=plain))


def record_wordings(column: SlotColumn, noun: str) -> tuple[Say, ...]:
    """Returns wordings such as "the wage | be", of which requests make "the wage must be over 5"."""
    header, kind = column.header, column.reading.kind
    if kind == "boolean":
        return (is_living(noun) and truth_wordings(column)) or field_wording(header)
    if kind == "category" and is_living(noun) and header.ends("sex", "gender") and not is_coded(column):
        return say(" | be")
    if age := age_wording(column, noun):
        return age
    person = last_word(noun) in PEOPLE
    phrase, whose = header.phrase if kind in ("category", "set") else comparable(header.phrase), "the"
    state, _, joint = phrase.rpartition(" ")
    state = state if joint in DANGLING else phrase
    if (
        kind == "date" and state and (state != phrase or is_arisen(state))
    ):  # "the created on", "the collected"
        phrase = f"{COME_ABOUT.get(state, state)} date"
    many = ""
    if kind == "quantity" and (things := counted_things(column)):
        whole, total, parts = things.rpartition("total ")
        phrase = f"{total}number of {parts}" if not whole else f"number of {things}"
    elif short_forms(header) or header.nameless or _is_unlikely(column) or header.ends(*_NO_NOUNS):
        phrase = f"{phrase} value"
    else:
        whose = "its" if person and not header.has("year", "date", "month") else "the"
        many = "they " if is_plural(phrase.split()[-1]) else ""
    if kind == "set":
        return say(f"{many}{whose} {phrase} | include")
    return say(f"{many}{whose} {phrase} | be")


def _is_unlikely(column: SlotColumn) -> bool:
    """Returns whether the name is not one of an amount that people say: "the math" is over 55."""
    header = column.header
    plain = column.reading.kind == "quantity" and column.reading.settings.get("unit") in ("number", "count")
    words = {word for name in header.words for word in (name, singular(name))}
    known = words & (AMOUNTS | _NUMBERS) or header.phrase.endswith(MEASURES)
    return plain and not known


_NO_NOUNS: Final = word_set(
    "admit arrest attend convict default drinker enroll inherit marital mature offend random relapse smoker"
    " treat"
)
"""Words of data sets that are no nouns, which stand before "value"."""
_NUMBERS: Final = word_set(
    "change dose grade height index longevity number percent probability proportion tax tip weight year"
)
