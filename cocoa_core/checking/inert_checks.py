"""Openings, closings and reasons that say something of an option, where they must say nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from attrs import evolve, frozen

from cocoa_core.checking.findings import Finding, found
from cocoa_core.checking.places import Places
from cocoa_core.domain import Domain, Inert, SlotRef
from cocoa_core.errors import Place
from cocoa_core.language import Parser
from cocoa_core.suggestions import quoted

__all__ = ["inert_findings"]

_WORD: Final = re.compile(r"\w+(?:[-'’]\w+)*")
_LONGEST_VALUE: Final = 8
"""Words of a value that are looked for: no text that says nothing holds one with more."""
_LONGEST_CODE: Final = 1
"""A value of one letter is no word: "I" is a color of a diamond, and who speaks."""
_FUNCTION_WORDS: Final = (
    "about all also am an and any are as at be been but by can could did do does for from had has have "
    "he her hers him his how i'd i'll i'm i've in into is it its just like may me might mine much my of "
    "off on one our ours out she should so some soon such that the their them there these they this "
    "those to too up us very was we were what when where which who why will with would yes you your "
    "yours"
)
"""A value of such words alone ("on", "all", "with") is not what a reader takes them for in a sentence."""


@frozen
class _Text:
    """An inert text, its place, and its sentences with no word where a value stands."""

    text: str
    place: Place
    sentences: tuple[str, ...]


def inert_findings(domain: Domain, places: Places) -> Iterator[Finding]:
    """Inert texts that hold a value of the domain as a word of theirs, or that read as a wish."""
    values = _values(domain)
    rules = tuple(evolve(rule, reasons={}) for rule in domain.rules)
    parser = Parser(evolve(domain, inert=Inert(), rules=rules))  # one that passes over none of them
    for one in _texts(domain, places):
        held = next(iter(_held(one, values)), None)
        if held is not None:
            yield found(
                "inert-value",
                one.place,
                f"the text {quoted(one.text)} names a value of the slot {values[held]!r}",
                got=quoted(" ".join(held)),
                expected="a text that says nothing of any option",
                fix="say it in other words: whoever reads it could take it for a wish",
            )
        wish = next((sentence for sentence in one.sentences if any(parser.statements(sentence))), None)
        if wish is not None:
            yield found(
                "inert-wish",
                one.place,
                f"the text {quoted(one.text)} reads as a wish",
                got=quoted(wish),
                expected="a text that says nothing of any option",
                fix="say it in other words, or leave it out",
            )


def _texts(domain: Domain, places: Places) -> Iterator[_Text]:
    for number, parts in enumerate(domain.inert.openings):
        words = "".join(part if isinstance(part, str) else "\0" for part in parts)
        text = "".join(f"{{{part.slot}}}" if isinstance(part, SlotRef) else part for part in parts)
        yield _Text(text, places.inert("openings", number), _sentences(words))
    for number, text in enumerate(domain.inert.closings):
        yield _Text(text, places.inert("closings", number), _sentences(text))
    for rule in domain.rules:
        for side, reasons in rule.reasons.items():
            for number, text in enumerate(reasons):
                said = f"{text[:1].upper()}{text[1:]}."
                yield _Text(text, places.rule(rule.id, "reasons", side, number), (said,))


def _sentences(text: str) -> tuple[str, ...]:
    """The sentences, each as a statement: whatever sign ends it."""
    return tuple(f"{one.strip()}." for one in re.split(r"[.?!]", text) if one.strip())


_Words = tuple[str, ...]


def _values(domain: Domain) -> Mapping[_Words, str]:
    """The words of every value that a reader of the question could take a text to name, with its slot.

    Readers see the slots that options show, and requests speak of derived slots that have rules.
    """
    known: dict[_Words, str] = {}
    unnamed = frozenset(_FUNCTION_WORDS.split())
    for slot in domain.schema.slots:
        if slot.shown or (slot.derived is not None and domain.rules_of(slot.name)):
            for value in domain.vocabulary(slot.name):
                words = _words(value)
                if len("".join(words)) > _LONGEST_CODE and not unnamed.issuperset(words):
                    known.setdefault(words, slot.name)
    return known


def _words(text: str) -> _Words:
    """Its words in small letters, but for those in capitals: "IT" is a trade, and "it" what is asked for."""
    return tuple(word if word.isupper() else word.casefold() for word in _WORD.findall(text))


def _held(one: _Text, values: Mapping[_Words, str]) -> Iterator[_Words]:
    for sentence in one.sentences:
        for fixed in sentence.split("\0"):
            words = _words(fixed)
            for start in range(len(words)):
                for end in range(start + 1, min(start + _LONGEST_VALUE, len(words)) + 1):
                    if words[start:end] in values:
                        yield words[start:end]
