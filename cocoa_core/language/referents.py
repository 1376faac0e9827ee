"""Judges what "it" is taken to be: the thing that was named last, which has to be the option that is
wanted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from cocoa_core.domain import Domain
from cocoa_core.lexicon import PRONOUNS

_NAMING: Final = frozenset({"the", "a", "an", "my", "any", "every", "each", "this", "some", "no", "both"})
_NOUN_WITHIN: Final = 2
"""The number of words after an article among which its noun is looked for: "a new stone"."""
_WORD: Final = re.compile(r"[\w-]+")
_SLIPPED: Final = 3.0
"""The cost of a pronoun after something else was named since the option."""
_NAMED_AGAIN: Final = 1.5
"""The cost of the option's noun where a pronoun would do."""
_KEPT: Final = 4096
"""The number of texts whose nouns are cached: many realizations of one request say a thing in the same
words.
"""


def option_names(domain: Domain) -> frozenset[str]:
    """Returns the nouns for an option: the schema's, and those that stand where a pronoun could."""
    result = {domain.schema.noun.split()[-1]}
    for rule in domain.rules:
        after_pronoun = {
            (phrase.verb, phrase.before, phrase.after) for phrase in rule.say if phrase.subject == "it"
        }
        for phrase in rule.say:
            if (
                phrase.subject.startswith("the ")
                and (phrase.verb, phrase.before, phrase.after) in after_pronoun
            ):
                result.add(phrase.subject.split()[-1])
    return frozenset(result)


def reference_costs(opening: str, statements: Iterable[str], names: frozenset[str], pronoun: str) -> float:
    """Returns the cost of pronouns that could mean something else, and of nouns that could be pronouns.

    Args:
        opening: the first sentence.
        statements: the texts after it.
        names: the nouns for an option.
        pronoun: its pronoun.
    """
    cost = 0.0
    references = chain.from_iterable(_references(text, names, pronoun) for text in statements)
    for named, could_be_pronoun, option in _followed(_last_named(opening, names), references):
        if named is None:
            cost += _SLIPPED * (not option)
        else:
            cost += _NAMED_AGAIN * (named and option and could_be_pronoun)
    return cost


def slips(text: str, names: frozenset[str], pronoun: str) -> bool:
    """Returns whether the text has a pronoun after it named something else than the option.

    Args:
        text: a statement.
        names: the nouns for an option.
        pronoun: its pronoun.
    """
    return pronoun in text and any(
        named is None and not option
        for named, _, option in _followed(True, _references(text, names, pronoun))
    )


def _followed(
    option: bool, references: Iterable[tuple[bool | None, bool]]
) -> Iterator[tuple[bool | None, bool, bool]]:
    """Yields references, each with whether the last thing named before it is the option.

    Args:
        option: whether that is so before the first one.
    """
    for named, could_be_pronoun in references:
        yield named, could_be_pronoun, option
        option = option if named is None else named


@lru_cache(maxsize=_KEPT)
def _references(text: str, names: frozenset[str], pronoun: str) -> list[tuple[bool | None, bool]]:
    """Returns the references of a text in order: None for a pronoun, for a noun whether it is the option; and
    whether a pronoun could stand for it.

    That is the case after "the", and after "a" where the option was named before ("if it has a gym, I need a
    place").
    """
    called = {pronoun, PRONOUNS[pronoun]}
    words = _words(text)
    result: list[tuple[bool | None, bool]] = []
    for index, word in enumerate(words):
        if word in called:
            result.append((None, False))
        elif word in _NAMING and (named := _named(words, index, names)) is not None:
            indefinite_again = word in ("a", "an") and any(
                reference in (None, True) for reference, _ in result
            )
            result.append((named, word == "the" or indefinite_again))
    return result


@lru_cache(maxsize=_KEPT)
def _last_named(text: str, names: frozenset[str]) -> bool:
    """Returns whether the last thing that the text names is the option; it is not where it names nothing."""
    words = _words(text)
    for index in range(len(words) - 1, -1, -1):
        if words[index] in _NAMING and (named := _named(words, index, names)) is not None:
            return named
    return False


def _words(text: str) -> list[str]:
    return list(map(str.casefold, _WORD.findall(text)))


def _named(words: Sequence[str], index: int, names: frozenset[str]) -> bool | None:
    """Returns whether the noun phrase that begins at a word is the option; None where nothing follows."""
    following = words[index + 1 : index + 1 + _NOUN_WITHIN]
    return not names.isdisjoint(following) if following else None
