"""Proposes what people want of a column, as far as its name makes it certain, and how requests can begin."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from cocoa_core.english import is_plural, with_article
from cocoa_core.errors import Place
from cocoa_core.importing import BOUNDS, SlotColumn, count_noun
from cocoa_core.lexicon import GENERAL_OPENINGS
from cocoa_core.loading import RefusedError, ScalarNode, opening_of
from cocoa_core.scaffolding.proposals.names import BY_MEANS, CARRIED, VISITED
from cocoa_core.scaffolding.proposals.words import counted_things, said, several_of, wordings

_CHEAP: Final = (
    "price cost costs fare fee fees rent deposit tax premium deductible copay coinsurance emissions commute"
    " delay noise latency mileage owners waiting"
)
_LESS: Final = frozenset(_CHEAP.split())
_QUICK: Final = "time duration wait waiting delay commute"
_LESS_TIME: Final = frozenset(_QUICK.split())
_GOOD: Final = (
    "rating ratings score scores stars points reviews salary wage memory ram storage data battery warranty"
    " economy"
)
_MORE: Final = frozenset(_GOOD.split())
_MASS: Final = ("memory", "ram", "storage", "data")
"""Names of things that people want an amount of: "16 GB of memory"."""
_WHERE: Final = "city town region country district neighborhood area location state county island airport"
_PLACES: Final = frozenset(_WHERE.split())
_TIMES: Final = ("duration", "clock", "date")


def wanted_of(column: SlotColumn, noun: str = "") -> str:
    """Returns the side that everybody wants of an ordered column of that name; empty where people differ.

    Args:
        noun: what an option is called: a laptop had better be light, a restaurant near.
    """
    words, settings = set(column.header.words), column.reading.settings
    if settings.get("unit") in ("rating", "mpg") or words & _MORE:
        return "more"
    if column.reading.kind == "duration":
        return "less" if words & {*_LESS_TIME, *BY_MEANS} else ""
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
        if counted is not None:
            result["want"] = [{"noun": {"one": counted[0], "many": counted[1]}}]
    elif several_of(column):
        result["want"] = [{"after": counted_things(column)}]
    elif header.ends(*_MASS) or any(wording["verb"] == "contain" for wording in wordings(column)):
        result["want"] = [{"after": f"of {header.phrase}"}]
    elif header.ends(*_LESS, *_MORE) and _is_one_amount(column):
        result["want"] = [{"before": f"{with_article(said(header.phrase))} of"}]
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


def proposed_openings(noun: str, where: str, values: Collection[str]) -> tuple[str, ...]:
    """Returns first sentences that ask for the noun; none where a word of it is also a value of an option.

    Args:
        where: words for the group, such as "in {city}"; empty where nothing groups the options.
        values: the words of all options.
    """
    if {word.casefold() for word in values} & {noun.casefold(), *noun.casefold().split()}:
        return ()
    phrase = f"{with_article(noun)} {where}".rstrip()
    texts = [text.replace("{noun}", phrase) for text in GENERAL_OPENINGS]
    texts += [f"Hi! I'm looking for {phrase}.", f"Could you look for {phrase}?", f"I want to find {phrase}."]
    return tuple(text for text in texts if _says_nothing(text))


def _says_nothing(text: str) -> bool:
    """Returns whether the text is accepted as an opening."""
    try:
        opening_of(ScalarNode(Place(""), text, text))
    except RefusedError:
        return False
    return True
