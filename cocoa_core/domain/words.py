"""Words that a domain's author adds to requests: names, nouns, verbs and the fixed words around comparisons.

Comparisons, negations and connectives are cocoa's own, so that a wording cannot turn a meaning around.
"""

from __future__ import annotations

import re
from typing import Final

from cocoa_core.domain.suggestions import quoted
from cocoa_core.domain.yaml.nodes import Node
from cocoa_core.domain.yaml.reading import text_at, unexpected
from cocoa_core.errors import DomainError

__all__ = [
    "DOMAIN_NAME",
    "FINITE_FORMS",
    "REFUSED_WORDS",
    "SLOT_NAME",
    "phrase_at",
    "subject_at",
    "third_person",
    "verb_at",
]

DOMAIN_NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,40}")
SLOT_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,40}")

_SIGNS: Final = " -'’&/%+$#"
_NEGATIONS: Final = frozenset(
    (
        "not",
        "no",
        "never",
        "none",
        "neither",
        "nor",
        "cannot",
        "without",
        "avoid",
        "lack",
        "exclude",
        "except",
    )
)
_CONNECTIVES: Final = frozenset(("if", "unless", "otherwise", "only", "either", "or", "than", "then"))
_MODALS: Final = frozenset(("can", "could", "may", "might", "must", "shall", "should", "will", "would"))
_FINITE: Final = frozenset(("is", "are", "was", "were", "am", "has", "had", "does", "did", "been"))
_PRONOUNS: Final = frozenset(
    ("he", "she", "they", "we", "you", "me", "him", "her", "them", "us", "this", "that")
)
REFUSED_WORDS: Final = _NEGATIONS | _CONNECTIVES
"""Words that no phrase may hold."""
FINITE_FORMS: Final = _MODALS | _FINITE
"""Words with which no verb may begin."""

_ENDING_IN_ES: Final = ("s", "x", "z", "ch", "sh", "o")
_IRREGULAR: Final = {"be": "is", "have": "has", "do": "does"}


def phrase_at(node: Node, what: str, longest: int) -> str:
    """Words in one line, without punctuation, negation or connective."""
    text = text_at(node, what, longest)
    odd = next((letter for letter in text if not letter.isalnum() and letter not in _SIGNS), None)
    if odd is not None:
        raise DomainError(
            f"{what} holds {quoted(odd)}",
            got=quoted(text),
            expected="letters, digits, blanks and hyphens: it stands in the middle of a sentence",
            fix="leave the sign out",
            place=node.place,
        )
    for word in text.casefold().replace("’", "'").split():
        if word in REFUSED_WORDS or word.endswith("n't"):
            raise DomainError(
                f"{what} holds the word {quoted(word)}",
                got=quoted(text),
                expected="words without negation or connective: those are cocoa's own",
                fix="word the positive case and leave this word out",
                place=node.place,
            )
    return text


def verb_at(node: Node, what: str) -> str:
    """A verb in its base form, with what belongs to it ("take off")."""
    text = phrase_at(node, what, 40)
    first = text.split()[0]
    if first.casefold() in FINITE_FORMS:
        raise unexpected(node, what, "a verb in its base form", "write be, have, do, cost, take off ...")
    return text


def subject_at(node: Node, what: str, longest: int) -> str:
    """What a wording speaks of: it, I, or a noun phrase."""
    text = phrase_at(node, what, longest)
    if text.casefold() in _PRONOUNS or (text.casefold() in ("it", "i") and text not in ("it", "I")):
        raise unexpected(node, what, "`it`, `I` or a noun phrase", "name it: `the room`, `the airlines`")
    return text


def third_person(verb: str) -> str:
    """The third person singular of a regular verb, or of be, have and do: "takes off", "carries", "is"."""
    first, _, rest = verb.partition(" ")
    if first in _IRREGULAR:
        form = _IRREGULAR[first]
    elif first.endswith(_ENDING_IN_ES):
        form = first + "es"
    elif first.endswith("y") and first[-2:-1] not in tuple("aeiou"):
        form = first[:-1] + "ies"
    else:
        form = first + "s"
    return f"{form} {rest}" if rest else form
