"""Judges what "it" is taken to be: the thing named last, which has to be the wanted option."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from cocoa_core.domain import Domain
from cocoa_core.grouping import grouped
from cocoa_core.language.frames import DEFINITE
from cocoa_core.lexicon import INDEFINITE, PRONOUNS

_NAMING: Final = frozenset({"the", "a", "an", "my", "any", "every", "each", "this", "some", "no", "both"})
_OF_SEVERAL: Final = frozenset({"any", "every", "each", "no", "both"})
"""Those before a noun that is not the option: "every flight should be with KLM" speaks of its legs."""
_NOUN_WITHIN: Final = 2
"""The number of words after an article among which its noun is looked for: "a new stone"."""
_CLAUSE: Final = re.compile(
    r", |\. |\? |! | (?:if|unless|as long as|but|so) "
    r"| and (?=(?:I|I'd|I'm|the|my|its?|there|every|each|no)\b)"
)
"""Divides a text into clauses, roughly. Each alternative begins with a fixed character, by which the search
skips: with `[,.?!] ` as the first one it takes 2.2 us a text in place of 0.9.
"""
_BARE: Final = re.compile(
    r"(?:and |but |then |or )?(?:if |unless |as long as |(?:please )?make sure )?"
    r"(?:I want |I need |I don't want |I'd like )?([\w'-]+)",
    re.IGNORECASE,
)
"""Matches the first word of what a clause is about."""
_NO_SUBJECTS: Final = (
    frozenset({"i", "i'm", "i'd", "i've", "i'll", "it", "it's", "its", "they", "they're", "she", "she's"})
    | {"he", "he's", "them", "her", "him", "to", "at", "under", "over", "less", "fewer", "more", "than"}
    | {"there", "there's", "not", "if", "unless", "as", "and", "but", "then", "or", "make", "please"}
    | _NAMING.union(INDEFINITE)
)
"""Such words that are no subject, as "downtown" and "check-in" are, or are looked at below."""
_THERE: Final = ("there", "there's")
"""What begins a clause about something that stands behind the verb."""
_WORD: Final = re.compile(r"[\w-]+")
_SPACED: Final = "".join(map(chr, range(128))).translate(
    {code: " " for code in range(128) if not _WORD.fullmatch(chr(code))}
)
"""The characters of ASCII by code, with a space for those that no word has. A text is divided by this table
in 1.2 us, by the pattern in 6.3.
"""
_SLIPPED: Final = 3.0
"""The cost of a pronoun after something else was named since the option."""
_NAMED_AGAIN: Final = 1.5
"""The cost of the option's noun where a pronoun would do."""
_RENAMED: Final = 0.5
"""The cost of each further noun for an option: a person calls it a stone throughout, not a gem after that."""
_KEPT: Final = 4096
"""The texts whose nouns are cached: realizations of one request say a thing in the same words."""


def option_names(domain: Domain) -> frozenset[str]:
    """Returns the nouns for an option: the schema's, and those that stand where a pronoun could."""
    result = {domain.schema.noun.split()[-1]}
    for rule in domain.rules:
        after_pronoun = {
            (phrase.verb, phrase.before, phrase.after) for phrase in rule.say if phrase.subject == "it"
        }
        for phrase in rule.say:
            if (
                phrase.subject.startswith(DEFINITE)
                and (phrase.verb, phrase.before, phrase.after) in after_pronoun
            ):
                result.add(phrase.subject.split()[-1])
    return frozenset(result)


def names_of_others(domain: Domain) -> tuple[frozenset[str], ...]:
    """Returns the nouns of things that are no option, in sets of those that can stand for each other: a rule
    says the same of "the employer" as of "the company".
    """
    names = option_names(domain)
    result: list[set[str]] = []
    for rule in domain.rules:
        subjects = grouped(
            ((phrase.verb, phrase.before, phrase.after, phrase.noun), phrase.subject.removeprefix("the "))
            for phrase in rule.say
            if phrase.subject.startswith("the ") and phrase.subject.count(" ") == 1
        )
        for nouns in map(set, subjects.values()):
            if nouns.isdisjoint(names) and len(nouns) > 1:
                alike = [other for other in result if not nouns.isdisjoint(other)]
                result = [other for other in result if nouns.isdisjoint(other)]
                result.append(nouns.union(*alike))
    return tuple(map(frozenset, result))


def named_again(text: str, others: Sequence[frozenset[str]]) -> int:
    """Returns how often the text names a thing, by any of its nouns, that it has named.

    Args:
        others: as `names_of_others` gives them.
    """
    counts = (sum(word in nouns for word in _words(text)) for nouns in others)
    return sum(count - 1 for count in counts if count > 1)


def reference_costs(opening: str, statements: Sequence[str], names: frozenset[str], pronoun: str) -> float:
    """Returns the cost of pronouns that could mean something else, and of nouns that could be pronouns.

    Args:
        opening: the first sentence.
        statements: the texts after it.
        names: the nouns for an option.
    """
    nouns = frozenset[str]().union(*[_nouns(text, names) for text in (opening, *statements)])
    cost = _RENAMED * max(0, len(nouns) - 1)
    option = last_names_option(opening, names)
    for text in statements:
        added, option = _effects(text, names, pronoun)[option]
        cost += added
    return cost


def names_option(text: str, names: frozenset[str], pronoun: str, before: bool) -> bool:
    """Returns whether a pronoun after the text means the option.

    Args:
        text: the words so far.
        names: the nouns for an option.
        before: whether it would have meant the option before the text.
    """
    return _effects(text, names, pronoun)[before][1]


def slips(text: str, names: frozenset[str], pronoun: str, *, before: bool = True) -> int:
    """Returns how often the text has a pronoun where it named something else than the option, and a noun for
    the option where it has just named it.

    Args:
        names: the nouns for an option.
        before: whether a pronoun at the beginning would mean the option.
    """
    count, option = 0, before
    for index, (named, could_be_pronoun, leads) in enumerate(_references(text, names, pronoun)):
        if named is None:
            count += not option
        else:
            count += named and could_be_pronoun and option and index > 0
            option = named if leads else option
    return count


@lru_cache(maxsize=_KEPT)
def _effects(text: str, names: frozenset[str], pronoun: str) -> Sequence[tuple[float, bool]]:
    """Returns the cost of the references of a text, and whether a pronoun after it means the option: first
    where a pronoun before it would not mean the option, then where it would.
    """
    references = _references(text, names, pronoun)
    effects = []
    for before in (False, True):
        cost, option = 0.0, before
        for named, could_be_pronoun, leads in references:
            if named is None:
                cost += _SLIPPED * (not option)
            else:
                cost += _NAMED_AGAIN * (named and option and could_be_pronoun)
                option = named if leads else option
        effects.append((cost, option))
    return effects


@lru_cache(maxsize=_KEPT)
def _references(text: str, names: frozenset[str], pronoun: str) -> list[tuple[bool | None, bool, bool]]:
    """Returns the references of a text in order: None for a pronoun, for a noun whether it is the option;
    whether a pronoun could stand for it; and whether its clause is about it, since it is the first there.

    A pronoun could stand after "the" and "my", and after "a" where the option was named before ("if it has a
    gym, I need a place"). After "the stone has a table of 58%", "it" is the stone.
    """
    called = pronoun, PRONOUNS[pronoun]
    referring = _referring(pronoun)
    result: list[tuple[bool | None, bool, bool]] = []
    for clause in _CLAUSE.split(text):
        words = _words(clause)
        leads = True
        if bare := _BARE.match(clause):  # "downtown should be", "I want check-in to start"
            leads = bare[1].casefold() in _NO_SUBJECTS
            if not leads or bare[1].casefold() in _THERE:  # "there's parking"
                result.append((False, False, True))
                leads = False
        for index, word in enumerate(words):
            if word not in referring:
                continue
            if word in called:
                named, could_be_pronoun = None, False
            elif word in INDEFINITE:
                named, could_be_pronoun = True, _named_before(result)
            elif (named := _named(words, index, names)) is None:
                continue
            else:
                indefinite_again = word in ("a", "an") and _named_before(result)
                could_be_pronoun = word in ("the", "my") or indefinite_again
                named = named and word not in _OF_SEVERAL
            result.append((named, could_be_pronoun, leads))
            leads = False
    return result


@lru_cache(maxsize=16)
def _referring(pronoun: str) -> frozenset[str]:
    """Returns the words with which a reference begins."""
    return _NAMING.union(INDEFINITE, (pronoun, PRONOUNS[pronoun]))


def _named_before(references: Iterable[tuple[bool | None, bool, bool]]) -> bool:
    return any(named is not False for named, _, _ in references)


@lru_cache(maxsize=_KEPT)
def last_names_option(text: str, names: frozenset[str]) -> bool:
    """Returns whether the last thing that the text names is the option; it is not where it names nothing."""
    words = _words(text)
    for index in range(len(words) - 1, -1, -1):
        if words[index] in _NAMING and (named := _named(words, index, names)) is not None:
            return named
    return False


@lru_cache(maxsize=_KEPT)
def _nouns(text: str, names: frozenset[str]) -> frozenset[str]:
    return names.intersection(_words(text))


def _words(text: str) -> list[str]:
    if text.isascii():
        return text.lower().translate(_SPACED).split()
    return list(map(str.casefold, _WORD.findall(text)))


def _named(words: Sequence[str], index: int, names: frozenset[str]) -> bool | None:
    """Returns whether the noun phrase that begins at a word is the option; None where nothing follows."""
    following = words[index + 1 : index + 1 + _NOUN_WITHIN]
    if not following:
        return None
    return not names.isdisjoint(following) and following[-1] != "s"  # not "the stone's table"
