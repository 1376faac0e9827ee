"""Checks that openings, closings and reasons say nothing of an option: no value of it, and no wish."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from attrs import evolve, frozen

from cocoa_core.domain import Domain, Inert
from cocoa_core.language.parser import Parser
from cocoa_core.lexicon import GRAMMAR_WORDS

_WORD: Final = re.compile(r"\w+(?:[-'’]\w+)*")
_LONGEST_VALUE: Final = 8
"""The most words of a value that are looked for; openings, closings and reasons hold no longer value."""
_LONGEST_CODE: Final = 1
"""Values of one letter are ignored: "I" is the color of a diamond, and a pronoun."""
_Words = tuple[str, ...]


@frozen
class InertTextCheck:
    """What a text must not say: the values of a domain, and its wishes."""

    _slots: Mapping[_Words, str]
    """The words of every value that options show or requests can mention, with its slot. Values that consist
    of words of grammar are left out: nobody takes "in" for Indiana or "to" for a carrier.
    """
    _parser: Parser
    """A parser that skips no inert text."""

    @classmethod
    def of(cls, domain: Domain) -> InertTextCheck:
        """Returns the check for the slots that options show, and for derived slots with rules."""
        slots: dict[_Words, str] = {}
        for slot in domain.schema.slots:
            if slot.shown or (slot.derived is not None and domain.rules_of(slot.name)):
                for value in domain.vocabulary(slot.name):
                    words = _words(value)
                    if len("".join(words)) > _LONGEST_CODE and not GRAMMAR_WORDS.issuperset(words):
                        slots.setdefault(words, slot.name)
        rules = tuple(evolve(rule, reasons={}) for rule in domain.rules)
        return cls(slots, Parser(evolve(domain, inert=Inert(), rules=rules)))

    def value_in(self, sentences: Iterable[str]) -> tuple[str, str] | None:
        r"""Returns the first value that stands in one of the sentences, in small letters, and its slot; None
        if there is none.

        In a sentence "\0" stands for a hole that is filled with a value of its own.
        """
        for sentence in sentences:
            for fixed in sentence.split("\0"):
                words = _words(fixed)
                for start in range(len(words)):
                    for end in range(start + 1, min(start + _LONGEST_VALUE, len(words)) + 1):
                        if (value := words[start:end]) in self._slots:
                            return " ".join(value), self._slots[value]
        return None

    def wish_in(self, sentences: Iterable[str]) -> str | None:
        """Returns the first of the sentences that reads as a wish; None if there is none."""
        return next((sentence for sentence in sentences if any(self._parser.statements(sentence))), None)


def statements_of(text: str) -> tuple[str, ...]:
    """Returns the sentences of a text, each as a statement, whatever sign ends it."""
    return tuple(f"{sentence.strip()}." for sentence in re.split(r"[.?!]", text) if sentence.strip())


def _words(text: str) -> _Words:
    """Returns the words in lower case, except words in capitals: "IT" is a trade, "it" a pronoun."""
    return tuple(word if word.isupper() else word.casefold() for word in _WORD.findall(text))
