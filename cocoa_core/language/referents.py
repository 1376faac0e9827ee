"""What "it" is taken to be: the thing that was named last, which has to be the option that is looked for."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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
_NAMED_AGAIN: Final = 0.6
"""What the option's name costs where a pronoun would do."""


def option_names(domain: Domain) -> frozenset[str]:
    """Nouns that an option is called by: the schema's, and those that stand where a pronoun could."""
    found = {domain.schema.noun.split()[-1]}
    for rule in domain.rules:
        said = {(one.verb, one.before, one.after) for one in rule.say if one.subject == "it"}
        for one in rule.say:
            if one.subject.startswith("the ") and (one.verb, one.before, one.after) in said:
                found.add(one.subject.split()[-1])
    return frozenset(found)


def reference_costs(opening: str, statements: Iterable[str], names: frozenset[str], pronoun: str) -> float:
    """What the pronouns of a text cost that could be of something else, and names that could be pronouns."""
    option = _last_named(opening, names, False)
    cost = 0.0
    called = {pronoun, PRONOUNS[pronoun]}
    for text in statements:
        for word, named in _walked(text, names):
            if word in called and not option:
                cost += _SLIPPED
            elif named is not None:
                cost += _NAMED_AGAIN * (named and option and word == "the")
                option = named
    return cost


def _last_named(text: str, names: frozenset[str], before: bool) -> bool:
    """Whether the last thing that the text names is the option; `before` where it names nothing."""
    return next((named for _, named in reversed(list(_walked(text, names))) if named is not None), before)


def _walked(text: str, names: frozenset[str]) -> Iterator[tuple[str, bool | None]]:
    """Each word, and of one that begins a noun phrase whether that is the option."""
    words = [word.casefold() for word in _WORD.findall(text)]
    for place, word in enumerate(words):
        following = words[place + 1 : place + 1 + _NOUN_WITHIN]
        yield word, not names.isdisjoint(following) if word in _NAMING and following else None
