"""Proposes what people want of a column, as far as its name makes it certain, and how requests can begin."""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce
from typing import Any, Final

from cocoa_core.english import is_plural, last_word, plural, with_article
from cocoa_core.errors import Place
from cocoa_core.importing import BOUNDS, SlotColumn, count_noun
from cocoa_core.loading import RefusedError, ScalarNode, opening_of
from cocoa_core.scaffolding.proposals.names import BY_MEANS, CARRIED, NOT_ATTACHED, VISITED
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
_ASKING: Final = (
    "I'm looking for {noun}.",
    "I need {noun}.",
    "I'd like to find {noun}.",
    "I'm trying to find {noun}.",
    "Can you find me {noun}?",
    "Could you help me find {noun}?",
    "Can you help me choose {noun}?",
    "Can you recommend {noun}?",
    "Please help me find {noun}.",
    "I need help finding {noun}.",
    "I'm looking for {noun}. Can you help?",
    "Hi! I'm looking for {noun}.",
    "Hello! Can you help me find {noun}?",
)
"""First sentences of requests; {noun} includes its article."""
_FINDING: Final = (
    "I'm looking for {noun}{here} {that} meets these conditions.",
    "I need to find {noun}{here} {that} fits these criteria.",
    "Can you find {noun}{here} {that} meets these conditions?",
    "Can you look up {noun}{here} {that} fits these criteria?",
    "Please find {noun}{here} {that} meets the following conditions.",
    "Please help me find {noun}{here} {that} fits this description.",
    "I'm searching {these} for one {that} meets these conditions.",
    "Which of {these} meets these conditions?",
    "Which of {these} fits this description?",
    "I'm trying to find {noun}{here} {that} fits the following description.",
)
"""The same where a row is a record, of which a request says facts."""
PAIRED: Final = word_set("boot glove goggle headphone sandal shoe ski sneaker sock")
"""Nouns for what is bought in pairs."""
_DOING: Final = {
    "buy": ("I want to buy {noun}.", "I'm thinking of buying {noun}.", "I'm planning to buy {noun}."),
    "watch": ("I want to watch {noun} tonight.", "Can you suggest {noun} to watch?"),
    "read": ("I want to read {noun} this month.", "Can you suggest {noun} to read?"),
    "play": ("I want to play {noun} this weekend.", "Can you suggest {noun} to play?"),
    "listen": ("I want to listen to {noun}.", "Can you suggest {noun} to listen to?"),
    "eat": ("I'm hungry and want to try {noun}.", "Can you suggest {noun} to try?"),
    "visit": ("I'd like to visit {noun}.", "I'm planning a trip and want to see {noun}."),
    "sign": ("I'm putting a team together and need {noun}.", "My team needs {noun}."),
    "hire": ("Our team needs {noun} for a project.", "I'm staffing a project and need {noun}."),
    "live": ("I'm moving and need {noun}.", "My family is looking for {noun}."),
    "take": ("I want to sign up for {noun}.", "I'd like to take {noun}."),
}
"""Further first sentences by what people do with an option."""
_NOUNS_OF: Final = {
    "watch": "film movie show series episode",
    "read": "book novel textbook magazine",
    "play": "game",
    "listen": "song album podcast",
    "eat": "burger dessert dish food meal pizza recipe salad sandwich snack soup",
    "visit": "beach castle city country island lake monument mountain museum park peak place town village",
    "sign": "hitter pitcher player",
    "hire": "employee worker",
    "live": "apartment condo flat home house",
    "take": "class course seminar workshop",
    "buy": (
        "bicycle bike boat camera car cereal cheese diamond guitar headphone laptop mattress motorbike"
        " motorcycle notebook phone printer processor scooter smartphone tablet television tv vehicle wine"
    ),
}
"""The nouns of options, by what people do with them."""


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


def proposed_openings(
    noun: str, where: str, values: Collection[str], speech: str = "offers"
) -> tuple[str, ...]:
    """Returns first sentences that ask for the noun; none where a word of it is also a value of an option.

    Args:
        where: words for the group, such as "in {city}"; empty where nothing groups the options.
        values: the words of all options.
        speech: whether requests say wishes or facts.
    """
    if {word.casefold() for word in values} & {noun.casefold(), *noun.casefold().split()}:
        return ()
    phrase, several = f"{with_article(noun)} {where}".rstrip(), f"the {plural(noun)} {where}"
    if noun.split()[-1] in PAIRED:
        phrase = f"a pair of {plural(noun)} {where}".rstrip()
    that = "who" if noun.split()[-1] in PEOPLE else "that"
    if speech == "facts":
        words = {
            "{these}": several if where else f"these {plural(noun)}",
            "{that}": that,
            "{here}": "" if where else " in this data set",
        }
        texts = [reduce(lambda text, pair: text.replace(*pair), words.items(), text) for text in _FINDING]
    else:
        texts = [*_ASKING, *_DOING.get(_deed(noun), ())]
    return tuple(text for text in (text.replace("{noun}", phrase) for text in texts) if _says_nothing(text))


def _deed(noun: str) -> str:
    """Returns what people do with such an option; empty where that is not certain."""
    return next((deed for deed, nouns in _NOUNS_OF.items() if last_word(noun) in nouns.split()), "")


def _says_nothing(text: str) -> bool:
    """Returns whether the text is accepted as an opening."""
    try:
        opening_of(ScalarNode(Place(""), text, text))
    except RefusedError:
        return False
    return True
