"""What "it" is taken to be: the thing that was named last, which has to be the option that is looked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from cocoa_core.domain import Domain
from cocoa_core.lexicon import PRONOUNS

__all__ = ["option_names", "reference_costs"]

_NAMING: Final = frozenset({"the", "a", "an", "my", "any", "every", "each", "this", "some", "no", "both"})
_NOUN_WITHIN: Final = 2
"""Words after one that begins a noun phrase among which its noun is looked for: "a new stone"."""
_WORD: Final = re.compile(r"[\w-]+")
_SLIPPED: Final = 3.0
"""What a pronoun costs where something else was named since the option."""
_NAMED_AGAIN: Final = 1.5
"""What the option's name costs where a pronoun would do."""
_KEPT: Final = 4096
"""Texts of which is kept what they name: of the realizations of one request many say a thing alike."""


def option_names(domain: Domain) -> frozenset[str]:
    """Nouns that an option is called by: the schema's, and those that stand where a pronoun could."""
    result = {domain.schema.noun.split()[-1]}
    for rule in domain.rules:
        said = {(phrase.verb, phrase.before, phrase.after) for phrase in rule.say if phrase.subject == "it"}
        for phrase in rule.say:
            if phrase.subject.startswith("the ") and (phrase.verb, phrase.before, phrase.after) in said:
                result.add(phrase.subject.split()[-1])
    return frozenset(result)


def reference_costs(opening: str, statements: Iterable[str], names: frozenset[str], pronoun: str) -> float:
    """What the pronouns of a text cost that could be of something else, and names that could be pronouns."""
    option = _last_named(opening, names, False)
    cost = 0.0
    for text in statements:
        for named, could_be_pronoun in _told(text, names, pronoun):
            if named is None:
                cost += _SLIPPED * (not option)
            else:
                cost += _NAMED_AGAIN * (named and option and could_be_pronoun)
                option = named
    return cost


@lru_cache(maxsize=_KEPT)
def _told(text: str, names: frozenset[str], pronoun: str) -> list[tuple[bool | None, bool]]:
    """For each pronoun None, for each noun whether it is the option; and whether a pronoun might stand for
    it: after a "the", or after an "a" where the option was named ("if it has a gym, I need a place")."""
    called = {pronoun, PRONOUNS[pronoun]}
    words = _words(text)
    result: list[tuple[bool | None, bool]] = []
    for place, word in enumerate(words):
        if word in called:
            result.append((None, False))
        elif word in _NAMING and (named := _named(words, place, names)) is not None:
            again = word in ("a", "an") and any(told in (None, True) for told, _ in result)
            result.append((named, word == "the" or again))
    return result


@lru_cache(maxsize=_KEPT)
def _last_named(text: str, names: frozenset[str], before: bool) -> bool:
    """Whether the last thing that the text names is the option; `before` where it names nothing."""
    words = _words(text)
    for index in range(len(words) - 1, -1, -1):
        if words[index] in _NAMING and (named := _named(words, index, names)) is not None:
            return named
    return before


def _words(text: str) -> list[str]:
    return list(map(str.casefold, _WORD.findall(text)))


def _named(words: Sequence[str], place: int, names: frozenset[str]) -> bool | None:
    """Of a word that begins a noun phrase whether that is the option; None where nothing follows."""
    following = words[place + 1 : place + 1 + _NOUN_WITHIN]
    return not names.isdisjoint(following) if following else None
