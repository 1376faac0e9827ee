"""Proposes how requests can begin: first sentences that ask for what an option is called."""

from __future__ import annotations

from collections.abc import Collection
from functools import reduce
from typing import Final

from cocoa_core.english import last_word, plural, with_article
from cocoa_core.errors import Place
from cocoa_core.loading import RefusedError, ScalarNode, opening_of
from cocoa_core.scaffolding.proposals.people import PEOPLE
from cocoa_core.text import word_set

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
