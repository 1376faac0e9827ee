"""Proposes what people want of a column, as far as its name makes it certain."""

from __future__ import annotations

from typing import Any, Final

from cocoa_core.english import is_plural, last_word, with_article
from cocoa_core.importing import BOUNDS, SlotColumn, count_noun
from cocoa_core.scaffolding.proposals.header_words import BY_MEANS, CARRIED, NOT_ATTACHED, VISITED
from cocoa_core.scaffolding.proposals.people import PEOPLE
from cocoa_core.scaffolding.proposals.wordings import comparable, counted_things, plural_wording, wordings
from cocoa_core.text import word_set

_LESS: Final = word_set(
    "price cost costs fare fee fees rent deposit tax premium deductible copay coinsurance emissions commute"
    " delay noise latency mileage owners waiting"
)
_LESS_TIME: Final = word_set("time duration wait waiting delay commute")
_MORE: Final = word_set(
    "rating ratings score scores stars points reviews salary wage memory ram storage data battery warranty"
    " economy"
)
_MASS: Final = ("memory", "ram", "storage", "data")
"""Names of things that people want an amount of: "16 GB of memory"."""
_PLACES: Final = word_set(
    "city town region country district neighborhood area location state county island airport"
)
_TIMES: Final = ("duration", "clock", "date")


def wanted_of(column: SlotColumn, noun: str = "") -> str:
    """Returns "less" or "more" if nearly everybody wants that of a column with this name; else an empty text.

    Args:
        noun: what an option is called: a laptop had better be light, a restaurant near.
    """
    words, settings = set(column.header.words), column.reading.settings
    if settings.get("unit") in ("rating", "mpg") or words & _MORE:
        return "more"
    if column.reading.kind == "duration":
        return "less" if words & {"distance", *_LESS_TIME, *BY_MEANS} else ""
    last = {*noun.split()[-1:]}
    near = words & {"distance", *BY_MEANS} and (words & {"to", "from"} or last & VISITED)
    light = column.header.ends("weight") and last & CARRIED
    return "less" if near or light or words & _LESS else ""


def wishes_of(column: SlotColumn, noun: str = "") -> dict[str, Any]:
    """Returns the settings `wanted` and `want` of an ordered column's rule, where they are certain.

    Args:
        noun: what an option is called.
    """
    result: dict[str, Any] = {}
    side = wanted_of(column, noun)
    if side:
        result["wanted"] = side
    settings, header = column.reading.settings, column.header
    counted = count_noun(header)
    if settings.get("unit") == "count":
        # nobody needs 40 games of a player, ten days of delivery, or ten weeks of a course
        lasts = any(wording["verb"] == "last" for wording in wordings(column, noun))
        alone = lasts or header.ends(*NOT_ATTACHED, "days") or last_word(noun) in PEOPLE
        if counted is not None and not alone and not header.has("capacity"):
            result["want"] = [{"noun": {"one": counted[0], "many": counted[1]}}]
    elif plural_wording(column):
        result["want"] = [{"after": counted_things(column)}]
    elif (header.ends(*_MASS) and settings.get("unit") != "number") or any(
        wording["verb"] == "contain" for wording in wordings(column)
    ):
        result["want"] = [{"after": f"of {header.phrase}"}]
    elif header.ends(*_LESS, *_MORE) and _is_one_amount(column):
        result["want"] = [{"before": f"{with_article(comparable(header.phrase))} of"}]
    return result


def _is_one_amount(column: SlotColumn) -> bool:
    """Returns whether a value can be called "a price of ..."."""
    settings = column.reading.settings
    amount = settings["kind"] == "quantity" and not settings.get("relative_to")
    amount = amount and not column.header.begins(*BOUNDS)
    return amount and not is_plural(column.header.words[-1])


def topic_of(column: SlotColumn) -> str:
    """Returns the topic of the column, where its kind or name gives one; else an empty text."""
    settings, words = column.reading.settings, set(column.header.words)
    if settings.get("unit") == "money":
        return "money"
    if column.reading.kind in _TIMES:
        return "time"
    if settings.get("unit") == "rating":
        return "quality"
    return "place" if column.reading.kind == "category" and words & _PLACES else ""
